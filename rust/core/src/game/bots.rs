//! The library's own players: what a bot does, and how users ask for one by name.

use thiserror::Error;

use super::parameters::{self, Parameter, ParameterError, Setting};
use super::{Game, View as _};
use crate::monitor::{Monitor, Stopped};
use crate::random::Random;

/// A player that is part of the library.
pub trait Bot<G: Game>: Send + Sync {
    /// Choose one of the legal moves; `None` if there is none to choose from.
    ///
    /// Everything random in the choice comes from `random`.
    fn choose(&mut self, view: &G::View<'_>, random: &mut Random) -> Option<G::Move>;

    /// The same choice, for bots that take their time: it may be stopped, and may be made on
    /// several threads.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    fn choose_watched(
        &mut self,
        view: &G::View<'_>,
        random: &mut Random,
        monitor: &Monitor,
    ) -> Result<Option<G::Move>, Stopped> {
        monitor.check()?;
        Ok(self.choose(view, random))
    }

    /// What the bot expects of the moves it would think of, best first; nothing from a bot that
    /// does not estimate. With the same `random` the first is the choice.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    fn weigh(
        &mut self,
        _view: &G::View<'_>,
        _random: &mut Random,
        monitor: &Monitor,
    ) -> Result<Vec<Weighed<G::Move>>, Stopped> {
        monitor.check()?;
        Ok(Vec::new())
    }

    /// Whether a choice is made before anybody could want to stop it.
    fn is_brief(&self, _view: &G::View<'_>) -> bool {
        true
    }

    /// Whether the same view and randomness always lead to the same choice.
    fn is_reproducible(&self) -> bool {
        true
    }

    /// The parameters that may follow the bot's name.
    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    /// Set one of the [parameters](Bot::parameters) to what it may be.
    fn set(&mut self, _parameter: &str, _setting: Setting) {}
}

/// What a bot expects of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed<M> {
    /// The move.
    pub chosen: M,
    /// The points that it expects for its seat, counted as the game counts them.
    pub points: f64,
    /// Half the width of the 95% confidence interval of the points; `None` if it is not known.
    pub half_width: Option<f64>,
    /// How many possible worlds this is the mean of.
    pub worlds: u64,
}

/// A bot that users can ask for by name.
#[derive(Debug)]
pub struct BotEntry<G: Game> {
    /// The name users type.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Seat a new one.
    pub make: fn() -> Box<dyn Bot<G>>,
}

/// A bot as users ask for it, read once: which one, and what its parameters are set to.
#[derive(Clone, Debug)]
pub struct BotSpec<G: Game> {
    name: String,
    entry: &'static BotEntry<G>,
    settings: Settings,
}

/// What parameters are set to.
type Settings = Vec<(&'static str, Setting)>;

impl<G: Game> BotSpec<G> {
    /// Read the name of a bot and the parameters that follow it: `search:worlds=50`.
    ///
    /// # Errors
    ///
    /// A name that the game does not have, with those it has; a parameter that the bot does not have
    /// or a value that it does not take, with what was expected.
    pub fn parse(name: &str) -> Result<Self, BotError> {
        let (entry, settings) = read(name)?;
        Ok(Self { name: name.to_owned(), entry, settings })
    }

    /// The name with its parameters, as it was given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Seat a new bot, which remembers nothing.
    #[must_use]
    pub fn make(&self) -> Box<dyn Bot<G>> {
        self.entry.make_with(&self.settings)
    }
}

/// A single bot of this name; a [`BotSpec`] makes many.
///
/// # Errors
///
/// As for [`BotSpec::parse`].
pub fn bot<G: Game>(name: &str) -> Result<Box<dyn Bot<G>>, BotError> {
    let (entry, settings) = read(name)?;
    Ok(entry.make_with(&settings))
}

impl<G: Game> BotEntry<G> {
    fn make_with(&self, settings: &[(&'static str, Setting)]) -> Box<dyn Bot<G>> {
        let mut made = (self.make)();
        for &(parameter, setting) in settings {
            made.set(parameter, setting);
        }
        made
    }
}

/// The one place where names of bots are read.
fn read<G: Game>(name: &str) -> Result<(&'static BotEntry<G>, Settings), BotError> {
    let (plain, parameters) = match name.split_once(':') {
        Some((plain, parameters)) => (plain, Some(parameters)),
        None => (name, None),
    };
    let Some(entry) = G::bots().iter().find(|entry| entry.name == plain) else {
        return Err(BotError::Unknown {
            name: plain.to_owned(),
            game: G::NAME,
            known: G::bots().iter().map(|entry| entry.name).collect(),
        });
    };
    let settings = match parameters {
        Some(text) => parameters::read((entry.make)().parameters(), text)
            .map_err(|error| BotError::Parameter { name: name.to_owned(), error })?,
        None => Settings::new(),
    };
    Ok((entry, settings))
}

/// The bot that takes any legal move, each equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl RandomBot {
    /// The entry that every game lists.
    #[must_use]
    pub const fn entry<G: Game>() -> BotEntry<G> {
        BotEntry {
            name: "random",
            summary: "any legal move, each equally likely",
            make: || Box::new(Self),
        }
    }
}

impl<G: Game> Bot<G> for RandomBot {
    fn choose(&mut self, view: &G::View<'_>, random: &mut Random) -> Option<G::Move> {
        view.random_move(random)
    }
}

/// A name that is not that of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BotError {
    /// A bot that the game does not have.
    #[error("unknown bot '{name}' for {game}, expected one of {}", known.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The game.
        game: &'static str,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// What follows the name is wrong.
    #[error("bot '{name}': {error}")]
    Parameter {
        /// The name with its parameters.
        name: String,
        /// What is wrong with them.
        error: ParameterError,
    },
}
