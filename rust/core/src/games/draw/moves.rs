use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::rules::Chips;
use crate::cards::{Card, CardSet, parse_cards};
use crate::game::MoveError;

/// One decision of a player.
///
/// ```
/// use cardcore::games::draw::Move;
///
/// let chosen: Move = "discard 8h 6c".parse()?;
/// assert_eq!(chosen.to_string(), "discard 6c 8h");
/// assert_eq!("discard".parse(), Ok(Move::Discard(Default::default()))); // standing pat
/// # Ok::<(), cardcore::game::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Give up the hand rather than call.
    Fold,
    /// Pay nothing when there is nothing to call.
    Check,
    /// Match the current bet, or go all in for less.
    Call,
    /// Make the first bet of the round, or go all in for less.
    Bet,
    /// Call and add one more bet, or go all in for less.
    Raise,
    /// Discard these cards, possibly none, and draw as many.
    Discard(CardSet),
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discard(cards) if !cards.is_empty() => write!(formatter, "discard {cards}"),
            Self::Discard(_) => formatter.write_str("discard"),
            wager => write!(formatter, "{}", PublicMove::from(*wager)),
        }
    }
}

impl FromStr for Move {
    type Err = MoveError;

    /// Words are case-insensitive, and the cards of a discard may be in any order.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let trimmed = text.trim();
        let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
        let chosen = match word.to_ascii_lowercase().as_str() {
            "fold" => Self::Fold,
            "check" => Self::Check,
            "call" => Self::Call,
            "bet" => Self::Bet,
            "raise" => Self::Raise,
            "discard" => {
                let cards = parse_cards(rest).map_err(|error| MoveError::new(text, error))?;
                return Ok(Self::Discard(cards.into_iter().collect()));
            }
            _ => {
                let expected = "expected fold, check, call, bet, raise, or discard and cards";
                return Err(MoveError::new(text, expected));
            }
        };
        if rest.is_empty() {
            Ok(chosen)
        } else {
            Err(MoveError::new(text, format_args!("expected nothing after '{word}'")))
        }
    }
}

/// A move as everyone at the table sees it: of a discard only the number of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "see Move")]
pub enum PublicMove {
    Fold,
    Check,
    Call,
    Bet,
    Raise,
    /// The number of cards discarded and drawn.
    Draw(usize),
}

impl From<Move> for PublicMove {
    fn from(chosen: Move) -> Self {
        match chosen {
            Move::Fold => Self::Fold,
            Move::Check => Self::Check,
            Move::Call => Self::Call,
            Move::Bet => Self::Bet,
            Move::Raise => Self::Raise,
            Move::Discard(cards) => Self::Draw(cards.len()),
        }
    }
}

impl fmt::Display for PublicMove {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fold => formatter.write_str("fold"),
            Self::Check => formatter.write_str("check"),
            Self::Call => formatter.write_str("call"),
            Self::Bet => formatter.write_str("bet"),
            Self::Raise => formatter.write_str("raise"),
            Self::Draw(count) => write!(formatter, "draw {count}"),
        }
    }
}

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum IllegalReason {
    #[error("the match is over")]
    Over,
    #[error("players are drawing, expected discard and cards")]
    Drawing,
    #[error("players are betting, expected {expected}")]
    Betting { expected: &'static str },
    #[error("'{card}' is not in the hand {hand}")]
    NotHeld { card: Card, hand: CardSet },
    #[error("there is nothing to call, expected check or bet")]
    NothingToCall,
    #[error("{owed} chips to call, expected fold, call or raise")]
    BetOpen { owed: Chips },
    #[error("all {most} raises of the round are made, expected fold or call")]
    NoRaiseLeft { most: u32 },
    #[error("to call takes all {stack} chips, expected fold or call")]
    NothingToRaiseWith { stack: Chips },
    #[error("nobody else has chips left, expected fold or call")]
    NobodyToCall,
}
