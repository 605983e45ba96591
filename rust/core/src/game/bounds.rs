//! Limits that hold for every game under the same rules.

use std::ops::RangeInclusive;

/// Limits that hold for every game under the same rules, to size arrays and scale rewards.
///
/// They are bounds, not extremes: no game exceeds them, but they need not be tight.
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
