//! Many games between bots, in parallel and reproducible.
//!
//! Every deal is played once per seat: the bots move on by one seat each time, so that each of
//! them has every seat of every deal and luck of the deal cancels out. The games of one deal are
//! a *block*; since they are not independent of each other, the spread of a mean is estimated
//! from whole blocks.
//!
//! A game's randomness depends on the seed and its number alone, and all sums are kept in
//! integers, so the result does not depend on how the work was split among threads, processes or
//! machines: the games of any range of deals can be played on their own, and tallies add up.

use std::ops::Range;

use rayon::prelude::*;
use thiserror::Error;

use crate::confidence::half_width;
use crate::game::{Bot, BotError, Game, bot};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// First places are counted in parts of this, which every number of seats up to 40 divides, so
/// that shared first places add up without rounding. At the largest tables, of 4,096 seats, a share
/// loses less than a part in 10¹².
pub const FIRST_PLACE: u128 = 5_342_931_457_063_200;

/// More games than this would take years; no sum of them overflows.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

/// The games are cut into at least so many pieces: a thread that is held up then keeps the others
/// waiting for a hundredth of the work, not for a quarter of it.
const PIECES: usize = 128;

/// What came of the games of one arena; one entry per bot in the order they were named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Blocks of which every game was played.
    pub blocks: u64,
    /// Sum of the scores.
    pub totals: Vec<i128>,
    /// Sum of the scores in whole blocks.
    pub block_totals: Vec<i128>,
    /// Sum over whole blocks of the square of the bot's sum in the block; `i128::MAX` if it is
    /// that or more.
    pub block_squares: Vec<i128>,
    /// First places in parts of [`FIRST_PLACE`]; a shared one is split.
    pub firsts: Vec<u128>,
    /// `wins[a][b]`: games in which bot `a` scored better than bot `b`.
    pub wins: Vec<Vec<u64>>,
}

