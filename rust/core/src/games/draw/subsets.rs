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

use std::sync::LazyLock;

use super::outcome::Outcome;
use crate::cards::{Card, Rank};
use crate::poker::pattern::Pattern;

/// C(n, k) for the small numbers needed here.
const fn binomial(n: usize, k: usize) -> usize {
    let (mut ways, mut i) = (1, 0);
    while i < k {
        ways = ways * (n - i) / (i + 1);
        i += 1;
    }
    ways
}

/// Where the multisets of each size begin: those of k ranks are C(12 + k, k).
const STARTS: [usize; 7] = {
    let mut starts = [0; 7];
    let mut size = 0;
    while size < 6 {
        starts[size + 1] = starts[size] + binomial(12 + size, size);
        size += 1;
    }
    starts
};

/// What adding a rank, not lower than the others, to a multiset of the given size adds to its
/// place: multisets of one size are in colexicographic order. Sixteen columns, so that four bits
/// need no check.
const STEPS: [[u16; 16]; 5] = {
    let mut steps = [[0; 16]; 5];
    let mut size = 0;
    while size < 5 {
        let mut rank = 0;
        while rank < 13 {
            let step = STARTS[size + 1] - STARTS[size] + binomial(rank + size, size + 1);
            steps[size][rank] = step as u16;
            rank += 1;
        }
        size += 1;
    }
    steps
};

/// The number of cards in a mask.
const SIZES: [usize; 32] = {
    let mut sizes = [0; 32];
    let mut mask = 0;
    while mask < 32_usize {
        sizes[mask] = mask.count_ones() as usize;
        mask += 1;
    }
    sizes
};

/// How many places there are for sets of up to four cards, and of up to five: two for each
/// multiset of ranks, the second for the sets of one suit.
const PLACES_OF_FOUR: usize = 2 * STARTS[5];
pub(super) const PLACES: usize = 2 * STARTS[6];

/// The place of the sets with these ranks, lowest first, in the tables.
pub(super) fn place(ranks: &[usize], one_suit: bool) -> usize {
    let steps = ranks.iter().zip(&STEPS).map(|(&rank, step)| usize::from(step[rank & 15]));
    2 * steps.sum::<usize>() + usize::from(one_suit)
}

/// The 32 subsets of a hand: where they are in the tables, in the order of the hand sorted by
/// card number, and how that order relates to the one given.
pub(super) struct Subsets {
    /// Place by mask of sorted cards.
    pub places: [u16; 32],
    /// Mask of the cards as given by mask of sorted cards.
    pub given: [u8; 32],
}

impl Subsets {
    /// Subsets of a hand.
    #[inline]
    pub fn of(cards: [Card; 5]) -> Self {
        let mut sorted = [0_u16; 5];
        for (place, (key, card)) in (0..).zip(sorted.iter_mut().zip(cards)) {
            *key = u16::from(card.number()) << 3 | place;
        }
        // The optimal network for five.
        for (low, high) in [(0, 3), (1, 4), (0, 2), (1, 3), (0, 1), (2, 4), (1, 2), (3, 4), (2, 3)]
        {
            let (a, b) = (sorted[low], sorted[high]);
            (sorted[low], sorted[high]) = (a.min(b), a.max(b));
        }

        let mut places = [0_u16; 32];
        let mut suits = [0_u8; 32];
        let mut given = [0_u8; 32];
        suits[0] = 15;
        for (top, key) in sorted.into_iter().enumerate() {
            let rank = usize::from(key >> 5) & 15;
            let (suit, bit) = (1 << (key >> 3 & 3), 1 << (key & 7));
            // The masks with this card as their highest, from those without it.
            let half = 1 << top;
            for rest in 0..half {
                places[half + rest] = places[rest] + STEPS[SIZES[rest]][rank];
                suits[half + rest] = suits[rest] & suit;
                given[half + rest] = given[rest] | bit;
            }
        }
        for (place, suits) in places.iter_mut().zip(suits) {
            *place = 2 * *place + u16::from(suits != 0);
        }
        Self { places, given }
    }
}

/// Turn numbers of "these cards and maybe others of the hand" into "exactly these cards", row by
/// row. Differences wrap; what remains in the end is never negative.
#[inline(always)]
fn include_and_exclude<T>(rows: &mut [T; 32], subtract: impl Fn(&mut T, &T)) {
    // Written out so that every loop below has bounds that are known when it is compiled.
    without_one_card(rows, 1, &subtract);
    without_one_card(rows, 2, &subtract);
    without_one_card(rows, 4, &subtract);
    without_one_card(rows, 8, &subtract);
    without_one_card(rows, 16, &subtract);
}

/// Take the rows with a card from those without it.
#[inline(always)]
fn without_one_card<T>(rows: &mut [T; 32], bit: usize, subtract: &impl Fn(&mut T, &T)) {
    for both in rows.chunks_exact_mut(2 * bit) {
        let (without, with) = both.split_at_mut(bit);
        for (without, with) in without.iter_mut().zip(with) {
            subtract(without, with);
        }
    }
}

/// Hands that hold a set, by column: `LANES` is the number of columns.
pub(super) struct SubsetTable<const LANES: usize> {
    /// One row per place of up to four cards.
    rows: Vec<[u32; LANES]>,
    /// The column of a complete hand, by its place from that of the first five-card set on.
    columns: Vec<u8>,
}

