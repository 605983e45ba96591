//! Known two-card hands dealt whole boards, for any number of players.
//!
//! Boards are first counted by their ranks alone, 6,175 multisets with the number of ways to deal
//! each, as if there were no flushes. Then the boards on which somebody has a flush are corrected:
//! for each suit, every set of three to five of its ranks together with every multiset of ranks of
//! the other cards. A flush needs three cards of a suit on the board for two in the hand, four for
//! one, and five for none, so most suits have few such boards.

use std::collections::HashMap;

use rayon::prelude::*;

use super::suits::{Permutation, canonical, permutations, permute};
use super::{BOARD, Counts, Holding, MAX_PLAYERS, POT};
use crate::cards::CardSet;
use crate::combinatorics::binomial;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::poker::best_of::{BestOf, COUNTS, ranks_of_suit};
use crate::poker::incremental::Partial;

/// The number of boards by what they bring each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally<const PLAYERS: usize> {
    pub wins: [i64; PLAYERS],
    pub ties: [i64; PLAYERS],
    pub shares: [i64; PLAYERS],
}

impl<const PLAYERS: usize> Tally<PLAYERS> {
    const EMPTY: Self = Self { wins: [0; PLAYERS], ties: [0; PLAYERS], shares: [0; PLAYERS] };

    /// Count boards on which the hands have these strengths.
    #[inline]
    fn add(&mut self, strengths: [u16; PLAYERS], boards: i64) {
        let best = strengths.iter().copied().fold(0, u16::max);
        let winners = strengths.iter().filter(|&&strength| strength == best).count();
        for (player, _) in strengths.iter().enumerate().filter(|&(_, &strength)| strength == best) {
            if winners == 1 {
                self.wins[player] += boards;
            } else {
                self.ties[player] += boards;
            }
            self.shares[player] += boards * (i64::from(POT) / winners as i64);
        }
    }
}

/// Deal all whole boards to these hands.
pub(super) fn matchup<const PLAYERS: usize>(
    best: BestOf<7>,
    hands: [u64; PLAYERS],
    deck: u64,
) -> Tally<PLAYERS> {
    let left = hands.iter().fold(deck, |deck, hand| deck & !hand);
    let of_rank =
        |cards: u64| std::array::from_fn(|rank| (cards >> (4 * rank) & 15).count_ones() as usize);
    let sums = hands.map(|hand| Partial::of(CardSet::from_bits(hand).unwrap_or_default()).counts());
    let by_ranks = |board: u64| sums.map(|sum| best.by_ranks(board.wrapping_add(sum)));
    let mut tally = Tally::EMPTY;
    for_each_multiset(&of_rank(left), BOARD, &mut |board, ways| {
        tally.add(by_ranks(board), ways);
    });
    for suit in 0..4 {
        let suited = hands.map(|hand| ranks_of_suit(hand, suit));
        let most = suited.iter().map(|ranks| ranks.count_ones()).max().unwrap_or(0) as usize;
        let others = of_rank(left & !(0x0001_1111_1111_1111 << suit));
        for size in BOARD - most..=BOARD {
            let mut rest = Vec::new();
            for_each_multiset(&others, BOARD - size, &mut |sum, ways| rest.push((sum, ways)));
            for_each_subset(ranks_of_suit(left, suit), size, &mut |ranks, sum| {
                let flushes = suited.map(|own| {
                    let has_flush = size + own.count_ones() as usize >= 5;
                    has_flush.then(|| best.flush_of(ranks | own))
                });
                for &(other, ways) in &rest {
                    let plain = by_ranks(sum.wrapping_add(other));
                    let mut real = plain;
                    for (strength, flush) in real.iter_mut().zip(flushes) {
                        *strength = flush.unwrap_or(*strength);
                    }
                    tally.add(plain, -ways);
                    tally.add(real, ways);
                }
            });
        }
    }
    tally
}

/// Visit the multisets of ranks of a size: the sum of their cards, and the ways to deal them.
fn for_each_multiset(available: &[usize; 13], size: usize, visit: &mut impl FnMut(u64, i64)) {
    fn extend(
        available: &[usize],
        size: usize,
        sum: u64,
        ways: i64,
        visit: &mut impl FnMut(u64, i64),
    ) {
        if size == 0 {
            return visit(sum, ways);
        }
        let Some((&copies, lower)) = available.split_last() else { return };
        for taken in 0..=copies.min(size) {
            let rank = COUNTS[4 * lower.len()];
            let ways = ways * binomial(copies, taken) as i64;
            extend(lower, size - taken, sum.wrapping_add(rank * taken as u64), ways, visit);
        }
    }
    extend(available, size, 0, 1, visit);
}

/// Visit the sets of ranks of a size: their bits, and the sum of their cards.
fn for_each_subset(ranks: usize, size: usize, visit: &mut impl FnMut(usize, u64)) {
    fn extend(
        ranks: usize,
        size: usize,
        chosen: usize,
        sum: u64,
        visit: &mut impl FnMut(usize, u64),
    ) {
        if size == 0 {
            return visit(chosen, sum);
        }
        let mut left = ranks;
        while left.count_ones() as usize >= size {
            let rank = left.trailing_zeros() as usize;
            left &= left - 1;
            extend(left, size - 1, chosen | 1 << rank, sum.wrapping_add(COUNTS[4 * rank]), visit);
        }
    }
    extend(ranks, size, 0, 0, visit);
}

