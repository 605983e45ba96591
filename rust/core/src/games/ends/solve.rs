//! Whole lines of play: the player's policy against the dog, or optimal play by both sides.
//!
//! `greedy` and `lookahead` are simulated, O(N). `optimal` against the greedy dog is a dynamic
//! program over the intervals left on the player's turns, with the dog's reply in each of them;
//! `minimax` is one over all intervals. Both take O(N²) time, for N²/4 and N²/2 numbers
//! respectively, and O(N) memory including the line: see `sweep`. All of them are exact. Where two
//! lines score the same, the player's is the one that takes left first.

use std::cmp::Ordering;

use super::line::Line;
use super::moves::End;
use super::policy::{Policy, Side, greedy_end, lookahead_end};
use super::row::Row;
use super::sweep::{DynamicProgram, Number, best_line};
use crate::monitor::{Monitor, Stopped};

/// Play a row to its end: the player follows the policy, and the opponent is the greedy dog, or
/// plays optimally if the policy is [`Policy::Minimax`].
///
/// `ties` is the end the dog takes when both are equal; the greedy player does the same. An optimal
/// opponent takes it when both ends have the same value.
///
/// ```
/// use cardcore::games::ends::{End, Policy, Row, Side, solve};
/// use cardcore::monitor::Monitor;
///
/// let row: Row = "3 10 3 9 5 2".parse()?;
/// let line = solve(&row, Policy::Optimal, Side::Player, End::Left, &Monitor::new())?;
/// assert_eq!((line.score(Side::Player), line.score(Side::Dog)), (21, 11));
/// assert_eq!(line.path(Side::Player), "RRL");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the monitor stops it.
pub fn solve(
    row: &Row,
    policy: Policy,
    first: Side,
    ties: End,
    monitor: &Monitor,
) -> Result<Line, Stopped> {
    let ends = match policy {
        Policy::Greedy => simulate(row.cards(), first, ties, |cards| greedy_end(cards, ties)),
        Policy::Lookahead => simulate(row.cards(), first, ties, lookahead_end),
        Policy::Optimal => match row.narrow() {
            Some(cards) => against_dog(row.cards(), &cards, first, ties, monitor)?,
            None => against_dog(row.cards(), row.cards(), first, ties, monitor)?,
        },
        Policy::Minimax => match row.narrow() {
            Some(cards) => both_perfect(&cards, first, ties, monitor)?,
            None => both_perfect(row.cards(), first, ties, monitor)?,
        },
    };
    Ok(Line::new(row.cards(), first, ends))
}

/// The ends taken by both sides if the player follows a rule.
fn simulate(
    mut cards: &[i64],
    mut turn: Side,
    ties: End,
    mut player: impl FnMut(&[i64]) -> End,
) -> Vec<End> {
    let mut ends = Vec::with_capacity(cards.len());
    while !cards.is_empty() {
        let end = match turn {
            Side::Player => player(cards),
            Side::Dog => greedy_end(cards, ties),
        };
        cards = end.take(cards).map_or(&[], |(_, rest)| rest);
        ends.push(end);
        turn = turn.other();
    }
    ends
}

/// The ends taken by both sides if the player plays optimally against the dog.
fn against_dog<T: Number>(
    row: &[i64],
    numbers: &[T],
    first: Side,
    ties: End,
    monitor: &Monitor,
) -> Result<Vec<End>, Stopped> {
    // The player's first interval: the dog may have taken a card before.
    let numbers = match (first, greedy_end(row, ties), numbers) {
        (Side::Dog, End::Left, [_, rest @ ..]) | (Side::Dog, End::Right, [rest @ .., _]) => rest,
        _ => numbers,
    };
    // The last interval with a choice leaves one card or none.
    let (bottom, level) = match numbers.len() % 2 {
        0 => (0, vec![T::default(); numbers.len() + 1]),
        _ => (1, numbers.to_vec()),
    };
    let choices = match ties {
        End::Left => best_line(&Dog::<true>, numbers, bottom, &level, monitor)?,
        End::Right => best_line(&Dog::<false>, numbers, bottom, &level, monitor)?,
    };
    let mut choices = choices.into_iter();
    // The very last card leaves no choice.
    Ok(simulate(row, first, ties, |_| choices.next().unwrap_or(End::Left)))
}

