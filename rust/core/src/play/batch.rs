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

mod row;
mod team;

use thiserror::Error;

use crate::game::encoding::{Actions, EncodingError, encoder, expected_actions, total_size};
use crate::game::{BotError, BotSpec, Game};
use crate::monitor::{Monitor, Stopped};
use crate::random::Random;

use row::{MAX_SKIPPED, Row, RowOutput, Setup};
pub use team::{Team, Worker};

/// What a seat receives at the end of a game; more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewards {
    /// Its margin over the mean score, so that all rewards sum to 0.
    Margin,
    /// Its score, negated where low scores win.
    Scores,
}

/// The number of rows a thread processes at a time.
const CHUNK: usize = 32;

/// The sizes of a batch's outputs, per row and per listed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The length of an observation.
    pub observation: usize,
    /// The length of a mask: 0 for listed actions.
    pub mask: usize,
    /// The number of seats.
    pub seats: usize,
    /// The length of a move's features if moves are listed, otherwise 0.
    pub move_features: usize,
}

/// The output buffers of a step, by row.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// The observation of the seat to decide.
    pub observations: &'a mut [f32],
    /// The allowed actions.
    pub masks: &'a mut [u8],
    /// The rewards of every seat for the game that ended in this step; all 0 if none did.
    pub rewards: &'a mut [f32],
    /// The seat to decide.
    pub seats: &'a mut [i32],
    /// Whether a game ended in this step.
    pub done: &'a mut [u8],
    /// The number of allowed actions.
    pub legal_counts: &'a mut [i32],
}

/// Split off the first `count` elements of the rest.
fn split_off<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    rest.split_off_mut(..count.min(rest.len())).unwrap_or_default()
}

impl<'a> Buffers<'a> {
    /// Split off the buffers of the first `rows` rows.
    fn split_off(&mut self, rows: usize, sizes: Sizes) -> Self {
        Self {
            observations: split_off(&mut self.observations, rows * sizes.observation),
            masks: split_off(&mut self.masks, rows * sizes.mask),
            rewards: split_off(&mut self.rewards, rows * sizes.seats),
            seats: split_off(&mut self.seats, rows),
            done: split_off(&mut self.done, rows),
            legal_counts: split_off(&mut self.legal_counts, rows),
        }
    }

    /// Reborrow all buffers.
    fn reborrow(&mut self) -> Buffers<'_> {
        Buffers {
            observations: self.observations,
            masks: self.masks,
            rewards: self.rewards,
            seats: self.seats,
            done: self.done,
            legal_counts: self.legal_counts,
        }
    }

    /// The buffers of every row.
    fn rows(self, sizes: Sizes) -> impl Iterator<Item = RowOutput<'a>> {
        let mut masks = self.masks;
        self.observations
            .chunks_exact_mut(sizes.observation.max(1))
            .zip(self.rewards.chunks_exact_mut(sizes.seats.max(1)))
            .zip(self.seats)
            .zip(self.done)
            .zip(self.legal_counts)
            .map(move |((((observation, rewards), seat), done), legal_count)| {
                let mask = split_off(&mut masks, sizes.mask);
                RowOutput { observation, mask, rewards, seat, done, legal_count }
            })
    }
}

/// Many games side by side.
pub struct Batch<G: Game> {
    setup: Setup<G>,
    sizes: Sizes,
    rows: Vec<Row<G>>,
}

impl<G: Game> Batch<G> {
    /// A batch of games under the rules of a template. `bots` has a bot specification per seat, or
    /// `None` for a learner. The rows are empty until the first [`reset`](Batch::reset).
    ///
    /// # Errors
    ///
    /// A game without an encoding or without any decision, invalid bots, or no learner.
    pub fn new(
        template: &G,
        size: usize,
        actions: Actions,
        rewards: Rewards,
        bots: &[Option<String>],
    ) -> Result<Self, BatchError> {
        let encoder = encoder(template)?;
        let (expected, found) = (template.seats(), bots.len());
        if found != expected {
            return Err(BatchError::Bots { expected, found });
        }
        if bots.iter().all(Option::is_some) {
            return Err(BatchError::NoLearner);
        }
        let bots = bots
            .iter()
            .map(|name| name.as_deref().map(BotSpec::parse).transpose())
            .collect::<Result<_, _>>()?;
        if template.new_game(0).to_move().is_none() {
            return Err(BatchError::Over);
        }
        let (mask, move_features) = match actions {
            Actions::Numbered(space) => (encoder.action_count(space), 0),
            Actions::Listed => (0, total_size(&encoder.move_sections())),
        };
        let observation = total_size(&encoder.sections());
        let sizes = Sizes { observation, mask, seats: expected, move_features };
        let rows = (0..size).map(|_| Row::new(template)).collect();
        let setup = Setup { template: template.clone(), encoder, actions, rewards, bots };
        Ok(Self { setup, sizes, rows })
    }