/// Whether the same seed gives the same result with these bots: none of them chooses by the clock.
///
/// # Errors
///
/// Unknown bots.
pub fn is_reproducible<G: Game>(bots: &[&str]) -> Result<bool, BotError> {
    for name in bots {
        if !bot::<G>(name)?.is_reproducible() {
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

/// Refuse what cannot be played; gives how many games there are.
pub(super) fn check<G: Game>(
    template: &G,
    bots: &[&str],
    games: &Range<u64>,
) -> Result<u64, ArenaError> {
    let seats = template.seats();
    if bots.len() != seats {
        return Err(ArenaError::WrongNumber { expected: seats, found: bots.len() });
    }
    for name in bots {
        bot::<G>(name)?;
    }
    if games.end > MOST_GAMES {
        return Err(ArenaError::TooMany { found: games.end });
    }
    if !games.start.is_multiple_of(seats as u64) {
        return Err(ArenaError::Divided { seats, found: games.start });
    }
    Ok(games.end.saturating_sub(games.start))
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
    let seats = template.seats();
    let count = check(template, bots, &games)?;
    let Range { start, end } = games;
    monitor.expect(count);
    let blocks = usize::try_from(count.div_ceil(seats as u64)).unwrap_or(usize::MAX);
    parallel::sum(
        (0..blocks).into_par_iter().with_max_len((blocks / PIECES).max(1)),
        || Tally::new(seats),
        |mut tally, block| {
            let first = start + block as u64 * seats as u64;
            let numbers = first..end.min(first + seats as u64);
            let played = numbers.end - first;
            play_block(template, bots, numbers, seed, &mut tally, monitor)?;
            monitor.advance(played)?;
            Ok(tally)
        },
        |left, right| left.joined(&right),
    )
}

/// Play the games of one block: the same deal, the bots one seat further each time.
fn play_block<G: Game>(
    template: &G,
    bots: &[&str],
    games: Range<u64>,
    seed: u64,
    tally: &mut Tally,
    monitor: &Monitor,
) -> Result<(), ArenaError> {
    let seats = bots.len();
    let mut block = vec![0_i128; seats];
    let whole = games.end - games.start == seats as u64;
    for game in games {
        let scores = play_game(template, bots, game, seed, monitor)?;
        for (sum, &score) in block.iter_mut().zip(&scores) {
            *sum += i128::from(score);
        }
        tally.count(&scores, G::LOW_SCORE_WINS);
    }
    if whole {
        tally.count_block(&block);
    }
    Ok(())
}

/// Play one game; gives the scores by bot.
pub(super) fn play_game<G: Game>(
    template: &G,
    bots: &[&str],
    game: u64,
    seed: u64,
    monitor: &Monitor,
) -> Result<Vec<i64>, ArenaError> {
    let seats = bots.len();
    let step = monitor.step();
    let (deal_seed, play_seed) = seeds(seed, game, seats);
    let mut state = template.new_game(deal_seed);
    // New bots for every game: what one remembers must not depend on which thread plays.
    let mut players = (0..seats)
        .map(|seat| bot(bots[bot_at(seat, game, seats)]))
        .collect::<Result<Vec<Box<dyn Bot<G>>>, BotError>>()?;
    let mut random = Random::new(play_seed);
    // A match may be as long as anyone likes, and a bot may take its time over every move.
    while let Some(seat) = state.to_move() {
        let Some(player) = players.get_mut(seat) else { break };
        let chosen = player.choose_watched(&state.view(seat), &mut random, &step)?;
        let Some(chosen) = chosen else { break };
        state
            .play(&chosen)
            .map_err(|refusal| ArenaError::Refused { game, reason: refusal.to_string() })?;
        monitor.check()?;
    }
    let mut scores = state.scores();
    scores.rotate_right(bot_at(0, game, seats));
    Ok(scores)
}

impl Tally {
    /// A tally of no games.
    #[must_use]
    pub fn new(bots: usize) -> Self {
        Self {
            games: 0,
            blocks: 0,
            totals: vec![0; bots],
            block_totals: vec![0; bots],
            block_squares: vec![0; bots],
            firsts: vec![0; bots],
            wins: vec![vec![0; bots]; bots],
        }
    }

    /// Count the scores of one game, by bot.
    pub fn count(&mut self, scores: &[i64], low_score_wins: bool) {
        let better = |a: i64, b: i64| if low_score_wins { a < b } else { a > b };
        self.games += 1;
        let first = |score: i64| !scores.iter().any(|&other| better(other, score));
        let shared = scores.iter().filter(|&&score| first(score)).count().max(1) as u128;
        for (index, &score) in scores.iter().enumerate() {
            self.totals[index] += i128::from(score);
            if first(score) {
                self.firsts[index] += FIRST_PLACE / shared;
            }
            for (wins, &other) in self.wins[index].iter_mut().zip(scores) {
                *wins += u64::from(better(score, other));
            }
        }
    }

    /// Count a whole block, of which `sums` has every bot's sum of scores.
    pub fn count_block(&mut self, sums: &[i128]) {
        self.blocks += 1;
        for (index, &sum) in sums.iter().enumerate() {
            self.block_totals[index] += sum;
            let square = sum.saturating_mul(sum);
            self.block_squares[index] = self.block_squares[index].saturating_add(square);
        }
    }

    /// Both tallies in one.
    #[must_use]
    pub fn joined(mut self, other: &Self) -> Self {
        fn add<T: Copy + std::ops::AddAssign>(left: &mut [T], right: &[T]) {
            left.iter_mut().zip(right).for_each(|(left, &right)| *left += right);
        }
        self.games += other.games;
        self.blocks += other.blocks;
        add(&mut self.totals, &other.totals);
        add(&mut self.block_totals, &other.block_totals);
        for (left, &right) in self.block_squares.iter_mut().zip(&other.block_squares) {
            *left = left.saturating_add(right);
        }
        add(&mut self.firsts, &other.firsts);
        for (left, right) in self.wins.iter_mut().zip(&other.wins) {
            add(left, right);
        }
        self
    }

    /// The mean score of a bot and the half width of its 95% confidence interval, which needs at
    /// least two whole blocks and scores whose squares can be summed in 128 bits. It is as wide as
    /// that many blocks call for: see [`half_width`].
    #[must_use]
    pub fn mean(&self, bot: usize) -> (f64, Option<f64>) {
        let mean = self.totals[bot] as f64 / (self.games as f64).max(1.0);
        let (blocks, seats) = (self.blocks as f64, self.totals.len() as f64);
        let half =
            self.spread(bot).and_then(|spread| half_width(self.blocks, spread as f64 / blocks));
        (mean, half.map(|half| half / seats))
    }

    /// n·Σx² − (Σx)² over the sums of blocks, in integers: no cancellation, and never negative.
    fn spread(&self, bot: usize) -> Option<i128> {
        let (squares, total) = (self.block_squares[bot], self.block_totals[bot]);
        i128::from(self.blocks).checked_mul(squares)?.checked_sub(total.checked_mul(total)?)
    }
}
