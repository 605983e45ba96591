use std::ops::RangeInclusive;

use thiserror::Error;

use super::structure::Structure;
use crate::cards::{Card, CardError};
use crate::game::{Bounds, Fact, Facts};
use crate::poker::Ranking;

/// A number of chips. The sum of all stacks fits.
pub type Chips = u32;

/// The most players that one deck supports: each may see ten cards.
pub const MAX_PLAYERS: usize = 5;

/// The most draws in a hand.
pub const MAX_DRAWS: usize = 3;

/// The rankings that hands can be compared by.
pub const RANKINGS: [Ranking; 4] =
    [Ranking::High, Ranking::DeuceToSeven, Ranking::AceToFive, Ranking::Badugi];

/// The rules of a match.
///
/// ```
/// use cardcore::games::draw::Rules;
///
/// let rules = Rules { players: 4, ..Rules::default() };
/// assert_eq!(rules.check(), Ok(()));
/// let error = rules.with("players", 6).unwrap_err();
/// assert_eq!(error.to_string(), "players: expected 2 to 5, found 6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The number of seats, 2 to 5.
    pub players: u32,
    /// The number of hands, unless one player has all the chips earlier.
    pub hands: u32,
    /// The starting stack of every player.
    pub stack: Chips,
    /// The ante.
    pub ante: Chips,
    /// The size of a bet before the draw: the only one at limit, else the smallest. With several
    /// draws, in the first half of the betting rounds, rounded up.
    pub small_bet: Chips,
    /// The size of a bet after the draw, in the other rounds.
    pub big_bet: Chips,
    /// The maximum number of raises per round.
    pub raises: u32,
    /// How hands are compared, one of [`RANKINGS`].
    pub ranking: Ranking,
    /// The number of draws, 1 to [`MAX_DRAWS`], with a betting round before and after each.
    pub draws: u32,
    /// How much may be bet.
    pub betting: Structure,
    /// The small blind; 0 for none.
    pub small_blind: Chips,
    /// The big blind; 0 for none.
    pub big_blind: Chips,
    /// What the player to the left of the big blind posts; 0 for nothing.
    pub straddle: Chips,
}

impl Default for Rules {
    /// Two players, ten hands, stacks of 100, ante 1, bets 2 and 4, three raises; the high ranking,
    /// one draw, limit, no blinds.
    fn default() -> Self {
        Self {
            players: 2,
            hands: 10,
            stack: 100,
            ante: 1,
            small_bet: 2,
            big_bet: 4,
            raises: 3,
            ranking: Ranking::High,
            draws: 1,
            betting: Structure::Limit,
            small_blind: 0,
            big_blind: 0,
            straddle: 0,
        }
    }
}

impl Rules {
    /// The maximum stack, ante or bet.
    pub const MAX_CHIPS: Chips = 100_000_000;

    /// The maximum number of hands in a match.
    pub const MAX_HANDS: u32 = 1_000_000;

    /// The names of the fields that are numbers.
    pub const NUMBERS: [&'static str; 11] = [
        "players",
        "hands",
        "stack",
        "ante",
        "small_bet",
        "big_bet",
        "raises",
        "draws",
        "small_blind",
        "big_blind",
        "straddle",
    ];

    /// Check that these rules are playable.
    ///
    /// # Errors
    ///
    /// The first number that is out of range, an unknown ranking, or rules that contradict each other.
    pub fn check(&self) -> Result<(), RulesError> {
        let mut checked = *self;
        for (name, number) in Self::NUMBERS.into_iter().zip(self.numbers()) {
            checked = checked.with(name, number.into())?;
        }
        if !RANKINGS.contains(&self.ranking) {
            return Err(RulesError::Ranking { found: self.ranking });
        }
        self.check_cards()?;
        self.check_blinds()
    }

