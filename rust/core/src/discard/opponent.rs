//! The chance to win against an opponent who draws too: by sampling.

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

/// Samples that share a stream of random numbers.
const BLOCK: u64 = 4_096;

/// How often each of the 32 discards wins and ties in `samples` random deals against an opponent
/// who holds any five of the 47 unseen cards and discards as `valuation` says.
///
/// All discards meet the same deals, so their differences are known better than each of them.
/// The same seed gives the same counts on any number of threads.
///
/// # Errors
///
/// When the monitor asks to stop.
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

/// Deal once, and see how each discard does.
fn deal(
    hand: Hand,
    valuation: &NaturalValuation,
    deck: &mut [Card],
    random: &mut Random,
    counts: &mut [[u64; Mask::COUNT]; 2],
) {
    // Fifteen cards at random: the opponent's five, five for them to draw, five for us.
    let length = deck.len();
    for place in 0..15 {
        deck.swap(place, place + random.below((length - place) as u32) as usize);
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

/// The hand after the discard, the discarded cards replaced by the first of those drawn.
fn exchange(mut cards: [Card; 5], discard: Mask, drawn: &[Card]) -> [Card; 5] {
    let places = (0..5).filter(|&place| discard.contains(place));
    for (place, &card) in places.zip(drawn) {
        cards[place] = card;
    }
    cards
}

/// The 95% interval around a sampled equity: Wilson's score interval, which is honest near 0 and
/// 1 too. It takes the variance of a win-or-loss result, which ties can only lower.
#[must_use]
pub fn interval(equity: f64, samples: u64) -> (f64, f64) {
    let samples = samples as f64;
    let square = QUANTILE * QUANTILE;
    let centre = (equity + square / (2.0 * samples)) / (1.0 + square / samples);
    let spread = (equity * (1.0 - equity) / samples + square / (4.0 * samples * samples)).sqrt();
    let spread = QUANTILE / (1.0 + square / samples) * spread;
    ((centre - spread).max(0.0), (centre + spread).min(1.0))
}
