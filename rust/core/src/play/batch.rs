//! Vectorized environments: many games side by side, one action per step, for reinforcement
//! learning.
//!
//! Every row is an independent game. A step takes one action per row, lets the bots reply, and
//! returns the next decision of a learner. A game that ends reports its rewards and restarts in the
//! same step, so every row always has a decision.
//!
//! What happens in a row depends only on the seed, its number and its actions, not on how rows are
//! distributed among threads. The caller provides the threads. A step allocates nothing unless the
//! game or its bots do.

mod buffers;
mod row;
mod snapshot;
mod teachers;
mod team;
mod variety;

use std::sync::Arc;

use thiserror::Error;

use crate::game::encoding::{
    Actions, EncodingError, Features, encoder, expected_actions, total_size,
};
use crate::game::packing::Packing;
use crate::game::{BotError, Game, Trajectory};
use crate::monitor::{Monitor, Stopped};

pub use buffers::{Buffers, Sizes};
use buffers::{RowOutput, split_off};
use row::{MAX_SKIPPED, Row, Scratch, Setup};
pub use teachers::Estimates;
pub use team::{Team, Worker};
use variety::{LEARNER, Table};
pub use variety::{LineUp, Seating, Starts};

/// What a seat receives at the end of a game; more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewards {
    /// Its margin over the mean score, so that all rewards sum to 0.
    Margin,
    /// Its score, negated where low scores win.
    Scores,
    /// Its margin as a fraction of the largest there can be under the rules, from -1 to 1.
    Normalized,
}

/// The number of rows a thread processes at a time.
const CHUNK: usize = 32;

/// The options of a batch.
#[derive(Clone, Debug)]
pub struct Options {
    /// What an action is.
    pub actions: Actions,
    /// What the rewards are.
    pub rewards: Rewards,
    /// Which sections an observation has.
    pub features: Features,
    /// Whether observations are packed into bytes.
    pub is_packed: bool,
    /// How many of the latest moves are told; 0 for no history.
    pub history: usize,
    /// Who sits where.
    pub line_up: LineUp,
    /// How games begin.
    pub starts: Starts,
}

impl Options {
    /// The options that differ from batch to batch, and the defaults of all others.
    #[must_use]
    pub fn new(actions: Actions, rewards: Rewards, line_up: LineUp) -> Self {
        Self {
            actions,
            rewards,
            features: Features::Basic,
            is_packed: false,
            history: 0,
            line_up,
            starts: Starts::First,
        }
    }
}

/// Many games side by side.
///
/// ```
/// use cardcore::game::encoding::{ActionSpace, Actions};
/// use cardcore::games::hearts::{Hearts, Rules};
/// use cardcore::play::batch::{Batch, LineUp, Options, Rewards};
///
/// // Seat 0 learns, and the others are greedy.
/// let template = Hearts::new(Rules::new(4, 13, 4)?, 0);
/// let greedy = || Some("greedy".to_owned());
/// let line_up = LineUp::fixed(&[None, greedy(), greedy(), greedy()]);
/// let options = Options::new(Actions::Numbered(ActionSpace::Factored), Rewards::Margin, line_up);
/// let batch = Batch::new(&template, 64, options)?;
/// assert_eq!((batch.size(), batch.sizes().mask), (64, 52));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Batch<G: Game> {
    setup: Arc<Setup<G>>,
    rows: Vec<Row<G>>,
}

impl<G: Game> Batch<G> {
    /// A batch of games under the rules of a template. The rows are empty until the first
    /// [`reset`](Batch::reset).
    ///
    /// # Errors
    ///
    /// A game without an encoding or without any decision, invalid bots or weights, no learner, a
    /// history in a game without one, or normalized rewards in a game with unbounded scores.
    pub fn new(template: &G, size: usize, options: Options) -> Result<Self, BatchError> {
        let encoder = encoder(template)?;
        let Options { actions, rewards, features, is_packed, history, line_up, starts } = options;
        let table = Table::new(template, &line_up, starts)?;
        if template.new_game(0).to_move().is_none() {
            return Err(BatchError::Over);
        }
        let (mask, move_features) = match actions {
            Actions::Numbered(space) => (encoder.action_count(space), 0),
            Actions::Listed => (0, total_size(&encoder.move_sections())),
        };
        let sections = features.sections(encoder.as_ref());
        let packing = is_packed.then(|| Packing::new(&sections));
        let events = encoder.event_sections();
        if history > 0 && events.is_empty() {
            return Err(BatchError::NoHistory { game: G::NAME });
        }
        let scale = match (rewards, template.bounds().largest_margin(template.seats())) {
            (Rewards::Normalized, None) => return Err(BatchError::Unbounded),
            (Rewards::Normalized, Some(largest)) if largest > 0.0 => largest.recip(),
            _ => 1.0,
        };
        let sizes = Sizes {
            observation: total_size(&sections),
            packed: packing.as_ref().map_or(0, Packing::size),
            mask,
            seats: template.seats(),
            move_features,
            history,
            event: if history > 0 {
                (template.seats() + total_size(&events)).div_ceil(8)
            } else {
                0
            },
        };
        let rows = (0..).take(size).map(|number| Row::new(template, number)).collect();
        let setup = Setup {
            template: template.clone(),
            basic: total_size(&encoder.sections()),
            encoder,
            actions,
            rewards,
            scale,
            features,
            packing,
            sizes,
            table,
        };
        Ok(Self { setup: Arc::new(setup), rows })
    }

