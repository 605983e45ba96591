//! `View`: what one seat, or a spectator, may know about any game, with a class for every game.

use std::any::Any;

use cardcore::game::{BotSpec, Facts, Game, Seat, View as _, Weighed};
use cardcore::monitor::Monitor;
use cardcore::play::{PlayError, Session};
use cardcore::random::Random;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyTuple};

use crate::convert::{self, CardForm};
use crate::detach;
use crate::errors::{IntoPython as _, value_error};
use crate::game::{AnySession, Playable, PyGame};

/// A type-erased view.
trait AnyView: Any + Send + Sync {
    fn name(&self) -> &'static str;
    fn seat(&self) -> Option<Seat>;
    fn to_move(&self) -> Option<Seat>;
    fn move_count(&self) -> usize;
    fn history_from(&self, start: usize) -> Vec<(Seat, &str)>;
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>>;
    fn fact<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>>;
    fn part(&self) -> Option<Facts>;
    fn last(&self) -> Option<Facts>;
    fn past_count(&self) -> usize;
    fn past_part(&self, index: usize) -> Option<Facts>;
    fn facts(&self) -> Facts;
    fn choose<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        seed: u64,
        run: Run<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>>;
    fn weigh<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        seed: u64,
        run: Run<'_, 'py>,
    ) -> PyResult<Vec<PyWeighedMove>>;
    fn sample(&self, seed: u64) -> Box<dyn AnySession>;
    fn resample(&self, seed: u64) -> Result<Box<dyn AnySession>, PlayError>;
}

/// A snapshot of a game that is only read through one view.
struct ViewSnapshot<G: Game> {
    session: Session<G>,
    seat: Option<Seat>,
}

impl<G: Game> ViewSnapshot<G> {
    fn view(&self) -> G::View<'_> {
        self.session.state().view(self.seat)
    }

    /// The error for a choice when it is not the viewer's turn.
    fn no_turn(&self) -> PyErr {
        match self.seat {
            Some(seat) => value_error(format!("it is not the turn of seat {seat}")),
            None => value_error("a spectator has no turn"),
        }
    }
}

/// A function and its arguments, which restore a view.
type Pickled<'py> = (Bound<'py, PyAny>, (PyGame, Option<Seat>));

/// The options of a choice that may take a while.
#[derive(Clone, Copy)]
struct Run<'a, 'py> {
    threads: Option<&'a Bound<'py, PyAny>>,
    progress: Option<&'a Bound<'py, PyAny>>,
}

/// A bot's estimate of one move; it unpacks into the move, its points, half the width of their
/// interval, and the number of worlds.
#[pyclass(name = "WeighedMove", module = "cardcore", frozen, get_all, generic)]
pub struct PyWeighedMove {
    /// The move.
    #[pyo3(name = "move")]
    chosen: Py<PyAny>,
    /// The expected points of the seat.
    points: f64,
    /// The expected margin of the seat over the mean of all seats, more is better: what a search
    /// maximizes.
    margin: f64,
    /// Half the width of the 95% confidence interval of the points; None if unknown.
    half_width: Option<f64>,
    /// The number of worlds evaluated.
    worlds: u64,
}

impl PyWeighedMove {
    fn tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.chosen, self.points, self.half_width, self.worlds).into_pyobject(py)
    }
}

#[pymethods]
impl PyWeighedMove {
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tuple(py)?.try_iter()
    }

    fn __len__(&self) -> usize {
        4
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.tuple(py)?.as_any().get_item(index)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => {
                let other = other.get();
                Ok(self.margin == other.margin && self.tuple(py)?.eq(other.tuple(py)?)?)
            }
            Err(_) => self.tuple(py)?.eq(other),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Self { points, margin, worlds, .. } = self;
        let chosen = self.chosen.bind(py).repr()?;
        let half_width = self.half_width.map_or_else(|| "None".to_owned(), |half| half.to_string());
        Ok(format!(
            "WeighedMove(move={chosen}, points={points}, margin={margin}, \
             half_width={half_width}, worlds={worlds})"
        ))
    }
}

