//! Blueprints for tables of three to five, how they are made, and responses at such tables.

use std::sync::{Arc, Mutex, PoisonError};

use cardcore::game::BotSpec;
use cardcore::games::draw::equilibrium::{
    Blueprint, BlueprintBot, EquilibriumError, MakeBot, Search, Stakes, TableResponse,
    TableWinnings, Training, Work, blueprint_of, is_table_shipped, respond_at_table,
};
use cardcore::monitor::Monitor;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::draw::read_rules;
use crate::equilibrium::{GivenPlayer, MAX_DEALS, with_view};
use crate::errors::IntoPython as _;
use crate::{convert, detach, memory};

/// The approximate memory of a training or a response per bucket after the draw.
const BYTES_PER_STRENGTH: usize = 6_000_000;

/// A strategy for a table.
#[pyclass(name = "DrawBlueprint", module = "cardcore._core", frozen)]
pub struct PyBlueprint(Arc<Blueprint>);

#[pymethods]
impl PyBlueprint {
    /// Parse a blueprint.
    #[new]
    fn new(content: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let read = Blueprint::from_bytes(content.as_bytes());
        read.map(|read| Self(Arc::new(read))).map_err(|error| error.into_python())
    }

    /// The blueprint of a table by these rules that is part of the library; None if there is none.
    #[staticmethod]
    fn of_rules(rules: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let rules = read_rules(rules)?;
        // What cannot be solved at all is an error.
        Stakes::of_solvable(&rules).map_err(|error| error.into_python())?;
        Ok(blueprint_of(&rules).map(Self))
    }

    /// Whether there is one.
    #[staticmethod]
    fn is_shipped(rules: &Bound<'_, PyAny>) -> PyResult<bool> {
        read_rules(rules).map(|rules| is_table_shipped(&rules))
    }

    /// Serialize the blueprint.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.0.players()
    }

    /// The ante, the small and the big bet, and the number of raises.
    #[getter]
    fn stakes(&self) -> (u32, u32, u32, u32) {
        let Stakes { ante, small_bet, big_bet, raises } = self.0.stakes();
        (ante, small_bet, big_bet, raises)
    }

    /// The numbers of buckets before and after the draw.
    #[getter]
    fn buckets(&self) -> (usize, usize) {
        self.0.buckets()
    }

    /// The number of deals it was made from.
    #[getter]
    fn deals(&self) -> u64 {
        self.0.deals()
    }

    /// The legal moves and their probabilities; None where the blueprint does not apply.
    fn chances(&self, view: &Bound<'_, PyAny>) -> PyResult<Option<Vec<(String, f64)>>> {
        with_view(view, |view| {
            let chances = self.0.chances(view);
            chances.map(|all| all.into_iter().map(|(chosen, p)| (chosen.to_string(), p)).collect())
        })
    }

    /// The bucket of the hand in words; None where the blueprint does not apply.
    fn describe(&self, view: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        with_view(view, |view| self.0.describe(view))
    }
}

/// A blueprint in the making; nothing while a thread trains it.
#[pyclass(name = "DrawTraining", module = "cardcore._core", frozen)]
pub struct PyTraining(Mutex<Option<Training>>);

impl PyTraining {
    fn read<T>(&self, look: impl FnOnce(&Training) -> T) -> PyResult<T> {
        let training = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        training.as_ref().map(look).ok_or_else(busy)
    }
}

fn busy() -> PyErr {
    PyRuntimeError::new_err("another thread is training this blueprint")
}

#[pymethods]
impl PyTraining {
    /// Begin, or continue from a checkpoint.
    #[new]
    #[pyo3(signature = (rules, *, hands, strengths, seed, checkpoint))]
    fn new(
        rules: &Bound<'_, PyAny>,
        hands: &Bound<'_, PyAny>,
        strengths: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        checkpoint: Option<&Bound<'_, PyBytes>>,
    ) -> PyResult<Self> {
        let rules = read_rules(rules)?;
        let work = Work {
            hands: convert::whole_number("hands", hands, 20..=500)?,
            strengths: convert::whole_number("strengths", strengths, 10..=200)?,
            seed: convert::seed(Some(seed))?,
        };
        memory::expect(work.strengths as usize * BYTES_PER_STRENGTH)?;
        let begun = match checkpoint {
            Some(content) => Training::resume(&rules, work, content.as_bytes()),
            None => Training::new(&rules, work),
        };
        begun.map(|begun| Self(Mutex::new(Some(begun)))).map_err(|error| error.into_python())
    }

