//! Multisets of ranks, and sums over the hands that complete them.

use crate::cards::Rank;
use crate::combinatorics::{multiset_number, multiset_starts};
use crate::lazy::Lazy;
use crate::poker::Category;
use crate::poker::pattern::Pattern;

/// The first number of each size.
const STARTS: [usize; 7] = multiset_starts(13);

/// The number of multisets of up to two, four and five ranks. Smaller ones have lower numbers, so
/// complete hands come last.
pub(super) const UP_TO_TWO: usize = STARTS[3];
pub(super) const UP_TO_FOUR: usize = STARTS[5];
pub(super) const UP_TO_FIVE: usize = STARTS[6];

/// The number of a multiset of up to five ranks, lowest first.
pub(super) fn number(ranks: &[u8]) -> usize {
    STARTS[ranks.len().min(5)] + multiset_number(ranks.iter().map(|&rank| rank.into()))
}

/// All multisets of up to five ranks.
pub(super) struct Multisets {
    /// The multiplicity of each rank in a multiset, by its number.
    pub counts: Vec<[u8; 13]>,
    /// The multisets with one more card, by number of a multiset of up to four ranks and by rank.
    more: Vec<[u16; 13]>,
    /// The position of complete hands among all offsuit hands, from the weakest up. (Five of one
    /// rank have none and never occur.)
    pub positions: Vec<u16>,
}

pub(super) static MULTISETS: Lazy<Multisets> = Lazy::new(|| {
    let mut counts = vec![[0; 13]; UP_TO_FIVE];
    let mut more = vec![[0; 13]; UP_TO_FOUR];
    for multiset in 0..UP_TO_FOUR {
        for rank in 0..13 {
            let mut longer: [u8; 13] = counts[multiset];
            longer[rank] += 1;
            let ranks = (0..13).flat_map(|rank| vec![rank; usize::from(longer[usize::from(rank)])]);
            let number = number(&ranks.collect::<Vec<u8>>());
            more[multiset][rank] = number as u16;
            counts[number] = longer;
        }
    }
    let mut positions = vec![0; UP_TO_FIVE - UP_TO_FOUR];
    let flushes = [Category::Flush, Category::StraightFlush];
    let mixed = Pattern::all().iter().filter(|pattern| !flushes.contains(&pattern.category));
    for (position, pattern) in (0..).zip(mixed) {
        let mut sorted = pattern.ranks.map(Rank::number);
        sorted.sort_unstable();
        positions[number(&sorted) - UP_TO_FOUR] = position;
    }
    Multisets { counts, more, positions }
});

/// A number that is summed over hands.
pub(super) trait Sum: Copy + Default {
    /// This plus `times` times another.
    fn plus(self, times: u8, other: Self) -> Self;

    /// Exact division.
    fn divided(self, by: u8) -> Self;
}

impl Sum for i32 {
    #[inline]
    fn plus(self, times: u8, other: Self) -> Self {
        self + Self::from(times) * other
    }

    fn divided(self, by: u8) -> Self {
        self / Self::from(by)
    }
}

impl Sum for i64 {
    #[inline]
    fn plus(self, times: u8, other: Self) -> Self {
        self + Self::from(times) * other
    }

    fn divided(self, by: u8) -> Self {
        self / Self::from(by)
    }
}

impl Multisets {
    /// From the numbers of all complete hands, at the end of `sums`, compute the sum for every
    /// multiset: over the hands that complete cards of these ranks, when `taken` cards of each rank
    /// are held by the other side.
    ///
    /// The sums of the multisets with one more card count every hand once for each of its cards
    /// outside the multiset, so the divisions are exact.
    pub fn sum_up<T: Sum>(&self, sums: &mut [T], taken: &[u8; 13]) {
        for size in (0..5_u8).rev() {
            for multiset in STARTS[usize::from(size)]..STARTS[usize::from(size) + 1] {
                let (more, counts) = (&self.more[multiset], &self.counts[multiset]);
                let mut sum = T::default();
                for ((&more, &count), &taken) in more.iter().zip(counts).zip(taken) {
                    sum = sum.plus(4_u8.saturating_sub(count + taken), sums[usize::from(more)]);
                }
                sums[multiset] = sum.divided(5 - size);
            }
        }
    }
}
