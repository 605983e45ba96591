use std::fmt;
use std::str::FromStr;

use super::{Card, CardError, parse_deck_cards};

/// A card of a deck that may have a joker: one of the 52 cards, or the joker, number 52.
///
/// Only the discard analysis supports a joker. Everything else takes a [`Card`], so a joker cannot
/// appear where it has no meaning.
///
/// ```
/// use cardcore::cards::{Card, DeckCard};
///
/// let joker: DeckCard = "Jk".parse()?;
/// assert_eq!((joker, joker.number(), joker.card()), (DeckCard::JOKER, 52, None));
/// let ace: DeckCard = "As".parse()?;
/// assert_eq!(ace.card(), Some("As".parse::<Card>()?));
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeckCard(u8);

impl DeckCard {
    /// The number of cards, including the joker.
    pub const COUNT: usize = Card::COUNT + 1;

    /// The joker.
    pub const JOKER: Self = Self(Card::COUNT as u8);

    /// The card with this number, 0 to 52.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        if (number as usize) < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// The number of this card, 0 to 52.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The card, unless it is the joker.
    #[must_use]
    pub const fn card(self) -> Option<Card> {
        Card::from_number(self.0)
    }
}

impl From<Card> for DeckCard {
    fn from(card: Card) -> Self {
        Self(card.number())
    }
}

impl fmt::Display for DeckCard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.card() {
            Some(card) => fmt::Display::fmt(&card, formatter),
            None => formatter.write_str("Jk"),
        }
    }
}

impl fmt::Debug for DeckCard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl FromStr for DeckCard {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        match parse_deck_cards(text)?.as_slice() {
            &[card] => Ok(card),
            cards => Err(CardError::count(1..=1, cards)),
        }
    }
}
