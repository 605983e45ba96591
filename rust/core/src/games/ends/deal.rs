use thiserror::Error;

use super::row::Row;
use crate::random::Random;

/// How random rows are drawn: every card on its own, all values equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    count: usize,
    low: i64,
    high: i64,
}

/// Twenty cards with the values of a deck, aces high.
impl Default for Deal {
    fn default() -> Self {
        Self { count: 20, low: 2, high: 14 }
    }
}

impl Deal {
    /// The longest row that is drawn at random.
    pub const MOST: usize = 1_000_000;

    /// Rows of `count` cards with values from `low` to `high`.
    ///
    /// # Errors
    ///
    /// More than a million cards, a range without values or with more than 2³² − 1 of them, or
    /// values whose sums may not fit in 64 bits.
    pub fn new(count: usize, low: i64, high: i64) -> Result<Self, DealError> {
        if count > Self::MOST {
            return Err(DealError::TooMany { count });
        }
        let deal = Self { count, low, high };
        let fits = |card: i64| {
            let count = i64::try_from(count).ok()?;
            card.checked_abs()?.checked_mul(count)
        };
        if deal.values().is_none() || fits(low).is_none() || fits(high).is_none() {
            return Err(DealError::Range { count, low, high });
        }
        Ok(deal)
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

    /// The row of a seed.
    #[must_use]
    pub fn row(&self, seed: u64) -> Row {
        let mut random = Random::new(seed);
        let values = self.values().unwrap_or(1);
        let card = |_| self.low + i64::from(random.below(values));
        Row::of_small((0..self.count).map(card).collect())
    }

    /// How many values there are.
    fn values(&self) -> Option<u32> {
        let span = self.high.checked_sub(self.low)?.checked_add(1)?;
        u32::try_from(span).ok().filter(|&values| values > 0)
    }
}

/// Why no rows can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DealError {
    /// A row longer than any that is drawn.
    #[error("count {count}: expected at most {} cards", Deal::MOST)]
    TooMany {
        /// The number of cards asked for.
        count: usize,
    },
    /// A range with no values or too many or too large ones.
    #[error(
        "{count} cards from {low} to {high}: expected low <= high, fewer than 2**32 values, \
         and sums that fit in 64 bits"
    )]
    Range {
        /// The number of cards asked for.
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
        let deal = Deal::new(1000, -2, 2).unwrap();
        let row = deal.row(5);
        assert_eq!(row, deal.row(5));
        assert_ne!(row, deal.row(6));
        assert_eq!(row.cards().len(), 1000);
        assert_eq!((row.cards().iter().min(), row.cards().iter().max()), (Some(&-2), Some(&2)));
        // A seed in a record means this row for ever.
        assert_eq!(Deal::new(8, 2, 14).unwrap().row(7).cards(), [6, 6, 2, 6, 7, 7, 9, 3]);
    }

    #[test]
    fn deals_that_cannot_be_made_are_refused() {
        let count = Deal::MOST + 1;
        assert_eq!(Deal::new(count, 1, 2), Err(DealError::TooMany { count }));
        for (count, low, high) in [
            (1, 2, 1),
            (1, 0, i64::from(u32::MAX)),
            (1, i64::MIN, i64::MAX),
            (1, i64::MIN, i64::MIN),
            (3, i64::MAX / 2, i64::MAX / 2),
        ] {
            assert_eq!(Deal::new(count, low, high), Err(DealError::Range { count, low, high }));
        }
        let row = Deal::new(2, i64::MAX / 2, i64::MAX / 2).unwrap().row(1);
        assert_eq!(Row::new(row.cards().to_vec()), Ok(row));
        assert_eq!(Deal::new(0, 1, 1).unwrap().row(1).cards(), []);
    }
}