    /// Check that the deck cannot run out.
    const fn check_cards(&self) -> Result<(), RulesError> {
        let each = self.cards_each();
        let most = Card::COUNT / each;
        if self.seats() > most {
            let (players, draws) = (self.players, self.draws);
            return Err(RulesError::DeckTooSmall { players, draws, each, most });
        }
        Ok(())
    }

    fn check_blinds(&self) -> Result<(), RulesError> {
        let &Self { small_blind, big_blind, straddle, small_bet, .. } = self;
        if small_blind > big_blind {
            return Err(RulesError::SmallBlind { small_blind, big_blind });
        }
        if self.betting == Structure::Limit && big_blind > small_bet {
            return Err(RulesError::BigBlind { big_blind, small_bet });
        }
        if straddle == 0 {
            return Ok(());
        }
        if self.players < 3 {
            return Err(RulesError::StraddleHeadsUp { straddle });
        }
        if big_blind == 0 || straddle < 2 * big_blind {
            return Err(RulesError::Straddle { straddle, big_blind });
        }
        Ok(())
    }

    /// The number of cards in a hand.
    #[must_use]
    pub const fn cards(&self) -> usize {
        if matches!(self.ranking, Ranking::Badugi) { 4 } else { 5 }
    }

    /// The most cards that a player may see in a hand.
    pub(super) const fn cards_each(&self) -> usize {
        self.cards() * (self.draws as usize + 1)
    }

    /// The size of a bet in a betting round, counted from 0.
    pub(super) const fn bet_size(&self, round: u32) -> Chips {
        if 2 * round <= self.draws { self.small_bet } else { self.big_bet }
    }

    /// Whether there is one draw, at limit and without blinds, at any stakes.
    #[must_use]
    pub fn is_limit_single_draw(&self) -> bool {
        self.draws == 1 && self.betting == Structure::Limit && self.big_blind == 0
    }

    /// Limits that hold for every match under these rules.
    pub(super) fn bounds(&self) -> Bounds {
        let (seats, hands) = (u64::from(self.players), u64::from(self.hands));
        let (draws, raises) = (u64::from(self.draws), u64::from(self.raises));
        // At most a round of checks, and another after every bet and raise.
        let round = seats.saturating_mul(raises + 2);
        let moves = round.saturating_mul(draws + 1).saturating_add(draws * seats);
        let moves = moves.saturating_mul(hands);
        let most = match self.betting {
            Structure::Limit => {
                let bets: u64 = (0..=self.draws).map(|round| u64::from(self.bet_size(round))).sum();
                let forced = self.ante + self.big_blind.max(self.straddle);
                let paid = bets.saturating_mul(raises + 1) + u64::from(forced);
                paid.saturating_mul(hands).min(self.stack.into()) as i64
            }
            Structure::PotLimit | Structure::NoLimit => self.stack.into(),
        };
        let seats = seats as i64;
        Bounds {
            seats: 2..=MAX_PLAYERS,
            moves: Some(moves),
            score: Some(-most..=most * (seats - 1)),
            margin: Some(most * seats),
            total: Some(0),
        }
    }

    /// The range of a field.
    ///
    /// # Errors
    ///
    /// An unknown field.
    pub fn range(name: &str) -> Result<RangeInclusive<u32>, RulesError> {
        Ok(match name {
            "players" => 2..=MAX_PLAYERS as u32,
            "hands" => 1..=Self::MAX_HANDS,
            "stack" | "small_bet" | "big_bet" => 1..=Self::MAX_CHIPS,
            "ante" | "small_blind" | "big_blind" | "straddle" => 0..=Self::MAX_CHIPS,
            "draws" => 1..=MAX_DRAWS as u32,
            "raises" => 0..=1000,
            _ => return Err(RulesError::UnknownName { name: name.to_owned() }),
        })
    }