/// Every choice of hands of all players, by what stands for it up to a permutation of suits.
pub(super) struct Matchups {
    deck: CardSet,
    /// The hands of each choice that stands for others, padded with empty ones.
    different: Vec<[u64; MAX_PLAYERS]>,
    /// The index of each player's hand in every choice that is possible, and the choice that
    /// stands for it.
    choices: Vec<([u16; MAX_PLAYERS], u32)>,
}

impl Matchups {
    pub fn new(players: &[&[Holding]], deck: CardSet) -> Self {
        let symmetries: Vec<Permutation> =
            permutations().filter(|&to| permute(deck.bits(), to) == deck.bits()).collect();
        let mut matchups = Self { deck, different: Vec::new(), choices: Vec::new() };
        let mut known = HashMap::new();
        matchups.choose(players, [0; MAX_PLAYERS], [0; MAX_PLAYERS], 0, &symmetries, &mut known);
        matchups
    }

    fn choose(
        &mut self,
        players: &[&[Holding]],
        hands: [u64; MAX_PLAYERS],
        indices: [u16; MAX_PLAYERS],
        player: usize,
        symmetries: &[Permutation],
        known: &mut HashMap<[u64; MAX_PLAYERS], u32>,
    ) {
        let Some(own) = players.get(player) else {
            let different = &mut self.different;
            let stands_for = canonical(hands, symmetries);
            let number = *known.entry(stands_for).or_insert_with(|| {
                different.push(stands_for);
                different.len() as u32 - 1
            });
            self.choices.push((indices, number));
            return;
        };
        let used = hands.iter().fold(0, |used, hand| used | hand);
        for (index, hand) in own.iter().enumerate() {
            if hand.cards.bits() & used == 0 {
                let (mut hands, mut indices) = (hands, indices);
                hands[player] = hand.cards.bits();
                indices[player] = index as u16;
                self.choose(players, hands, indices, player + 1, symmetries, known);
            }
        }
    }

    /// The number of choices that differ by more than suits.
    pub fn len(&self) -> usize {
        self.different.len()
    }

    /// Deal whole boards to every choice of hands.
    pub fn counts(
        &self,
        players: &[&[Holding]],
        best: BestOf<7>,
        monitor: &Monitor,
    ) -> Result<Vec<Vec<Counts>>, Stopped> {
        match players.len() {
            2 => self.counts_of::<2>(players, best, monitor),
            3 => self.counts_of::<3>(players, best, monitor),
            4 => self.counts_of::<4>(players, best, monitor),
            5 => self.counts_of::<5>(players, best, monitor),
            6 => self.counts_of::<6>(players, best, monitor),
            7 => self.counts_of::<7>(players, best, monitor),
            8 => self.counts_of::<8>(players, best, monitor),
            _ => self.counts_of::<9>(players, best, monitor),
        }
    }

    fn counts_of<const PLAYERS: usize>(
        &self,
        players: &[&[Holding]],
        best: BestOf<7>,
        monitor: &Monitor,
    ) -> Result<Vec<Vec<Counts>>, Stopped> {
        let tallies = tallies::<PLAYERS>(best, &self.different, self.deck, monitor)?;
        let boards = binomial(self.deck.len() - 2 * PLAYERS, BOARD);
        let mut counts: Vec<Vec<Counts>> =
            players.iter().map(|hands| vec![Counts::default(); hands.len()]).collect();
        for (indices, number) in &self.choices {
            let places =
                || players.iter().zip(indices).map(|(own, &index)| &own[usize::from(index)]);
            let weight: u128 = places().map(|hand| u128::from(hand.weight)).product();
            let tally = &tallies[*number as usize];
            for (player, &index) in indices.iter().enumerate().take(PLAYERS) {
                // Corrections add up to what no board is counted in less than zero times.
                let times = |sum: i64| u128::from(sum.unsigned_abs()) * weight;
                counts[player][usize::from(index)].add(&Counts {
                    wins: times(tally.wins[player]),
                    ties: times(tally.ties[player]),
                    shares: times(tally.shares[player]),
                    total: u128::from(boards) * weight,
                });
            }
        }
        Ok(counts)
    }
}

/// Deal whole boards to many choices of hands, in parallel.
pub(super) fn tallies<const PLAYERS: usize>(
    best: BestOf<7>,
    choices: &[[u64; MAX_PLAYERS]],
    deck: CardSet,
    monitor: &Monitor,
) -> Result<Vec<Tally<PLAYERS>>, Stopped> {
    monitor.expect(choices.len() as u64);
    let add = |mut tallies: Vec<Tally<PLAYERS>>, choice: &[u64; MAX_PLAYERS]| {
        let hands = std::array::from_fn(|player| choice[player]);
        tallies.push(matchup(best, hands, deck.bits()));
        monitor.advance(1)?;
        Ok(tallies)
    };
    let join = |mut tallies: Vec<Tally<PLAYERS>>, mut others: Vec<Tally<PLAYERS>>| {
        tallies.append(&mut others);
        tallies
    };
    parallel::sum(choices.par_iter().with_max_len(16), Vec::new, add, join)
}
