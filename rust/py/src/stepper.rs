//! `Stepper`: one game stepped by numbered actions, for environments of a single game.
//!
//! It does in one call what a loop over views, encodings and bots would do in many: an adapter's
//! step costs little more than the arrays it returns.

use std::any::Any;
use std::sync::Arc;

use cardcore::game::encoding::{
    self, Actions, Composed, Encoder, Features, expected_actions, total_size,
};
use cardcore::game::{Bot, BotSpec, Seat, View as _};
use cardcore::play::Session;
use cardcore::random::Random;
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;

use crate::encoding::{actions_name, features_name, read_actions, read_features};
use crate::errors::{IntoPython as _, value_error};
use crate::game::{AnySession, Playable, PyGame};
use crate::{convert, detach};

/// What a stepper is made from.
#[derive(Clone, Copy)]
pub struct Plan {
    actions: Actions,
    features: Features,
}

/// A type-erased stepper.
pub trait AnyStepper: Send + Sync {
    fn reset(
        &mut self,
        py: Python<'_>,
        seeds: (u64, u64),
        start: usize,
        bots: &[Option<String>],
    ) -> PyResult<()>;
    fn to_move(&self) -> Option<Seat>;
    fn scores(&self) -> Vec<i64>;
    fn legal(&self) -> Vec<usize>;
    fn is_legal(&self, action: usize) -> bool;
    /// The text of the move that a legal action completes; `None` if more of it is to come.
    fn completes(&self, action: u32) -> PyResult<Option<String>>;
    fn step(&mut self, py: Python<'_>, action: u32) -> PyResult<bool>;
    fn observation(&self, seat: Seat) -> Vec<f32>;
    fn mask(&self, seat: Seat) -> Vec<u8>;
    fn plan(&self) -> Plan;
    fn picked(&self) -> &[u32];
    fn game(&self) -> PyGame;
    /// Go on from another game, without bots.
    fn place(&mut self, session: &dyn AnySession, picked: &[u32]) -> PyResult<()>;
    fn copy(&self) -> Box<dyn AnyStepper>;
    fn save(&self) -> Saved;
    fn load(
        &mut self,
        deal: u64,
        start: usize,
        bots: &[Option<String>],
        saved: &Saved,
    ) -> PyResult<()>;
}

/// A game in progress: its moves as text, the actions of the next one so far, and the state of the
/// bots' generator.
type Saved = (Vec<String>, Vec<u32>, Vec<u8>);

/// One game, the actions of its next move so far, and the bots of some seats.
pub struct Stepped<G: Playable> {
    template: G,
    session: Session<G>,
    encoder: Arc<dyn Encoder<G>>,
    plan: Plan,
    /// The sizes of a basic observation and of all of it.
    sizes: (usize, usize),
    picked: Vec<u32>,
    /// The mask of the seat to move.
    mask: Vec<u8>,
    /// The legal moves, for listed actions.
    moves: Vec<G::Move>,
    specs: Vec<Option<BotSpec<G>>>,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    random: Random,
}

impl<G: Playable> Stepped<G> {
    /// A game under the rules of this one, without bots.
    pub fn new(template: &G, plan: Plan) -> PyResult<Self> {
        let encoder = encoding::encoder(template).map_err(|error| error.into_python())?;
        let encoder: Arc<dyn Encoder<G>> = Arc::from(encoder);
        let basic = total_size(&encoder.sections());
        let size = total_size(&plan.features.sections(encoder.as_ref()));
        let mut made = Self {
            template: template.clone(),
            session: Session::new(template.new_game(0)),
            encoder,
            plan,
            sizes: (basic, size),
            picked: Vec::new(),
            mask: Vec::new(),
            moves: Vec::new(),
            specs: Vec::new(),
            bots: Vec::new(),
            random: Random::new(0),
        };
        made.find_legal();
        Ok(made)
    }

