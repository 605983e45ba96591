//! `Game` and `View`: one Python class each over every game of the core.
//!
//! A game's own file implements [`Playable`] for its state and offers a function that makes a
//! [`PyGame`]; nothing else here knows any game.

use std::any::Any;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::time::Instant;

use cardcore::game::{Bot, Facts, Game, Seat, View as _, bot};
use cardcore::monitor::Monitor;
use cardcore::play::arena::{self, ArenaError, Tally};
use cardcore::play::{DEEPEST, PerftError, perft};
use cardcore::play::{Origin, PlayError, Session};
use cardcore::random::Random;
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::RwLockExt as _;
use pyo3::types::{PyDict, PyString};

use crate::convert::{self, Cards};
use crate::detach;
use crate::errors::{IntoPython as _, value_error};

/// The version of the record format.
const FORMAT: u32 = 1;

/// A game of the core that Python can play. The methods are hooks for games whose moves are more
/// than text in Python.
pub trait Playable: Game {
    /// A move as a Python object; `str` of it is the move's text.
    fn move_object<'py>(
        &self,
        py: Python<'py>,
        chosen: &Self::Move,
    ) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyString::new(py, &self.move_text(chosen)).into_any())
    }

    /// The text of a move given as a Python object.
    fn text_of_object(object: &Bound<'_, PyAny>) -> PyResult<String> {
        if object.is_instance_of::<PyString>() {
            return convert::text(object);
        }
        let found = convert::shown(object);
        Err(PyTypeError::new_err(format!("expected a move, found {found}")))
    }
}

/// A [`Session`] of any game, behind one face.
trait AnySession: Any + Send + Sync {
    fn name(&self) -> &'static str;
    fn low_score_wins(&self) -> bool;
    fn seats(&self) -> usize;
    fn to_move(&self) -> Option<Seat>;
    fn scores(&self) -> Vec<i64>;
    fn history(&self) -> &[String];
    fn origin(&self) -> Option<&Origin>;
    fn rules(&self) -> Facts;
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>>;
    fn text_of_object(&self) -> fn(&Bound<'_, PyAny>) -> PyResult<String>;
    fn play_text(&mut self, text: &str) -> Result<(), PlayError>;
    fn perft(&self, depth: u32, monitor: &Monitor) -> Result<u64, PerftError>;
    fn view(&self, seat: Seat) -> Box<dyn AnyView>;
    fn bots(&self) -> Vec<(&'static str, &'static str)>;
    fn seat_bots(&self, names: &[Option<String>], seed: u64) -> PyResult<Box<dyn AnyBots>>;
    fn arena(
        &self,
        bots: &[&str],
        games: u64,
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Tally, ArenaError>;
    fn copy(&self) -> Box<dyn AnySession>;
    fn equals(&self, other: &dyn AnySession) -> bool;
}

impl<G: Playable> AnySession for Session<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn low_score_wins(&self) -> bool {
        G::LOW_SCORE_WINS
    }

    fn seats(&self) -> usize {
        self.state().seats()
    }

    fn to_move(&self) -> Option<Seat> {
        self.state().to_move()
    }

    fn scores(&self) -> Vec<i64> {
        self.state().scores()
    }

    fn history(&self) -> &[String] {
        Self::history(self)
    }

    fn origin(&self) -> Option<&Origin> {
        Self::origin(self)
    }

    fn rules(&self) -> Facts {
        self.state().rules()
    }

    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let moves = Self::legal_moves(self);
        moves.iter().map(|chosen| self.state().move_object(py, chosen)).collect()
    }

    fn text_of_object(&self) -> fn(&Bound<'_, PyAny>) -> PyResult<String> {
        G::text_of_object
    }

    fn play_text(&mut self, text: &str) -> Result<(), PlayError> {
        Self::play_text(self, text)
    }

    fn perft(&self, depth: u32, monitor: &Monitor) -> Result<u64, PerftError> {
        perft(self.state(), depth, monitor)
    }

    fn view(&self, seat: Seat) -> Box<dyn AnyView> {
        Box::new(Seen { state: self.state().clone(), seat })
    }

    fn bots(&self) -> Vec<(&'static str, &'static str)> {
        G::bots().iter().map(|entry| (entry.name, entry.summary)).collect()
    }

    fn seat_bots(&self, names: &[Option<String>], seed: u64) -> PyResult<Box<dyn AnyBots>> {
        let seat = |name: &Option<String>| name.as_deref().map(bot::<G>).transpose();
        let bots = names.iter().map(seat).collect::<Result<_, _>>();
        let bots = bots.map_err(|error| error.into_python())?;
        Ok(Box::new(Seated::<G> { bots, random: Random::new(seed) }))
    }

