//! Charts of what to hold.

use cardcore::discard::strategy::{Followed, LineResult, Strategy, ValuedHands};
use cardcore::monitor::Stopped;
use numpy::{IntoPyArray as _, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert;
use crate::detach;
use crate::discard::{Aim, PyValuation};
use crate::memory;

/// More lines than this nobody learns, and no game has use for.
const MOST_LINES: i128 = 500;

/// What a hand takes with the values of its discards.
const BYTES_TO_VALUE: usize = 300;

/// What a hand takes in the search: some twenty holds, and what is lost by some fifty lines.
const BYTES_TO_SEARCH: usize = 1_200;

/// A chart, and the values that it was derived from.
#[pyclass(name = "Strategy", module = "cardcore._core", frozen)]
pub struct PyStrategy {
    strategy: Strategy,
    valuation: Py<PyValuation>,
}

#[pymethods]
impl PyStrategy {
    /// The numbers of the cards of a hand, the line that decides it, from 0, and the mask of what that
    /// says to discard.
    fn choose(&self, py: Python<'_>, hand: &Bound<'_, PyAny>) -> PyResult<(Vec<u32>, usize, u8)> {
        let (hand, values) = self.valuation.get().valued(py, hand)?;
        let (line, discard) = self.strategy.choose(hand, &values);
        Ok((hand.map(u32::from).to_vec(), line, discard.number()))
    }
}

/// A chart of at most so many lines, and what comes of following it, as a dictionary of arrays, texts
/// and exact integers.
#[pyfunction]
#[pyo3(signature = (valuation, lines, *, threads=None, progress=None))]
pub fn derive_strategy<'py>(
    py: Python<'py>,
    valuation: &Bound<'py, PyValuation>,
    lines: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<(PyStrategy, Bound<'py, PyDict>)> {
    let lines: u64 = convert::whole_number("lines", lines, 1..=MOST_LINES)?;
    valuation.get().expect_hands(BYTES_TO_VALUE)?;
    let aim = &valuation.get().0;
    let all = detach::run(py, threads, None, |monitor| match aim {
        Aim::Natural(valuation) => Ok(ValuedHands::new(valuation)),
        Aim::Wild(wild) => ValuedHands::with_wild_cards(wild, monitor),
    })?;
    memory::expect(all.hands.len() * BYTES_TO_SEARCH)?;
    let (strategy, followed) = detach::run(py, threads, progress, |monitor| {
        let strategy = Strategy::derive(&all, lines as usize, monitor)?;
        let followed = strategy.follow(&all, monitor)?;
        Ok::<_, Stopped>((strategy, followed))
    })?;
    let ValuedHands { hands, weights, .. } = all;
    let Followed { lines, discards, losses, by_line } = followed;
    let weights: Vec<i64> = weights.into_iter().map(i64::from).collect();
    let masks: Vec<u8> = discards.into_iter().map(|discard| discard.number()).collect();
    let by_line: Vec<(u64, i128, i128)> =
        by_line.iter().map(|&LineResult { hands, lost, saved }| (hands, lost, saved)).collect();
    let result = PyDict::new(py);
    result.set_item("words", strategy.lines().collect::<Vec<_>>())?;
    result.set_item("by_line", by_line)?;
    result.set_item("high_ranks", strategy.high_ranks().map(u32::from).collect::<Vec<_>>())?;
    let rows = hands.len();
    result.set_item("hands", hands.concat().into_pyarray(py).reshape([rows, 5])?)?;
    result.set_item("weights", weights.into_pyarray(py))?;
    result.set_item("lines", lines.into_pyarray(py))?;
    result.set_item("masks", masks.into_pyarray(py))?;
    result.set_item("losses", losses.into_pyarray(py))?;
    Ok((PyStrategy { strategy, valuation: valuation.clone().unbind() }, result))
}
