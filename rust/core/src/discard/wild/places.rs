//! Where the sets of up to five cards of a hand are in the tables.
//!
//! Where only the rank of a wild card matters, a wild rank is a rank like others whose cards are of
//! every suit at once, and the joker is a fourteenth rank with one card: the tables of the game
//! without wild cards, one rank larger, do. Other wild cards, such as two of the four jacks, tell
//! suits apart. Then every set of up to five cards has a place of its own, 3,187,368 of them at
//! most, in the order of the combinatorial number system.

use super::deck::Deck;
use super::hand::DeckHand;
use crate::combinatorics::binomial;
use crate::discard::subsets::{Steps, place_by, places_by, steps};

/// The ranks of a deck with a joker.
pub(super) const RANKS: usize = 14;

/// The rank of the joker.
pub(super) const JOKER: usize = 13;

static STEPS: Steps = steps(RANKS);

/// How the sets of a deck are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbering {
    /// By ranks and whether the cards that are not wild are of one suit; with the wild ranks.
    Ranks(u16),
    /// By cards.
    Cards,
}

/// The places of a hand's kept cards by ranks, by discard mask.
#[inline]
pub(super) fn places_by_rank(hand: DeckHand, wild_ranks: u16) -> [u16; 32] {
    places_by(&STEPS, hand.numbers(), |number| {
        let all = (wild_ranks >> (number >> 2) & 1) * 0b1111;
        1 << (number & 3) | all
    })
}

/// The place of the sets with these ranks, lowest first, whose natural cards are of one suit or not.
pub(super) fn place_of_ranks(ranks: &[usize], one_suit: bool) -> usize {
    place_by(&STEPS, ranks, one_suit)
}

/// Where the sets of each size begin.
pub(super) fn start(deck: Deck, size: usize) -> u32 {
    (0..size).map(|size| binomial(deck.len(), size) as u32).sum()
}

/// The places of a hand's kept cards by cards, by discard mask.
pub(super) fn places_by_card(hand: DeckHand, deck: Deck) -> [u32; 32] {
    let mut sorted: [(u8, usize); 5] = [(0, 0); 5];
    for (place, (entry, number)) in sorted.iter_mut().zip(hand.numbers()).enumerate() {
        *entry = (number, place);
    }
    sorted.sort_unstable();
    let mut starts = [0; 6];
    for (size, entry) in starts.iter_mut().enumerate() {
        *entry = start(deck, size);
    }
    let (mut within, mut given, mut places) = ([0_u32; 32], [0_usize; 32], [0_u32; 32]);
    places[31] = 0;
    for kept in 1..32_usize {
        let highest = kept.ilog2() as usize;
        let rest = kept ^ 1 << highest;
        let size = kept.count_ones() as usize;
        let (number, place) = sorted[highest % 5];
        within[kept] = within[rest] + binomial(number.into(), size) as u32;
        given[kept] = given[rest] | 1 << place;
        places[31 ^ given[kept] & 31] = starts[size % 6] + within[kept];
    }
    places
}
