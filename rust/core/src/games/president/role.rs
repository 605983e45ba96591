//! Roles: what a finishing place means for the next round.

use std::fmt;

/// A role, by the place in the previous round.
///
/// ```
/// use cardcore::games::president::Role;
///
/// let roles: Vec<&str> = (1..=4).map(|place| Role::of(place, 4).name()).collect();
/// assert_eq!(roles, ["President", "Vice-President", "Vice-Bum", "Bum"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the variants are the five roles")]
pub enum Role {
    President,
    VicePresident,
    Neutral,
    ViceBum,
    Bum,
}

impl Role {
    /// The role for a place, counted from 1: the first and the last, with four or more players the
    /// second and the second-to-last, and neutral in between.
    ///
    /// ```
    /// use cardcore::games::president::Role;
    ///
    /// let roles: Vec<String> = (1..=5).map(|place| Role::of(place, 5).to_string()).collect();
    /// assert_eq!(roles, ["President", "Vice-President", "Neutral", "Vice-Bum", "Bum"]);
    /// ```
    #[must_use]
    pub const fn of(place: usize, players: usize) -> Self {
        if place <= 1 {
            Self::President
        } else if place >= players {
            Self::Bum
        } else if players >= 4 && place == 2 {
            Self::VicePresident
        } else if players >= 4 && place + 1 == players {
            Self::ViceBum
        } else {
            Self::Neutral
        }
    }

    /// The name of this role.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::President => "President",
            Self::VicePresident => "Vice-President",
            Self::Neutral => "Neutral",
            Self::ViceBum => "Vice-Bum",
            Self::Bum => "Bum",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
