//! Limits that hold for every game under the same rules.

use std::ops::RangeInclusive;

/// Limits that hold for every game under the same rules, to size arrays and scale rewards.
///
/// They are bounds, not extremes: no game exceeds them, but they need not be tight.
///
/// ```
/// use cardcore::game::Game as _;
/// use cardcore::games::hearts::{Hearts, Rules};
///
/// // A deal of the generalized game: two suits of four values between two players.
/// let bounds = Hearts::new(Rules::new(2, 4, 2)?, 1).bounds();
/// assert_eq!(bounds.moves, Some(8));
/// // Four hearts, and the special card for as many points.
/// assert_eq!(bounds.score, Some(0..=8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The minimum and maximum number of seats under any rules.
    pub seats: RangeInclusive<usize>,
    /// The maximum number of moves; `None` if unbounded.
    pub moves: Option<u64>,
    /// The lowest and highest final score; `None` if unbounded.
    pub score: Option<RangeInclusive<i64>>,
    /// The largest difference between two final scores; `None` if unbounded.
    pub margin: Option<i64>,
    /// The sum of all final scores, if it is constant.
    pub total: Option<i64>,
}

impl Bounds {
    /// The largest difference between the final score of a seat and the mean of all seats, up or
    /// down; `None` if unbounded.
    #[must_use]
    pub fn largest_margin(&self, seats: usize) -> Option<f64> {
        let (score, margin, seats) = (self.score.as_ref()?, self.margin?, seats.max(1) as f64);
        Some(match self.total {
            None => margin as f64 * (seats - 1.0) / seats,
            Some(total) => {
                let (low, high, total) = (*score.start() as f64, *score.end() as f64, total as f64);
                (seats * high - total).max(total - seats * low) / seats
            }
        })
    }
}
