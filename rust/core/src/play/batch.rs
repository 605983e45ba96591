//! Many games side by side, one action at a time, for programs that learn.
//!
//! Every row is a game of its own. A step takes one action for every row, lets the bots answer, and
//! comes back with the next decision that is not a bot's. A game that ends leaves its rewards and
//! begins anew in the same step, so every row always has a decision.
//!
//! What happens in a row depends on the seed, its number and its actions alone, not on how the rows
//! are split among threads. Which threads there are is up to the caller: a step is often over before a
//! thread of a pool has woken up, so the calling thread works too. Nothing is allocated for a decision, as far as the game and its bots
//! allocate nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use smallvec::SmallVec;
use thiserror::Error;

use crate::game::encoding::{
    ActionSpace, Composed, Encoder, EncodingError, encoder, expected_actions, total_size,
};
use crate::game::{Bot, BotError, Game, Seat, bot};
use crate::monitor::{Monitor, Stopped};
use crate::random::Random;

/// What a seat gets when a game is over; more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewards {
    /// How much better its score is than the mean of all, so that all rewards sum to 0.
    Margin,
    /// Its score, or the opposite where a lower score is better.
    Scores,
}

/// Calls a worker on as many threads as there are, the calling one among them, and comes back when all
/// of them have.
pub type Spread<'a> = &'a (dyn Fn(&(dyn Fn() + Sync)) + Sync);

/// Does all the work on the calling thread.
pub fn alone(worker: &(dyn Fn() + Sync)) {
    worker();
}

/// Rows that are done by one thread at a time.
const PIECE: usize = 32;

/// So many games without a decision for a learner are taken for a sign that there never is one.
const MOST_SKIPPED: usize = 1000;

/// Where the results of a step go: what every row shows after it.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// By row what the seat to decide knows.
    pub observations: &'a mut [f32],
    /// By row which actions are allowed.
    pub masks: &'a mut [u8],
    /// By row what every seat got for the game that has ended, all 0 if none has.
    pub rewards: &'a mut [f32],
    /// By row the seat to decide.
    pub seats: &'a mut [i32],
    /// By row whether a game has ended.
    pub done: &'a mut [u8],
    /// By row how many actions are allowed.
    pub legal_counts: &'a mut [i32],
}

/// Many games side by side.
pub struct Batch<G: Game> {
    template: G,
    encoder: Box<dyn Encoder<G>>,
    space: ActionSpace,
    rewards: Rewards,
    /// By seat the name of its bot; none for a learner.
    bots: Vec<Option<String>>,
    numbers: usize,
    actions: usize,
    rows: Vec<Row<G>>,
}

/// One game.
struct Row<G: Game> {
    state: G,
    /// The actions taken of the move that is being composed.
    picked: SmallVec<[u32; 8]>,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    /// What deals come from, what the bots choose by, and what actions taken at random come from.
    deals: Random,
    playing: Random,
    choices: Random,
}

/// What one row shows.
struct Shown<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [u8],
    rewards: &'a mut [f32],
    seat: &'a mut i32,
    done: &'a mut u8,
    legal_count: &'a mut i32,
}

impl<G: Game> Batch<G> {
    /// So many games under the rules of a template; by seat the name of a bot, or none for a learner.
    /// The rows are empty until the first [`reset`](Batch::reset).
    ///
    /// # Errors
    ///
    /// A game that has no encoding or is over as soon as it begins, bots that do not exist, or no
    /// learner.
    pub fn new(
        template: &G,
        size: usize,
        space: ActionSpace,
        rewards: Rewards,
        bots: Vec<Option<String>>,
    ) -> Result<Self, BatchError> {
        let encoder = encoder(template)?;
        let (expected, found) = (template.seats(), bots.len());
        if found != expected {
            return Err(BatchError::Bots { expected, found });
        }
        if bots.iter().all(Option::is_some) {
            return Err(BatchError::NoLearner);
        }
        for name in bots.iter().flatten() {
            bot::<G>(name)?;
        }
        if template.new_game(0).to_move().is_none() {
            return Err(BatchError::Over);
        }
        let numbers = total_size(&encoder.sections());
        let actions = encoder.action_count(space);
        let row = |_| Row {
            state: template.clone(),
            picked: SmallVec::new(),
            bots: Vec::new(),
            deals: Random::new(0),
            playing: Random::new(0),
            choices: Random::new(0),
        };
        let rows = (0..size).map(row).collect();
        let template = template.clone();
        Ok(Self { template, encoder, space, rewards, bots, numbers, actions, rows })
    }

