//! How much may be bet: limit, pot-limit, no-limit.

use std::fmt;

/// A betting structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Structure {
    /// All bets and raises of a round have one size.
    Limit,
    /// A raise is at most the size of the pot after the call.
    PotLimit,
    /// A player may bet everything.
    NoLimit,
}

impl Structure {
    /// All structures.
    pub const ALL: [Self; 3] = [Self::Limit, Self::PotLimit, Self::NoLimit];

    /// The name, such as `pot-limit`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Limit => "limit",
            Self::PotLimit => "pot-limit",
            Self::NoLimit => "no-limit",
        }
    }
}

impl fmt::Display for Structure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
