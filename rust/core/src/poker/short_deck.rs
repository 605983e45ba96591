//! Short deck (six-plus): 36 cards, from the sixes up.
//!
//! A flush beats a full house, since it is rarer with nine cards of a suit, and A-6-7-8-9 is the
//! lowest straight. Rooms differ on whether a straight beats three of a kind, as in the whole deck,
//! or loses to it, as the number of hands would have it: there is an order for each.
//!
//! There are 1,404 strengths: 120 high cards, 9 · C(8, 3) = 504 pairs, C(9, 2) · 7 = 252 two pair,
//! 9 · C(8, 2) = 252 three of a kind, 6 straights, 120 flushes, 9 · 8 = 72 full houses and as many
//! four of a kind, and 6 straight flushes.

use super::Category;
use super::order::{Place, place};
use super::pattern::Pattern;
use crate::cards::{CardSet, Rank};

/// The cards from the sixes up.
pub(super) const DECK: CardSet = {
    let below = 4 * Rank::Six.number();
    match CardSet::from_bits(CardSet::FULL.bits() >> below << below) {
        Some(deck) => deck,
        None => CardSet::EMPTY,
    }
};

/// The places where a straight beats three of a kind.
pub(super) fn straight_over_trips(pattern: &Pattern) -> Option<(Place, Pattern)> {
    placed(pattern, [3, 4])
}

/// The places where three of a kind beat a straight.
pub(super) fn trips_over_straight(pattern: &Pattern) -> Option<(Place, Pattern)> {
    placed(pattern, [4, 3])
}

fn placed(pattern: &Pattern, [trips, straight]: [i8; 2]) -> Option<(Place, Pattern)> {
    let Pattern { mut category, mut ranks } = *pattern;
    if ranks.iter().any(|&rank| rank < Rank::Six) {
        return None;
    }
    if ranks == [Rank::Ace, Rank::Nine, Rank::Eight, Rank::Seven, Rank::Six] {
        ranks.rotate_left(1);
        let suited = category == Category::Flush;
        category = if suited { Category::StraightFlush } else { Category::Straight };
    }
    let number = match category {
        Category::HighCard => 0,
        Category::OnePair => 1,
        Category::TwoPairs => 2,
        Category::ThreeOfAKind => trips,
        Category::Straight => straight,
        Category::FullHouse => 5,
        Category::Flush => 6,
        Category::FourOfAKind => 7,
        Category::StraightFlush => 8,
    };
    let place = place(number, ranks.map(|rank| rank.number() as i8));
    Some((place, Pattern { category, ranks }))
}