    /// About how many bytes a row takes inside.
    #[must_use]
    pub const fn row_bytes() -> usize {
        size_of::<Row<G>>()
    }

    /// How many numbers an observation has, and how many actions there are.
    #[must_use]
    pub const fn sizes(&self) -> (usize, usize) {
        (self.numbers, self.actions)
    }

    /// Whether no bot takes its time.
    #[must_use]
    pub fn is_brief(&self) -> bool {
        let view = self.template.view(None);
        let names = self.bots.iter().flatten();
        names.filter_map(|name| bot::<G>(name).ok()).all(|bot| bot.is_brief(&view))
    }

    /// The game of a row, and the actions taken of the move that is being composed.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<(&G, &[u32])> {
        self.rows.get(row).map(|row| (&row.state, row.picked.as_slice()))
    }

    /// Begin new games in all rows.
    ///
    /// # Errors
    ///
    /// The monitor's stop, a bot that breaks the rules, or games in which no learner ever decides.
    pub fn reset(
        &mut self,
        seed: u64,
        buffers: &mut Buffers<'_>,
        spread: Spread<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        for (number, row) in (0..).zip(&mut self.rows) {
            row.deals = Random::stream(seed, 3 * number);
            row.playing = Random::stream(seed, 3 * number + 1);
            row.choices = Random::stream(seed, 3 * number + 2);
        }
        self.each_row(buffers, spread, monitor, |table, number, row, mut shown, step| {
            shown.rewards.fill(0.0);
            *shown.done = 0;
            table.begin(number, row, step)?;
            table.show(row, &mut shown);
            Ok(())
        })
    }

    /// Take an action in every row.
    ///
    /// # Errors
    ///
    /// Another number of actions than rows, or an action that the mask of its row does not allow:
    /// then nothing has changed. The monitor's stop, a bot that breaks the rules, or games in which
    /// no learner ever decides: then the batch is to be reset.
    pub fn step(
        &mut self,
        actions: &[i64],
        buffers: &mut Buffers<'_>,
        spread: Spread<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        self.check(actions, buffers.masks)?;
        self.each_row(buffers, spread, monitor, |table, number, row, shown, step| {
            let action = actions.get(number).and_then(|&action| u32::try_from(action).ok());
            table.act(number, row, action.unwrap_or(u32::MAX), shown, step)
        })
    }

    /// Take an action at random in every row, all that are allowed being equally likely.
    ///
    /// # Errors
    ///
    /// As for [`step`](Batch::step), but for the actions.
    pub fn step_random(
        &mut self,
        buffers: &mut Buffers<'_>,
        spread: Spread<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        self.each_row(buffers, spread, monitor, |table, number, row, shown, step| {
            let action = choose(shown.mask, *shown.legal_count, &mut row.choices);
            table.act(number, row, action, shown, step)
        })
    }

    /// The actions that [`step_random`](Batch::step_random) would take next; it takes others then.
    pub fn sample_actions(&mut self, masks: &[u8], legal_counts: &[i32], actions: &mut [i64]) {
        let masks = masks.chunks_exact(self.actions.max(1));
        let rows = self.rows.iter_mut().zip(masks).zip(legal_counts);
        for (((row, mask), &count), action) in rows.zip(actions) {
            *action = choose(mask, count, &mut row.choices).into();
        }
    }

    fn check(&self, actions: &[i64], masks: &[u8]) -> Result<(), BatchError> {
        let (expected, found) = (self.rows.len(), actions.len());
        if found != expected {
            return Err(BatchError::Actions { expected, found });
        }
        for (row, (&action, mask)) in
            actions.iter().zip(masks.chunks_exact(self.actions.max(1))).enumerate()
        {
            let place = usize::try_from(action).ok();
            if place.and_then(|place| mask.get(place)).is_none_or(|&allowed| allowed == 0) {
                let expected = expected_actions(self.encoder.as_ref(), self.space, mask);
                let named = place.filter(|&place| place < mask.len());
                let text = named.map_or_else(String::new, |place| {
                    format!(" ('{}')", self.encoder.action_text(self.space, place as u32))
                });
                return Err(BatchError::NotAllowed { row, action, text, expected });
            }
        }
        Ok(())
    }

    /// Do something with every row.
    fn each_row(
        &mut self,
        buffers: &mut Buffers<'_>,
        spread: Spread<'_>,
        monitor: &Monitor,
        work: impl Fn(&Table<'_, G>, usize, &mut Row<G>, Shown<'_>, &Monitor) -> Result<(), BatchError>
        + Sync,
    ) -> Result<(), BatchError> {
        let (numbers, actions, seats) =
            (self.numbers.max(1), self.actions.max(1), self.bots.len().max(1));
        let table = Table {
            template: &self.template,
            encoder: self.encoder.as_ref(),
            space: self.space,
            rewards: self.rewards,
            bots: &self.bots,
        };
        let pieces = self
            .rows
            .chunks_mut(PIECE)
            .enumerate()
            .zip(buffers.observations.chunks_mut(PIECE * numbers))
            .zip(buffers.masks.chunks_mut(PIECE * actions))
            .zip(buffers.rewards.chunks_mut(PIECE * seats))
            .zip(buffers.seats.chunks_mut(PIECE))
            .zip(buffers.done.chunks_mut(PIECE))
            .zip(buffers.legal_counts.chunks_mut(PIECE));
        let pieces = Mutex::new(pieces);
        let failed = Mutex::new(None);
        let step = monitor.step();
        // Whoever is free takes the next piece, so a thread that comes late holds nobody up.
        spread(&|| {
            while let Some(piece) = next(&pieces).filter(|_| lock(&failed).is_none()) {
                let ((((((rows, observations), masks), rewards), places), done), counts) = piece;
                let (piece, rows) = rows;
                let shown = observations
                    .chunks_exact_mut(numbers)
                    .zip(masks.chunks_exact_mut(actions))
                    .zip(rewards.chunks_exact_mut(seats))
                    .zip(places)
                    .zip(done)
                    .zip(counts);
                for ((number, row), shown) in (piece * PIECE..).zip(rows).zip(shown) {
                    let (((((observation, mask), rewards), seat), done), legal_count) = shown;
                    let shown = Shown { observation, mask, rewards, seat, done, legal_count };
                    if let Err(error) = work(&table, number, row, shown, &step) {
                        lock(&failed).get_or_insert(error);
                        return;
                    }
                }
                if let Err(stopped) = monitor.check() {
                    lock(&failed).get_or_insert(stopped.into());
                }
            }
        });
        failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// The next item of an iterator that several threads share.
fn next<I: Iterator>(items: &Mutex<I>) -> Option<I::Item> {
    lock(items).next()
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What all rows have in common.
struct Table<'a, G: Game> {
    template: &'a G,
    encoder: &'a dyn Encoder<G>,
    space: ActionSpace,
    rewards: Rewards,
    bots: &'a [Option<String>],
}

impl<G: Game> Table<'_, G> {
    /// Take an action in a row, and go on to the next decision of a learner.
    #[inline]
    fn act(
        &self,
        number: usize,
        row: &mut Row<G>,
        action: u32,
        mut shown: Shown<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        let refused = |reason: String| BatchError::Refused { row: number, reason };
        *shown.done = 0;
        let composed = {
            let seat = row.state.to_move();
            let view = row.state.view(seat);
            self.encoder.compose(&view, self.space, &row.picked, action)
        };
        match composed {
            Some(Composed::Picked) => row.picked.push(action),
            Some(Composed::Complete(chosen)) => {
                row.state.play(&chosen).map_err(|refusal| refused(refusal.to_string()))?;
                row.picked.clear();
                self.answer(number, row, monitor)?;
            }
            None => return Err(refused(format!("action {action} makes no move"))),
        }
        shown.rewards.fill(0.0);
        if row.state.to_move().is_none() {
            *shown.done = 1;
            self.reward(&row.state, shown.rewards);
            self.begin(number, row, monitor)?;
        }
        self.show(row, &mut shown);
        Ok(())
    }

    /// Begin games until a learner has a decision.
    fn begin(&self, number: usize, row: &mut Row<G>, monitor: &Monitor) -> Result<(), BatchError> {
        for _ in 0..MOST_SKIPPED {
            row.state = self.template.new_game(row.deals.word());
            row.picked.clear();
            // What a bot remembers goes with the game.
            row.bots.clear();
            if self.bots.iter().any(Option::is_some) {
                for name in self.bots {
                    row.bots.push(name.as_deref().map(bot).transpose()?);
                }
            }
            self.answer(number, row, monitor)?;
            if row.state.to_move().is_some() {
                return Ok(());
            }
        }
        Err(BatchError::NoDecision { row: number })
    }

    /// Let the bots move until a learner is to.
    #[inline]
    fn answer(&self, number: usize, row: &mut Row<G>, monitor: &Monitor) -> Result<(), BatchError> {
        if row.bots.is_empty() {
            return Ok(());
        }
        while let Some(seat) = row.state.to_move() {
            let Some(bot) = row.bots.get_mut(seat).and_then(Option::as_mut) else { break };
            let chosen = {
                let view = row.state.view(seat);
                bot.choose_watched(&view, &mut row.playing, monitor)?
            };
            let played = match chosen {
                Some(chosen) => row.state.play(&chosen).map_err(|refusal| refusal.to_string()),
                None => Err("a bot made no move".to_owned()),
            };
            played.map_err(|reason| BatchError::Refused { row: number, reason })?;
        }
        Ok(())
    }

    /// Write what every seat gets for a game that is over.
    fn reward(&self, state: &G, rewards: &mut [f32]) {
        let scores = state.scores();
        let better = if G::LOW_SCORE_WINS { -1 } else { 1 };
        let count = scores.len().max(1) as i128;
        let sum: i128 = scores.iter().map(|&score| i128::from(score)).sum();
        for (reward, &score) in rewards.iter_mut().zip(&scores) {
            let score = i128::from(score);
            *reward = match self.rewards {
                Rewards::Scores => (better * score) as f64 as f32,
                Rewards::Margin => ((better * (count * score - sum)) as f64 / count as f64) as f32,
            };
        }
    }

    /// Write what the seat to decide knows and may do.
    #[inline]
    fn show(&self, row: &Row<G>, shown: &mut Shown<'_>) {
        let seat: Option<Seat> = row.state.to_move();
        let view = row.state.view(seat);
        *shown.seat = seat.map_or(-1, |seat| seat as i32);
        shown.observation.fill(0.0);
        self.encoder.observe(&view, &row.picked, shown.observation);
        shown.mask.fill(0);
        self.encoder.mask(&view, self.space, &row.picked, shown.mask);
        *shown.legal_count = count(shown.mask);
    }
}