    /// The number of deals so far.
    #[getter]
    fn deals(&self) -> PyResult<u64> {
        self.read(Training::deals)
    }

    /// Play until there are this many deals.
    #[pyo3(signature = (deals, *, threads, progress))]
    fn advance(
        &self,
        py: Python<'_>,
        deals: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let deals = convert::whole_number("deals", deals, 1..=MAX_DEALS)?;
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut training = taken.ok_or_else(busy)?;
        let work = |monitor: &Monitor| training.advance(deals, monitor);
        let advanced = detach::run(py, threads, progress, work);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(training);
        advanced
    }

    /// Everything that is needed to continue.
    fn checkpoint<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.read(|training| PyBytes::new(py, &training.to_bytes()))
    }

    /// The blueprint so far.
    fn blueprint(&self) -> PyResult<PyBlueprint> {
        self.read(|training| PyBlueprint(Arc::new(training.blueprint())))
    }
}

/// A response at a table, and what it wins on held-out hands.
#[pyclass(name = "DrawTableResponse", module = "cardcore._core", frozen, get_all)]
pub struct PyTableResponse {
    strategy: Py<PyBlueprint>,
    /// Deals, each played from every seat.
    deals: u64,
    /// Chips per hand, averaged over all seats.
    mean: f64,
    /// Half the width of its 95% confidence interval.
    half_width: f64,
    /// By position, from the left of the button.
    by_seat: Vec<f64>,
}

/// Learn a response to a bot, a player or a blueprint that has all other seats of a table.
#[pyfunction]
#[pyo3(signature = (
    player, rules, *, stacks, hands, strengths, deals, held_out, seed, threads, progress
))]
#[expect(clippy::too_many_arguments, reason = "each has its own name in Python")]
pub fn respond_draw_table(
    py: Python<'_>,
    player: &Bound<'_, PyAny>,
    rules: &Bound<'_, PyAny>,
    stacks: Option<Vec<u32>>,
    hands: &Bound<'_, PyAny>,
    strengths: &Bound<'_, PyAny>,
    deals: &Bound<'_, PyAny>,
    held_out: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyTableResponse> {
    let rules = read_rules(rules)?;
    let search = Search {
        hands: convert::whole_number("hands", hands, 20..=500)?,
        strengths: convert::whole_number("strengths", strengths, 10..=200)?,
        deals: convert::whole_number("deals", deals, 1..=MAX_DEALS)?,
        held_out: convert::whole_number("held_out", held_out, 1..=MAX_DEALS)?,
        seed: convert::seed(Some(seed))?,
    };
    memory::expect(search.strengths as usize * BYTES_PER_STRENGTH)?;
    let respond = |make: &MakeBot<'_>, known: Option<&Blueprint>| {
        let work = |monitor: &Monitor| -> Result<TableResponse, EquilibriumError> {
            respond_at_table(make, known, &rules, stacks.as_deref(), search, monitor)
        };
        detach::run(py, threads, progress, work)
    };
    let found = if let Ok(blueprint) = player.cast::<PyBlueprint>() {
        let known = Arc::clone(&blueprint.get().0);
        respond(&|| Box::new(BlueprintBot(Arc::clone(&known))), Some(&known))
    } else {
        let player = GivenPlayer::new(player)?;
        let is_nash = player.spec.as_ref().map(BotSpec::name) == Some("nash");
        let known = blueprint_of(&rules).filter(|_| is_nash);
        let found = respond(&|| player.make(), known.as_deref());
        player.check()?;
        found
    };
    let TableResponse { strategy, real } = found?;
    let TableWinnings { deals, mean, half_width, by_seat } = real;
    let by_seat = by_seat.into_iter().take(strategy.players()).collect();
    let strategy = Py::new(py, PyBlueprint(Arc::new(strategy)))?;
    Ok(PyTableResponse { strategy, deals, mean, half_width, by_seat })
}
