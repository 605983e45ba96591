//! Command-line arguments.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::targets;

const USAGE: &str = "expected [--seconds N | --inputs N] [--seed N] [TARGET …]";

/// What to run, and for how long.
pub struct Arguments {
    /// For all targets together.
    pub budget: Budget,
    /// The seed of all randomness.
    pub seed: u64,
    /// The targets; all of them if none is named.
    pub names: Vec<String>,
}

/// When to stop.
#[derive(Clone, Copy)]
pub enum Budget {
    /// After this time.
    Time(Duration),
    /// After this many inputs.
    Inputs(u64),
}

impl Budget {
    /// The part of one of `count` targets.
    pub fn share(self, count: u32) -> Self {
        match self {
            Self::Time(time) => Self::Time(time / count),
            Self::Inputs(inputs) => Self::Inputs(inputs.div_ceil(u64::from(count))),
        }
    }
}

impl Arguments {
    /// Parse the arguments after the program name.
    pub fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut arguments = Self {
            budget: Budget::Time(Duration::from_secs(60)),
            seed: clock.as_secs(),
            names: Vec::new(),
        };
        let known: Vec<&str> = targets::all().iter().map(|target| target.name()).collect();
        while let Some(word) = words.next() {
            let mut number = || {
                let found = words.next().unwrap_or_default();
                found.parse::<u64>().map_err(|_| {
                    format!("{word}: expected a whole number, found '{found}'; {USAGE}")
                })
            };
            match word.as_str() {
                "--seconds" => arguments.budget = Budget::Time(Duration::from_secs(number()?)),
                "--inputs" => arguments.budget = Budget::Inputs(number()?),
                "--seed" => arguments.seed = number()?,
                name if known.contains(&name) => arguments.names.push(word),
                _ => {
                    let known = known.join(", ");
                    return Err(format!("unknown target '{word}', there are {known}; {USAGE}"));
                }
            }
        }
        Ok(arguments)
    }
}