/// Eight entries of a mask as one word.
#[inline]
const fn word(entries: [u8; 8]) -> u64 {
    u64::from_le_bytes(entries)
}

/// How many actions a mask allows.
#[inline]
fn count(mask: &[u8]) -> i32 {
    let (words, rest) = mask.as_chunks();
    let in_words: u32 = words.iter().map(|&entries| word(entries).count_ones()).sum();
    let in_rest: u32 = rest.iter().map(|&entry| u32::from(entry)).sum();
    (in_words + in_rest) as i32
}

/// One of the so many actions that a mask allows, each equally likely.
#[inline]
fn choose(mask: &[u8], count: i32, random: &mut Random) -> u32 {
    let mut rest = random.below(u32::try_from(count).unwrap_or(0));
    let (words, last) = mask.as_chunks::<8>();
    let mut first = 0;
    for &entries in words {
        let mut bits = word(entries);
        let here = bits.count_ones();
        if rest < here {
            for _ in 0..rest {
                bits &= bits - 1;
            }
            return first + bits.trailing_zeros() / 8;
        }
        rest -= here;
        first += 8;
    }
    let place = last.iter().enumerate().filter(|(_, entry)| **entry == 1).nth(rest as usize);
    first + place.map_or(0, |(place, _)| place as u32)
}

