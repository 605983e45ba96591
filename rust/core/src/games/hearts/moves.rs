use thiserror::Error;

use super::deck::DeckCard;
use crate::game::Seat;

/// The number of cards passed.
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
    /// A card is played before the passing is done.
    #[error("expected three cards to pass, as in 'pass 2c Ah Qs'")]
    NotPassed,
    /// Cards are passed at the wrong time.
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
        /// The hand.
        hand: String,
    },
    /// The first card of a deal is forced.
    #[error("expected '{opening}', which opens the deal")]
    NotOpening {
        /// The opening card.
        opening: String,
    },
    /// A card of another suit although the player can follow suit.
    #[error("expected a card of the suit led: {held}")]
    NotFollowing {
        /// The player's cards of the suit led.
        held: String,
    },
    /// A heart is led before hearts are broken.
    #[error("hearts are not broken, expected one of {others}")]
    NotBroken {
        /// The player's other cards.
        others: String,
    },
    /// A penalty card on the first trick.
    #[error("no points on the first trick, expected one of {others}")]
    FirstTrick {
        /// The player's cards without penalty.
        others: String,
    },
}

/// Hands that cannot be dealt.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DealError {
    /// The number of hands is not the number of seats.
    #[error("expected {expected} hands, found {found}")]
    Hands {
        /// The number of seats.
        expected: usize,
        /// The number of hands.
        found: usize,
    },
    /// A hand of the wrong size.
    #[error("hand {}: expected {expected} cards, found {found}", .seat + 1)]
    HandSize {
        /// The seat.
        seat: Seat,
        /// The number of cards per seat.
        expected: usize,
        /// The number of cards given.
        found: usize,
    },
    /// A card that is not in the deck.
    #[error("hand {}, card {}: not in the deck", .seat + 1, .index + 1)]
    NoSuchCard {
        /// The seat.
        seat: Seat,
        /// The index in the hand, from 0.
        index: usize,
    },
    /// Several deals for a single-deal game.
    #[error("expected one deal, found {found}: without a target there are no others")]
    TooMany {
        /// The number of deals.
        found: usize,
    },
    /// An error in a deal after the first.
    #[error("deal {number}: {error}")]
    Later {
        /// The number of the deal, from 1.
        number: usize,
        /// The error.
        error: Box<DealError>,
    },
    /// A card that was dealt twice.
    #[error("hand {}, card {}, '{card}': dealt twice", .seat + 1, .index + 1)]
    Duplicate {
        /// The seat.
        seat: Seat,
        /// The index in the hand, from 0.
        index: usize,
        /// The card.
        card: String,
    },
}
