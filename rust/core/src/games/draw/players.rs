use super::pots;
use super::rules::{Chips, MOST_PLAYERS};
use super::seats::Seats;
use crate::cards::CardSet;
use crate::game::Seat;

/// The players of a match: their chips, and what they hold in the hand under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Players {
    /// The chips in front of every seat.
    pub stacks: [Chips; MOST_PLAYERS],
    /// The chips that every seat has paid into this hand.
    pub paid: [Chips; MOST_PLAYERS],
    /// The seats that were dealt cards.
    pub dealt: Seats,
    /// The seats that have folded.
    pub folded: Seats,
    /// What they hold; what they held if they folded.
    pub hands: [CardSet; MOST_PLAYERS],
    /// What they have thrown away.
    pub discarded: [CardSet; MOST_PLAYERS],
    /// How many cards they have drawn, once they have.
    pub drawn: [Option<u8>; MOST_PLAYERS],
}

impl Players {
    /// The seats that have chips in front of them.
    pub fn with_chips(&self) -> Seats {
        (0..MOST_PLAYERS).filter(|&seat| self.stacks[seat] > 0).collect()
    }

    /// The seats that play for the pot.
    pub fn live(&self) -> Seats {
        self.dealt - self.folded
    }

    /// The seats that play for the pot and have chips left to bet.
    pub fn able(&self) -> Seats {
        self.live().iter().filter(|&seat| self.stacks[seat] > 0).collect()
    }

    /// All chips in the pots.
    pub fn pot(&self) -> Chips {
        self.paid.iter().sum()
    }

    /// Move chips from a stack to the pot, as many as there are; gives how many.
    pub fn pay(&mut self, seat: Seat, chips: Chips) -> Chips {
        let chips = chips.min(self.stacks[seat]);
        self.stacks[seat] -= chips;
        self.paid[seat] += chips;
        chips
    }

    pub fn fold(&mut self, seat: Seat) {
        self.folded = self.folded.with(seat);
    }

    /// Give back what nobody has called.
    pub fn return_uncalled(&mut self) {
        if let Some((seat, chips)) = pots::uncalled(&self.paid) {
            self.paid[seat] -= chips;
            self.stacks[seat] += chips;
        }
    }

    /// Clear the table of everything but the stacks.
    pub fn clear(&mut self) {
        *self = Self { stacks: self.stacks, ..Self::default() };
    }
}
