//! The arrays that a batch writes, and the part of one row.

/// The sizes of a batch's outputs, per row and per listed move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// The length of an observation as numbers.
    pub observation: usize,
    /// The length of a packed observation in bytes; 0 if observations are not packed.
    pub packed: usize,
    /// The length of a mask: 0 for listed actions.
    pub mask: usize,
    /// The number of seats.
    pub seats: usize,
    /// The length of a move's features if moves are listed, otherwise 0.
    pub move_features: usize,
    /// The number of moves in a history, 0 without one.
    pub history: usize,
    /// The bytes of one move in a history.
    pub event: usize,
}

impl Sizes {
    /// The numbers that are written of an observation: none if it is packed.
    #[must_use]
    pub const fn written(&self) -> usize {
        if self.packed > 0 { 0 } else { self.observation }
    }
}

/// The output buffers of a step, by row.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// The observation of the seat to decide; empty if it is packed.
    pub observations: &'a mut [f32],
    /// The same in bytes, if it is packed.
    pub packed: &'a mut [u8],
    /// The latest moves as the seat to decide was told, in bytes.
    pub history: &'a mut [u8],
    /// The number of moves in the history.
    pub history_lengths: &'a mut [i32],
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

/// The output buffers of one row.
pub(super) struct RowOutput<'a> {
    pub observation: &'a mut [f32],
    pub packed: &'a mut [u8],
    pub history: &'a mut [u8],
    pub history_length: &'a mut i32,
    pub mask: &'a mut [u8],
    pub rewards: &'a mut [f32],
    pub seat: &'a mut i32,
    pub done: &'a mut u8,
    pub legal_count: &'a mut i32,
}

/// Split off the first `count` elements of the rest.
pub(super) fn split_off<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    rest.split_off_mut(..count.min(rest.len())).unwrap_or_default()
}

impl<'a> Buffers<'a> {
    /// Split off the buffers of the first `rows` rows.
    pub(super) fn split_off(&mut self, rows: usize, sizes: Sizes) -> Self {
        Self {
            observations: split_off(&mut self.observations, rows * sizes.written()),
            packed: split_off(&mut self.packed, rows * sizes.packed),
            history: split_off(&mut self.history, rows * sizes.history * sizes.event),
            history_lengths: split_off(&mut self.history_lengths, rows),
            masks: split_off(&mut self.masks, rows * sizes.mask),
            rewards: split_off(&mut self.rewards, rows * sizes.seats),
            seats: split_off(&mut self.seats, rows),
            done: split_off(&mut self.done, rows),
            legal_counts: split_off(&mut self.legal_counts, rows),
        }
    }

    /// Reborrow all buffers.
    pub(super) fn reborrow(&mut self) -> Buffers<'_> {
        Buffers {
            observations: self.observations,
            packed: self.packed,
            history: self.history,
            history_lengths: self.history_lengths,
            masks: self.masks,
            rewards: self.rewards,
            seats: self.seats,
            done: self.done,
            legal_counts: self.legal_counts,
        }
    }

    /// The buffers of every row.
    pub(super) fn rows(self, sizes: Sizes) -> impl Iterator<Item = RowOutput<'a>> {
        let Self { mut observations, mut packed, mut history, mut masks, mut rewards, .. } = self;
        self.seats.iter_mut().zip(self.done).zip(self.legal_counts).zip(self.history_lengths).map(
            move |(((seat, done), legal_count), history_length)| RowOutput {
                observation: split_off(&mut observations, sizes.written()),
                packed: split_off(&mut packed, sizes.packed),
                history: split_off(&mut history, sizes.history * sizes.event),
                history_length,
                mask: split_off(&mut masks, sizes.mask),
                rewards: split_off(&mut rewards, sizes.seats),
                seat,
                done,
                legal_count,
            },
        )
    }
}
