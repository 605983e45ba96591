//! Ends, held against searches that are too plain to be wrong.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use cardcore::game::{Game, Seat, bot};
use cardcore::games::ends::{
    Deal, End, Ends, Line, Policy, Row, Side, Turn, greedy_end, solve, value,
};
use cardcore::monitor::{Monitor, Stopped};
use cardcore::play::{conformance, perft, playout};
use cardcore::random::Random;
use proptest::prelude::*;

const SIDES: [Side; 2] = Side::ALL;

fn row(cards: &[i64]) -> Row {
    Row::new(cards.to_vec()).unwrap()
}

fn solved(cards: &[i64], policy: Policy, first: Side, ties: End) -> Line {
    solve(&row(cards), policy, first, ties, &Monitor::new()).unwrap()
}

fn margin(cards: &[i64]) -> i64 {
    value(cards.iter().copied(), &Monitor::new()).unwrap()
}

/// Cards from `low` to `high`, as random as the seed.
fn cards(count: usize, low: i64, high: i64, seed: u64) -> Vec<i64> {
    Deal::new(count, low, high).unwrap().row(seed).into_cards()
}

/// The best sum against the dog and the first path that gives it, left before right, by trying
/// every path: 2^(N/2) of them.
fn exhaust(cards: &[i64], turn: Side, ties: End) -> (i64, String) {
    if cards.is_empty() {
        return (0, String::new());
    }
    if turn == Side::Dog {
        let (_, rest) = greedy_end(cards, ties).take(cards).unwrap();
        return exhaust(rest, Side::Player, ties);
    }
    let [left, right] = End::ALL.map(|end| {
        let (card, rest) = end.take(cards).unwrap();
        let (sum, path) = exhaust(rest, Side::Dog, ties);
        (card + sum, format!("{end}{path}"))
    });
    if left.0 >= right.0 { left } else { right }
}

/// The margin of the side to move when both are perfect, for all stretches: `[start][end]`.
fn margins(cards: &[i64]) -> Vec<Vec<i64>> {
    let count = cards.len();
    let mut table = vec![vec![0; count + 1]; count + 1];
    for length in 1..=count {
        for start in 0..=count - length {
            let end = start + length;
            let left = cards[start] - table[start + 1][end];
            table[start][end] = left.max(cards[end - 1] - table[start][end - 1]);
        }
    }
    table
}

/// Check that a line follows the rules, and that its sums are those of its cards.
fn check_line(cards: &[i64], line: &Line, first: Side, opponent: Option<End>) {
    let (mut left, mut side) = (0..cards.len(), first);
    let mut sums = [0, 0];
    for &Turn { side: mover, end, place, card } in line.turns() {
        assert_eq!(mover, side);
        if let (Side::Dog, Some(ties)) = (side, opponent) {
            assert_eq!(end, greedy_end(&cards[left.clone()], ties));
        }
        let taken = match end {
            End::Left => left.next(),
            End::Right => left.next_back(),
        };
        assert_eq!((Some(place), card), (taken, cards[place]));
        sums[usize::from(side == Side::Dog)] += card;
        side = side.other();
    }
    assert!(left.is_empty());
    assert_eq!(SIDES.map(|side| line.score(side)), sums);
}

/// Check every policy on a row for which exhaustive search is quick.
fn check_small(cards: &[i64]) {
    for first in SIDES {
        for ties in End::ALL {
            let best = solved(cards, Policy::Optimal, first, ties);
            check_line(cards, &best, first, Some(ties));
            let found = (best.score(Side::Player), best.path(Side::Player));
            assert_eq!(found, exhaust(cards, first, ties), "{cards:?} {first:?} {ties:?}");
            for policy in [Policy::Greedy, Policy::Lookahead] {
                let line = solved(cards, policy, first, ties);
                check_line(cards, &line, first, Some(ties));
                assert!(line.score(Side::Player) <= found.0, "{cards:?} {policy:?}");
            }
            check_minimax(cards, first, ties, found.0);
        }
    }
    assert_eq!(margin(cards), margins(cards)[0][cards.len()], "{cards:?}");
}

/// Check that every move of a perfect line is best and that ties are broken as promised.
fn check_minimax(cards: &[i64], first: Side, ties: End, against_dog: i64) {
    let table = margins(cards);
    let line = solved(cards, Policy::Minimax, first, ties);
    check_line(cards, &line, first, None);
    assert!(line.score(Side::Player) <= against_dog, "{cards:?}");
    let sign = if first == Side::Player { 1 } else { -1 };
    let margin = line.score(Side::Player) - line.score(Side::Dog);
    assert_eq!(margin, sign * table[0][cards.len()], "{cards:?}");
    let (mut start, mut end) = (0, cards.len());
    for turn in line.turns() {
        let left = cards[start] - table[start + 1][end];
        let right = cards[end - 1] - table[start][end - 1];
        let equal = if turn.side == Side::Player { End::Left } else { ties };
        let best = match left.cmp(&right) {
            std::cmp::Ordering::Less => End::Right,
            std::cmp::Ordering::Equal => equal,
            std::cmp::Ordering::Greater => End::Left,
        };
        assert_eq!(turn.end, best, "{cards:?} at {start}..{end}");
        match turn.end {
            End::Left => start += 1,
            End::Right => end -= 1,
        }
    }
}

