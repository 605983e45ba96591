use std::fmt;

/// The rank of a card, from two (lowest, number 0) to ace (highest, number 12).
///
/// ```
/// use cardcore::cards::Rank;
///
/// assert!(Rank::Ace > Rank::King);
/// assert_eq!((Rank::Ten.to_char(), Rank::from_char('t')), ('T', Some(Rank::Ten)));
/// assert_eq!(Rank::Six.plural(), "sixes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the variants are the thirteen ranks")]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All ranks from two to ace.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// The characters of all ranks, lowest first.
    pub const CHARACTERS: &'static str = "23456789TJQKA";

    /// The rank with this number, 0 to 12.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The rank of this character, upper or lower case.
    #[must_use]
    pub fn from_char(character: char) -> Option<Self> {
        let upper = character.to_ascii_uppercase();
        Self::CHARACTERS.chars().zip(Self::ALL).find(|&(known, _)| known == upper).map(|(_, r)| r)
    }

    /// The number of this rank, 0 to 12.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The character of this rank, one of `23456789TJQKA`.
    #[must_use]
    pub const fn to_char(self) -> char {
        Self::CHARACTERS.as_bytes()[self as usize] as char
    }

    /// The English word for this rank.
    ///
    /// ```
    /// use cardcore::cards::Rank;
    /// assert_eq!(Rank::Six.word(), "six");
    /// assert_eq!(Rank::Six.plural(), "sixes");
    /// ```
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Two => "two",
            Self::Three => "three",
            Self::Four => "four",
            Self::Five => "five",
            Self::Six => "six",
            Self::Seven => "seven",
            Self::Eight => "eight",
            Self::Nine => "nine",
            Self::Ten => "ten",
            Self::Jack => "jack",
            Self::Queen => "queen",
            Self::King => "king",
            Self::Ace => "ace",
        }
    }

    /// The English plural of [`Rank::word`].
    #[must_use]
    pub fn plural(self) -> String {
        let ending = if self == Self::Six { "es" } else { "s" };
        format!("{}{ending}", self.word())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.to_char())
    }
}
