//! The rules of a match, and errors for invalid rules or deals.

use thiserror::Error;

use crate::cards::{Card, CardError};
use crate::game::{Bounds, Fact, Facts, Seat};

use super::combination::Kind;
use super::options::{DealRule, Leads, MoveRules, Opens, Options, ScoreRule, TradeRule};

/// The most players of a match.
pub const MAX_PLAYERS: usize = 13;

/// From this many cards on, what is left counts double.
const MANY_CARDS: usize = 10;

/// The rules of a match, which can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    options: Options,
}

impl Rules {
    /// The report's rules for 2 to 13 players and at least one round.
    ///
    /// # Errors
    ///
    /// An invalid number of players or rounds.
    pub const fn new(players: usize, rounds: u32, trade: TradeRule) -> Result<Self, RulesError> {
        Self::of(Options { players, rounds, trade, ..Options::REPORT })
    }

    /// Rules with these options.
    ///
    /// # Errors
    ///
    /// Options that cannot be played, alone or together.
    pub const fn of(options: Options) -> Result<Self, RulesError> {
        let Options { players, rounds, kinds, revolution, trade, exchanged, .. } = options;
        if players < 2 || players > MAX_PLAYERS {
            return Err(RulesError::Players { found: players });
        }
        if rounds == 0 {
            return Err(RulesError::NoRound);
        }
        if !kinds.contains(Kind::OneCard) {
            return Err(RulesError::NoSingleCards);
        }
        if revolution && !kinds.contains(Kind::FourOfAKind) && !kinds.contains(Kind::FourPlusOne) {
            return Err(RulesError::NoRevolution);
        }
        let fewest = Card::COUNT / players;
        let [first, second] = exchanged;
        let most = if first > second { first } else { second };
        if !matches!(trade, TradeRule::None) && most > fewest {
            return Err(RulesError::TooManyExchanged { found: most, players, fewest });
        }
        if !matches!(trade, TradeRule::None) && most == 0 {
            return Err(RulesError::NothingExchanged { trade });
        }
        Ok(Self { options })
    }

    /// The options.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The number of players.
    #[must_use]
    pub const fn players(self) -> usize {
        self.options.players
    }

    /// The number of rounds.
    #[must_use]
    pub const fn rounds(self) -> u32 {
        self.options.rounds
    }

    /// How cards are traded before each round except the first.
    #[must_use]
    pub const fn trade(self) -> TradeRule {
        self.options.trade
    }

    /// Which combinations may be played, and what beats what.
    #[must_use]
    pub const fn moves(self, reversed: bool) -> MoveRules {
        MoveRules { kinds: self.options.kinds, beats: self.options.beats, reversed }
    }

    /// The most cards dealt to a player.
    #[must_use]
    pub const fn hand_size(self) -> usize {
        self.cards_dealt(0)
    }

    /// The number of cards dealt to a seat.
    #[must_use]
    pub const fn cards_dealt(self, seat: Seat) -> usize {
        let players = self.options.players;
        let has_one_more = match self.options.deal {
            DealRule::Equal => false,
            DealRule::All => seat < Card::COUNT % players,
        };
        Card::COUNT / players + has_one_more as usize
    }

    /// Whether the lowest card dealt opens a round, counted from 0.
    #[must_use]
    pub const fn lowest_opens(self, round: u32) -> bool {
        match round {
            0 => matches!(self.options.opens, Opens::Lowest),
            _ => matches!(self.options.leads, Leads::Lowest),
        }
    }

    /// The sizes of the trades before a round, largest first: that of the president and the bum,
    /// with four or more players that of their vices.
    pub(super) fn trade_sizes(self) -> impl Iterator<Item = usize> {
        let pairs = match (self.options.trade, self.options.players) {
            (TradeRule::None, _) => 0,
            (_, 2 | 3) => 1,
            _ => 2,
        };
        self.options.exchanged.into_iter().take(pairs).filter(|&size| size > 0)
    }