    /// The approximate memory of a row in bytes.
    #[must_use]
    pub const fn row_bytes() -> usize {
        size_of::<Row<G>>()
    }

    /// The sizes of the outputs per row.
    #[must_use]
    pub const fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// Whether all bots are fast.
    #[must_use]
    pub fn is_fast(&self) -> bool {
        let view = self.setup.template.view(None);
        self.setup.bots.iter().flatten().all(|spec| spec.make().is_fast(&view))
    }

    /// The game of a row, and the actions of the partial move.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<(&G, &[u32])> {
        self.rows.get(row).map(|row| (&row.state, row.picked.as_slice()))
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
            row.deals = Random::stream(seed, 3 * number);
            row.playing = Random::stream(seed, 3 * number + 1);
            row.choices = Random::stream(seed, 3 * number + 2);
        }
        self.for_each_row(buffers, team, monitor, |setup, number, row, mut output, step| {
            output.rewards.fill(0.0);
            *output.done = 0;
            setup.start_game(number, row, step)?;
            setup.show(row, &mut output);
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
        self.check(actions, buffers.masks)?;
        self.for_each_row(buffers, team, monitor, |setup, number, row, output, step| {
            let action = actions.get(number).and_then(|&action| u32::try_from(action).ok());
            setup.act(number, row, action.unwrap_or(u32::MAX), output, step)
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
        self.for_each_row(buffers, team, monitor, |setup, number, row, output, step| {
            let action = row.choose(output.mask, *output.legal_count);
            setup.act(number, row, action, output, step)
        })
    }

    /// Sample the actions that [`step_random`](Batch::step_random) would take next; it will then
    /// take others.
    pub fn sample_actions(&mut self, masks: &[u8], legal_counts: &[i32], actions: &mut [i64]) {
        let size = self.sizes.mask;
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
        let (setup, size) = (&self.setup, self.sizes.move_features);
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

    fn check(&self, actions: &[i64], masks: &[u8]) -> Result<(), BatchError> {
        let (expected, found) = (self.rows.len(), actions.len());
        if found != expected {
            return Err(BatchError::Actions { expected, found });
        }
        let size = self.sizes.mask;
        for (number, (row, &action)) in self.rows.iter().zip(actions).enumerate() {
            let place = usize::try_from(action).ok();
            let mask = masks.get(number * size..(number + 1) * size).unwrap_or_default();
            let allowed = match self.setup.actions {
                Actions::Numbered(_) => place.and_then(|place| mask.get(place)) == Some(&1),
                Actions::Listed => place.is_some_and(|place| place < row.moves.len()),
            };
            if !allowed {
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
        work: impl Fn(&Setup<G>, usize, &mut Row<G>, RowOutput<'_>, &Monitor) -> Result<(), BatchError>
        + Sync,
    ) -> Result<(), BatchError> {
        let (setup, sizes) = (&self.setup, self.sizes);
        let (mut rest, step) = (buffers.reborrow(), monitor.step());
        let row_chunks = self
            .rows
            .chunks_mut(CHUNK)
            .enumerate()
            .map(|(chunk, rows)| (chunk * CHUNK, rest.split_off(rows.len(), sizes), rows));
        team.each(row_chunks, monitor, |(first, buffers, rows)| {
            for ((number, row), output) in (first..).zip(rows).zip(buffers.rows(sizes)) {
                work(setup, number, row, output, &step)?;
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
    /// Games in which no learner ever moves.
    #[error("row {row}: {MAX_SKIPPED} games in a row ended without a learner's decision")]
    NoDecision {
        /// The row.
        row: usize,
    },
    /// An illegal move.
    #[error("row {row}: {reason}")]
    IllegalMove {
        /// The row.
        row: usize,
        /// Why it is illegal.
        reason: String,
    },
}
