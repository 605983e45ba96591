//! The hands of one player.

use std::fmt;

use thiserror::Error;

use super::rules::Rules;

/// The most hands a player can have.
pub(super) const MOST_HANDS: usize = 3;

/// The fingers on each hand of one player, from left to right; 0 is a hand that is out.
///
/// ```
/// use cardcore::games::chopsticks::{Hands, Rules};
///
/// let hands = Hands::new(&Rules::default(), &[2, 0])?;
/// assert_eq!(hands.to_string(), "2 0");
///
/// let error = Hands::new(&Rules::default(), &[2, 5]).unwrap_err();
/// assert_eq!(error.to_string(), "hand 2 of 2 has 5 fingers, expected 0 to 4");
/// # Ok::<(), cardcore::games::chopsticks::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hands {
    numbers: [u8; MOST_HANDS],
    count: u8,
}

impl Hands {
    /// Hands that are possible under these rules.
    ///
    /// # Errors
    ///
    /// The wrong number of hands, or a hand with fewer fingers than none or more than it can show.
    pub fn new(rules: &Rules, numbers: &[i64]) -> Result<Self, PositionError> {
        if numbers.len() != usize::from(rules.hands()) {
            return Err(PositionError::HandCount { found: numbers.len(), expected: rules.hands() });
        }
        let mut hands = Self::equal(rules.hands(), 0);
        for (place, (slot, &number)) in hands.numbers.iter_mut().zip(numbers).enumerate() {
            *slot = u8::try_from(number).ok().filter(|&small| small < rules.fingers()).ok_or(
                PositionError::Fingers {
                    place: place + 1,
                    hands: rules.hands(),
                    found: number,
                    most: rules.fingers() - 1,
                },
            )?;
        }
        Ok(hands)
    }

    /// Hands that all show the same number. `count` is at most [`MOST_HANDS`].
    pub(super) fn equal(count: u8, number: u8) -> Self {
        let mut numbers = [0; MOST_HANDS];
        numbers.iter_mut().take(usize::from(count)).for_each(|slot| *slot = number);
        Self { numbers, count }
    }

    /// Check that these are hands of a game with these rules.
    ///
    /// # Errors
    ///
    /// As for [`new`](Hands::new).
    pub fn check(self, rules: &Rules) -> Result<Self, PositionError> {
        let numbers = self.numbers.map(i64::from);
        Self::new(rules, numbers.get(..usize::from(self.count)).unwrap_or_default())
    }

    /// The fingers from left to right.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        self.numbers.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// How many hands there are.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.count
    }

    /// The fingers on one hand; none on a hand that does not exist.
    #[must_use]
    pub fn number(self, place: u8) -> u8 {
        self.numbers.get(usize::from(place)).copied().unwrap_or(0)
    }

    /// The fingers on all hands.
    #[must_use]
    pub fn total(self) -> u8 {
        self.numbers.iter().sum()
    }

    /// The same hands with another number on one of them.
    #[must_use]
    pub(super) fn with(mut self, place: u8, number: u8) -> Self {
        if let Some(slot) = self.numbers.get_mut(usize::from(place)) {
            *slot = number;
        }
        self
    }

    /// The same numbers in ascending order.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        if let Some(numbers) = self.numbers.get_mut(..usize::from(self.count)) {
            numbers.sort_unstable();
        }
        self
    }
}

impl fmt::Display for Hands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, number) in self.as_slice().iter().enumerate() {
            let separator = if place == 0 { "" } else { " " };
            write!(f, "{separator}{number}")?;
        }
        Ok(())
    }
}

/// Hands that the rules do not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The wrong number of hands.
    #[error("found {found} hands, expected {expected}")]
    HandCount {
        /// How many were given.
        found: usize,
        /// How many the rules have.
        expected: u8,
    },
    /// A number of fingers that no hand can show.
    #[error("hand {place} of {hands} has {found} fingers, expected 0 to {most}")]
    Fingers {
        /// Which hand, counted from 1.
        place: usize,
        /// How many hands there are.
        hands: u8,
        /// What was given.
        found: i64,
        /// The most that a hand can show.
        most: u8,
    },
}
