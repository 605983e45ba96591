//! `Game`: one Python class for every game of the core.
//!
//! A game's own file implements [`Playable`] for its state and a function that makes a [`PyGame`];
//! nothing else here knows any game.

use std::any::Any;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, TryLockError};
use std::time::{Duration, Instant};

use cardcore::game::{BotError, Bounds, Facts, Game, MoveError, Parameter, Seat, View as _};
use cardcore::monitor::Monitor;
use cardcore::play::arena::{self, ArenaError};
use cardcore::play::{
    MAX_DEPTH, PerftError, PlayError, PlayedMove, RolloutError, Session, Tally, perft, roll_out,
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::RwLockExt as _;
use pyo3::types::{PyDict, PyString};

use crate::batch::{self, AnyBatch, Plan};
use crate::bots::{AnyBots, Seated};
use crate::bounds::PyBounds;
use crate::convert::{self, CardForm};
use crate::detach;
use crate::encoding::{AnyEncoding, Encoded};
use crate::errors::{IntoPython as _, value_error};
use crate::stepper::{AnyStepper, Stepped};
use crate::view::PyView;

/// A game of the core that Python can play. The methods are hooks for games whose moves are more
/// than text in Python, and for the class of its views.
pub trait Playable: Game {
    /// A move as a Python object; `str` of it is the move's text.
    fn move_object<'py>(
        &self,
        py: Python<'py>,
        chosen: &Self::Move,
    ) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyString::new(py, &self.move_text(chosen)).into_any())
    }

    /// A move given as a Python object.
    fn read_move(object: &Bound<'_, PyAny>) -> PyResult<Given> {
        if object.is_instance_of::<PyString>() {
            return convert::text(object).map(Given::Text);
        }
        Err(not_a_move(object))
    }

    /// A view as an object of the class with the game's own facts as attributes.
    fn view_object(py: Python<'_>, view: PyView) -> PyResult<Bound<'_, PyAny>> {
        Ok(Bound::new(py, view)?.into_any())
    }
}

/// A move as given by Python.
pub enum Given {
    /// As text.
    Text(String),
    /// As a move of the game.
    Move(Box<dyn Any + Send + Sync>),
}

/// The error for something that cannot be a move.
pub fn not_a_move(object: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("expected a move, found {}", convert::shown(object)))
}

/// Parses a move.
type Reader = fn(&Bound<'_, PyAny>) -> PyResult<Given>;

/// Creates the Python object of a view.
type ViewClass = for<'py> fn(Python<'py>, PyView) -> PyResult<Bound<'py, PyAny>>;

