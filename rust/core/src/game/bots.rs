//! Bots: what they do, and how users select them by name.

use std::sync::Arc;

use thiserror::Error;

use super::net::{NetBot, NetError, NetPlayer};
use super::parameters::{self, Parameter, ParameterError, Setting};
use super::temper::{Temper, Tempered};
use super::{Game, View as _};
use crate::monitor::{Monitor, Stopped};
use crate::random::Random;

/// A native player.
///
/// ```
/// use cardcore::game::{Bot, Game, View as _, bot};
/// use cardcore::games::ends::{Ends, Rules};
/// use cardcore::play::playout;
/// use cardcore::random::Random;
///
/// /// Plays the first legal move of any game.
/// struct First;
///
/// impl<G: Game> Bot<G> for First {
///     fn choose(&mut self, view: &G::View<'_>, _: &mut Random) -> Option<G::Move> {
///         let mut moves = Vec::new();
///         view.legal_moves(&mut moves);
///         moves.into_iter().next()
///     }
/// }
///
/// let mut game = Ends::new(Rules::default(), 1);
/// let mut bots: [Option<Box<dyn Bot<Ends>>>; 2] = [Some(Box::new(First)), Some(bot("optimal")?)];
/// playout(&mut game, &mut bots, &mut Random::new(1))?;
/// assert!(game.scores()[0] <= game.scores()[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot<G: Game>: Send + Sync {
    /// Choose one of the legal moves; `None` if there are none.
    ///
    /// Everything random in the choice comes from `random`.
    fn choose(&mut self, view: &G::View<'_>, random: &mut Random) -> Option<G::Move>;

    /// The same choice for slow bots: it can be cancelled and may run on several threads.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    fn choose_cancellable(
        &mut self,
        view: &G::View<'_>,
        random: &mut Random,
        monitor: &Monitor,
    ) -> Result<Option<G::Move>, Stopped> {
        monitor.check()?;
        Ok(self.choose(view, random))
    }

    /// The bot's estimate of each candidate move, best first; empty for bots that do not estimate.
    /// With the same `random`, the first move is the one [`choose`](Bot::choose) returns.
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

    /// How much the bot prefers each move: what a [`Temper`] chooses by. These are its estimates, or
    /// scores without a meaning of their own; empty for bots that have neither.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    fn preferences(
        &mut self,
        view: &G::View<'_>,
        random: &mut Random,
        monitor: &Monitor,
    ) -> Result<Vec<(G::Move, f64)>, Stopped> {
        let weighed = self.weigh(view, random, monitor)?;
        Ok(weighed.into_iter().map(|found| (found.chosen, found.margin)).collect())
    }

    /// The margin at stake in a usual decision, in points: the unit of [`Temper`].
    fn stake(&self, _view: &G::View<'_>) -> f64 {
        1.0
    }

    /// Whether a choice is too fast to need cancellation.
    fn is_fast(&self, _view: &G::View<'_>) -> bool {
        true
    }

    /// Whether the same view and randomness always give the same choice.
    fn is_reproducible(&self) -> bool {
        true
    }

    /// Let another bot make all moves of the rollouts; whether this bot has any.
    fn roll_out_with(&mut self, _policy: &Arc<BotSpec<G>>) -> bool {
        false
    }

    /// Whether the bot wants to be told how a match goes, by the three methods below. They are only
    /// occasions to learn early: what a bot chooses depends on its view, which shows the
    /// [past](crate::game::SeatPast) of the match, and on `random`, but not on what it was told or asked
    /// before. A [`Memory`](crate::game::Memory) sees to that.
    fn remembers(&self) -> bool {
        false
    }

    /// Called when the bot is seated, with its view at that time: at the start of a match, or later.
    fn match_started(&mut self, _view: &G::View<'_>) {}

    /// Called after hands, rounds or deals have ended, before the bot has to choose again.
    fn part_ended(&mut self, _view: &G::View<'_>) {}

    /// Called when the match is over, after [`part_ended`](Bot::part_ended).
    fn match_ended(&mut self, _view: &G::View<'_>) {}

    /// The parameters that may follow the bot's name.
    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    /// Set one of the [parameters](Bot::parameters) to an accepted value.
    fn set(&mut self, _parameter: &str, _setting: Setting) {}
}

/// A bot's estimate of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed<M> {
    /// The move.
    pub chosen: M,
    /// The expected score of the bot's seat, in the game's points.
    pub points: f64,
    /// The expected margin of the bot's seat over the mean of all seats, more is better: what a
    /// search maximizes, where `points` alone would ignore who gets the others' points. Bots that
    /// know the result exactly may count it less the further off it is.
    pub margin: f64,
    /// Half the width of the 95% confidence interval of `points`; `None` if unknown.
    pub half_width: Option<f64>,
    /// The number of sampled determinizations behind this mean.
    pub worlds: u64,
}

/// A bot that users can select by name.
#[derive(Debug)]
pub struct BotEntry<G: Game> {
    /// The name users type.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Create a new instance.
    pub make: fn() -> Box<dyn Bot<G>>,
}

/// A parsed bot specification: which bot, and the values of its parameters.
///
/// ```
/// use cardcore::game::{Bot as _, BotSpec};
/// use cardcore::games::hearts::Hearts;
///
/// let spec = BotSpec::<Hearts>::parse("search:worlds=50")?;
/// assert!(spec.make().is_reproducible());
/// let error = BotSpec::<Hearts>::parse("search:world=50").unwrap_err().to_string();
/// assert!(error.starts_with("bot 'search:world=50': unknown parameter 'world', expected one of"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BotSpec<G: Game> {
    name: String,
    source: Source<G>,
}

