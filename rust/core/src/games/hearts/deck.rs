//! The cards of a deck of any shape: numbers, text, and the standard 52 cards under their usual
//! names.

use std::fmt;

use super::rules::Rules;
use crate::cards::{Card, CardError, Rank, Suit, parse_cards};
use crate::game::Fact;

/// A card of a deck, numbered from 0 by suit, then value.
///
/// The meaning of a number depends on the [`Rules`]: they give its [suit](Rules::suit), its
/// [value](Rules::value) and its [text](Rules::text). The suits of the 52 cards are ordered clubs,
/// diamonds, hearts, spades; their values are 1 (two) to 13 (ace).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeckCard(pub(super) u16);

impl DeckCard {
    pub(super) const TWO_OF_CLUBS: Self = Self::of(Card::new(Rank::Two, Suit::Clubs));
    pub(super) const THREE_OF_CLUBS: Self = Self::of(Card::new(Rank::Three, Suit::Clubs));
    pub(super) const TWO_OF_DIAMONDS: Self = Self::of(Card::new(Rank::Two, Suit::Diamonds));
    pub(super) const THREE_OF_DIAMONDS: Self = Self::of(Card::new(Rank::Three, Suit::Diamonds));
    pub(super) const JACK_OF_DIAMONDS: Self = Self::of(Card::new(Rank::Jack, Suit::Diamonds));
    pub(super) const TWO_OF_HEARTS: Self = Self::of(Card::new(Rank::Two, Suit::Hearts));
    pub(super) const QUEEN_OF_SPADES: Self = Self::of(Card::new(Rank::Queen, Suit::Spades));

    /// The number of the card in its deck.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The deck's card for one of the 52.
    const fn of(card: Card) -> Self {
        let number = card.number() as u16;
        Self(number % 4 * 13 + number / 4)
    }

    /// The standard card of this number in a standard deck.
    fn card(self) -> Option<Card> {
        u8::try_from(self.0 % 13 * 4 + self.0 / 13).ok().and_then(Card::from_number)
    }
}

/// Why text is not a card of a deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeckCardError {
    /// Not of the form suit-value.
    #[error("'{text}' is not a card: expected a suit and a value such as 1-12")]
    Form {
        /// The text.
        text: String,
    },
    /// A suit or value that the deck does not have.
    #[error("'{text}' is not in the deck: expected suits 0 to {last_suit}, values 1 to {values}")]
    Range {
        /// The text.
        text: String,
        /// The highest suit.
        last_suit: usize,
        /// The highest value.
        values: usize,
    },
    /// A card that the standard game removes for this number of players.
    #[error("'{card}' is not in the deck of {players} players")]
    Removed {
        /// The card.
        card: Card,
        /// The number of seats.
        players: usize,
    },
    /// Not the text of one of the 52 cards.
    #[error(transparent)]
    Card(#[from] CardError),
}

impl Rules {
    /// The card of this suit and value, if it is in the deck.
    #[must_use]
    pub fn card(&self, suit: usize, value: usize) -> Option<DeckCard> {
        if suit >= self.suits() || !(1..=self.values()).contains(&value) {
            return None;
        }
        let card = DeckCard((suit * self.values() + value - 1) as u16);
        self.has(card).then_some(card)
    }

    /// Whether this card is in the deck.
    #[must_use]
    pub fn has(&self, card: DeckCard) -> bool {
        usize::from(card.0) < self.numbers() && !(card.0 < 64 && self.removed >> card.0 & 1 == 1)
    }

    /// The text of a card: `suit-value`, or the usual name under standard rules.
    #[must_use]
    pub fn text(&self, card: DeckCard) -> String {
        match card.card() {
            Some(card) if self.is_standard() => card.to_string(),
            _ => format!("{}-{}", self.suit(card), self.value(card)),
        }
    }

    /// The texts of cards, separated by spaces.
    #[must_use]
    pub fn texts(&self, cards: &[DeckCard]) -> String {
        cards.iter().map(|&card| self.text(card)).collect::<Vec<_>>().join(" ")
    }

    /// Parse cards separated by spaces or commas.
    ///
    /// # Errors
    ///
    /// The first text that is not a card of the deck.
    pub fn parse(&self, text: &str) -> Result<Vec<DeckCard>, DeckCardError> {
        if self.is_standard() {
            return parse_cards(text)?.into_iter().map(|card| self.in_deck(card)).collect();
        }
        text.split([' ', ',']).filter(|part| !part.is_empty()).map(|part| self.pair(part)).collect()
    }

    /// A standard card as a card of the deck.
    ///
    /// # Errors
    ///
    /// A card that is removed for this number of players.
    pub fn in_deck(&self, card: Card) -> Result<DeckCard, DeckCardError> {
        let found = DeckCard::of(card);
        if self.is_standard() && self.has(found) {
            Ok(found)
        } else {
            Err(DeckCardError::Removed { card, players: self.players() })
        }
    }

    /// A card in a form that every front end can represent.
    #[must_use]
    pub fn fact(&self, card: DeckCard) -> Fact {
        match card.card() {
            Some(card) if self.is_standard() => card.into(),
            _ => Fact::Tuple(vec![self.suit(card).into(), self.value(card).into()]),
        }
    }

    /// The name of a suit: its number, or its letter under standard rules.
    #[must_use]
    pub fn suit_fact(&self, suit: usize) -> Fact {
        match u8::try_from(suit).ok().and_then(Suit::from_number) {
            Some(suit) if self.is_standard() => suit.to_char().to_string().into(),
            _ => suit.into(),
        }
    }

    fn pair(&self, text: &str) -> Result<DeckCard, DeckCardError> {
        let number = |part: &str| {
            let plain = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| part.parse::<usize>().unwrap_or(usize::MAX))
        };
        let pair = text.split_once('-').and_then(|(suit, value)| number(suit).zip(number(value)));
        let Some((suit, value)) = pair else {
            return Err(DeckCardError::Form { text: text.to_owned() });
        };
        self.card(suit, value).ok_or_else(|| DeckCardError::Range {
            text: text.to_owned(),
            last_suit: self.suits() - 1,
            values: self.values(),
        })
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_standard() {
            write!(formatter, "standard rules for {} players", self.players)
        } else {
            write!(
                formatter,
                "{} suits x {} values x {} players",
                self.suits, self.values, self.players
            )
        }
    }
}
