//! Other orders of five-card hands, as renumberings of the high strengths.
//!
//! A high strength says which ranks a hand has and whether it is a flush or a straight, which is
//! all that any ranking of five cards looks at. So every other ranking is one small table over the
//! 7,462 high strengths, and no ranking needs an evaluator of its own.

use super::evaluate::Evaluator;
use super::pattern::Pattern;
use super::{HandRank, Ranking, lowball, short_deck};
use crate::cards::{Card, CardSet};
use crate::lazy::Lazy;

/// A hand's place in an order: the greater wins, equal ones tie. The category comes first, then the
/// ranks in order of significance; negative numbers where less is better.
pub(crate) type Place = [i8; 6];

/// An order of five-card hands.
pub(crate) struct Order {
    /// The strength by high strength; [`Order::NOT_DEALT`] for hands with a card outside the deck.
    /// Longer than needed, so that no index needs a bounds check.
    strengths: Box<[u16; 1 << 13]>,
    /// The pattern of each strength, as this order reads it: its own straights, its own low aces.
    pub patterns: Vec<Pattern>,
    /// Whether flushes differ from other hands with the same ranks.
    pub has_flushes: bool,
    /// The cards that are dealt.
    pub deck: CardSet,
}

impl Order {
    /// No strength: the hand has a card that is not in the deck.
    pub const NOT_DEALT: u16 = u16::MAX;

    /// The order of a ranking; `None` for badugi, which does not rank five cards.
    pub fn of(ranking: Ranking) -> Option<&'static Self> {
        match ranking {
            Ranking::High => Some(Self::high()),
            Ranking::DeuceToSeven => Some(Self::deuce_to_seven()),
            Ranking::AceToFive => Some(Self::ace_to_five()),
            Ranking::EightOrBetter => Some(Self::eight_or_better()),
            Ranking::ShortDeck => Some(Self::short_deck()),
            Ranking::ShortDeckTrips => Some(Self::short_deck_trips()),
            Ranking::Badugi => None,
        }
    }

    /// The high ranking itself.
    pub fn high() -> &'static Self {
        static HIGH: Lazy<Order> = Lazy::new(|| Order::new(high, true, CardSet::FULL));
        &HIGH
    }

    /// Deuce-to-seven lowball.
    pub fn deuce_to_seven() -> &'static Self {
        static DEUCE_TO_SEVEN: Lazy<Order> =
            Lazy::new(|| Order::new(lowball::deuce_to_seven, true, CardSet::FULL));
        &DEUCE_TO_SEVEN
    }

    /// Ace-to-five lowball.
    pub fn ace_to_five() -> &'static Self {
        static ACE_TO_FIVE: Lazy<Order> =
            Lazy::new(|| Order::new(lowball::ace_to_five, false, CardSet::FULL));
        &ACE_TO_FIVE
    }

    /// Ace-to-five lowball with an eight to qualify.
    pub fn eight_or_better() -> &'static Self {
        static EIGHT_OR_BETTER: Lazy<Order> =
            Lazy::new(|| Order::new(lowball::eight_or_better, false, CardSet::FULL));
        &EIGHT_OR_BETTER
    }

    /// Short deck where a straight beats three of a kind.
    pub fn short_deck() -> &'static Self {
        static SHORT_DECK: Lazy<Order> =
            Lazy::new(|| Order::new(short_deck::straight_over_trips, true, short_deck::DECK));
        &SHORT_DECK
    }

    /// Short deck where three of a kind beat a straight.
    pub fn short_deck_trips() -> &'static Self {
        static SHORT_DECK_TRIPS: Lazy<Order> =
            Lazy::new(|| Order::new(short_deck::trips_over_straight, true, short_deck::DECK));
        &SHORT_DECK_TRIPS
    }

    /// The order of all hands by their places; hands without one are not dealt. `place` also gives
    /// the pattern as the order reads it.
    fn new(
        place: impl Fn(&Pattern) -> Option<(Place, Pattern)>,
        has_flushes: bool,
        deck: CardSet,
    ) -> Self {
        let dealt = Pattern::all().iter().enumerate().filter_map(|(high, pattern)| {
            place(pattern).map(|(place, pattern)| (place, high, pattern))
        });
        let mut dealt: Vec<(Place, usize, Pattern)> = dealt.collect();
        dealt.sort_unstable();
        let mut strengths = super::evaluate::zeros();
        strengths.fill(Self::NOT_DEALT);
        let mut patterns = Vec::new();
        for ties in dealt.chunk_by(|left, right| left.0 == right.0) {
            for &(_, high, _) in ties {
                strengths[high] = patterns.len() as u16;
            }
            patterns.extend(ties.first().map(|&(_, _, pattern)| pattern));
        }
        Self { strengths, patterns, has_flushes, deck }
    }

    /// The strength of the hands with a high strength; [`Order::NOT_DEALT`] if they are not dealt.
    #[inline]
    pub fn strength(&self, high: u16) -> u16 {
        self.strengths[usize::from(high) % self.strengths.len()]
    }

    /// The patterns of the high ranking and their strengths in this order.
    pub fn strengths(&self) -> impl Iterator<Item = (&'static Pattern, u16)> {
        let highs = 0..HandRank::COUNT;
        let dealt = Pattern::all().iter().zip(highs.map(|high| self.strength(high)));
        dealt.filter(|&(_, strength)| strength != Self::NOT_DEALT)
    }
}

#[expect(clippy::unnecessary_wraps, reason = "other orders leave hands out")]
fn high(pattern: &Pattern) -> Option<(Place, Pattern)> {
    let ranks = pattern.ranks.map(|rank| rank.number() as i8);
    Some((place(pattern.category.number() as i8, ranks), *pattern))
}

/// A category, then ranks.
pub(super) fn place(category: i8, [a, b, c, d, e]: [i8; 5]) -> Place {
    [category, a, b, c, d, e]
}

/// Evaluates five cards under any ranking of five cards; the tables are built on first use in the
/// process.
///
/// ```
/// use cardcore::poker::Ranking;
/// use cardcore::poker::order::FiveCardEvaluator;
///
/// let seven_five_low = [0, 5, 10, 15, 20];
/// let evaluator = FiveCardEvaluator::of(Ranking::DeuceToSeven);
/// assert_eq!(evaluator.and_then(|low| low.strength(seven_five_low)), Some(7461));
/// ```
#[derive(Clone, Copy)]
pub struct FiveCardEvaluator {
    evaluator: Evaluator,
    order: &'static Order,
}

impl std::fmt::Debug for FiveCardEvaluator {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("FiveCardEvaluator")
    }
}

impl FiveCardEvaluator {
    /// The evaluator of a ranking; `None` for badugi, which does not rank five cards.
    #[must_use]
    pub fn of(ranking: Ranking) -> Option<Self> {
        Order::of(ranking).map(|order| Self { evaluator: Evaluator::new(), order })
    }

    /// The strength of five card numbers; `None` unless they are five distinct cards of the deck.
    #[inline]
    #[must_use]
    pub fn strength(self, hand: [u8; 5]) -> Option<u16> {
        let strength = self.order.strength(self.evaluator.strength(hand)?);
        (strength != Order::NOT_DEALT).then_some(strength)
    }

    /// The strength of five cards known to be distinct and of the deck; unspecified if they are not.
    #[inline]
    #[must_use]
    pub fn strength_of_cards(self, hand: [Card; 5]) -> u16 {
        self.order.strength(self.evaluator.strength_of_cards(hand))
    }
}