    /// Find the legal actions of the seat to move.
    fn find_legal(&mut self) {
        let state = self.session.state();
        let view = state.view(state.to_move());
        match self.plan.actions {
            Actions::Numbered(space) => {
                self.mask.clear();
                self.mask.resize(self.encoder.action_count(space), 0);
                self.encoder.mask(&view, space, &self.picked, &mut self.mask);
            }
            Actions::Listed => {
                view.legal_moves(&mut self.moves);
                self.mask.clear();
                self.mask.resize(self.moves.len(), 1);
            }
        }
    }

    /// Let the bots move until a seat without one is to move.
    fn advance(&mut self, py: Python<'_>) -> PyResult<()> {
        while let Some(seat) = self.session.state().to_move() {
            let Some(bot) = self.bots.get_mut(seat).and_then(Option::as_mut) else { break };
            let (session, random) = (&self.session, &mut self.random);
            let chosen = {
                let view = session.state().view(seat);
                if bot.is_fast(&view) {
                    bot.choose(&view, random)
                } else {
                    detach::run(py, None, None, |monitor| {
                        bot.choose_cancellable(&session.state().view(seat), random, monitor)
                    })?
                }
            };
            let chosen = chosen.ok_or_else(|| PyRuntimeError::new_err("a bot made no move"))?;
            self.session.play(&chosen).map_err(|error| error.into_python())?;
        }
        self.find_legal();
        Ok(())
    }

    /// Deal a game and seat the bots.
    fn begin(&mut self, deal: u64, start: usize, bots: &[Option<String>]) -> PyResult<()> {
        let spec = |name: &Option<String>| {
            let name = name.as_deref();
            name.map(|name| BotSpec::for_game(name, &self.template)).transpose()
        };
        let same = self.specs.iter().map(|spec| spec.as_ref().map(BotSpec::name));
        if !same.eq(bots.iter().map(Option::as_deref)) {
            let specs = bots.iter().map(spec).collect::<Result<_, _>>();
            self.specs = specs.map_err(|error| error.into_python())?;
        }
        let session = Session::new(self.template.new_game_from(deal, start));
        self.session = if start == 0 { session } else { session.without_start() };
        self.picked.clear();
        self.bots = Self::seat_bots(&self.specs);
        Ok(())
    }

    fn seat_bots(specs: &[Option<BotSpec<G>>]) -> Vec<Option<Box<dyn Bot<G>>>> {
        specs.iter().map(|spec| spec.as_ref().map(BotSpec::make)).collect()
    }

    /// The actions picked so far, if it is the turn of a seat: others do not see them.
    fn picked_by(&self, seat: Seat) -> &[u32] {
        let is_turn = self.session.state().to_move() == Some(seat);
        if is_turn { &self.picked } else { &[] }
    }

    /// What a legal action makes of those picked before.
    fn compose(&self, action: u32) -> PyResult<Composed<G::Move>> {
        if !self.is_legal(action as usize) {
            return Err(self.illegal(action));
        }
        let composed = match self.plan.actions {
            Actions::Numbered(space) => {
                let state = self.session.state();
                let view = state.view(state.to_move());
                self.encoder.compose(&view, space, &self.picked, action)
            }
            Actions::Listed => self.moves.get(action as usize).cloned().map(Composed::Complete),
        };
        composed.ok_or_else(|| self.illegal(action))
    }

    /// Pick the first actions of a move again.
    fn pick(&mut self, picked: &[u32]) -> PyResult<()> {
        self.picked.clear();
        self.find_legal();
        for &action in picked {
            if !self.is_legal(action as usize) {
                return Err(self.illegal(action));
            }
            self.picked.push(action);
            self.find_legal();
        }
        Ok(())
    }

