use std::fmt;

/// The suit of a card. The order is that of the card numbers, not a ranking.
///
/// ```
/// use cardcore::cards::Suit;
///
/// assert_eq!(Suit::from_char('♠'), Some(Suit::Spades));
/// assert_eq!(Suit::Spades.to_char(), 's');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the variants are the four suits")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// All suits, ordered by number.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The characters of all suits, ordered by number.
    pub const CHARACTERS: &'static str = "cdhs";

    /// The suit with this number, 0 to 3.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The suit of this character: a letter, upper or lower case, or a suit symbol.
    #[must_use]
    pub fn from_char(character: char) -> Option<Self> {
        match character {
            'c' | 'C' | '♣' | '♧' => Some(Self::Clubs),
            'd' | 'D' | '♦' | '♢' => Some(Self::Diamonds),
            'h' | 'H' | '♥' | '♡' => Some(Self::Hearts),
            's' | 'S' | '♠' | '♤' => Some(Self::Spades),
            _ => None,
        }
    }

    /// The number of this suit, 0 to 3.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The character of this suit, one of `cdhs`.
    #[must_use]
    pub const fn to_char(self) -> char {
        Self::CHARACTERS.as_bytes()[self as usize] as char
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.to_char())
    }
}
