//! Many games between bots, in parallel and reproducible.
//!
//! Every deal is played once per seat: the bots move on by one seat each time, so that each of
//! them has every seat of every deal and luck of the deal cancels out. The games of one deal are
//! a *block*.
//!
//! A game's randomness depends on the seed and its number alone, and a [`Tally`] is kept in integers,
//! so the result does not depend on how the work was split among threads, processes or machines: the
//! games of any range of deals can be played on their own, and tallies add up.

use std::ops::Range;

use rayon::prelude::*;
use thiserror::Error;

use super::tally::Tally;
use crate::game::{BotError, BotSpec, Game};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// More games than this would take years; no sum of them overflows.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

/// The games are cut into at least so many pieces: a thread that is held up then keeps the others
/// waiting for a hundredth of the work, not for a quarter of it.
const PIECES: usize = 128;

/// Whether the same seed gives the same result with these bots: none of them chooses by the clock.
///
/// # Errors
///
/// Unknown bots.
pub fn is_reproducible<G: Game>(bots: &[&str]) -> Result<bool, BotError> {
    for name in bots {
        if !BotSpec::<G>::parse(name)?.make().is_reproducible() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Why there is no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// The work was asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A name that is not that of a bot.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// Not one bot per seat.
    #[error("expected {expected} bots, one per seat, found {found}")]
    WrongNumber {
        /// Seats of the game.
        expected: usize,
        /// Bots named.
        found: usize,
    },
    /// More games than anyone can wait for.
    #[error("games: expected 0 to {MOST_GAMES}, found {found}")]
    TooMany {
        /// Games asked for.
        found: u64,
    },
    /// Games that begin in the middle of a deal.
    #[error("start: expected a multiple of {seats}, the number of seats, found {found}")]
    Divided {
        /// Seats of the game.
        seats: usize,
        /// The number of the first game.
        found: u64,
    },
    /// A bot made a move that the rules refuse.
    #[error("game {game}: {reason}")]
    Refused {
        /// The number of the game.
        game: u64,
        /// What the rules said.
        reason: String,
    },
}

/// The seeds of game number `game` of an arena: of its deal, which the games of a block share,
/// and of its players.
#[must_use]
pub fn seeds(seed: u64, game: u64, seats: usize) -> (u64, u64) {
    let block = game / (seats as u64).max(1);
    (Random::stream(seed, 2 * block).word(), Random::stream(seed, 2 * game + 1).word())
}

/// The bot that has a seat in game number `game`.
#[must_use]
pub fn bot_at(seat: usize, game: u64, seats: usize) -> usize {
    let seats = seats.max(1);
    (seat + (game % seats as u64) as usize) % seats
}

/// What some games of an arena are played with and by, checked and read once.
struct Table<'a, G: Game> {
    template: &'a G,
    bots: Vec<BotSpec<G>>,
    seed: u64,
    monitor: &'a Monitor,
}

/// Play the games with these numbers under the rules of `template` between the named bots.
///
/// The tallies of ranges that follow each other add up to that of all their games, since every range
/// begins with a deal.
///
/// # Errors
///
/// Unknown bots, another number of bots than seats, games beyond [`MOST_GAMES`], a first game that is
/// not the first of a deal, the monitor's stop, a bot that breaks the rules.
pub fn run<G: Game>(
    template: &G,
    bots: &[&str],
    games: Range<u64>,
    seed: u64,
    monitor: &Monitor,
) -> Result<Tally, ArenaError> {
    let (table, count) = Table::new(template, bots, &games, seed, monitor)?;
    let seats = table.bots.len();
    let Range { start, end } = games;
    let blocks = usize::try_from(count.div_ceil(seats as u64)).unwrap_or(usize::MAX);
    parallel::sum(
        (0..blocks).into_par_iter().with_max_len((blocks / PIECES).max(1)),
        || Tally::new(seats),
        |mut tally, block| {
            let first = start + block as u64 * seats as u64;
            let numbers = first..end.min(first + seats as u64);
            let played = numbers.end - first;
            table.play_block(numbers, &mut tally)?;
            monitor.advance(played)?;
            Ok(tally)
        },
        |left, right| left.joined(&right),
    )
}

/// Play the same games as [`run`] does; gives the scores game by game, and of every game by bot, where
/// sums do not say enough.
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
    let (table, count) = Table::new(template, bots, &games, seed, monitor)?;
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    parallel::sum(
        (0..count).into_par_iter(),
        Vec::new,
        |mut scores, number| {
            scores.append(&mut table.play_game(games.start + number as u64)?);
            monitor.advance(1)?;
            Ok(scores)
        },
        |mut left, mut right| {
            left.append(&mut right);
            left
        },
    )
}

impl<'a, G: Game> Table<'a, G> {
    /// Refuse what cannot be played; gives how many games there are, too, which the monitor expects
    /// from then on.
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
        let bots = bots.iter().map(|name| BotSpec::parse(name)).collect::<Result<_, _>>()?;
        if games.end > MOST_GAMES {
            return Err(ArenaError::TooMany { found: games.end });
        }
        if !games.start.is_multiple_of(seats as u64) {
            return Err(ArenaError::Divided { seats, found: games.start });
        }
        let count = games.end.saturating_sub(games.start);
        monitor.expect(count);
        Ok((Self { template, bots, seed, monitor }, count))
    }

    /// Play the games of one block: the same deal, the bots one seat further each time.
    fn play_block(&self, games: Range<u64>, tally: &mut Tally) -> Result<(), ArenaError> {
        let seats = self.bots.len();
        let mut scores = Vec::with_capacity(seats * seats);
        for game in games {
            scores.append(&mut self.play_game(game)?);
        }
        tally.count(&scores, G::LOW_SCORE_WINS);
        Ok(())
    }

    /// Play one game; gives the scores by bot.
    fn play_game(&self, game: u64) -> Result<Vec<i64>, ArenaError> {
        let seats = self.bots.len();
        let step = self.monitor.step();
        let (deal_seed, play_seed) = seeds(self.seed, game, seats);
        let mut state = self.template.new_game(deal_seed);
        // New bots for every game: what one remembers must not depend on which thread plays.
        let mut players: Vec<_> =
            (0..seats).map(|seat| self.bots[bot_at(seat, game, seats)].make()).collect();
        let mut random = Random::new(play_seed);
        // A match may be as long as anyone likes, and a bot may take its time over every move.
        while let Some(seat) = state.to_move() {
            let Some(player) = players.get_mut(seat) else { break };
            let chosen = player.choose_watched(&state.view(seat), &mut random, &step)?;
            let Some(chosen) = chosen else { break };
            state
                .play(&chosen)
                .map_err(|refusal| ArenaError::Refused { game, reason: refusal.to_string() })?;
            self.monitor.check()?;
        }
        let mut scores = state.scores();
        scores.rotate_right(bot_at(0, game, seats));
        Ok(scores)
    }
}
