//! Transitions at the draw, and card removal: how one player's cards change what the other may
//! hold.
//!
//! Two hands are dealt from one deck, so a player who holds two aces faces fewer hands with aces.
//! The number of pairs of disjoint hands between two buckets is counted exactly, by
//! inclusion–exclusion over the sets of cards that both might hold. Divided by the number under
//! independence, this gives the matrices with which the solver weights the opponent's hands.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::buckets::{Buckets, add_final_hands};
use super::holding::Holding;
use super::sets::{Kind, Sets, for_each_hand_around, numbers, sets_up_to_suits};
use crate::combinatorics::{binomial, combination_number};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::poker::Ranking;

/// A row-major matrix.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    columns: usize,
    numbers: Vec<f32>,
}

impl Matrix {
    /// The matrix with these rows.
    pub const fn new(columns: usize, numbers: Vec<f32>) -> Self {
        Self { columns, numbers }
    }

    /// The rows in order.
    pub fn rows(&self) -> std::slice::ChunksExact<'_, f32> {
        self.numbers.chunks_exact(self.columns)
    }

    /// One row.
    pub fn row(&self, row: usize) -> &[f32] {
        &self.numbers[row * self.columns..(row + 1) * self.columns]
    }

    /// One number.
    pub fn number(&mut self, row: usize, column: usize) -> &mut f32 {
        &mut self.numbers[row * self.columns + column]
    }

    /// The product with a vector.
    pub fn times(&self, vector: &[f32]) -> Vec<f32> {
        self.rows().map(|row| dot(row, vector)).collect()
    }

    /// The product of a row vector with the matrix.
    pub fn weighted(&self, vector: &[f32]) -> Vec<f32> {
        let mut sum = vec![0.0; self.columns];
        for (row, &weight) in self.rows().zip(vector).filter(|(_, weight)| **weight != 0.0) {
            for (sum, number) in sum.iter_mut().zip(row) {
                *sum += weight * number;
            }
        }
        sum
    }
}

/// The dot product, accumulated in eight lanes: fast, and always in the same order.
pub(super) fn dot(left: &[f32], right: &[f32]) -> f32 {
    let (left_parts, left_rest) = left.as_chunks::<8>();
    let (right_parts, right_rest) = right.as_chunks::<8>();
    let mut sums = [0.0_f32; 8];
    for (left, right) in left_parts.iter().zip(right_parts) {
        for cell in 0..8 {
            sums[cell] += left[cell] * right[cell];
        }
    }
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(left, right)| left * right).sum();
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + b) + (c + d)) + ((e + f) + (g + h)) + rest
}

/// Everything the solver knows about cards.
#[derive(Clone, Debug)]
pub(super) struct Removal {
    pub buckets: Buckets,
    /// The probability of every bucket before the draw.
    pub chances: Vec<f32>,
    /// For each number of cards drawn, the transition probabilities between buckets before and
    /// after the draw.
    pub draws: Vec<Matrix>,
    /// Pairs of hands before the draw, relative to independence.
    pub before: Matrix,
    /// The same after the draw, by 6 times the first player's number of cards plus the second's; or
    /// a single matrix for all of them.
    pub after: Vec<Matrix>,
}

impl Removal {
    /// Count everything for approximately this many buckets.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn count(
        ranking: Ranking,
        before: usize,
        after: usize,
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        let sets = Sets::of(ranking);
        let buckets = Buckets::cut(sets, before, after);
        monitor.check()?;
        let draws = draws(&buckets, sets, monitor)?;
        let after = pairs_after(&buckets, sets);
        monitor.check()?;
        let (chances, before) = pairs_before(&buckets, monitor)?;
        Ok(Self { buckets, chances, draws, before, after: vec![after] })
    }

    /// The pairs after the draw, given the players' draw counts.
    pub fn after(&self, drawn: [usize; 2]) -> &Matrix {
        self.after.get(6 * drawn[0] + drawn[1]).unwrap_or(&self.after[0])
    }
}

