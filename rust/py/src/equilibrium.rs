//! Draw games with one draw near equilibrium: solutions, and the exploitability of a player.

use std::sync::{Arc, Mutex, PoisonError};

use cardcore::game::{Bot, BotSpec, Game as _, View as _};
use cardcore::games::draw::equilibrium::{
    Bounds, Effort, Equilibrium, EquilibriumError, Limits, Response, Search, Winnings, bound,
    equilibrium_of, exploit, exploit_solution, held_out_parts, is_shipped, learn,
    learn_from_solution, play_held_out,
};
use cardcore::games::draw::{DrawView, FiveCardDraw, Move};
use cardcore::monitor::Monitor;
use cardcore::play::Session;
use cardcore::random::Random;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::draw::read_rules;
use crate::errors::{IntoPython as _, value_error};
use crate::game::{Given, Playable as _};
use crate::view::PyView;
use crate::{convert, detach, memory};

/// The approximate memory of a solve per bucket after the draw: regrets and strategy sums of all
/// moves.
const BYTES_PER_STRENGTH: usize = 500_000;

/// The approximate memory of bounds on two threads: all hands, and the opponent's final hands.
const BYTES_TO_BOUND: usize = 700_000_000;

/// A solved game.
#[pyclass(name = "DrawEquilibrium", module = "cardcore._core", frozen)]
pub struct PyEquilibrium(Arc<Equilibrium>);

#[pymethods]
impl PyEquilibrium {
    /// Parse a solution.
    #[new]
    fn new(content: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let read = Equilibrium::from_bytes(content.as_bytes());
        read.map(|read| Self(Arc::new(read))).map_err(|error| error.into_python())
    }

    /// Whether the shipped solution fits these rules.
    #[staticmethod]
    fn is_shipped(rules: &Bound<'_, PyAny>) -> PyResult<bool> {
        read_rules(rules).map(|rules| is_shipped(&rules))
    }

    /// The solution for a two-player game by these rules: shipped, stored or solved now.
    #[staticmethod]
    fn of_rules(py: Python<'_>, rules: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rules = read_rules(rules)?;
        detach::run(py, None, None, |monitor| equilibrium_of(&rules, monitor)).map(Self)
    }

    /// Solve a game.
    #[staticmethod]
    #[pyo3(signature = (rules, *, hands, strengths, iterations, deals, seed, threads, progress))]
    #[expect(clippy::too_many_arguments, reason = "each has its own name in Python")]
    fn solve(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        hands: &Bound<'_, PyAny>,
        strengths: &Bound<'_, PyAny>,
        iterations: &Bound<'_, PyAny>,
        deals: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rules = read_rules(rules)?;
        let effort = Effort {
            hands: convert::whole_number("hands", hands, 20..=2000)?,
            strengths: convert::whole_number("strengths", strengths, 10..=500)?,
            iterations: convert::whole_number("iterations", iterations, 1..=1_000_000)?,
            deals: convert::whole_number("deals", deals, 0..=MAX_DEALS)?,
        };
        let seed = convert::seed(Some(seed))?;
        memory::expect(effort.strengths as usize * BYTES_PER_STRENGTH)?;
        let work = |monitor: &Monitor| Equilibrium::solve(&rules, effort, seed, monitor);
        detach::run(py, threads, progress, work).map(|solved| Self(Arc::new(solved)))
    }

    /// Serialize the solution.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// The value of a hand for the player who acts first.
    #[getter]
    fn value(&self) -> f64 {
        self.0.value()
    }

    /// The exploitability in the model, per hand.
    #[getter]
    fn exploitability(&self) -> f64 {
        self.0.exploitability()
    }

    /// The betting limits.
    #[getter]
    fn limits(&self) -> PyLimits {
        let limits = self.0.limits();
        let Limits { ranking, ante, small_bet, big_bet, raises, stack } = limits;
        let stack = (!limits.is_deep()).then_some(stack);
        PyLimits { ranking: ranking.name(), ante, small_bet, big_bet, raises, stack }
    }

