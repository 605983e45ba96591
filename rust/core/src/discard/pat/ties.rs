//! Ties of every discard.
//!
//! Hands tie if they have the same ranks and both or neither are suited. Ties are counted by ranks,
//! as if there were no flushes, and then corrected: a flush does not tie with the offsuit hand of
//! the same ranks, so such pairs are subtracted, for either side. A pair of two flushes, counted
//! once by ranks, is subtracted twice; but it is a tie, so it is added back twice. The sums over
//! flushes need no tables: every rank is either in the flush or not, so they are coefficients of a
//! product.

use super::inclusion_exclusion::{exactly, signed, subsets};
use super::multisets::{MULTISETS, UP_TO_FIVE, UP_TO_FOUR, UP_TO_TWO, number};
use super::ranks::Ranks;
use crate::combinatorics::binomial;

/// Ties by ranks alone: by number of the multiset of the opponent's cards, up to two, and of ours.
pub(super) struct Ties(Vec<Vec<i64>>);

impl Ties {
    pub fn new() -> Self {
        let multisets = &*MULTISETS;
        let around = |theirs: usize| {
            let theirs = &multisets.counts[theirs];
            let mut sums = vec![0; UP_TO_FIVE];
            for (sum, ours) in sums[UP_TO_FOUR..].iter_mut().zip(&multisets.counts[UP_TO_FOUR..]) {
                // The opponent needs as many cards of every rank as we have.
                let ways = ours.iter().zip(theirs).map(|(&ours, &theirs)| {
                    let missing = ours.checked_sub(theirs);
                    missing.map_or(0, |missing| {
                        binomial(4_usize.saturating_sub((ours + theirs).into()), missing.into())
                            as i64
                    })
                });
                *sum = ways.product();
            }
            multisets.sum_up(&mut sums, theirs);
            sums
        };
        Self((0..UP_TO_TWO).map(around).collect())
    }
}

/// The ties of all hands with the same ranks.
pub(super) struct TiesOfRanks {
    ranks: Ranks,
    /// By ranks alone: by cards held.
    mixed: [i64; 32],
    /// The correction for flushes in one suit: by the hand's cards of that suit, and cards held.
    of_suit: [[i64; 32]; 32],
}

impl TiesOfRanks {
    pub fn new(ties: &Ties, ranks: Ranks) -> Self {
        let multisets: [usize; 32] = std::array::from_fn(|cards| number(&ranks.chosen(cards)));
        let mut mixed = std::array::from_fn(|ours| {
            let around = |theirs: usize| {
                let (ours, theirs) = (multisets[ours], multisets[theirs]);
                let (fewer, more) = (ours.min(theirs), ours.max(theirs));
                ties.0[fewer][more]
            };
            subsets(31 & !ours).map(|theirs| signed(around(theirs), theirs)).sum()
        });
        exactly(&mut mixed, 31);

        let further: [[i64; 6]; 32] = std::array::from_fn(|cards| further_ranks(ranks, cards));
        let mut of_suit = [[0; 32]; 32];
        for (suit, by_kept) in of_suit.iter_mut().enumerate() {
            if !ranks.are_distinct(suit) {
                continue;
            }
            for (kept, taken) in by_kept.iter_mut().enumerate() {
                let rest = further[suit | kept][5 - kept.count_ones() as usize];
                // Our flush has no other cards of the suit from our original hand.
                if kept & !suit == 0 {
                    let with_kept =
                        ranks.chosen(kept).into_iter().map(|rank| 4 - ranks.count(rank));
                    *taken += rest * with_kept.product::<i64>();
                }
                // Theirs has no cards of the suit from our original hand, and the ranks of our
                // hold.
                if ranks.are_distinct(kept) && ranks.set(kept) & ranks.set(suit) == 0 {
                    *taken += rest;
                }
            }
        }
        Self { ranks, mixed, of_suit }
    }

    /// The ties by cards held, given the cards of each suit.
    pub fn by_kept(&self, suits: [usize; 4]) -> [i64; 32] {
        let mut by_kept = self.mixed;
        for (position, suit) in suits.into_iter().enumerate() {
            for (sum, taken) in by_kept.iter_mut().zip(&self.of_suit[suit]) {
                *sum -= taken;
            }
            for (_, other) in suits.into_iter().enumerate().filter(|&(other, _)| other != position)
            {
                let theirs = self.ranks.set(other);
                let seen = (self.ranks.set(suit) | theirs).count_ones() as usize;
                for kept in subsets(suit).filter(|&kept| self.ranks.set(kept) & theirs == 0) {
                    let ways = binomial(13 - seen, 5 - kept.count_ones() as usize);
                    by_kept[kept] += 2 * ways as i64;
                }
            }
        }
        by_kept
    }
}

/// Sums over all combinations of further ranks for a flush, none of those of these cards: the
/// number of ways the other side can have the same ranks, with one card of each that is neither in
/// our hand nor in the flush.
fn further_ranks(ranks: Ranks, cards: usize) -> [i64; 6] {
    let settled = ranks.set(cards);
    let mut ways = [1, 0, 0, 0, 0, 0];
    for rank in (0..13).filter(|rank| settled >> rank & 1 == 0) {
        let left = 3 - ranks.count(rank);
        for chosen in (1..6).rev() {
            ways[chosen] += left * ways[chosen - 1];
        }
    }
    ways
}
