//! The definition of the hand ranking: the category, then the ranks in order of significance.
//!
//! It is slow and only used to build tables and to describe strengths in words.

use std::fmt;

use super::Category;
use crate::cards::Rank;
use crate::lazy::Lazy;

/// A category and the five ranks in order of significance: larger groups first, then higher ranks.
/// Straights are ordered by their top card, so the wheel's ace comes last.
///
/// ```
/// use cardcore::cards::Rank;
/// use cardcore::poker::Category;
/// use cardcore::poker::pattern::Pattern;
///
/// let nines = Pattern::new([Rank::Nine, Rank::Two, Rank::Nine, Rank::King, Rank::Nine], false);
/// assert_eq!(nines.category, Category::ThreeOfAKind);
/// assert_eq!(nines.ranks[3..], [Rank::King, Rank::Two]); // the kickers
/// assert_eq!(Pattern::all().len(), 7462);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    /// The hand category.
    pub category: Category,
    /// The ranks, most significant first.
    pub ranks: [Rank; 5],
}

impl Pattern {
    /// The pattern of five ranks, not all equal, and whether all cards share a suit.
    #[must_use]
    pub fn new(mut ranks: [Rank; 5], flush: bool) -> Self {
        let dealt = ranks;
        let count = |rank: Rank| dealt.iter().filter(|&&other| other == rank).count();
        ranks.sort_unstable_by_key(|&rank| std::cmp::Reverse((count(rank), rank)));

        let category = match (count(ranks[0]), count(ranks[3])) {
            (4, _) => Category::FourOfAKind,
            (3, 2) => Category::FullHouse,
            (3, _) => Category::ThreeOfAKind,
            (2, 2) => Category::TwoPairs,
            (2, _) => Category::OnePair,
            _ => {
                if ranks[0] == Rank::Ace && ranks[1] == Rank::Five {
                    ranks.rotate_left(1);
                }
                let wheel = ranks[4] == Rank::Ace;
                match (wheel || ranks[0].number() - ranks[4].number() == 4, flush) {
                    (true, true) => Category::StraightFlush,
                    (true, false) => Category::Straight,
                    (false, true) => Category::Flush,
                    (false, false) => Category::HighCard,
                }
            }
        };
        Self { category, ranks }
    }

    /// All patterns in order; a hand's strength is the index of its pattern.
    #[must_use]
    pub fn all() -> &'static [Self] {
        static ALL: Lazy<Vec<Pattern>> = Lazy::new(|| {
            let mut patterns = Vec::with_capacity(7462);
            for_each_ranks(|ranks| {
                patterns.push(Pattern::new(ranks, false));
                if ranks.windows(2).all(|pair| pair[0] < pair[1]) {
                    patterns.push(Pattern::new(ranks, true));
                }
            });
            patterns.sort_unstable();
            patterns
        });
        &ALL
    }
}

/// Ranks joined by hyphens, such as `8-7-5-4-2`.
pub(super) struct Ranks<'a>(pub &'a [Rank]);

impl fmt::Display for Ranks<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, rank) in self.0.iter().enumerate() {
            write!(formatter, "{}{rank}", if place > 0 { "-" } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { category, ranks } = self;
        let [first, _, third, fourth, _] = ranks;
        write!(formatter, "{category}, ")?;
        match category {
            Category::OnePair | Category::ThreeOfAKind | Category::FourOfAKind => {
                formatter.write_str(&first.plural())
            }
            Category::TwoPairs => {
                write!(formatter, "{} and {}", first.plural(), third.plural())
            }
            Category::FullHouse => {
                write!(formatter, "{} over {}", first.plural(), fourth.plural())
            }
            Category::HighCard => Ranks(ranks).fmt(formatter),
            Category::Straight | Category::Flush | Category::StraightFlush => {
                write!(formatter, "{} high", first.word())
            }
        }
    }
}

/// Every multiset of five ranks, lowest first, that four suits allow.
pub(crate) fn for_each_ranks(mut visit: impl FnMut([Rank; 5])) {
    let from = |rank: Rank| Rank::ALL.into_iter().skip(usize::from(rank.number()));
    for a in Rank::ALL {
        for b in from(a) {
            for c in from(b) {
                for d in from(c) {
                    for e in from(d).filter(|&e| e != a) {
                        visit([a, b, c, d, e]);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_7462_patterns_in_category_order() {
        let all = Pattern::all();
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        for (end, category) in Category::ENDS.into_iter().zip(Category::ALL) {
            let found = all.iter().filter(|pattern| pattern.category <= category).count();
            assert_eq!(found, usize::from(end), "{category}");
        }
    }
}
