use std::str::FromStr;

use super::outcome::Outcome;
use super::paytable::{Paytable, PaytableError};

/// What makes one discard better than another, as far as it follows from the final hand alone.
/// (Winning a showdown does not: see [`Showdown`](super::Showdown).)
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The expected number of the final class, 0 to 8.
    Class,
    /// Not an optimum but a rule: see [`keep_pattern`](super::keep_pattern). Discards are valued as by
    /// [`Objective::Class`], and the rule's is taken whatever its value.
    Pattern,
    /// The expected payout.
    Paytable(Paytable),
}

impl Objective {
    /// The name, as users type it.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Class => "class",
            Self::Pattern => "pattern",
            Self::Paytable(paytable) => paytable.name(),
        }
    }

    /// The least number that makes what every final hand is worth whole.
    #[must_use]
    pub const fn scale(&self) -> u64 {
        match self {
            Self::Class | Self::Pattern => 1,
            Self::Paytable(paytable) => paytable.scale(),
        }
    }

    /// The paytable, if that is what hands are valued by.
    #[must_use]
    pub const fn paytable(&self) -> Option<&Paytable> {
        match self {
            Self::Class | Self::Pattern => None,
            Self::Paytable(paytable) => Some(paytable),
        }
    }

    /// What each outcome is worth, times the scale.
    pub(super) fn worths(&self) -> [i64; Outcome::COUNT] {
        match self {
            Self::Class | Self::Pattern => {
                Outcome::ALL.map(|outcome| i64::from(outcome.category().number()))
            }
            Self::Paytable(paytable) => paytable.scaled_payouts().map(|payout| payout as i64),
        }
    }
}

impl FromStr for Objective {
    type Err = PaytableError;

    /// `class`, `pattern`, or the name of a built-in paytable.
    fn from_str(name: &str) -> Result<Self, PaytableError> {
        match name {
            "class" => Ok(Self::Class),
            "pattern" => Ok(Self::Pattern),
            name => name.parse().map(Self::Paytable),
        }
    }
}
