//! How many five-card hands contain a given set of up to five cards, by outcome.
//!
//! These counts depend only on the ranks of the set and on whether it is of one suit: the category
//! of a hand is determined by its ranks and by whether it is a flush, the number of hands with
//! given ranks around a set by how many cards of each rank are left, and only a set of one suit can
//! become a flush. So 2,380 multisets of up to four ranks, each with and without a common suit,
//! represent all 294,204 sets of up to four cards: the tables take a third of a megabyte and are
//! built in well under a millisecond.
//!
//! The rows of four cards come from the 6,175 multisets of five ranks, each with one rank removed.
//! A row of fewer cards is the sum of the rows with one more card, which counts every hand once for
//! each of its cards outside the set.
//!
//! The 32 rows of a discard table follow by inclusion–exclusion: from the hands that contain the
//! hold, subtract those that also contain a discarded card.

use super::mask::Mask;
use super::outcome::Outcome;
use crate::cards::{Card, Rank};
use crate::combinatorics::{self, multiset_starts, multiset_step};
use crate::lazy::Lazy;
use crate::poker::Category;
use crate::poker::pattern::Pattern;

/// What a card adds to the index of a subset of a sorted hand, by number of the card in the hand,
/// rank, and mask of the subset; nothing if it is not in the subset. Multisets of one size are in
/// colexicographic order, with an entry for sets of several suits and one or more for sets of one.
/// Sixteen ranks, so that four bits need no bounds check.
pub(super) type Steps = [[[u16; 32]; 16]; 5];

/// The steps for thirteen ranks.
static STEPS: Steps = steps(13, 2);

/// The steps for this many ranks and entries per multiset.
pub(super) const fn steps(ranks: usize, entries: usize) -> Steps {
    let starts = multiset_starts(ranks);
    let mut steps = [[[0; 32]; 16]; 5];
    let mut card = 0;
    while card < 5 {
        let mut mask = 0_usize;
        while mask < 32 {
            let size = (mask % (1 << card)).count_ones() as usize;
            let mut rank = 0;
            while rank < ranks && MEMBERS[card][mask] != 0 {
                let step = starts[size + 1] - starts[size] + multiset_step(rank, size);
                steps[card][rank][mask] = (entries * step) as u16;
                rank += 1;
            }
            mask += 1;
        }
        card += 1;
    }
    steps
}

/// All ones if the card is in the mask, by number of the card and mask.
const MEMBERS: [[u16; 32]; 5] = {
    let mut members = [[0; 32]; 5];
    let mut card = 0;
    while card < 5 {
        let mut mask = 0;
        while mask < 32 {
            if mask >> card & 1 == 1 {
                members[card][mask] = u16::MAX;
            }
            mask += 1;
        }
        card += 1;
    }
    members
};

/// The number of entries for sets of up to four cards, and of up to five: two for each multiset of
/// ranks, the second for sets of one suit.
const ENTRIES_UP_TO_FOUR: usize = 2 * multiset_starts(13)[5];
pub(super) const ENTRIES: usize = 2 * multiset_starts(13)[6];

/// The index of the sets with these ranks, lowest first.
pub(super) fn subset_index(ranks: &[usize], one_suit: bool) -> usize {
    subset_index_by(&STEPS, ranks, usize::from(one_suit))
}

/// The same by other steps; `entry` is one of the entries of the multiset.
pub(super) fn subset_index_by(steps: &Steps, ranks: &[usize], entry: usize) -> usize {
    let steps = ranks.iter().zip(steps).map(|(&rank, steps)| usize::from(steps[rank & 15][31]));
    steps.sum::<usize>() + entry
}

/// The indices of a hand's holds, by discard mask.
#[inline(always)]
pub(super) fn subset_indices(cards: [Card; 5]) -> [u16; 32] {
    let suits = |number: u16| 1 << (number & 3);
    subset_indices_by(&STEPS, cards.map(Card::number), suits, |suits| u16::from(suits > 0))
}

/// The suits that the held cards have in common, as bits, by discard mask; `suits` has those that
/// each card may have.
#[inline(always)]
pub(super) fn common_suits(suits: [u16; 5]) -> [u16; 32] {
    let mut common = [0b1111; 32];
    for (of_card, discarded) in suits.into_iter().zip(&MEMBERS) {
        for (common, discarded) in common.iter_mut().zip(discarded) {
            *common &= of_card | discarded;
        }
    }
    common
}

