use thiserror::Error;

use super::deck::DeckCard;
use crate::game::Seat;

/// How many cards are passed.
pub(super) const PASSED: usize = 3;

/// One decision in a game of Hearts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Play a card to the trick.
    Play(DeckCard),
    /// Pass three cards, in ascending order.
    Pass([DeckCard; PASSED]),
}

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Cards are played before the passing is done.
    #[error("expected three cards to pass, as in 'pass 2c Ah Qs'")]
    NotPassed,
    /// Cards are passed when it is not the time.
    #[error("expected a card to play, there is nothing to pass now")]
    NotPassing,
    /// The cards to pass are not three different ones in ascending order.
    #[error("expected three different cards to pass")]
    PassOrder,
    /// A card that the seat does not hold.
    #[error("'{card}' is not in the hand: {hand}")]
    NotHeld {
        /// The card.
        card: String,
        /// What the hand is.
        hand: String,
    },
    /// The first card of a deal is given.
    #[error("expected '{opening}', which opens the deal")]
    NotOpening {
        /// The card that opens.
        opening: String,
    },
    /// A card of another suit although the suit led is held.
    #[error("expected a card of the suit led: {held}")]
    NotFollowing {
        /// What the seat holds of the suit.
        held: String,
    },
    /// A heart is led too early.
    #[error("hearts are not broken, expected one of {others}")]
    NotBroken {
        /// What else the seat holds.
        others: String,
    },
    /// A card that costs points on the first trick.
    #[error("no points on the first trick, expected one of {others}")]
    FirstTrick {
        /// What the seat holds that costs nothing.
        others: String,
    },
}

/// Hands that cannot be dealt.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DealError {
    /// Not one hand for each seat.
    #[error("expected {expected} hands, found {found}")]
    Hands {
        /// Seats at the table.
        expected: usize,
        /// Hands given.
        found: usize,
    },
    /// A hand of the wrong size.
    #[error("hand {}: expected {expected} cards, found {found}", .seat + 1)]
    HandSize {
        /// Whose hand.
        seat: Seat,
        /// Cards for each seat.
        expected: usize,
        /// Cards given.
        found: usize,
    },
    /// A card that the deck does not have.
    #[error("hand {}, card {}: not in the deck", .seat + 1, .index + 1)]
    NoSuchCard {
        /// Whose hand.
        seat: Seat,
        /// Where in the hand, from 0.
        index: usize,
    },
    /// More than one deal for a game that has no more.
    #[error("expected one deal, found {found}: without a target there are no others")]
    TooMany {
        /// Deals given.
        found: usize,
    },
    /// What is wrong with a deal after the first.
    #[error("deal {place}: {error}")]
    Later {
        /// Which deal, from 1.
        place: usize,
        /// What is wrong.
        error: Box<DealError>,
    },
    /// A card that was dealt before.
    #[error("hand {}, card {}, '{card}': dealt twice", .seat + 1, .index + 1)]
    Twice {
        /// Whose hand.
        seat: Seat,
        /// Where in the hand, from 0.
        index: usize,
        /// The card.
        card: String,
    },
}
