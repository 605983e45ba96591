use std::fmt;

/// The nine hand categories, lowest first.
///
/// ```
/// use cardcore::poker::Category;
///
/// assert_eq!(Category::of_strength(7461), Category::StraightFlush);
/// assert_eq!(Category::FullHouse.to_string(), "full house");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the variants are the nine classes")]
pub enum Category {
    HighCard,
    OnePair,
    TwoPairs,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
}

impl Category {
    /// The number of categories.
    pub const COUNT: usize = 9;

    /// All categories, lowest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::HighCard,
        Self::OnePair,
        Self::TwoPairs,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
    ];

    /// The first strength above each category: 1277 high cards, 2860 pairs, 858 two pair, 858 three
    /// of a kind, 10 straights, 1277 flushes, 156 full houses, 156 four of a kind, 10 straight
    /// flushes.
    pub const ENDS: [u16; Self::COUNT] = [1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7462];

    /// The category of a strength; the highest for numbers that are not a strength.
    #[inline]
    #[must_use]
    pub fn of_strength(strength: u16) -> Self {
        let below = Self::ENDS.iter().filter(|&&end| end <= strength).count();
        Self::ALL[below.min(Self::COUNT - 1)]
    }

    /// The number of this category, 0 to 8.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Category {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::HighCard => "high card",
            Self::OnePair => "one pair",
            Self::TwoPairs => "two pair",
            Self::ThreeOfAKind => "three of a kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full house",
            Self::FourOfAKind => "four of a kind",
            Self::StraightFlush => "straight flush",
        })
    }
}
