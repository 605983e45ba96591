//! Lowball: deuce-to-seven, ace-to-five, and ace-to-five with an eight to qualify.
//!
//! - *Deuce-to-seven* (Kansas City lowball) turns the high ranking around: the worst high hand wins.
//!   Aces are always high, so A-5-4-3-2 is not a straight but the best hand with an ace, and the
//!   best hand of all is 7-5-4-3-2. There are as many strengths as in the high ranking, 7,462: the
//!   two wheels, suited and not, only change their place.
//! - *Ace-to-five* (California lowball, razz) knows neither straights nor flushes, and aces are
//!   low: the best hand is 5-4-3-2-A. Only ranks count, so there is a strength for each of the
//!   C(17, 5) − 13 = 6,175 multisets of five ranks, at most four of each.
//! - *Eight-or-better* is the low half of split-pot games: an ace-to-five hand that has no pair and
//!   nothing above an eight. There are C(8, 5) = 56 such hands, strengths 1 to 56; every other hand
//!   has strength 0 and no low.

use std::cmp::Reverse;

use super::Category;
use super::order::{Place, place};
use super::pattern::Pattern;
use crate::cards::Rank;

/// The places of deuce-to-seven, which has no wheel.
#[expect(clippy::unnecessary_wraps, reason = "other orders leave hands out")]
pub(super) fn deuce_to_seven(pattern: &Pattern) -> Option<(Place, Pattern)> {
    let Pattern { mut category, mut ranks } = *pattern;
    let wheel = ranks[0] == Rank::Five && ranks[4] == Rank::Ace;
    if wheel && matches!(category, Category::Straight | Category::StraightFlush) {
        ranks.rotate_right(1);
        let suited = category == Category::StraightFlush;
        category = if suited { Category::Flush } else { Category::HighCard };
    }
    let high = place(category.number() as i8, ranks.map(|rank| rank.number() as i8));
    Some((high.map(|number| -number), Pattern { category, ranks }))
}

/// The places of ace-to-five, which has only pairs and their like.
#[expect(clippy::unnecessary_wraps, reason = "other orders leave hands out")]
pub(super) fn ace_to_five(pattern: &Pattern) -> Option<(Place, Pattern)> {
    let Pattern { mut category, mut ranks } = *pattern;
    if matches!(category, Category::Straight | Category::Flush | Category::StraightFlush) {
        category = Category::HighCard;
    }
    let dealt = ranks;
    let count = |rank: Rank| dealt.iter().filter(|&&other| other == rank).count();
    ranks.sort_unstable_by_key(|&rank| Reverse((count(rank), low_number(rank))));
    let high = place(category.number() as i8, ranks.map(low_number));
    Some((high.map(|number| -number), Pattern { category, ranks }))
}

/// The places of eight-or-better: the ace-to-five place of hands that qualify, the same below them
/// for all others.
pub(super) fn eight_or_better(pattern: &Pattern) -> Option<(Place, Pattern)> {
    let (place, pattern) = ace_to_five(pattern)?;
    let highest = low_number(pattern.ranks[0]);
    let qualifies = pattern.category == Category::HighCard && highest <= low_number(Rank::Eight);
    Some((if qualifies { place } else { [i8::MIN; 6] }, pattern))
}

/// The number of a rank with aces low: 0 for an ace to 12 for a king.
pub(super) const fn low_number(rank: Rank) -> i8 {
    (rank.number() as i8 + 1) % 13
}
