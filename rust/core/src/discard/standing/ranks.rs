//! The ranks of a hand, and which of its cards are of one suit.

use super::super::hand::Hand;

/// The ranks of the cards of a hand, lowest first. Sets of its cards are masks, as in
/// [`Mask`](super::super::Mask).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Ranks([u8; 5]);

impl Ranks {
    /// The ranks of a hand that is sorted.
    pub fn of(hand: Hand) -> Self {
        Self(hand.cards().map(|card| card.rank().number()))
    }

    /// The ranks of some of the cards, lowest first.
    pub fn chosen(self, cards: usize) -> Vec<u8> {
        let places = (0..).zip(self.0).filter(|(place, _)| cards >> place & 1 == 1);
        places.map(|(_, rank)| rank).collect()
    }

    /// The ranks of some of the cards as bits.
    pub fn set(self, cards: usize) -> u16 {
        (0..).zip(self.0).fold(0, |set, (place, rank)| set | ((cards >> place & 1) as u16) << rank)
    }

    /// The cards with one of the ranks that are given as bits.
    pub fn within(self, set: u16) -> usize {
        (0..)
            .zip(self.0)
            .fold(0, |cards, (place, rank)| cards | usize::from(set >> rank & 1) << place)
    }

    /// Whether no two of these cards have the same rank, so that they can be of one suit.
    pub fn are_distinct(self, cards: usize) -> bool {
        self.set(cards).count_ones() == cards.count_ones()
    }

    /// How many cards of a rank the hand has.
    pub fn count(self, rank: u8) -> i64 {
        self.0.iter().filter(|&&other| other == rank).count() as i64
    }
}

/// The cards of each suit.
pub(super) fn suits_of(hand: Hand) -> [usize; 4] {
    let mut suits = [0; 4];
    for (place, card) in hand.cards().iter().enumerate() {
        suits[usize::from(card.suit().number())] |= 1 << place;
    }
    suits
}