impl<G: Playable> AnyView for ViewSnapshot<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn seat(&self) -> Option<Seat> {
        self.seat
    }

    fn to_move(&self) -> Option<Seat> {
        self.view().to_move()
    }

    fn move_count(&self) -> usize {
        self.session.history().len()
    }

    fn history_from(&self, start: usize) -> Vec<(Seat, &str)> {
        let moves = self.session.history().iter().skip(start);
        moves.map(|made| (made.seat, made.text_for(self.seat))).collect()
    }

    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut moves = Vec::new();
        self.view().legal_moves(&mut moves);
        moves.iter().map(|chosen| self.session.state().move_object(py, chosen)).collect()
    }

    fn fact<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        match self.view().fact(name) {
            Some(fact) => convert::fact(py, &fact, CardForm::Objects),
            None => Err(PyAttributeError::new_err(format!(
                "a {} view has no '{name}', expected one of {}",
                G::NAME,
                G::View::FACTS.join(", ")
            ))),
        }
    }

    fn part(&self) -> Option<Facts> {
        self.view().part().map(|part| part.facts())
    }

    fn last(&self) -> Option<Facts> {
        self.view().last()
    }

    fn past_count(&self) -> usize {
        self.view().past_count()
    }

    fn past_part(&self, index: usize) -> Option<Facts> {
        self.view().past_part(index)
    }

    fn facts(&self) -> Facts {
        self.view().facts()
    }

    fn choose<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        seed: u64,
        run: Run<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let spec = BotSpec::for_game(name, self.session.state());
        let mut player = spec.map_err(|error| error.into_python())?.make();
        let short = player.is_fast(&self.view());
        let choose = |monitor: &Monitor| {
            player.choose_cancellable(&self.view(), &mut Random::new(seed), monitor)
        };
        match detach::run_unless_short(py, short, run.threads, run.progress, choose)? {
            Some(chosen) => self.session.state().move_object(py, &chosen),
            None => Err(self.no_turn()),
        }
    }

    fn weigh<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        seed: u64,
        run: Run<'_, 'py>,
    ) -> PyResult<Vec<PyWeighedMove>> {
        let spec = BotSpec::for_game(name, self.session.state());
        let mut player = spec.map_err(|error| error.into_python())?.make();
        if !self.view().is_my_turn() {
            return Err(self.no_turn());
        }
        let weigh = |monitor: &Monitor| player.weigh(&self.view(), &mut Random::new(seed), monitor);
        let weighed = detach::run(py, run.threads, run.progress, weigh)?;
        let entry = |weighed: &Weighed<G::Move>| {
            let chosen = self.session.state().move_object(py, &weighed.chosen)?.unbind();
            let &Weighed { points, margin, half_width, worlds, .. } = weighed;
            Ok(PyWeighedMove { chosen, points, margin, half_width, worlds })
        };
        weighed.iter().map(entry).collect()
    }

    fn sample(&self, seed: u64) -> Box<dyn AnySession> {
        let state = G::sample(&self.view(), &mut Random::new(seed));
        Box::new(Session::sampled(state))
    }

    fn resample(&self, seed: u64) -> Result<Box<dyn AnySession>, PlayError> {
        Ok(Box::new(self.session.resample(self.seat, &mut Random::new(seed))?))
    }
}

/// What one seat, or a spectator, may know about a game at one moment.
///
/// Besides what is listed here it has the game's own facts as attributes, such as `hand`; `to_dict`
/// gives them all.
#[pyclass(name = "View", module = "cardcore", frozen, subclass)]
pub struct PyView(Box<dyn AnyView>);

impl PyView {
    /// The view of a seat, or for `None` of a spectator.
    pub fn of<G: Playable>(session: &Session<G>, seat: Option<Seat>) -> Self {
        Self(Box::new(ViewSnapshot { session: session.clone(), seat }))
    }