#[test]
fn every_short_row_agrees_with_exhaustive_search() {
    // All 4^0 + 4^1 + … + 4^6 = 5,461 rows of up to six cards of -1, 0, 1, 2.
    let mut rows = 0;
    for count in 0..=6_u32 {
        for number in 0..4_u32.pow(count) {
            let digit = |place| i64::from(number / 4_u32.pow(place) % 4) - 1;
            check_small(&(0..count).map(digit).collect::<Vec<_>>());
            rows += 1;
        }
    }
    assert_eq!(rows, 5461);
}

#[test]
fn longer_rows_agree_with_exhaustive_search() {
    for seed in 0..3000 {
        let count = 7 + seed as usize % 10;
        let (low, high) = [(-1, 1), (0, 3), (1, 13), (-50, 50), (-9, -1)][seed as usize % 5];
        check_small(&cards(count, low, high, seed));
    }
}

#[test]
fn examples_with_known_results() {
    let line = solved(&[3, 10, 3, 9, 5, 2], Policy::Optimal, Side::Player, End::Left);
    let scores = |line: &Line| SIDES.map(|side| line.score(side));
    assert_eq!((scores(&line), line.path(Side::Player).as_str()), ([21, 11], "RRL"));
    let taken = |side| line.turns_of(side).map(|turn| turn.card).collect::<Vec<_>>();
    assert_eq!((taken(Side::Player), taken(Side::Dog)), (vec![2, 9, 10], vec![5, 3, 3]));
    let line = solved(&[3, 10, 3, 9, 5, 2], Policy::Optimal, Side::Dog, End::Left);
    assert_eq!((scores(&line), line.path(Side::Player).as_str()), ([21, 11], "LLL"));
    for (cards, wins_by) in [
        (vec![3, 2, 10, 4], 7),
        (vec![1, 2, 3, 4, 5, 6, 7, 8], 4),
        (vec![2, 2, 1, 5, 3, 8, 7, 3], 5),
    ] {
        let [player, dog] = scores(&solved(&cards, Policy::Optimal, Side::Player, End::Left));
        assert_eq!(player - dog, wins_by, "{cards:?}");
    }
}

#[test]
fn value_agrees_with_the_quadratic_recurrence() {
    for seed in 0..400 {
        let count = 1 + seed as usize * 7 % 500;
        let (low, high) = [(-1, 1), (0, 3), (2, 14), (-1000, 1000)][seed as usize % 4];
        let cards = cards(count, low, high, seed);
        assert_eq!(margin(&cards), margins(&cards)[0][count], "{cards:?}");
    }
}

