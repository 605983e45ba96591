use std::fmt;
use std::ops::Sub;

use super::rules::MAX_PLAYERS;
use crate::game::Seat;

/// A set of seats: one bit each.
///
/// ```
/// use cardcore::games::draw::Seats;
///
/// let seats: Seats = [0, 3].into_iter().collect();
/// assert_eq!(seats.left_of(0), Some(3));
/// assert_eq!(seats.left_of(3), Some(0));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The number of seats in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the seat is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat < MAX_PLAYERS && self.0 >> seat & 1 == 1
    }

    /// The set with one more seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        if seat < MAX_PLAYERS { Self(self.0 | 1 << seat) } else { self }
    }

    /// The set without a seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        if self.contains(seat) { Self(self.0 & !(1 << seat)) } else { self }
    }

    /// The first seat of the set to the left of this one, which itself comes last.
    #[must_use]
    pub const fn left_of(self, seat: Seat) -> Option<Seat> {
        if self.0 == 0 {
            return None;
        }
        let above = if seat < MAX_PLAYERS { self.0 & !((2 << seat) - 1) } else { 0 };
        let bits = if above == 0 { self.0 } else { above };
        Some(bits.trailing_zeros() as Seat)
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_PLAYERS).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for Seats {
    /// Seats beyond the table are ignored.
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let known = seats.into_iter().filter(|&seat| seat < MAX_PLAYERS);
        Self(known.fold(0, |bits, seat| bits | 1 << seat))
    }
}

impl Sub for Seats {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}