    /// What a player loses who holds this many cards when a round ends.
    pub(super) const fn penalty(self, cards: usize, is_untouched: bool) -> i64 {
        let times = if is_untouched {
            3
        } else if cards >= MANY_CARDS {
            2
        } else {
            1
        };
        times * cards as i64
    }

    /// Limits that hold for every match under these rules.
    pub(super) fn bounds(self) -> Bounds {
        let (players, rounds) = (self.players() as u64, u64::from(self.rounds()));
        let cards: usize = (0..self.players()).map(|seat| self.cards_dealt(seat)).sum();
        // In a trade every rank may be refused, and cards go either way.
        let trades: u64 = self.trade_sizes().map(|size| (13 + 2 * size) as u64).sum();
        // After any play, all others may pass.
        let round = players * cards as u64 + trades;
        let moves = Some(round * rounds);
        let (seats, players, rounds) = (2..=MAX_PLAYERS, players as i64, rounds as i64);
        match self.options.score {
            ScoreRule::Places => Bounds {
                seats,
                moves,
                score: Some(rounds..=rounds * players),
                margin: Some(rounds * (players - 1)),
                total: Some(rounds * players * (players + 1) / 2),
            },
            ScoreRule::Cards => {
                let worst = rounds * self.largest_penalty();
                let best = worst * (players - 1);
                Bounds {
                    seats,
                    moves,
                    score: Some(-worst..=best),
                    margin: Some(best + worst),
                    total: Some(0),
                }
            }
        }
    }

    /// The most that a player can lose in a round.
    pub(super) const fn largest_penalty(self) -> i64 {
        self.penalty(self.hand_size(), true)
    }

    /// The options by name.
    pub(super) fn facts(self) -> Facts {
        let options = self.options;
        vec![
            ("players", options.players.into()),
            ("rounds", options.rounds.into()),
            ("trade", options.trade.name().into()),
            ("kinds", Fact::list(options.kinds.iter().map(Kind::name))),
            ("passing", options.passing.name().into()),
            ("may_pass", options.may_pass.name().into()),
            ("beats", options.beats.name().into()),
            ("clears", options.clears.map(|rank| rank.to_string()).into()),
            ("revolution", options.revolution.into()),
            ("deal", options.deal.name().into()),
            ("opens", options.opens.name().into()),
            ("leads", options.leads.name().into()),
            ("exchanged", Fact::list(options.exchanged)),
            ("ends", options.ends.name().into()),
            ("score", options.score.name().into()),
        ]
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
    #[error("kinds: expected 'one card' among them, so that the leader always has a move")]
    NoSingleCards,
    #[error(
        "revolution = True, kinds: expected 'four of a kind' or 'four of a kind plus one' among \
         them, as only these start a revolution"
    )]
    NoRevolution,
    #[error(
        "exchanged = {found}, players = {players}: expected at most {fewest}, as a player may hold only {fewest} cards"
    )]
    TooManyExchanged { found: usize, players: usize, fewest: usize },
    #[error("exchanged = 0, trade = '{trade}': expected at least one card, or trade = 'none'")]
    NothingExchanged { trade: TradeRule },
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
    #[error(
        "expected as many cards in every hand, or one more in the first hands, found {first} in \
         hand 1 and {found} in hand {}",
        seat + 1
    )]
    NotDealtOn { seat: Seat, first: usize, found: usize },
    #[error("expected hands of at least {least} cards, found {found} in hand {}", seat + 1)]
    TooSmall { seat: Seat, least: usize, found: usize },
    #[error("hand {}: '{card}' is in hand {} too", seat + 1, first + 1)]
    Shared { seat: Seat, first: Seat, card: Card },
    #[error("expected at most {most} deals, one per round, found {found}")]
    TooMany { most: u32, found: usize },
    #[error("deal {number}: {error}")]
    Later { number: usize, error: Box<DealError> },
}
