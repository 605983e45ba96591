//! The part of the rules that matters for a hand between two players who can cover every bet.

use thiserror::Error;

use crate::cfr::RoundEnd;
use crate::games::draw::rules::{Chips, Rules};
use crate::monitor::Stopped;
use crate::poker::Ranking;

/// The most raises per betting round in a game that can be solved.
pub const MAX_RAISES: u32 = 5;

/// The game and the stakes of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How hands are compared.
    pub ranking: Ranking,
    /// What both players pay before the deal.
    pub ante: Chips,
    /// The size of a bet before the draw.
    pub small_bet: Chips,
    /// The size of a bet after the draw.
    pub big_bet: Chips,
    /// How many raises a betting round allows.
    pub raises: u32,
}

impl From<&Rules> for Limits {
    fn from(rules: &Rules) -> Self {
        let &Rules { ranking, ante, small_bet, big_bet, raises, .. } = rules;
        Self { ranking, ante, small_bet, big_bet, raises }
    }
}

impl Limits {
    /// The number of cards in a hand.
    pub(super) const fn cards(&self) -> usize {
        if matches!(self.ranking, Ranking::Badugi) { 4 } else { 5 }
    }

    /// The most a player can pay in a hand.
    #[must_use]
    pub fn most(&self) -> u64 {
        let bets = u64::from(self.raises) + 1;
        u64::from(self.ante) + bets * (u64::from(self.small_bet) + u64::from(self.big_bet))
    }

    /// The smallest limits with the same ratios. A strategy for these is a strategy for all their
    /// multiples, as nobody can be all in.
    #[must_use]
    pub fn in_lowest_terms(self) -> Self {
        let Self { ante, small_bet, big_bet, .. } = self;
        let unit = gcd(ante, gcd(small_bet, big_bet)).max(1);
        Self { ante: ante / unit, small_bet: small_bet / unit, big_bet: big_bet / unit, ..self }
    }

    /// The limits of a game that can be solved.
    ///
    /// # Errors
    ///
    /// Another game than one with a single draw at limit without blinds, more than two players, more
    /// than [`MAX_RAISES`] raises, or stacks with which a player could be all in.
    pub fn of_solvable(rules: &Rules) -> Result<Self, EquilibriumError> {
        let limits = Self::from(rules);
        if !rules.is_limit_single_draw() {
            return Err(EquilibriumError::Game);
        }
        if rules.players != 2 {
            return Err(EquilibriumError::Players { found: rules.players });
        }
        if limits.raises > MAX_RAISES {
            return Err(EquilibriumError::Raises { found: limits.raises });
        }
        if u64::from(rules.stack) < limits.most() {
            return Err(EquilibriumError::Stack { least: limits.most(), found: rules.stack });
        }
        Ok(limits)
    }

    /// What a player wins where a betting round ends, with bets of this size, if both paid `before` bets
    /// before the draw. At a showdown, what the winner wins.
    pub(super) fn won(&self, end: RoundEnd, player: usize, before: u32, size: Chips) -> f64 {
        let base = f64::from(self.ante) + f64::from(before) * f64::from(self.small_bet);
        match end {
            RoundEnd::Closed { bets } => base + f64::from(bets) * f64::from(size),
            RoundEnd::Folded { player: folded, bets } => {
                let lost = base + f64::from(bets) * f64::from(size);
                if folded == player { -lost } else { lost }
            }
        }
    }
}

/// The greatest common divisor.
fn gcd(left: Chips, right: Chips) -> Chips {
    if right == 0 { left } else { gcd(right, left % right) }
}

/// Why a game cannot be solved, or a solution cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum EquilibriumError {
    #[error(transparent)]
    Stopped(#[from] Stopped),
    #[error(
        "only games with one draw, at limit and without blinds, can be solved; expected draws = 1, \
         betting = 'limit', big_blind = 0"
    )]
    Game,
    #[error("players: only games of 2 can be solved, found {found}")]
    Players { found: u32 },
    #[error(
        "raises: expected at most {MAX_RAISES}, found {found}: the game would be too large to solve"
    )]
    Raises { found: u32 },
    #[error("stack: expected at least {least}, so that nobody can be all in, found {found}")]
    Stack { least: u64, found: Chips },
    #[error("{name}: expected {least} to {most}, found {found}")]
    OutOfRange { name: &'static str, least: u32, most: u32, found: u32 },
    #[error("expected a strategy for the same stakes and with the same buckets")]
    OtherModel,
    #[error("not a solution of a draw game: {reason}")]
    Unreadable { reason: &'static str },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiples_have_the_same_lowest_terms() {
        let limits = |ante, small_bet, big_bet| Limits {
            ranking: Ranking::High,
            ante,
            small_bet,
            big_bet,
            raises: 3,
        };
        for (given, expected) in [
            (limits(1, 2, 4), limits(1, 2, 4)),
            (limits(25, 50, 100), limits(1, 2, 4)),
            (limits(0, 6, 9), limits(0, 2, 3)),
            (limits(6, 10, 15), limits(6, 10, 15)),
            (limits(0, 7, 7), limits(0, 1, 1)),
        ] {
            assert_eq!(given.in_lowest_terms(), expected);
        }
    }
}
