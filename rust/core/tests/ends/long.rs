//! Long rows: the plain dynamic program, threads, cancellation and progress.

use cardcore::games::ends::{End, Policy, Side, greedy_end, solve};
use cardcore::monitor::{Monitor, Stopped};

use crate::{cards, check_line, check_minimax, margin, row, solved};

/// The plain dynamic program: one number per state, one loop.
fn best_sum_against_dog(cards: &[i64], ties: End) -> i64 {
    let count = cards.len();
    let mut below: Vec<i64> =
        if count.is_multiple_of(2) { vec![0; count + 1] } else { cards.to_vec() };
    for length in (count % 2 + 2..=count).step_by(2) {
        let level = (0..=count - length).map(|start| {
            let end = start + length;
            let reply = |left: usize, right: usize| {
                below[left + usize::from(greedy_end(&cards[left..right], ties) == End::Left)]
            };
            (cards[start] + reply(start + 1, end)).max(cards[end - 1] + reply(start, end - 1))
        });
        below = level.collect();
    }
    below[0]
}

#[test]
fn long_rows_match_the_plain_program_in_both_widths() {
    // Lengths around the number of bands, the tile and the levels per pass, and well beyond.
    for (seed, count) in
        [31, 32, 33, 64, 65, 129, 257, 2048, 2049, 2177, 5001].into_iter().enumerate()
    {
        let small = cards(count, -20, 40, seed as u64);
        // The same row, scaled so that its sums need 64 bits: the same lines.
        let large: Vec<i64> = small.iter().map(|card| card << 40).collect();
        for ties in End::ALL {
            let line = solved(&small, Policy::Optimal, Side::Player, ties);
            check_line(&small, &line, Side::Player, Some(ties));
            assert_eq!(line.score(Side::Player), best_sum_against_dog(&small, ties));
            let wide = solved(&large, Policy::Optimal, Side::Player, ties);
            assert_eq!(wide.path(Side::Player), line.path(Side::Player));
            let perfect = solved(&small, Policy::Minimax, Side::Player, ties);
            assert_eq!(perfect.score(Side::Player) - perfect.score(Side::Dog), margin(&small));
            let wide = solved(&large, Policy::Minimax, Side::Player, ties);
            assert_eq!(wide.path(Side::Player), perfect.path(Side::Player));
        }
    }
    check_minimax(&cards(700, -3, 3, 1), Side::Dog, End::Right, i64::MAX);
}

#[test]
fn the_line_does_not_depend_on_the_number_of_threads() {
    let cards = cards(5000, 1, 6, 3);
    let path = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| solved(&cards, Policy::Optimal, Side::Dog, End::Right).path(Side::Player))
    };
    assert_eq!(path(1), path(3));
}

#[test]
fn long_work_can_be_stopped() {
    let row = row(&cards(1000, 1, 9, 1));
    let monitor = Monitor::new();
    monitor.stop();
    for policy in [Policy::Optimal, Policy::Minimax] {
        let stopped = solve(&row, policy, Side::Player, End::Left, &monitor);
        assert_eq!(stopped, Err(Stopped));
    }
}

#[test]
fn progress_ends_near_the_expected_total() {
    for policy in [Policy::Optimal, Policy::Minimax] {
        let monitor = Monitor::new();
        solve(&row(&cards(6000, 1, 9, 1)), policy, Side::Player, End::Left, &monitor).unwrap();
        let (done, expected) = monitor.progress();
        assert!(done.abs_diff(expected) < expected / 20, "{done} of {expected}");
    }
}