/// The transitions between buckets for a number of cards drawn.
fn draws(buckets: &Buckets, sets: &Sets, monitor: &Monitor) -> Result<Vec<Matrix>, Stopped> {
    let (before, after) = buckets.counts();
    let (of_kinds, kinds) = (bucketed(buckets, sets), sets.kinds.len());
    let mut of_bucket = vec![Vec::new(); before];
    for (holding, weight) in sets.hands() {
        of_bucket[buckets.of_holding(&holding)].push((holding, weight));
    }
    let rows = parallel::sum(
        of_bucket.par_iter().with_max_len(8),
        Vec::new,
        |mut rows: Vec<[Vec<f32>; 6]>, hands| {
            let mut weights = vec![0_i64; 6 * kinds];
            for (holding, weight) in hands {
                let masks = buckets.discards(holding);
                for (mask, weights) in masks.into_iter().zip(weights.chunks_exact_mut(kinds)) {
                    add_final_hands(sets, weights, holding, mask, (*weight).into());
                }
            }
            let mut weights = weights.chunks_exact(kinds);
            rows.push([(); 6].map(|()| {
                let mut counts = vec![0_i64; after];
                let weights = weights.next().unwrap_or(&[]).iter().zip(&of_kinds);
                for (&weight, kind) in weights.filter(|(weight, _)| **weight != 0) {
                    for &(bucket, hands) in kind {
                        counts[usize::from(bucket)] += weight * hands;
                    }
                }
                let total: i64 = counts.iter().sum();
                counts.iter().map(|&count| (count as f64 / total.max(1) as f64) as f32).collect()
            }));
            monitor.check()?;
            Ok(rows)
        },
        |mut left, right| {
            left.extend(right);
            left
        },
    )?;
    let of_count = |count: usize| {
        Matrix::new(after, rows.iter().flat_map(|rows| rows[count].iter().copied()).collect())
    };
    Ok((0..=sets.cards()).map(of_count).collect())
}

/// The hands containing each kind of set, by bucket after the draw.
fn bucketed(buckets: &Buckets, sets: &Sets) -> Vec<Vec<(u16, i64)>> {
    let of_kind = |kind: &Kind| {
        let mut counts = BTreeMap::new();
        for &(strength, hands) in &kind.hands {
            *counts.entry(buckets.of_strength(strength) as u16).or_insert(0) += i64::from(hands);
        }
        counts.into_iter().collect()
    };
    sets.kinds.iter().map(of_kind).collect()
}

/// Disjoint pairs of hands, counted by inclusion–exclusion.
struct Pairs {
    counts: Vec<i64>,
    buckets: usize,
    /// The number of hands, divided by the number of those disjoint from a given one.
    disjoint: f64,
}

impl Pairs {
    /// No pairs yet, of hands of this many cards.
    fn new(buckets: usize, cards: usize) -> Self {
        let disjoint = binomial(52, cards) as f64 / binomial(52 - cards, cards) as f64;
        Self { counts: vec![0; buckets * buckets], buckets, disjoint }
    }

    /// Count the pairs that share one of `sets` sets of a size.
    fn add(&mut self, size: usize, sets: i64, hands: &[(u16, i64)]) {
        let sets = if size.is_multiple_of(2) { sets } else { -sets };
        for &(first, of_first) in hands {
            let row = &mut self.counts[usize::from(first) * self.buckets..][..self.buckets];
            for &(second, of_second) in hands {
                row[usize::from(second)] += sets * of_first * of_second;
            }
        }
    }

    /// The pairs relative to independence, given the number of hands in every bucket.
    fn relative(&self, hands: &[i64]) -> Matrix {
        let ratio = |(cell, &count): (usize, &i64)| {
            let independent = hands[cell / self.buckets] as f64 * hands[cell % self.buckets] as f64;
            (count as f64 / independent.max(1.0) * self.disjoint) as f32
        };
        Matrix::new(self.buckets, self.counts.iter().enumerate().map(ratio).collect())
    }
}

/// Pairs of hands by bucket after the draw.
fn pairs_after(buckets: &Buckets, sets: &Sets) -> Matrix {
    let (_, count) = buckets.counts();
    let mut pairs = Pairs::new(count, sets.cards());
    let mut hands = vec![0; count];
    for (kind, of_kind) in sets.kinds.iter().zip(bucketed(buckets, sets)) {
        pairs.add(kind.size, kind.sets, &of_kind);
        if kind.size == 0 && kind.sets > 0 {
            for (bucket, of_bucket) in of_kind {
                hands[usize::from(bucket)] = of_bucket;
            }
        }
    }
    pairs.relative(&hands)
}

/// The probabilities of all buckets before the draw, and pairs of hands between them.
fn pairs_before(buckets: &Buckets, monitor: &Monitor) -> Result<(Vec<f32>, Matrix), Stopped> {
    let ((count, _), cards) = (buckets.counts(), buckets.cards());
    let of_hands = buckets_of_all_hands(buckets);
    let mut pairs = Pairs::new(count, cards);
    let mut hands = vec![0; count];
    for &bucket in &of_hands {
        hands[usize::from(bucket)] += 1;
    }
    for size in 0..cards {
        for (set, sets) in sets_up_to_suits(size) {
            let mut counts = vec![0_i64; count];
            for_each_hand_around(set, cards - size, &mut |hand| {
                counts[usize::from(of_hands[index(hand)])] += 1;
            });
            let there = (0..).zip(counts).filter(|&(_, count)| count > 0);
            pairs.add(size, sets, &there.collect::<Vec<_>>());
        }
        monitor.check()?;
    }
    // A pair that shares all cards is the same hand twice.
    let sign = if cards.is_multiple_of(2) { 1 } else { -1 };
    for (bucket, &of_bucket) in hands.iter().enumerate() {
        pairs.counts[bucket * count + bucket] += sign * of_bucket;
    }
    let all = binomial(52, cards) as f64;
    let chances = hands.iter().map(|&of_bucket| (of_bucket as f64 / all) as f32).collect();
    Ok((chances, pairs.relative(&hands)))
}

