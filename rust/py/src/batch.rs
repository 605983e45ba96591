//! `Batch`: a vectorized environment writing into preallocated NumPy arrays.

use cardcore::game::encoding::Actions;
use cardcore::monitor::Monitor;
use cardcore::play::Session;
use cardcore::play::batch::{Batch, BatchError, Buffers, Rewards, Sizes, Team};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::encoding::read_actions;
use crate::errors::{IntoPython as _, value_error};
use crate::game::{Playable, PyGame};
use crate::view::PyView;
use crate::{convert, detach, memory, rules};

/// More rows than fit into any memory.
const MAX_ROWS: i128 = 1 << 32;

/// Below this many rows, a step finishes before another thread could help.
const SERIAL_BELOW: usize = 64;

/// Below this many rows, a step finishes before anyone could press Ctrl-C.
const CANCELLABLE_FROM: usize = 16_384;

/// A type-erased batch.
pub trait AnyBatch: Send + Sync {
    fn sizes(&self) -> Sizes;
    fn is_fast(&self) -> bool;
    fn run(
        &mut self,
        work: Work<'_>,
        buffers: &mut Buffers<'_>,
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError>;
    fn sample_actions(&mut self, masks: &[u8], legal_counts: &[i32], actions: &mut [i64]);
    fn describe_moves(
        &self,
        numbers: &mut [f32],
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError>;
    fn view<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Option<Bound<'py, PyAny>>>;
    fn picked(&self, row: usize) -> Vec<u32>;
}

/// An operation on all rows.
#[derive(Clone, Copy)]
pub enum Work<'a> {
    /// Start new games.
    Reset(u64),
    /// Take these actions.
    Step(&'a [i64]),
    /// Take random actions.
    StepRandom,
}

impl<G: Playable> AnyBatch for Batch<G> {
    fn sizes(&self) -> Sizes {
        Self::sizes(self)
    }

    fn is_fast(&self) -> bool {
        Self::is_fast(self)
    }

    fn run(
        &mut self,
        work: Work<'_>,
        buffers: &mut Buffers<'_>,
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        match work {
            Work::Reset(seed) => self.reset(seed, buffers, team, monitor),
            Work::Step(actions) => self.step(actions, buffers, team, monitor),
            Work::StepRandom => self.step_random(buffers, team, monitor),
        }
    }

    fn sample_actions(&mut self, masks: &[u8], legal_counts: &[i32], actions: &mut [i64]) {
        Self::sample_actions(self, masks, legal_counts, actions);
    }

    fn describe_moves(
        &self,
        numbers: &mut [f32],
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        Self::describe_moves(self, numbers, team, monitor)
    }

    fn view<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some((state, _)) = self.row(row) else { return Ok(None) };
        let session = Session::sampled(state.clone());
        G::view_object(py, PyView::of(&session, state.to_move())).map(Some)
    }

    fn picked(&self, row: usize) -> Vec<u32> {
        self.row(row).map_or_else(Vec::new, |(_, picked)| picked.to_vec())
    }
}

/// The configuration of a batch before its rows are allocated.
pub struct Plan {
    pub size: usize,
    pub actions: Actions,
    pub rewards: Rewards,
    pub bots: Vec<Option<String>>,
}

/// Create a batch of games under the rules of this one.
pub fn make<G: Playable>(template: &G, plan: Plan) -> PyResult<Box<dyn AnyBatch>> {
    memory::expect(plan.size.saturating_mul(Batch::<G>::row_bytes()))?;
    let batch = Batch::new(template, plan.size, plan.actions, plan.rewards, &plan.bots);
    Ok(Box::new(batch.map_err(|error| error.into_python())?))
}

fn rewards_name(rewards: Rewards) -> &'static str {
    match rewards {
        Rewards::Margin => "margin",
        Rewards::Scores => "scores",
    }
}

