//! How many five-card hands hold a given set of up to five cards, by what they are worth.
//!
//! Those numbers depend only on the ranks of the set and on whether its cards are of one suit:
//! the class of a hand follows from its ranks and from whether it is a flush, the number of
//! hands with given ranks around a set follows from how many cards of each rank are left, and
//! only a set of one suit can grow into a flush. So 2,380 multisets of up to four ranks, each
//! with and without a common suit, stand for all 294,204 sets of up to four cards: the tables
//! take a third of a megabyte and are built in well under a millisecond.
//!
//! The rows of four cards come from the 6,175 multisets of five ranks, each left by one of its
//! ranks. A row of fewer cards is the sum of the rows with one more card, in which every hand is
//! seen once for each of its cards that is not in the set.
//!
//! The 32 rows of a discard table follow by inclusion and exclusion: of the hands that hold the
//! kept cards, take away those that also hold a discarded one.

use super::mask::Mask;
use super::outcome::Outcome;
use crate::cards::{Card, Rank};
use crate::combinatorics::{self, multiset_starts, multiset_step};
use crate::lazy::Lazy;
use crate::poker::Category;
use crate::poker::pattern::Pattern;

/// What a card adds to the place of a subset of a sorted hand, by number of the card in the hand,
/// rank, and mask of the subset; nothing if it is not in it. Multisets of one size are in
/// colexicographic order, and each has two places. Sixteen ranks, so that four bits need no check.
pub(super) type Steps = [[[u16; 32]; 16]; 5];

/// The steps of the thirteen ranks.
static STEPS: Steps = steps(13);

/// The steps of so many ranks.
pub(super) const fn steps(ranks: usize) -> Steps {
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
                steps[card][rank][mask] = 2 * step as u16;
                rank += 1;
            }
            mask += 1;
        }
        card += 1;
    }
    steps
}

/// All bits if the card is in the mask, by number of the card and mask.
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

/// How many places there are for sets of up to four cards, and of up to five: two for each
/// multiset of ranks, the second for the sets of one suit.
const PLACES_OF_FOUR: usize = places_of_four(13);
pub(super) const PLACES: usize = 2 * multiset_starts(13)[6];

/// How many places there are for sets of up to four cards of so many ranks.
pub(super) const fn places_of_four(ranks: usize) -> usize {
    2 * multiset_starts(ranks)[5]
}

/// The place of the sets with these ranks, lowest first, in the tables.
pub(super) fn place(ranks: &[usize], one_suit: bool) -> usize {
    place_by(&STEPS, ranks, one_suit)
}

/// The same for another number of ranks.
pub(super) fn place_by(steps: &Steps, ranks: &[usize], one_suit: bool) -> usize {
    let steps = ranks.iter().zip(steps).map(|(&rank, steps)| usize::from(steps[rank & 15][31]));
    steps.sum::<usize>() + usize::from(one_suit)
}

/// Where the kept cards of a hand are in the tables, by discard mask.
#[inline(always)]
pub(super) fn places(cards: [Card; 5]) -> [u16; 32] {
    places_by(&STEPS, cards.map(Card::number), |number| 1 << (number & 3))
}

/// The same for cards given as numbers, of another number of ranks; `suits` has one bit for each of
/// the four suits that a card may be of.
#[inline(always)]
pub(super) fn places_by(steps: &Steps, numbers: [u8; 5], suits: impl Fn(u16) -> u16) -> [u16; 32] {
    let mut sorted = [0_u16; 5];
    for (place, (key, number)) in (0..).zip(sorted.iter_mut().zip(numbers)) {
        *key = u16::from(number) << 3 | place;
    }
    // The optimal network for five.
    for (low, high) in [(0, 3), (1, 4), (0, 2), (1, 3), (0, 1), (2, 4), (1, 2), (3, 4), (2, 3)] {
        let (a, b) = (sorted[low], sorted[high]);
        (sorted[low], sorted[high]) = (a.min(b), a.max(b));
    }

    // By mask of kept cards in that order: their place; and the mask of the others, in the order
    // given, under one bit for each suit that all kept cards have.
    let (mut kept, mut tags) = ([0_u16; 32], [0b1111_11111_u16; 32]);
    for (card, key) in sorted.into_iter().enumerate() {
        for (place, step) in kept.iter_mut().zip(&steps[card][usize::from(key >> 5) & 15]) {
            *place += step;
        }
        let of_card = suits(key >> 3) << 5 | 31 ^ 1 << (key & 7);
        for (tag, member) in tags.iter_mut().zip(&MEMBERS[card]) {
            *tag &= of_card | !member;
        }
    }
    let mut places = [0; 32];
    for (place, tag) in kept.into_iter().zip(tags) {
        places[usize::from(tag & 31)] = place + u16::from(tag > 31);
    }
    places
}

