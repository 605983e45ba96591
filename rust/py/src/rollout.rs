//! Rollouts of moves in sampled deals.

use cardcore::monitor::Monitor;
use numpy::{IntoPyArray as _, PyArray3, PyArrayMethods as _};
use pyo3::prelude::*;

use crate::game::PyGame;
use crate::{convert, detach, memory};

/// The scores of every seat, by game, move and seat, if bots play on after each move until the
/// hand, round or deal in progress is over. `None` among the moves leaves the decision to the bot.
#[pyfunction]
#[pyo3(signature = (games, moves, bots, seed, *, threads=None, progress=None))]
pub fn roll_out<'py>(
    py: Python<'py>,
    games: Vec<PyRef<'py, PyGame>>,
    moves: Vec<Option<Bound<'py, PyAny>>>,
    bots: Vec<Bound<'py, PyAny>>,
    seed: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray3<i64>>> {
    let names: Vec<String> =
        bots.iter().map(|bot| convert::name("bots", bot)).collect::<PyResult<_>>()?;
    let bots: Vec<&str> = names.iter().map(String::as_str).collect();
    let seed = convert::seed(Some(seed))?;
    let shape = [games.len(), moves.len(), bots.len()];
    // Once as they are played, and once more when they are joined.
    let values = shape.iter().fold(2 * size_of::<i64>(), |size, &count| size.saturating_mul(count));
    memory::expect(values)?;
    let sessions: Vec<_> = games.iter().map(|game| game.snapshot(py)).collect::<PyResult<_>>()?;
    let Some(first) = sessions.first() else {
        return Vec::new().into_pyarray(py).reshape(shape);
    };
    let read = first.reader();
    let moves: Vec<_> = moves
        .iter()
        .map(|chosen| chosen.as_ref().map(read).transpose())
        .collect::<PyResult<_>>()?;
    let work = |monitor: &Monitor| first.roll_out(&sessions, &moves, &bots, seed, monitor);
    detach::run(py, threads, progress, work)?.into_pyarray(py).reshape(shape)
}
