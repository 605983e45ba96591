//! House rules and their validation.

use thiserror::Error;

use super::hands::Hands;
use crate::game::{Fact, Facts};

/// A set of rules, not yet validated. The default is the report's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HouseRules {
    /// A hand that reaches this many fingers is out: 2 to 16.
    pub fingers: i64,
    /// Hands per player: 1 to 3.
    pub hands: i64,
    /// Roll-over: a tapped hand keeps the sum modulo `fingers`, so that only an exact hit puts it
    /// out. Otherwise cut-off: any sum of `fingers` or more puts it out.
    pub rollover: bool,
    /// Whether fingers may be moved between one's own hands.
    pub splits: bool,
    /// Whether a split may merely swap the numbers of one's hands.
    pub swaps: bool,
    /// Whether a split may revive a hand that is out.
    pub revive: bool,
    /// Whether a split may put out one's own hand.
    pub split_to_zero: bool,
    /// Whether the only splits are halving an even hand into an empty one ("halvesies").
    pub halves_only: bool,
    /// Whether a player loses as soon as a single hand is out.
    pub sudden_death: bool,
    /// Whether the player who is out wins (misère).
    pub misere: bool,
    /// Fingers on every hand at the start: 1 to `fingers` - 1.
    pub start: i64,
}

impl Default for HouseRules {
    fn default() -> Self {
        Self {
            fingers: 5,
            hands: 2,
            rollover: false,
            splits: true,
            swaps: false,
            revive: true,
            split_to_zero: true,
            halves_only: false,
            sudden_death: false,
            misere: false,
            start: 1,
        }
    }
}

/// Validated rules.
///
/// ```
/// use cardcore::games::chopsticks::{HouseRules, Rules};
///
/// let rules = Rules::new(HouseRules { rollover: true, ..HouseRules::default() })?;
/// assert_eq!((rules.tapped(3, 4), Rules::default().tapped(3, 4)), (2, 0));
///
/// let error = Rules::new(HouseRules { fingers: 1, ..HouseRules::default() }).unwrap_err();
/// assert_eq!(error.to_string(), "fingers 1: expected 2 to 16");
/// # Ok::<(), cardcore::games::chopsticks::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    house: HouseRules,
    fingers: u8,
    hands: u8,
    start: u8,
}

impl Default for Rules {
    fn default() -> Self {
        Self { house: HouseRules::default(), fingers: 5, hands: 2, start: 1 }
    }
}

impl Rules {
    /// Validate a set of rules.
    ///
    /// # Errors
    ///
    /// A number out of range, or options that exclude each other.
    pub fn new(house: HouseRules) -> Result<Self, RulesError> {
        let number = |name, value, low, high| match u8::try_from(value) {
            Ok(small) if (low..=high).contains(&small) => Ok(small),
            _ => Err(RulesError::OutOfRange { name, value, low, high }),
        };
        let fingers = number("fingers", house.fingers, 2, 16)?;
        let hands = number("hands", house.hands, 1, 3)?;
        let start = number("start", house.start, 1, fingers - 1)?;
        let without = |option, missing| Err(RulesError::Without { option, missing });
        if house.swaps && !house.splits {
            return without("swaps", "splits");
        }
        if house.swaps && hands == 1 {
            return without("swaps", "a second hand");
        }
        if house.halves_only && !house.splits {
            return without("halves_only", "splits");
        }
        if house.halves_only && hands == 1 {
            return without("halves_only", "a second hand");
        }
        if house.halves_only && !house.revive {
            return without("halves_only", "revive");
        }
        if house.halves_only && house.swaps {
            return Err(RulesError::Together { first: "halves_only", second: "swaps" });
        }
        Ok(Self { house, fingers, hands, start })
    }

    /// The rules as given.
    #[must_use]
    pub const fn house(&self) -> &HouseRules {
        &self.house
    }

    /// The number of fingers that puts a hand out.
    #[must_use]
    pub const fn fingers(&self) -> u8 {
        self.fingers
    }

    /// Hands per player.
    #[must_use]
    pub const fn hands(&self) -> u8 {
        self.hands
    }

    /// The hands of either player at the start.
    #[must_use]
    pub fn start(&self) -> Hands {
        Hands::equal(self.hands, self.start)
    }

    /// A hand after being tapped by another.
    #[must_use]
    pub const fn tapped(&self, hand: u8, by: u8) -> u8 {
        let sum = hand + by;
        if sum < self.fingers {
            sum
        } else if self.house.rollover {
            sum % self.fingers
        } else {
            0
        }
    }

    /// Whether a player with these hands is out.
    #[must_use]
    pub fn is_out(&self, hands: Hands) -> bool {
        let mut numbers = hands.as_slice().iter();
        if self.house.sudden_death {
            numbers.any(|&number| number == 0)
        } else {
            numbers.all(|&number| number == 0)
        }
    }

    /// The result of a finished game for the player with the hands `me`: 1 won, -1 lost, 0 if both
    /// are out. `None` if the game continues.
    #[must_use]
    pub fn outcome(&self, me: Hands, opponent: Hands) -> Option<i8> {
        let win = if self.house.misere { -1 } else { 1 };
        match (self.is_out(me), self.is_out(opponent)) {
            (false, false) => None,
            (true, true) => Some(0),
            (true, false) => Some(-win),
            (false, true) => Some(win),
        }
    }

    /// The rules by name.
    #[must_use]
    pub fn facts(&self) -> Facts {
        let house = &self.house;
        vec![
            ("fingers", Fact::Number(house.fingers)),
            ("hands", Fact::Number(house.hands)),
            ("rollover", house.rollover.into()),
            ("splits", house.splits.into()),
            ("swaps", house.swaps.into()),
            ("revive", house.revive.into()),
            ("split_to_zero", house.split_to_zero.into()),
            ("halves_only", house.halves_only.into()),
            ("sudden_death", house.sudden_death.into()),
            ("misere", house.misere.into()),
            ("start", Fact::Number(house.start)),
        ]
    }
}

/// Invalid rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// A number out of range.
    #[error("{name} {value}: expected {low} to {high}")]
    OutOfRange {
        /// The name of the rule.
        name: &'static str,
        /// The value given.
        value: i64,
        /// The minimum.
        low: u8,
        /// The maximum.
        high: u8,
    },
    /// An option that requires something else.
    #[error("{option} requires {missing}")]
    Without {
        /// The option.
        option: &'static str,
        /// What it requires.
        missing: &'static str,
    },
    /// Two options that exclude each other.
    #[error("{first} and {second} exclude each other")]
    Together {
        /// One of them.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
}