    /// These rules with another value of a field.
    ///
    /// # Errors
    ///
    /// An unknown field, or a number out of range.
    pub fn with(mut self, name: &str, number: i128) -> Result<Self, RulesError> {
        let range = Self::range(name)?;
        let found = u32::try_from(number).ok().filter(|found| range.contains(found));
        let found = found.ok_or_else(|| RulesError::OutOfRange {
            name: name.to_owned(),
            least: *range.start(),
            most: *range.end(),
            found: number,
        })?;
        match name {
            "players" => self.players = found,
            "hands" => self.hands = found,
            "stack" => self.stack = found,
            "ante" => self.ante = found,
            "small_bet" => self.small_bet = found,
            "big_bet" => self.big_bet = found,
            "draws" => self.draws = found,
            "small_blind" => self.small_blind = found,
            "big_blind" => self.big_blind = found,
            "straddle" => self.straddle = found,
            _ => self.raises = found,
        }
        Ok(self)
    }

    /// The number of seats.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.players as usize
    }

    /// The rules by name, as stored in a record: the options of other games than five-card draw at
    /// limit only where they are used, so that its records stay as they always were.
    #[must_use]
    pub fn facts(&self) -> Facts {
        let usual = Self::default();
        let numbers = self.numbers().into_iter().zip(usual.numbers());
        let named = Self::NUMBERS.into_iter().zip(numbers).enumerate();
        let shown = named.filter(|(place, (_, (found, usual)))| *place < 7 || found != usual);
        let mut facts: Facts =
            shown.map(|(_, (name, (found, _)))| (name, Fact::from(found))).collect();
        if self.ranking != usual.ranking {
            facts.push(("ranking", self.ranking.name().into()));
        }
        if self.betting != usual.betting {
            facts.push(("betting", self.betting.name().into()));
        }
        facts
    }

    const fn numbers(&self) -> [u32; Self::NUMBERS.len()] {
        [
            self.players,
            self.hands,
            self.stack,
            self.ante,
            self.small_bet,
            self.big_bet,
            self.raises,
            self.draws,
            self.small_blind,
            self.big_blind,
            self.straddle,
        ]
    }
}

/// Why rules or a deal are not playable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum RulesError {
    #[error("{name}: expected {least} to {most}, found {found}")]
    OutOfRange { name: String, least: u32, most: u32, found: i128 },
    #[error("unknown rule '{name}'")]
    UnknownName { name: String },
    #[error("ranking: expected one of high, 2-7, a-5, badugi, found '{found}'")]
    Ranking { found: Ranking },
    #[error(
        "players = {players}, draws = {draws}: expected at most {most} players, as each may need \
         {each} of the 52 cards"
    )]
    DeckTooSmall { players: u32, draws: u32, each: usize, most: usize },
    #[error(
        "small_blind = {small_blind}, big_blind = {big_blind}: expected a big blind that is not \
         smaller"
    )]
    SmallBlind { small_blind: Chips, big_blind: Chips },
    #[error(
        "big_blind = {big_blind}, small_bet = {small_bet}: expected a big blind of at most the \
         small bet at limit"
    )]
    BigBlind { big_blind: Chips, small_bet: Chips },
    #[error("straddle = {straddle}: expected at least 3 players, as the third one posts it")]
    StraddleHeadsUp { straddle: Chips },
    #[error(
        "straddle = {straddle}, big_blind = {big_blind}: expected a big blind and a straddle of at \
         least twice that"
    )]
    Straddle { straddle: Chips, big_blind: Chips },
    #[error("stacks: expected {expected} stacks, one per player, found {found}")]
    StackCount { expected: usize, found: usize },
    #[error("stacks: seat {seat}: expected 1 to {most}, the stack of the rules, found {found}")]
    StackSize { seat: usize, most: Chips, found: Chips },
    #[error("deal: expected at most {most} decks, one per hand, found {found}")]
    TooManyDecks { most: u32, found: usize },
    #[error("deal: deck {index}: expected {least} to 52 cards, {each} per player, found {found}")]
    DeckSize { index: usize, least: usize, each: usize, found: usize },
    #[error("deal: deck {index}: {error}")]
    Deck { index: usize, error: CardError },
}
