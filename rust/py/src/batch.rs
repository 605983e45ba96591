//! `Batch`: a vectorized environment writing into preallocated NumPy arrays.

use std::any::Any;

use cardcore::game::BotSpec;
use cardcore::game::encoding::Actions;
use cardcore::monitor::Monitor;
use cardcore::play::Session;
use cardcore::play::batch::{
    Batch, BatchError, Buffers, Estimates, LineUp, Options, Rewards, Seating, Sizes, Starts, Team,
};
use numpy::{
    PyArray1, PyArray2, PyArray3, PyArrayMethods as _, PyReadonlyArray1, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::encoding::{read_actions, read_features};
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
pub trait AnyBatch: Any + Send + Sync {
    fn sizes(&self) -> Sizes;
    fn size(&self) -> usize;
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
    fn observe_all(
        &self,
        numbers: &mut [f32],
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError>;
    fn teacher(&self, name: &str) -> PyResult<Box<dyn AnyTeacher + '_>>;
    fn line_ups(&self, bots: &mut [i16]);
    fn starts(&self, starts: &mut [i16]);
    fn waiting(&self, bots: &mut [i16]);
    fn copy(&self, rows: &[usize]) -> Box<dyn AnyBatch>;
    fn save(&self) -> Result<Vec<u8>, BatchError>;
    fn view<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Option<Bound<'py, PyAny>>>;
    fn picked(&self, row: usize) -> Vec<u32>;
}

/// A bot that chooses and weighs moves in the rows of a batch.
pub trait AnyTeacher: Send + Sync {
    fn is_fast(&self) -> bool;
    fn choose(
        &self,
        seed: u64,
        masks: &[u8],
        actions: &mut [i64],
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError>;
    fn weigh(
        &self,
        seed: u64,
        masks: &[u8],
        estimates: Estimates<'_>,
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError>;
}

/// A bot and the batch that it looks at.
struct Teacher<'a, G: Playable> {
    batch: &'a Batch<G>,
    spec: BotSpec<G>,
}

impl<G: Playable> AnyTeacher for Teacher<'_, G> {
    fn is_fast(&self) -> bool {
        let bot = self.spec.make();
        self.batch.row(0).is_none_or(|(state, _)| bot.is_fast(&state.view(None)))
    }

    fn choose(
        &self,
        seed: u64,
        masks: &[u8],
        actions: &mut [i64],
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        self.batch.choose(&self.spec, seed, masks, actions, team, monitor)
    }

    fn weigh(
        &self,
        seed: u64,
        masks: &[u8],
        estimates: Estimates<'_>,
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        self.batch.weigh(&self.spec, seed, masks, estimates, team, monitor)
    }
}

/// An operation on all rows.
#[derive(Clone, Copy)]
pub enum Work<'a> {
    /// Start new games.
    Reset(u64),
    /// Take these actions.
    Step(&'a [i64]),
    /// Take these actions of bots in Python, in the rows where they are not negative.
    Answer(&'a [i64]),
    /// Take random actions.
    StepRandom,
    /// Replace rows by those of a copy.
    Restore(&'a [usize], &'a dyn AnyBatch),
    /// Replace all rows by saved ones.
    Load(&'a [u8]),
}

impl<G: Playable> AnyBatch for Batch<G> {
    fn sizes(&self) -> Sizes {
        Self::sizes(self)
    }

    fn size(&self) -> usize {
        Self::size(self)
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
            Work::Answer(actions) => self.answer(actions, buffers, team, monitor),
            Work::StepRandom => self.step_random(buffers, team, monitor),
            Work::Restore(rows, source) => {
                let source: &dyn Any = source;
                let source = source.downcast_ref().ok_or(BatchError::OtherBatch)?;
                self.restore(rows, source, buffers, monitor)
            }
            Work::Load(bytes) => self.load(bytes, buffers, team, monitor),
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

    fn observe_all(
        &self,
        numbers: &mut [f32],
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        Self::observe_all(self, numbers, team, monitor)
    }

    fn teacher(&self, name: &str) -> PyResult<Box<dyn AnyTeacher + '_>> {
        let spec = BotSpec::for_game(name, self.template()).map_err(|error| error.into_python())?;
        Ok(Box::new(Teacher { batch: self, spec }))
    }

    fn line_ups(&self, bots: &mut [i16]) {
        Self::line_ups(self, bots);
    }

    fn starts(&self, starts: &mut [i16]) {
        Self::starts(self, starts);
    }

    fn waiting(&self, bots: &mut [i16]) {
        Self::waiting(self, bots);
    }

    fn copy(&self, rows: &[usize]) -> Box<dyn AnyBatch> {
        Box::new(Self::copy(self, rows))
    }

    fn save(&self) -> Result<Vec<u8>, BatchError> {
        Self::save(self)
    }

    fn view<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some((trajectory, is_dealt)) = self.trajectory(row) else { return Ok(None) };
        let session = Session::replay(trajectory).map_err(|error| error.into_python())?;
        let session = if is_dealt { session } else { session.without_start() };
        let seat = session.state().to_move();
        G::view_object(py, PyView::of(&session, seat)).map(Some)
    }

    fn picked(&self, row: usize) -> Vec<u32> {
        self.row(row).map_or_else(Vec::new, |(_, picked)| picked.to_vec())
    }
}

/// The configuration of a batch before its rows are allocated.
pub struct Plan {
    pub size: usize,
    pub options: Options,
}

/// Create a batch of games under the rules of this one.
pub fn make<G: Playable>(template: &G, plan: Plan) -> PyResult<Box<dyn AnyBatch>> {
    memory::expect(plan.size.saturating_mul(Batch::<G>::row_bytes()))?;
    let batch = Batch::new(template, plan.size, plan.options);
    Ok(Box::new(batch.map_err(|error| error.into_python())?))
}

/// The line-up as Python gives it: names, weights, for every seat the index of a bot, -1 for a
/// learner or -2 for the pool, and whether seats are shuffled.
type GivenLineUp<'py> = (Vec<Bound<'py, PyAny>>, Vec<f64>, Vec<i64>, bool);

fn read_line_up((names, weights, seats, is_shuffled): GivenLineUp<'_>) -> PyResult<LineUp> {
    let name = |name: &Bound<'_, PyAny>| convert::name("bots", name);
    let seating = |&seat: &i64| match usize::try_from(seat) {
        Ok(bot) => Seating::Bot(bot),
        Err(_) if seat == -1 => Seating::Learner,
        Err(_) => Seating::Pool,
    };
    Ok(LineUp {
        bots: names.iter().map(name).collect::<PyResult<_>>()?,
        weights,
        seats: seats.iter().map(seating).collect(),
        is_shuffled,
    })
}

fn rewards_name(rewards: Rewards) -> &'static str {
    match rewards {
        Rewards::Margin => "margin",
        Rewards::Scores => "scores",
        Rewards::Normalized => "normalized",
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
    /// Without columns if observations are packed.
    observations: Py<PyArray2<f32>>,
    /// Without columns if they are not.
    packed: Py<PyArray2<u8>>,
    history: Py<PyArray3<u8>>,
    history_lengths: Py<PyArray1<i32>>,
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
    /// A batch with zeroed arrays.
    fn of(
        py: Python<'_>,
        batch: Box<dyn AnyBatch>,
        threads: Option<usize>,
        listed: bool,
    ) -> PyResult<Self> {
        let (sizes, size) = (batch.sizes(), batch.size());
        let pace = Pace {
            threads,
            short: size <= CANCELLABLE_FROM && batch.is_fast(),
            serial: size <= SERIAL_BELOW || threads == Some(1),
        };
        let history = (size, sizes.history, sizes.event);
        let history = py.import("numpy")?.call_method1("zeros", (history, "uint8"))?;
        Ok(Self {
            batch,
            size,
            pace,
            listed,
            observations: table(py, size, sizes.written(), "float32")?.cast_into()?.unbind(),
            packed: table(py, size, sizes.packed, "uint8")?.cast_into()?.unbind(),
            history: history.cast_into()?.unbind(),
            history_lengths: column(py, size, "int32")?.cast_into()?.unbind(),
            masks: table(py, size, sizes.mask, "uint8")?.cast_into()?.unbind(),
            rewards: table(py, size, sizes.seats, "float32")?.cast_into()?.unbind(),
            seats: column(py, size, "int32")?.cast_into()?.unbind(),
            done: column(py, size, "uint8")?.cast_into()?.unbind(),
            legal_counts: column(py, size, "int32")?.cast_into()?.unbind(),
            moves: table(py, 0, sizes.move_features, "float32")?.cast_into()?.unbind(),
            offsets: column(py, size + 1, "int64")?.cast_into()?.unbind(),
        })
    }

    fn run(&mut self, py: Python<'_>, work: Work<'_>) -> PyResult<()> {
        let mut observations = self.observations.bind(py).try_readwrite().map_err(in_use)?;
        let mut packed = self.packed.bind(py).try_readwrite().map_err(in_use)?;
        let mut history = self.history.bind(py).try_readwrite().map_err(in_use)?;
        let mut history_lengths = self.history_lengths.bind(py).try_readwrite().map_err(in_use)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(in_use)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(in_use)?;
        let mut seats = self.seats.bind(py).try_readwrite().map_err(in_use)?;
        let mut done = self.done.bind(py).try_readwrite().map_err(in_use)?;
        let mut legal_counts = self.legal_counts.bind(py).try_readwrite().map_err(in_use)?;
        let mut buffers = Buffers {
            observations: observations.as_slice_mut()?,
            packed: packed.as_slice_mut()?,
            history: history.as_slice_mut()?,
            history_lengths: history_lengths.as_slice_mut()?,
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

    /// Run work that takes as long as a bot's choices.
    fn teach(
        &self,
        py: Python<'_>,
        teacher: &dyn AnyTeacher,
        work: impl FnOnce(Team<'_>, &Monitor) -> Result<(), BatchError> + Send,
    ) -> PyResult<()> {
        let is_fast = teacher.is_fast();
        let pace = Pace {
            short: self.pace.short && is_fast,
            serial: self.pace.serial && is_fast || self.pace.threads == Some(1),
            ..self.pace
        };
        pace.run(py, work)
    }

    fn read_rows(&self, rows: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let Some(items) = convert::items(rows)? else {
            let found = convert::shown(rows);
            let message = format!("rows: expected numbers of rows, found {found}");
            return Err(pyo3::exceptions::PyTypeError::new_err(message));
        };
        items.map(|row| convert::position("rows", &row?, 0..=self.size as i128 - 1)).collect()
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
        let room = self.moves.bind(py).shape().first().copied().unwrap_or(0);
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
        line_up: GivenLineUp<'_>,
        starts: Option<Vec<f64>>,
        actions: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        features: &Bound<'_, PyAny>,
        is_packed: bool,
        history: usize,
        seed: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let size: usize = convert::whole_number("size", size, 1..=MAX_ROWS)?;
        let seed = convert::seed(Some(seed))?;
        let actions = read_actions(actions)?;
        let all = [Rewards::Margin, Rewards::Scores, Rewards::Normalized];
        let options = Options {
            actions,
            rewards: rules::choice("rewards", rewards, &all, rewards_name)?,
            features: read_features(features)?,
            is_packed,
            history,
            line_up: read_line_up(line_up)?,
            starts: match starts {
                None => Starts::First,
                Some(weights) if weights.is_empty() => Starts::Scheduled,
                Some(weights) => Starts::Weighted(weights),
            },
        };
        let threads = detach::check_run(threads, None)?;
        let batch = template.session(py)?.batch(Plan { size, options })?;
        let mut made = Self::of(py, batch, threads, actions == Actions::Listed)?;
        made.run(py, Work::Reset(seed))?;
        Ok(made)
    }

    #[getter]
    fn packed(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.packed.clone_ref(py)
    }

    #[getter]
    fn history(&self, py: Python<'_>) -> Py<PyArray3<u8>> {
        self.history.clone_ref(py)
    }

    #[getter]
    fn history_lengths(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.history_lengths.clone_ref(py)
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

    fn answer(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        self.run(py, Work::Answer(actions.as_slice()?))
    }

    /// The index of the bot in Python for which every row waits, -1 for a learner.
    fn waiting<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let bots = PyArray1::zeros(py, self.size, false);
        self.batch.waiting(bots.readwrite().as_slice_mut()?);
        Ok(bots)
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

    /// A batch with copies of some rows.
    fn copy(&self, py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rows = self.read_rows(rows)?;
        if rows.is_empty() {
            return Err(value_error("rows: expected at least one, found none"));
        }
        let mut copy = Self::of(py, self.batch.copy(&rows), self.pace.threads, self.listed)?;
        let all: Vec<usize> = (0..rows.len()).collect();
        let again = copy.batch.copy(&all);
        copy.run(py, Work::Restore(&all, again.as_ref()))?;
        for (from, to) in [
            (self.rewards.bind(py).as_any(), copy.rewards.bind(py).as_any()),
            (self.done.bind(py).as_any(), copy.done.bind(py).as_any()),
        ] {
            to.set_item(pyo3::types::PySlice::full(py), from.get_item(rows.clone())?)?;
        }
        Ok(copy)
    }

    /// Replace rows by those of a copy.
    fn restore(
        &mut self,
        py: Python<'_>,
        rows: &Bound<'_, PyAny>,
        source: &Bound<'_, Self>,
    ) -> PyResult<()> {
        let rows = self.read_rows(rows)?;
        let source = source.try_borrow()?;
        self.run(py, Work::Restore(&rows, source.batch.as_ref()))
    }

    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.batch.save()).map_err(|error| error.into_python())?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn load(&mut self, py: Python<'_>, saved: &Bound<'_, PyBytes>) -> PyResult<()> {
        self.run(py, Work::Load(saved.as_bytes()))
    }

    fn line_ups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let bots = PyArray2::zeros(py, [self.size, self.batch.sizes().seats], false);
        self.batch.line_ups(bots.readwrite().as_slice_mut()?);
        Ok(bots)
    }

    fn starts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let starts = PyArray1::zeros(py, self.size, false);
        self.batch.starts(starts.readwrite().as_slice_mut()?);
        Ok(starts)
    }

    fn observe_all<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let sizes = self.batch.sizes();
        let shape = (self.size, sizes.seats, sizes.observation);
        let numbers = py.import("numpy")?.call_method1("zeros", (shape, "float32"))?;
        let numbers = numbers.cast_into::<PyArray3<f32>>()?;
        {
            let mut writable = numbers.readwrite();
            let slice = writable.as_slice_mut()?;
            let batch = &self.batch;
            self.pace.run(py, |team, monitor| batch.observe_all(slice, team, monitor))?;
        }
        Ok(numbers)
    }

    fn choose<'py>(
        &self,
        py: Python<'py>,
        bot: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (name, seed) = (convert::name("bot", bot)?, convert::seed(Some(seed))?);
        let teacher = self.batch.teacher(&name)?;
        let masks = self.masks.bind(py).readonly();
        let actions = PyArray1::zeros(py, self.size, false);
        {
            let mut writable = actions.readwrite();
            let (masks, actions) = (masks.as_slice()?, writable.as_slice_mut()?);
            let teacher = teacher.as_ref();
            self.teach(py, teacher, |team, monitor| {
                teacher.choose(seed, masks, actions, team, monitor)
            })?;
        }
        Ok(actions)
    }

    /// Points and margins by action, and the chosen actions.
    #[expect(clippy::type_complexity, reason = "three arrays")]
    fn weigh<'py>(
        &self,
        py: Python<'py>,
        bot: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<i64>>)>
    {
        let (name, seed) = (convert::name("bot", bot)?, convert::seed(Some(seed))?);
        let teacher = self.batch.teacher(&name)?;
        let masks = self.masks.bind(py).readonly();
        let counts = self.legal_counts.bind(py).readonly();
        let total = if self.listed {
            counts.as_slice()?.iter().map(|&count| count as usize).sum()
        } else {
            masks.len()
        };
        let (points, margins) =
            (PyArray1::zeros(py, total, false), PyArray1::zeros(py, total, false));
        let chosen = PyArray1::zeros(py, self.size, false);
        {
            let (mut points, mut margins) = (points.readwrite(), margins.readwrite());
            let mut chosen = chosen.readwrite();
            let estimates = Estimates {
                points: points.as_slice_mut()?,
                margins: margins.as_slice_mut()?,
                chosen: chosen.as_slice_mut()?,
            };
            let masks = masks.as_slice()?;
            let teacher = teacher.as_ref();
            self.teach(py, teacher, |team, monitor| {
                teacher.weigh(seed, masks, estimates, team, monitor)
            })?;
        }
        Ok((points, margins, chosen))
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
