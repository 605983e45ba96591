/// A choice among the five cards of a hand: bit i stands for the i-th card as given.
///
/// Used for the cards to discard; its [`complement`](Mask::complement) are the cards kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mask(u8);

impl Mask {
    /// How many choices there are.
    pub const COUNT: usize = 32;

    /// No card: standing pat.
    pub const NONE: Self = Self(0);

    /// All masks in the order in which ties between discards are decided: fewer cards first,
    /// then the smaller number.
    pub const BY_PREFERENCE: [Self; Self::COUNT] = {
        let mut masks = [Self::NONE; Self::COUNT];
        let (mut place, mut size) = (0, 0);
        while size <= 5 {
            let mut mask = 0_u8;
            while mask < 32 {
                if mask.count_ones() == size {
                    masks[place] = Self(mask);
                    place += 1;
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

    /// The mask of the places for which `chosen` holds.
    pub fn of_places(chosen: impl Fn(usize) -> bool) -> Self {
        Self((0..5).fold(0, |mask, place| mask | u8::from(chosen(place)) << place))
    }

    /// All masks in the order of their numbers.
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

    /// How many cards are chosen.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no card is chosen.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card at this place is chosen.
    #[must_use]
    pub const fn contains(self, place: usize) -> bool {
        place < 5 && self.0 >> place & 1 == 1
    }

    /// The cards that are not chosen.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(31 ^ self.0)
    }

    /// How many ways there are to draw as many cards as are chosen from the 47 unseen ones.
    #[must_use]
    pub const fn draws(self) -> u32 {
        DRAWS[self.len()]
    }
}

/// C(47, k): ways to draw k cards from those not in the hand.
pub(super) const DRAWS: [u32; 6] = [1, 47, 1_081, 16_215, 178_365, 1_533_939];

/// The least common multiple of all C(47, k): expected values of all discards of a hand are
/// integers over it (over it times the payouts' scale), and are compared as such.
pub const COMMON_DRAWS: u32 = 7_669_695;

/// What a sum over the draws of a discard is multiplied by to stand over [`COMMON_DRAWS`].
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

/// Sums over the draws of every discard mask, multiplied to stand over the same number of draws.
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
        // 7,669,695 = lcm(47, 1081, 16215, 178365, 1533939): no smaller multiple of the largest
        // is a multiple of them all.
        let common = (1..).map(|n| n * DRAWS[5]).find(|n| DRAWS.iter().all(|d| n % d == 0));
        assert_eq!(common, Some(COMMON_DRAWS));
    }
}
