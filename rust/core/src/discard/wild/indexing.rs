//! The table indices of the sets of up to five cards of a hand.
//!
//! Where only the rank of a wild card matters, a wild rank is treated as a rank whose cards are of
//! every suit at once, and the joker as a fourteenth rank with one card: the tables of the game
//! without wild cards, extended by one rank, apply. With other wild cards, such as two of the four
//! jacks, suits matter. Then every set of up to five cards has its own index, at most 3,187,368 of
//! them, in the combinatorial number system.

use super::deck::Deck;
use super::hand::DeckHand;
use crate::combinatorics::binomial;
use crate::discard::subsets::{Steps, steps, subset_index_by, subset_indices_by};

/// The number of ranks of a deck with a joker.
pub(super) const RANKS: usize = 14;

/// The rank of the joker.
pub(super) const JOKER: usize = 13;

static STEPS: Steps = steps(RANKS);

/// How the sets of a deck are indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbering {
    /// By ranks and whether the natural cards are suited; with the wild ranks.
    Ranks(u16),
    /// By cards.
    Cards,
}

/// The indices of a hand's holds by ranks, by discard mask.
#[inline]
pub(super) fn indices_by_rank(hand: DeckHand, wild_ranks: u16) -> [u16; 32] {
    subset_indices_by(&STEPS, hand.numbers(), |number| {
        let all = (wild_ranks >> (number >> 2) & 1) * 0b1111;
        1 << (number & 3) | all
    })
}

/// The index of the sets with these ranks, lowest first, with suited natural cards or not.
pub(super) fn index_of_ranks(ranks: &[usize], one_suit: bool) -> usize {
    subset_index_by(&STEPS, ranks, one_suit)
}

/// The first index of each size.
pub(super) fn start(deck: Deck, size: usize) -> u32 {
    (0..size).map(|size| binomial(deck.len(), size) as u32).sum()
}

/// The indices of a hand's holds by cards, by discard mask.
pub(super) fn indices_by_card(hand: DeckHand, deck: Deck) -> [u32; 32] {
    let mut sorted: [(u8, usize); 5] = [(0, 0); 5];
    for (index, (entry, number)) in sorted.iter_mut().zip(hand.numbers()).enumerate() {
        *entry = (number, index);
    }
    sorted.sort_unstable();
    let mut starts = [0; 6];
    for (size, entry) in starts.iter_mut().enumerate() {
        *entry = start(deck, size);
    }
    let (mut within, mut given, mut indices) = ([0_u32; 32], [0_usize; 32], [0_u32; 32]);
    indices[31] = 0;
    for kept in 1..32_usize {
        let highest = kept.ilog2() as usize;
        let rest = kept ^ 1 << highest;
        let size = kept.count_ones() as usize;
        let (number, index) = sorted[highest % 5];
        within[kept] = within[rest] + binomial(number.into(), size) as u32;
        given[kept] = given[rest] | 1 << index;
        indices[31 ^ given[kept] & 31] = starts[size % 6] + within[kept];
    }
    indices
}
