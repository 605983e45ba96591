//! All 32 discards of all hands against an opponent who stands pat, exactly.
//!
//! A hand H with hold K meets every pair of a final hand f with f ∩ H = K and an opposing hand o
//! disjoint from f and H. Calling [`against_pat`](super::against_pat) for every hand would take
//! hours; here the hands share their sums.
//!
//! # Counting
//!
//! *Sets within the hand.* Let V(A, T) be the sum over all disjoint pairs of hands f ⊇ A and o ⊇ T
//! of 1 if f is stronger, −1 if o is stronger and 0 for a tie. By inclusion–exclusion the *net
//! wins* of a discard, its wins minus its losses, are the sum of (−1)^(|A| − |K| + |T|) V(A, T)
//! over all A with K ⊆ A ⊆ H and all T ⊆ H ∖ A. Exchanging the sides changes the sign: V(A, T) =
//! −V(T, A), and since A and T have at most five cards together, one of them has at most two.
//!
//! *By ranks.* Without flushes, V would depend only on the ranks of A and T, of which there are
//! few. It is summed from hands down to sets: first for every f over the hands containing each T,
//! then for every T over the hands containing each A. The sums over all sets with one more card
//! count every hand as often as there are cards missing ([`multisets`]).
//!
//! *Flushes.* Let r be the strength of a hand as if it were offsuit, s its real strength and σ the
//! sign of a difference. For all f and o
//!
//! σ(s(f), s(o)) = σ(r(f), r(o)) + \[f is a flush\] (σ(s(f), r(o)) − σ(r(f), r(o)))
//! + \[o is a flush\] (σ(r(f), s(o)) − σ(r(f), r(o))) + \[both are\] (σ(s(f), s(o)) + σ(r(f), r(o))):
//!
//! a flush beats everything that a flush counted by ranks alone can be, so for two flushes σ(s(f),
//! r(o)) = 1 and σ(r(f), s(o)) = −1. The second and third terms are sums over the 1,287 flushes of
//! each suit and hands by ranks alone, and depend on the ranks of H and on which of its cards are
//! of that suit; the last term depends on the cards of two suits ([`net_wins`]).
//!
//! Ties are counted in the same three parts ([`ties`]). Then wins = (pairs + net wins − ties) / 2.
//!
//! # Bounds
//!
//! The magnitude of net wins is at most the number of pairs, which is at most C(52, 5) C(47, 5) < 4
//! × 10¹² for any A and T. The sums for one f (magnitude at most 2 C(47, 5) < 3.1 × 10⁶, and five
//! times that before the division) fit 32 bits, and so do the sums over two flushes (magnitude at
//! most 2 × 1,287²). Sums over flushes and hands, and over f, fit 64 bits, also those of all 243
//! pairs A, T together.

mod flushes;
mod inclusion_exclusion;
mod multisets;
mod net_wins;
mod ranks;
mod strategy;
mod ties;

use rayon::prelude::*;

use super::canonical::{CanonicalHand, canonical_hands};
use super::mask::{DRAWS, Mask, WEIGHTS_BY_MASK};
use super::outcome::Outcome;
use super::showdown::{DRAWS_LEFT, Showdown};
use super::solve::{Solution, Sums};
use super::subsets::{by_outcome, subset_indices};
use super::valuation::Choice;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use net_wins::{NetWins, NetWinsOfRanks};
use ranks::{Ranks, suits_of};
use ties::{Ties, TiesOfRanks};

pub use strategy::PatStrategy;

/// Hands between two checks of the monitor.
const CHUNK: usize = 512;

/// The least common multiple of all C(42, k), the draws left by an opposing hand.
const COMMON_LEFT: u64 = 8_506_680;

/// All pairs of a draw and an opposing hand, by discard mask: C(47, 5) × C(42, k).
const TOTALS: [i64; Mask::COUNT] = {
    let mut totals = [0; Mask::COUNT];
    let mut mask = 0;
    while mask < Mask::COUNT {
        totals[mask] = DRAWS[5] as i64 * DRAWS_LEFT[mask.count_ones() as usize] as i64;
        mask += 1;
    }
    totals
};

/// The factor that brings a number of pairs to the denominator [`PatShowdowns::PAIRS`], by discard
/// mask.
const WEIGHTS: [i64; Mask::COUNT] = {
    let mut weights = [0; Mask::COUNT];
    let mut mask = 0;
    while mask < Mask::COUNT {
        assert!(PatShowdowns::PAIRS as i64 % TOTALS[mask] == 0);
        weights[mask] = PatShowdowns::PAIRS as i64 / TOTALS[mask];
        mask += 1;
    }
    weights
};

/// The win and tie counts of each discard of every hand against an opponent who holds any five of
/// the 47 unseen cards and stands pat.
#[derive(Clone, Debug)]
pub struct PatShowdowns {
    hands: Vec<CanonicalHand>,
    /// Net wins and ties, by hand and discard mask.
    counts: Vec<[[i64; Mask::COUNT]; 2]>,
}