impl<const LANES: usize> SubsetTable<LANES> {
    /// Put into `counts`, by keeping the cards of each mask of the *sorted* hand exactly: how many
    /// hands there are in each column.
    #[inline]
    pub fn keep_exactly(&self, subsets: &Subsets, counts: &mut [[u32; LANES]; 32]) {
        for (row, &place) in counts.iter_mut().zip(&subsets.places[..31]) {
            if let Some(hands) = self.rows.get(usize::from(place)) {
                *row = *hands;
            }
        }
        counts[31] = [0; LANES];
        if let Some(cell) = counts[31].get_mut(self.column(subsets)) {
            *cell = 1;
        }
        include_and_exclude(counts, |without, with| {
            for (without, with) in without.iter_mut().zip(with) {
                *without = without.wrapping_sub(*with);
            }
        });
    }

    /// By keeping the cards of *one* mask of the sorted hand exactly: how many hands there are
    /// in each column.
    pub fn keep_one_exactly(&self, subsets: &Subsets, mask: usize) -> [u32; LANES] {
        let mut counts = [0_u32; LANES];
        let discarded = 31 & !mask;
        let mut added = discarded;
        loop {
            let more = mask | added;
            let odd = added.count_ones() % 2 == 1;
            if more == 31 {
                if let Some(count) = counts.get_mut(self.column(subsets)) {
                    *count = if odd { count.wrapping_sub(1) } else { count.wrapping_add(1) };
                }
            } else if let Some(row) = self.rows.get(usize::from(subsets.places[more & 31])) {
                for (count, &hands) in counts.iter_mut().zip(row) {
                    *count =
                        if odd { count.wrapping_sub(hands) } else { count.wrapping_add(hands) };
                }
            }
            if added == 0 {
                return counts;
            }
            added = (added - 1) & discarded;
        }
    }

    /// The column of the complete hand.
    fn column(&self, subsets: &Subsets) -> usize {
        let place = usize::from(subsets.places[31]).wrapping_sub(PLACES_OF_FOUR);
        usize::from(self.columns.get(place).copied().unwrap_or(0))
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
    pub fn worth(&self, worths: &[i64; LANES]) -> WorthTable {
        let mut sums = Vec::with_capacity(PLACES);
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
pub(super) struct WorthTable(Vec<i64>);

impl WorthTable {
    /// By keeping the cards of each mask of the *sorted* hand exactly: what the hands are worth
    /// together.
    #[inline]
    pub fn keep_exactly(&self, subsets: &Subsets) -> [i64; 32] {
        let mut sums = [0; 32];
        for (sum, &place) in sums.iter_mut().zip(&subsets.places) {
            *sum = self.0.get(usize::from(place)).copied().unwrap_or(0);
        }
        include_and_exclude(&mut sums, |without, with| *without = without.wrapping_sub(*with));
        sums
    }
}

/// The columns of the table by class: nine, and room to make the rows fit vector registers.
pub(super) const CLASS_LANES: usize = 12;

/// The table with one column per [`Outcome`].
pub(super) fn by_outcome() -> &'static SubsetTable<{ Outcome::COUNT }> {
    static TABLE: LazyLock<SubsetTable<{ Outcome::COUNT }>> = LazyLock::new(build);
    &TABLE
}

/// The table with one column per class.
pub(super) fn by_class() -> &'static SubsetTable<CLASS_LANES> {
    static TABLE: LazyLock<SubsetTable<CLASS_LANES>> = LazyLock::new(|| {
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
        let (mixed, distinct) = (pattern(false), ranks.windows(2).all(|pair| pair[0] < pair[1]));
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

    // Fewer cards, from one card more.
    for size in (0..4).rev() {
        for_each_multiset(size, &mut |ranks| {
            let distinct = ranks.windows(2).all(|pair| pair[0] < pair[1]);
            let (mut mixed, mut suited) = ([0; Outcome::COUNT], [0; Outcome::COUNT]);
            for rank in 0..13 {
                let left =
                    4_u32.saturating_sub(ranks.iter().filter(|&&r| r == rank).count() as u32);
                let mut more = ranks.to_vec();
                more.push(rank);
                more.sort_unstable();
                let (other, same) = (rows[place(&more, false)], rows[place(&more, true)]);
                // How many cards of the rank keep a set of one suit so: all of them for the
                // empty set, one if the rank is new, none if it is there.
                let keep = if size == 0 { 4 } else { u32::from(!ranks.contains(&rank)) };
                for lane in 0..Outcome::COUNT {
                    mixed[lane] += left * other[lane];
                    suited[lane] += (left - keep) * other[lane] + keep * same[lane];
                }
            }
            let missing = 5 - size as u32;
            rows[place(ranks, false)] = mixed.map(|hands| hands / missing);
            if distinct {
                rows[place(ranks, true)] = suited.map(|hands| hands / missing);
            }
        });
    }
    SubsetTable { rows, columns }
}

/// Every multiset of this many ranks, lowest first.
pub(super) fn for_each_multiset(size: usize, visit: &mut impl FnMut(&[usize])) {
    fn extend(ranks: &mut Vec<usize>, size: usize, visit: &mut impl FnMut(&[usize])) {
        if ranks.len() == size {
            visit(ranks);
            return;
        }
        for rank in ranks.last().copied().unwrap_or(0)..13 {
            ranks.push(rank);
            extend(ranks, size, visit);
            ranks.pop();
        }
    }
    extend(&mut Vec::with_capacity(size), size, visit);
}
