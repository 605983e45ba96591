//! The budget of a search: worlds, time, pruning.

use std::time::Duration;

use crate::game::{Expected, Parameter, Setting, Temper};

/// The maximum number of worlds (sampled determinizations) and the time limit of a search,
/// whichever is reached first. With a budget in worlds alone, the choice is reproducible.
///
/// ```
/// use std::time::Duration;
/// use cardcore::search::Budget;
///
/// assert_eq!(Budget::of_worlds(50).worlds(), 50);
/// assert_eq!(Budget::of_time(Duration::from_millis(10)).worlds(), Budget::MAX_WORLDS);
/// assert_eq!(Budget::default().worlds(), Budget::DEFAULT_WORLDS);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    worlds: Option<u32>,
    time: Option<Duration>,
    /// Whether every candidate is evaluated in every world, without successive elimination.
    evaluates_all: bool,
}

impl Budget {
    /// The most worlds per choice; every outcome is stored until the choice is made.
    pub const MAX_WORLDS: u32 = 200_000;

    /// The number of worlds if neither worlds nor time is given.
    pub const DEFAULT_WORLDS: u32 = 400;

    /// The parameter for the number of worlds.
    pub const WORLDS: Parameter = Parameter {
        name: "worlds",
        summary: "the maximum number of worlds (sampled deals) to evaluate moves in; reproducible",
        expected: Expected::Number { minimum: 1, maximum: Self::MAX_WORLDS },
        default: Some("400"),
    };

    /// The parameter for the time limit.
    pub const TIME: Parameter = Parameter {
        name: "time",
        summary: "the time limit per choice, instead of worlds; not reproducible",
        expected: Expected::Time,
        default: None,
    };

    /// The parameter for successive elimination.
    pub const PRUNE: Parameter = Parameter {
        name: "prune",
        summary: "whether clearly worse moves are pruned by successive elimination",
        expected: Expected::Word(&["yes", "no"]),
        default: Some("yes"),
    };

    /// The parameters of a bot whose only options are those of the budget.
    pub const PARAMETERS: &'static [Parameter] =
        &[Self::WORLDS, Self::TIME, Self::PRUNE, Temper::TEMPERATURE, Temper::CUTOFF];

    /// A budget of this many worlds.
    #[must_use]
    pub const fn of_worlds(worlds: u32) -> Self {
        Self { worlds: Some(worlds), time: None, evaluates_all: false }
    }

    /// As many worlds as fit into this time.
    #[must_use]
    pub const fn of_time(time: Duration) -> Self {
        Self { worlds: None, time: Some(time), evaluates_all: false }
    }

    /// Set a parameter, if it belongs to the budget.
    pub fn set(&mut self, parameter: &str, setting: Setting) {
        match (parameter, setting) {
            ("worlds", Setting::Number(worlds)) => self.worlds = Some(worlds),
            ("time", Setting::Time(time)) => self.time = Some(time),
            ("prune", Setting::Word(word)) => self.evaluates_all = word == "no",
            _ => {}
        }
    }

    /// The maximum number of worlds.
    #[must_use]
    pub fn worlds(&self) -> u32 {
        let default = if self.time.is_some() { Self::MAX_WORLDS } else { Self::DEFAULT_WORLDS };
        self.worlds.unwrap_or(default)
    }

    /// The time limit.
    #[must_use]
    pub const fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Whether every candidate is evaluated in every world, without successive elimination.
    #[must_use]
    pub const fn evaluates_all(&self) -> bool {
        self.evaluates_all
    }
}
