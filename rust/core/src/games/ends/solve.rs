//! Whole lines of play: a policy of the player against the dog, or both sides perfect.
//!
//! `greedy` and `lookahead` are played out, O(N). `optimal` against the greedy dog is a dynamic
//! programme over the stretches left when it is the player's turn, with the dog's own reply in
//! each of them; `minimax` is one over all stretches. Both take O(N²) time, the former N²/4
//! numbers and the latter N²/2, and O(N) memory, the line included: see `sweep`. All of them are
//! exact. Where two lines score the same, the player's is the one that takes left first.

use std::cmp::Ordering;

use super::line::Line;
use super::moves::End;
use super::policy::{Policy, Side, greedy_end, lookahead_end};
use super::row::Row;
use super::sweep::{Number, Programme, best_line};
use crate::monitor::{Monitor, Stopped};

/// Play a row to its end: the player by the policy, the opponent as the greedy dog, or perfectly
/// if the policy is [`Policy::Minimax`].
///
/// `ties` is the end the dog takes when both are equal; the greedy player does as the dog does. A
/// perfect opponent takes it when both ends are worth the same to it.
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
/// The monitor said to stop.
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

/// The ends taken by both sides if the player chooses by a rule.
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

/// The ends taken by both sides if the player does the best against the dog.
fn against_dog<T: Number>(
    row: &[i64],
    numbers: &[T],
    first: Side,
    ties: End,
    monitor: &Monitor,
) -> Result<Vec<End>, Stopped> {
    // The player's first stretch: the dog may have taken a card before.
    let numbers = match (first, greedy_end(row, ties), numbers) {
        (Side::Dog, End::Left, [_, rest @ ..]) | (Side::Dog, End::Right, [rest @ .., _]) => rest,
        _ => numbers,
    };
    // The last stretch on which there is something to choose leaves one card or none.
    let (bottom, level) = match numbers.len() % 2 {
        0 => (0, vec![T::default(); numbers.len() + 1]),
        _ => (1, numbers.to_vec()),
    };
    let choices = match ties {
        End::Left => best_line(&Dog::<true>, numbers, bottom, &level, monitor)?,
        End::Right => best_line(&Dog::<false>, numbers, bottom, &level, monitor)?,
    };
    let mut choices = choices.into_iter();
    // What is not chosen is the last card of all.
    Ok(simulate(row, first, ties, |_| choices.next().unwrap_or(End::Left)))
}

/// The player's best sum, on the player's turn, against the greedy dog.
struct Dog<const LEFT_ON_TIES: bool>;

impl<const LEFT_ON_TIES: bool> Dog<LEFT_ON_TIES> {
    /// The player's sum after the dog's move in a stretch with these ends.
    #[inline(always)]
    fn reply<T: Number>(first: T, last: T, left_taken: T, right_taken: T) -> T {
        if LEFT_ON_TIES {
            first.if_less(last, right_taken, left_taken)
        } else {
            last.if_less(first, left_taken, right_taken)
        }
    }

    /// How many cards later the stretch starts that the dog leaves of one with these ends.
    fn skip<T: Ord>(first: T, last: T) -> usize {
        usize::from(if LEFT_ON_TIES { first >= last } else { first > last })
    }
}

impl<T: Number, const LEFT_ON_TIES: bool> Programme<T> for Dog<LEFT_ON_TIES> {
    const STEP: usize = 2;

    // Inlined into its caller it takes more instructions.
    #[inline(never)]
    fn raise(&self, cards: &[T], length: usize, level: &mut [T], count: usize) {
        // First the dog's turn in the stretches one card shorter, then the player's.
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

    fn choose(&self, stretch: &[T], below: &[T]) -> (End, usize) {
        let length = stretch.len();
        let after_left = 1 + Self::skip(stretch[1], stretch[length - 1]);
        let after_right = Self::skip(stretch[0], stretch[length - 2]);
        if stretch[0] + below[after_left] >= stretch[length - 1] + below[after_right] {
            (End::Left, after_left)
        } else {
            (End::Right, after_right)
        }
    }
}

/// The ends taken by both sides if both are perfect.
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
    let programme = Perfect { players_turn, ties };
    best_line(&programme, numbers, 0, &vec![T::default(); numbers.len() + 1], monitor)
}

/// The margin of the side to move when both are perfect.
struct Perfect {
    /// The remainder by 2 of the number of cards left when it is the player's turn.
    players_turn: usize,
    /// The end that the opponent takes if both are worth the same.
    ties: End,
}

impl<T: Number> Programme<T> for Perfect {
    const STEP: usize = 1;

    fn raise(&self, cards: &[T], length: usize, level: &mut [T], count: usize) {
        let starts = &cards[..count];
        let ends = &cards[length - 1..length - 1 + count];
        let level = &mut level[..count + 1];
        for start in 0..count {
            // The difference of two margins, unlike that of two sums, may not fit: no `larger`.
            level[start] = (starts[start] - level[start + 1]).max(ends[start] - level[start]);
        }
    }

    fn choose(&self, stretch: &[T], below: &[T]) -> (End, usize) {
        let length = stretch.len();
        let equal = if length % 2 == self.players_turn { End::Left } else { self.ties };
        let end = match (stretch[0] - below[1]).cmp(&(stretch[length - 1] - below[0])) {
            Ordering::Less => End::Right,
            Ordering::Equal => equal,
            Ordering::Greater => End::Left,
        };
        (end, usize::from(end == End::Left))
    }
}
