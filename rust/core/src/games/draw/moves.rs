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
/// assert_eq!("raise 12".parse::<Move>()?.to_string(), "raise to 12");
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
    /// At limit, make the first bet of the round, or go all in for less.
    Bet,
    /// At limit, call and add one more bet, or go all in for less.
    Raise,
    /// At pot-limit and no-limit, make the first bet of the round.
    BetOf(Chips),
    /// At pot-limit and no-limit, raise the seat's own bet in this round to this amount.
    RaiseTo(Chips),
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
            "bet" => match amount(text, rest)? {
                Some(chips) => return Ok(Self::BetOf(chips)),
                None => Self::Bet,
            },
            "raise" => match amount(text, rest)? {
                Some(chips) => return Ok(Self::RaiseTo(chips)),
                None => Self::Raise,
            },
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

/// The number of chips after `bet` or `raise`: `12` or `to 12`; `None` if nothing follows.
fn amount(text: &str, rest: &str) -> Result<Option<Chips>, MoveError> {
    let rest = rest.trim_start();
    let digits = rest.strip_prefix("to ").unwrap_or(rest).trim();
    if digits.is_empty() {
        return Ok(None);
    }
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let found = digits.parse().ok().filter(|_| is_number);
    let expected = "expected a whole number of chips, or nothing at limit, after 'bet' or 'raise'";
    found.map(Some).ok_or_else(|| MoveError::new(text, expected))
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
    BetOf(Chips),
    RaiseTo(Chips),
    /// The number of cards discarded and drawn.
    Draw(usize),
}

impl PublicMove {
    /// Whether it is a bet or a raise.
    #[must_use]
    pub const fn is_bet(self) -> bool {
        matches!(self, Self::Bet | Self::Raise | Self::BetOf(_) | Self::RaiseTo(_))
    }
}

impl From<Move> for PublicMove {
    fn from(chosen: Move) -> Self {
        match chosen {
            Move::Fold => Self::Fold,
            Move::Check => Self::Check,
            Move::Call => Self::Call,
            Move::Bet => Self::Bet,
            Move::Raise => Self::Raise,
            Move::BetOf(chips) => Self::BetOf(chips),
            Move::RaiseTo(chips) => Self::RaiseTo(chips),
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
            Self::BetOf(chips) => write!(formatter, "bet {chips}"),
            Self::RaiseTo(chips) => write!(formatter, "raise to {chips}"),
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
    #[error("there is nothing to call, expected check or {}", raising(*.level))]
    NothingToCall { level: Chips },
    #[error("there is a blind to raise, expected check or raise")]
    BlindToRaise,
    #[error("{owed} chips to call, expected fold, call or raise")]
    BetOpen { owed: Chips },
    #[error("all {most} raises of the round are made, expected {}", passive(*.owed))]
    NoRaiseLeft { most: u32, owed: Chips },
    #[error("to call takes all {stack} chips, expected fold or call")]
    NothingToRaiseWith { stack: Chips },
    #[error("nobody else has chips left, expected {}", passive(*.owed))]
    NobodyToCall { owed: Chips },
    #[error(
        "the last raise was smaller than a full one, which does not let a player raise who has \
         acted before it, expected fold or call"
    )]
    NotReopened,
    #[error("at limit, bets have one size, expected '{expected}' without an amount")]
    FixedSize { expected: &'static str },
    #[error("expected an amount of {least} to {most} chips, such as '{word} {least}'")]
    NoAmount { word: &'static str, least: Chips, most: Chips },
    #[error("{found} chips, expected {least} to {most}")]
    Amount { found: Chips, least: Chips, most: Chips },
}

/// What does not raise.
const fn passive(owed: Chips) -> &'static str {
    if owed == 0 { "check" } else { "fold or call" }
}

/// What puts more chips in than there are.
const fn raising(level: Chips) -> &'static str {
    if level == 0 { "bet" } else { "raise" }
}