    /// Apply a function to the view, if it is of the requested game.
    pub fn seen<G: Playable, T>(&self, look: impl FnOnce(&G::View<'_>) -> T) -> Option<T> {
        let any: &dyn Any = self.0.as_ref();
        any.downcast_ref::<ViewSnapshot<G>>().map(|seen| look(&seen.view()))
    }

    /// Parse a move, if the view is of the requested game and the text is a move of it.
    pub fn parse_move<G: Playable>(&self, text: &str) -> Option<PyResult<G::Move>> {
        let any: &dyn Any = self.0.as_ref();
        let seen = any.downcast_ref::<ViewSnapshot<G>>()?;
        Some(seen.session.state().parse_move(text).map_err(|error| error.into_python()))
    }

    /// The moves so far with their seats, if the view is of the requested game. They are not what
    /// the viewer was told: that is up to the caller.
    pub fn moves<G: Playable>(&self) -> Option<impl ExactSizeIterator<Item = (Seat, &G::Move)>> {
        let any: &dyn Any = self.0.as_ref();
        any.downcast_ref::<ViewSnapshot<G>>().map(|seen| seen.session.moves())
    }

    /// The finished parts from an index on.
    fn past_parts<'py>(&self, py: Python<'py>, start: usize) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let parts = (start..self.0.past_count()).filter_map(|index| self.0.past_part(index));
        parts.map(|part| convert::facts(py, &part, CardForm::Objects)).collect()
    }

    /// The fact with this name.
    pub fn fact<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.0.fact(py, name)
    }
}

#[pymethods]
impl PyView {
    /// The name of the game.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The seat this view belongs to; None for a spectator.
    #[getter]
    fn seat(&self) -> Option<Seat> {
        self.0.seat()
    }

    /// The seat whose turn it is; None once the game is over.
    #[getter]
    fn to_move(&self) -> Option<Seat> {
        self.0.to_move()
    }

    /// The moves so far as this viewer was told: seats and texts.
    #[getter]
    fn history(&self) -> Vec<(Seat, &str)> {
        self.0.history_from(0)
    }

    /// How many moves have been made.
    #[getter]
    fn move_count(&self) -> usize {
        self.0.move_count()
    }

    /// The moves from a number on, as `history` has them: what is new to somebody who has been told
    /// of `start` moves.
    #[pyo3(signature = (start, /))]
    fn history_from(&self, start: &Bound<'_, PyAny>) -> PyResult<Vec<(Seat, &str)>> {
        let start: u32 = convert::whole_number("start", start, 0..=u32::MAX.into())?;
        Ok(self.0.history_from(start as usize))
    }