/// The colexicographic index of a hand, given as a bit set of cards.
fn index(mut hand: u64) -> usize {
    let cards = std::iter::from_fn(|| {
        let card = hand.trailing_zeros();
        hand &= hand.wrapping_sub(1);
        (card < 64).then_some(card as usize)
    });
    combination_number(cards) as usize
}

fn buckets_of_all_hands(buckets: &Buckets) -> Vec<u16> {
    let cards = buckets.cards();
    let mut all = vec![0; binomial(52, cards) as usize];
    for_each_hand_around(0, cards, &mut |hand| {
        let holding = Holding::of(buckets.ranking, &numbers(hand));
        all[index(hand)] = buckets.of_holding(&holding) as u16;
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const RANKINGS: [Ranking; 3] = [Ranking::High, Ranking::DeuceToSeven, Ranking::Badugi];

    #[test]
    fn every_hand_faces_equally_many_others() {
        RANKINGS.into_iter().for_each(check_sums);
    }

    fn check_sums(ranking: Ranking) {
        let removal = Removal::count(ranking, 40, 20, &Monitor::new()).unwrap();
        let (before, after) = removal.buckets.counts();
        assert_eq!((removal.chances.len(), removal.draws[0].rows().len()), (before, before));
        let total: f32 = removal.chances.iter().sum();
        assert!((total - 1.0).abs() < 1e-5, "{total}");
        // In lowball and badugi, a family without hands is an empty bucket.
        let expected: Vec<f32> =
            removal.chances.iter().map(|&chance| f32::from(u8::from(chance > 0.0))).collect();
        assert!(ranking != Ranking::High || !expected.contains(&0.0));
        for (sum, expected) in removal.before.times(&removal.chances).iter().zip(&expected) {
            assert!((sum - expected).abs() < 1e-5, "{sum}");
        }
        // The probabilities of final hands are those of five random cards: standing pat keeps them.
        let finals = removal.draws[0].weighted(&removal.chances);
        assert_eq!(finals.len(), after);
        for sum in removal.after[0].times(&finals) {
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        }
        for matrix in &removal.draws {
            for (row, expected) in matrix.rows().zip(&expected) {
                let sum: f32 = row.iter().sum();
                assert!((sum - expected).abs() < 1e-4 && row.iter().all(|&chance| chance >= 0.0));
            }
        }
    }

    #[test]
    fn pairs_and_draws_match_dealt_hands() {
        RANKINGS.into_iter().for_each(check_dealt);
    }

    fn check_dealt(ranking: Ranking) {
        const DEALS: u32 = 200_000;
        let removal = Removal::count(ranking, 20, 10, &Monitor::new()).unwrap();
        let (before, after) = removal.buckets.counts();
        let buckets = &removal.buckets;
        let mut random = Random::new(8);
        let mut pairs = vec![0.0; before * before];
        let mut finals = vec![0.0; 6 * after];
        for _ in 0..DEALS {
            let cards = super::super::correction::deal(&mut random);
            let hands = [0, 1].map(|player| buckets.dealt(&cards, player));
            let [first, second] = hands.map(|hand| buckets.of_holding(&hand));
            pairs[first * before + second] += 1.0;
            let discards = buckets.discards(&hands[0]);
            for (count, discard) in discards.into_iter().enumerate().take(buckets.cards() + 1) {
                let held = hands[0].redrawn(ranking, discard, &cards[2 * buckets.cards()..]);
                finals[count * after + buckets.of_strength(held.strength)] += 1.0;
            }
        }
        let is_near =
            |found: f64, expected: f64| (found - expected).abs() < 5.0 * expected.sqrt() + 5.0;
        for first in 0..before {
            for second in 0..before {
                let ratio = f64::from(removal.before.row(first)[second]);
                let independent = f64::from(removal.chances[first] * removal.chances[second]);
                let expected = ratio * independent * f64::from(DEALS);
                assert!(is_near(pairs[first * before + second], expected), "{first} {second}");
            }
        }
        for (count, draws) in removal.draws.iter().enumerate() {
            let expected = draws.weighted(&removal.chances);
            for (bucket, &chance) in expected.iter().enumerate() {
                let expected = f64::from(chance) * f64::from(DEALS);
                assert!(is_near(finals[count * after + bucket], expected), "{count} {bucket}");
            }
        }
    }
}
