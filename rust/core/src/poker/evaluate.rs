//! Strength by table lookup.
//!
//! Every rank has a key such that no two choices of five ranks have the same sum of keys; the
//! sum finds the strength of a hand that is no flush. The keys are the smallest that do: each is
//! the least number that keeps all sums apart. A hand is a flush if its five cards share a suit
//! bit, and then its set of ranks finds its strength.
//!
//! The sums reach 360,918 but there are only 6,175 of them, so the table is folded: the upper
//! bits of a sum pick a row, and rows are laid over each other where their entries do not meet.
//! That leaves a few kilobytes that stay in the fastest cache.

use std::sync::LazyLock;

use super::pattern::Pattern;
use crate::cards::{Card, CardSet};

/// The rank keys, two to ace.
const KEYS: [u32; 13] = [0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415];

/// The largest sum: four aces and a king.
const LARGEST_SUM: usize = (4 * KEYS[12] + KEYS[11]) as usize;

/// Above the key of a card: one bit for its suit.
const SUIT_SHIFT: u32 = 28;

/// Width of a row of the folded table, as a power of two.
const ROW_BITS: u32 = 9;

/// What a card adds to a hand: its rank's key and its suit's bit. Sixty-four entries, so that an
/// index of six bits needs no check; those beyond the deck are never used.
const CARDS: [u32; 64] = {
    let mut cards = [0; 64];
    let mut number = 0;
    while number < Card::COUNT {
        cards[number] = KEYS[number / 4] | 1 << (SUIT_SHIFT + number as u32 % 4);
        number += 1;
    }
    cards
};

/// The tables behind [`Evaluator`].
struct Tables {
    /// Where each row of the folded table begins.
    rows: Vec<u16>,
    /// Strength by row start plus the lower bits of the key sum.
    by_sum: Vec<u16>,
    /// Strength of a flush by its set of ranks.
    by_ranks: Vec<u16>,
}

/// A handle on the evaluation tables, built at its first creation in the process.
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
        static TABLES: LazyLock<Tables> = LazyLock::new(Tables::build);
        Self(&TABLES)
    }

    /// The strength of five card numbers; `None` unless they are five distinct cards.
    #[inline]
    #[must_use]
    pub fn strength(self, hand: [u8; 5]) -> Option<u16> {
        let [a, b, c, d, e] = hand.map(|number| 1_u64 << (number & 63));
        let set = a | b | c | d | e;
        // Distinct bits add without a carry, so sum and union agree exactly if no card repeats.
        let distinct = a.wrapping_add(b).wrapping_add(c).wrapping_add(d).wrapping_add(e) == set;
        let large = hand.iter().fold(0, |bits, number| bits | number) > 63;
        if !distinct || large || set & !CardSet::FULL.bits() != 0 {
            return None;
        }
        Some(self.lookup(hand))
    }

    /// The strength of five cards that are known to be distinct; any number if they are not.
    #[inline]
    #[must_use]
    pub fn strength_of_cards(self, hand: [Card; 5]) -> u16 {
        self.lookup(hand.map(Card::number))
    }

    #[inline]
    fn lookup(self, hand: [u8; 5]) -> u16 {
        let values = hand.map(|number| CARDS[usize::from(number & 63)]);
        let suits = values.iter().fold(u32::MAX, |bits, value| bits & value) >> SUIT_SHIFT;
        if suits != 0 {
            return self.flush(hand);
        }
        // The suit bits overflow out of the word or are cut off; the keys fit below them.
        let sum = values.iter().fold(0_u32, |sum, &value| sum.wrapping_add(value));
        let sum = sum & ((1 << SUIT_SHIFT) - 1);
        let row = self.0.rows.get((sum >> ROW_BITS) as usize).copied().unwrap_or(0);
        let place = usize::from(row) + (sum & ((1 << ROW_BITS) - 1)) as usize;
        self.0.by_sum.get(place).copied().unwrap_or(0)
    }

    #[cold]
    #[inline(never)]
    fn flush(self, hand: [u8; 5]) -> u16 {
        let ranks = hand.iter().fold(0_usize, |ranks, number| ranks | 1 << (number >> 2 & 15));
        self.0.by_ranks.get(ranks).copied().unwrap_or(0)
    }
}

impl Tables {
    fn build() -> Self {
        let mut sums: Vec<(usize, u16)> = Vec::with_capacity(6175);
        let mut by_ranks = vec![0; 1 << 13];
        for (strength, pattern) in (0..).zip(Pattern::all()) {
            use super::Category::{Flush, StraightFlush};
            let ranks = pattern.ranks.map(|rank| usize::from(rank.number()));
            if matches!(pattern.category, Flush | StraightFlush) {
                by_ranks[ranks.iter().fold(0, |set, rank| set | 1 << rank)] = strength;
            } else {
                sums.push((ranks.iter().map(|&rank| KEYS[rank] as usize).sum(), strength));
            }
        }
        let (rows, by_sum) = fold(&sums);
        Self { rows, by_sum, by_ranks }
    }
}

/// Lay the rows of a sparse table over each other: the fullest first, each at the first place
/// where all its entries fall on free ones.
fn fold(entries: &[(usize, u16)]) -> (Vec<u16>, Vec<u16>) {
    let width = 1 << ROW_BITS;
    let mut rows: Vec<Vec<(usize, u16)>> = vec![Vec::new(); LARGEST_SUM / width + 1];
    for &(place, value) in entries {
        rows[place / width].push((place % width, value));
    }
    let mut fullest_first: Vec<usize> = (0..rows.len()).collect();
    fullest_first.sort_by_key(|&row| std::cmp::Reverse(rows[row].len()));

    let mut starts = vec![0_u16; rows.len()];
    let mut folded: Vec<Option<u16>> = Vec::new();
    for row in fullest_first {
        let free = |start: usize| {
            rows[row]
                .iter()
                .all(|&(place, _)| folded.get(start + place).copied().flatten().is_none())
        };
        let start = (0..=u16::MAX).find(|&start| free(usize::from(start))).unwrap_or(u16::MAX);
        starts[row] = start;
        for &(place, value) in &rows[row] {
            let place = usize::from(start) + place;
            if place >= folded.len() {
                folded.resize(place + 1, None);
            }
            folded[place] = Some(value);
        }
    }
    (starts, folded.into_iter().map(|value| value.unwrap_or(0)).collect())
}