/// The same for cards given as numbers, by other steps; `suits` has one bit for each of the four
/// suits that a card may have, and `entry` is the entry of sets whose cards have these in common.
#[inline(always)]
pub(super) fn subset_indices_by(
    steps: &Steps,
    numbers: [u8; 5],
    suits: impl Fn(u16) -> u16,
    entry: impl Fn(u16) -> u16,
) -> [u16; 32] {
    let mut sorted = [0_u16; 5];
    for (subset_index, (key, number)) in (0..).zip(sorted.iter_mut().zip(numbers)) {
        *key = u16::from(number) << 3 | subset_index;
    }
    // The optimal sorting network for five elements.
    for (low, high) in [(0, 3), (1, 4), (0, 2), (1, 3), (0, 1), (2, 4), (1, 2), (3, 4), (2, 3)] {
        let (a, b) = (sorted[low], sorted[high]);
        (sorted[low], sorted[high]) = (a.min(b), a.max(b));
    }

    // By mask of held cards in that order: their index; and the mask of the others, in the order
    // given, below one bit for each suit that all held cards share.
    let (mut kept, mut tags) = ([0_u16; 32], [0b1111_11111_u16; 32]);
    for (card, key) in sorted.into_iter().enumerate() {
        for (subset_index, step) in kept.iter_mut().zip(&steps[card][usize::from(key >> 5) & 15]) {
            *subset_index += step;
        }
        let of_card = suits(key >> 3) << 5 | 31 ^ 1 << (key & 7);
        for (tag, member) in tags.iter_mut().zip(&MEMBERS[card]) {
            *tag &= of_card | !member;
        }
    }
    let mut subset_indices = [0; 32];
    for (subset_index, tag) in kept.into_iter().zip(tags) {
        subset_indices[usize::from(tag & 31)] = subset_index + entry(tag >> 5);
    }
    subset_indices
}

/// Inclusion–exclusion: turn counts of "at least these cards", by mask of the others, into "exactly
/// these cards". Differences wrap; the final counts are never negative.
#[inline(always)]
fn inclusion_exclusion<T: Copy, const MASKS: usize>(
    numbers: &mut [T; MASKS],
    difference: impl Fn(T, T) -> T,
) {
    let mut bit = 1;
    while bit < MASKS {
        for mask in 0..MASKS {
            if mask & bit != 0 {
                numbers[mask] = difference(numbers[mask], numbers[mask ^ bit]);
            }
        }
        bit *= 2;
    }
}

/// The same for the last three cards only: `numbers` has eight equal parts, one for each mask of
/// these cards.
#[inline(always)]
fn inclusion_exclusion_last<T: Copy>(numbers: &mut [T], difference: impl Fn(T, T) -> T) {
    let part = numbers.len() / 8;
    for subset_index in 0..part {
        let mut column: [T; 8] = std::array::from_fn(|mask| numbers[mask * part + subset_index]);
        inclusion_exclusion(&mut column, &difference);
        for (mask, number) in column.into_iter().enumerate() {
            numbers[mask * part + subset_index] = number;
        }
    }
}

/// The difference of two rows.
#[inline(always)]
fn difference<const COLUMNS: usize>(
    left: &[u32; COLUMNS],
    right: &[u32; COLUMNS],
) -> [u32; COLUMNS] {
    std::array::from_fn(|column| left[column].wrapping_sub(right[column]))
}

/// The index of a set of cards in a table.
pub(super) trait SubsetIndex: Copy {
    /// As a `usize`.
    fn index(self) -> usize;
}

impl SubsetIndex for u16 {
    #[inline]
    fn index(self) -> usize {
        self.into()
    }
}

impl SubsetIndex for u32 {
    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

/// The number of hands that contain a set, by column.
pub(super) struct SubsetTable<const COLUMNS: usize> {
    /// One row per set of up to four cards.
    rows: Vec<[u32; COLUMNS]>,
    /// The column of a complete hand, by its index from the first five-card set on.
    columns: Vec<u8>,
}

impl<const COLUMNS: usize> SubsetTable<COLUMNS> {
    /// The rows of complete hands: one hand in its column.
    const COMPLETE: [[u32; COLUMNS]; COLUMNS] = {
        let mut rows = [[0; COLUMNS]; COLUMNS];
        let mut column = 0;
        while column < COLUMNS {
            rows[column][column] = 1;
            column += 1;
        }
        rows
    };

