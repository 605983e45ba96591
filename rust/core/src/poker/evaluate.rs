//! Five-card hand evaluation by table lookup.
//!
//! The ranks are split into a low and a high half. Within a half every rank has a key such that no
//! two multisets of up to five of its ranks have the same sum of keys; the keys are found greedily,
//! each the smallest number that keeps all sums distinct. One table has the first index of each low
//! sum, another the offset of each high sum, and the sum of both is the index of the strength of a
//! hand that is not a flush: 6,175 multisets without a gap. All tables together take 64 KB, of
//! which most hands use a part that fits in the L1 cache. A hand is a flush if it has five cards of
//! a suit; its set of ranks then gives its strength.

use super::Category;
use super::pattern::Pattern;
use crate::cards::{Card, CardSet, Rank};
use crate::combinatorics::for_each_multiset;
use crate::lazy::Lazy;

/// The keys of the ranks of a half, lowest first; the low half has one rank less.
const KEYS: [u64; 7] = [1, 5, 22, 94, 312, 992, 2422];

/// The ranks from two up that are in the low half.
const LOW_RANKS: usize = 6;

/// The bits of a sum of keys: at most 4,280 in the low half and 10,680 in the high one.
const LOW_BITS: u32 = 13;
const HIGH_BITS: u32 = 14;

/// Entries of the table of strengths: a power of two above the number of multisets.
const MULTISETS: usize = 1 << 13;

/// Above the sums, four bits per suit count its cards. They start at three, so that the top bit is
/// set by five cards.
const SUIT_SHIFT: u32 = 32;
const NO_CARDS: u64 = 0x3333 << SUIT_SHIFT;
const FLUSH: u64 = 0x8888 << SUIT_SHIFT;

/// What a byte adds to a hand: its bit in a [`CardSet`], or the highest bit if it is not a card;
/// and the key of its rank with one card of its suit. One entry per byte, so that no index needs a
/// bounds check.
static BITS: [u64; 256] = bytes(true);
static VALUES: [u64; 256] = bytes(false);

const fn bytes(set: bool) -> [u64; 256] {
    let mut bytes = [if set { 1 << 63 } else { 0 }; 256];
    let mut number = 0;
    while number < Card::COUNT {
        let suit = 1 << (SUIT_SHIFT + 4 * (number as u32 % 4));
        bytes[number] = if set { 1 << number } else { key(number / 4) | suit };
        number += 1;
    }
    bytes
}

/// The key of a rank, in the place of its half.
const fn key(rank: usize) -> u64 {
    if rank < LOW_RANKS { KEYS[rank] } else { KEYS[rank - LOW_RANKS] << LOW_BITS }
}

/// The two sums of keys.
#[inline]
const fn split(sum: u64) -> (usize, usize) {
    (sum as usize % (1 << LOW_BITS), (sum >> LOW_BITS) as usize % (1 << HIGH_BITS))
}

/// The tables behind [`Evaluator`].
struct Tables {
    /// The first index of each low sum.
    starts: Box<[u16; 1 << LOW_BITS]>,
    /// What each high sum adds to it.
    offsets: Box<[u16; 1 << HIGH_BITS]>,
    /// Strength by index, for hands that are not flushes.
    strengths: Box<[u16; MULTISETS]>,
    /// Strength of a flush by its set of ranks.
    by_ranks: Box<[u16; 1 << 13]>,
}