/// A type-erased [`Session`].
pub trait AnySession: Any + Send + Sync {
    /// The name of the game.
    fn name(&self) -> &'static str;
    /// Whether the lowest score wins.
    fn low_score_wins(&self) -> bool;
    /// Whether this is a perfect-information game.
    fn is_open(&self) -> bool;
    /// The number of seats.
    fn seats(&self) -> usize;
    /// The seat to move.
    fn to_move(&self) -> Option<Seat>;
    /// The seats that may decide now.
    fn deciders(&self) -> Vec<Seat>;
    /// The game as a simultaneous decider sees it.
    fn at_turn_of(&self, seat: Seat) -> Option<Box<dyn AnySession>>;
    /// Limits that hold for every game under these rules.
    fn bounds(&self) -> Bounds;
    /// The points of every seat.
    fn scores(&self) -> Vec<i64>;
    /// The moves played so far.
    fn history(&self) -> &Arc<Vec<PlayedMove>>;
    /// The number of parts of the match that are over.
    fn past_count(&self) -> usize;
    /// The rules by name.
    fn rules(&self) -> Facts;
    /// What the game was created from.
    fn start(&self) -> Option<Facts>;
    /// The legal moves as Python objects.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>>;
    /// The function that parses a move; it may run Python code.
    fn reader(&self) -> Reader;
    /// Play a move.
    fn play(&mut self, given: Given) -> Result<(), PlayError>;
    /// Count lines of play.
    fn perft(&self, depth: u32, monitor: &Monitor) -> Result<u64, PerftError>;
    /// A view, and the function that creates its Python object.
    fn view(&self, seat: Option<Seat>) -> (PyView, ViewClass);
    /// The names of the bots and their summaries.
    fn bots(&self) -> Vec<(&'static str, &'static str)>;
    /// The parameters of the bots in the same order.
    fn bot_parameters(&self) -> Vec<&'static [Parameter]>;
    /// Whether games between these bots are reproducible from their seed.
    fn is_reproducible(&self, bots: &[&str]) -> Result<bool, BotError>;
    /// Create bots.
    fn seat_bots(&self, names: &[Option<String>], seed: u64) -> PyResult<Box<dyn AnyBots>>;
    /// The encoder for games under these rules.
    fn encoding(&self) -> PyResult<Box<dyn AnyEncoding>>;
    /// A vectorized environment of games under these rules.
    fn batch(&self, plan: Plan) -> PyResult<Box<dyn AnyBatch>>;
    /// Play many games.
    fn arena_tally(
        &self,
        bots: &[&str],
        games: Range<u64>,
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Tally, ArenaError>;
    /// Play games of a match and return every score.
    fn arena_scores(
        &self,
        bots: &[&str],
        games: Range<u64>,
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Vec<i64>, ArenaError>;
    /// Try moves in these games, which are all of the same kind as this one.
    fn roll_out(
        &self,
        games: &[Box<dyn AnySession>],
        moves: &[Option<Given>],
        bots: &[&str],
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Vec<i64>, RolloutError>;
    /// The game from its start with another seed.
    fn new_game(&self, seed: u64) -> Box<dyn AnySession>;
    /// What the deals of a match cycle through, by name.
    fn start_names(&self) -> &'static [&'static str];
    /// The game as a deal with one of these starts.
    fn new_game_from(&self, seed: u64, start: usize) -> Box<dyn AnySession>;
    /// A game stepped by numbered actions, under the same rules.
    fn stepper(&self, plan: crate::stepper::Plan) -> PyResult<Box<dyn AnyStepper>>;
    /// A copy.
    fn copy(&self) -> Box<dyn AnySession>;
    /// Whether another session is equal.
    fn equals(&self, other: &dyn AnySession) -> bool;
}

impl<G: Playable> AnySession for Session<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn low_score_wins(&self) -> bool {
        self.state().low_score_wins()
    }

    fn is_open(&self) -> bool {
        G::OPEN
    }

    fn seats(&self) -> usize {
        self.state().seats()
    }

    fn to_move(&self) -> Option<Seat> {
        self.state().to_move()
    }

    fn deciders(&self) -> Vec<Seat> {
        self.state().deciders()
    }

    fn at_turn_of(&self, seat: Seat) -> Option<Box<dyn AnySession>> {
        Some(Box::new(Self::at_turn_of(self, seat)?))
    }

    fn bounds(&self) -> Bounds {
        self.state().bounds()
    }

    fn scores(&self) -> Vec<i64> {
        self.state().scores()
    }

    fn history(&self) -> &Arc<Vec<PlayedMove>> {
        Self::history(self)
    }

    fn past_count(&self) -> usize {
        self.state().view(None).past_count()
    }

    fn rules(&self) -> Facts {
        self.state().rules()
    }

    fn start(&self) -> Option<Facts> {
        Self::start(self)
    }

    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let moves = Self::legal_moves(self);
        moves.iter().map(|chosen| self.state().move_object(py, chosen)).collect()
    }

    fn reader(&self) -> Reader {
        G::read_move
    }

    fn play(&mut self, given: Given) -> Result<(), PlayError> {
        match given {
            Given::Text(text) => self.play_text(&text),
            Given::Move(chosen) => match chosen.downcast::<G::Move>() {
                Ok(chosen) => Self::play(self, &chosen),
                Err(_) => Err(MoveError::new("", "expected a move of this game").into()),
            },
        }
    }

    fn perft(&self, depth: u32, monitor: &Monitor) -> Result<u64, PerftError> {
        perft(self.state(), depth, monitor)
    }

    fn view(&self, seat: Option<Seat>) -> (PyView, ViewClass) {
        (PyView::of(self, seat), G::view_object)
    }

    fn bots(&self) -> Vec<(&'static str, &'static str)> {
        G::bots().iter().map(|entry| (entry.name, entry.summary)).collect()
    }

