use rayon::prelude::*;

use super::canonical::{CanonicalHand, canonical_hands};
use super::mask::{COMMON_DRAWS, Mask, WEIGHTS};
use super::objective::{Choice, Valuation};
use super::outcome::Outcome;
use super::subsets::{by_outcome, places};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// How many five-card hands there are.
pub const HANDS: u32 = 2_598_960;

/// Hands between two looks at the monitor.
const CHUNK: usize = 2_048;

/// The whole game: the best discard of every hand, and what comes of it.
#[derive(Clone, Debug)]
pub struct Solution {
    /// One hand for all that differ in the names of their suits.
    pub hands: Vec<CanonicalHand>,
    /// The best discard of each hand and its value over the valuation's denominator.
    pub choices: Vec<Choice>,
    /// The sum of all values, each counted as often as its hand comes up: the mean value is this
    /// over [`HANDS`] times the valuation's denominator.
    pub total: i128,
    /// The sum of the squares of all values, which tells how much of the variance comes with the deal.
    pub squares: Squares,
    /// How often each [`Outcome`] comes up in the end, over [`Solution::outcomes_in_all`].
    pub outcomes: [u64; Outcome::COUNT],
}

impl Solution {
    /// What [`Solution::outcomes`] add up to: all hands, each with the common number of draws.
    #[must_use]
    pub const fn outcomes_in_all() -> u64 {
        HANDS as u64 * COMMON_DRAWS as u64
    }
}

/// A sum of squares of 64-bit numbers, which may need more than 128 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares {
    /// The sum of what is above the lower 64 bits of each square.
    high: u128,
    /// The sum of the lower 64 bits.
    low: u128,
}

impl Squares {
    /// Add the square of a number so many times.
    pub fn add(&mut self, times: u64, number: i64) {
        let magnitude = u128::from(number.unsigned_abs());
        let square = magnitude * magnitude;
        self.high += u128::from(times) * (square >> 64);
        self.low += u128::from(times) * (square & u128::from(u64::MAX));
    }

    /// Add another sum.
    pub fn join(&mut self, other: Self) {
        self.high += other.high;
        self.low += other.low;
    }

    /// Two numbers: the sum is 2⁶⁴ times the first plus the second.
    #[must_use]
    pub const fn parts(self) -> (u128, u128) {
        (self.high, self.low)
    }
}

/// Find the best discard of each of the 134,459 hands, in parallel, and add up what they bring.
/// Exact: everything is an integer.
///
/// # Errors
///
/// When the monitor asks to stop.
///
/// ```
/// use cardcore::discard::{HANDS, Objective, Valuation, solve};
/// use cardcore::monitor::Monitor;
///
/// let valuation = Valuation::new("jacks-or-better-9-6".parse::<Objective>()?);
/// let solution = solve(&valuation, &Monitor::new())?;
/// let hands_and_draws = i128::from(HANDS) * i128::from(valuation.denominator());
/// assert_eq!(solution.total * 1_661_102_543_100, 1_653_526_326_983 * hands_and_draws);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(valuation: &Valuation, monitor: &Monitor) -> Result<Solution, Stopped> {
    let hands = canonical_hands();
    monitor.expect(hands.len() as u64);
    let mut choices = vec![Choice { discard: Mask::NONE, value: 0 }; hands.len()];
    let Sums { total, squares, outcomes } = parallel::sum(
        hands.par_chunks(CHUNK).zip(choices.par_chunks_mut(CHUNK)),
        Sums::default,
        |mut sums, (hands, choices)| {
            for (hand, choice) in hands.iter().zip(choices) {
                *choice = valuation.best(hand.hand);
                sums.add(hand, choice);
            }
            monitor.advance(hands.len() as u64)?;
            Ok(sums)
        },
        |mut left, right| {
            left.total += right.total;
            left.squares.join(right.squares);
            for (left, right) in left.outcomes.iter_mut().zip(right.outcomes) {
                *left += right;
            }
            left
        },
    )?;
    Ok(Solution { hands, choices, total, squares, outcomes })
}

/// What hands bring together.
#[derive(Default)]
pub(super) struct Sums {
    pub total: i128,
    pub squares: Squares,
    pub outcomes: [u64; Outcome::COUNT],
}

impl Sums {
    /// Add what a hand brings, as often as it comes up.
    pub fn add(&mut self, hand: &CanonicalHand, choice: &Choice) {
        self.total += i128::from(hand.weight) * i128::from(choice.value);
        self.squares.add(hand.weight.into(), choice.value);
        let weight = u64::from(hand.weight) * u64::from(WEIGHTS[choice.discard.len()]);
        let places = places(hand.hand.cards());
        let draws = by_outcome().keep_one_exactly(&places, choice.discard.index());
        for (sum, draws) in self.outcomes.iter_mut().zip(draws) {
            *sum += weight * u64::from(draws);
        }
    }
}
