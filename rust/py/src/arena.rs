//! Many games between bots.

use cardcore::game::Parameter;
use cardcore::monitor::Monitor;
use cardcore::play::arena::{self, FIRST_PLACE, MOST_GAMES, Tally};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{IntoPython as _, value_error};
use crate::game::PyGame;
use crate::{convert, detach, memory};

/// The sums of an arena; the Python layer makes a result of them.
#[pyclass(name = "Tally", module = "cardcore._core")]
pub struct PyTally(Tally);

#[pymethods]
impl PyTally {
    #[new]
    fn new(bots: usize) -> Self {
        Self(Tally::new(bots))
    }

    #[getter]
    fn games(&self) -> u64 {
        self.0.games
    }

    #[getter]
    fn wins(&self) -> Vec<Vec<u64>> {
        self.0.wins.clone()
    }

    fn means(&self) -> Vec<(f64, Option<f64>)> {
        (0..self.0.totals.len()).map(|bot| self.0.mean(bot)).collect()
    }

    fn firsts(&self) -> Vec<f64> {
        let places = (u128::from(self.0.games) * FIRST_PLACE).max(1) as f64;
        self.0.firsts.iter().map(|&parts| parts as f64 / places).collect()
    }

    fn count_block(&mut self, games: Vec<Vec<i64>>, low_score_wins: bool) -> PyResult<()> {
        let bots = self.0.totals.len();
        if let Some(scores) = games.iter().find(|scores| scores.len() != bots) {
            let found = scores.len();
            return Err(value_error(format!("expected {bots} scores, found {found}")));
        }
        let mut block = vec![0_i128; bots];
        for scores in &games {
            self.0.count(scores, low_score_wins);
            for (sum, &score) in block.iter_mut().zip(scores) {
                *sum += i128::from(score);
            }
        }
        if games.len() == bots {
            self.0.count_block(&block);
        }
        Ok(())
    }
}

#[pyfunction]
#[pyo3(signature = (template, bots, games, seed, *, threads=None, progress=None))]
pub fn run_arena(
    py: Python<'_>,
    template: &PyGame,
    bots: Vec<Bound<'_, PyAny>>,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyTally> {
    let games = convert::whole_number("games", games, 0..=MOST_GAMES.into())?;
    let seed = convert::seed(Some(seed))?;
    let bots: Vec<String> =
        bots.iter().map(|bot| convert::name("bots", bot)).collect::<PyResult<_>>()?;
    let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
    // Not the game itself: it can be played on in the meantime.
    let template = template.copy(py)?;
    let work = |monitor: &Monitor| template.arena(&bots, games, seed, monitor);
    detach::run(py, threads, progress, work).map(PyTally)
}

/// Whether games between these native bots come out the same for the same seed.
#[pyfunction]
pub fn is_reproducible(
    py: Python<'_>,
    template: &PyGame,
    bots: Vec<Bound<'_, PyAny>>,
) -> PyResult<bool> {
    let bots: Vec<String> =
        bots.iter().map(|bot| convert::name("bots", bot)).collect::<PyResult<_>>()?;
    let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
    template.session(py)?.is_reproducible(&bots).map_err(|error| error.into_python())
}

/// The name of a parameter, what may be chosen, what is otherwise, and what it means.
type ParameterEntry = (&'static str, String, Option<&'static str>, &'static str);

/// By bot its parameters: their names, what may be chosen, what is otherwise, and what they mean.
#[pyfunction]
pub fn bot_parameters(py: Python<'_>, template: &PyGame) -> PyResult<Vec<Vec<ParameterEntry>>> {
    let entry = |parameter: &Parameter| {
        let Parameter { name, summary, expected, default } = *parameter;
        (name, expected.to_string(), default, summary)
    };
    let bots = template.session(py)?.bot_parameters();
    Ok(bots.into_iter().map(|parameters| parameters.iter().map(entry).collect()).collect())
}

/// The seeds of the deal and of the players of one game, and which bot has each seat.
#[pyfunction]
pub fn arena_seating(
    seed: &Bound<'_, PyAny>,
    game: u64,
    seats: usize,
) -> PyResult<(u64, u64, Vec<usize>)> {
    let (deal, play) = arena::seeds(convert::seed(Some(seed))?, game, seats);
    Ok((deal, play, (0..seats).map(|seat| arena::bot_at(seat, game, seats)).collect()))
}

/// The scores of some games of an arena, as the bytes of whole numbers: game by game, and by bot.
#[pyfunction]
#[pyo3(signature = (template, bots, start, games, seed, *, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "each has its own name in Python")]
pub fn arena_scores<'py>(
    py: Python<'py>,
    template: &PyGame,
    bots: Vec<Bound<'py, PyAny>>,
    start: &Bound<'py, PyAny>,
    games: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let start: u64 = convert::whole_number("start", start, 0..=MOST_GAMES.into())?;
    let games: u64 = convert::whole_number("games", games, 0..=MOST_GAMES.into())?;
    let seed = convert::seed(Some(seed))?;
    let bots: Vec<String> =
        bots.iter().map(|bot| convert::name("bots", bot)).collect::<PyResult<_>>()?;
    let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
    let bytes = usize::try_from(games).unwrap_or(usize::MAX).saturating_mul(8 * bots.len());
    // Once as they are played, once more as they are joined, and once as they are given.
    memory::expect(bytes.saturating_mul(3))?;
    let template = template.copy(py)?;
    let work =
        |monitor: &Monitor| template.arena_scores(&bots, start..start + games, seed, monitor);
    let scores = detach::run(py, threads, progress, work)?;
    let bytes: Vec<u8> = scores.into_iter().flat_map(i64::to_ne_bytes).collect();
    Ok(PyBytes::new(py, &bytes))
}