    fn illegal(&self, action: u32) -> PyErr {
        match self.plan.actions {
            Actions::Numbered(space) => {
                let expected = expected_actions(self.encoder.as_ref(), space, &self.mask);
                let text = match self.mask.get(action as usize) {
                    Some(_) => format!(" ('{}')", self.encoder.action_text(space, action)),
                    None => String::new(),
                };
                value_error(format!("action: expected {expected}, found {action}{text}"))
            }
            Actions::Listed => {
                let count = self.moves.len();
                value_error(format!("action: expected less than {count}, found {action}"))
            }
        }
    }
}

impl<G: Playable> AnyStepper for Stepped<G> {
    fn reset(
        &mut self,
        py: Python<'_>,
        (deal, choices): (u64, u64),
        start: usize,
        bots: &[Option<String>],
    ) -> PyResult<()> {
        self.begin(deal, start, bots)?;
        self.random = Random::new(choices);
        self.advance(py)
    }

    fn to_move(&self) -> Option<Seat> {
        self.session.state().to_move()
    }

    fn scores(&self) -> Vec<i64> {
        self.session.state().scores()
    }

    fn legal(&self) -> Vec<usize> {
        (0..self.mask.len()).filter(|&action| self.is_legal(action)).collect()
    }

    fn is_legal(&self, action: usize) -> bool {
        self.mask.get(action) == Some(&1)
    }

    fn completes(&self, action: u32) -> PyResult<Option<String>> {
        Ok(match self.compose(action)? {
            Composed::Partial => None,
            Composed::Complete(chosen) => Some(self.session.state().move_text(&chosen)),
        })
    }

    fn step(&mut self, py: Python<'_>, action: u32) -> PyResult<bool> {
        match self.compose(action)? {
            Composed::Partial => {
                self.picked.push(action);
                self.find_legal();
                Ok(false)
            }
            Composed::Complete(chosen) => {
                self.session.play(&chosen).map_err(|error| error.into_python())?;
                self.picked.clear();
                self.advance(py)?;
                Ok(true)
            }
        }
    }

    fn observation(&self, seat: Seat) -> Vec<f32> {
        let (basic, size) = self.sizes;
        let mut numbers = vec![0.0; size];
        let (view, picked) = (self.session.state().view(seat), self.picked_by(seat));
        self.plan.features.observe(self.encoder.as_ref(), &view, picked, basic, &mut numbers);
        numbers
    }

    fn mask(&self, seat: Seat) -> Vec<u8> {
        let is_turn = self.session.state().to_move() == Some(seat);
        if is_turn { self.mask.clone() } else { vec![0; self.mask.len()] }
    }

    fn plan(&self) -> Plan {
        self.plan
    }

    fn picked(&self) -> &[u32] {
        &self.picked
    }

    fn game(&self) -> PyGame {
        PyGame::of(Box::new(self.session.clone()))
    }

    fn place(&mut self, session: &dyn AnySession, picked: &[u32]) -> PyResult<()> {
        let session: &dyn Any = session;
        let Some(session) = session.downcast_ref::<Session<G>>() else {
            return Err(PyTypeError::new_err(format!("expected a game of {}", G::NAME)));
        };
        self.session = session.clone();
        self.specs.clear();
        self.bots.clear();
        self.pick(picked)
    }

    fn copy(&self) -> Box<dyn AnyStepper> {
        Box::new(Self {
            template: self.template.clone(),
            session: self.session.clone(),
            encoder: Arc::clone(&self.encoder),
            plan: self.plan,
            sizes: self.sizes,
            picked: self.picked.clone(),
            mask: self.mask.clone(),
            moves: self.moves.clone(),
            specs: self.specs.clone(),
            bots: Self::seat_bots(&self.specs),
            random: self.random.clone(),
        })
    }

    fn save(&self) -> Saved {
        let moves = self.session.history().iter().map(|made| made.text.clone()).collect();
        (moves, self.picked.clone(), self.random.state().to_vec())
    }

