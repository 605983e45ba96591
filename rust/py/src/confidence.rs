//! Confidence intervals of sampled figures.

use cardcore::confidence;
use pyo3::prelude::*;

/// The two-sided quantile of Student's t distribution.
#[pyfunction]
pub fn student(level: f64, freedom: u64) -> f64 {
    confidence::student(level, freedom)
}
