//! The stakes of a table, which is all that a blueprint knows of the rules.

use crate::games::draw::equilibrium::rules::{EquilibriumError, MAX_RAISES};
use crate::games::draw::rules::{Chips, MAX_PLAYERS, Rules};
use crate::poker::Ranking;

/// The stakes of five-card draw with one draw at fixed limit, without blinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// What everybody pays before the deal.
    pub ante: Chips,
    /// The size of a bet before the draw.
    pub small_bet: Chips,
    /// The size of a bet after the draw.
    pub big_bet: Chips,
    /// How many raises a betting round allows.
    pub raises: u32,
}

impl Stakes {
    /// The stakes of a table of three or more, if they can be solved.
    ///
    /// # Errors
    ///
    /// Another game, two players, or too many raises.
    pub fn of_solvable(rules: &Rules) -> Result<Self, EquilibriumError> {
        let &Rules { ante, small_bet, big_bet, raises, .. } = rules;
        if !rules.is_limit_single_draw() || rules.ranking != Ranking::High {
            return Err(EquilibriumError::TableGame);
        }
        if !(3..=MAX_PLAYERS).contains(&rules.seats()) {
            return Err(EquilibriumError::Table { found: rules.players });
        }
        if raises > MAX_RAISES {
            return Err(EquilibriumError::Raises { found: raises });
        }
        Ok(Self { ante, small_bet, big_bet, raises })
    }

    /// The most that a player can pay in a hand.
    #[must_use]
    pub fn most(&self) -> u64 {
        let bets = u64::from(self.raises) + 1;
        u64::from(self.ante) + bets * (u64::from(self.small_bet) + u64::from(self.big_bet))
    }

    /// Whether the rules have these stakes or others with the same ratios. While nobody can be all in,
    /// nothing else matters.
    #[must_use]
    pub fn fit(&self, rules: &Rules) -> bool {
        let is_same = |left: Chips, right: Chips, of_left: Chips, of_right: Chips| {
            u64::from(left) * u64::from(of_right) == u64::from(right) * u64::from(of_left)
        };
        rules.is_limit_single_draw()
            && rules.ranking == Ranking::High
            && rules.raises == self.raises
            && is_same(self.ante, self.small_bet, rules.ante, rules.small_bet)
            && is_same(self.small_bet, self.big_bet, rules.small_bet, rules.big_bet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stakes_fit_their_multiples() {
        let stakes = Stakes { ante: 1, small_bet: 2, big_bet: 4, raises: 3 };
        for (ante, small_bet, big_bet, raises, fits) in [
            (1, 2, 4, 3, true),
            (25, 50, 100, 3, true),
            (1, 2, 4, 2, false),
            (0, 2, 4, 3, false),
            (2, 2, 4, 3, false),
            (1, 2, 5, 3, false),
        ] {
            let rules = Rules { players: 5, ante, small_bet, big_bet, raises, ..Rules::default() };
            assert_eq!(stakes.fit(&rules), fits, "{rules:?}");
        }
        let low = Rules { ranking: Ranking::DeuceToSeven, ..Rules::default() };
        assert!(!stakes.fit(&low) && !stakes.fit(&Rules { draws: 2, ..Rules::default() }));
    }
}
