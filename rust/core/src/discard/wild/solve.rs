use rayon::prelude::*;

use super::canonical::{CanonicalDeckHand, canonical_hands};
use super::valuation::WildValuation;
use crate::discard::solve::Squares;
use crate::discard::{Choice, Mask};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// Hands between two looks at the monitor.
const CHUNK: usize = 2_048;

/// The whole of a game with wild cards: the best discard of every hand, and what comes of it.
#[derive(Clone, Debug)]
pub struct WildSolution {
    /// One hand for all that are the same but for what does not matter.
    pub hands: Vec<CanonicalDeckHand>,
    /// The best discard of each hand and its value over the valuation's denominator.
    pub choices: Vec<Choice>,
    /// The sum of all values, each counted as often as its hand comes up: the mean value is this
    /// over the number of hands times the valuation's denominator.
    pub total: i128,
    /// The sum of their squares.
    pub squares: Squares,
    /// How often each line comes up in the end, over the number of hands times the common number
    /// of draws.
    pub outcomes: Vec<u64>,
}

/// Find the best discard of every hand of the deck, in parallel, and add up what they bring. Exact:
/// everything is an integer.
///
/// # Errors
///
/// When the monitor asks to stop.
///
/// ```
/// use cardcore::discard::wild::{WildPaytable, WildValuation, solve_wild};
/// use cardcore::monitor::Monitor;
///
/// let valuation = WildValuation::new("deuces-wild-full-pay".parse::<WildPaytable>()?);
/// let solution = solve_wild(&valuation, &Monitor::new())?;
/// let all = f64::from(valuation.paytable().deck().hands()) * valuation.denominator() as f64;
/// assert!((solution.total as f64 / all - 1.007_619_6).abs() < 5e-8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_wild(valuation: &WildValuation, monitor: &Monitor) -> Result<WildSolution, Stopped> {
    valuation.prepare(monitor)?;
    let deck = valuation.paytable().deck();
    let hands = canonical_hands(deck, monitor)?;
    monitor.expect(hands.len() as u64);
    let lines = valuation.paytable().lines().len();
    let mut choices = vec![Choice { discard: Mask::NONE, value: 0 }; hands.len()];
    let (total, squares, outcomes) = parallel::sum(
        hands.par_chunks(CHUNK).zip(choices.par_chunks_mut(CHUNK)),
        || (0_i128, Squares::default(), vec![0; lines]),
        |mut sums, (hands, choices)| {
            for (canonical, choice) in hands.iter().zip(choices) {
                *choice = valuation.best(canonical.hand, monitor)?;
                sums.0 += i128::from(canonical.weight) * i128::from(choice.value);
                sums.1.add(canonical.weight.into(), choice.value);
                let drawn = deck.common_draws() / deck.draws(choice.discard.len());
                let times = u64::from(canonical.weight) * u64::from(drawn);
                valuation.add_outcomes(canonical.hand, *choice, times, &mut sums.2);
            }
            monitor.advance(hands.len() as u64)?;
            Ok(sums)
        },
        |mut left, right| {
            left.0 += right.0;
            left.1.join(right.1);
            for (left, right) in left.2.iter_mut().zip(right.2) {
                *left += right;
            }
            left
        },
    )?;
    Ok(WildSolution { hands, choices, total, squares, outcomes })
}
