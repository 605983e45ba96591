use rayon::prelude::*;

use super::canonical::CanonicalHand;
use super::mask::Mask;
use super::valuation::{Choice, Valuation};
#[cfg(doc)]
use super::wild::Deck;
use crate::cards::Card;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// The number of five-card hands without a joker.
pub const HANDS: u32 = 2_598_960;

/// Hands between two checks of the monitor.
const CHUNK: usize = 2_048;

/// The solution of the whole game: the best discard of every hand, and the results.
#[derive(Clone, Debug)]
pub struct Solution<C = Card> {
    /// One canonical hand per equivalence class.
    pub hands: Vec<CanonicalHand<C>>,
    /// The best discard of each hand, with its EV over the valuation's denominator.
    pub choices: Vec<Choice>,
    /// The sum of all EVs weighted by the number of hands: the return is this over the number of
    /// hands times the valuation's denominator.
    pub total: i128,
    /// The sum of the squared EVs, the variance due to the deal.
    pub squares: Squares,
    /// How often each outcome occurs as the final hand. They add up to [`Deck::hands`] times
    /// [`Deck::common_draws`].
    pub outcomes: Vec<u64>,
}

/// A sum of squares of 64-bit numbers, which may exceed 128 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares {
    /// The sum of the parts above the lower 64 bits of each square.
    high: u128,
    /// The sum of the lower 64 bits.
    low: u128,
}

impl Squares {
    /// Add the square of a number, `times` times.
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

/// Find the best discard of every hand of the deck, in parallel, and the totals. Exact: all
/// arithmetic is in integers.
///
/// # Errors
///
/// If the monitor stops it.
///
/// ```
/// use cardcore::discard::{HANDS, NaturalValuation, Objective, Valuation, solve};
/// use cardcore::monitor::Monitor;
///
/// let valuation = NaturalValuation::new("jacks-or-better-9-6".parse::<Objective>()?);
/// let solution = solve(&valuation, &Monitor::new())?;
/// let hands_and_draws = i128::from(HANDS) * i128::from(valuation.denominator());
/// assert_eq!(solution.total * 1_661_102_543_100, 1_653_526_326_983 * hands_and_draws);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With wild cards:
///
/// ```
/// use cardcore::discard::wild::{WildPaytable, WildValuation};
/// use cardcore::discard::{Valuation, solve};
/// use cardcore::monitor::Monitor;
///
/// let valuation = WildValuation::new("deuces-wild-full-pay".parse::<WildPaytable>()?);
/// let solution = solve(&valuation, &Monitor::new())?;
/// let all = f64::from(valuation.deck().hands()) * valuation.denominator() as f64;
/// assert!((solution.total as f64 / all - 1.007_619_6).abs() < 5e-8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve<V: Valuation>(valuation: &V, monitor: &Monitor) -> Result<Solution<V::Card>, Stopped> {
    let tables = valuation.tables(monitor)?;
    let hands = valuation.canonical_hands(monitor)?;
    monitor.expect(hands.len() as u64);
    let mut choices = vec![Choice { discard: Mask::NONE, value: 0 }; hands.len()];
    let (sums, tally) = parallel::sum(
        hands.par_chunks(CHUNK).zip(choices.par_chunks_mut(CHUNK)),
        || (Sums::new(0), valuation.tally(tables)),
        |(mut sums, mut tally), (hands, choices)| {
            valuation.best_tallied(tables, hands, choices, &mut tally);
            for (hand, choice) in hands.iter().zip(choices) {
                sums.add(hand.weight, *choice);
            }
            monitor.advance(hands.len() as u64)?;
            Ok((sums, tally))
        },
        |(left, mut tally), (right, other)| {
            tally.join(&other);
            (left.join(right), tally)
        },
    )?;
    let outcomes = valuation.tallied(tables, &tally);
    Ok(Sums { outcomes, ..sums }.into_solution(hands, choices))
}

/// The running totals of a solve.
pub(super) struct Sums {
    total: i128,
    squares: Squares,
    pub outcomes: Vec<u64>,
}

impl Sums {
    /// Empty totals for this many outcomes.
    pub fn new(outcomes: usize) -> Self {
        Self { total: 0, squares: Squares::default(), outcomes: vec![0; outcomes] }
    }

    /// Add the EV of a hand, weighted by its number of isomorphic hands.
    #[inline]
    pub fn add(&mut self, weight: u32, choice: Choice) {
        self.total += i128::from(weight) * i128::from(choice.value);
        self.squares.add(weight.into(), choice.value);
    }

    fn join(mut self, other: Self) -> Self {
        self.total += other.total;
        self.squares.join(other.squares);
        for (sum, other) in self.outcomes.iter_mut().zip(other.outcomes) {
            *sum += other;
        }
        self
    }

    /// The solution with these totals.
    pub fn into_solution<C>(
        self,
        hands: Vec<CanonicalHand<C>>,
        choices: Vec<Choice>,
    ) -> Solution<C> {
        let Self { total, squares, outcomes } = self;
        Solution { hands, choices, total, squares, outcomes }
    }
}