    /// The approximate memory of a row in bytes.
    #[must_use]
    pub const fn row_bytes() -> usize {
        size_of::<Row<G>>()
    }

    /// The sizes of the outputs per row.
    #[must_use]
    pub fn sizes(&self) -> Sizes {
        self.setup.sizes
    }

    /// A game under the rules of all rows.
    #[must_use]
    pub fn template(&self) -> &G {
        &self.setup.template
    }

    /// The number of rows.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.rows.len()
    }

    /// Whether all bots are fast.
    #[must_use]
    pub fn is_fast(&self) -> bool {
        let view = self.setup.template.view(None);
        self.setup.table.specs.iter().flatten().all(|spec| spec.make().is_fast(&view))
    }

    /// The game of a row, and the actions of the partial move.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<(&G, &[u32])> {
        self.rows.get(row).map(|row| (&row.state, row.picked.as_slice()))
    }

    /// The start of a row's game and the moves made since, and whether it began as the rules say.
    #[must_use]
    pub fn trajectory(&self, row: usize) -> Option<(Trajectory<G>, bool)> {
        self.rows.get(row).map(|row| (self.setup.trajectory(row), row.start == 0))
    }

    /// Who sits where in every row: the index of a bot, -1 for a learner.
    pub fn line_ups(&self, bots: &mut [i16]) {
        let seats = bots.chunks_exact_mut(self.setup.sizes.seats.max(1));
        for (row, bots) in self.rows.iter().zip(seats) {
            bots.copy_from_slice(&row.seats);
        }
    }

    /// How the game of every row began: the index of a start.
    pub fn starts(&self, starts: &mut [i16]) {
        for (row, start) in self.rows.iter().zip(starts) {
            *start = row.start as i16;
        }
    }

    /// A batch with copies of some rows, which continue as the originals would.
    #[must_use]
    pub fn copy(&self, rows: &[usize]) -> Self {
        let rows = rows.iter().filter_map(|&row| self.rows.get(row));
        Self {
            setup: Arc::clone(&self.setup),
            rows: rows.map(|row| self.setup.copy(row)).collect(),
        }
    }

    /// Replace some rows by copies of all rows of another batch, and write their outputs.
    ///
    /// # Errors
    ///
    /// A batch that is not a copy of this one, or of another size: nothing has changed.
    pub fn restore(
        &mut self,
        rows: &[usize],
        source: &Self,
        buffers: &mut Buffers<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        if !Arc::ptr_eq(&self.setup, &source.setup) || rows.len() != source.rows.len() {
            return Err(BatchError::OtherBatch);
        }
        for (&target, row) in rows.iter().zip(&source.rows) {
            if let Some(target) = self.rows.get_mut(target) {
                *target = self.setup.copy(row);
            }
        }
        self.show(buffers, Team::ALONE, monitor)
    }

    /// Write the outputs of all rows but rewards and ends.
    fn show(
        &mut self,
        buffers: &mut Buffers<'_>,
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        self.for_each_row(buffers, team, monitor, |setup, _, row, mut output, scratch, _| {
            setup.show(row, &mut output, scratch);
            Ok(())
        })
    }

    /// Write the observations of all seats of all rows, seat by seat: what no player may see.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn observe_all(
        &self,
        numbers: &mut [f32],
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        let (setup, sizes) = (&self.setup, self.setup.sizes);
        let mut rest = numbers;
        let size = sizes.seats * sizes.observation;
        let chunks = self.rows.chunks(CHUNK).map(|rows| {
            let numbers = split_off(&mut rest, rows.len() * size);
            (rows, numbers)
        });
        team.each(chunks, monitor, |(rows, numbers)| {
            numbers.fill(0.0);
            for (row, numbers) in rows.iter().zip(numbers.chunks_exact_mut(size.max(1))) {
                let observations = numbers.chunks_exact_mut(sizes.observation.max(1));
                for (seat, numbers) in observations.enumerate() {
                    setup.observe(row, Some(seat), numbers);
                }
            }
            Ok(())
        })
    }

    /// Start new games in all rows.
    ///
    /// # Errors
    ///
    /// A stop by the monitor, an illegal move by a bot, or games in which no learner ever decides.
    pub fn reset(
        &mut self,
        seed: u64,
        buffers: &mut Buffers<'_>,
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        for (number, row) in (0..).zip(&mut self.rows) {
            row.number = number;
            row.begin(seed);
        }
        self.for_each_row(buffers, team, monitor, |setup, _, row, mut output, scratch, step| {
            output.rewards.fill(0.0);
            *output.done = 0;
            setup.start_game(row, step)?;
            setup.show(row, &mut output, scratch);
            Ok(())
        })
    }

    /// Take an action in every row.
    ///
    /// # Errors
    ///
    /// A wrong number of actions or an action that its row does not allow: nothing has changed. A
    /// stop by the monitor, an illegal move by a bot, or games in which no learner ever decides:
    /// the batch must be reset.
    pub fn step(
        &mut self,
        actions: &[i64],
        buffers: &mut Buffers<'_>,
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        self.check(actions, buffers.masks, false)?;
        self.for_each_row(buffers, team, monitor, |setup, number, row, output, scratch, step| {
            let action = actions.get(number).and_then(|&action| u32::try_from(action).ok());
            setup.act(row, action.unwrap_or(u32::MAX), false, output, scratch, step)
        })
    }

    /// The bot outside of the batch for which every row waits, by its index; -1 if it waits for a
    /// learner.
    pub fn waiting(&self, bots: &mut [i16]) {
        for (row, bot) in self.rows.iter().zip(bots) {
            let seat = row.state.to_move().and_then(|seat| row.seats.get(seat));
            *bot = seat.copied().unwrap_or(LEARNER);
        }
    }

    /// Take the actions of bots outside of the batch; rows with a negative action stay as they are.
    ///
    /// # Errors
    ///
    /// As for [`step`](Batch::step).
    pub fn answer(
        &mut self,
        actions: &[i64],
        buffers: &mut Buffers<'_>,
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        self.check(actions, buffers.masks, true)?;
        self.for_each_row(buffers, team, monitor, |setup, number, row, output, scratch, step| {
            let action = actions.get(number).and_then(|&action| u32::try_from(action).ok());
            let Some(action) = action else { return Ok(()) };
            setup.act(row, action, true, output, scratch, step)
        })
    }

    /// Take a uniformly random allowed action in every row.
    ///
    /// # Errors
    ///
    /// As for [`step`](Batch::step), except those about actions.
    pub fn step_random(
        &mut self,
        buffers: &mut Buffers<'_>,
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        self.for_each_row(buffers, team, monitor, |setup, _, row, output, scratch, step| {
            let action = row.choose(output.mask, *output.legal_count);
            setup.act(row, action, false, output, scratch, step)
        })
    }

    /// Sample the actions that [`step_random`](Batch::step_random) would take next; it will then
    /// take others.
    pub fn sample_actions(&mut self, masks: &[u8], legal_counts: &[i32], actions: &mut [i64]) {
        let size = self.setup.sizes.mask;
        for (number, row) in self.rows.iter_mut().enumerate() {
            let mask = masks.get(number * size..(number + 1) * size);
            if let (Some(mask), Some(&count), Some(action)) =
                (mask, legal_counts.get(number), actions.get_mut(number))
            {
                *action = row.choose(mask, count).into();
            }
        }
    }

    /// Write the features of the listed moves of all rows, one row after another: the number of
    /// legal actions times the length of a move's features.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn describe_moves(
        &self,
        numbers: &mut [f32],
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        let (setup, size) = (&self.setup, self.setup.sizes.move_features);
        let mut rest = numbers;
        let row_chunks = self.rows.chunks(CHUNK).map(|rows| {
            let moves: usize = rows.iter().map(|row| row.moves.len()).sum();
            (rows, split_off(&mut rest, moves * size))
        });
        team.each(row_chunks, monitor, |(rows, mut numbers)| {
            for row in rows {
                setup.describe(row, split_off(&mut numbers, row.moves.len() * size), size);
            }
            Ok(())
        })
    }

    /// Check the actions, or those that are not negative.
    fn check(&self, actions: &[i64], masks: &[u8], some: bool) -> Result<(), BatchError> {
        let (expected, found) = (self.rows.len(), actions.len());
        if found != expected {
            return Err(BatchError::Actions { expected, found });
        }
        let size = self.setup.sizes.mask;
        for (number, (row, &action)) in self.rows.iter().zip(actions).enumerate() {
            let place = usize::try_from(action).ok();
            let mask = masks.get(number * size..(number + 1) * size).unwrap_or_default();
            let allowed = match self.setup.actions {
                Actions::Numbered(_) => place.and_then(|place| mask.get(place)) == Some(&1),
                Actions::Listed => place.is_some_and(|place| place < row.moves.len()),
            };
            if !(allowed || some && action < 0) {
                return Err(self.action_error(number, row, mask, action));
            }
        }
        Ok(())
    }

    /// The error for an action that is not allowed.
    fn action_error(&self, number: usize, row: &Row<G>, mask: &[u8], action: i64) -> BatchError {
        let (expected, text) = match self.setup.actions {
            Actions::Numbered(space) => {
                let encoder = self.setup.encoder.as_ref();
                let known =
                    u32::try_from(action).ok().filter(|&place| (place as usize) < mask.len());
                let text =
                    known.map(|action| format!(" ('{}')", encoder.action_text(space, action)));
                (expected_actions(encoder, space, mask), text.unwrap_or_default())
            }
            Actions::Listed => (format!("less than {}", row.moves.len()), String::new()),
        };
        BatchError::NotAllowed { row: number, action, text, expected }
    }

    /// Run `work` for every row.
    fn for_each_row(
        &mut self,
        buffers: &mut Buffers<'_>,
        team: Team<'_>,
        monitor: &Monitor,
        work: impl Fn(
            &Setup<G>,
            usize,
            &mut Row<G>,
            RowOutput<'_>,
            &mut Scratch,
            &Monitor,
        ) -> Result<(), BatchError>
        + Sync,
    ) -> Result<(), BatchError> {
        let (setup, sizes) = (&self.setup, self.setup.sizes);
        let (mut rest, step) = (buffers.reborrow(), monitor.step());
        let row_chunks = self
            .rows
            .chunks_mut(CHUNK)
            .enumerate()
            .map(|(chunk, rows)| (chunk * CHUNK, rest.split_off(rows.len(), sizes), rows));
        team.each(row_chunks, monitor, |(first, buffers, rows)| {
            let mut scratch = setup.scratch();
            for ((number, row), output) in (first..).zip(rows).zip(buffers.rows(sizes)) {
                work(setup, number, row, output, &mut scratch, &step)?;
            }
            Ok(())
        })
    }
}

