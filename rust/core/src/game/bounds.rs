//! What every game under the same rules stays within.

use std::ops::RangeInclusive;

/// Limits that hold for every game under the same rules, for whoever sizes arrays or scales rewards.
///
/// They are limits, not extremes: no game exceeds them, and none need reach them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The fewest and the most seats, under any rules.
    pub seats: RangeInclusive<usize>,
    /// The most moves; `None` if there is no limit.
    pub moves: Option<u64>,
    /// The lowest and the highest final score; `None` if there is no limit.
    pub score: Option<RangeInclusive<i64>>,
    /// The most by which two final scores differ; `None` if there is no limit.
    pub margin: Option<i64>,
    /// What the final scores of all seats add up to, where that is always the same.
    pub total: Option<i64>,
}
