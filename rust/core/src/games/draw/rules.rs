use std::ops::RangeInclusive;

use thiserror::Error;

use crate::cards::CardError;
use crate::game::{Bounds, Fact, Facts};

/// A number of chips. The chips of all stacks together fit.
pub type Chips = u32;

/// The most players that one deck serves: each may see ten cards.
pub const MOST_PLAYERS: usize = 5;

/// What a match is played by.
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
    /// How many seats there are, 2 to 5.
    pub players: u32,
    /// How many hands the match has, unless one player has all the chips before.
    pub hands: u32,
    /// The chips everyone begins with.
    pub stack: Chips,
    /// What everyone pays for a hand.
    pub ante: Chips,
    /// The size of a bet before the draw.
    pub small_bet: Chips,
    /// The size of a bet after the draw.
    pub big_bet: Chips,
    /// How often the bet of a round may be raised.
    pub raises: u32,
}

impl Default for Rules {
    /// Two players, ten hands, stacks of 100, ante 1, bets 2 and 4, three raises.
    fn default() -> Self {
        Self { players: 2, hands: 10, stack: 100, ante: 1, small_bet: 2, big_bet: 4, raises: 3 }
    }
}

impl Rules {
    /// The most chips a stack, an ante or a bet may have.
    pub const MOST_CHIPS: Chips = 100_000_000;

    /// The most hands of a match.
    pub const MOST_HANDS: u32 = 1_000_000;

    /// The names of the fields.
    pub const NAMES: [&'static str; 7] =
        ["players", "hands", "stack", "ante", "small_bet", "big_bet", "raises"];

    /// Check that a match can be played by these rules.
    ///
    /// # Errors
    ///
    /// The first number that is out of its range.
    pub fn check(&self) -> Result<(), RulesError> {
        let mut checked = *self;
        for (name, number) in self.numbers() {
            checked = checked.with(name, number.into())?;
        }
        Ok(())
    }

    /// What every match under these rules stays within.
    pub(super) fn bounds(&self) -> Bounds {
        let (seats, hands) = (u64::from(self.players), u64::from(self.hands));
        // A round of checks at most, and another after every bet and raise.
        let round = seats.saturating_mul(u64::from(self.raises) + 2);
        let moves = round.saturating_mul(2).saturating_add(seats).saturating_mul(hands);
        let bets = u64::from(self.small_bet) + u64::from(self.big_bet);
        let paid = bets.saturating_mul(u64::from(self.raises) + 1) + u64::from(self.ante);
        let most = paid.saturating_mul(hands).min(self.stack.into()) as i64;
        let seats = seats as i64;
        Bounds {
            seats: 2..=MOST_PLAYERS,
            moves: Some(moves),
            score: Some(-most..=most * (seats - 1)),
            margin: Some(most * seats),
            total: Some(0),
        }
    }

    /// What the number of that name may be.
    ///
    /// # Errors
    ///
    /// A name that is none of the fields'.
    pub fn range(name: &str) -> Result<RangeInclusive<u32>, RulesError> {
        Ok(match name {
            "players" => 2..=MOST_PLAYERS as u32,
            "hands" => 1..=Self::MOST_HANDS,
            "stack" | "small_bet" | "big_bet" => 1..=Self::MOST_CHIPS,
            "ante" => 0..=Self::MOST_CHIPS,
            "raises" => 0..=1000,
            _ => return Err(RulesError::UnknownName { name: name.to_owned() }),
        })
    }

    /// These rules with another number of that name.
    ///
    /// # Errors
    ///
    /// A name that is none of the fields', or a number that is out of its range.
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

    /// How many seats there are.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.players as usize
    }

    /// The rules by name, as a record keeps them.
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

/// Why rules or a deal cannot be played.
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
    #[error("deal: deck {place}: expected {least} to 52 cards, ten per player, found {found}")]
    DeckSize { place: usize, least: usize, found: usize },
    #[error("deal: deck {place}: {error}")]
    Deck { place: usize, error: CardError },
}