    fn bot_parameters(&self) -> Vec<&'static [Parameter]> {
        G::bots().iter().map(|entry| (entry.make)().parameters()).collect()
    }

    fn is_reproducible(&self, bots: &[&str]) -> Result<bool, BotError> {
        arena::is_reproducible(self.state(), bots)
    }

    fn seat_bots(&self, names: &[Option<String>], seed: u64) -> PyResult<Box<dyn AnyBots>> {
        let seated = Seated::new(self.state(), names, seed).map_err(|error| error.into_python())?;
        Ok(Box::new(seated))
    }

    fn encoding(&self) -> PyResult<Box<dyn AnyEncoding>> {
        Ok(Box::new(Encoded::new(self.state())?))
    }

    fn batch(&self, plan: Plan) -> PyResult<Box<dyn AnyBatch>> {
        batch::make(self.state(), plan)
    }

    fn arena_tally(
        &self,
        bots: &[&str],
        games: Range<u64>,
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Tally, ArenaError> {
        arena::run(self.state(), bots, games, seed, monitor)
    }

    fn arena_scores(
        &self,
        bots: &[&str],
        games: Range<u64>,
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Vec<i64>, ArenaError> {
        arena::scores(self.state(), bots, games, seed, monitor)
    }

    fn roll_out(
        &self,
        games: &[Box<dyn AnySession>],
        moves: &[Option<Given>],
        bots: &[&str],
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Vec<i64>, RolloutError> {
        let mut states = Vec::with_capacity(games.len());
        for (index, game) in games.iter().enumerate() {
            let game: &dyn Any = game.as_ref();
            let session = game.downcast_ref::<Self>();
            let other = RolloutError::OtherGame { index, expected: G::NAME };
            states.push(session.ok_or(other)?.state().clone());
        }
        let read = |given: &Option<Given>| match given {
            None => Ok(None),
            Some(Given::Text(text)) => self.state().parse_move(text).map(Some),
            Some(Given::Move(chosen)) => match chosen.downcast_ref::<G::Move>() {
                Some(chosen) => Ok(Some(chosen.clone())),
                None => Err(MoveError::new("", "expected a move of this game")),
            },
        };
        let moves: Vec<_> = moves.iter().map(read).collect::<Result<_, _>>()?;
        roll_out(&states, &moves, bots, seed, monitor)
    }

    fn new_game(&self, seed: u64) -> Box<dyn AnySession> {
        Box::new(Self::new(self.state().new_game(seed)))
    }

    fn start_names(&self) -> &'static [&'static str] {
        self.state().start_names()
    }

    fn new_game_from(&self, seed: u64, start: usize) -> Box<dyn AnySession> {
        let session = Self::new(self.state().new_game_from(seed, start));
        Box::new(if start == 0 { session } else { session.without_start() })
    }

    fn stepper(&self, plan: crate::stepper::Plan) -> PyResult<Box<dyn AnyStepper>> {
        Ok(Box::new(Stepped::new(self.state(), plan)?))
    }

    fn copy(&self) -> Box<dyn AnySession> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn AnySession) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref() == Some(self)
    }
}

/// A game in progress: the seat to move, the legal moves, the scores, and each seat's view.
///
/// Created by the `new` of a game's module; can be copied, compared and pickled. Thread-safe: calls
/// are serialized.
// Nothing that may run Python code happens while the session is locked: it could ask for the lock.
#[pyclass(name = "Game", module = "cardcore", frozen, generic)]
pub struct PyGame {
    session: RwLock<Box<dyn AnySession>>,
    /// The last process that has had the session to itself: it waits for no thread of another one.
    process: AtomicU32,
}

impl PyGame {
    /// A new game.
    pub fn new<G: Playable>(state: G) -> Self {
        Self::of(Box::new(Session::new(state)))
    }

    /// A game in progress.
    pub fn of(session: Box<dyn AnySession>) -> Self {
        Self { session: RwLock::new(session), process: AtomicU32::new(std::process::id()) }
    }