/// Why a batch cannot be created or continued.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The game has no encoding.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// An invalid bot specification.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The number of entries is not the number of seats.
    #[error("bots: expected {expected}, one per seat, found {found}")]
    Bots {
        /// The number of seats.
        expected: usize,
        /// The number of entries.
        found: usize,
    },
    /// Bots in all seats.
    #[error("bots: expected a seat without a bot, found none")]
    NoLearner,
    /// A game without decisions.
    #[error("rules: expected a game with a decision, this one is over as soon as it begins")]
    Over,
    /// The number of actions is not the number of rows.
    #[error("actions: expected {expected}, one per row, found {found}")]
    Actions {
        /// The number of rows.
        expected: usize,
        /// The number of actions.
        found: usize,
    },
    /// An action that is not allowed.
    #[error("actions: row {row}: expected {expected}, found {action}{text}")]
    NotAllowed {
        /// The row.
        row: usize,
        /// The action.
        action: i64,
        /// Its description, if it is an action.
        text: String,
        /// The allowed actions.
        expected: String,
    },
    /// Weights that are no distribution.
    #[error("{name}: expected weights of at least 0, one of them positive, found {found}")]
    Weights {
        /// What is drawn.
        name: &'static str,
        /// The weights.
        found: String,
    },
    /// A game that does not tell its history.
    #[error("history: {game} has none")]
    NoHistory {
        /// The name of the game.
        game: &'static str,
    },
    /// Scores without bounds.
    #[error("rewards: expected 'margin' or 'scores', under these rules scores are unbounded")]
    Unbounded,
    /// Rows of a batch that is not a copy of this one.
    #[error("source: expected a clone of this batch with as many rows as are given")]
    OtherBatch,
    /// Bytes that are not rows of such a batch.
    #[error("saved batch: {reason}")]
    Saved {
        /// What is wrong.
        reason: String,
    },
    /// A bot without estimates.
    #[error("bot '{bot}' does not estimate moves")]
    NoEstimates {
        /// The specification of the bot.
        bot: String,
    },
    /// Games in which no learner ever moves.
    #[error("row {row}: {MAX_SKIPPED} games in a row ended without a learner's decision")]
    NoDecision {
        /// The row.
        row: u64,
    },
    /// An illegal move.
    #[error("row {row}: {reason}")]
    IllegalMove {
        /// The row.
        row: u64,
        /// Why it is illegal.
        reason: String,
    },
}
