//! Short rows, compared with exhaustive search.

use cardcore::games::ends::{End, Line, Policy, Side, greedy_end};

use crate::{SIDES, cards, check_line, check_minimax, margin, margins, solved};

/// The best sum against the dog and the first path that gives it, left before right, by trying all
/// 2^(N/2) paths.
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

/// Check every policy on a row for which exhaustive search is fast.
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
fn rows_at_the_limit_of_64_bits() {
    let cards = [i64::MAX - 2, -1, 1];
    check_small(&cards);
    // Left, then the dog takes the 1.
    let line = solved(&cards, Policy::Optimal, Side::Player, End::Left);
    assert_eq!(SIDES.map(|side| line.score(side)), [i64::MAX - 3, 1]);
}
