//! Parallel, reproducible matches of many games between bots.
//!
//! Every deal is played once per seat (duplicate format): the bots rotate by one seat each time, so
//! each of them plays every seat of every deal and the luck of the deal cancels out. The games of
//! one deal are a *block*.
//!
//! A game's randomness depends only on the seed and its number, and a [`Tally`] has integers only.
//! The result therefore does not depend on how the work is split among threads, processes or
//! machines: any range of deals can be played separately, and tallies add up.

use std::ops::Range;

use rayon::prelude::*;
use thiserror::Error;

use super::seated::SeatedBots;
use super::tally::Tally;
use crate::game::{BotError, BotSpec, Game};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// An upper limit, years of computation; no sum over this many games overflows.
pub const MAX_GAMES: u64 = 1_000_000_000_000;

/// The games are split into at least this many chunks, so that a delayed thread holds up the others
/// for a hundredth of the work, not a quarter.
const CHUNKS: usize = 128;

/// Whether these bots give the same result for the same seed: none of them has a time limit.
///
/// ```
/// use cardcore::games::hearts::{Hearts, Rules};
/// use cardcore::play::arena::is_reproducible;
///
/// let template = Hearts::new(Rules::new(4, 13, 4)?, 0);
/// assert!(is_reproducible(&template, &["search:worlds=20", "greedy"])?);
/// assert!(!is_reproducible(&template, &["search:10ms", "greedy"])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Unknown bots.
pub fn is_reproducible<G: Game>(template: &G, bots: &[&str]) -> Result<bool, BotError> {
    for name in bots {
        if !BotSpec::for_game(name, template)?.make().is_reproducible() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Why a match failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// An invalid bot specification.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The number of bots is not the number of seats.
    #[error("expected {expected} bots, one per seat, found {found}")]
    WrongNumber {
        /// The number of seats.
        expected: usize,
        /// The number of bots.
        found: usize,
    },
    /// Too many games.
    #[error("games: expected 0 to {MAX_GAMES}, found {found}")]
    TooMany {
        /// The number of games requested.
        found: u64,
    },
    /// The first game is not the first of a block.
    #[error("start: expected a multiple of {seats}, the number of seats, found {found}")]
    PartialBlock {
        /// The number of seats.
        seats: usize,
        /// The number of the first game.
        found: u64,
    },
    /// A bot played an illegal move.
    #[error("game {game}: {reason}")]
    IllegalMove {
        /// The number of the game.
        game: u64,
        /// Why it is illegal.
        reason: String,
    },
}

/// The seeds of game number `game` of a match: the deal's seed, shared by the games of a block, and
/// the players' seed.
///
/// ```
/// use cardcore::play::arena::seeds;
///
/// // The two games of a block have one deal between them, and other randomness for the bots.
/// let (first, second) = (seeds(1, 0, 2), seeds(1, 1, 2));
/// assert_eq!(first.0, second.0);
/// assert_ne!(first.1, second.1);
/// ```
#[must_use]
pub fn seeds(seed: u64, game: u64, seats: usize) -> (u64, u64) {
    let block = game / (seats as u64).max(1);
    (Random::stream(seed, 2 * block).word(), Random::stream(seed, 2 * game + 1).word())
}

/// The bot in a seat in game number `game`.
///
/// ```
/// use cardcore::play::arena::bot_at;
///
/// // Over the games of a block, every bot sits in every seat.
/// let seats: Vec<usize> = (0..3).map(|game| bot_at(0, game, 3)).collect();
/// assert_eq!(seats.iter().sum::<usize>(), 3);
/// ```
#[must_use]
pub fn bot_at(seat: usize, game: u64, seats: usize) -> usize {
    let seats = seats.max(1);
    (seat + (game % seats as u64) as usize) % seats
}

/// The validated setup of a match.
struct Setup<'a, G: Game> {
    template: &'a G,
    bots: Vec<BotSpec<G>>,
    seed: u64,
    monitor: &'a Monitor,
}

