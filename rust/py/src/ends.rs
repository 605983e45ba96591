//! Ends: lines, values and the game.

use cardcore::game::Fact;
use cardcore::games::ends::{Deal, End, Ends, Policy, Side, ValueError, solve, value};
use cardcore::monitor::Monitor;
use cardcore::play::Origin;
use pyo3::prelude::*;

use crate::convert;
use crate::detach;
use crate::errors::{IntoPython as _, value_error};
use crate::game::{Playable, PyGame};
use crate::numbers::{Numbers, Reading};

impl Playable for Ends {}

/// Rows up to this long are solved, and up to its square valued, sooner than a thread is started.
const SHORT: usize = 400;

/// Scores, paths, cards of both sides, and the places of the cards in the order they went.
type Line = ((i64, i64), (String, String), (Vec<i64>, Vec<i64>), Vec<usize>);

#[pyfunction]
#[pyo3(signature = (cards, policy, first, ties, *, threads=None, progress=None))]
pub fn ends_solve(
    py: Python<'_>,
    cards: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyAny>,
    first: &Bound<'_, PyAny>,
    ties: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Line> {
    let policy = choice("policy", policy, &Policy::ALL, Policy::name)?;
    let first = choice("first", first, &Side::ALL, Side::name)?;
    let ties = choice("ties", ties, &End::ALL, End::name)?;
    let row = Numbers::new(cards)?.row()?;
    let short = row.cards().len() <= SHORT;
    let work = |monitor: &Monitor| solve(&row, policy, first, ties, monitor);
    let line = detach::run_unless_brief(py, short, threads, progress, work)?;
    let cards = |side| line.turns_of(side).map(|turn| turn.card).collect();
    Ok((
        (line.score(Side::Player), line.score(Side::Dog)),
        (line.path(Side::Player), line.path(Side::Dog)),
        (cards(Side::Player), cards(Side::Dog)),
        line.turns().iter().map(|turn| turn.place).collect(),
    ))
}

#[pyfunction]
pub fn ends_value(py: Python<'_>, cards: &Bound<'_, PyAny>) -> PyResult<i64> {
    let numbers = Numbers::new(cards)?;
    let short = numbers.len() <= SHORT * SHORT;
    let reading = numbers.read();
    let work = |monitor: &Monitor| {
        let margin = match reading {
            Reading::Slice(cards) => value(cards.iter().copied(), monitor),
            Reading::Each(cards) => value(cards, monitor),
        };
        match margin {
            Ok(margin) => Ok(Ok(margin)),
            Err(ValueError::Row(error)) => Ok(Err(error)),
            Err(ValueError::Stopped(stopped)) => Err(stopped),
        }
    };
    let margin = detach::run_unless_brief(py, short, None, None, work)?;
    margin.map_err(|error| error.into_python())
}

#[pyfunction]
#[pyo3(signature = (cards, seed, count, low, high, ties))]
pub fn ends_new(
    cards: Option<&Bound<'_, PyAny>>,
    seed: Option<&Bound<'_, PyAny>>,
    count: &Bound<'_, PyAny>,
    low: &Bound<'_, PyAny>,
    high: &Bound<'_, PyAny>,
    ties: &Bound<'_, PyAny>,
) -> PyResult<PyGame> {
    let ties = choice("ties", ties, &End::ALL, End::name)?;
    let drawn = convert::seed(seed)?;
    if let Some(cards) = cards {
        let row = Numbers::new(cards)?.row()?;
        let deal = Some(Fact::list(row.cards().iter().copied()));
        return Ok(PyGame::new(Ends::from_row(row, ties), Origin { seed: None, deal }));
    }
    let count = convert::whole_number("count", count, 0..=Deal::MOST as i128)?;
    let low = convert::whole_number("low", low, convert::WORD)?;
    let high = convert::whole_number("high", high, convert::WORD)?;
    let deal = Deal::new(count, low, high).map_err(|error| error.into_python())?;
    Ok(PyGame::new(Ends::dealt(deal, drawn, ties), Origin { seed: Some(drawn), deal: None }))
}

/// The value of this name.
fn choice<T: Copy>(
    option: &str,
    object: &Bound<'_, PyAny>,
    all: &[T],
    name: fn(T) -> &'static str,
) -> PyResult<T> {
    let text = convert::name(option, object)?;
    all.iter().copied().find(|&known| name(known) == text).ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|&known| name(known)).collect();
        value_error(format!("{option}: expected one of {}, found '{text}'", known.join(", ")))
    })
}