/// Why a batch cannot be made or go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The game has no encoding.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// A name that is not that of a bot.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The work was asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Not one entry per seat.
    #[error("bots: expected {expected}, one per seat, found {found}")]
    Bots {
        /// Seats of the game.
        expected: usize,
        /// Entries given.
        found: usize,
    },
    /// Bots at all seats.
    #[error("bots: expected a seat without a bot, found none")]
    NoLearner,
    /// There is nothing to decide.
    #[error("rules: expected a game with a decision, this one is over as soon as it begins")]
    Over,
    /// Not one action per row.
    #[error("actions: expected {expected}, one per row, found {found}")]
    Actions {
        /// Rows there are.
        expected: usize,
        /// Actions given.
        found: usize,
    },
    /// An action that is not allowed.
    #[error("actions: row {row}: expected {expected}, found {action}{text}")]
    NotAllowed {
        /// The row.
        row: usize,
        /// The action.
        action: i64,
        /// What it is, if it is an action.
        text: String,
        /// What is allowed.
        expected: String,
    },
    /// Games in which nobody but bots ever moves.
    #[error("row {row}: {MOST_SKIPPED} games in a row ended without a decision of a learner")]
    NoDecision {
        /// The row.
        row: usize,
    },
    /// A move that the rules refuse.
    #[error("row {row}: {reason}")]
    Refused {
        /// The row.
        row: usize,
        /// What the rules said.
        reason: String,
    },
}
