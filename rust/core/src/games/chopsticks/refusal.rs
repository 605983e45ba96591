//! Why a move is illegal.

use thiserror::Error;

use super::moves::Move;

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Nobody is to move any more.
    #[error("the game is over")]
    Over,
    /// The move is from a game with other rules.
    #[error("no such hand, expected {hands} hands per player")]
    NoSuchHand {
        /// How many hands a player has.
        hands: u8,
    },
    /// A hand that is out cannot tap.
    #[error("one's own hand is out, expected a live one")]
    OwnHandOut,
    /// A hand that is out cannot be tapped.
    #[error("the opponent's hand is out, expected a live one")]
    OtherHandOut,
    /// Another move leads to the same position and stands for this one.
    #[error("it leads to the same position as '{first}', which stands for both")]
    SameAs {
        /// The move that is listed.
        first: Move,
    },
    /// The rules have no splits.
    #[error("these rules have no splits")]
    NoSplits,
    /// Fingers would appear or vanish.
    #[error("{found} fingers in all, expected {expected}")]
    Total {
        /// Fingers after the split.
        found: u8,
        /// Fingers before it.
        expected: u8,
    },
    /// A split moves fingers from one hand to one other.
    #[error("expected fingers moved from one hand to one other")]
    NotOneTransfer,
    /// The numbers would only be swapped.
    #[error("it only swaps the numbers, which these rules forbid")]
    Swap,
    /// A hand would come back.
    #[error("it revives a hand that is out, which these rules forbid")]
    Revival,
    /// A hand would be put out.
    #[error("it puts out one's own hand, which these rules forbid")]
    Emptied,
    /// Something else than halving a hand.
    #[error("expected an even hand halved into an empty one")]
    NotHalved,
}