/// A handle to the evaluation tables, built on first use in the process.
///
/// ```
/// use cardcore::poker::evaluate::Evaluator;
///
/// let evaluator = Evaluator::new();
/// assert_eq!(evaluator.strength([51, 47, 43, 39, 35]), Some(7461));
/// assert_eq!(evaluator.strength([51, 51, 43, 39, 35]), None);
/// ```
#[derive(Clone, Copy)]
pub struct Evaluator(&'static Tables);

impl std::fmt::Debug for Evaluator {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Evaluator")
    }
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator {
    /// The evaluator; the first call in a process builds its tables.
    #[must_use]
    pub fn new() -> Self {
        static TABLES: Lazy<Tables> = Lazy::new(Tables::build);
        Self(&TABLES)
    }

    /// The strength of five card numbers; `None` unless they are five distinct cards.
    #[inline]
    #[must_use]
    pub fn strength(self, hand: [u8; 5]) -> Option<u16> {
        let [a, b, c, d, e] = hand.map(|number| BITS[usize::from(number)]);
        let set = a | b | c | d | e;
        // Distinct bits add without a carry, so sum and union are equal exactly if no card repeats.
        let distinct = a.wrapping_add(b).wrapping_add(c).wrapping_add(d).wrapping_add(e) == set;
        (distinct && set <= CardSet::FULL.bits()).then(|| self.strength_of_distinct(hand))
    }

    /// The strength of five cards known to be distinct; unspecified if they are not.
    #[inline]
    #[must_use]
    pub fn strength_of_cards(self, hand: [Card; 5]) -> u16 {
        self.strength_of_distinct(hand.map(Card::number))
    }

    /// The strength of five card numbers known to be distinct cards; unspecified if they are not.
    #[inline]
    #[must_use]
    pub fn strength_of_distinct(self, hand: [u8; 5]) -> u16 {
        let add = |sum: u64, number: &u8| sum.wrapping_add(VALUES[usize::from(*number)]);
        let sum = hand.iter().fold(NO_CARDS, add);
        if sum & FLUSH != 0 {
            return self.flush(hand);
        }
        let (low, high) = split(sum);
        let Tables { starts, offsets, strengths, .. } = self.0;
        strengths[usize::from(starts[low].wrapping_add(offsets[high])) % MULTISETS]
    }

    #[cold]
    #[inline(never)]
    fn flush(self, hand: [u8; 5]) -> u16 {
        let ranks = hand.iter().fold(0_usize, |ranks, number| ranks | 1 << (number >> 2 & 15));
        self.0.by_ranks[ranks % (1 << 13)]
    }
}

impl Tables {
    fn build() -> Self {
        let [low, high] = [LOW_RANKS, Rank::ALL.len() - LOW_RANKS].map(sums_by_cards);
        let (mut starts, mut offsets) = (zeros(), zeros());
        let mut start = 0;
        for (cards, sums) in low.iter().enumerate() {
            for &sum in sums {
                starts[sum] = start;
                start += high[5 - cards].len() as u16;
            }
        }
        for sums in &high {
            for (offset, &sum) in (0..).zip(sums) {
                offsets[sum] = offset;
            }
        }
        let mut made = Self { starts, offsets, strengths: zeros(), by_ranks: zeros() };
        for (strength, pattern) in (0..).zip(Pattern::all()) {
            let ranks = pattern.ranks.map(|rank| usize::from(rank.number()));
            if matches!(pattern.category, Category::Flush | Category::StraightFlush) {
                made.by_ranks[ranks.iter().fold(0, |set, rank| set | 1 << rank)] = strength;
            } else {
                let (low, high) = split(ranks.iter().map(|&rank| key(rank)).sum());
                made.strengths[usize::from(made.starts[low] + made.offsets[high])] = strength;
            }
        }
        made
    }
}

/// The sums of keys of multisets of this many ranks, by number of cards.
fn sums_by_cards(ranks: usize) -> [Vec<usize>; 6] {
    std::array::from_fn(|cards| {
        let mut sums = Vec::new();
        for_each_multiset(ranks, cards, &|_| 4, &mut |chosen| {
            sums.push(chosen.iter().map(|&rank| KEYS[rank] as usize).sum());
        });
        sums
    })
}

/// A zeroed array allocated on the heap, never on the stack.
pub(super) fn zeros<const LENGTH: usize>() -> Box<[u16; LENGTH]> {
    match vec![0; LENGTH].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the slice was made with this length"),
    }
}
