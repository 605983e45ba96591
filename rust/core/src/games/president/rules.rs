//! The rules of a match, and errors for invalid rules or deals.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::cards::{Card, CardError};
use crate::game::{Bounds, Seat};

/// The most players of a match.
pub const MAX_PLAYERS: usize = 13;

/// The rules of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    players: usize,
    rounds: u32,
    trade: TradeRule,
}

impl Rules {
    /// Rules for 2 to 13 players and at least one round.
    ///
    /// # Errors
    ///
    /// An invalid number of players or rounds.
    pub const fn new(players: usize, rounds: u32, trade: TradeRule) -> Result<Self, RulesError> {
        if players < 2 || players > MAX_PLAYERS {
            return Err(RulesError::Players { found: players });
        }
        if rounds == 0 {
            return Err(RulesError::NoRound);
        }
        Ok(Self { players, rounds, trade })
    }

    /// The number of players.
    #[must_use]
    pub const fn players(self) -> usize {
        self.players
    }

    /// The number of rounds.
    #[must_use]
    pub const fn rounds(self) -> u32 {
        self.rounds
    }

    /// How cards are traded before each round except the first.
    #[must_use]
    pub const fn trade(self) -> TradeRule {
        self.trade
    }

    /// The number of cards dealt to each player.
    #[must_use]
    pub const fn hand_size(self) -> usize {
        Card::COUNT / self.players
    }

    /// Limits that hold for every match under these rules.
    pub(super) fn bounds(self) -> Bounds {
        /// Two trades, in each of which every rank may be refused and two cards go either way.
        const TRADES: u64 = 2 * (13 + 2 + 2);

        let (players, rounds) = (self.players as u64, u64::from(self.rounds));
        // After any play, all others may pass.
        let round = players * players * self.hand_size() as u64 + TRADES;
        let (players, rounds) = (players as i64, rounds as i64);
        Bounds {
            seats: 2..=MAX_PLAYERS,
            moves: Some(round * u64::from(self.rounds)),
            score: Some(rounds..=rounds * players),
            margin: Some(rounds * (players - 1)),
            total: Some(rounds * players * (players + 1) / 2),
        }
    }
}

/// How the lower side of a trade gives its cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TradeRule {
    /// The upper side requests ranks.
    #[default]
    Request,
    /// The lower side gives its highest cards.
    Best,
}

impl fmt::Display for TradeRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Request => "request",
            Self::Best => "best",
        })
    }
}

impl FromStr for TradeRule {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        match text {
            "request" => Ok(Self::Request),
            "best" => Ok(Self::Best),
            _ => Err(RulesError::Trade { found: text.to_owned() }),
        }
    }
}

/// Invalid rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum RulesError {
    #[error("expected 2 to {MAX_PLAYERS} players, found {found}")]
    Players { found: usize },
    #[error("expected at least one round, found 0")]
    NoRound,
    #[error("unknown trade rule '{found}', expected 'request' or 'best'")]
    Trade { found: String },
}

/// An invalid deal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum DealError {
    #[error("expected a hand for each of {expected} players, found {found}")]
    Hands { expected: usize, found: usize },
    #[error("hand {}: {error}", seat + 1)]
    Hand { seat: Seat, error: CardError },
    #[error("expected hands of {least} to {most} cards, found {found} in hand 1")]
    HandSize { least: usize, most: usize, found: usize },
    #[error("expected as many cards in every hand, found {first} in hand 1 and {found} in hand {}", seat + 1)]
    Uneven { seat: Seat, first: usize, found: usize },
    #[error("hand {}: '{card}' is in hand {} too", seat + 1, first + 1)]
    Shared { seat: Seat, first: Seat, card: Card },
    #[error("expected at most {most} deals, one per round, found {found}")]
    TooMany { most: u32, found: usize },
    #[error("deal {number}: {error}")]
    Later { number: usize, error: Box<DealError> },
}