/// How a step is executed.
#[derive(Clone, Copy)]
struct Pace {
    threads: Option<usize>,
    /// Whether a step finishes before anyone could press Ctrl-C.
    short: bool,
    /// Whether it finishes before another thread could help.
    serial: bool,
}

impl Pace {
    fn run(
        self,
        py: Python<'_>,
        work: impl FnOnce(Team<'_>, &Monitor) -> Result<(), BatchError> + Send,
    ) -> PyResult<()> {
        if !self.short {
            return detach::run_on_all(py, self.threads, work);
        }
        let monitor = Monitor::new();
        let done = if self.serial {
            py.detach(|| work(Team::ALONE, &monitor))
        } else {
            detach::share(py, self.threads, |team| work(team, &monitor))
        };
        done.map_err(|error| error.into_python())
    }
}

/// An array is borrowed elsewhere.
fn in_use<E: std::fmt::Display>(error: E) -> PyErr {
    PyRuntimeError::new_err(format!("an array of the batch cannot be written: {error}"))
}

/// A zeroed array; NumPy's own allocation fails with a `MemoryError`.
fn table<'py>(
    py: Python<'py>,
    rows: usize,
    columns: usize,
    kind: &str,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.call_method1("zeros", ((rows, columns), kind))
}

/// The same with one number per row.
fn column<'py>(py: Python<'py>, rows: usize, kind: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.call_method1("zeros", (rows, kind))
}

/// Many games side by side.
#[pyclass(name = "Batch", module = "cardcore._core")]
pub struct PyBatch {
    batch: Box<dyn AnyBatch>,
    size: usize,
    pace: Pace,
    listed: bool,
    observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<u8>>,
    rewards: Py<PyArray2<f32>>,
    seats: Py<PyArray1<i32>>,
    done: Py<PyArray1<u8>>,
    legal_counts: Py<PyArray1<i32>>,
    /// The legal moves of all rows, one row after another, where they are listed, with spare
    /// capacity.
    moves: Py<PyArray2<f32>>,
    /// The offset of each row's first move, and the end of the last.
    offsets: Py<PyArray1<i64>>,
}

impl PyBatch {
    fn run(&mut self, py: Python<'_>, work: Work<'_>) -> PyResult<()> {
        let mut observations = self.observations.bind(py).try_readwrite().map_err(in_use)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(in_use)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(in_use)?;
        let mut seats = self.seats.bind(py).try_readwrite().map_err(in_use)?;
        let mut done = self.done.bind(py).try_readwrite().map_err(in_use)?;
        let mut legal_counts = self.legal_counts.bind(py).try_readwrite().map_err(in_use)?;
        let mut buffers = Buffers {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            seats: seats.as_slice_mut()?,
            done: done.as_slice_mut()?,
            legal_counts: legal_counts.as_slice_mut()?,
        };
        let batch = &mut self.batch;
        self.pace.run(py, |team, monitor| batch.run(work, &mut buffers, team, monitor))?;
        if self.listed {
            drop(legal_counts);
            self.list_moves(py)?;
        }
        Ok(())
    }

    /// Write the features of the legal moves of all rows, one row after another.
    fn list_moves(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut end = 0;
        {
            let counts = self.legal_counts.bind(py).readonly();
            let mut offsets = self.offsets.bind(py).try_readwrite().map_err(in_use)?;
            // The first offset is always 0.
            let ends = offsets.as_slice_mut()?.iter_mut().skip(1);
            for (&count, offset) in counts.as_slice()?.iter().zip(ends) {
                end += i64::from(count);
                *offset = end;
            }
        }
        let (described, end) = (self.batch.sizes().move_features, end as usize);
        let room = self.moves.bind(py).len()?;
        if end > room {
            self.moves = table(py, end.max(2 * room), described, "float32")?.cast_into()?.unbind();
        }
        let mut moves = self.moves.bind(py).try_readwrite().map_err(in_use)?;
        let numbers = moves.as_slice_mut()?.get_mut(..end * described).unwrap_or_default();
        let batch = &self.batch;
        self.pace.run(py, |team, monitor| batch.describe_moves(numbers, team, monitor))
    }