    /// A table from the rows of sets of up to four cards and the columns of complete hands.
    pub const fn new(rows: Vec<[u32; COLUMNS]>, columns: Vec<u8>) -> Self {
        Self { rows, columns }
    }

    /// The hands that contain a set.
    #[inline]
    fn row(&self, subset_index: impl SubsetIndex) -> &[u32; COLUMNS] {
        let subset_index = subset_index.index();
        self.rows.get(subset_index).unwrap_or_else(|| {
            let column = self.columns.get(subset_index.wrapping_sub(self.rows.len())).copied();
            &Self::COMPLETE[usize::from(column.unwrap_or(0)) % COLUMNS]
        })
    }

    /// The column of a complete hand.
    pub fn column(&self, subset_index: usize) -> usize {
        let index = subset_index.wrapping_sub(self.rows.len());
        self.columns.get(index).map_or(0, |&column| usize::from(column))
    }

    /// Write into `counts`, by discard mask, how many hands in each column share exactly the held
    /// cards with the hand whose subset indices are given.
    #[inline(always)]
    pub fn keep_exactly(
        &self,
        subset_indices: &[impl SubsetIndex; 32],
        counts: &mut [[u32; COLUMNS]; 32],
    ) {
        // Two cards while reading the table, then the other three at once: as many as fit into the
        // vector registers.
        for (counts, subset_indices) in
            counts.as_chunks_mut().0.iter_mut().zip(subset_indices.as_chunks().0)
        {
            let &[none, first, second, both] = subset_indices;
            let (none, first) = (self.row(none), self.row(first));
            let (second, both) = (self.row(second), self.row(both));
            let (only_first, only_second) = (difference(first, none), difference(second, none));
            *counts = [
                *none,
                only_first,
                only_second,
                difference(&difference(both, first), &only_second),
            ];
        }
        inclusion_exclusion_last(counts.as_flattened_mut(), u32::wrapping_sub);
    }

    /// The same for *one* discard mask.
    fn keep_one_exactly(
        &self,
        subset_indices: &[impl SubsetIndex; 32],
        discard: usize,
    ) -> [u32; COLUMNS] {
        let mut counts = [0_u32; COLUMNS];
        let discard = discard & 31;
        let mut fewer = discard;
        loop {
            let odd = (discard ^ fewer).count_ones() % 2 == 1;
            for (count, &hands) in counts.iter_mut().zip(self.row(subset_indices[fewer])) {
                *count = if odd { count.wrapping_sub(hands) } else { count.wrapping_add(hands) };
            }
            if fewer == 0 {
                return counts;
            }
            fewer = (fewer - 1) & discard;
        }
    }

    /// Add [`keep_one_exactly`](Self::keep_one_exactly) to sums, `times` times.
    #[inline]
    pub fn add_one_exactly(
        &self,
        subset_indices: &[impl SubsetIndex; 32],
        discard: Mask,
        times: u64,
        sums: &mut [u64],
    ) {
        let draws = self.keep_one_exactly(subset_indices, discard.index());
        for (sum, draws) in sums.iter_mut().zip(draws) {
            *sum += times * u64::from(draws);
        }
    }

    /// The sums of a tally by column.
    pub fn tallied(&self, tally: &Tally) -> [u64; COLUMNS] {
        let mut sums = [0_u64; COLUMNS];
        let (rows, complete) = tally.0.split_at(self.rows.len().min(tally.0.len()));
        for (row, &times) in self.rows.iter().zip(rows).filter(|(_, times)| **times != 0) {
            for (sum, &hands) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(times.wrapping_mul(hands.into()));
            }
        }
        for (&column, &times) in self.columns.iter().zip(complete) {
            let sum = &mut sums[usize::from(column) % COLUMNS];
            *sum = sum.wrapping_add(times);
        }
        sums
    }

    /// The number of sets.
    pub const fn len(&self) -> usize {
        self.rows.len() + self.columns.len()
    }

    /// The table with merged columns: `column` maps old columns to new ones.
    fn merge<const FEWER: usize>(&self, column: impl Fn(usize) -> usize) -> SubsetTable<FEWER> {
        let rows = self.rows.iter().map(|row| {
            let mut merged = [0; FEWER];
            for (old, count) in row.iter().enumerate() {
                merged[column(old)] += count;
            }
            merged
        });
        let columns = self.columns.iter().map(|&old| column(usize::from(old)) as u8);
        SubsetTable { rows: rows.collect(), columns: columns.collect() }
    }

