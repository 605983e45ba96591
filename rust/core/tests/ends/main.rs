//! Ends: the contract, and the plain recurrence and checks that the other tests share.

#![expect(clippy::unwrap_used, reason = "shared test code may panic")]

mod bots;
mod long;
mod short;
mod values;

use cardcore::game::Game as _;
use cardcore::games::ends::{
    End, Ends, Line, Policy, Row, Rules, Side, Turn, greedy_end, solve, value,
};
use cardcore::monitor::Monitor;
use cardcore::play::{conformance, perft};

const SIDES: [Side; 2] = Side::ALL;

/// Rules with a tie-break end.
fn tied(ties: End) -> Rules {
    Rules::new(20, 2, 14, ties).unwrap()
}

fn row(cards: &[i64]) -> Row {
    Row::new(cards.to_vec()).unwrap()
}

fn solved(cards: &[i64], policy: Policy, first: Side, ties: End) -> Line {
    solve(&row(cards), policy, first, ties, &Monitor::new()).unwrap()
}

fn margin(cards: &[i64]) -> i64 {
    value(cards.iter().copied(), &Monitor::new()).unwrap()
}

/// Random cards from `low` to `high`.
fn cards(count: usize, low: i64, high: i64, seed: u64) -> Vec<i64> {
    Rules::new(count, low, high, End::Left).unwrap().row(seed).into_cards()
}

/// The margin of the side to move under optimal play, for all intervals: `[start][end]`.
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
    for &Turn { side: mover, end, position, card } in line.turns() {
        assert_eq!(mover, side);
        if let (Side::Dog, Some(ties)) = (side, opponent) {
            assert_eq!(end, greedy_end(&cards[left.clone()], ties));
        }
        let taken = match end {
            End::Left => left.next(),
            End::Right => left.next_back(),
        };
        assert_eq!((Some(position), card), (taken, cards[position]));
        sums[usize::from(side == Side::Dog)] += card;
        side = side.other();
    }
    assert!(left.is_empty());
    assert_eq!(SIDES.map(|side| line.score(side)), sums);
}

/// Check that every move of an optimal line is best and that ties are broken as documented.
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

fn game(seed: u64) -> Ends {
    let ties = if seed.is_multiple_of(2) { End::Left } else { End::Right };
    Ends::new(Rules::new(seed as usize % 12, -3, 9, ties).unwrap(), seed)
}

#[test]
fn the_game_conforms() {
    conformance::check(game, 60).unwrap();
}

#[test]
fn two_moves_for_every_card() {
    let game = Ends::with_row(tied(End::Left), row(&[4, 1, 1, 7]));
    let counts: Vec<u64> =
        (0..=5).map(|depth| perft(&game, depth, &Monitor::new()).unwrap()).collect();
    assert_eq!(counts, [1, 2, 4, 8, 16, 16]);
    let empty = Ends::with_row(tied(End::Left), row(&[]));
    assert_eq!((empty.to_move(), empty.scores()), (None, vec![0, 0]));
}

#[test]
fn new_games_are_dealt_again_unless_the_row_is_explicit() {
    let mut dealt = game(9);
    dealt.play(&End::Left).unwrap();
    assert_eq!(dealt.new_game(9), game(9));
    assert_ne!(dealt.new_game(10).cards(), game(9).cards());
    let fresh = Ends::with_row(tied(End::Right), row(&[4, 1, 7]));
    let mut given = fresh.clone();
    given.play(&End::Right).unwrap();
    assert_eq!(given.new_game(1), fresh);
}
