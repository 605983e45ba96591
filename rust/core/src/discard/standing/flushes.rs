//! Cards of one suit: sets of ranks, and the flushes.

use super::multisets::{MULTISETS, UP_TO_FOUR, number};
use crate::cards::Rank;
use crate::lazy::Lazy;
use crate::poker::Category;
use crate::poker::pattern::Pattern;

/// How many sets of up to three, four and five ranks there are. Smaller sets have lower numbers.
pub(super) const SETS_OF_THREE: usize = 1 + 13 + 78 + 286;
pub(super) const SETS_OF_FOUR: usize = SETS_OF_THREE + 715;
pub(super) const SETS_OF_FIVE: usize = SETS_OF_FOUR + FLUSHES;

/// How many flushes of one suit there are, straight flushes among them: C(13, 5).
pub(super) const FLUSHES: usize = 1287;

/// How many places there are for hands of mixed suits.
const MIXED: u16 = 7462 - FLUSHES as u16;

/// Five cards of one suit.
#[derive(Clone, Copy)]
pub(super) struct Flush {
    /// Their ranks as bits.
    pub ranks: u16,
    /// The strength among all hands.
    pub strength: u16,
    /// The place it would have among the hands of mixed suits if it were one of them.
    pub mixed: u16,
    /// How many places of hands of mixed suits it beats.
    beats: u16,
}

impl Flush {
    /// How much better the flush does against the hands of mixed suits at a place than if it were one
    /// of them.
    pub fn gain(&self, place: u16) -> i32 {
        let real = if place < self.beats { 1 } else { -1 };
        real - sign(self.mixed, place)
    }
}

/// 1 if the first is the stronger, −1 if it is the weaker, 0 for a tie.
pub(super) fn sign(left: u16, right: u16) -> i32 {
    i32::from(left > right) - i32::from(left < right)
}

/// All sets of up to five ranks.
pub(super) struct Flushes {
    /// The numbers of the sets, by their ranks as bits.
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
        let mixed = MULTISETS.places[number(&sorted) - UP_TO_FOUR];
        let ranks = sorted.iter().fold(0, |set, rank| set | 1 << rank);
        Some(Flush { ranks, strength, mixed, beats })
    });
    Flushes { numbers, all: flushes.collect() }
});