    fn arena(
        &self,
        bots: &[&str],
        games: u64,
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Tally, ArenaError> {
        arena::run(self.state(), bots, games, seed, monitor)
    }

    fn copy(&self) -> Box<dyn AnySession> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn AnySession) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref() == Some(self)
    }
}

/// Native bots at some seats of a table of any game, with what they remember and their
/// randomness.
trait AnyBots: Send + Sync {
    /// Play on until a seat without a bot is to move, the game is over, `most` moves are made, or
    /// it is time to look for Ctrl-C.
    fn advance(&mut self, table: &mut dyn AnySession, most: u64) -> PyResult<u64>;
}

struct Seated<G: Game> {
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    random: Random,
}

impl<G: Playable> AnyBots for Seated<G> {
    fn advance(&mut self, table: &mut dyn AnySession, most: u64) -> PyResult<u64> {
        let table: &mut dyn Any = table;
        let Some(table) = table.downcast_mut::<Session<G>>() else {
            return Err(PyTypeError::new_err(format!("expected a game of {}", G::NAME)));
        };
        let begin = Instant::now();
        let mut moves = 0;
        while let Some(seat) = table.state().to_move() {
            if moves == most || begin.elapsed() > detach::TICK {
                break;
            }
            let bot = self.bots.get_mut(seat).and_then(Option::as_mut);
            let chosen =
                bot.and_then(|bot| bot.choose(&table.state().view(seat), &mut self.random));
            let Some(chosen) = chosen else { break };
            table.play(&chosen).map_err(|error| error.into_python())?;
            moves += 1;
        }
        Ok(moves)
    }
}

/// Native bots at some seats of a game, for `cardcore.play`.
#[pyclass(name = "Bots", module = "cardcore._core")]
pub struct PyBots(Box<dyn AnyBots>);

#[pymethods]
impl PyBots {
    #[new]
    fn new(
        py: Python<'_>,
        game: &PyGame,
        names: Vec<Option<Bound<'_, PyAny>>>,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let name = |name: &Bound<'_, PyAny>| convert::name("bot", name);
        let names: Vec<Option<String>> =
            names.iter().map(|bot| bot.as_ref().map(name).transpose()).collect::<PyResult<_>>()?;
        let seed = convert::seed(Some(seed))?;
        game.table(py).seat_bots(&names, seed).map(Self)
    }

    #[pyo3(signature = (game, most=None))]
    fn advance(&mut self, py: Python<'_>, game: &PyGame, most: Option<u64>) -> PyResult<u64> {
        py.detach(|| {
            let mut table = game.0.write().unwrap_or_else(PoisonError::into_inner);
            self.0.advance(table.as_mut(), most.unwrap_or(u64::MAX))
        })
    }
}

/// A game in progress: whose turn it is, the legal moves, the scores, and what each seat sees.
///
/// Made by the `new` of a game's module; copies, compares and pickles. Several threads may use one
/// game: each call is done before the next begins.
// Nothing that may run Python code happens while the table is locked: it could ask for the lock.
#[pyclass(name = "Game", module = "cardcore", frozen)]
pub struct PyGame(RwLock<Box<dyn AnySession>>);

impl PyGame {
    /// A game that has just begun.
    pub fn new<G: Playable>(state: G, origin: Origin) -> Self {
        Self::of(Box::new(Session::new(state, Some(origin))))
    }

    const fn of(table: Box<dyn AnySession>) -> Self {
        Self(RwLock::new(table))
    }