    /// The numbers of buckets before and after the draw.
    #[getter]
    fn buckets(&self) -> (usize, usize) {
        self.0.buckets()
    }

    /// The number of CFR iterations.
    #[getter]
    fn iterations(&self) -> u32 {
        self.0.effort().iterations
    }

    /// The number of hands dealt to measure how often final hands meet.
    #[getter]
    fn deals(&self) -> u64 {
        self.0.effort().deals
    }

    /// Bound its exploitability in real deals with this many hands of a best response: the means and half
    /// the widths of their 95% intervals, of the lower bound and of the upper one.
    #[pyo3(signature = (hands, seed, *, threads, progress))]
    fn bound(
        &self,
        py: Python<'_>,
        hands: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<[(f64, f64); 2]> {
        let hands = convert::whole_number("hands", hands, 2..=MAX_DEALS)?;
        let seed = convert::seed(Some(seed))?;
        memory::expect(BYTES_TO_BOUND)?;
        let work = |monitor: &Monitor| bound(&self.0, hands, seed, monitor);
        let Bounds { lower, upper, .. } = detach::run(py, threads, progress, work)?;
        Ok([lower, upper].map(|bound| (bound.mean, bound.half_width)))
    }

    /// The legal moves and their probabilities; None where the solution does not apply.
    fn chances(&self, view: &Bound<'_, PyAny>) -> PyResult<Option<Vec<(String, f64)>>> {
        with_view(view, |view| {
            let chances = self.0.chances(view);
            chances.map(|all| all.into_iter().map(|(chosen, p)| (chosen.to_string(), p)).collect())
        })
    }

    /// A move sampled from the strategy; None where the solution does not apply.
    fn choose(&self, view: &Bound<'_, PyAny>, seed: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let mut random = Random::new(convert::seed(Some(seed))?);
        with_view(view, |view| self.0.choose(view, &mut random).map(|chosen| chosen.to_string()))
    }

    /// The chips per hand that it wins from another strategy, averaged over both seats.
    #[pyo3(signature = (other, *, threads))]
    fn value_against(
        &self,
        py: Python<'_>,
        other: &Self,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<f64> {
        detach::run(py, threads, None, |monitor| self.0.value_against(&other.0, monitor))
    }

    /// The chips per hand that a best response wins from it, averaged over both seats.
    #[pyo3(signature = (*, threads))]
    fn best_response_value(
        &self,
        py: Python<'_>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<f64> {
        detach::run(py, threads, None, |monitor| self.0.best_response_value(monitor))
    }

    /// A restricted Nash response to it.
    #[pyo3(signature = (probability, *, iterations, threads, progress))]
    fn restricted_response(
        &self,
        py: Python<'_>,
        probability: f64,
        iterations: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let iterations = convert::whole_number("iterations", iterations, 1..=1_000_000)?;
        let work = |monitor: &Monitor| self.0.restricted_response(probability, iterations, monitor);
        detach::run(py, threads, progress, work).map(|found| Self(Arc::new(found)))
    }

    /// The strategy of a player who follows it with a probability, drawn once a hand, and else another.
    #[pyo3(signature = (other, probability, *, threads))]
    fn mixed_with(
        &self,
        py: Python<'_>,
        other: &Self,
        probability: f64,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let work = |monitor: &Monitor| self.0.mixed_with(&other.0, probability, monitor);
        detach::run(py, threads, None, work).map(|found| Self(Arc::new(found)))
    }

    /// The bucket of the hand in words; None where the solution does not apply.
    fn describe(&self, view: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        with_view(view, |view| self.0.describe(view))
    }
}

/// The part of the rules that a solution depends on.
#[pyclass(name = "DrawLimits", module = "cardcore._core", frozen, get_all)]
pub struct PyLimits {
    ranking: &'static str,
    ante: u32,
    small_bet: u32,
    big_bet: u32,
    raises: u32,
    /// The effective stack, if somebody can be all in.
    stack: Option<u32>,
}

/// Apply a function to a view of five-card draw.
pub fn with_view<T>(
    object: &Bound<'_, PyAny>,
    look: impl FnOnce(&DrawView<'_>) -> T,
) -> PyResult<T> {
    let wrong = || {
        let found = convert::shown(object);
        PyTypeError::new_err(format!("view: expected a view of draw, found {found}"))
    };
    let view = object.cast::<PyView>().map_err(|_| wrong())?;
    view.get().seen::<FiveCardDraw, T>(look).ok_or_else(wrong)
}

/// The maximum number of deals.
pub const MAX_DEALS: i128 = 1_000_000_000_000;

/// The winnings of a response on held-out hands.
#[pyclass(name = "DrawWinnings", module = "cardcore._core", frozen, get_all)]
pub struct PyWinnings {
    hands: u64,
    /// Chips per hand, averaged over both seats.
    mean: f64,
    /// Half the width of its 95% confidence interval.
    half_width: f64,
    /// When the response acts first, and when the player does.
    by_seat: (f64, f64),
}

impl From<Winnings> for PyWinnings {
    fn from(winnings: Winnings) -> Self {
        let Winnings { hands, mean, half_width, by_seat: [begins, follows] } = winnings;
        Self { hands, mean, half_width, by_seat: (begins, follows) }
    }
}

/// A response to a player, and its winnings.
#[pyclass(name = "DrawResponse", module = "cardcore._core", frozen, get_all)]
pub struct PyResponse {
    strategy: Py<PyEquilibrium>,
    /// Its winnings in the model in which it was computed; None if it was learned.
    model: Option<f64>,
    winnings: Py<PyWinnings>,
}

/// Find a response to a bot or a player.
#[pyfunction]
#[pyo3(signature = (
    player, rules, *, learned, hands, strengths, deals, held_out, seed, threads, progress
))]
#[expect(clippy::too_many_arguments, reason = "each has its own name in Python")]
pub fn respond_draw(
    py: Python<'_>,
    player: &Bound<'_, PyAny>,
    rules: &Bound<'_, PyAny>,
    learned: bool,
    hands: &Bound<'_, PyAny>,
    strengths: &Bound<'_, PyAny>,
    deals: &Bound<'_, PyAny>,
    held_out: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyResponse> {
    let rules = read_rules(rules)?;
    let search = Search {
        hands: convert::whole_number("hands", hands, 20..=2000)?,
        strengths: convert::whole_number("strengths", strengths, 10..=500)?,
        deals: convert::whole_number("deals", deals, 1..=MAX_DEALS)?,
        held_out: convert::whole_number("held_out", held_out, 0..=MAX_DEALS)?,
        seed: convert::seed(Some(seed))?,
    };
    memory::expect(search.strengths as usize * BYTES_PER_STRENGTH)?;
    let player = GivenPlayer::new(player)?;
    let make = || player.make();
    let work = |monitor: &Monitor| -> Result<Response, EquilibriumError> {
        match (learned, player.spec.as_ref().map(BotSpec::name)) {
            (true, Some("nash")) => {
                let solution = equilibrium_of(&rules, monitor)?;
                learn_from_solution(&solution, &make, search, monitor)
            }
            (true, _) => learn(&make, &rules, search, monitor),
            (false, Some("nash")) => {
                let solution = equilibrium_of(&rules, monitor)?;
                exploit_solution(&solution, &make, search, monitor)
            }
            (false, _) => exploit(&make, &rules, search, monitor),
        }
    };
    let response = detach::run(py, threads, progress, work);
    player.check()?;
    let Response { strategy, model, real } = response?;
    let strategy = Py::new(py, PyEquilibrium(Arc::new(strategy)))?;
    Ok(PyResponse { strategy, model, winnings: Py::new(py, PyWinnings::from(real))? })
}

/// The number of chunks of this many held-out hands, each of which can be played separately.
#[pyfunction]
pub fn held_out_draw_parts(hands: &Bound<'_, PyAny>) -> PyResult<u64> {
    Ok(held_out_parts(convert::whole_number("held_out", hands, 1..=MAX_DEALS)?))
}

/// Play some chunks of the held-out hands between a response and a bot or a player: by the seat of
/// the response the hands, the chips won and the sum of their squares.
#[pyfunction]
#[pyo3(signature = (strategy, player, start, stop, seed, *, threads))]
pub fn play_held_out_draw(
    py: Python<'_>,
    strategy: &PyEquilibrium,
    player: &Bound<'_, PyAny>,
    start: u64,
    stop: u64,
    seed: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<[[i128; 3]; 2]> {
    let seed = convert::seed(Some(seed))?;
    let player = GivenPlayer::new(player)?;
    let make = || player.make();
    let work = |monitor: &Monitor| play_held_out(&strategy.0, &make, start..stop, seed, monitor);
    let sums = detach::run(py, threads, None, work);
    player.check()?;
    sums
}

/// The statistics of all chunks of the held-out hands.
#[pyfunction]
pub fn held_out_draw_winnings(sums: [[i128; 3]; 2]) -> PyWinnings {
    Winnings::of(&sums).into()
}

/// A bot by name, or a Python player.
pub struct GivenPlayer {
    pub spec: Option<BotSpec<FiveCardDraw>>,
    player: Py<PyAny>,
    /// The first error in the player.
    failure: Arc<Mutex<Option<PyErr>>>,
}

impl GivenPlayer {
    pub fn new(player: &Bound<'_, PyAny>) -> PyResult<Self> {
        let spec = match player.is_instance_of::<PyString>() {
            true => {
                let name = convert::name("player", player)?;
                Some(BotSpec::parse(&name).map_err(|error| error.into_python())?)
            }
            false => None,
        };
        Ok(Self { spec, player: player.clone().unbind(), failure: Arc::new(Mutex::new(None)) })
    }

    pub fn make(&self) -> Box<dyn Bot<FiveCardDraw>> {
        match &self.spec {
            Some(spec) => spec.make(),
            None => Python::attach(|py| {
                let failure = Arc::clone(&self.failure);
                Box::new(PythonPlayer { player: self.player.clone_ref(py), failure })
            }),
        }
    }

    /// The player's error, if there was one.
    pub fn check(&self) -> PyResult<()> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.take().map_or(Ok(()), Err)
    }
}

/// A Python player as a bot.
struct PythonPlayer {
    player: Py<PyAny>,
    /// The first error; after it the player is no longer called.
    failure: Arc<Mutex<Option<PyErr>>>,
}

impl PythonPlayer {
    fn ask(&self, py: Python<'_>, view: &DrawView<'_>, random: &mut Random) -> PyResult<Move> {
        // The player gets a view of a state that is indistinguishable to it.
        let state = FiveCardDraw::sample(view, random);
        let session = Session::sampled(state);
        let object = FiveCardDraw::view_object(py, PyView::of(&session, view.seat()))?;
        let chosen = self.player.bind(py).call_method1("choose", (object,))?;
        let Given::Text(text) = FiveCardDraw::read_move(&chosen)? else {
            return Err(value_error("expected the text of a move"));
        };
        let chosen = session.state().parse_move(&text).map_err(|error| error.into_python())?;
        session.clone().play(&chosen).map_err(|error| error.into_python())?;
        Ok(chosen)
    }
}

impl Bot<FiveCardDraw> for PythonPlayer {
    fn choose(&mut self, view: &DrawView<'_>, random: &mut Random) -> Option<Move> {
        let has_failed = || self.failure.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if !view.is_my_turn() || has_failed() {
            return None;
        }
        match Python::attach(|py| self.ask(py, view, random)) {
            Ok(chosen) => Some(chosen),
            Err(error) => {
                let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                failure.get_or_insert(error);
                None
            }
        }
    }
}