    /// Read access to the game; the thread detaches while another one changes it.
    ///
    /// # Errors
    ///
    /// The thread that was changing it belongs to another process.
    pub fn session(&self, py: Python<'_>) -> PyResult<RwLockReadGuard<'_, Box<dyn AnySession>>> {
        match self.session.try_read() {
            Ok(session) => Ok(session),
            Err(_) => {
                self.claim(py)?;
                Ok(self.session.read_py_attached(py).unwrap_or_else(PoisonError::into_inner))
            }
        }
    }

    /// Change the game, which may take a while and must not run Python code: the thread detaches.
    ///
    /// # Errors
    ///
    /// The thread that was changing it belongs to another process.
    pub fn change<R: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut dyn AnySession) -> R + Send,
    ) -> PyResult<R> {
        self.claim(py)?;
        Ok(py.detach(|| {
            let session = self.session.write();
            change(session.unwrap_or_else(PoisonError::into_inner).as_mut())
        }))
    }

    /// Check that waiting for the session can succeed. A process that was forked while a thread had
    /// the session has the lock, but not the thread that would release it, and the session may be
    /// inconsistent. So a process waits without a limit only once it has had the session to itself.
    fn claim(&self, py: Python<'_>) -> PyResult<()> {
        /// Longer than any thread of this process has the session before it claims it.
        const PATIENCE: Duration = Duration::from_millis(200);

        let process = std::process::id();
        let begin = Instant::now();
        while self.process.load(Ordering::Acquire) != process {
            if !matches!(self.session.try_write(), Err(TryLockError::WouldBlock)) {
                self.process.store(process, Ordering::Release);
            } else if begin.elapsed() > PATIENCE {
                let message = "another thread was playing this game when the process was forked";
                return Err(PyRuntimeError::new_err(message));
            } else {
                py.detach(|| std::thread::sleep(Duration::from_millis(1)));
            }
        }
        Ok(())
    }

    /// A copy of the game, for work that takes longer or may run Python code.
    pub fn snapshot(&self, py: Python<'_>) -> PyResult<Box<dyn AnySession>> {
        Ok(self.session(py)?.copy())
    }

    /// A copy of the state, if this is a game of the requested type.
    pub fn state<G: Playable>(&self, py: Python<'_>) -> PyResult<Option<G>> {
        let session = self.session(py)?;
        let session: &dyn Any = session.as_ref();
        Ok(session.downcast_ref::<Session<G>>().map(|session| session.state().clone()))
    }
}