    /// A look at the table; the GIL is let go of while another thread changes it.
    fn table(&self, py: Python<'_>) -> RwLockReadGuard<'_, Box<dyn AnySession>> {
        self.0.read_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// The table as it is now, for work that takes longer or may run Python code.
    fn snapshot(&self, py: Python<'_>) -> Box<dyn AnySession> {
        self.table(py).copy()
    }

    /// Play many games under the rules of this one between native bots.
    pub fn arena(
        &self,
        bots: &[&str],
        games: u64,
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Tally, ArenaError> {
        let table = self.0.read().unwrap_or_else(PoisonError::into_inner);
        table.arena(bots, games, seed, monitor)
    }

    /// The state as it is now, if this is a game of the kind asked for.
    pub fn state<G: Playable>(&self, py: Python<'_>) -> Option<G> {
        let table = self.table(py);
        let table: &dyn Any = table.as_ref();
        table.downcast_ref::<Session<G>>().map(|table| table.state().clone())
    }
}

#[pymethods]
impl PyGame {
    /// The name of the game.
    #[getter]
    fn name(&self, py: Python<'_>) -> &'static str {
        self.table(py).name()
    }

    /// Whether a lower score is the better one.
    #[getter]
    fn low_score_wins(&self, py: Python<'_>) -> bool {
        self.table(py).low_score_wins()
    }

    /// How many seats the table has.
    #[getter]
    fn seats(&self, py: Python<'_>) -> usize {
        self.table(py).seats()
    }

    /// The seat whose turn it is; None once the game is over.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> Option<Seat> {
        self.table(py).to_move()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> bool {
        self.table(py).to_move().is_none()
    }

    /// The rules in force: the keyword arguments of the game's `new`.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = self.table(py).rules();
        convert::facts(py, &rules, Cards::Text)
    }

    /// The texts of the moves made so far.
    #[getter]
    fn moves(&self, py: Python<'_>) -> Vec<String> {
        self.table(py).history().to_vec()
    }

    /// The legal moves of the seat to move, in the game's fixed order; none once it is over.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.table(py).legal_moves(py)
    }

    /// Make a move, given as text or as `legal_moves` lists it. An illegal move raises
    /// `IllegalMoveError`, text that is no move `ParseError`; both change nothing.
    #[pyo3(signature = (chosen, /))]
    fn play(&self, py: Python<'_>, chosen: &Bound<'_, PyAny>) -> PyResult<()> {
        let text_of_object = self.table(py).text_of_object();
        let text = text_of_object(chosen)?;
        let mut table = self.0.write_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let played = table.play_text(&text);
        drop(table);
        played.map_err(|error| error.into_python())
    }

    /// The points of every seat so far; the final ones once the game is over.
    fn scores(&self, py: Python<'_>) -> Vec<i64> {
        self.table(py).scores()
    }

    /// What a seat may know, and nothing else.
    fn view(&self, py: Python<'_>, seat: &Bound<'_, PyAny>) -> PyResult<PyView> {
        let table = self.table(py);
        let last = table.seats().saturating_sub(1) as i128;
        drop(table);
        let seat = convert::whole_number("seat", seat, 0..=last).map_err(|error| {
            // A number that is no seat is to a game what one beyond the end is to a list.
            match error.is_instance_of::<PyValueError>(py) {
                true => PyIndexError::new_err(error.value(py).to_string()),
                false => error,
            }
        })?;
        Ok(PyView(self.table(py).view(seat)))
    }

    /// How many sequences of `depth` moves there are; a game that ends sooner counts once.
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = convert::whole_number("depth", depth, 0..=DEEPEST.into())?;
        let table = self.snapshot(py);
        let counted = detach::run(py, None, None, |monitor| match table.perft(depth, monitor) {
            Err(PerftError::Stopped(stopped)) => Err(stopped),
            other => Ok(other),
        })?;
        counted.map_err(value_error)
    }

    /// The names of the game's native bots with what they do, weakest first.
    fn bots(&self, py: Python<'_>) -> Vec<(&'static str, &'static str)> {
        self.table(py).bots()
    }

    /// The same game, to go on with independently.
    pub fn copy(&self, py: Python<'_>) -> Self {
        Self::of(self.snapshot(py))
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memory: &Bound<'_, PyAny>) -> Self {
        self.copy(py)
    }

    /// Everything needed to play the game again, as JSON values; `seats` are the players' names.
    #[pyo3(signature = (seats=None))]
    fn record<'py>(
        &self,
        py: Python<'py>,
        seats: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let table = self.snapshot(py);
        let Some(origin) = table.origin() else {
            return Err(value_error("a game sampled from a view has no record: it was not dealt"));
        };
        let count = table.seats();
        let seats = match seats {
            None => (0..count).map(|seat| format!("seat {seat}")).collect(),
            Some(seats) => names_of(seats, count)?,
        };
        let record = PyDict::new(py);
        record.set_item("format", FORMAT)?;
        record.set_item("game", table.name())?;
        record.set_item("rules", convert::facts(py, &table.rules(), Cards::Text)?)?;
        record.set_item("seed", origin.seed)?;
        let deal = origin.deal.as_ref();
        record
            .set_item("deal", deal.map(|deal| convert::fact(py, deal, Cards::Text)).transpose()?)?;
        record.set_item("seats", seats)?;
        record.set_item("moves", table.history())?;
        let over = table.to_move().is_none();
        record.set_item("result", over.then(|| table.scores()))?;
        Ok(record)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let replay = py.import("cardcore.records")?.getattr("replay")?;
        Ok((replay, (self.record(py, None)?,)))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> bool {
        // One lock at a time: the other game may be this one.
        let other = other.cast::<Self>().map(|other| other.get().snapshot(py));
        other.is_ok_and(|other| self.table(py).equals(other.as_ref()))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let table = self.table(py);
        let turn = match table.to_move() {
            Some(seat) => format!("seat {seat} to move"),
            None => "over".to_owned(),
        };
        format!("<{} game, {} moves, {turn}>", table.name(), table.history().len())
    }
}

/// The names of the players, one per seat.
fn names_of(seats: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<String>> {
    let names: Vec<String> = convert::list("seats", "names", seats)?
        .take(count + 1)
        .map(|name| convert::name("seats", &name?))
        .collect::<PyResult<_>>()?;
    match names.len() {
        found if found == count => Ok(names),
        found if found > count => {
            Err(value_error(format!("seats: expected {count} names, found more")))
        }
        found => Err(value_error(format!("seats: expected {count} names, found {found}"))),
    }
}

/// What one seat may know of a state of any game, behind one face.
trait AnyView: Send + Sync {
    fn name(&self) -> &'static str;
    fn seat(&self) -> Seat;
    fn to_move(&self) -> Option<Seat>;
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>>;
    fn facts<'py>(&self, py: Python<'py>, cards: Cards) -> PyResult<Bound<'py, PyDict>>;
    fn choose<'py>(&self, py: Python<'py>, name: &str, seed: u64) -> PyResult<Bound<'py, PyAny>>;
    fn sample(&self, seed: u64) -> Box<dyn AnySession>;
}