/// The plain dynamic programme: one number per state, one loop.
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
fn long_rows_agree_with_the_plain_programme_in_both_widths() {
    // Lengths around the number of bands, the tile and the climb, and well beyond.
    for (seed, count) in
        [31, 32, 33, 64, 65, 129, 257, 2048, 2049, 2177, 5001].into_iter().enumerate()
    {
        let small = cards(count, -20, 40, seed as u64);
        // The same row, times so much that its sums need 64 bits: the same lines.
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
fn rows_at_the_limit_of_64_bits() {
    let cards = [i64::MAX - 2, -1, 1];
    check_small(&cards);
    // Left, then the dog takes the 1.
    let line = solved(&cards, Policy::Optimal, Side::Player, End::Left);
    assert_eq!(SIDES.map(|side| line.score(side)), [i64::MAX - 3, 1]);
}

#[test]
fn long_work_stops_when_asked() {
    let row = row(&cards(1000, 1, 9, 1));
    let monitor = Monitor::new();
    monitor.stop();
    for policy in [Policy::Optimal, Policy::Minimax] {
        let stopped = solve(&row, policy, Side::Player, End::Left, &monitor);
        assert_eq!(stopped, Err(Stopped));
    }
}

#[test]
fn progress_ends_near_what_was_expected() {
    for policy in [Policy::Optimal, Policy::Minimax] {
        let monitor = Monitor::new();
        solve(&row(&cards(6000, 1, 9, 1)), policy, Side::Player, End::Left, &monitor).unwrap();
        let (done, expected) = monitor.progress();
        assert!(done.abs_diff(expected) < expected / 20, "{done} of {expected}");
    }
}

fn game(seed: u64) -> Ends {
    let deal = Deal::new(seed as usize % 12, -3, 9).unwrap();
    let ties = if seed.is_multiple_of(2) { End::Left } else { End::Right };
    Ends::dealt(deal, seed, ties)
}

#[test]
fn the_game_keeps_the_contract() {
    conformance::check(game, 60).unwrap();
}

#[test]
fn two_moves_for_every_card() {
    let game = Ends::from_row(row(&[4, 1, 1, 7]), End::Left);
    let counts: Vec<u64> =
        (0..=5).map(|depth| perft(&game, depth, &Monitor::new()).unwrap()).collect();
    assert_eq!(counts, [1, 2, 4, 8, 16, 16]);
    let empty = Ends::from_row(row(&[]), End::Left);
    assert_eq!((empty.to_move(), empty.scores()), (None, vec![0, 0]));
}

#[test]
fn new_games_are_dealt_again_unless_the_row_was_given() {
    let mut dealt = game(9);
    dealt.play(&End::Left).unwrap();
    assert_eq!(dealt.new_game(9), game(9));
    assert_ne!(dealt.new_game(10).cards(), game(9).cards());
    let fresh = Ends::from_row(row(&[4, 1, 7]), End::Right);
    let mut given = fresh.clone();
    given.play(&End::Right).unwrap();
    assert_eq!(given.new_game(1), fresh);
}

/// The scores of a game between two bots.
fn play(cards: &[i64], ties: End, names: [&str; 2]) -> Vec<i64> {
    let mut state = Ends::from_row(row(cards), ties);
    let mut bots = names.map(|name| Some(bot(name).unwrap()));
    playout(&mut state, &mut bots, &mut Random::new(1)).unwrap();
    state.scores()
}

#[test]
fn bots_play_as_their_policies_do() {
    for seed in 0..200 {
        let cards = cards(seed as usize % 40, -5, 9, seed);
        for ties in End::ALL {
            for (name, policy) in [
                ("greedy", Policy::Greedy),
                ("lookahead", Policy::Lookahead),
                ("optimal", Policy::Optimal),
            ] {
                for (seat, first) in SIDES.into_iter().enumerate() {
                    let names: [&str; 2] =
                        if seat == 0 { [name, "greedy"] } else { ["greedy", name] };
                    let line = solved(&cards, policy, first, ties);
                    assert_eq!(play(&cards, ties, names)[seat], line.score(Side::Player));
                }
            }
            let scores = play(&cards, ties, ["perfect", "perfect"]);
            assert_eq!(scores[0] - scores[1], margin(&cards));
            for other in ["random", "greedy", "lookahead", "optimal"] {
                let scores = play(&cards, ties, ["perfect", other]);
                assert!(scores[0] - scores[1] >= margin(&cards), "{cards:?} {other}");
            }
        }
    }
}

#[test]
fn a_plan_is_made_anew_when_the_opponent_leaves_it() {
    let state = Ends::from_row(row(&cards(30, 1, 9, 4)), End::Left);
    let mut planner = bot::<Ends>("optimal").unwrap();
    let (mut state, mut random): (Ends, _) = (state, Random::new(2));
    while let Some(seat) = state.to_move() {
        let chosen = if seat == 0 {
            let fresh = bot::<Ends>("optimal").unwrap().choose(&state.view(0), &mut random);
            assert_eq!(planner.choose(&state.view(0), &mut random), fresh);
            fresh.unwrap()
        } else {
            *random.pick(&End::ALL).unwrap()
        };
        state.play(&chosen).unwrap();
    }
    let nobody: Seat = 0;
    assert_eq!(planner.choose(&state.view(nobody), &mut random), None);
}

proptest! {
    #[test]
    fn fusion_anywhere_leaves_the_value(cards in prop::collection::vec(-20_i64..20, 3..40)) {
        let whole = margins(&cards)[0][cards.len()];
        for place in 1..cards.len() - 1 {
            let [a, b, c] = [cards[place - 1], cards[place], cards[place + 1]];
            if a <= b && b >= c {
                let mut fused = cards.clone();
                fused.splice(place - 1..=place + 1, [a - b + c]);
                prop_assert_eq!(margins(&fused)[0][fused.len()], whole);
            }
        }
    }

    #[test]
    fn a_mirrored_row_is_worth_the_same(mut cards in prop::collection::vec(-9_i64..9, 0..60)) {
        let (forward, best) = (margin(&cards), solved(&cards, Policy::Optimal, Side::Player, End::Left));
        cards.reverse();
        prop_assert_eq!(margin(&cards), forward);
        let mirrored = solved(&cards, Policy::Optimal, Side::Player, End::Right);
        prop_assert_eq!(mirrored.score(Side::Player), best.score(Side::Player));
    }
}
