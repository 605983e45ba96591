//! Many games side by side, one action at a time, for programs that learn.
//!
//! Every row is a game of its own. A step takes one action for every row, lets the bots answer, and
//! comes back with the next decision that is not a bot's. A game that ends leaves its rewards and
//! begins anew in the same step, so every row always has a decision.
//!
//! What happens in a row depends on the seed, its number and its actions alone, not on how the rows
//! are shared among threads. Which threads there are is up to the caller. Nothing is allocated for a
//! decision, as far as the game and its bots allocate nothing.

mod row;
mod team;

use thiserror::Error;

use crate::game::encoding::{Actions, EncodingError, encoder, expected_actions, total_size};
use crate::game::{BotError, BotSpec, Game};
use crate::monitor::{Monitor, Stopped};
use crate::random::Random;

use row::{MOST_SKIPPED, Row, Shown, Table};
pub use team::{Team, Worker};

/// What a seat gets when a game is over; more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewards {
    /// How much better its score is than the mean of all, so that all rewards sum to 0.
    Margin,
    /// Its score, or the opposite where a lower score is better.
    Scores,
}

/// Rows that are done by one thread at a time.
const PIECE: usize = 32;

/// How many numbers a batch shows by row, and for every listed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Numbers of an observation.
    pub observation: usize,
    /// Entries of a mask: none where actions are listed.
    pub mask: usize,
    /// Seats.
    pub seats: usize,
    /// Numbers that describe a move where moves are listed, and else none.
    pub described: usize,
}

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

/// The first so many of what is left.
fn cut<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    rest.split_off_mut(..count.min(rest.len())).unwrap_or_default()
}

impl<'a> Buffers<'a> {
    /// What the first so many rows show of those that are left.
    fn cut(&mut self, rows: usize, sizes: Sizes) -> Self {
        Self {
            observations: cut(&mut self.observations, rows * sizes.observation),
            masks: cut(&mut self.masks, rows * sizes.mask),
            rewards: cut(&mut self.rewards, rows * sizes.seats),
            seats: cut(&mut self.seats, rows),
            done: cut(&mut self.done, rows),
            legal_counts: cut(&mut self.legal_counts, rows),
        }
    }

    /// The same for a while.
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

    /// What every row shows.
    fn rows(self, sizes: Sizes) -> impl Iterator<Item = Shown<'a>> {
        let mut masks = self.masks;
        self.observations
            .chunks_exact_mut(sizes.observation.max(1))
            .zip(self.rewards.chunks_exact_mut(sizes.seats.max(1)))
            .zip(self.seats)
            .zip(self.done)
            .zip(self.legal_counts)
            .map(move |((((observation, rewards), seat), done), legal_count)| {
                let mask = cut(&mut masks, sizes.mask);
                Shown { observation, mask, rewards, seat, done, legal_count }
            })
    }
}

/// Many games side by side.
pub struct Batch<G: Game> {
    table: Table<G>,
    sizes: Sizes,
    rows: Vec<Row<G>>,
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
        let (mask, described) = match actions {
            Actions::Numbered(space) => (encoder.action_count(space), 0),
            Actions::Listed => (0, total_size(&encoder.move_sections())),
        };
        let observation = total_size(&encoder.sections());
        let sizes = Sizes { observation, mask, seats: expected, described };
        let rows = (0..size).map(|_| Row::new(template)).collect();
        let table = Table { template: template.clone(), encoder, actions, rewards, bots };
        Ok(Self { table, sizes, rows })
    }

    /// About how many bytes a row takes inside.
    #[must_use]
    pub const fn row_bytes() -> usize {
        size_of::<Row<G>>()
    }

    /// How many numbers are shown by row.
    #[must_use]
    pub const fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// Whether no bot takes its time.
    #[must_use]
    pub fn is_brief(&self) -> bool {
        let view = self.table.template.view(None);
        self.table.bots.iter().flatten().all(|spec| spec.make().is_brief(&view))
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
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        for (number, row) in (0..).zip(&mut self.rows) {
            row.deals = Random::stream(seed, 3 * number);
            row.playing = Random::stream(seed, 3 * number + 1);
            row.choices = Random::stream(seed, 3 * number + 2);
        }
        self.each_row(buffers, team, monitor, |table, number, row, mut shown, step| {
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
    /// Another number of actions than rows, or an action that its row does not allow: then nothing has
    /// changed. The monitor's stop, a bot that breaks the rules, or games in which no learner ever
    /// decides: then the batch is to be reset.
    pub fn step(
        &mut self,
        actions: &[i64],
        buffers: &mut Buffers<'_>,
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        self.check(actions, buffers.masks)?;
        self.each_row(buffers, team, monitor, |table, number, row, shown, step| {
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
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        self.each_row(buffers, team, monitor, |table, number, row, shown, step| {
            let action = row.choose(shown.mask, *shown.legal_count);
            table.act(number, row, action, shown, step)
        })
    }

    /// The actions that [`step_random`](Batch::step_random) would take next; it takes others then.
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

    /// Describe the moves that are listed, those of all rows one after the other: as many numbers as
    /// there are legal actions, times those of a move.
    ///
    /// # Errors
    ///
    /// The monitor's stop.
    pub fn describe_moves(
        &self,
        numbers: &mut [f32],
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        let (table, size) = (&self.table, self.sizes.described);
        let mut rest = numbers;
        let pieces = self.rows.chunks(PIECE).map(|rows| {
            let moves: usize = rows.iter().map(|row| row.moves.len()).sum();
            (rows, cut(&mut rest, moves * size))
        });
        team.each(pieces, monitor, |(rows, mut numbers)| {
            for row in rows {
                table.describe(row, cut(&mut numbers, row.moves.len() * size), size);
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
            let allowed = match self.table.actions {
                Actions::Numbered(_) => place.and_then(|place| mask.get(place)) == Some(&1),
                Actions::Listed => place.is_some_and(|place| place < row.moves.len()),
            };
            if !allowed {
                return Err(self.refusal(number, row, mask, action));
            }
        }
        Ok(())
    }

    /// What is wrong with an action that is not allowed.
    fn refusal(&self, number: usize, row: &Row<G>, mask: &[u8], action: i64) -> BatchError {
        let (expected, text) = match self.table.actions {
            Actions::Numbered(space) => {
                let encoder = self.table.encoder.as_ref();
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

    /// Do something with every row.
    fn each_row(
        &mut self,
        buffers: &mut Buffers<'_>,
        team: Team<'_>,
        monitor: &Monitor,
        work: impl Fn(&Table<G>, usize, &mut Row<G>, Shown<'_>, &Monitor) -> Result<(), BatchError>
        + Sync,
    ) -> Result<(), BatchError> {
        let (table, sizes) = (&self.table, self.sizes);
        let (mut rest, step) = (buffers.reborrow(), monitor.step());
        let pieces = self
            .rows
            .chunks_mut(PIECE)
            .enumerate()
            .map(|(piece, rows)| (piece * PIECE, rest.cut(rows.len(), sizes), rows));
        team.each(pieces, monitor, |(first, buffers, rows)| {
            for ((number, row), shown) in (first..).zip(rows).zip(buffers.rows(sizes)) {
                work(table, number, row, shown, &step)?;
            }
            Ok(())
        })
    }
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