/// A snapshot of a state that is only ever looked at through one seat's view.
struct Seen<G: Game> {
    state: G,
    seat: Seat,
}

impl<G: Playable> AnyView for Seen<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn to_move(&self) -> Option<Seat> {
        self.state.view(self.seat).to_move()
    }

    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut moves = Vec::new();
        self.state.view(self.seat).legal_moves(&mut moves);
        moves.iter().map(|chosen| self.state.move_object(py, chosen)).collect()
    }

    fn facts<'py>(&self, py: Python<'py>, cards: Cards) -> PyResult<Bound<'py, PyDict>> {
        convert::facts(py, &self.state.view(self.seat).facts(), cards)
    }

    fn choose<'py>(&self, py: Python<'py>, name: &str, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        let mut player = bot::<G>(name).map_err(|error| error.into_python())?;
        let chosen =
            py.detach(|| player.choose(&self.state.view(self.seat), &mut Random::new(seed)));
        match chosen {
            Some(chosen) => self.state.move_object(py, &chosen),
            None => Err(value_error(format!("it is not the turn of seat {}", self.seat))),
        }
    }

    fn sample(&self, seed: u64) -> Box<dyn AnySession> {
        let state = G::sample(&self.state.view(self.seat), &mut Random::new(seed));
        Box::new(Session::new(state, None))
    }
}

/// What one seat may know of a game at one moment.
///
/// Besides what is listed here it has the game's own facts as attributes, such as `hand`; `dir`
/// lists them and `to_dict` gives them all.
#[pyclass(name = "View", module = "cardcore", frozen)]
pub struct PyView(Box<dyn AnyView>);

#[pymethods]
impl PyView {
    /// The name of the game.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The seat that is looking.
    #[getter]
    fn seat(&self) -> Seat {
        self.0.seat()
    }

    /// The seat whose turn it is; None once the game is over.
    #[getter]
    fn to_move(&self) -> Option<Seat> {
        self.0.to_move()
    }

    /// The legal moves, in the game's fixed order; none unless it is this seat's turn.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.0.legal_moves(py)
    }

    /// Everything the seat may know, as JSON values: cards are text.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.0.facts(py, Cards::Text)
    }

    /// The move that a native bot would make from this view.
    #[pyo3(signature = (bot, *, seed=None))]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        bot: &Bound<'py, PyAny>,
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.0.choose(py, &convert::name("bot", bot)?, convert::seed(seed)?)
    }

    /// A full game that is consistent with all the seat knows; what is hidden is drawn at random.
    #[pyo3(signature = (*, seed=None))]
    fn sample(&self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
        let seed = convert::seed(seed)?;
        Ok(PyGame::of(py.detach(|| self.0.sample(seed))))
    }

    fn __getattr__<'py>(
        &self,
        py: Python<'py>,
        name: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let facts = self.0.facts(py, Cards::Objects)?;
        let name = convert::text(name)?;
        match facts.get_item(&name)? {
            Some(fact) => Ok(fact),
            None => Err(PyAttributeError::new_err(format!(
                "a {} view has no '{name}', expected one of {}",
                self.0.name(),
                names(&facts)?.join(", ")
            ))),
        }
    }

    fn __dir__(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let own = ["choose", "legal_moves", "name", "sample", "seat", "to_dict", "to_move"];
        let facts = names(&self.0.facts(py, Cards::Text)?)?;
        Ok(own.map(str::to_owned).into_iter().chain(facts).collect())
    }

    fn __repr__(&self) -> String {
        format!("<{} view of seat {}>", self.0.name(), self.0.seat())
    }
}

fn names(facts: &Bound<'_, PyDict>) -> PyResult<Vec<String>> {
    facts.keys().iter().map(|name| name.extract()).collect()
}
