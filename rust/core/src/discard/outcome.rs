use std::fmt;

use crate::cards::Rank;
use crate::lazy::Lazy;
use crate::poker::Category;
use crate::poker::pattern::Pattern;

/// The final hands that common paytables distinguish: the nine hand categories, with pairs, four of
/// a kind and straight flushes split up.
///
/// The order refines that of the categories, so the outcomes of a category are contiguous.
///
/// ```
/// use cardcore::discard::Outcome;
/// use cardcore::poker::Category;
///
/// // Paytables distinguish pairs that are one category.
/// assert_eq!(Outcome::PairOfTens.category(), Category::OnePair);
/// assert_eq!(Outcome::of_strength(7461), Outcome::RoyalFlush);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the variants say what they are; `Display` says it in words")]
pub enum Outcome {
    HighCard,
    PairOfTwosToNines,
    PairOfTens,
    PairOfJacksOrBetter,
    TwoPairs,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourFivesToKings,
    FourTwosToFours,
    FourTwosToFoursLowKicker,
    FourAces,
    FourAcesLowKicker,
    StraightFlush,
    RoyalFlush,
}

impl Outcome {
    /// The number of outcomes.
    pub const COUNT: usize = 16;

    /// All outcomes in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::HighCard,
        Self::PairOfTwosToNines,
        Self::PairOfTens,
        Self::PairOfJacksOrBetter,
        Self::TwoPairs,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourFivesToKings,
        Self::FourTwosToFours,
        Self::FourTwosToFoursLowKicker,
        Self::FourAces,
        Self::FourAcesLowKicker,
        Self::StraightFlush,
        Self::RoyalFlush,
    ];

    /// The outcome of a hand with this pattern.
    ///
    /// A low kicker is an ace to four next to four twos to fours, and a two to four next to four
    /// aces.
    #[must_use]
    pub fn of_pattern(pattern: &Pattern) -> Self {
        let [first, _, _, _, last] = pattern.ranks;
        let low = |rank: Rank| rank <= Rank::Four;
        match pattern.category {
            Category::HighCard => Self::HighCard,
            Category::OnePair if first >= Rank::Jack => Self::PairOfJacksOrBetter,
            Category::OnePair if first == Rank::Ten => Self::PairOfTens,
            Category::OnePair => Self::PairOfTwosToNines,
            Category::TwoPairs => Self::TwoPairs,
            Category::ThreeOfAKind => Self::ThreeOfAKind,
            Category::Straight => Self::Straight,
            Category::Flush => Self::Flush,
            Category::FullHouse => Self::FullHouse,
            Category::FourOfAKind if first == Rank::Ace && low(last) => Self::FourAcesLowKicker,
            Category::FourOfAKind if first == Rank::Ace => Self::FourAces,
            Category::FourOfAKind if low(first) && (low(last) || last == Rank::Ace) => {
                Self::FourTwosToFoursLowKicker
            }
            Category::FourOfAKind if low(first) => Self::FourTwosToFours,
            Category::FourOfAKind => Self::FourFivesToKings,
            Category::StraightFlush if first == Rank::Ace => Self::RoyalFlush,
            Category::StraightFlush => Self::StraightFlush,
        }
    }

    /// The outcome of a hand with this strength; the highest for numbers that are not a strength.
    #[must_use]
    pub fn of_strength(strength: u16) -> Self {
        static OUTCOMES: Lazy<Vec<Outcome>> =
            Lazy::new(|| Pattern::all().iter().map(Outcome::of_pattern).collect());
        OUTCOMES.get(usize::from(strength)).copied().unwrap_or(Self::RoyalFlush)
    }

    /// The hand category of this outcome.
    #[must_use]
    pub const fn category(self) -> Category {
        match self {
            Self::HighCard => Category::HighCard,
            Self::PairOfTwosToNines | Self::PairOfTens | Self::PairOfJacksOrBetter => {
                Category::OnePair
            }
            Self::TwoPairs => Category::TwoPairs,
            Self::ThreeOfAKind => Category::ThreeOfAKind,
            Self::Straight => Category::Straight,
            Self::Flush => Category::Flush,
            Self::FullHouse => Category::FullHouse,
            Self::FourFivesToKings
            | Self::FourTwosToFours
            | Self::FourTwosToFoursLowKicker
            | Self::FourAces
            | Self::FourAcesLowKicker => Category::FourOfAKind,
            Self::StraightFlush | Self::RoyalFlush => Category::StraightFlush,
        }
    }

    /// The number of this outcome, 0 to 15.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::HighCard => "high card",
            Self::PairOfTwosToNines => "pair of twos to nines",
            Self::PairOfTens => "pair of tens",
            Self::PairOfJacksOrBetter => "pair of jacks or better",
            Self::TwoPairs => "two pair",
            Self::ThreeOfAKind => "three of a kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full house",
            Self::FourFivesToKings => "four fives to kings",
            Self::FourTwosToFours => "four twos to fours",
            Self::FourTwosToFoursLowKicker => "four twos to fours, low kicker",
            Self::FourAces => "four aces",
            Self::FourAcesLowKicker => "four aces, low kicker",
            Self::StraightFlush => "straight flush",
            Self::RoyalFlush => "royal flush",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_cards;
    use crate::poker::HandRank;

    #[test]
    fn outcomes_refine_the_categories_in_order() {
        for (number, outcome) in (0..).zip(Outcome::ALL) {
            assert_eq!(outcome.number(), number);
        }
        assert!(Outcome::ALL.windows(2).all(|pair| pair[0].category() <= pair[1].category()));
        for strength in 0..HandRank::COUNT {
            let category = Category::of_strength(strength);
            assert_eq!(Outcome::of_strength(strength).category(), category, "{strength}");
        }
    }

    #[test]
    fn kickers_and_pairs_are_distinguished() {
        for (cards, outcome) in [
            ("As Ad Ah Ac 4d", Outcome::FourAcesLowKicker),
            ("As Ad Ah Ac 5d", Outcome::FourAces),
            ("2s 2d 2h 2c Ad", Outcome::FourTwosToFoursLowKicker),
            ("4s 4d 4h 4c 3d", Outcome::FourTwosToFoursLowKicker),
            ("4s 4d 4h 4c 5d", Outcome::FourTwosToFours),
            ("5s 5d 5h 5c 2d", Outcome::FourFivesToKings),
            ("Ks Kd Kh Kc Ad", Outcome::FourFivesToKings),
            ("Js Jd 3h 4c 5d", Outcome::PairOfJacksOrBetter),
            ("Ts Td Ah 4c 5d", Outcome::PairOfTens),
            ("9s 9d Ah 4c 5d", Outcome::PairOfTwosToNines),
            ("As Ks Qs Js Ts", Outcome::RoyalFlush),
            ("9s Ks Qs Js Ts", Outcome::StraightFlush),
        ] {
            let rank = HandRank::of(&parse_cards(cards).unwrap()).unwrap();
            assert_eq!(Outcome::of_strength(rank.strength()), outcome, "{cards}");
        }
    }
}
