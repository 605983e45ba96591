//! Reproducible randomness: one small generator, one independent stream per purpose.
//!
//! The generator is xoshiro256++ from `rand_xoshiro`. Bounded numbers and shuffles are implemented
//! here, so that a seed in a game record means the same deal in every version and on every machine.

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded source of random numbers.
///
/// ```
/// use cardcore::random::Random;
///
/// let mut random = Random::new(7);
/// let mut deck: Vec<u8> = (0..52).collect();
/// random.shuffle(&mut deck);
/// assert_eq!(deck.len(), 52);
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The size of a [state](Random::state).
    pub const STATE_BYTES: usize = 32;

    /// The generator for a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::stream(seed, 0)
    }

    /// Stream `index` of a seed. Streams of one seed are independent, so work can be split by index
    /// without its result depending on the split.
    #[must_use]
    pub fn stream(seed: u64, index: u64) -> Self {
        // Two rounds of mixing: seeds and indices are often small and adjacent.
        Self(Xoshiro256PlusPlus::seed_from_u64(mix(mix(seed).wrapping_add(index))))
    }

    /// The state of the generator, to continue it later.
    #[must_use]
    pub fn state(&self) -> [u8; Self::STATE_BYTES] {
        self.0.state()
    }

    /// The generator in a [state](Random::state).
    #[must_use]
    pub fn from_state(state: [u8; Self::STATE_BYTES]) -> Self {
        Self(Xoshiro256PlusPlus::from_seed(state))
    }

    /// Sixty-four random bits, also used as seeds.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `bound - 1`, each equally likely; 0 for a bound of 0 or 1.
    ///
    /// Lemire's method: multiply, keep the high half, reject the few low halves that would bias the
    /// result.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let mut product = u64::from(self.high_half()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.high_half()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// A number below each of some bounds, every combination equally likely, from one word: the low
    /// half of each product is the randomness for the next. The product of the bounds must be below
    /// 2⁶⁴; the numbers are 0 if a bound is 0.
    ///
    /// Brackett-Rozinsky and Lemire, "Batched ranged random integer generation" (2024).
    ///
    /// ```
    /// use cardcore::random::Random;
    ///
    /// let [card, suit] = Random::new(7).below_each([52, 4]);
    /// assert!(card < 52 && suit < 4);
    /// ```
    #[inline]
    pub fn below_each<const COUNT: usize>(&mut self, bounds: [u32; COUNT]) -> [u32; COUNT] {
        let split = |mut rest: u64| {
            let numbers = bounds.map(|bound| {
                let wide = u128::from(rest) * u128::from(bound);
                rest = wide as u64;
                (wide >> 64) as u32
            });
            (numbers, rest)
        };
        let product = bounds.into_iter().map(u64::from).fold(1, u64::wrapping_mul);
        let (mut numbers, mut rest) = split(self.word());
        if rest < product {
            let threshold = product.wrapping_neg() % product;
            while rest < threshold {
                (numbers, rest) = split(self.word());
            }
        }
        numbers
    }

    /// The same as [`below`](Self::below) for bounds of up to 128 bits, by rejection: as many random bits as the bound has,
    /// until they are below it.
    pub fn below_wide(&mut self, bound: u128) -> u128 {
        if let Ok(bound) = u32::try_from(bound) {
            return u128::from(self.below(bound));
        }
        let unused = bound.leading_zeros();
        loop {
            // The second word is only drawn if needed.
            let upper = u128::from(self.word()) << 64;
            let bits = if unused < 64 { upper | u128::from(self.word()) } else { upper };
            let number = bits >> unused;
            if number < bound {
                return number;
            }
        }
    }

    /// A number in [0, 1), in steps of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of the items, uniformly; `None` for an empty slice.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(u32::try_from(items.len()).unwrap_or(u32::MAX)) as usize)
    }

    /// Put the items in a random order (Fisher-Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let bound = u32::try_from(last + 1).unwrap_or(u32::MAX);
            items.swap(last, self.below(bound) as usize);
        }
    }

    fn high_half(&mut self) -> u32 {
        (self.word() >> 32) as u32
    }
}

/// The finalizer of `SplitMix64`: every bit of the input reaches every bit of the output.
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_means_the_same() {
        let mut random = Random::new(7);
        let drawn: Vec<u32> = (0..8).map(|_| random.below(52)).collect();
        let mut deck: Vec<u8> = (0..10).collect();
        Random::stream(1, 2).shuffle(&mut deck);
        assert_eq!(drawn, [16, 16, 0, 16, 20, 21, 31, 4]);
        assert_eq!(deck, [1, 5, 8, 4, 0, 3, 9, 2, 6, 7]);
    }

    #[test]
    fn a_stored_generator_continues() {
        let mut random = Random::new(7);
        random.word();
        let mut stored = Random::from_state(random.state());
        assert_eq!(stored, random);
        assert_eq!(stored.word(), random.word());
    }

    #[test]
    fn every_number_below_a_bound_is_equally_likely() {
        let mut random = Random::new(1);
        let mut counts = [0_i64; 7];
        for _ in 0..70_000 {
            counts[random.below(7) as usize] += 1;
        }
        // Five standard deviations of a binomial with mean 10,000.
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 463), "{counts:?}");
    }

    #[test]
    fn numbers_from_one_word_are_equally_likely() {
        let mut random = Random::new(1);
        let mut counts = [0_i64; 24];
        for _ in 0..240_000 {
            let [first, second, third] = random.below_each([4, 3, 2]);
            counts[(first * 6 + second * 2 + third) as usize] += 1;
        }
        // Five standard deviations of a binomial with mean 10,000.
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 490), "{counts:?}");
        // Words are rejected where they would favor some numbers: here a third of all.
        let bounds = [3 << 30, 1 << 31];
        let mut thirds = [0_i64; 3];
        for _ in 0..30_000 {
            let [number, _] = random.below_each(bounds);
            thirds[(number >> 30) as usize] += 1;
        }
        assert!(thirds.iter().all(|count| (count - 10_000).abs() < 409), "{thirds:?}");
        assert_eq!(random.below_each([0, 5])[0], 0);
    }

    #[test]
    fn wide_bounds_are_uniform() {
        // Three quarters of the next power of two, split into thirds by the upper bits.
        for shift in [0, 29, 30, 31, 40, 61, 62, 63, 70, 125, 126] {
            let mut random = Random::new(2);
            let mut counts = [0_i64; 3];
            for _ in 0..30_000 {
                let number = random.below_wide(3 << shift);
                counts[(number >> shift) as usize] += 1;
            }
            // Five standard deviations of a binomial with mean 10,000.
            assert!(counts.iter().all(|count| (count - 10_000).abs() < 409), "{counts:?}");
        }
        assert_eq!((Random::new(3).below_wide(0), Random::new(3).below_wide(1)), (0, 0));
    }

    #[test]
    fn small_bounds_need_no_choice() {
        assert_eq!((Random::new(3).below(0), Random::new(3).below(1)), (0, 0));
        assert_eq!(Random::new(3).pick::<u8>(&[]), None);
    }
}