/// Play the games with these numbers under the rules of `template` between the named bots.
///
/// The tallies of consecutive ranges add up to the tally of all their games, since every range
/// starts with a new deal.
///
/// ```
/// use cardcore::games::hearts::{Hearts, Rules};
/// use cardcore::monitor::Monitor;
/// use cardcore::play::arena;
///
/// let template = Hearts::new(Rules::new(4, 13, 4)?, 0);
/// let bots = ["greedy", "random", "random", "random"];
/// let tally = arena::run(&template, &bots, 0..400, 1, &Monitor::new())?;
/// // Points are bad: the greedy bot takes fewer of them. The interval is that of the mean.
/// let (greedy, interval) = tally.mean(0);
/// assert!(greedy < tally.mean(1).0);
/// assert!(interval.is_some_and(|half_width| half_width < 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Invalid bots, a number of bots other than the number of seats, games beyond [`MAX_GAMES`], a
/// first game that is not the first of a block, a stop by the monitor, an illegal move by a bot.
pub fn run<G: Game>(
    template: &G,
    bots: &[&str],
    games: Range<u64>,
    seed: u64,
    monitor: &Monitor,
) -> Result<Tally, ArenaError> {
    let (setup, count) = Setup::new(template, bots, &games, seed, monitor)?;
    let seats = setup.bots.len();
    let Range { start, end } = games;
    let blocks = usize::try_from(count.div_ceil(seats as u64)).unwrap_or(usize::MAX);
    parallel::sum(
        (0..blocks).into_par_iter().with_max_len((blocks / CHUNKS).max(1)),
        || Tally::new(seats),
        |mut tally, block| {
            let first = start + block as u64 * seats as u64;
            let numbers = first..end.min(first + seats as u64);
            let played = numbers.end - first;
            setup.play_block(numbers, &mut tally)?;
            monitor.advance(played)?;
            Ok(tally)
        },
        |left, right| left.joined(&right),
    )
}

/// Play the same games as [`run`]; returns the scores of every game by bot, where sums are not
/// enough.
///
/// ```
/// use cardcore::games::ends::{Ends, Rules};
/// use cardcore::monitor::Monitor;
/// use cardcore::play::arena;
///
/// let template = Ends::new(Rules::default(), 0);
/// let scores = arena::scores(&template, &["optimal", "greedy"], 0..10, 1, &Monitor::new())?;
/// assert_eq!(scores.len(), 20); // ten games, each with a score for both bots
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As for [`run`].
pub fn scores<G: Game>(
    template: &G,
    bots: &[&str],
    games: Range<u64>,
    seed: u64,
    monitor: &Monitor,
) -> Result<Vec<i64>, ArenaError> {
    let (setup, count) = Setup::new(template, bots, &games, seed, monitor)?;
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    parallel::sum(
        (0..count).into_par_iter(),
        Vec::new,
        |mut scores, number| {
            scores.append(&mut setup.play_game(games.start + number as u64)?);
            monitor.advance(1)?;
            Ok(scores)
        },
        |mut left, mut right| {
            left.append(&mut right);
            left
        },
    )
}

impl<'a, G: Game> Setup<'a, G> {
    /// Validate the setup; also returns the number of games, which the monitor is told to expect.
    fn new(
        template: &'a G,
        bots: &[&str],
        games: &Range<u64>,
        seed: u64,
        monitor: &'a Monitor,
    ) -> Result<(Self, u64), ArenaError> {
        let seats = template.seats();
        if bots.len() != seats {
            return Err(ArenaError::WrongNumber { expected: seats, found: bots.len() });
        }
        let bots =
            bots.iter().map(|name| BotSpec::for_game(name, template)).collect::<Result<_, _>>()?;
        if games.end > MAX_GAMES {
            return Err(ArenaError::TooMany { found: games.end });
        }
        if !games.start.is_multiple_of(seats as u64) {
            return Err(ArenaError::PartialBlock { seats, found: games.start });
        }
        let count = games.end.saturating_sub(games.start);
        monitor.expect(count);
        Ok((Self { template, bots, seed, monitor }, count))
    }

    /// Play the games of one block: the same deal, with the bots rotated by one seat each time.
    fn play_block(&self, games: Range<u64>, tally: &mut Tally) -> Result<(), ArenaError> {
        let seats = self.bots.len();
        let mut scores = Vec::with_capacity(seats * seats);
        for game in games {
            scores.append(&mut self.play_game(game)?);
        }
        tally.count(&scores, self.template.low_score_wins());
        Ok(())
    }

    /// Play one game; returns the scores by bot.
    fn play_game(&self, game: u64) -> Result<Vec<i64>, ArenaError> {
        let seats = self.bots.len();
        let step = self.monitor.step();
        let (deal_seed, play_seed) = seeds(self.seed, game, seats);
        let mut state = self.template.new_game(deal_seed);
        // New bots for every game: a bot's memory must not depend on which thread plays.
        let bots = (0..seats).map(|seat| Some(self.bots[bot_at(seat, game, seats)].make()));
        let mut players = SeatedBots::new(bots.collect(), &state);
        let mut random = Random::new(play_seed);
        // Matches have no length limit, and a bot may be slow at every move.
        while let Some(seat) = state.to_move() {
            let Some(player) = players.bot(seat) else { break };
            let chosen = player.choose_cancellable(&state.view(seat), &mut random, &step)?;
            let Some(chosen) = chosen else { break };
            state
                .play(&chosen)
                .map_err(|illegal| ArenaError::IllegalMove { game, reason: illegal.to_string() })?;
            players.follow(&state);
            self.monitor.check()?;
        }
        let mut scores = state.scores();
        scores.rotate_right(bot_at(0, game, seats));
        Ok(scores)
    }
}
