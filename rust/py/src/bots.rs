//! Native bots in the seats of a game that Python plays.

use std::any::Any;
use std::time::Instant;

use cardcore::game::{BotError, BotSpec, Game};
use cardcore::monitor::{Monitor, Stopped};
use cardcore::play::{SeatedBots, Session};
use cardcore::random::Random;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors::IntoPython as _;
use crate::game::{AnySession, Given, Playable, PyGame};
use crate::{convert, detach};

/// Type-erased native bots in some seats of a game, with their memory and randomness.
pub trait AnyBots: Send + Sync {
    /// Play until a seat without a bot is to move, the game is over, `most` moves are played, a
    /// slow bot is to move, or it is time to check for Ctrl-C.
    fn advance(&mut self, session: &mut dyn AnySession, most: u64) -> PyResult<u64>;

    /// Choose a move for the seat to move, if its bot is slow.
    fn think(
        &mut self,
        session: &dyn AnySession,
        monitor: &Monitor,
    ) -> Result<Option<Given>, Stopped>;
}

/// The bots of one game.
pub struct Seated<G: Game> {
    bots: SeatedBots<G>,
    random: Random,
}

impl<G: Game> Seated<G> {
    /// Create the named bots.
    pub fn new(game: &G, names: &[Option<String>], seed: u64) -> Result<Self, BotError> {
        let seat = |name: &Option<String>| {
            let spec = name.as_deref().map(|name| BotSpec::for_game(name, game));
            Ok(spec.transpose()?.map(|spec| spec.make()))
        };
        let bots = names.iter().map(seat).collect::<Result<_, BotError>>()?;
        let bots = SeatedBots::new(bots, game);
        Ok(Self { bots, random: Random::new(seed) })
    }
}

impl<G: Playable> AnyBots for Seated<G> {
    fn advance(&mut self, session: &mut dyn AnySession, most: u64) -> PyResult<u64> {
        let session: &mut dyn Any = session;
        let Some(session) = session.downcast_mut::<Session<G>>() else {
            return Err(PyTypeError::new_err(format!("expected a game of {}", G::NAME)));
        };
        let begin = Instant::now();
        let mut moves = 0;
        self.bots.follow(session.state());
        while let Some(seat) = session.state().to_move() {
            // The first move is made regardless of the time.
            if moves == most || moves > 0 && begin.elapsed() > detach::TICK {
                break;
            }
            let Some(bot) = self.bots.bot(seat) else { break };
            let chosen = {
                let view = session.state().view(seat);
                bot.is_fast(&view).then(|| bot.choose(&view, &mut self.random)).flatten()
            };
            let Some(chosen) = chosen else { break };
            session.play(&chosen).map_err(|error| error.into_python())?;
            self.bots.follow(session.state());
            moves += 1;
        }
        Ok(moves)
    }

    fn think(
        &mut self,
        session: &dyn AnySession,
        monitor: &Monitor,
    ) -> Result<Option<Given>, Stopped> {
        let session: &dyn Any = session;
        let state = session.downcast_ref::<Session<G>>().map(Session::state);
        let Some((state, seat)) = state.and_then(|state| Some((state, state.to_move()?))) else {
            return Ok(None);
        };
        let Some(bot) = self.bots.bot(seat) else { return Ok(None) };
        let view = state.view(seat);
        if bot.is_fast(&view) {
            return Ok(None);
        }
        let chosen = bot.choose_cancellable(&view, &mut self.random, monitor)?;
        Ok(chosen.map(|chosen| Given::Move(Box::new(chosen))))
    }
}

/// Native bots in some seats of a game, for `cardcore.play`.
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
        game.session(py)?.seat_bots(&names, seed).map(Self)
    }

    #[pyo3(signature = (game, most=None))]
    fn advance(&mut self, py: Python<'_>, game: &PyGame, most: Option<u64>) -> PyResult<u64> {
        let most = most.unwrap_or(u64::MAX);
        let made = game.change(py, |session| self.0.advance(session, most))??;
        if made > 0 || most == 0 {
            return Ok(made);
        }
        // Not the game itself: other threads may read it meanwhile.
        let session = game.snapshot(py)?;
        let bots = &mut self.0;
        let think = |monitor: &Monitor| bots.think(session.as_ref(), monitor);
        let Some(chosen) = detach::run(py, None, None, think)? else { return Ok(0) };
        game.change(py, |session| session.play(chosen))?.map_err(|error| error.into_python())?;
        Ok(1)
    }
}
