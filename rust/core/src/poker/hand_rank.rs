use std::fmt;

use super::Category;
use super::best_of::BestOf;
use super::evaluate::Evaluator;
use super::pattern::Pattern;
use crate::cards::{Card, CardError, distinct};

/// The rank of a poker hand. Ordered: the greater rank wins, equal ranks tie.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::poker::{Category, HandRank};
///
/// let full = HandRank::of(&parse_cards("8c 8d 8h Ks Kc")?)?;
/// let flush = HandRank::of(&parse_cards("2d 9d Jd Qd Ad")?)?;
/// assert!(full > flush);
/// assert_eq!(full.category(), Category::FullHouse);
/// assert_eq!(full.to_string(), "full house, eights over kings");
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandRank(u16);

impl HandRank {
    /// The number of distinct ranks.
    pub const COUNT: u16 = 7462;

    /// The rank of five cards, or of the best five of six or seven.
    ///
    /// # Errors
    ///
    /// Too few or too many cards, or a duplicate card.
    pub fn of(cards: &[Card]) -> Result<Self, CardError> {
        let strength = match *cards {
            [a, b, c, d, e] => Evaluator::new().strength_of_cards([a, b, c, d, e]),
            [a, b, c, d, e, f] => BestOf::<6>::new().strength_of_cards([a, b, c, d, e, f]),
            [a, b, c, d, e, f, g] => BestOf::<7>::new().strength_of_cards([a, b, c, d, e, f, g]),
            _ => return Err(CardError::count(5..=7, cards)),
        };
        distinct(cards)?;
        Ok(Self(strength))
    }

    /// The rank with this strength, 0 to 7461.
    #[must_use]
    pub fn from_strength(strength: u16) -> Option<Self> {
        (strength < Self::COUNT).then_some(Self(strength))
    }

    /// The strength, 0 to 7461.
    #[must_use]
    pub const fn strength(self) -> u16 {
        self.0
    }

    /// The hand category.
    #[must_use]
    pub fn category(self) -> Category {
        Category::of_strength(self.0)
    }
}

impl fmt::Display for HandRank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Pattern::all()[usize::from(self.0)].fmt(formatter)
    }
}

impl fmt::Debug for HandRank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({self})", self.0)
    }
}
