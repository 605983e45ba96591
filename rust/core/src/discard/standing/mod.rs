//! Every hand against an opponent who stands pat: all 32 discards of all hands, exactly.
//!
//! A hand H of which K is kept meets every pair of a final hand f with f ∩ H = K and a hand o of the
//! opponent that has no card of f or H. Asking [`against_pat`](super::against_pat) hand by hand would
//! take hours; here the hands share their sums.
//!
//! # Counting
//!
//! *Sets within the hand.* Let V(A, T) be the sum over all pairs of hands f ⊇ A and o ⊇ T without a
//! common card of 1 where f is the stronger, −1 where o is and 0 for a tie. By inclusion and exclusion
//! the *balance* of a discard, its wins less its losses, is the sum of
//! (−1)^(|A| − |K| + |T|) V(A, T) over all A with K ⊆ A ⊆ H and all T ⊆ H ∖ A. Exchanging the two
//! sides changes the sign: V(A, T) = −V(T, A), and as A and T have at most five cards together, one of
//! them has at most two.
//!
//! *By ranks.* If there were no flushes, V would depend on nothing but the ranks of A and T, and
//! these are few. It is summed up from the hands down to the sets, for every f alone over the hands
//! around each T, then for every T over the hands around each A: the sums around all sets with one card
//! more have every hand as often as there are cards missing ([`multisets`]).
//!
//! *Flushes.* Let r be the strength of a hand as if its suits were mixed, s the real one and σ the sign
//! of a difference. For all f and o
//!
//! σ(s(f), s(o)) = σ(r(f), r(o)) + \[f is a flush\] (σ(s(f), r(o)) − σ(r(f), r(o)))
//! + \[o is a flush\] (σ(r(f), s(o)) − σ(r(f), r(o))) + \[both are\] (σ(s(f), s(o)) + σ(r(f), r(o))):
//!
//! a flush beats all that a flush counted by its ranks can be, so for two of them σ(s(f), r(o)) = 1
//! and σ(r(f), s(o)) = −1. The second and the third term take a sum over the 1,287 flushes of each suit
//! and hands by ranks alone, and depend on the ranks of H and on which of its cards are of that suit;
//! the last one on the cards of two suits ([`balance`]).
//!
//! Ties are counted in the same three parts ([`ties`]). Then wins = (pairs + balance − ties) / 2.
//!
//! # Bounds
//!
//! A balance is at most the number of pairs in size, which is at most C(52, 5) C(47, 5) < 4 × 10¹² for
//! any A and T. The sums for one f (at most 2 C(47, 5) < 3.1 × 10⁶ in size, and five times that before
//! the division) fit 32 bits, and so do the sums over two flushes (at most 2 × 1,287² in size). Sums
//! over flushes and hands, and over f, fit 64 bits, also those of all 243 pairs A, T together.

mod balance;
mod flushes;
mod inclusion;
mod multisets;
mod ranks;
mod strategy;
mod ties;

use rayon::prelude::*;

use super::canonical::{CanonicalHand, canonical_hands};
use super::mask::{DRAWS, Mask, WEIGHTS_BY_MASK};
use super::outcome::Outcome;
use super::showdown::{DRAWS_LEFT, Showdown};
use super::solve::{Solution, Sums};
use super::subsets::{by_outcome, places};
use super::valuation::Choice;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use balance::{Balances, BalancesOfRanks};
use ranks::{Ranks, suits_of};
use ties::{Ties, TiesOfRanks};

pub use strategy::StandingStrategy;

/// Hands between two looks at the monitor.
const CHUNK: usize = 512;

/// The least common multiple of all C(42, k), what an opponent leaves to draw from.
const COMMON_LEFT: u64 = 8_506_680;

/// All pairs of a draw and a hand of the opponent, by discard mask: C(47, 5) × C(42, k).
const TOTALS: [i64; Mask::COUNT] = {
    let mut totals = [0; Mask::COUNT];
    let mut mask = 0;
    while mask < Mask::COUNT {
        totals[mask] = DRAWS[5] as i64 * DRAWS_LEFT[mask.count_ones() as usize] as i64;
        mask += 1;
    }
    totals
};

/// What a number of pairs is multiplied by to stand over [`Standing::PAIRS`], by discard mask.
const WEIGHTS: [i64; Mask::COUNT] = {
    let mut weights = [0; Mask::COUNT];
    let mut mask = 0;
    while mask < Mask::COUNT {
        assert!(Standing::PAIRS as i64 % TOTALS[mask] == 0);
        weights[mask] = Standing::PAIRS as i64 / TOTALS[mask];
        mask += 1;
    }
    weights
};

/// How often each discard of every hand wins and ties against an opponent who holds any five of the
/// 47 unseen cards and stands pat.
#[derive(Clone, Debug)]
pub struct Standing {
    hands: Vec<CanonicalHand>,
    /// Wins less losses, and ties, by hand and discard mask.
    counts: Vec<[[i64; Mask::COUNT]; 2]>,
}

/// What a strategy comes to over all hands, each as often as it comes up: numbers of pairs over
/// [`Standing::PAIRS`] for each of the 2,598,960 hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StandingResult {
    /// Pairs that win.
    pub wins: u128,
    /// Pairs that tie.
    pub ties: u128,
    /// How many of the 2,598,960 hands are discarded from at a loss.
    pub mistakes: u32,
}

