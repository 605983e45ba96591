//! Strategy charts.

use cardcore::discard::strategy::{ChartResult, LineResult, Strategy, ValuedHands};
use cardcore::monitor::{Monitor, Stopped};
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;

use crate::convert;
use crate::detach;
use crate::discard::{PyValuation, expect_hands, valued, with_valuation};
use crate::memory;

/// More lines than anyone can learn or any game needs.
const MAX_LINES: i128 = 500;

/// The bytes per hand for the values of its discards.
const BYTES_TO_VALUE: usize = 300;

/// The bytes per hand in the search: some twenty holds, and the losses of some fifty lines.
const BYTES_TO_SEARCH: usize = 1_200;

/// A chart, and the valuation it was derived from.
#[pyclass(name = "Strategy", module = "cardcore._core", frozen)]
pub struct PyStrategy {
    strategy: Strategy,
    valuation: Py<PyValuation>,
}

/// What a chart says about a hand.
#[pyclass(name = "StrategyChoice", module = "cardcore._core", frozen, get_all)]
pub struct PyStrategyChoice {
    /// The numbers of the cards of the hand.
    cards: Vec<u32>,
    /// The line that decides it, from 0.
    line: usize,
    /// The discard it gives.
    mask: u8,
}

#[pymethods]
impl PyStrategy {
    /// Apply the chart to a hand.
    fn choose(&self, py: Python<'_>, hand: &Bound<'_, PyAny>) -> PyResult<PyStrategyChoice> {
        let aim = &self.valuation.get().0;
        let (hand, values) = with_valuation!(aim, valuation => valued(py, valuation, hand))?;
        let (line, discard) = self.strategy.choose(hand, &values);
        let cards = hand.map(u32::from).to_vec();
        Ok(PyStrategyChoice { cards, line, mask: discard.number() })
    }
}

/// A line of a chart, with sums over all hands that it decides.
#[pyclass(name = "StrategyLine", module = "cardcore._core", frozen, get_all)]
pub struct PyStrategyLine {
    /// Which cards to hold.
    wording: String,
    /// The number of hands it decides.
    hands: u64,
    /// The EV they lose, over the denominator of the values.
    lost: i128,
    /// The additional loss without the line.
    saved: i128,
}

/// A chart, and the result of following it.
#[pyclass(name = "DerivedStrategy", module = "cardcore._core", frozen, get_all)]
pub struct PyDerivedStrategy {
    /// The chart.
    strategy: Py<PyStrategy>,
    /// Its lines, from the top.
    lines: Vec<Py<PyStrategyLine>>,
    /// The ranks of high cards, whose pair pays.
    high_ranks: Vec<u32>,
    /// One canonical hand per equivalence class, as card numbers.
    hands: Py<PyArray2<u8>>,
    /// The number of hands in each class.
    weights: Py<PyArray1<i64>>,
    /// The line that decides each, from 0.
    decided: Py<PyArray1<u16>>,
    /// The discard of the chart for each.
    masks: Py<PyArray1<u8>>,
    /// The EV it loses, over the denominator of the values.
    losses: Py<PyArray1<i64>>,
}

/// Derive a chart of at most this many lines, and follow it with every hand.
#[pyfunction]
#[pyo3(signature = (valuation, lines, *, threads=None, progress=None))]
pub fn derive_strategy<'py>(
    py: Python<'py>,
    valuation: &Bound<'py, PyValuation>,
    lines: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<PyDerivedStrategy> {
    let lines: u64 = convert::whole_number("lines", lines, 1..=MAX_LINES)?;
    let all = with_valuation!(&valuation.get().0, valued => {
        expect_hands(valued, BYTES_TO_VALUE)?;
        detach::run(py, threads, None, |monitor: &Monitor| ValuedHands::new(valued, monitor))?
    });
    memory::expect(all.hands.len() * BYTES_TO_SEARCH)?;
    let (strategy, followed) = detach::run(py, threads, progress, |monitor| {
        let strategy = Strategy::derive(&all, lines as usize, monitor)?;
        let followed = strategy.follow(&all, monitor)?;
        Ok::<_, Stopped>((strategy, followed))
    })?;
    let ValuedHands { hands, weights, .. } = all;
    let ChartResult { lines, discards, losses, by_line } = followed;
    let weights: Vec<i64> = weights.into_iter().map(i64::from).collect();
    let masks: Vec<u8> = discards.into_iter().map(|discard| discard.number()).collect();
    let made = strategy.lines().zip(by_line).map(|(wording, result)| {
        let LineResult { hands, lost, saved } = result;
        Py::new(py, PyStrategyLine { wording, hands, lost, saved })
    });
    Ok(PyDerivedStrategy {
        lines: made.collect::<PyResult<_>>()?,
        high_ranks: strategy.high_ranks().map(u32::from).collect(),
        hands: hands.concat().into_pyarray(py).reshape([hands.len(), 5])?.unbind(),
        weights: weights.into_pyarray(py).unbind(),
        decided: lines.into_pyarray(py).unbind(),
        masks: masks.into_pyarray(py).unbind(),
        losses: losses.into_pyarray(py).unbind(),
        strategy: Py::new(py, PyStrategy { strategy, valuation: valuation.clone().unbind() })?,
    })
}