#[pymethods]
impl PyGame {
    /// The name of the game.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(self.session(py)?.name())
    }

    /// Whether the lowest score wins.
    #[getter]
    fn low_score_wins(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.session(py)?.low_score_wins())
    }

    /// Whether this is a perfect-information game.
    #[getter]
    fn is_open(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.session(py)?.is_open())
    }

    /// The number of seats.
    #[getter]
    fn seats(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.session(py)?.seats())
    }

    /// The seat whose turn it is; None once the game is over.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> PyResult<Option<Seat>> {
        Ok(self.session(py)?.to_move())
    }

    /// The seats that may decide now, the seat to move first; several if decisions are
    /// simultaneous.
    #[getter]
    fn deciders(&self, py: Python<'_>) -> PyResult<Vec<Seat>> {
        Ok(self.session(py)?.deciders())
    }

    /// A copy in which it is the turn of one of the `deciders`. Earlier deciders have made
    /// arbitrary choices, which the seat cannot observe.
    fn at_turn_of(&self, py: Python<'_>, seat: &Bound<'_, PyAny>) -> PyResult<Self> {
        let session = self.session(py)?;
        let last = session.seats().saturating_sub(1) as i128;
        let seat = convert::position("seat", seat, 0..=last)?;
        session.at_turn_of(seat).map(Self::of).ok_or_else(|| {
            let deciders = session.deciders();
            value_error(format!("seat: expected one of {deciders:?}, who may decide, found {seat}"))
        })
    }

    /// Limits that hold for every game under these rules.
    #[getter]
    fn bounds(&self, py: Python<'_>) -> PyResult<PyBounds> {
        Ok(self.session(py)?.bounds().into())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.session(py)?.to_move().is_none())
    }

    /// The rules in force: the fields of the game's `Rules`.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = self.session(py)?.rules();
        convert::facts(py, &rules, CardForm::Text)
    }

    /// What the game was created from besides its rules, as JSON values: `seed`, and `deal` or
    /// `deals` if they were given; None for a game that was sampled from a view.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let start = self.session(py)?.start();
        start.map(|start| convert::facts(py, &start, CardForm::Text)).transpose()
    }

    /// The texts of the moves played so far.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.session(py)?.history().iter().map(|made| made.text.clone()).collect())
    }

    /// How many moves have been made.
    #[getter]
    fn move_count(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.session(py)?.history().len())
    }

    /// The legal moves of the seat to move, in the game's fixed order; none once it is over.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.session(py)?.legal_moves(py)
    }

    /// Play a move, given as text or as listed by `legal_moves`. An illegal move raises
    /// `IllegalMoveError`, text that is not a move `ParseError`; both change nothing.
    #[pyo3(signature = (chosen, /))]
    fn play(&self, py: Python<'_>, chosen: &Bound<'_, PyAny>) -> PyResult<()> {
        let read = self.session(py)?.reader();
        let given = read(chosen)?;
        let played = match self.session.try_write() {
            Ok(mut session) => session.play(given),
            Err(_) => {
                self.claim(py)?;
                let session = self.session.write_py_attached(py);
                session.unwrap_or_else(PoisonError::into_inner).play(given)
            }
        };
        played.map_err(|error| error.into_python())
    }

    /// The points of every seat so far; the final ones once the game is over.
    fn scores(&self, py: Python<'_>) -> PyResult<Vec<i64>> {
        Ok(self.session(py)?.scores())
    }

    /// What a seat, or for None a spectator, may know, and nothing else.
    #[pyo3(signature = (seat))]
    fn view<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let last = self.session(py)?.seats().saturating_sub(1) as i128;
        let seat = seat.map(|seat| convert::position("seat", seat, 0..=last)).transpose()?;
        let (view, class) = self.session(py)?.view(seat);
        class(py, view)
    }

    /// How many hands, rounds or deals of the match are over.
    #[getter]
    fn past_count(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.session(py)?.past_count())
    }

    /// What the deals of a match cycle through, such as the direction of the pass in Hearts: the
    /// names that `new_game` takes as `start`.
    #[getter]
    fn start_names(&self, py: Python<'_>) -> PyResult<Vec<&'static str>> {
        Ok(self.session(py)?.start_names().to_vec())
    }

    /// The same game from its start, with everything that was not given drawn from another seed. A
    /// `start` other than the first of the `start_names` makes a game that cannot be recorded.
    #[pyo3(signature = (*, seed=None, start=None))]
    fn new_game(
        &self,
        py: Python<'_>,
        seed: Option<&Bound<'_, PyAny>>,
        start: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let seed = convert::seed(seed)?;
        let session = self.session(py)?;
        let Some(start) = start else { return Ok(Self::of(session.new_game(seed))) };
        let (name, known) = (convert::name("start", start)?, session.start_names());
        let start = known.iter().position(|&known| known == name).ok_or_else(|| {
            value_error(format!("start: expected one of {}, found '{name}'", known.join(", ")))
        })?;
        Ok(Self::of(session.new_game_from(seed, start)))
    }

    /// Count the move sequences of length `depth`. A game that ends earlier counts once, unlike in
    /// chess perft.
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = convert::whole_number("depth", depth, 0..=MAX_DEPTH.into())?;
        let session = self.snapshot(py)?;
        detach::run(py, None, None, |monitor| session.perft(depth, monitor))
    }

    /// The names of the game's native bots with their summaries, weakest first.
    fn bots(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, &'static str)>> {
        Ok(self.session(py)?.bots())
    }

    /// An independent copy of the game.
    pub fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self::of(self.snapshot(py)?))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memory: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
    }

    /// Everything needed to replay the game, as JSON values; `seats` are the players' names.
    #[pyo3(signature = (seats=None))]
    fn record<'py>(
        slf: &Bound<'py, Self>,
        seats: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let records = slf.py().import("cardcore.records")?;
        records.call_method1("record", (slf, seats))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let replay = slf.py().import("cardcore.records")?.getattr("replay")?;
        Ok((replay, (Self::record(slf, None)?,)))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        // One lock at a time: the other game may be this one.
        let other = other.get().snapshot(py)?;
        Ok(self.session(py)?.equals(other.as_ref()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let session = self.session(py)?;
        let turn = match session.to_move() {
            Some(seat) => format!("seat {seat} to move"),
            None => "over".to_owned(),
        };
        Ok(format!("<{} game, {} moves, {turn}>", session.name(), session.history().len()))
    }

    /// The seat to move, the scores, and what a spectator may know.
    fn __str__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("cardcore.result_table")?.call_method1("game_text", (slf,))
    }

    /// The same as a table, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("cardcore.result_table")?.call_method1("game_html", (slf,))
    }
}
