//! The hands of one player.

use std::fmt;

use thiserror::Error;

use super::rules::Rules;

/// The most hands of a player.
pub(super) const MAX_HANDS: usize = 3;

/// The fingers on each hand of one player, from left to right; a hand with 0 is out.
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
    numbers: [u8; MAX_HANDS],
    count: u8,
}

impl Hands {
    /// Hands that are valid under these rules.
    ///
    /// # Errors
    ///
    /// The wrong number of hands, or a negative or too large number of fingers.
    pub fn new(rules: &Rules, numbers: &[i64]) -> Result<Self, PositionError> {
        if numbers.len() != usize::from(rules.hands()) {
            return Err(PositionError::HandCount { found: numbers.len(), expected: rules.hands() });
        }
        let mut hands = Self::equal(rules.hands(), 0);
        for (index, (slot, &number)) in hands.numbers.iter_mut().zip(numbers).enumerate() {
            *slot = u8::try_from(number).ok().filter(|&small| small < rules.fingers()).ok_or(
                PositionError::Fingers {
                    index: index + 1,
                    hands: rules.hands(),
                    found: number,
                    maximum: rules.fingers() - 1,
                },
            )?;
        }
        Ok(hands)
    }

    /// Hands that all show the same number. `count` is at most [`MAX_HANDS`].
    pub(super) fn equal(count: u8, number: u8) -> Self {
        let mut numbers = [0; MAX_HANDS];
        numbers.iter_mut().take(usize::from(count)).for_each(|slot| *slot = number);
        Self { numbers, count }
    }

    /// Check that these hands are valid under these rules.
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

    /// The number of hands.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.count
    }

    /// The fingers on one hand; 0 for a hand that does not exist.
    #[must_use]
    pub fn number(self, index: u8) -> u8 {
        self.numbers.get(usize::from(index)).copied().unwrap_or(0)
    }

    /// The fingers on all hands.
    #[must_use]
    pub fn total(self) -> u8 {
        self.numbers.iter().sum()
    }

    /// The same hands with another number on one of them.
    #[must_use]
    pub(super) fn with(mut self, index: u8, number: u8) -> Self {
        if let Some(slot) = self.numbers.get_mut(usize::from(index)) {
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
        for (index, number) in self.as_slice().iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            write!(f, "{separator}{number}")?;
        }
        Ok(())
    }
}

/// Hands that are invalid under the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The wrong number of hands.
    #[error("found {found} hands, expected {expected}")]
    HandCount {
        /// The number given.
        found: usize,
        /// The number in the rules.
        expected: u8,
    },
    /// An invalid number of fingers.
    #[error("hand {index} of {hands} has {found} fingers, expected 0 to {maximum}")]
    Fingers {
        /// Which hand, counted from 1.
        index: usize,
        /// The number of hands.
        hands: u8,
        /// The number given.
        found: i64,
        /// The maximum number of fingers on a hand.
        maximum: u8,
    },
}
