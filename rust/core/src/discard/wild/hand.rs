use super::deck::Deck;
use crate::cards::{CardError, DeckCard, all_different};
use crate::discard::FiveCards;

/// A hand of a deck that may have a joker.
pub type DeckHand = FiveCards<DeckCard>;

impl DeckHand {
    /// The hand with these cards.
    ///
    /// # Errors
    ///
    /// A number of cards other than five, a duplicate card, or a joker that is not in the deck.
    pub fn of(cards: &[DeckCard], deck: Deck) -> Result<Self, CardError> {
        let hand: [DeckCard; 5] = cards.try_into().map_err(|_| CardError::count(5..=5, cards))?;
        all_different(&hand)?;
        match hand.iter().position(|&card| card == DeckCard::JOKER) {
            Some(position) if !deck.has_joker() => {
                Err(CardError::Joker { position: position + 1, total: hand.len() })
            }
            _ => Ok(Self(hand)),
        }
    }

    /// The hand with these card numbers; `None` unless they are five distinct cards of the deck.
    #[inline]
    #[must_use]
    pub fn from_numbers(numbers: [u8; 5], deck: Deck) -> Option<Self> {
        let mut hand = [DeckCard::JOKER; 5];
        let mut seen = 0_u64;
        for (position, number) in hand.iter_mut().zip(numbers) {
            if usize::from(number) >= deck.len() || seen >> number & 1 == 1 {
                return None;
            }
            seen |= 1 << number;
            *position = DeckCard::from_number(number)?;
        }
        Some(Self(hand))
    }
}