    /// For every set, the total value of the hands that contain it, given the value of each column.
    pub fn totals(&self, values: &[i64; COLUMNS]) -> ValueTable {
        let mut sums = Vec::with_capacity(self.rows.len() + self.columns.len());
        sums.extend(self.rows.iter().map(|row| {
            row.iter().zip(values).map(|(&hands, &value)| i64::from(hands) * value).sum::<i64>()
        }));
        let value = |&column: &u8| values.get(usize::from(column)).copied().unwrap_or(0);
        sums.extend(self.columns.iter().map(value));
        ValueTable(sums)
    }
}

/// How often the hands that contain each set count, by subset index.
///
/// To count the draws of millions of discards by outcome, their rows are not added up: it is counted
/// how often each row would be, and the rows are multiplied by that at the end. Numbers wrap; the
/// final sums are never negative and fit.
#[derive(Clone, Debug)]
pub struct Tally(Vec<u64>);

impl Tally {
    /// An empty tally for this many sets.
    pub(super) fn new(sets: usize) -> Self {
        Self(vec![0; sets])
    }

    /// Count the draws of a discard, `times` times.
    #[inline]
    pub(super) fn add(
        &mut self,
        subset_indices: &[impl SubsetIndex; 32],
        discard: Mask,
        times: u64,
    ) {
        let discard = discard.index() & 31;
        let mut fewer = discard;
        loop {
            let odd = (discard ^ fewer).count_ones() % 2 == 1;
            let change = if odd { times.wrapping_neg() } else { times };
            if let Some(sum) = self.0.get_mut(subset_indices[fewer].index()) {
                *sum = sum.wrapping_add(change);
            }
            if fewer == 0 {
                return;
            }
            fewer = (fewer - 1) & discard;
        }
    }

    /// Count one of the last entries, from 1 for the last.
    #[inline]
    pub(super) fn add_last(&mut self, from_end: usize, times: u64) {
        let index = self.0.len().wrapping_sub(from_end);
        if let Some(sum) = self.0.get_mut(index) {
            *sum = sum.wrapping_add(times);
        }
    }

    /// An entry.
    pub(super) fn get(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }

    /// Add another tally.
    pub(super) fn join(&mut self, other: &Self) {
        for (sum, other) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.wrapping_add(*other);
        }
    }
}

/// The total value of the hands that contain a set.
#[derive(Clone, Debug)]
pub struct ValueTable(Vec<i64>);

impl ValueTable {
    /// A table of totals, by subset index.
    pub(super) const fn new(sums: Vec<i64>) -> Self {
        Self(sums)
    }

    /// By discard mask, the total value of the hands that share exactly the held cards with the
    /// hand whose subset indices are given.
    #[inline]
    pub(super) fn keep_exactly(&self, subset_indices: &[impl SubsetIndex; 32]) -> [i64; 32] {
        let mut sums = [0; 32];
        for (sum, &subset_index) in sums.iter_mut().zip(subset_indices) {
            *sum = self.0.get(subset_index.index()).copied().unwrap_or(0);
        }
        for sums in sums.as_chunks_mut::<4>().0 {
            inclusion_exclusion(sums, i64::wrapping_sub);
        }
        inclusion_exclusion_last(&mut sums, i64::wrapping_sub);
        sums
    }
}

/// The table with one column per [`Outcome`].
pub(super) fn by_outcome() -> &'static SubsetTable<{ Outcome::COUNT }> {
    static TABLE: Lazy<SubsetTable<{ Outcome::COUNT }>> = Lazy::new(build);
    &TABLE
}

/// The table with one column per hand category.
pub(super) fn by_category() -> &'static SubsetTable<{ Category::COUNT }> {
    static TABLE: Lazy<SubsetTable<{ Category::COUNT }>> = Lazy::new(|| {
        by_outcome().merge(|outcome| usize::from(Outcome::ALL[outcome].category().number()))
    });
    &TABLE
}

