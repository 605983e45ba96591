//! Rows as bytes: what each game was made from, its moves, and the streams.
//!
//! A game follows from its start and its moves, so a row is a few hundred bytes whatever the state
//! is made of, and reading it back is checked move by move. Numbers are little-endian.

use smallvec::SmallVec;

use super::buffers::Buffers;
use super::row::{Row, Setup};
use super::variety::{LEARNER, Seats};
use super::{Batch, BatchError, Team};
use crate::game::Game;
use crate::game::encoding::{ActionSpace, Actions, Composed};
use crate::monitor::Monitor;
use crate::random::Random;

impl<G: Game> Batch<G> {
    /// All rows as bytes.
    ///
    /// # Errors
    ///
    /// A move without a number, in a game that violates its contract.
    pub fn save(&self) -> Result<Vec<u8>, BatchError> {
        let mut bytes = Vec::with_capacity(self.rows.len() * 512);
        bytes.extend((self.rows.len() as u64).to_le_bytes());
        self.rows.iter().try_for_each(|row| self.setup.write(row, &mut bytes))?;
        Ok(bytes)
    }

    /// Replace all rows by saved ones, and write their outputs.
    ///
    /// # Errors
    ///
    /// Bytes that are not as many rows of such a batch: nothing has changed.
    pub fn load(
        &mut self,
        bytes: &[u8],
        buffers: &mut Buffers<'_>,
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        let mut reader = Reader(bytes);
        let (expected, found) = (self.rows.len() as u64, reader.long()?);
        if found != expected {
            return Err(wrong(format!("expected {expected} rows, found {found}")));
        }
        let rows = (0..found)
            .map(|number| {
                self.setup.read(&mut reader).map_err(|error| match error {
                    BatchError::Saved { reason } => wrong(format!("row {number}: {reason}")),
                    other => other,
                })
            })
            .collect::<Result<_, _>>()?;
        if !reader.0.is_empty() {
            return Err(wrong(format!("expected its end, found {} more bytes", reader.0.len())));
        }
        self.rows = rows;
        self.show(buffers, team, monitor)
    }
}

impl<G: Game> Setup<G> {
    fn write(&self, row: &Row<G>, bytes: &mut Vec<u8>) -> Result<(), BatchError> {
        for number in [row.number, row.games, row.seed, row.start as u64] {
            bytes.extend(number.to_le_bytes());
        }
        for random in [&row.deals, &row.playing, &row.choices, &row.varying] {
            bytes.extend(random.state());
        }
        row.seats.iter().for_each(|bot| bytes.extend(bot.to_le_bytes()));
        bytes.extend((row.picked.len() as u32).to_le_bytes());
        row.picked.iter().for_each(|action| bytes.extend(action.to_le_bytes()));
        bytes.extend((row.made.len() as u32).to_le_bytes());
        let mut state = self.template.new_game_from(row.seed, row.start);
        for (_, chosen) in &row.made {
            let actions = {
                let view = state.view(state.to_move());
                self.encoder.actions(&view, ActionSpace::Flat, chosen)
            };
            let &[action] = actions.as_slice() else {
                return Err(wrong(format!("{chosen:?} has no number")));
            };
            bytes.extend(action.to_le_bytes());
            state.play(chosen).map_err(|reason| wrong(reason.to_string()))?;
        }
        Ok(())
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Row<G>, BatchError> {
        let number = reader.long()?;
        let mut row = Row::new(&self.template, number);
        row.games = reader.long()?;
        row.seed = reader.long()?;
        row.start = usize::try_from(reader.long()?).unwrap_or(usize::MAX);
        if row.start >= self.template.start_names().len() {
            return Err(wrong(format!("start {} is unknown", row.start)));
        }
        for random in [&mut row.deals, &mut row.playing, &mut row.choices, &mut row.varying] {
            *random = Random::from_state(reader.take()?);
        }
        row.seats = (0..self.sizes.seats)
            .map(|_| Ok(i16::from_le_bytes(reader.take()?)))
            .collect::<Result<Seats, BatchError>>()?;
        let known = LEARNER..self.table.specs.len() as i16;
        if let Some(bot) = row.seats.iter().find(|bot| !known.contains(bot)) {
            return Err(wrong(format!("bot {bot} is unknown")));
        }
        let picked = (0..reader.short()?)
            .map(|_| reader.short())
            .collect::<Result<SmallVec<[u32; 8]>, BatchError>>()?;
        row.state = self.template.new_game_from(row.seed, row.start);
        for index in 0..reader.short()? {
            let action = reader.short()?;
            let composed = {
                let view = row.state.view(row.state.to_move());
                self.encoder.compose(&view, ActionSpace::Flat, &[], action)
            };
            let Some(Composed::Complete(chosen)) = composed else {
                return Err(wrong(format!("move {index}: there is no action {action}")));
            };
            row.play(chosen).map_err(|reason| wrong(format!("move {index}: {reason}")))?;
        }
        let turn = row.state.to_move().and_then(|seat| row.seats.get(seat));
        if turn != Some(&LEARNER) {
            return Err(wrong("expected a decision of a learner".to_owned()));
        }
        for &action in &picked {
            self.pick(&mut row, action)?;
        }
        self.seat_bots(&mut row);
        Ok(row)
    }

    /// Add an action to the partial move.
    fn pick(&self, row: &mut Row<G>, action: u32) -> Result<(), BatchError> {
        let Actions::Numbered(space) = self.actions else {
            return Err(wrong("expected no partial move of a listed action".to_owned()));
        };
        let view = row.state.view(row.state.to_move());
        let mut mask = vec![0; self.sizes.mask];
        self.encoder.mask(&view, space, &row.picked, &mut mask);
        let is_allowed = mask.get(action as usize) == Some(&1);
        let composed = self.encoder.compose(&view, space, &row.picked, action);
        drop(view);
        if !is_allowed || composed != Some(Composed::Partial) {
            return Err(wrong(format!("action {action} is no part of a move")));
        }
        row.picked.push(action);
        Ok(())
    }
}

const fn wrong(reason: String) -> BatchError {
    BatchError::Saved { reason }
}

/// The bytes that are left to read.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const SIZE: usize>(&mut self) -> Result<[u8; SIZE], BatchError> {
        let Some((&taken, rest)) = self.0.split_first_chunk() else {
            return Err(wrong("expected more bytes".to_owned()));
        };
        self.0 = rest;
        Ok(taken)
    }

    fn long(&mut self) -> Result<u64, BatchError> {
        self.take().map(u64::from_le_bytes)
    }

    fn short(&mut self) -> Result<u32, BatchError> {
        self.take().map(u32::from_le_bytes)
    }
}