    fn read_row(&self, row: &Bound<'_, PyAny>) -> PyResult<usize> {
        convert::position("row", row, 0..=self.size as i128 - 1)
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the options of a batch")]
    fn new(
        py: Python<'_>,
        template: &PyGame,
        size: &Bound<'_, PyAny>,
        bots: Vec<Option<Bound<'_, PyAny>>>,
        actions: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let size: usize = convert::whole_number("size", size, 1..=MAX_ROWS)?;
        let seed = convert::seed(Some(seed))?;
        let name = |name: &Bound<'_, PyAny>| convert::name("bots", name);
        let bots: Vec<Option<String>> =
            bots.iter().map(|bot| bot.as_ref().map(name).transpose()).collect::<PyResult<_>>()?;
        let actions = read_actions(actions)?;
        let all = [Rewards::Margin, Rewards::Scores];
        let rewards = rules::choice("rewards", rewards, &all, rewards_name)?;
        let threads = detach::check_run(threads, None)?;
        let plan = Plan { size, actions, rewards, bots };
        let batch = template.session(py)?.batch(plan)?;
        let sizes = batch.sizes();
        let pace = Pace {
            threads,
            short: size <= CANCELLABLE_FROM && batch.is_fast(),
            serial: size <= SERIAL_BELOW || threads == Some(1),
        };
        let mut made = Self {
            batch,
            size,
            pace,
            listed: actions == Actions::Listed,
            observations: table(py, size, sizes.observation, "float32")?.cast_into()?.unbind(),
            masks: table(py, size, sizes.mask, "uint8")?.cast_into()?.unbind(),
            rewards: table(py, size, sizes.seats, "float32")?.cast_into()?.unbind(),
            seats: column(py, size, "int32")?.cast_into()?.unbind(),
            done: column(py, size, "uint8")?.cast_into()?.unbind(),
            legal_counts: column(py, size, "int32")?.cast_into()?.unbind(),
            moves: table(py, 0, sizes.move_features, "float32")?.cast_into()?.unbind(),
            offsets: column(py, size + 1, "int64")?.cast_into()?.unbind(),
        };
        made.run(py, Work::Reset(seed))?;
        Ok(made)
    }

    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.observations.clone_ref(py)
    }

    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.masks.clone_ref(py)
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.seats.clone_ref(py)
    }

    #[getter]
    fn done(&self, py: Python<'_>) -> Py<PyArray1<u8>> {
        self.done.clone_ref(py)
    }

    #[getter]
    fn legal_counts(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.legal_counts.clone_ref(py)
    }

    #[getter]
    fn moves(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.moves.clone_ref(py)
    }

    #[getter]
    fn offsets(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
        self.offsets.clone_ref(py)
    }

    fn reset(&mut self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = convert::seed(Some(seed))?;
        self.run(py, Work::Reset(seed))
    }

    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        self.run(py, Work::Step(actions.as_slice()?))
    }

    fn step_random(&mut self, py: Python<'_>) -> PyResult<()> {
        self.run(py, Work::StepRandom)
    }

    fn sample_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let masks = self.masks.bind(py).readonly();
        let counts = self.legal_counts.bind(py).readonly();
        let actions = PyArray1::zeros(py, self.size, false);
        let mut writable = actions.readwrite();
        let (masks, counts) = (masks.as_slice()?, counts.as_slice()?);
        self.batch.sample_actions(masks, counts, writable.as_slice_mut()?);
        drop(writable);
        Ok(actions)
    }

    fn view<'py>(&self, py: Python<'py>, row: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let row = self.read_row(row)?;
        let view = self.batch.view(py, row)?;
        view.ok_or_else(|| value_error(format!("row: expected one of {}, found {row}", self.size)))
    }

    fn picked(&self, row: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        Ok(self.batch.picked(self.read_row(row)?))
    }
}