    /// The current hand, round or deal of a match: its `kind`, its `number` from 1, and `of` how
    /// many if that is known; None if there is only one.
    #[getter]
    fn part<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.0.part().map(|part| convert::facts(py, &part, CardForm::Objects)).transpose()
    }

    /// How the last hand, round or deal of a match ended: its `number`, the `scores` of every seat,
    /// and whatever else the game reports; None if none has ended.
    #[getter]
    fn last<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.0.last().map(|last| convert::facts(py, &last, CardForm::Objects)).transpose()
    }

    /// The hands, rounds or deals of the match that are over, as this viewer knows them: of each what
    /// `last` said when it was the last one, its `moves`, and the cards that only this seat knows.
    #[getter]
    fn past<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.past_parts(py, 0)
    }

    /// How many hands, rounds or deals of the match are over.
    #[getter]
    fn past_count(&self) -> usize {
        self.0.past_count()
    }

    /// The parts from an index on, as `past` has them: what is new to somebody who has read `start` of
    /// them.
    #[pyo3(signature = (start, /))]
    fn past_from<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let start: u32 = convert::whole_number("start", start, 0..=u32::MAX.into())?;
        self.past_parts(py, start as usize)
    }

    /// The legal moves, in the game's fixed order; none unless it is this seat's turn.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.0.legal_moves(py)
    }

    /// Everything the viewer may know, as JSON values: cards are text.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::facts(py, &self.0.facts(), CardForm::Text)
    }

    /// The move that a native bot would choose from this view; a searching bot may use several
    /// threads, and calls `progress` with the worlds done and in total.
    #[pyo3(signature = (bot, *, seed=None, threads=None, progress=None))]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        bot: &Bound<'py, PyAny>,
        seed: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (name, seed) = (convert::name("bot", bot)?, convert::seed(seed)?);
        self.0.choose(py, &name, seed, Run { threads, progress })
    }

    /// A native bot's estimates of its candidate moves, best first: the `move`, the expected
    /// `points` of the seat, its expected `margin` over the mean of all seats, the `half_width` of
    /// the 95% confidence interval of the points, and the number of `worlds` evaluated. Empty for
    /// bots that do not estimate.
    #[pyo3(signature = (bot, *, seed=None, threads=None, progress=None))]
    fn weigh<'py>(
        &self,
        py: Python<'py>,
        bot: &Bound<'py, PyAny>,
        seed: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<PyWeighedMove>> {
        let (name, seed) = (convert::name("bot", bot)?, convert::seed(seed)?);
        self.0.weigh(py, &name, seed, Run { threads, progress })
    }

    /// A full game consistent with everything the viewer knows; hidden information is sampled at
    /// random.
    #[pyo3(signature = (*, seed=None))]
    fn sample(&self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
        let seed = convert::seed(seed)?;
        Ok(PyGame::of(py.detach(|| self.0.sample(seed))))
    }

    /// A full game with a history that the viewer cannot distinguish from this one: that of the
    /// current hand, round or deal, with hidden information sampled at random.
    #[pyo3(signature = (*, seed=None))]
    fn resample(&self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
        let seed = convert::seed(seed)?;
        let resampled = py.detach(|| self.0.resample(seed));
        resampled.map(PyGame::of).map_err(|error| error.into_python())
    }

    /// Only called for missing attributes.
    fn __getattr__<'py>(
        &self,
        py: Python<'py>,
        name: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.0.fact(py, &convert::text(name)?)
    }

    /// A view is immutable: it is its own copy.
    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memory: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    /// Pickle a game that the viewer cannot distinguish from this one, so that no hidden
    /// information leaves the view, and the seat.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let py = slf.py();
        let resampled = slf.get().0.resample(0).map_err(|error| error.into_python())?;
        if resampled.start().is_none() || resampled.history().len() != slf.get().0.move_count() {
            let message = "a view of a later hand, round or deal of a match cannot be pickled";
            return Err(PyTypeError::new_err(message));
        }
        let restore = py.import("cardcore.records")?.getattr("view_of")?;
        Ok((restore, (PyGame::of(resampled), slf.get().0.seat())))
    }

    fn __repr__(&self) -> String {
        let who = match self.0.seat() {
            Some(seat) => format!("seat {seat}"),
            None => "a spectator".to_owned(),
        };
        format!("<{} view of {who}>", self.0.name())
    }

    /// Every fact on a line of its own.
    fn __str__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("cardcore.result_table")?.call_method1("view_text", (slf,))
    }

    /// The facts as a table, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("cardcore.result_table")?.call_method1("view_html", (slf,))
    }
}

/// The class of a game's views, with an attribute for each of its facts. The doc comment of a fact
/// is what `help` shows.
macro_rules! view_class {
    (
        $(#[$documentation:meta])*
        $class:ident, $name:literal, $module:literal,
        [$($(#[doc = $words:literal])+ $fact:ident),+ $(,)?]
    ) => {
        $(#[$documentation])*
        #[pyclass(name = $name, module = $module, frozen, extends = crate::view::PyView)]
        pub struct $class;

        #[pymethods]
        impl $class {
            $(
                $(#[doc = $words])+
                #[getter]
                fn $fact<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                    slf.as_super().get().fact(slf.py(), stringify!($fact))
                }
            )+
        }

        impl $class {
            fn object(py: Python<'_>, view: crate::view::PyView) -> PyResult<Bound<'_, PyAny>> {
                let view = PyClassInitializer::from(view).add_subclass(Self);
                Ok(Bound::new(py, view)?.into_any())
            }
        }
    };
}
pub(crate) use view_class;
