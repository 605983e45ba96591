//! Native bots at the seats of a game that Python plays.

use std::any::Any;
use std::time::Instant;

use cardcore::game::{Bot, Game, UnknownBot, bot};
use cardcore::play::Session;
use cardcore::random::Random;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors::IntoPython as _;
use crate::game::{AnySession, Playable, PyGame};
use crate::{convert, detach};

/// Native bots at some seats of any game, with what they remember and their
/// randomness.
pub trait AnyBots: Send + Sync {
    /// Play on until a seat without a bot is to move, the game is over, `most` moves are made, or
    /// it is time to look for Ctrl-C.
    fn advance(&mut self, session: &mut dyn AnySession, most: u64) -> PyResult<u64>;
}

/// The bots of one game.
pub struct Seated<G: Game> {
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    random: Random,
}

impl<G: Game> Seated<G> {
    /// Seat the named bots.
    pub fn new(names: &[Option<String>], seed: u64) -> Result<Self, UnknownBot> {
        let seat = |name: &Option<String>| name.as_deref().map(bot::<G>).transpose();
        let bots = names.iter().map(seat).collect::<Result<_, _>>()?;
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
        while let Some(seat) = session.state().to_move() {
            if moves == most || begin.elapsed() > detach::TICK {
                break;
            }
            let bot = self.bots.get_mut(seat).and_then(Option::as_mut);
            let chosen =
                bot.and_then(|bot| bot.choose(&session.state().view(seat), &mut self.random));
            let Some(chosen) = chosen else { break };
            session.play(&chosen).map_err(|error| error.into_python())?;
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
        game.session(py)?.seat_bots(&names, seed).map(Self)
    }

    #[pyo3(signature = (game, most=None))]
    fn advance(&mut self, py: Python<'_>, game: &PyGame, most: Option<u64>) -> PyResult<u64> {
        let most = most.unwrap_or(u64::MAX);
        game.change(py, |session| self.0.advance(session, most))?
    }
}
