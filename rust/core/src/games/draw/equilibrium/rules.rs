//! The part of the rules that matters for a hand between two players.

use thiserror::Error;

use crate::cfr::RoundEnd;
use crate::games::draw::rules::{Chips, Rules, RulesError};
use crate::monitor::Stopped;
use crate::poker::Ranking;

/// The most raises per betting round in a game that can be solved.
pub const MAX_RAISES: u32 = 5;

/// The game and the stakes of a hand, and how much can be lost in it.
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
    /// The effective stack: that of the player with fewer chips, before the ante, but no more than a hand
    /// can cost. What the other has beyond it is returned.
    pub stack: Chips,
}

impl From<&Rules> for Limits {
    fn from(rules: &Rules) -> Self {
        Self::new(rules, rules.stack)
    }
}

impl Limits {
    /// The limits of a hand by these rules with an effective stack.
    #[must_use]
    pub fn new(rules: &Rules, stack: Chips) -> Self {
        let &Rules { ranking, ante, small_bet, big_bet, raises, .. } = rules;
        let limits = Self { ranking, ante, small_bet, big_bet, raises, stack };
        Self { stack: u64::from(stack).min(limits.most()) as Chips, ..limits }
    }

    /// The number of cards in a hand.
    pub(super) const fn cards(&self) -> usize {
        if matches!(self.ranking, Ranking::Badugi) { 4 } else { 5 }
    }

    /// Whether nobody can be all in.
    #[must_use]
    pub fn is_deep(&self) -> bool {
        u64::from(self.stack) >= self.most()
    }

    /// How often a round with bets of this size, after this many bets before the draw, can be bet and
    /// raised: a player with chips left can go all in for less than a bet, and the other can call.
    pub(super) fn most_bets(&self, before: u32, size: Chips) -> u32 {
        let paid = u64::from(self.ante) + u64::from(before) * u64::from(self.small_bet);
        let left = u64::from(self.stack).saturating_sub(paid);
        left.div_ceil(size.max(1).into()).min(u64::from(self.raises) + 1) as u32
    }

    /// The most a player with enough chips can pay in a hand.
    #[must_use]
    pub fn most(&self) -> u64 {
        let bets = u64::from(self.raises) + 1;
        u64::from(self.ante) + bets * (u64::from(self.small_bet) + u64::from(self.big_bet))
    }

    /// The smallest limits with the same ratios, of which these are a multiple. A short stack that is
    /// not a whole multiple is rounded up: the same bets are possible then, of which the last one costs a
    /// little more.
    #[must_use]
    pub fn in_lowest_terms(self) -> Self {
        let Self { ante, small_bet, big_bet, stack, .. } = self;
        let unit = gcd(ante, gcd(small_bet, big_bet)).max(1);
        let [ante, small_bet, big_bet] = [ante, small_bet, big_bet].map(|chips| chips / unit);
        Self { ante, small_bet, big_bet, stack: stack.div_ceil(unit), ..self }
    }

    /// The limits of a game that can be solved.
    ///
    /// # Errors
    ///
    /// Another game than one with a single draw at limit without blinds, more than two players, or more
    /// than [`MAX_RAISES`] raises.
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
        Ok(limits)
    }

    /// What a player wins where a betting round ends, with bets of this size, if both paid `before` bets
    /// before the draw. At a showdown, what the winner wins.
    pub(super) fn won(&self, end: RoundEnd, player: usize, before: u32, size: Chips) -> f64 {
        let paid = |bets: u32| {
            let base = f64::from(self.ante) + f64::from(before) * f64::from(self.small_bet);
            (base + f64::from(bets) * f64::from(size)).min(self.stack.into())
        };
        match end {
            RoundEnd::Closed { bets } => paid(bets),
            RoundEnd::Folded { player: folded, bets } if folded == player => -paid(bets),
            RoundEnd::Folded { bets, .. } => paid(bets),
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
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(
        "only games with one draw, at limit and without blinds, can be solved; expected draws = 1, \
         betting = 'limit', big_blind = 0"
    )]
    Game,
    #[error("ranking: only strategies for five-card draw can be bounded, found {found}")]
    Ranking { found: Ranking },
    #[error("players: only games of 2 can be solved, found {found}")]
    Players { found: u32 },
    #[error(
        "only five-card draw at limit and without blinds can be solved for larger tables; expected \
         ranking = 'high', draws = 1, betting = 'limit', big_blind = 0"
    )]
    TableGame,
    #[error("players: expected a table of 3 to 5, found {found}")]
    Table { found: u32 },
    #[error(
        "raises: expected at most {MAX_RAISES}, found {found}: the game would be too large to solve"
    )]
    Raises { found: u32 },
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
            stack: ante + 4 * (small_bet + big_bet),
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
