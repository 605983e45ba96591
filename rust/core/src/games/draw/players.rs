use super::pots;
use super::rules::{Chips, MAX_DRAWS, MAX_PLAYERS};
use super::seats::Seats;
use crate::cards::CardSet;
use crate::game::Seat;

/// The players of a match: their chips, and their cards in the current hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Players {
    /// The stack of every seat.
    pub stacks: [Chips; MAX_PLAYERS],
    /// The chips that every seat has paid into this hand.
    pub paid: [Chips; MAX_PLAYERS],
    /// The seats that were dealt cards.
    pub dealt: Seats,
    /// The seats that have folded.
    pub folded: Seats,
    /// The current hands; the last ones of folded seats.
    pub hands: [CardSet; MAX_PLAYERS],
    /// The discards, by draw.
    pub discarded: [[CardSet; MAX_DRAWS]; MAX_PLAYERS],
    /// The number of cards in the last draw; `None` before the first one.
    pub drawn: [Option<u8>; MAX_PLAYERS],
}

impl Players {
    /// The seats with chips.
    pub fn with_chips(&self) -> Seats {
        (0..MAX_PLAYERS).filter(|&seat| self.stacks[seat] > 0).collect()
    }

    /// The seats still in the hand.
    pub fn live(&self) -> Seats {
        self.dealt - self.folded
    }

    /// The seats still in the hand with chips left to bet.
    pub fn able(&self) -> Seats {
        self.live().iter().filter(|&seat| self.stacks[seat] > 0).collect()
    }

    /// All chips in the pots.
    pub fn pot(&self) -> Chips {
        self.paid.iter().sum()
    }

    /// Move chips from a stack to the pot, at most the whole stack; returns the amount.
    pub fn pay(&mut self, seat: Seat, chips: Chips) -> Chips {
        let chips = chips.min(self.stacks[seat]);
        self.stacks[seat] -= chips;
        self.paid[seat] += chips;
        chips
    }

    pub fn fold(&mut self, seat: Seat) {
        self.folded = self.folded.with(seat);
    }

    /// Return an uncalled bet.
    pub fn return_uncalled(&mut self) {
        if let Some((seat, chips)) = pots::uncalled(&self.paid) {
            self.paid[seat] -= chips;
            self.stacks[seat] += chips;
        }
    }

    /// Clear everything except the stacks.
    pub fn clear(&mut self) {
        *self = Self { stacks: self.stacks, ..Self::default() };
    }
}
