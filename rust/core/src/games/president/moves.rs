//! Moves and their text.

use std::fmt;

use thiserror::Error;

use crate::cards::{Card, Rank, parse_cards};
use crate::game::MoveError;

use super::combination::{Combination, Kind};
use super::options::{Beats, MayPass, MoveRules};

/// A move: in play a combination or a pass, in a trade a request or a card given back.
///
/// ```
/// use cardcore::games::president::Move;
///
/// assert_eq!(Move::parse("3c 3d")?.to_string(), "3d 3c");
/// assert_eq!(Move::parse("request 10")?.to_string(), "request T");
/// # Ok::<(), cardcore::game::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Play cards.
    Play(Combination),
    /// Pass: `pass`.
    Pass,
    /// Ask the lower side of a trade for a card of a rank: `request K`.
    Request(Rank),
    /// Give the lower side of a trade a card: `give 3d`.
    Give(Card),
}

impl Move {
    /// Parse a move, cards in any order.
    ///
    /// # Errors
    ///
    /// Text that is not a move, with the reason.
    pub fn parse(text: &str) -> Result<Self, MoveError> {
        let trimmed = text.trim();
        let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
        let wrong = |reason: String| MoveError::new(text, reason);
        if word.eq_ignore_ascii_case("pass") && rest.is_empty() {
            return Ok(Self::Pass);
        }
        if word.eq_ignore_ascii_case("request") {
            return parse_rank(rest.trim()).map(Self::Request).ok_or_else(|| {
                wrong(format!("expected a rank after 'request', one of {}", Rank::CHARACTERS))
            });
        }
        if word.eq_ignore_ascii_case("give") {
            let card = rest.parse::<Card>().map_err(|error| wrong(error.to_string()))?;
            return Ok(Self::Give(card));
        }
        let cards = parse_cards(text).map_err(|error| {
            wrong(format!(
                "expected cards, 'pass', 'request' and a rank or 'give' and a card: {error}"
            ))
        })?;
        Combination::of(cards.into_iter().collect())
            .map(Self::Play)
            .map_err(|error| wrong(error.to_string()))
    }

    /// The combination, if the move plays one.
    #[must_use]
    pub const fn combination(self) -> Option<Combination> {
        match self {
            Self::Play(combination) => Some(combination),
            _ => None,
        }
    }
}

fn parse_rank(text: &str) -> Option<Rank> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        _ if text == "10" => Some(Rank::Ten),
        (Some(character), None) => Rank::from_char(character),
        _ => None,
    }
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(combination) => combination.fmt(formatter),
            Self::Pass => formatter.write_str("pass"),
            Self::Request(rank) => write!(formatter, "request {rank}"),
            Self::Give(card) => write!(formatter, "give {card}"),
        }
    }
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum IllegalReason {
    #[error("'{card}' is not in the hand")]
    NotHeld { card: Card },
    #[error("the first move must contain the lowest card dealt, '{card}'")]
    Opening { card: Card },
    #[error("{kind} is not a move by these rules, expected {}", kinds_text(*rules))]
    WrongKind { kind: Kind, rules: MoveRules },
    #[error("does not beat '{beat}', expected {}", beating(*beat, *rules, *may_pass))]
    TooLow { beat: Combination, rules: MoveRules, may_pass: MayPass },
    #[error("the leader may not pass")]
    Leading,
    #[error("only a player without a legal move may pass, expected cards that beat '{beat}'")]
    AbleToPlay { beat: Combination },
    #[error("a trade is under way, expected 'request' and a rank")]
    NotARequest,
    #[error("a trade is under way, expected 'give' and a card")]
    NotAGift,
    #[error("rank '{rank}' was refused already, expected another")]
    RefusedRank { rank: Rank },
    #[error("no trade is under way, expected cards or 'pass'")]
    NoTrade,
    #[error("the match is over")]
    Over,
}

/// What beats a combination.
fn beating(beat: Combination, rules: MoveRules, may_pass: MayPass) -> String {
    let higher = match (rules.reversed, rules.beats) {
        (false, Beats::Equal) if beat.size() < 5 => "an equal or higher",
        (true, Beats::Equal) if beat.size() < 5 => "an equal or lower",
        (false, _) => "a higher",
        (true, _) => "a lower",
    };
    let kind = match beat.kind() {
        Kind::OneCard => "card".to_owned(),
        kind @ (Kind::Straight | Kind::Flush | Kind::FullHouse | Kind::FourPlusOne) => {
            format!("{kind} or a higher kind of five cards")
        }
        kind => kind.to_string(),
    };
    let reversed = if rules.reversed { ", as the order is reversed," } else { "" };
    match may_pass {
        MayPass::Always => format!("{higher} {kind}{reversed} or 'pass'"),
        MayPass::Unable => format!("{higher} {kind}{reversed} or, without one, 'pass'"),
    }
}

fn kinds_text(rules: MoveRules) -> String {
    let names: Vec<&str> = rules.kinds.iter().map(Kind::name).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}
