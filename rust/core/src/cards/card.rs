use std::fmt;
use std::str::FromStr;

use super::{CardError, Rank, Suit, parse_cards};

/// One of the 52 cards, stored as its number.
///
/// ```
/// use cardcore::cards::{Card, Rank, Suit};
///
/// let card: Card = "10s".parse()?;
/// assert_eq!(card, Card::new(Rank::Ten, Suit::Spades));
/// assert_eq!((card.number(), card.to_string().as_str()), (35, "Ts"));
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The number of cards.
    pub const COUNT: usize = 52;

    /// The card with this rank and suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(4 * rank.number() + suit.number())
    }

    /// The card with this number, 0 to 51.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        if (number as usize) < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// All cards, ordered by number.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..52).map(Self)
    }

    /// The number of this card, 0 to 51.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The rank of this card.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 / 4) as usize]
    }

    /// The suit of this card.
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 % 4) as usize]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.rank(), self.suit())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        match parse_cards(text)?.as_slice() {
            &[card] => Ok(card),
            cards => Err(CardError::count(1..=1, cards)),
        }
    }
}
