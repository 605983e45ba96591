/// A subset of the five cards of a hand: bit i stands for the i-th card as given.
///
/// Used for the cards to discard; its [`complement`](Mask::complement) is the hold.
///
/// ```
/// use cardcore::discard::Mask;
///
/// // The first and the last card go, and two come: one of C(47, 2) draws.
/// let mask = Mask::from_fn(|position| position == 0 || position == 4);
/// assert_eq!((mask.number(), mask.len(), mask.draws()), (0b10001, 2, 1_081));
/// assert_eq!(mask.complement().len(), 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mask(u8);

impl Mask {
    /// The number of masks.
    pub const COUNT: usize = 32;

    /// No cards: stand pat.
    pub const NONE: Self = Self(0);

    /// All masks in tie-break order: fewer discards first, then the smaller number.
    pub const BY_PREFERENCE: [Self; Self::COUNT] = {
        let mut masks = [Self::NONE; Self::COUNT];
        let (mut position, mut size) = (0, 0);
        while size <= 5 {
            let mut mask = 0_u8;
            while mask < 32 {
                if mask.count_ones() == size {
                    masks[position] = Self(mask);
                    position += 1;
                }
                mask += 1;
            }
            size += 1;
        }
        masks
    };

    /// The mask with this number, 0 to 31.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        if (number as usize) < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// The mask of the positions for which `chosen` is true.
    pub fn from_fn(chosen: impl Fn(usize) -> bool) -> Self {
        Self((0..5).fold(0, |mask, position| mask | u8::from(chosen(position)) << position))
    }

    /// All masks, ordered by number.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..32).map(Self)
    }

    /// The number, 0 to 31.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number as an index into 32 rows.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The number of selected cards.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no card is selected.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card at this position is selected.
    #[must_use]
    pub const fn contains(self, position: usize) -> bool {
        position < 5 && self.0 >> position & 1 == 1
    }

    /// The cards that are not selected.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(31 ^ self.0)
    }

    /// The number of ways to draw this many cards from the 47 unseen ones.
    #[must_use]
    pub const fn draws(self) -> u32 {
        DRAWS[self.len()]
    }
}

/// C(47, k): ways to draw k of the unseen cards.
pub(super) const DRAWS: [u32; 6] = [1, 47, 1_081, 16_215, 178_365, 1_533_939];

/// The least common multiple of all C(47, k): the EVs of all discards of a hand are integers over
/// this denominator (times the payouts' scale), and are compared as such.
pub const COMMON_DRAWS: u32 = 7_669_695;

/// The factor that brings a sum over a discard's draws to the denominator [`COMMON_DRAWS`].
pub(super) const WEIGHTS: [u32; 6] = {
    let mut weights = [0; 6];
    let mut size = 0;
    while size < 6 {
        assert!(COMMON_DRAWS.is_multiple_of(DRAWS[size]));
        weights[size] = COMMON_DRAWS / DRAWS[size];
        size += 1;
    }
    weights
};

/// The [`WEIGHTS`] by discard mask.
pub(super) const WEIGHTS_BY_MASK: [i64; Mask::COUNT] = {
    let mut weights = [0; Mask::COUNT];
    let mut mask = 0;
    while mask < Mask::COUNT {
        weights[mask] = WEIGHTS[mask.count_ones() as usize] as i64;
        mask += 1;
    }
    weights
};

/// The sums over the draws of every discard mask, brought to the common denominator.
#[inline(always)]
pub(super) fn weigh(
    mut sums: [i64; Mask::COUNT],
    weights: &[i64; Mask::COUNT],
) -> [i64; Mask::COUNT] {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum = sum.wrapping_mul(*weight);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preference_is_by_size_then_number() {
        let mut masks: Vec<Mask> = Mask::all().collect();
        masks.sort_by_key(|mask| (mask.len(), mask.number()));
        assert_eq!(masks, Mask::BY_PREFERENCE);
    }

    #[test]
    fn draws_are_binomials() {
        for (size, draws) in (0..).zip(DRAWS) {
            let ways = (0..size).fold(1_u64, |ways, i| ways * (47 - i) / (i + 1));
            assert_eq!(u64::from(draws), ways);
        }
        // 7,669,695 = lcm(47, 1081, 16215, 178365, 1533939): no smaller multiple of the largest is
        // a multiple of them all.
        let common = (1..).map(|n| n * DRAWS[5]).find(|n| DRAWS.iter().all(|d| n % d == 0));
        assert_eq!(common, Some(COMMON_DRAWS));
    }
}
