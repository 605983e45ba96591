//! Five-card hand evaluation by table lookup.
//!
//! Every rank has a key such that no two multisets of five ranks have the same sum of keys, so the
//! sum gives the strength of a hand that is not a flush. The keys are found greedily: each is the
//! smallest number that keeps all sums distinct. A hand is a flush if its five cards share a suit
//! bit; its set of ranks then gives its strength.
//!
//! The sums reach 360,918 and only 6,175 of them occur, so most of the table is never touched: the
//! part in use fits in the L2 cache, and building it takes a millisecond.

use super::Category;
use super::pattern::Pattern;
use crate::cards::{Card, CardSet};
use crate::lazy::Lazy;

/// The rank keys, two to ace.
const KEYS: [u32; 13] = [0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415];

/// Above the key of a card: one bit for its suit.
const SUIT_SHIFT: u32 = 28;

/// Entries of the table by sum: a power of two above the largest sum, four aces and a king.
const SUMS: usize = (4 * KEYS[12] + KEYS[11]).next_power_of_two() as usize;

/// What a byte adds to a hand: its bit in a [`CardSet`], or the highest bit if it is not a card;
/// and the key of its rank below the bit of its suit. One entry per byte, so that no index needs a
/// bounds check.
const BYTES: [(u64, u32); 256] = {
    let mut bytes = [(1 << 63, 0); 256];
    let mut number = 0;
    while number < Card::COUNT {
        let suit = 1 << (SUIT_SHIFT + number as u32 % 4);
        bytes[number] = (1 << number, KEYS[number / 4] | suit);
        number += 1;
    }
    bytes
};

/// The tables behind [`Evaluator`].
struct Tables {
    /// Strength by sum of keys, for hands that are not flushes.
    by_sum: Box<[u16; SUMS]>,
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
        let [a, b, c, d, e] = hand.map(|number| BYTES[usize::from(number)].0);
        let set = a | b | c | d | e;
        // Distinct bits add without a carry, so sum and union are equal exactly if no card repeats.
        let distinct = a.wrapping_add(b).wrapping_add(c).wrapping_add(d).wrapping_add(e) == set;
        (distinct && set <= CardSet::FULL.bits()).then(|| self.lookup(hand))
    }

    /// The strength of five cards known to be distinct; unspecified if they are not.
    #[inline]
    #[must_use]
    pub fn strength_of_cards(self, hand: [Card; 5]) -> u16 {
        self.lookup(hand.map(Card::number))
    }

    #[inline]
    fn lookup(self, hand: [u8; 5]) -> u16 {
        let values = hand.map(|number| BYTES[usize::from(number)].1);
        let suits = values.iter().fold(u32::MAX, |bits, value| bits & value) >> SUIT_SHIFT;
        if suits != 0 {
            return self.flush(hand);
        }
        // The suit bits are above every sum, so the mask clears them.
        let sum = values.iter().fold(0_u32, |sum, &value| sum.wrapping_add(value));
        self.0.by_sum[sum as usize % SUMS]
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
        let mut by_sum = zeros();
        let mut by_ranks = zeros();
        for (strength, pattern) in (0..).zip(Pattern::all()) {
            let ranks = pattern.ranks.map(|rank| usize::from(rank.number()));
            if matches!(pattern.category, Category::Flush | Category::StraightFlush) {
                by_ranks[ranks.iter().fold(0, |set, rank| set | 1 << rank)] = strength;
            } else {
                by_sum[ranks.iter().map(|&rank| KEYS[rank] as usize).sum::<usize>()] = strength;
            }
        }
        Self { by_sum, by_ranks }
    }
}

/// A zeroed array allocated on the heap, never on the stack.
pub(super) fn zeros<const LENGTH: usize>() -> Box<[u16; LENGTH]> {
    match vec![0; LENGTH].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the slice was made with this length"),
    }
}
