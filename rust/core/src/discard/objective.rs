use std::str::FromStr;

use super::outcome::Outcome;
use super::paytable::{Paytable, PaytableError};

/// What a discard maximizes, as a function of the final hand alone. (Showdown equity is not: see
/// [`Showdown`](super::Showdown).)
///
/// ```
/// use cardcore::discard::Objective;
///
/// let objective: Objective = "jacks-or-better-9-6".parse()?;
/// assert_eq!(objective.name(), "jacks-or-better-9-6");
/// assert!("jacks-or-better-7-7".parse::<Objective>().is_err());
/// # Ok::<(), cardcore::discard::PaytableError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The expected number of the final hand category, 0 to 8.
    Class,
    /// A rule rather than an optimum: see [`keep_pattern`](super::keep_pattern). Discards are
    /// valued as in [`Objective::Class`], but the rule's choice is taken regardless of its value.
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

    /// The smallest factor that makes the values of all final hands integers.
    #[must_use]
    pub const fn scale(&self) -> u64 {
        match self {
            Self::Class | Self::Pattern => 1,
            Self::Paytable(paytable) => paytable.scale(),
        }
    }

    /// The paytable, if there is one.
    #[must_use]
    pub const fn paytable(&self) -> Option<&Paytable> {
        match self {
            Self::Class | Self::Pattern => None,
            Self::Paytable(paytable) => Some(paytable),
        }
    }

    /// The value of each outcome, times the scale.
    pub(super) fn outcome_values(&self) -> [i64; Outcome::COUNT] {
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