/// The result of a strategy over all hands: numbers of pairs over [`PatShowdowns::PAIRS`] for each
/// of the 2,598,960 hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatResult {
    /// Pairs that win.
    pub wins: u128,
    /// Pairs that tie.
    pub ties: u128,
    /// The number of the 2,598,960 hands whose discard is not optimal.
    pub mistakes: u32,
}

impl PatShowdowns {
    /// The common denominator of all discards: C(47, 5) opposing hands times the least common
    /// multiple of the numbers of draws they leave.
    pub const PAIRS: u64 = DRAWS[5] as u64 * COMMON_LEFT;

    /// Count for every hand, in parallel.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    ///
    /// ```
    /// use cardcore::discard::{PatShowdowns, against_pat};
    /// use cardcore::monitor::Monitor;
    ///
    /// let showdowns = PatShowdowns::new(&Monitor::new())?;
    /// let hand = showdowns.hands()[77_777].hand;
    /// assert_eq!(showdowns.showdown(77_777), Some(against_pat(hand, &Monitor::new())?));
    /// # Ok::<(), cardcore::monitor::Stopped>(())
    /// ```
    pub fn new(monitor: &Monitor) -> Result<Self, Stopped> {
        let hands = canonical_hands();
        monitor.expect(NetWins::STEPS + hands.len() as u64);
        let (net_wins, ties) = (NetWins::new(monitor)?, Ties::new());
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
                    let net_wins = NetWinsOfRanks::new(&net_wins, ranks);
                    let ties = TiesOfRanks::new(&ties, ranks);
                    for (hand, counts) in hands.iter().zip(counts.by_ref()) {
                        let suits = suits_of(hand.hand);
                        *counts = [net_wins.by_kept(suits), ties.by_kept(suits)]
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

    /// The showdown counts of a hand, by its number among the [`hands`](Self::hands).
    #[must_use]
    pub fn showdown(&self, hand: usize) -> Option<Showdown> {
        let [net_wins, ties] = self.counts.get(hand)?;
        Some(Showdown {
            totals: TOTALS.map(i64::unsigned_abs),
            wins: std::array::from_fn(|mask| wins(mask, net_wins, ties)),
            ties: ties.map(i64::unsigned_abs),
        })
    }

    /// The best discards of all hands.
    #[must_use]
    pub fn strategy(&self) -> PatStrategy {
        let best = self.counts.iter().map(|[net_wins, _]| Choice::best_of(&values(net_wins)));
        PatStrategy::new(self.hands.iter().map(|hand| hand.hand).zip(best))
    }

    /// The solution of the whole game: the best discard of every hand, with values over
    /// [`PatStrategy::denominator`], and the results.
    #[must_use]
    pub fn solve(&self) -> Solution {
        let choices = self.strategy().choices().to_vec();
        let mut sums = Sums::new(Outcome::COUNT);
        for (hand, choice) in self.hands.iter().zip(&choices) {
            sums.add(hand.weight, *choice);
            let times = i64::from(hand.weight) * WEIGHTS_BY_MASK[choice.discard.index()];
            let (subset_indices, times) = (subset_indices(hand.hand.cards()), times.unsigned_abs());
            by_outcome().add_one_exactly(
                &subset_indices,
                choice.discard,
                times,
                &mut sums.outcomes,
            );
        }
        sums.into_solution(self.hands.clone(), choices)
    }

    /// The result of a strategy: a discard for each of the [`hands`](Self::hands).
    #[must_use]
    pub fn result(&self, discards: impl IntoIterator<Item = Mask>) -> PatResult {
        let mut result = PatResult::default();
        for ((hand, [net_wins, ties]), discard) in self.hands.iter().zip(&self.counts).zip(discards)
        {
            let mask = discard.index();
            let times = u128::from(hand.weight) * u128::from(WEIGHTS[mask].unsigned_abs());
            result.wins += times * u128::from(wins(mask, net_wins, ties));
            result.ties += times * u128::from(ties[mask].unsigned_abs());
            let values = values(net_wins);
            if values.iter().any(|&value| value > values[mask]) {
                result.mistakes += hand.weight;
            }
        }
        result
    }
}

/// The wins of a discard.
fn wins(mask: usize, net_wins: &[i64; Mask::COUNT], ties: &[i64; Mask::COUNT]) -> u64 {
    ((TOTALS[mask] + net_wins[mask] - ties[mask]) / 2).unsigned_abs()
}

/// The equities of all discards of a hand over twice [`PatShowdowns::PAIRS`], from their net wins:
/// at most 2.7 × 10¹³ each.
fn values(net_wins: &[i64; Mask::COUNT]) -> [i64; Mask::COUNT] {
    std::array::from_fn(|mask| (TOTALS[mask] + net_wins[mask]) * WEIGHTS[mask])
}
