//! Equity and ranges.

use cardcore::cards::{Card, CardSet};
use cardcore::confidence;
use cardcore::monitor::Monitor;
use cardcore::poker::equity::{
    Counts, Deal, Equity, EquityError, Game, Hands, Holding, Method, POT, PlayerResult,
    PreflopTable, STARTING_HANDS, Samples,
};
use cardcore::poker::range::{Combo, Range, RangeError};
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::convert;
use crate::detach;
use crate::errors::{IntoPython as _, value_error, with_location};

/// The weights of a range in millionths.
#[pyfunction]
pub fn parse_range<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let text = convert::name("range", text)?;
    let range: Range = text.parse().map_err(|error: RangeError| error.into_python())?;
    Ok(PyArray1::from_slice(py, range.weights()))
}

/// The text of a range.
#[pyfunction]
pub fn format_range(weights: PyReadonlyArray1<'_, u32>) -> PyResult<String> {
    Ok(range(&weights)?.to_string())
}

/// The two-card hands in the order of the weights.
#[pyfunction]
pub fn range_combos() -> Vec<String> {
    Combo::all().map(|combo| combo.to_string()).collect()
}

fn range(weights: &PyReadonlyArray1<'_, u32>) -> PyResult<Range> {
    let weights = weights.as_slice()?;
    Range::from_weights(weights)
        .ok_or_else(|| value_error("range: expected 1326 weights from 0 to 1000000 millionths"))
}

/// Sums over deals, each counted with its weight; samples count 1.
#[pyclass(name = "EquityCounts", module = "cardcore._core", frozen, get_all)]
#[derive(Clone, Copy)]
pub struct PyEquityCounts {
    /// Deals won alone.
    wins: u128,
    /// Deals in which the pot is split.
    ties: u128,
    /// What is won, in parts of a pot: see `POT_SHARES`.
    shares: u128,
    /// All deals.
    total: u128,
}

impl From<Counts> for PyEquityCounts {
    fn from(counts: Counts) -> Self {
        let Counts { wins, ties, shares, total } = counts;
        Self { wins, ties, shares, total }
    }
}

/// What every player gets.
#[pyclass(name = "EquityResult", module = "cardcore._core", frozen)]
pub struct PyEquityResult(Equity);

#[pymethods]
impl PyEquityResult {
    /// Whether every deal was counted.
    #[getter]
    fn exact(&self) -> bool {
        self.0.exact
    }

    /// The sums of each player.
    #[getter]
    fn players(&self) -> Vec<PyEquityCounts> {
        self.0.players.iter().map(|player| player.all.into()).collect()
    }

    /// Half the width of the 95% interval of each player's equity; 0 if it is exact.
    #[getter]
    fn half_widths(&self) -> Vec<f64> {
        self.0.players.iter().map(|player| half_width(self.0.exact, player)).collect()
    }

    /// The hands of a player: cards, weight and sums.
    fn hands(&self, player: usize) -> Vec<(String, u32, PyEquityCounts)> {
        let hands = self.0.players.get(player).map_or(&[][..], |player| &player.hands);
        let text = |holding: &Holding| {
            let cards: Vec<Card> = holding.cards.iter().collect();
            cards.iter().rev().map(ToString::to_string).collect::<String>()
        };
        hands.iter().map(|(hand, counts)| (text(hand), hand.weight, (*counts).into())).collect()
    }
}

/// Half the width of the interval of an equity.
fn half_width(exact: bool, player: &PlayerResult) -> f64 {
    if exact {
        return 0.0;
    }
    let Counts { shares, total, .. } = player.all;
    let (pot, count) = (f64::from(POT), total as f64);
    let (mean, squares) = (shares as f64 / pot / count, player.squares as f64 / pot / pot);
    let deviations = squares - mean * mean * count;
    confidence::half_width(u64::try_from(total).unwrap_or(u64::MAX), deviations).unwrap_or(1.0)
}

/// The equity of hands or ranges.
#[pyfunction]
#[pyo3(signature = (players, board, dead, game, exact, samples, seed, *, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are the arguments of the Python function")]
pub fn equity_of(
    py: Python<'_>,
    players: Vec<Bound<'_, PyAny>>,
    board: &Bound<'_, PyAny>,
    dead: &Bound<'_, PyAny>,
    game: &str,
    exact: Option<bool>,
    samples: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyEquityResult> {
    let game = Game::from_name(game).ok_or_else(|| value_error(format!("game: '{game}'")))?;
    let count = convert::whole_number("samples", samples, 1..=MAX_SAMPLES)?;
    let samples = Samples { count, seed: convert::seed(Some(seed))? };
    let method = match exact {
        Some(true) => Method::Exact,
        Some(false) => Method::Sampled(samples),
        None => Method::Automatic(samples),
    };
    let players = players.iter().map(hands).collect::<PyResult<Vec<Hands>>>()?;
    let (board, dead) = (card_set("board", board)?, card_set("dead", dead)?);
    let work = |monitor: &Monitor| -> Result<Equity, EquityError> {
        Deal::new(game, &players, board, dead)?.equity(method, monitor)
    };
    detach::run(py, threads, progress, work).map(PyEquityResult)
}

/// More samples than this take days.
const MAX_SAMPLES: i128 = 1_000_000_000_000;

/// The hands of a player: weights of a range, a list of hands with weights, or `None` for any.
fn hands(object: &Bound<'_, PyAny>) -> PyResult<Hands> {
    if object.is_none() {
        return Ok(Hands::Random);
    }
    if let Ok(weights) = object.extract::<PyReadonlyArray1<'_, u32>>() {
        return Ok(Hands::from(&range(&weights)?));
    }
    let listed: Vec<(Bound<'_, PyAny>, u32)> = object.extract()?;
    let holding = |(cards, weight): &(Bound<'_, PyAny>, u32)| -> PyResult<Holding> {
        let cards = convert::cards(cards)?;
        let cards = cardcore::cards::distinct(&cards).map_err(|error| error.into_python())?;
        Ok(Holding { cards, weight: *weight })
    };
    Ok(Hands::Listed(listed.iter().map(holding).collect::<PyResult<_>>()?))
}

fn card_set(place: &str, object: &Bound<'_, PyAny>) -> PyResult<CardSet> {
    let read = || {
        let cards = convert::cards(object)?;
        cardcore::cards::distinct(&cards).map_err(|error| error.into_python())
    };
    read().map_err(|error| with_location(error, place))
}

/// All starting hands of hold'em against each other.
#[pyclass(name = "PreflopCounts", module = "cardcore._core", frozen, get_all)]
pub struct PyPreflopCounts {
    /// Deals that the row's hand wins.
    wins: Py<PyArray2<u64>>,
    /// Deals in which the pot is split.
    ties: Py<PyArray2<u64>>,
    /// All deals.
    deals: Py<PyArray2<u64>>,
}

/// Deal all boards to all pairs of starting hands.
#[pyfunction]
#[pyo3(signature = (*, threads=None, progress=None))]
pub fn preflop_counts(
    py: Python<'_>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyPreflopCounts> {
    let table = detach::run(py, threads, progress, PreflopTable::new)?;
    let square = |cells: Vec<u64>| -> PyResult<Py<PyArray2<u64>>> {
        let cells = cells.into_pyarray(py).reshape([STARTING_HANDS, STARTING_HANDS])?;
        Ok(cells.unbind())
    };
    Ok(PyPreflopCounts {
        wins: square(table.wins)?,
        ties: square(table.ties)?,
        deals: square(table.deals)?,
    })
}
