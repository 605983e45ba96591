//! Suited cards: sets of ranks, and flushes.

use super::multisets::{MULTISETS, UP_TO_FOUR, number};
use crate::cards::Rank;
use crate::lazy::Lazy;
use crate::poker::Category;
use crate::poker::pattern::Pattern;

/// The number of sets of up to three, four and five ranks. Smaller sets have lower numbers.
pub(super) const SETS_OF_THREE: usize = 1 + 13 + 78 + 286;
pub(super) const SETS_OF_FOUR: usize = SETS_OF_THREE + 715;
pub(super) const SETS_OF_FIVE: usize = SETS_OF_FOUR + FLUSHES;

/// The number of flushes in one suit, including straight flushes: C(13, 5).
pub(super) const FLUSHES: usize = 1287;

/// The number of offsuit strengths.
const MIXED: u16 = 7462 - FLUSHES as u16;

/// Five cards of one suit.
#[derive(Clone, Copy)]
pub(super) struct Flush {
    /// Their ranks as bits.
    pub ranks: u16,
    /// The strength among all hands.
    pub strength: u16,
    /// The position it would have among the offsuit hands if it were offsuit.
    pub mixed: u16,
    /// The number of offsuit positions it beats.
    beats: u16,
}

impl Flush {
    /// How much better the flush does against offsuit hands at a position than if it were offsuit.
    pub fn gain(&self, position: u16) -> i32 {
        let real = if position < self.beats { 1 } else { -1 };
        real - sign(self.mixed, position)
    }
}

/// 1 if the first is stronger, −1 if it is weaker, 0 for a tie.
pub(super) fn sign(left: u16, right: u16) -> i32 {
    i32::from(left > right) - i32::from(left < right)
}

/// All sets of up to five ranks.
pub(super) struct Flushes {
    /// The numbers of the sets, by ranks as bits.
    numbers: Vec<u16>,
    /// The sets of five, from the weakest flush up.
    pub all: Vec<Flush>,
}

impl Flushes {
    /// The number of a set of up to five ranks.
    #[inline]
    pub fn number(&self, set: u16) -> usize {
        usize::from(self.numbers[usize::from(set) % self.numbers.len()])
    }
}

pub(super) static FLUSH: Lazy<Flushes> = Lazy::new(|| {
    let mut numbers = vec![0; 1 << 13];
    let mut next = 0;
    for size in 0..=5 {
        for set in (0..1_u16 << 13).filter(|set| set.count_ones() == size) {
            numbers[usize::from(set)] = next;
            next += 1;
        }
    }
    let straights = Category::ENDS[usize::from(Category::Straight.number())];
    let flushes = (0..).zip(Pattern::all()).filter_map(|(strength, pattern)| {
        let beats = match pattern.category {
            Category::Flush => straights,
            Category::StraightFlush => MIXED,
            _ => return None,
        };
        let mut sorted = pattern.ranks.map(Rank::number);
        sorted.sort_unstable();
        let mixed = MULTISETS.positions[number(&sorted) - UP_TO_FOUR];
        let ranks = sorted.iter().fold(0, |set, rank| set | 1 << rank);
        Some(Flush { ranks, strength, mixed, beats })
    });
    Flushes { numbers, all: flushes.collect() }
});
