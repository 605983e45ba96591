//! The rules: how random rows are drawn, and how greedy bots break ties.

use thiserror::Error;

use super::moves::End;
use super::row::Row;
use crate::random::Random;

/// The rules of a game. Rows that are not given explicitly are drawn at random: independent cards,
/// uniform over all values.
///
/// ```
/// use cardcore::games::ends::{End, Rules};
///
/// let rules = Rules::new(6, 1, 10, End::Right)?;
/// assert_eq!(rules.row(1).cards().len(), 6);
/// # Ok::<(), cardcore::games::ends::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    count: usize,
    low: i64,
    high: i64,
    ties: End,
}

/// Twenty cards with the values of a deck, aces high, and ties to the left.
impl Default for Rules {
    fn default() -> Self {
        Self { count: 20, low: 2, high: 14, ties: End::Left }
    }
}

impl Rules {
    /// The longest random row.
    pub const MAX_COUNT: usize = 1_000_000;

    /// Rows of `count` cards with values from `low` to `high`, and the end that greedy bots take
    /// when both are equal.
    ///
    /// # Errors
    ///
    /// More than a million cards, an empty range or one with more than 2³² − 1 values, or values
    /// whose sums may overflow 64 bits.
    pub fn new(count: usize, low: i64, high: i64, ties: End) -> Result<Self, RulesError> {
        if count > Self::MAX_COUNT {
            return Err(RulesError::TooMany { count });
        }
        let rules = Self { count, low, high, ties };
        let fits = |card: i64| {
            let count = i64::try_from(count).ok()?;
            card.checked_abs()?.checked_mul(count)
        };
        if rules.values().is_none() || fits(low).is_none() || fits(high).is_none() {
            return Err(RulesError::Range { count, low, high });
        }
        Ok(rules)
    }

    /// The number of cards.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The lowest value.
    #[must_use]
    pub const fn low(&self) -> i64 {
        self.low
    }

    /// The highest value.
    #[must_use]
    pub const fn high(&self) -> i64 {
        self.high
    }

    /// The end greedy bots take when both are equal.
    #[must_use]
    pub const fn ties(&self) -> End {
        self.ties
    }

    /// The row of a seed.
    #[must_use]
    pub fn row(&self, seed: u64) -> Row {
        let mut random = Random::new(seed);
        let values = self.values().unwrap_or(1);
        let card = |_| self.low + i64::from(random.below(values));
        Row::of_small((0..self.count).map(card).collect())
    }

    /// The number of values.
    fn values(&self) -> Option<u32> {
        let span = self.high.checked_sub(self.low)?.checked_add(1)?;
        u32::try_from(span).ok().filter(|&values| values > 0)
    }
}

/// Why no rows can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// Too many cards.
    #[error("count {count}: expected at most {} cards", Rules::MAX_COUNT)]
    TooMany {
        /// The number of cards requested.
        count: usize,
    },
    /// An empty range, or one with too many or too large values.
    #[error(
        "{count} cards from {low} to {high}: expected low <= high, fewer than 2**32 values, \
         and sums that fit in 64 bits"
    )]
    Range {
        /// The number of cards requested.
        count: usize,
        /// The lowest value.
        low: i64,
        /// The highest value.
        high: i64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_from_the_seed_and_the_range() {
        let rules = Rules::new(1000, -2, 2, End::Left).unwrap();
        let row = rules.row(5);
        assert_eq!(row, rules.row(5));
        assert_ne!(row, rules.row(6));
        assert_eq!(row.cards().len(), 1000);
        assert_eq!((row.cards().iter().min(), row.cards().iter().max()), (Some(&-2), Some(&2)));
        // A seed in a record always means this row.
        assert_eq!(
            Rules::new(8, 2, 14, End::Left).unwrap().row(7).cards(),
            [6, 6, 2, 6, 7, 7, 9, 3]
        );
    }

    #[test]
    fn invalid_ranges_are_rejected() {
        let count = Rules::MAX_COUNT + 1;
        assert_eq!(Rules::new(count, 1, 2, End::Left), Err(RulesError::TooMany { count }));
        for (count, low, high) in [
            (1, 2, 1),
            (1, 0, i64::from(u32::MAX)),
            (1, i64::MIN, i64::MAX),
            (1, i64::MIN, i64::MIN),
            (3, i64::MAX / 2, i64::MAX / 2),
        ] {
            assert_eq!(
                Rules::new(count, low, high, End::Left),
                Err(RulesError::Range { count, low, high })
            );
        }
        let row = Rules::new(2, i64::MAX / 2, i64::MAX / 2, End::Left).unwrap().row(1);
        assert_eq!(Row::new(row.cards().to_vec()), Ok(row));
        assert_eq!(Rules::new(0, 1, 1, End::Left).unwrap().row(1).cards(), []);
    }
}