impl Standing {
    /// What the pairs of all discards are put over: C(47, 5) hands of the opponent times the least
    /// common multiple of the numbers of draws they leave.
    pub const PAIRS: u64 = DRAWS[5] as u64 * COMMON_LEFT;

    /// Count for every hand, in parallel.
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop.
    ///
    /// ```
    /// use cardcore::discard::{Standing, against_pat};
    /// use cardcore::monitor::Monitor;
    ///
    /// let standing = Standing::new(&Monitor::new())?;
    /// let hand = standing.hands()[77_777].hand;
    /// assert_eq!(standing.showdown(77_777), Some(against_pat(hand, &Monitor::new())?));
    /// # Ok::<(), cardcore::monitor::Stopped>(())
    /// ```
    pub fn new(monitor: &Monitor) -> Result<Self, Stopped> {
        let hands = canonical_hands();
        monitor.expect(Balances::STEPS + hands.len() as u64);
        let (balances, ties) = (Balances::new(monitor)?, Ties::new());
        let mut counts = vec![[[0; Mask::COUNT]; 2]; hands.len()];
        parallel::sum(
            hands.par_chunks(CHUNK).zip(counts.par_chunks_mut(CHUNK)),
            || (),
            |(), (hands, counts)| {
                let mut counts = counts.iter_mut();
                for hands in
                    hands.chunk_by(|left, right| Ranks::of(left.hand) == Ranks::of(right.hand))
                {
                    let Some(first) = hands.first() else { continue };
                    let ranks = Ranks::of(first.hand);
                    let balances = BalancesOfRanks::new(&balances, ranks);
                    let ties = TiesOfRanks::new(&ties, ranks);
                    for (hand, counts) in hands.iter().zip(counts.by_ref()) {
                        let suits = suits_of(hand.hand);
                        *counts = [balances.by_kept(suits), ties.by_kept(suits)]
                            .map(|by_kept| std::array::from_fn(|discard| by_kept[31 & !discard]));
                    }
                }
                monitor.advance(hands.len() as u64)
            },
            |(), ()| (),
        )?;
        Ok(Self { hands, counts })
    }

    /// The hands, in the order of [`canonical_hands`].
    #[must_use]
    pub fn hands(&self) -> &[CanonicalHand] {
        &self.hands
    }

    /// How often the discards of a hand win and tie, by its number among the [`hands`](Self::hands).
    #[must_use]
    pub fn showdown(&self, hand: usize) -> Option<Showdown> {
        let [balances, ties] = self.counts.get(hand)?;
        Some(Showdown {
            totals: TOTALS.map(i64::unsigned_abs),
            wins: std::array::from_fn(|mask| wins(mask, balances, ties)),
            ties: ties.map(i64::unsigned_abs),
        })
    }

    /// The best discards of all hands.
    #[must_use]
    pub fn strategy(&self) -> StandingStrategy {
        let best = self.counts.iter().map(|[balances, _]| Choice::best_of(&values(balances)));
        StandingStrategy::new(self.hands.iter().map(|hand| hand.hand).zip(best))
    }

    /// The whole game: the best discard of every hand, with values over
    /// [`StandingStrategy::denominator`], and what comes of it.
    #[must_use]
    pub fn solve(&self) -> Solution {
        let choices = self.strategy().choices().to_vec();
        let mut sums = Sums::new(Outcome::COUNT);
        for (hand, choice) in self.hands.iter().zip(&choices) {
            sums.add(hand.weight, *choice);
            let times = i64::from(hand.weight) * WEIGHTS_BY_MASK[choice.discard.index()];
            let (places, times) = (places(hand.hand.cards()), times.unsigned_abs());
            by_outcome().add_one_exactly(&places, choice.discard, times, &mut sums.outcomes);
        }
        sums.into_solution(self.hands.clone(), choices)
    }

    /// What comes of a strategy: a discard for each of the [`hands`](Self::hands).
    #[must_use]
    pub fn result(&self, discards: impl IntoIterator<Item = Mask>) -> StandingResult {
        let mut result = StandingResult::default();
        for ((hand, [balances, ties]), discard) in self.hands.iter().zip(&self.counts).zip(discards)
        {
            let mask = discard.index();
            let times = u128::from(hand.weight) * u128::from(WEIGHTS[mask].unsigned_abs());
            result.wins += times * u128::from(wins(mask, balances, ties));
            result.ties += times * u128::from(ties[mask].unsigned_abs());
            let values = values(balances);
            if values.iter().any(|&value| value > values[mask]) {
                result.mistakes += u32::from(hand.weight);
            }
        }
        result
    }
}

/// The wins of a discard.
fn wins(mask: usize, balances: &[i64; Mask::COUNT], ties: &[i64; Mask::COUNT]) -> u64 {
    ((TOTALS[mask] + balances[mask] - ties[mask]) / 2).unsigned_abs()
}

/// The equities of all discards of a hand over twice [`Standing::PAIRS`], from their balances: at most
/// 2.7 × 10¹³ each.
fn values(balances: &[i64; Mask::COUNT]) -> [i64; Mask::COUNT] {
    std::array::from_fn(|mask| (TOTALS[mask] + balances[mask]) * WEIGHTS[mask])
}
