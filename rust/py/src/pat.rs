//! Every hand against an opponent who stands pat.

use cardcore::discard::wild::Deck;
use cardcore::discard::{HANDS, Mask, PatResult, PatShowdowns, PatStrategy};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::detach;
use crate::discard::{BestMany, PyDiscardSolution, best_many};
use crate::hands::HandArray;
use crate::memory;

/// The approximate memory of the counts of all hands and of the tables to compute them.
const MEMORY: usize = 160 << 20;

/// The win and tie counts of all discards of all hands.
#[pyclass(name = "PatShowdowns", module = "cardcore._core", frozen)]
pub struct PyPatShowdowns(PatShowdowns);

#[pymethods]
impl PyPatShowdowns {
    #[new]
    #[pyo3(signature = (*, threads=None, progress=None))]
    fn new(
        py: Python<'_>,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        memory::expect(MEMORY)?;
        detach::run(py, threads, progress, PatShowdowns::new).map(Self)
    }

    /// The common denominator of the wins and ties of a strategy, over all hands.
    #[getter]
    fn pairs(&self) -> u128 {
        u128::from(HANDS) * u128::from(PatShowdowns::PAIRS)
    }

    /// Solve the whole game.
    fn solve(&self, py: Python<'_>) -> PyResult<PyDiscardSolution> {
        let (solution, denominator) = (py.detach(|| self.0.solve()), PatStrategy::denominator());
        PyDiscardSolution::new(py, solution, Deck::STANDARD, denominator)
    }

    /// The result of a strategy, a mask for each of the hands of a solution.
    fn result(&self, py: Python<'_>, masks: PyReadonlyArray1<'_, u8>) -> PyResult<PyPatResult> {
        let discards: Option<Vec<Mask>> =
            masks.as_array().iter().map(|&mask| Mask::from_number(mask)).collect();
        let discards = discards.filter(|discards| discards.len() == self.0.hands().len());
        let Some(discards) = discards else {
            let hands = self.0.hands().len();
            return Err(PyValueError::new_err(format!("masks: expected {hands} numbers, 0 to 31")));
        };
        let PatResult { wins, ties, mistakes } = py.detach(|| self.0.result(discards));
        Ok(PyPatResult { wins, ties, mistakes })
    }

    /// The best discards only.
    fn strategy(&self, py: Python<'_>) -> PyPatStrategy {
        PyPatStrategy(py.detach(|| self.0.strategy()))
    }
}

/// The result of a strategy.
#[pyclass(name = "PatResult", module = "cardcore._core", frozen, get_all)]
pub struct PyPatResult {
    /// The number of winning pairs.
    wins: u128,
    /// The number of tying pairs.
    ties: u128,
    /// The number of hands whose discard is not optimal.
    mistakes: u32,
}

/// The best discards of all hands.
#[pyclass(name = "PatStrategy", module = "cardcore._core", frozen)]
pub struct PyPatStrategy(PatStrategy);

#[pymethods]
impl PyPatStrategy {
    /// The best masks of many hands and their values.
    #[pyo3(signature = (hands, *, threads=None))]
    fn best_many<'py>(
        &self,
        py: Python<'py>,
        hands: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<BestMany<'py>> {
        let hands = HandArray::new(hands, 5..=5)?;
        best_many(&hands, py, threads, true, |rows, monitor| self.0.best_discards(rows, monitor))
    }
}