/// The player's best sum, on the player's turn, against the greedy dog.
struct Dog<const LEFT_ON_TIES: bool>;

impl<const LEFT_ON_TIES: bool> Dog<LEFT_ON_TIES> {
    /// The player's sum after the dog's move in an interval with these ends.
    #[inline(always)]
    fn reply<T: Number>(first: T, last: T, left_taken: T, right_taken: T) -> T {
        if LEFT_ON_TIES {
            first.if_less(last, right_taken, left_taken)
        } else {
            last.if_less(first, left_taken, right_taken)
        }
    }

    /// How far the dog's move shifts the start of an interval with these ends.
    fn skip<T: Ord>(first: T, last: T) -> usize {
        usize::from(if LEFT_ON_TIES { first >= last } else { first > last })
    }
}

impl<T: Number, const LEFT_ON_TIES: bool> DynamicProgram<T> for Dog<LEFT_ON_TIES> {
    const STEP: usize = 2;

    // Inlining it into its caller takes more instructions.
    #[inline(never)]
    fn next_level(&self, cards: &[T], length: usize, level: &mut [T], count: usize) {
        // First the dog's turn in the intervals one card shorter, then the player's.
        let level = &mut level[..count + 2];
        let (firsts, lasts) = (&cards[..count + 1], &cards[length - 2..length - 1 + count]);
        for start in 0..count + 1 {
            let (left_taken, right_taken) = (level[start + 1], level[start]);
            level[start] = Self::reply(firsts[start], lasts[start], left_taken, right_taken);
        }
        let level = &mut level[..count + 1];
        let (firsts, lasts) = (&cards[..count], &cards[length - 1..length - 1 + count]);
        for start in 0..count {
            let (left, right) = (firsts[start] + level[start + 1], lasts[start] + level[start]);
            level[start] = left.larger(right);
        }
    }

    fn choose(&self, interval: &[T], below: &[T]) -> (End, usize) {
        let length = interval.len();
        let after_left = 1 + Self::skip(interval[1], interval[length - 1]);
        let after_right = Self::skip(interval[0], interval[length - 2]);
        if interval[0] + below[after_left] >= interval[length - 1] + below[after_right] {
            (End::Left, after_left)
        } else {
            (End::Right, after_right)
        }
    }
}

/// The ends taken by both sides if both play optimally.
fn both_perfect<T: Number>(
    numbers: &[T],
    first: Side,
    ties: End,
    monitor: &Monitor,
) -> Result<Vec<End>, Stopped> {
    let players_turn = match first {
        Side::Player => numbers.len() % 2,
        Side::Dog => (numbers.len() + 1) % 2,
    };
    let program = Perfect { players_turn, ties };
    best_line(&program, numbers, 0, &vec![T::default(); numbers.len() + 1], monitor)
}

/// The margin of the side to move under optimal play by both.
struct Perfect {
    /// The parity of the number of cards left on the player's turns.
    players_turn: usize,
    /// The end that the opponent takes if both have the same value.
    ties: End,
}

impl<T: Number> DynamicProgram<T> for Perfect {
    const STEP: usize = 1;

    fn next_level(&self, cards: &[T], length: usize, level: &mut [T], count: usize) {
        let starts = &cards[..count];
        let ends = &cards[length - 1..length - 1 + count];
        let level = &mut level[..count + 1];
        for start in 0..count {
            // The difference of two margins, unlike that of two sums, may overflow: no `larger`.
            level[start] = (starts[start] - level[start + 1]).max(ends[start] - level[start]);
        }
    }

    fn choose(&self, interval: &[T], below: &[T]) -> (End, usize) {
        let length = interval.len();
        let equal = if length % 2 == self.players_turn { End::Left } else { self.ties };
        let end = match (interval[0] - below[1]).cmp(&(interval[length - 1] - below[0])) {
            Ordering::Less => End::Right,
            Ordering::Equal => equal,
            Ordering::Greater => End::Left,
        };
        (end, usize::from(end == End::Left))
    }
}