/// Turn numbers of "these cards and maybe others of the hand", by mask of the others, into
/// "exactly these cards". Differences wrap; what remains in the end is never negative.
#[inline(always)]
fn include_and_exclude<T: Copy, const MASKS: usize>(
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

/// The same for the last three cards alone: `numbers` are eight equal parts, one for each mask of
/// these cards.
#[inline(always)]
fn include_and_exclude_last<T: Copy>(numbers: &mut [T], difference: impl Fn(T, T) -> T) {
    let part = numbers.len() / 8;
    for place in 0..part {
        let mut column: [T; 8] = std::array::from_fn(|mask| numbers[mask * part + place]);
        include_and_exclude(&mut column, &difference);
        for (mask, number) in column.into_iter().enumerate() {
            numbers[mask * part + place] = number;
        }
    }
}

/// One row less another.
#[inline(always)]
fn difference<const COLUMNS: usize>(
    left: &[u32; COLUMNS],
    right: &[u32; COLUMNS],
) -> [u32; COLUMNS] {
    std::array::from_fn(|column| left[column].wrapping_sub(right[column]))
}

/// Where a set of cards is in a table.
pub(super) trait Place: Copy {
    /// The place as an index.
    fn index(self) -> usize;
}

impl Place for u16 {
    #[inline]
    fn index(self) -> usize {
        self.into()
    }
}

impl Place for u32 {
    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

/// Hands that hold a set, by column: `COLUMNS` of them.
pub(super) struct SubsetTable<const COLUMNS: usize> {
    /// One row per place of up to four cards.
    rows: Vec<[u32; COLUMNS]>,
    /// The column of a complete hand, by its place from that of the first five-card set on.
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

    /// A table from the rows of sets of up to four cards, and the columns of complete hands.
    pub const fn new(rows: Vec<[u32; COLUMNS]>, columns: Vec<u8>) -> Self {
        Self { rows, columns }
    }

    /// The hands that hold the set at a place.
    #[inline]
    fn row(&self, place: impl Place) -> &[u32; COLUMNS] {
        let place = place.index();
        self.rows.get(place).unwrap_or_else(|| {
            let column = self.columns.get(place.wrapping_sub(self.rows.len())).copied();
            &Self::COMPLETE[usize::from(column.unwrap_or(0)) % COLUMNS]
        })
    }

    /// Put into `counts`, by discard mask: how many hands there are in each column that share
    /// exactly the other cards with the hand, of which `places` are given.
    #[inline(always)]
    pub fn keep_exactly(&self, places: &[impl Place; 32], counts: &mut [[u32; COLUMNS]; 32]) {
        // Two cards on the way out of the table, then the other three at once: as many as leave
        // room for all numbers in vector registers.
        for (counts, places) in counts.as_chunks_mut().0.iter_mut().zip(places.as_chunks().0) {
            let &[none, first, second, both] = places;
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
        include_and_exclude_last(counts.as_flattened_mut(), u32::wrapping_sub);
    }

    /// The same of *one* discard mask.
    fn keep_one_exactly(&self, places: &[impl Place; 32], discard: usize) -> [u32; COLUMNS] {
        let mut counts = [0_u32; COLUMNS];
        let discard = discard & 31;
        let mut fewer = discard;
        loop {
            let odd = (discard ^ fewer).count_ones() % 2 == 1;
            for (count, &hands) in counts.iter_mut().zip(self.row(places[fewer])) {
                *count = if odd { count.wrapping_sub(hands) } else { count.wrapping_add(hands) };
            }
            if fewer == 0 {
                return counts;
            }
            fewer = (fewer - 1) & discard;
        }
    }

    /// Add what [`keep_one_exactly`](Self::keep_one_exactly) says to sums, so many times.
    #[inline]
    pub fn add_one_exactly(
        &self,
        places: &[impl Place; 32],
        discard: Mask,
        times: u64,
        sums: &mut [u64],
    ) {
        let draws = self.keep_one_exactly(places, discard.index());
        for (sum, draws) in sums.iter_mut().zip(draws) {
            *sum += times * u64::from(draws);
        }
    }

    /// The same table with columns put together: `column` names the new one of each old one.
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

    /// For every place: the sum over the hands that hold the set of what their column is worth.
    pub fn worth(&self, worths: &[i64; COLUMNS]) -> WorthTable {
        let mut sums = Vec::with_capacity(self.rows.len() + self.columns.len());
        sums.extend(self.rows.iter().map(|row| {
            row.iter().zip(worths).map(|(&hands, &worth)| i64::from(hands) * worth).sum::<i64>()
        }));
        let worth = |&column: &u8| worths.get(usize::from(column)).copied().unwrap_or(0);
        sums.extend(self.columns.iter().map(worth));
        WorthTable(sums)
    }
}

/// What the hands that hold a set are worth together.
#[derive(Clone, Debug)]
pub struct WorthTable(Vec<i64>);

impl WorthTable {
    /// What the hands around a set are worth together, by its place.
    pub(super) const fn new(sums: Vec<i64>) -> Self {
        Self(sums)
    }

    /// By discard mask: what the hands are worth together that share exactly the other cards with
    /// the hand, of which `places` are given.
    #[inline]
    pub(super) fn keep_exactly(&self, places: &[impl Place; 32]) -> [i64; 32] {
        let mut sums = [0; 32];
        for (sum, &place) in sums.iter_mut().zip(places) {
            *sum = self.0.get(place.index()).copied().unwrap_or(0);
        }
        for sums in sums.as_chunks_mut::<4>().0 {
            include_and_exclude(sums, i64::wrapping_sub);
        }
        include_and_exclude_last(&mut sums, i64::wrapping_sub);
        sums
    }
}

/// The table with one column per [`Outcome`].
pub(super) fn by_outcome() -> &'static SubsetTable<{ Outcome::COUNT }> {
    static TABLE: Lazy<SubsetTable<{ Outcome::COUNT }>> = Lazy::new(build);
    &TABLE
}

/// The table with one column per class.
pub(super) fn by_class() -> &'static SubsetTable<{ Category::COUNT }> {
    static TABLE: Lazy<SubsetTable<{ Category::COUNT }>> = Lazy::new(|| {
        by_outcome().merge(|outcome| usize::from(Outcome::ALL[outcome].category().number()))
    });
    &TABLE
}

fn build() -> SubsetTable<{ Outcome::COUNT }> {
    let mut rows = vec![[0_u32; Outcome::COUNT]; PLACES_OF_FOUR];
    let mut columns = vec![0_u8; PLACES - PLACES_OF_FOUR];

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
        columns[place(ranks, false) - PLACES_OF_FOUR] = mixed;
        columns[place(ranks, true) - PLACES_OF_FOUR] = flush;
        for left_out in 0..5 {
            if left_out > 0 && ranks[left_out] == ranks[left_out - 1] {
                continue;
            }
            let four = [0, 1, 2, 3].map(|i| ranks[i + usize::from(i >= left_out)]);
            let ways = 5 - count(ranks[left_out]) as u32;
            rows[place(&four, false)][usize::from(mixed)] += ways;
            // A set of one suit meets one card of its suit and the others of the rank.
            rows[place(&four, true)][usize::from(mixed)] += ways - u32::from(distinct);
            rows[place(&four, true)][usize::from(flush)] += u32::from(distinct);
        }
    });

    sum_up(&mut rows, 3);
    SubsetTable { rows, columns }
}

