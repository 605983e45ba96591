use std::ops::RangeInclusive;

use thiserror::Error;

use crate::cards::CardError;
use crate::game::{Bounds, Fact, Facts};

/// A number of chips. The sum of all stacks fits.
pub type Chips = u32;

/// The most players that one deck supports: each may see ten cards.
pub const MAX_PLAYERS: usize = 5;

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
    /// The size of a bet before the draw.
    pub small_bet: Chips,
    /// The size of a bet after the draw.
    pub big_bet: Chips,
    /// The maximum number of raises per round.
    pub raises: u32,
}

impl Default for Rules {
    /// Two players, ten hands, stacks of 100, ante 1, bets 2 and 4, three raises.
    fn default() -> Self {
        Self { players: 2, hands: 10, stack: 100, ante: 1, small_bet: 2, big_bet: 4, raises: 3 }
    }
}

impl Rules {
    /// The maximum stack, ante or bet.
    pub const MAX_CHIPS: Chips = 100_000_000;

    /// The maximum number of hands in a match.
    pub const MAX_HANDS: u32 = 1_000_000;

    /// The names of the fields.
    pub const NAMES: [&'static str; 7] =
        ["players", "hands", "stack", "ante", "small_bet", "big_bet", "raises"];

    /// Check that these rules are playable.
    ///
    /// # Errors
    ///
    /// The first number that is out of range.
    pub fn check(&self) -> Result<(), RulesError> {
        let mut checked = *self;
        for (name, number) in self.numbers() {
            checked = checked.with(name, number.into())?;
        }
        Ok(())
    }

    /// Limits that hold for every match under these rules.
    pub(super) fn bounds(&self) -> Bounds {
        let (seats, hands) = (u64::from(self.players), u64::from(self.hands));
        // At most a round of checks, and another after every bet and raise.
        let round = seats.saturating_mul(u64::from(self.raises) + 2);
        let moves = round.saturating_mul(2).saturating_add(seats).saturating_mul(hands);
        let bets = u64::from(self.small_bet) + u64::from(self.big_bet);
        let paid = bets.saturating_mul(u64::from(self.raises) + 1) + u64::from(self.ante);
        let most = paid.saturating_mul(hands).min(self.stack.into()) as i64;
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
            "ante" => 0..=Self::MAX_CHIPS,
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
            _ => self.raises = found,
        }
        Ok(self)
    }

    /// The number of seats.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.players as usize
    }

    /// The rules by name, as stored in a record.
    #[must_use]
    pub fn facts(&self) -> Facts {
        self.numbers().into_iter().map(|(name, number)| (name, Fact::from(number))).collect()
    }

    const fn numbers(&self) -> [(&'static str, u32); 7] {
        [
            ("players", self.players),
            ("hands", self.hands),
            ("stack", self.stack),
            ("ante", self.ante),
            ("small_bet", self.small_bet),
            ("big_bet", self.big_bet),
            ("raises", self.raises),
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
    #[error("deal: expected at most {most} decks, one per hand, found {found}")]
    TooManyDecks { most: u32, found: usize },
    #[error("deal: deck {index}: expected {least} to 52 cards, ten per player, found {found}")]
    DeckSize { index: usize, least: usize, found: usize },
    #[error("deal: deck {index}: {error}")]
    Deck { index: usize, error: CardError },
}