/// What a specification makes bots of.
#[derive(Clone, Debug)]
enum Source<G: Game> {
    Entry { entry: &'static BotEntry<G>, settings: Settings, rollouts: Option<Arc<BotSpec<G>>> },
    Net(Arc<NetPlayer<G>>),
}

/// What comes before the file of a network.
const NET: &str = "net:";

/// What comes between a searching bot and the one that plays its rollouts.
const ROLLOUTS: &str = ":rollouts=";

/// Parameter values by name.
type Settings = Vec<(&'static str, Setting)>;

impl<G: Game> BotSpec<G> {
    /// Parse a bot's name and the parameters that follow it: `search:worlds=50`.
    ///
    /// # Errors
    ///
    /// An unknown bot, with the known ones; an unknown parameter or an invalid value, with what was
    /// expected.
    pub fn parse(name: &str) -> Result<Self, BotError> {
        let (entry, settings) = read(name)?;
        Ok(Self {
            name: name.to_owned(),
            source: Source::Entry { entry, settings, rollouts: None },
        })
    }

    /// Parse a bot for games under the rules of this one. Here `net:FILE` is a network, whose inputs
    /// and outputs depend on the rules, and the last parameter of a bot that searches may be
    /// `rollouts=BOT`: any other bot, which then makes the moves of the rollouts.
    ///
    /// # Errors
    ///
    /// As for [`parse`](Self::parse); a file that is not a network for this game and these rules;
    /// rollouts of a bot that has none, or by a bot that searches itself.
    pub fn for_game(name: &str, game: &G) -> Result<Self, BotError> {
        let Some(path) = name.strip_prefix(NET) else { return Self::with_rollouts(name, game) };
        let error = |error| BotError::Net { name: name.to_owned(), error };
        if path.is_empty() {
            return Err(error(NetError::NoFile));
        }
        let net = NetPlayer::load(path, game).map_err(error)?;
        Ok(Self { name: name.to_owned(), source: Source::Net(Arc::new(net)) })
    }

    /// Parse a bot that may have another one for its rollouts.
    fn with_rollouts(name: &str, game: &G) -> Result<Self, BotError> {
        let Some((searching, policy)) = name.split_once(ROLLOUTS) else { return Self::parse(name) };
        let error = |reason| BotError::Rollouts { name: name.to_owned(), reason };
        if policy.contains(ROLLOUTS) {
            return Err(error(RolloutsError::Searches));
        }
        let policy = Arc::new(Self::for_game(policy, game)?);
        if !policy.make().is_fast(&game.view(None)) {
            return Err(error(RolloutsError::Searches));
        }
        let (entry, settings) = read(searching)?;
        if !(entry.make)().roll_out_with(&policy) {
            return Err(error(RolloutsError::None));
        }
        let source = Source::Entry { entry, settings, rollouts: Some(policy) };
        Ok(Self { name: name.to_owned(), source })
    }

    /// The name with its parameters, as given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Create a new bot with no memory of earlier games.
    #[must_use]
    pub fn make(&self) -> Box<dyn Bot<G>> {
        match &self.source {
            Source::Entry { entry, settings, rollouts } => {
                entry.make_with(settings, rollouts.as_ref())
            }
            Source::Net(net) => Box::new(NetBot::new(net)),
        }
    }
}

/// A single bot; a [`BotSpec`] makes many.
///
/// ```
/// use cardcore::game::bot;
/// use cardcore::games::hearts::Hearts;
///
/// assert!(bot::<Hearts>("greedy").is_ok());
/// let error = bot::<Hearts>("gredy").err().map(|error| error.to_string());
/// assert!(error.is_some_and(|error| error.starts_with("unknown bot 'gredy' for hearts")));
/// ```
///
/// # Errors
///
/// As for [`BotSpec::parse`].
pub fn bot<G: Game>(name: &str) -> Result<Box<dyn Bot<G>>, BotError> {
    let (entry, settings) = read(name)?;
    Ok(entry.make_with(&settings, None))
}

impl<G: Game> BotEntry<G> {
    fn make_with(
        &self,
        settings: &[(&'static str, Setting)],
        rollouts: Option<&Arc<BotSpec<G>>>,
    ) -> Box<dyn Bot<G>> {
        let mut made = (self.make)();
        if let Some(policy) = rollouts {
            made.roll_out_with(policy);
        }
        for &(parameter, setting) in settings {
            made.set(parameter, setting);
        }
        match Temper::take(settings) {
            Some(temper) => Box::new(Tempered::new(made, temper)),
            None => made,
        }
    }
}

/// The only place that parses bot names.
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

/// The bot that plays uniformly random legal moves.
///
/// ```
/// use cardcore::game::{Game as _, RandomBot};
/// use cardcore::games::ends::Ends;
///
/// // Every game lists it first, as the weakest of its bots.
/// assert_eq!(Ends::bots()[0].name, RandomBot::entry::<Ends>().name);
/// ```
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

/// An invalid bot specification.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BotError {
    /// A bot that the game does not have.
    #[error("unknown bot '{name}' for {game}, expected one of {}", known.join(", "))]
    Unknown {
        /// The requested name.
        name: String,
        /// The game.
        game: &'static str,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// Invalid parameters.
    #[error("bot '{name}': {error}")]
    Parameter {
        /// The name with its parameters.
        name: String,
        /// What is wrong with them.
        error: ParameterError,
    },
    /// A network that cannot play.
    #[error("bot '{name}': {error}")]
    Net {
        /// The name with its file.
        name: String,
        /// What is wrong with it.
        error: NetError,
    },
    /// Rollouts that cannot be played.
    #[error("bot '{name}': rollouts: {reason}")]
    Rollouts {
        /// The name with its parameters.
        name: String,
        /// What is wrong with them.
        reason: RolloutsError,
    },
}

/// Why rollouts cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RolloutsError {
    /// The bot plays no rollouts.
    #[error("expected them after a bot that searches")]
    None,
    /// The policy of the rollouts is too slow.
    #[error("expected a bot that does not search itself")]
    Searches,
}