fn build() -> SubsetTable<{ Outcome::COUNT }> {
    let mut rows = vec![[0_u32; Outcome::COUNT]; ENTRIES_UP_TO_FOUR];
    let mut columns = vec![0_u8; ENTRIES - ENTRIES_UP_TO_FOUR];

    // Sets of four cards, from the hands of five.
    for_each_multiset(5, &mut |ranks| {
        let count = |rank: usize| ranks.iter().filter(|&&other| other == rank).count();
        if count(ranks[0]) == 5 {
            return;
        }
        let pattern = |flush| {
            let ranks = [0, 1, 2, 3, 4].map(|i| Rank::ALL[ranks[i]]);
            Outcome::of_pattern(&Pattern::new(ranks, flush)).number()
        };
        let (mixed, distinct) = (pattern(false), are_distinct(ranks));
        let flush = if distinct { pattern(true) } else { mixed };
        columns[subset_index(ranks, false) - ENTRIES_UP_TO_FOUR] = mixed;
        columns[subset_index(ranks, true) - ENTRIES_UP_TO_FOUR] = flush;
        for left_out in 0..5 {
            if left_out > 0 && ranks[left_out] == ranks[left_out - 1] {
                continue;
            }
            let four = [0, 1, 2, 3].map(|i| ranks[i + usize::from(i >= left_out)]);
            let ways = 5 - count(ranks[left_out]) as u32;
            rows[subset_index(&four, false)][usize::from(mixed)] += ways;
            // A set of one suit combines with one card of its suit and the others of the rank.
            rows[subset_index(&four, true)][usize::from(mixed)] += ways - u32::from(distinct);
            rows[subset_index(&four, true)][usize::from(flush)] += u32::from(distinct);
        }
    });

    sum_up(&mut rows, 3);
    SubsetTable { rows, columns }
}

/// Counts or values of hands that can be summed over the hands containing a set.
pub(super) trait Sum: Copy {
    /// The empty sum.
    const ZERO: Self;

    /// Add another sum, `times` times.
    fn add(&mut self, times: u32, other: &Self);

    /// Exact division.
    fn divided(self, by: u32) -> Self;
}

impl Sum for i64 {
    const ZERO: Self = 0;

    fn add(&mut self, times: u32, other: &Self) {
        *self += Self::from(times) * other;
    }

    fn divided(self, by: u32) -> Self {
        self / Self::from(by)
    }
}

impl<const COLUMNS: usize> Sum for [u32; COLUMNS] {
    const ZERO: Self = [0; COLUMNS];

    fn add(&mut self, times: u32, other: &Self) {
        for (sum, number) in self.iter_mut().zip(other) {
            *sum += times * number;
        }
    }

    fn divided(self, by: u32) -> Self {
        self.map(|sum| sum / by)
    }
}

/// Fill in the sums for sets of up to `largest` cards from those with one more card, which count
/// every hand once for each of its cards outside the set.
pub(super) fn sum_up<T: Sum>(sums: &mut [T], largest: usize) {
    for size in (0..=largest).rev() {
        for_each_multiset(size, &mut |ranks| {
            let (mut mixed, mut suited) = (T::ZERO, T::ZERO);
            for rank in 0..13 {
                let taken = ranks.iter().filter(|&&other| other == rank).count() as u32;
                let left = 4_u32.saturating_sub(taken);
                if left == 0 {
                    continue;
                }
                let mut more = ranks.to_vec();
                more.push(rank);
                more.sort_unstable();
                let (other, same) =
                    (sums[subset_index(&more, false)], sums[subset_index(&more, true)]);
                // How many cards of the rank keep a set suited: all of them for the empty set, one
                // if the rank is new, none if it is present.
                let keep = if size == 0 { 4 } else { u32::from(taken == 0) };
                mixed.add(left, &other);
                suited.add(left - keep, &other);
                suited.add(keep, &same);
            }
            let missing = 5 - size as u32;
            sums[subset_index(ranks, false)] = mixed.divided(missing);
            if are_distinct(ranks) {
                sums[subset_index(ranks, true)] = suited.divided(missing);
            }
        });
    }
}

/// Whether all ranks, lowest first, are different: only then can the cards be of one suit.
pub(super) fn are_distinct(ranks: &[usize]) -> bool {
    ranks.windows(2).all(|pair| pair[0] < pair[1])
}

/// Every multiset of this many of the thirteen ranks, lowest first.
pub(super) fn for_each_multiset(size: usize, visit: &mut impl FnMut(&[usize])) {
    combinatorics::for_each_multiset(13, size, &|_| size, visit);
}