/// Numbers of hands, or what they are worth, that can be added up over the hands around a set.
pub(super) trait Sum: Copy {
    /// The sum of nothing.
    const NOTHING: Self;

    /// Add another sum so many times.
    fn add(&mut self, times: u32, other: &Self);

    /// A part of a sum that is a multiple of it.
    fn divided(self, by: u32) -> Self;
}

impl Sum for i64 {
    const NOTHING: Self = 0;

    fn add(&mut self, times: u32, other: &Self) {
        *self += Self::from(times) * other;
    }

    fn divided(self, by: u32) -> Self {
        self / Self::from(by)
    }
}

impl<const COLUMNS: usize> Sum for [u32; COLUMNS] {
    const NOTHING: Self = [0; COLUMNS];

    fn add(&mut self, times: u32, other: &Self) {
        for (sum, number) in self.iter_mut().zip(other) {
            *sum += times * number;
        }
    }

    fn divided(self, by: u32) -> Self {
        self.map(|sum| sum / by)
    }
}

/// Fill in the sums of the sets of up to `largest` cards, from those of one card more: in these
/// every hand is seen once for each of its cards that is not in the set.
pub(super) fn sum_up<T: Sum>(sums: &mut [T], largest: usize) {
    for size in (0..=largest).rev() {
        for_each_multiset(size, &mut |ranks| {
            let (mut mixed, mut suited) = (T::NOTHING, T::NOTHING);
            for rank in 0..13 {
                let taken = ranks.iter().filter(|&&other| other == rank).count() as u32;
                let left = 4_u32.saturating_sub(taken);
                if left == 0 {
                    continue;
                }
                let mut more = ranks.to_vec();
                more.push(rank);
                more.sort_unstable();
                let (other, same) = (sums[place(&more, false)], sums[place(&more, true)]);
                // How many cards of the rank keep a set of one suit so: all of them for the
                // empty set, one if the rank is new, none if it is there.
                let keep = if size == 0 { 4 } else { u32::from(taken == 0) };
                mixed.add(left, &other);
                suited.add(left - keep, &other);
                suited.add(keep, &same);
            }
            let missing = 5 - size as u32;
            sums[place(ranks, false)] = mixed.divided(missing);
            if are_distinct(ranks) {
                sums[place(ranks, true)] = suited.divided(missing);
            }
        });
    }
}

/// Whether no two of the ranks, lowest first, are the same: only then can cards be of one suit.
pub(super) fn are_distinct(ranks: &[usize]) -> bool {
    ranks.windows(2).all(|pair| pair[0] < pair[1])
}

/// Every multiset of this many of the thirteen ranks, lowest first.
pub(super) fn for_each_multiset(size: usize, visit: &mut impl FnMut(&[usize])) {
    combinatorics::for_each_multiset(13, size, &|_| size, visit);
}
