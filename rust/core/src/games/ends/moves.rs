//! Moves: an end of the row.

use std::fmt;

use thiserror::Error;

/// One end of the row.
///
/// ```
/// use cardcore::games::ends::End;
///
/// assert_eq!(End::Right.take(&[3, 1, 2]), Some((2, &[3, 1][..])));
/// assert_eq!(End::Left.take(&[]), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum End {
    /// The first card.
    #[default]
    Left,
    /// The last card.
    Right,
}

impl End {
    /// Both ends, left first.
    pub const ALL: [Self; 2] = [Self::Left, Self::Right];

    /// `left` or `right`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// `L` or `R`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// Take this end's card off the row.
    #[must_use]
    pub fn take(self, cards: &[i64]) -> Option<(i64, &[i64])> {
        let (card, rest) = match self {
            Self::Left => cards.split_first()?,
            Self::Right => cards.split_last()?,
        };
        Some((*card, rest))
    }
}

/// The move's text, `L` or `R`.
impl fmt::Display for End {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.letter())
    }
}

/// A move when no cards are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no card is left")]
pub struct NoCards;
