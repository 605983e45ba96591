//! Deals to hands with conditions by counting: all hands at once, value by value.

use smallvec::SmallVec;

use super::{Hand, VALUES, cards_of};
use crate::combinatorics::binomial;
use crate::games::president::order::OrderedSet;
use crate::games::president::rules::MAX_PLAYERS;
use crate::random::Random;

/// The most steps per value that a table may take to build.
const MAX_STEPS: u64 = 50_000;

/// The number of ways to deal the cards from each value on.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The number of hands that the table deals, and what one card of each changes in an index.
    strides: SmallVec<[usize; 4]>,
    values: Vec<Vec<Division>>,
    /// By value and by the numbers of cards that the hands still lack.
    ways: Vec<Vec<u128>>,
}

/// The ways to divide the cards of a value so that every hand gets a certain number of them.
#[derive(Clone, Debug)]
struct Division {
    counts: SmallVec<[usize; 4]>,
    /// What these counts change in an index.
    step: usize,
    /// The set of cards of every hand.
    ways: Vec<SmallVec<[u8; 4]>>,
}

impl Table {
    /// A table for some hands; `None` if it would take long to build.
    pub(super) fn new(pool: OrderedSet, hands: &[Hand]) -> Option<Self> {
        let mut strides = SmallVec::new();
        let mut states = 1_usize;
        for hand in hands {
            strides.push(states);
            states = states.saturating_mul(hand.missing + 1);
        }
        // Four cards, each to one of the hands or to none: only the numbers matter.
        let divisions_each = binomial(hands.len() + 4, 4);
        if (states as u64).saturating_mul(divisions_each) > MAX_STEPS {
            return None;
        }
        let values: Vec<Vec<Division>> = (0..VALUES)
            .map(|value| divisions(cards_of(pool, value), value, hands, &strides))
            .collect();
        let needed: usize = hands.iter().map(|hand| hand.missing).sum();
        // Cards that may go to none of these hands.
        let spare = pool.len().saturating_sub(needed);
        let mut ways = vec![vec![0; states]; VALUES + 1];
        if let Some(start) = ways.last_mut().and_then(|last| last.first_mut()) {
            *start = 1;
        }
        let mut left = 0;
        for (number, value) in values.iter().enumerate().rev() {
            left += cards_of(pool, number).count_ones() as usize;
            let (before, after) = ways.split_at_mut(number + 1);
            let (Some(before), Some(after)) = (before.last_mut(), after.first()) else { continue };
            for (index, ways) in before.iter_mut().enumerate() {
                let lacking = |hand: usize| index / strides[hand] % (hands[hand].missing + 1);
                let all: usize = (0..hands.len()).map(lacking).sum();
                if all > left || all + spare < left {
                    continue;
                }
                for division in value {
                    let fits = |(hand, &count): (usize, &usize)| count <= lacking(hand);
                    if division.counts.iter().enumerate().all(fits) {
                        *ways += division.ways.len() as u128 * after[index - division.step];
                    }
                }
            }
        }
        Some(Self { strides, values, ways })
    }

    /// Draw these hands.
    pub(super) fn draw(&self, hands: &[Hand], random: &mut Random) -> [OrderedSet; MAX_PLAYERS] {
        let mut dealt = [OrderedSet::EMPTY; MAX_PLAYERS];
        let mut lacking: SmallVec<[usize; 4]> = hands.iter().map(|hand| hand.missing).collect();
        let mut index: usize =
            lacking.iter().zip(&self.strides).map(|(count, stride)| count * stride).sum();
        for (value, (divisions, ways)) in self.values.iter().zip(self.ways.windows(2)).enumerate() {
            let mut level = random.below_wide(ways[0][index].max(1));
            for division in divisions {
                let fits =
                    division.counts.iter().zip(&lacking).all(|(count, lacks)| count <= lacks);
                if !fits {
                    continue;
                }
                let rest = ways[1][index - division.step];
                let all = division.ways.len() as u128 * rest;
                if level >= all {
                    level -= all;
                    continue;
                }
                // The level is below the number of ways times `rest`, which is not 0.
                let way = &division.ways[(level / rest.max(1)) as usize];
                for (hand, &set) in hands.iter().zip(way) {
                    let cards = OrderedSet::from_bits(u64::from(set) << (4 * value));
                    dealt[hand.seat] = dealt[hand.seat] | cards;
                }
                for (lacks, count) in lacking.iter_mut().zip(&division.counts) {
                    *lacks -= count;
                }
                index -= division.step;
                break;
            }
        }
        dealt
    }
}

/// All ways to divide the cards of a value among hands, or to give them to none.
fn divisions(cards: u64, value: usize, hands: &[Hand], strides: &[usize]) -> Vec<Division> {
    let mut ways = vec![SmallVec::<[u8; 4]>::from_elem(0, hands.len())];
    for card in (0..4).filter(|card| cards >> card & 1 == 1) {
        let with = |way: &SmallVec<[u8; 4]>, hand: usize| {
            let mut way = way.clone();
            way[hand] |= 1 << card;
            way
        };
        let further: Vec<_> = ways
            .iter()
            .flat_map(|way| (0..hands.len()).map(move |hand| with(way, hand)))
            // More cards never help: whatever a hand could play with fewer, it can play with more.
            .filter(|way| hands.iter().zip(way).all(|(hand, set)| hand.sets[value] >> set & 1 == 1))
            .collect();
        ways.extend(further);
    }
    let mut found: Vec<Division> = Vec::new();
    for way in ways {
        let counts: SmallVec<[usize; 4]> =
            way.iter().map(|set| set.count_ones() as usize).collect();
        match found.iter_mut().find(|division| division.counts == counts) {
            Some(division) => division.ways.push(way),
            None => {
                let step = counts.iter().zip(strides).map(|(count, stride)| count * stride).sum();
                found.push(Division { counts, step, ways: vec![way] });
            }
        }
    }
    found
}
