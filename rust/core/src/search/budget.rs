//! How long a search may take.

use std::time::Duration;

use crate::game::{Expected, Parameter, Setting};

/// How many worlds a search may look at, and how long it may take: whatever is used up first. A
/// budget in worlds alone gives the same choice every time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    worlds: Option<u32>,
    time: Option<Duration>,
    /// Whether every move is tried in every world, however far behind it is.
    tries_all: bool,
}

impl Budget {
    /// The most worlds of one choice; what came of each is kept until it is made.
    pub const MOST_WORLDS: u32 = 200_000;

    /// The worlds of a budget of which nothing was said.
    pub const USUAL_WORLDS: u32 = 400;

    /// The parameter for the worlds.
    pub const WORLDS: Parameter = Parameter {
        name: "worlds",
        summary: "the most possible worlds to try the moves in; the choice is reproducible",
        expected: Expected::Number { least: 1, most: Self::MOST_WORLDS },
        default: Some("400"),
    };

    /// The parameter for the time.
    pub const TIME: Parameter = Parameter {
        name: "time",
        summary: "the time for a choice, in place of worlds; the choice is not reproducible",
        expected: Expected::Time,
        default: None,
    };

    /// The parameter for dropping moves.
    pub const DROPS: Parameter = Parameter {
        name: "drops",
        summary: "whether moves that are clearly behind are not tried any more",
        expected: Expected::Word(&["yes", "no"]),
        default: Some("yes"),
    };

    /// The parameters of a bot that takes nothing but a budget.
    pub const PARAMETERS: &'static [Parameter] = &[Self::WORLDS, Self::TIME, Self::DROPS];

    /// So many worlds.
    #[must_use]
    pub const fn of_worlds(worlds: u32) -> Self {
        Self { worlds: Some(worlds), time: None, tries_all: false }
    }

    /// As many worlds as there is time for.
    #[must_use]
    pub const fn of_time(time: Duration) -> Self {
        Self { worlds: None, time: Some(time), tries_all: false }
    }

    /// Set a parameter, if it is one of a budget.
    pub fn set(&mut self, parameter: &str, setting: Setting) {
        match (parameter, setting) {
            ("worlds", Setting::Number(worlds)) => self.worlds = Some(worlds),
            ("time", Setting::Time(time)) => self.time = Some(time),
            ("drops", Setting::Word(word)) => self.tries_all = word == "no",
            _ => {}
        }
    }

    /// The most worlds.
    #[must_use]
    pub fn worlds(&self) -> u32 {
        let usual = if self.time.is_some() { Self::MOST_WORLDS } else { Self::USUAL_WORLDS };
        self.worlds.unwrap_or(usual)
    }

    /// The longest time.
    #[must_use]
    pub const fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Whether every move is tried in every world, however far behind it is.
    #[must_use]
    pub const fn tries_all(&self) -> bool {
        self.tries_all
    }
}
