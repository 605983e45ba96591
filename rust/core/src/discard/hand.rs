use std::fmt;

use super::mask::Mask;
use crate::cards::{Card, CardError, CardSet, DeckCard, distinct};

/// Five distinct cards in the order given, which is the order of the bits of a [`Mask`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FiveCards<C>(pub(super) [C; 5]);

/// A hand of a deck without a joker.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::discard::Hand;
///
/// let hand = Hand::of(&parse_cards("9d Td 6c Qc 8h")?)?;
/// assert_eq!(hand.to_string(), "9d Td 6c Qc 8h");
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
pub type Hand = FiveCards<Card>;

impl Hand {
    /// The hand with these cards.
    ///
    /// # Errors
    ///
    /// A number of cards other than five, or a duplicate card.
    pub fn of(cards: &[Card]) -> Result<Self, CardError> {
        let hand: [Card; 5] = cards.try_into().map_err(|_| CardError::count(5..=5, cards))?;
        distinct(&hand)?;
        Ok(Self(hand))
    }

    /// The hand with these card numbers; `None` unless they are five distinct cards.
    #[inline]
    #[must_use]
    pub fn from_numbers(numbers: [u8; 5]) -> Option<Self> {
        let mut hand = [Card::from_number(0)?; 5];
        let mut set = CardSet::EMPTY;
        for (place, number) in hand.iter_mut().zip(numbers) {
            *place = Card::from_number(number)?;
            if !set.insert(*place) {
                return None;
            }
        }
        Some(Self(hand))
    }

    /// The cards as a set.
    #[must_use]
    pub fn set(self) -> CardSet {
        self.0.into_iter().collect()
    }
}

impl<C: Copy> FiveCards<C> {
    /// The cards in the order given.
    #[must_use]
    pub const fn cards(self) -> [C; 5] {
        self.0
    }

    /// The cards of the hand selected by a mask, in the order given.
    pub fn chosen(self, mask: Mask) -> impl Iterator<Item = C> {
        self.0.into_iter().enumerate().filter(move |&(place, _)| mask.contains(place)).map(|c| c.1)
    }
}

impl<C: Copy + Into<DeckCard>> FiveCards<C> {
    /// The numbers of the cards.
    #[inline]
    #[must_use]
    pub fn numbers(self) -> [u8; 5] {
        self.0.map(|card| card.into().number())
    }
}

impl<C: fmt::Display> fmt::Display for FiveCards<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = &self.0;
        write!(formatter, "{a} {b} {c} {d} {e}")
    }
}

impl<C: fmt::Debug> fmt::Debug for FiveCards<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = &self.0;
        write!(formatter, "{a:?} {b:?} {c:?} {d:?} {e:?}")
    }
}
