//! The ranks of a hand, and its cards by suit.

use super::super::hand::Hand;

/// The ranks of the cards of a hand, lowest first. Sets of its cards are masks, as in
/// [`Mask`](super::super::Mask).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Ranks([u8; 5]);

impl Ranks {
    /// The ranks of a sorted hand.
    pub fn of(hand: Hand) -> Self {
        Self(hand.cards().map(|card| card.rank().number()))
    }

    /// The ranks of some of the cards, lowest first.
    pub fn chosen(self, cards: usize) -> Vec<u8> {
        let positions = (0..).zip(self.0).filter(|(position, _)| cards >> position & 1 == 1);
        positions.map(|(_, rank)| rank).collect()
    }

    /// The ranks of some of the cards as bits.
    pub fn set(self, cards: usize) -> u16 {
        (0..)
            .zip(self.0)
            .fold(0, |set, (position, rank)| set | ((cards >> position & 1) as u16) << rank)
    }

    /// The cards whose ranks are in a bit set.
    pub fn within(self, set: u16) -> usize {
        (0..)
            .zip(self.0)
            .fold(0, |cards, (position, rank)| cards | usize::from(set >> rank & 1) << position)
    }

    /// Whether all of these cards have different ranks, so that they can be of one suit.
    pub fn are_distinct(self, cards: usize) -> bool {
        self.set(cards).count_ones() == cards.count_ones()
    }

    /// The number of cards of a rank in the hand.
    pub fn count(self, rank: u8) -> i64 {
        self.0.iter().filter(|&&other| other == rank).count() as i64
    }
}

/// The cards of each suit.
pub(super) fn suits_of(hand: Hand) -> [usize; 4] {
    let mut suits = [0; 4];
    for (position, card) in hand.cards().iter().enumerate() {
        suits[usize::from(card.suit().number())] |= 1 << position;
    }
    suits
}
