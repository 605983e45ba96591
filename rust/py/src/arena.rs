//! The arena: many games between bots.

use std::ops::Range;

use cardcore::game::Parameter;
use cardcore::monitor::Monitor;
use cardcore::play::arena::{self, MAX_GAMES};
use cardcore::play::{FIRST_PLACE, Tally};
use numpy::{IntoPyArray as _, PyArray2, PyArrayMethods as _, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::errors::{IntoPython as _, value_error};
use crate::game::PyGame;
use crate::{convert, detach, memory};

/// The statistics of a match; the Python layer turns them into a result.
#[pyclass(name = "Tally", module = "cardcore._core", frozen, eq, get_all)]
#[derive(Clone, PartialEq)]
pub struct PyTally {
    games: u64,
    blocks: u64,
    totals: Vec<i128>,
    block_totals: Vec<i128>,
    block_squares: Vec<i128>,
    firsts: Vec<u128>,
    wins: Vec<Vec<u64>>,
}

impl From<Tally> for PyTally {
    fn from(tally: Tally) -> Self {
        let Tally { games, blocks, totals, block_totals, block_squares, firsts, wins } = tally;
        Self { games, blocks, totals, block_totals, block_squares, firsts, wins }
    }
}

impl From<&PyTally> for Tally {
    fn from(tally: &PyTally) -> Self {
        let PyTally { games, blocks, totals, block_totals, block_squares, firsts, wins } =
            tally.clone();
        Self { games, blocks, totals, block_totals, block_squares, firsts, wins }
    }
}

#[pymethods]
impl PyTally {
    /// Recreate a tally from its sums.
    #[new]
    fn new(
        games: u64,
        blocks: u64,
        totals: Vec<i128>,
        block_totals: Vec<i128>,
        block_squares: Vec<i128>,
        firsts: Vec<u128>,
        wins: Vec<Vec<u64>>,
    ) -> PyResult<Self> {
        let tally = Tally { games, blocks, totals, block_totals, block_squares, firsts, wins };
        match is_possible(&tally) {
            true => Ok(tally.into()),
            false => {
                Err(value_error("sums: expected the sums of a tally, found inconsistent ones"))
            }
        }
    }

    /// Count consecutive games from the first of a block on: a row per game, a column per bot.
    #[staticmethod]
    fn of_scores(scores: PyReadonlyArray2<'_, i64>, low_score_wins: bool) -> Self {
        let scores = scores.as_array();
        let mut tally = Tally::new(scores.ncols());
        tally.count(&scores.iter().copied().collect::<Vec<_>>(), low_score_wins);
        tally.into()
    }

    /// The sum of both tallies.
    fn __add__(&self, other: &Self) -> PyResult<Self> {
        let (bots, found) = (self.totals.len(), other.totals.len());
        if bots != found {
            return Err(value_error(format!("expected a tally of {bots} bots, found {found}")));
        }
        let games = self.games + other.games;
        if games > MAX_GAMES {
            let message = format!("expected at most {MAX_GAMES} games, found {games}");
            return Err(value_error(message));
        }
        Ok(Tally::from(self).joined(&other.into()).into())
    }

    /// The mean score of every bot.
    fn means(&self) -> Vec<f64> {
        let tally = Tally::from(self);
        (0..self.totals.len()).map(|bot| tally.mean(bot).0).collect()
    }

    /// Half the width of the 95% confidence interval of each bot's mean, if there is one.
    fn half_widths(&self) -> Vec<Option<f64>> {
        let tally = Tally::from(self);
        (0..self.totals.len()).map(|bot| tally.mean(bot).1).collect()
    }

    /// The fraction of games in which each bot came first.
    fn first_shares(&self) -> Vec<f64> {
        let places = (u128::from(self.games) * FIRST_PLACE).max(1) as f64;
        self.firsts.iter().map(|&parts| parts as f64 / places).collect()
    }
}

/// Whether at most [`MAX_GAMES`] games can have these sums, so that none of them overflows.
fn is_possible(tally: &Tally) -> bool {
    let Tally { games, blocks, totals, block_totals, block_squares, firsts, wins } = tally;
    let bots = totals.len();
    let most = u128::from(*games) << 63;
    let rows = wins.iter().map(Vec::len).chain([block_totals, block_squares].map(Vec::len));
    rows.chain([firsts.len(), wins.len()]).all(|found| found == bots)
        && *games <= MAX_GAMES
        && blocks <= games
        && totals.iter().chain(block_totals).all(|sum| sum.unsigned_abs() <= most)
        && block_squares.iter().all(|&sum| sum >= 0)
        && firsts.iter().all(|&parts| parts <= u128::from(*games) * FIRST_PLACE)
        && wins.iter().flatten().all(|count| count <= games)
}

/// A range of games of a match, with its bots.
struct GameRange {
    bots: Vec<String>,
    games: Range<u64>,
    seed: u64,
}

impl GameRange {
    fn read(
        bots: &[Bound<'_, PyAny>],
        games: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let games: u64 = convert::whole_number("games", games, 0..=MAX_GAMES.into())?;
        let start: u64 = match start {
            Some(start) => convert::whole_number("start", start, 0..=MAX_GAMES.into())?,
            None => 0,
        };
        let seed = convert::seed(Some(seed))?;
        Ok(Self { bots: names(bots)?, games: start..start + games, seed })
    }

    fn bots(&self) -> Vec<&str> {
        self.bots.iter().map(String::as_str).collect()
    }
}

fn names(bots: &[Bound<'_, PyAny>]) -> PyResult<Vec<String>> {
    bots.iter().map(|bot| convert::name("bots", bot)).collect()
}

/// The statistics of some games of a match.
#[pyfunction]
#[pyo3(signature = (template, bots, games, seed, *, start=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "each has its own name in Python")]
pub fn arena_tally(
    py: Python<'_>,
    template: &PyGame,
    bots: Vec<Bound<'_, PyAny>>,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    start: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyTally> {
    let asked = GameRange::read(&bots, games, seed, start)?;
    // Not the game itself: it may be played meanwhile.
    let template = template.snapshot(py)?;
    let work = |monitor: &Monitor| {
        template.arena_tally(&asked.bots(), asked.games.clone(), asked.seed, monitor)
    };
    detach::run(py, threads, progress, work).map(PyTally::from)
}

/// The scores of some games of a match: a row per game, a column per bot.
#[pyfunction]
#[pyo3(signature = (template, bots, games, seed, *, start=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "each has its own name in Python")]
pub fn arena_scores<'py>(
    py: Python<'py>,
    template: &PyGame,
    bots: Vec<Bound<'py, PyAny>>,
    games: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    start: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let asked = GameRange::read(&bots, games, seed, start)?;
    let rows = usize::try_from(asked.games.end - asked.games.start).unwrap_or(usize::MAX);
    // Once as they are played, and once more when they are joined.
    memory::expect(rows.saturating_mul(2 * size_of::<i64>() * bots.len()))?;
    let template = template.snapshot(py)?;
    let work = |monitor: &Monitor| {
        template.arena_scores(&asked.bots(), asked.games.clone(), asked.seed, monitor)
    };
    let scores = detach::run(py, threads, progress, work)?;
    scores.into_pyarray(py).reshape([rows, bots.len()])
}

/// Whether games between these native bots are reproducible from their seed.
#[pyfunction]
pub fn is_reproducible(
    py: Python<'_>,
    template: &PyGame,
    bots: Vec<Bound<'_, PyAny>>,
) -> PyResult<bool> {
    let bots = names(&bots)?;
    let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
    template.session(py)?.is_reproducible(&bots).map_err(|error| error.into_python())
}

/// A parameter of a bot.
#[pyclass(name = "BotParameter", module = "cardcore._core", frozen, get_all)]
pub struct PyBotParameter {
    name: &'static str,
    expected: String,
    default: Option<&'static str>,
    summary: &'static str,
}

/// The parameters of every bot.
#[pyfunction]
pub fn bot_parameters(py: Python<'_>, template: &PyGame) -> PyResult<Vec<Vec<PyBotParameter>>> {
    let entry = |parameter: &Parameter| {
        let Parameter { name, summary, expected, default } = *parameter;
        PyBotParameter { name, expected: expected.to_string(), default, summary }
    };
    let bots = template.session(py)?.bot_parameters();
    Ok(bots.into_iter().map(|parameters| parameters.iter().map(entry).collect()).collect())
}

/// One game of a match: the seeds of its deal and of its players, and the bot in each seat.
#[pyclass(name = "Seating", module = "cardcore._core", frozen, get_all)]
pub struct PySeating {
    deal_seed: u64,
    play_seed: u64,
    bots: Vec<usize>,
}

/// The seeds and seats of one game of a match.
#[pyfunction]
pub fn arena_seating(seed: &Bound<'_, PyAny>, game: u64, seats: usize) -> PyResult<PySeating> {
    let (deal_seed, play_seed) = arena::seeds(convert::seed(Some(seed))?, game, seats);
    let bots = (0..seats).map(|seat| arena::bot_at(seat, game, seats)).collect();
    Ok(PySeating { deal_seed, play_seed, bots })
}
