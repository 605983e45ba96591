use std::fmt;
use std::ops::RangeInclusive;

use super::badugi::{self, Badugi};
use super::best_of::BestOf;
use super::order::{FiveCardEvaluator, Order};
use super::pattern::{Pattern, Ranks};
use super::{Category, HandRank, short_deck};
use crate::cards::{Card, CardError, distinct};

/// How hands are compared. In every ranking strengths start at 0, and the higher one wins.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::poker::Ranking;
///
/// let low = Ranking::from_name("2-7").unwrap();
/// let strength = low.strength(&parse_cards("8c 7d 5h 4s 2c")?)?;
/// assert_eq!(low.describe(strength), "8-7-5-4-2");
/// assert!(strength > low.strength(&parse_cards("Kc 7d 5h 4s 2c")?)?);
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ranking {
    /// The standard ranking of poker.
    High,
    /// Deuce-to-seven lowball: see [`super::lowball`].
    DeuceToSeven,
    /// Ace-to-five lowball.
    AceToFive,
    /// Ace-to-five lowball with an eight to qualify; strength 0 is no low.
    EightOrBetter,
    /// Badugi, of four cards: see [`super::badugi`].
    Badugi,
    /// Short deck where a straight beats three of a kind: see [`super::short_deck`].
    ShortDeck,
    /// Short deck where three of a kind beat a straight.
    ShortDeckTrips,
}

impl Ranking {
    /// All rankings.
    pub const ALL: [Self; 7] = [
        Self::High,
        Self::DeuceToSeven,
        Self::AceToFive,
        Self::EightOrBetter,
        Self::Badugi,
        Self::ShortDeck,
        Self::ShortDeckTrips,
    ];

    /// The name, such as `2-7`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::DeuceToSeven => "2-7",
            Self::AceToFive => "a-5",
            Self::EightOrBetter => "8-or-better",
            Self::Badugi => "badugi",
            Self::ShortDeck => "short-deck",
            Self::ShortDeckTrips => "short-deck-trips",
        }
    }

    /// The ranking with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ranking| ranking.name() == name)
    }

    /// How many cards can be ranked: of more than the fewest, the best count.
    #[must_use]
    pub const fn cards(self) -> RangeInclusive<usize> {
        match self {
            Self::Badugi => 4..=4,
            // The best low of more cards is not defined by any game that is played.
            Self::DeuceToSeven => 5..=5,
            _ => 5..=7,
        }
    }

    /// The number of distinct strengths.
    #[must_use]
    pub const fn strengths(self) -> u16 {
        match self {
            Self::High | Self::DeuceToSeven => HandRank::COUNT,
            Self::AceToFive => 6175,
            Self::EightOrBetter => 57,
            Self::Badugi => badugi::STRENGTHS,
            Self::ShortDeck | Self::ShortDeckTrips => 1404,
        }
    }

    /// The strength of a hand.
    ///
    /// # Errors
    ///
    /// Too few or too many cards, a duplicate card, or a card that is not in the deck.
    pub fn strength(self, cards: &[Card]) -> Result<u16, CardError> {
        let strength = match *cards {
            [a, b, c, d] if self == Self::Badugi => {
                Some(Badugi::new().strength_of_cards([a, b, c, d]))
            }
            [a, b, c, d, e] => {
                FiveCardEvaluator::of(self).map(|five| five.strength_of_cards([a, b, c, d, e]))
            }
            [a, b, c, d, e, f] => {
                BestOf::<6>::of(self).map(|six| six.strength_of_cards([a, b, c, d, e, f]))
            }
            [a, b, c, d, e, f, g] => {
                BestOf::<7>::of(self).map(|seven| seven.strength_of_cards([a, b, c, d, e, f, g]))
            }
            _ => None,
        };
        let Some(strength) = strength else { return Err(CardError::count(self.cards(), cards)) };
        distinct(cards)?;
        self.check_deck(cards)?;
        Ok(strength)
    }

    /// Check that all cards are in the deck.
    ///
    /// # Errors
    ///
    /// The first card that is not.
    pub fn check_deck(self, cards: &[Card]) -> Result<(), CardError> {
        let short = matches!(self, Self::ShortDeck | Self::ShortDeckTrips);
        let missing = |card: &Card| short && !short_deck::DECK.contains(*card);
        match cards.iter().position(missing) {
            Some(place) => Err(CardError::NotInShortDeck {
                position: place + 1,
                total: cards.len(),
                card: cards[place],
            }),
            None => Ok(()),
        }
    }

    /// The pattern of a strength, as this ranking reads it; `None` in badugi, for a hand without a
    /// low, and for numbers that are not a strength.
    fn pattern(self, strength: u16) -> Option<Pattern> {
        let no_low = self == Self::EightOrBetter && strength == 0;
        Order::of(self)?.patterns.get(usize::from(strength)).filter(|_| !no_low).copied()
    }

    /// The hand category of a strength; `None` in badugi and for a hand without a low.
    #[must_use]
    pub fn category(self, strength: u16) -> Option<Category> {
        self.pattern(strength).map(|pattern| pattern.category)
    }

    /// A strength in words: `8-7-5-4-2`, `badugi, 8 high`, `full house, eights over kings`.
    #[must_use]
    pub fn describe(self, strength: u16) -> String {
        let Some(pattern) = self.pattern(strength) else {
            return self.describe_without_pattern(strength);
        };
        let is_low = matches!(self, Self::DeuceToSeven | Self::AceToFive | Self::EightOrBetter);
        match pattern.category {
            Category::HighCard if is_low => Ranks(&pattern.ranks).to_string(),
            _ => pattern.to_string(),
        }
    }

    fn describe_without_pattern(self, strength: u16) -> String {
        if self != Self::Badugi {
            return "no low".to_owned();
        }
        let ranks = badugi::ranks(strength);
        let cards = match ranks.len() {
            4 => "badugi",
            3 => "three cards",
            2 => "two cards",
            _ => "one card",
        };
        ranks.first().map_or_else(String::new, |highest| format!("{cards}, {highest} high"))
    }
}

impl fmt::Display for Ranking {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
