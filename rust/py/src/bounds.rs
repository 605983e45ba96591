//! Limits that hold for every game under the same rules.

use cardcore::game::Bounds;
use pyo3::prelude::*;

/// Limits that hold for every game under the same rules.
#[pyclass(name = "Bounds", module = "cardcore", frozen, eq, get_all)]
#[derive(PartialEq)]
pub struct PyBounds {
    /// The minimum and maximum number of seats under any rules.
    seats: (usize, usize),
    /// The maximum number of moves; None if unbounded.
    moves: Option<u64>,
    /// The lowest and highest final score; None if unbounded.
    score: Option<(i64, i64)>,
    /// The largest difference between two final scores; None if unbounded.
    margin: Option<i64>,
    /// The sum of all final scores, if it is constant.
    total: Option<i64>,
}

impl From<Bounds> for PyBounds {
    fn from(bounds: Bounds) -> Self {
        Self {
            seats: bounds.seats.into_inner(),
            moves: bounds.moves,
            score: bounds.score.map(|range| range.into_inner()),
            margin: bounds.margin,
            total: bounds.total,
        }
    }
}

#[pymethods]
impl PyBounds {
    fn __repr__(&self) -> String {
        fn shown<T: std::fmt::Debug>(limit: Option<&T>) -> String {
            limit.map_or_else(|| "None".to_owned(), |limit| format!("{limit:?}"))
        }
        format!(
            "Bounds(seats={:?}, moves={}, score={}, margin={}, total={})",
            self.seats,
            shown(self.moves.as_ref()),
            shown(self.score.as_ref()),
            shown(self.margin.as_ref()),
            shown(self.total.as_ref()),
        )
    }
}
