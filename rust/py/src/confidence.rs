//! How sure a sampled figure is.

use cardcore::confidence;
use pyo3::prelude::*;

/// Within how many standard errors of the mean a share of all samples lies.
#[pyfunction]
pub fn student(level: f64, freedom: u64) -> f64 {
    confidence::student(level, freedom)
}