    fn load(
        &mut self,
        deal: u64,
        start: usize,
        bots: &[Option<String>],
        (moves, picked, random): &Saved,
    ) -> PyResult<()> {
        let random = random.as_slice().try_into();
        let random = random.map_err(|_| value_error("the state of a generator has 32 bytes"))?;
        self.begin(deal, start, bots)?;
        self.random = Random::from_state(random);
        for text in moves {
            self.session.play_text(text).map_err(|error| error.into_python())?;
        }
        self.pick(picked)
    }
}

/// What `placed` makes a stepper of: a game, its actions and features, and the actions picked so far.
type Place = (PyGame, &'static str, &'static str, Vec<u32>);

/// A game stepped by numbered actions.
#[pyclass(name = "Stepper", module = "cardcore._core")]
pub struct PyStepper(Box<dyn AnyStepper>);

fn read_seat(seat: &Bound<'_, PyAny>) -> PyResult<Seat> {
    convert::position("seat", seat, 0..=i128::from(u32::MAX))
}

#[pymethods]
impl PyStepper {
    #[new]
    fn new(
        py: Python<'_>,
        template: &PyGame,
        actions: &Bound<'_, PyAny>,
        features: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let plan = Plan { actions: read_actions(actions)?, features: read_features(features)? };
        template.session(py)?.stepper(plan).map(Self)
    }

    /// Start a game with this seed and start, let the bots draw from another seed, and play up to
    /// the first decision of a seat without a bot.
    fn reset(
        &mut self,
        py: Python<'_>,
        deal: u64,
        choices: u64,
        start: usize,
        bots: Vec<Option<String>>,
    ) -> PyResult<()> {
        self.0.reset(py, (deal, choices), start, &bots)
    }

    /// The seat to move; None once the game is over.
    #[getter]
    fn to_move(&self) -> Option<Seat> {
        self.0.to_move()
    }

    fn scores(&self) -> Vec<i64> {
        self.0.scores()
    }

    /// The legal actions of the seat to move.
    fn legal(&self) -> Vec<usize> {
        self.0.legal()
    }

    fn is_legal(&self, action: usize) -> bool {
        self.0.is_legal(action)
    }

    /// The text of the move that a legal action completes; None if more of it is to come.
    fn completes(&self, action: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        self.0.completes(convert::whole_number("action", action, 0..=u32::MAX.into())?)
    }

    /// Take a legal action for the seat to move; True if it completed a move.
    fn step(&mut self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        let action = convert::whole_number("action", action, 0..=u32::MAX.into())?;
        self.0.step(py, action)
    }

    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        Ok(self.0.observation(read_seat(seat)?).into_pyarray(py))
    }

    /// A 1 for every legal action of a seat, none out of turn.
    fn mask<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mask: Vec<i8> = self.0.mask(read_seat(seat)?).iter().map(|&bit| bit as i8).collect();
        Ok(mask.into_pyarray(py))
    }

    fn picked(&self) -> Vec<u32> {
        self.0.picked().to_vec()
    }

    /// A copy of the game, including hidden information.
    fn game(&self) -> PyGame {
        self.0.game()
    }

    /// Go on from another game, without bots.
    fn place(&mut self, py: Python<'_>, game: &PyGame, picked: Vec<u32>) -> PyResult<()> {
        self.0.place(game.session(py)?.as_ref(), &picked)
    }

    fn copy(&self) -> Self {
        Self(self.0.copy())
    }

    fn __deepcopy__(&self, _memory: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// Where it is, without its bots.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Place)> {
        let placed = py.import("cardcore.environments.stepping")?.getattr("placed")?;
        let Plan { actions, features } = self.0.plan();
        let (actions, features) = (actions_name(actions), features_name(features));
        Ok((placed, (self.game(), actions, features, self.picked())))
    }

    fn save(&self) -> Saved {
        self.0.save()
    }

    fn load(
        &mut self,
        deal: u64,
        start: usize,
        bots: Vec<Option<String>>,
        saved: Saved,
    ) -> PyResult<()> {
        self.0.load(deal, start, &bots, &saved)
    }
}
