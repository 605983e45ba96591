//! Every hand against an opponent who stands pat.

use cardcore::discard::{HANDS, Mask, Standing, StandingStrategy};
use cardcore::monitor::Monitor;
use cardcore::poker::batch::NotAHand;
use numpy::{IntoPyArray as _, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::detach;
use crate::discard::{FEW, solution};
use crate::hands::HandArray;
use crate::memory;

/// About what the counts of all hands and the tables they are made with take.
const MEMORY: usize = 160 << 20;

/// How often all discards of all hands win and tie.
#[pyclass(name = "Standing", module = "cardcore._core", frozen)]
pub struct PyStanding(Standing);

#[pymethods]
impl PyStanding {
    #[new]
    #[pyo3(signature = (*, threads=None, progress=None))]
    fn new(
        py: Python<'_>,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        memory::expect(MEMORY)?;
        detach::run(py, threads, progress, Standing::new).map(Self)
    }

    /// What the wins and ties of a strategy are numbers of, over all hands.
    #[getter]
    fn pairs(&self) -> u128 {
        u128::from(HANDS) * u128::from(Standing::PAIRS)
    }

    /// The whole game, as a dictionary of arrays and exact integers.
    fn solve<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        solution(py, py.detach(|| self.0.solve()), StandingStrategy::denominator())
    }

    /// Wins and ties of a strategy, a mask for each of the hands of a solution, and how many of all
    /// hands it discards from at a loss.
    fn result(
        &self,
        py: Python<'_>,
        masks: PyReadonlyArray1<'_, u8>,
    ) -> PyResult<(u128, u128, u32)> {
        let discards: Option<Vec<Mask>> =
            masks.as_array().iter().map(|&mask| Mask::from_number(mask)).collect();
        let discards = discards.filter(|discards| discards.len() == self.0.hands().len());
        let Some(discards) = discards else {
            let hands = self.0.hands().len();
            return Err(PyValueError::new_err(format!("masks: expected {hands} numbers, 0 to 31")));
        };
        let result = py.detach(|| self.0.result(discards));
        Ok((result.wins, result.ties, result.mistakes))
    }

    /// The best discards alone.
    fn strategy(&self, py: Python<'_>) -> PyStandingStrategy {
        PyStandingStrategy(py.detach(|| self.0.strategy()))
    }
}

/// The best discards of all hands.
#[pyclass(name = "StandingStrategy", module = "cardcore._core", frozen)]
pub struct PyStandingStrategy(StandingStrategy);

#[pymethods]
impl PyStandingStrategy {
    /// The best masks of many hands and their values.
    #[pyo3(signature = (hands, *, threads=None))]
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn best_many<'py>(
        &self,
        py: Python<'py>,
        hands: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<f64>>)> {
        let hands = HandArray::new(hands, 5..=5)?;
        let rows = hands.rows()?;
        memory::expect(rows.len() * (size_of::<u8>() + size_of::<f64>()))?;
        let work = |monitor: &Monitor| self.0.best_discards(&rows, monitor);
        match detach::run_unless_brief(py, rows.len() <= FEW, threads, None, work)? {
            Ok(best) => Ok((best.masks.into_pyarray(py), best.values.into_pyarray(py))),
            Err(NotAHand { row }) => Err(hands.row_error(row)),
        }
    }
}
