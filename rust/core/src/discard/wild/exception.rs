//! Hands that pay by which wild cards they have.

use super::deck::Deck;
use super::hand::DeckHand;
use crate::discard::Mask;

/// A complete hand on another line than its ranks say: a wild card stands for itself in a natural
/// royal flush, or is the ace next to four deuces.
///
/// A discard leads to it only if it discards exactly the cards that are not in it, so for every hand
/// one discard out of 32 is corrected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exception {
    /// The cards, as bits.
    cards: u64,
    /// The line by its ranks.
    pub by_ranks: usize,
    /// Its line.
    pub line: usize,
    /// How much more that pays, in units of the scaled payouts.
    pub difference: i64,
}

impl Exception {
    /// The exceptions of a deck, given the line of a hand by ranks and by cards.
    pub fn all(
        deck: Deck,
        by_ranks: impl Fn(DeckHand) -> usize,
        line: impl Fn(DeckHand) -> usize,
    ) -> Vec<Self> {
        let royals = (0..4).map(|suit| [8, 9, 10, 11, 12].map(|rank: u8| 4 * rank + suit));
        let with_ace = (48..52).map(|ace| [0, 1, 2, 3, ace]);
        let hands = royals.chain(with_ace).filter_map(|numbers| {
            let hand = DeckHand::from_numbers(numbers, deck)?;
            let cards = numbers.iter().fold(0, |cards, number| cards | 1 << number);
            Some(Self { cards, by_ranks: by_ranks(hand), line: line(hand), difference: 0 })
        });
        hands.filter(|hand| hand.by_ranks != hand.line).collect()
    }

    /// The discard that leads from a hand to this one.
    #[inline]
    pub fn discard(&self, hand: DeckHand) -> Mask {
        let numbers = hand.numbers();
        Mask::from_fn(|index| self.cards >> numbers[index] & 1 == 0)
    }
}
