//! Showdown equity against an opponent who also draws, by Monte Carlo sampling.

use rayon::prelude::*;

use super::hand::Hand;
use super::mask::Mask;
use super::natural::NaturalValuation;
use super::showdown::Showdown;
use crate::cards::Card;
use crate::confidence::QUANTILE;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::poker::evaluate::Evaluator;
use crate::random::Random;

/// Samples per random stream.
const BLOCK: u64 = 4_096;

/// How often each of the 32 discards wins and ties in `samples` random deals against an opponent
/// who holds any five of the 47 unseen cards and discards by `valuation`.
///
/// All discards face the same deals, so their differences are more precise than each of them. The
/// same seed gives the same counts on any number of threads.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::discard::{Hand, Mask, NaturalValuation, Objective, against_drawer};
/// use cardcore::monitor::Monitor;
///
/// let opponent = NaturalValuation::new(Objective::Class);
/// let hand = Hand::of(&parse_cards("As Ks Qs Js Ts")?)?;
/// let showdown = against_drawer(hand, &opponent, 200, 1, &Monitor::new())?;
/// assert!(showdown.equity(Mask::NONE) > 0.99);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the monitor stops it.
pub fn against_drawer(
    hand: Hand,
    valuation: &NaturalValuation,
    samples: u64,
    seed: u64,
    monitor: &Monitor,
) -> Result<Showdown, Stopped> {
    let unseen: Vec<Card> = (!hand.set()).iter().collect();
    monitor.expect(samples);
    let blocks = usize::try_from(samples.div_ceil(BLOCK)).unwrap_or(usize::MAX);
    let [wins, ties] = parallel::sum(
        (0..blocks).into_par_iter(),
        || [[0; Mask::COUNT]; 2],
        |mut counts, block| {
            let block = block as u64;
            let mut random = Random::stream(seed, block);
            let mut deck = unseen.clone();
            let size = BLOCK.min(samples - block * BLOCK);
            for _ in 0..size {
                deal(hand, valuation, &mut deck, &mut random, &mut counts);
            }
            monitor.advance(size)?;
            Ok(counts)
        },
        |mut left, right| {
            for (left, right) in left.as_flattened_mut().iter_mut().zip(right.as_flattened()) {
                *left += right;
            }
            left
        },
    )?;
    Ok(Showdown { totals: [samples; Mask::COUNT], wins, ties })
}

/// Deal once and evaluate each discard.
fn deal(
    hand: Hand,
    valuation: &NaturalValuation,
    deck: &mut [Card],
    random: &mut Random,
    counts: &mut [[u64; Mask::COUNT]; 2],
) {
    // Fifteen random cards: the opponent's five, five for the opponent's draw, five for ours.
    let length = deck.len();
    for position in 0..15 {
        deck.swap(position, position + random.below((length - position) as u32) as usize);
    }
    let evaluator = Evaluator::new();
    let Ok(held) = Hand::of(&deck[..5]) else { return };
    let theirs = exchange(held.cards(), valuation.best(held).discard, &deck[5..10]);
    let theirs = evaluator.strength_of_cards(theirs);
    for discard in Mask::all() {
        let ours = evaluator.strength_of_cards(exchange(hand.cards(), discard, &deck[10..15]));
        counts[0][discard.index()] += u64::from(ours > theirs);
        counts[1][discard.index()] += u64::from(ours == theirs);
    }
}

/// The hand after the discard: the discarded cards replaced by the first cards drawn.
fn exchange(mut cards: [Card; 5], discard: Mask, drawn: &[Card]) -> [Card; 5] {
    let positions = (0..5).filter(|&position| discard.contains(position));
    for (position, &card) in positions.zip(drawn) {
        cards[position] = card;
    }
    cards
}

/// The 95% Wilson score interval of a sampled equity, which is also valid near 0 and 1. It uses the
/// variance of a win-or-loss result, which ties can only lower.
///
/// ```
/// // Wilson's interval stays between 0 and 1.
/// let (low, high) = cardcore::discard::interval(1.0, 100);
/// assert!(low > 0.96 && high == 1.0);
/// ```
#[must_use]
pub fn interval(equity: f64, samples: u64) -> (f64, f64) {
    let samples = samples as f64;
    let square = QUANTILE * QUANTILE;
    let center = (equity + square / (2.0 * samples)) / (1.0 + square / samples);
    let spread = (equity * (1.0 - equity) / samples + square / (4.0 * samples * samples)).sqrt();
    let spread = QUANTILE / (1.0 + square / samples) * spread;
    ((center - spread).max(0.0), (center + spread).min(1.0))
}
