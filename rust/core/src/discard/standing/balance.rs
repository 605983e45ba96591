//! Wins less losses of every discard, from the parts that [the module](super) tells of.

use rayon::prelude::*;

use super::flushes::{FLUSH, FLUSHES, Flush, SETS_OF_FIVE, SETS_OF_FOUR, SETS_OF_THREE, sign};
use super::inclusion::{exactly, nonempty_subsets, signed, subsets};
use super::multisets::{MULTISETS, UP_TO_FIVE, UP_TO_FOUR, UP_TO_TWO, number};
use super::ranks::Ranks;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// Multisets whose sums over flushes are made side by side.
const LANES: usize = 20;
const BLOCKS: usize = UP_TO_FOUR / LANES;
const _: () = assert!(BLOCKS * LANES == UP_TO_FOUR);

/// All ranks as bits.
const ALL_RANKS: u16 = 0x1FFF;

/// What the balances of all hands are made of.
pub(super) struct Balances {
    /// By ranks alone: by number of the multiset T of the opponent's cards, up to two, and of A.
    ranks: Vec<Vec<i64>>,
    /// What the flushes gain that hold a set of one suit, against hands of mixed suits that hold a
    /// multiset of up to four: by block of the multiset, number of the set, place in the block.
    flushes: Vec<Vec<[i64; LANES]>>,
    /// What the flushes gain that hold a set of one suit against those of another suit that have none
    /// of some others: by number of the set, then of the others, up to four.
    two_suits: Vec<i32>,
    /// What the flushes gain that hold a set of one suit but none of some others, against those of the
    /// same suit that have none of both: by number of the set, then of the others, up to three. (With
    /// four there are not ranks enough for two flushes.)
    one_suit: Vec<i32>,
}

impl Balances {
    /// How many steps of the monitor it takes to make them.
    pub const STEPS: u64 = (UP_TO_FIVE - UP_TO_FOUR + FLUSHES + BLOCKS) as u64;

    pub fn new(monitor: &Monitor) -> Result<Self, Stopped> {
        Ok(Self {
            ranks: by_ranks(monitor)?,
            flushes: against_mixed(monitor)?,
            two_suits: two_suits(monitor)?,
            one_suit: one_suit(monitor)?,
        })
    }
}

fn by_ranks(monitor: &Monitor) -> Result<Vec<Vec<i64>>, Stopped> {
    let multisets = &*MULTISETS;
    let (places, hands) = (&multisets.places, &multisets.counts[UP_TO_FOUR..]);
    // For every f alone.
    let mut met = vec![[0_i32; UP_TO_TWO]; hands.len()];
    parallel::sum(
        places.par_iter().zip(hands).zip(&mut met),
        || vec![0_i32; UP_TO_FIVE],
        |mut sums, ((&place, taken), met)| {
            for (sum, &other) in sums[UP_TO_FOUR..].iter_mut().zip(places) {
                *sum = sign(place, other);
            }
            multisets.sum_up(&mut sums, taken);
            met.copy_from_slice(&sums[..UP_TO_TWO]);
            monitor.advance(1)?;
            Ok(sums)
        },
        |room, _| room,
    )?;
    let around = |theirs: usize| {
        let mut sums = vec![0; UP_TO_FIVE];
        for (sum, met) in sums[UP_TO_FOUR..].iter_mut().zip(&met) {
            *sum = i64::from(met[theirs]);
        }
        multisets.sum_up(&mut sums, &multisets.counts[theirs]);
        sums
    };
    Ok((0..UP_TO_TWO).map(around).collect())
}

fn against_mixed(monitor: &Monitor) -> Result<Vec<Vec<[i64; LANES]>>, Stopped> {
    let (multisets, flushes) = (&*MULTISETS, &*FLUSH);
    let mut gains = vec![[[0_i32; LANES]; BLOCKS]; FLUSHES];
    parallel::sum(
        flushes.all.par_iter().zip(&mut gains),
        || vec![0_i32; UP_TO_FIVE],
        |mut sums, (flush, gains)| {
            for (sum, &place) in sums[UP_TO_FOUR..].iter_mut().zip(&multisets.places) {
                *sum = flush.gain(place);
            }
            let taken = std::array::from_fn(|rank| (flush.ranks >> rank & 1) as u8);
            multisets.sum_up(&mut sums, &taken);
            gains.as_flattened_mut().copy_from_slice(&sums[..UP_TO_FOUR]);
            monitor.advance(1)?;
            Ok(sums)
        },
        |room, _| room,
    )?;
    let mut held = vec![vec![[0_i64; LANES]; SETS_OF_FIVE]; BLOCKS];
    parallel::sum(
        held.par_iter_mut().enumerate().with_max_len(1),
        || (),
        |(), (block, held)| {
            for (flush, gains) in flushes.all.iter().zip(&gains) {
                let gains = gains[block].map(i64::from);
                for set in subsets(flush.ranks.into()) {
                    for (sum, gain) in held[flushes.number(set as u16)].iter_mut().zip(gains) {
                        *sum += gain;
                    }
                }
            }
            monitor.advance(1)
        },
        |(), ()| (),
    )?;
    Ok(held)
}

fn two_suits(monitor: &Monitor) -> Result<Vec<i32>, Stopped> {
    let flushes = &*FLUSH;
    let small: Vec<u16> = (0..=ALL_RANKS).filter(|set| set.count_ones() <= 4).collect();
    let apart = |set: u16| {
        let others = small.iter().filter(move |&&other| other & set == 0);
        others.map(|&other| flushes.number(other))
    };
    let mut all = vec![0; SETS_OF_FOUR];
    for flush in &flushes.all {
        apart(flush.ranks).for_each(|others| all[others] += 1);
    }
    let mut gains = vec![0; SETS_OF_FIVE * SETS_OF_FOUR];
    let mut ordered = flushes.all.clone();
    for strength in [|flush: &Flush| flush.strength, |flush: &Flush| flush.mixed] {
        ordered.sort_unstable_by_key(strength);
        // From the weakest up: how many flushes are weaker less those that are stronger.
        let mut balance: Vec<i32> = all.iter().map(|all| -all).collect();
        for flush in &ordered {
            // The same flush in the other suit is a tie: neither stronger any longer nor weaker yet.
            apart(flush.ranks).for_each(|others| balance[others] += 1);
            for set in subsets(flush.ranks.into()) {
                let start = flushes.number(set as u16) * SETS_OF_FOUR;
                for (gain, balance) in gains[start..start + SETS_OF_FOUR].iter_mut().zip(&balance) {
                    *gain += balance;
                }
            }
            apart(flush.ranks).for_each(|others| balance[others] += 1);
            monitor.check()?;
        }
    }
    Ok(gains)
}

fn one_suit(monitor: &Monitor) -> Result<Vec<i32>, Stopped> {
    let flushes = &*FLUSH;
    let mut gains = vec![0; SETS_OF_FIVE * SETS_OF_THREE];
    for flush in &flushes.all {
        let sets = subsets(flush.ranks.into()).map(|set| flushes.number(set as u16));
        let starts: Vec<usize> = sets.map(|set| set * SETS_OF_THREE).collect();
        for other in flushes.all.iter().filter(|other| other.ranks & flush.ranks == 0) {
            let gain = sign(flush.strength, other.strength) + sign(flush.mixed, other.mixed);
            let free = ALL_RANKS & !(flush.ranks | other.ranks);
            for others in subsets(free.into()).map(|set| flushes.number(set as u16)) {
                for start in &starts {
                    gains[start + others] += gain;
                }
            }
        }
        monitor.check()?;
    }
    Ok(gains)
}

/// The balances of all hands with the same ranks.
pub(super) struct BalancesOfRanks<'a> {
    balances: &'a Balances,
    ranks: Ranks,
    /// By ranks alone: by cards kept.
    mixed: [i64; 32],
    /// What flushes of one suit add: by the cards of that suit, and cards kept.
    of_suit: [[i64; 32]; 32],
}

impl<'a> BalancesOfRanks<'a> {
    pub fn new(balances: &'a Balances, ranks: Ranks) -> Self {
        let multisets = std::array::from_fn(|cards| number(&ranks.chosen(cards)));
        let sets: [usize; 32] = std::array::from_fn(|cards| FLUSH.number(ranks.set(cards)));
        // What flushes gain that hold some cards, against the hands that hold others: by the others.
        // The last row, for the complete hand, is found by the ranks it shares with each flush.
        let mut held = [[0; 32]; 32];
        for (held, multiset) in held.iter_mut().zip(multisets) {
            if let Some(gains) = balances.flushes.get(multiset / LANES) {
                *held = sets.map(|set| gains[set][multiset % LANES]);
            }
        }
        let place = MULTISETS.places[multisets[31] - UP_TO_FOUR];
        let mut shared = [0; 32];
        for flush in &FLUSH.all {
            shared[ranks.within(flush.ranks)] += i64::from(flush.gain(place));
        }

        let mut of_suit = [[0; 32]; 32];
        // Where the opponent has the flush, our side holds the cards: by the cards of the suit.
        let mut theirs = [[0; 32]; 32];
        for (cards, held) in held[..31].iter().enumerate() {
            let mut exact = [*held; 32];
            for suit in (0..32).filter(|&suit| ranks.are_distinct(suit)) {
                let lowest = suit & suit.wrapping_neg();
                exact[suit] = exact[suit ^ lowest];
                exactly(&mut exact[suit], lowest);
                theirs[suit][cards] = -exact[suit][0];
                for kept in nonempty_subsets(suit & !cards) {
                    of_suit[suit][kept] += signed(exact[suit][kept], cards);
                }
            }
        }
        for suit in (0..32).filter(|&suit| ranks.are_distinct(suit)) {
            let by_kept = &mut of_suit[suit];
            theirs[suit][31] = -subsets(31 & !suit).map(|cards| shared[cards]).sum::<i64>();
            exactly(&mut theirs[suit], 31);
            for (sum, theirs) in by_kept.iter_mut().zip(theirs[suit]) {
                *sum += theirs;
            }
            // Where both have one of this suit.
            for kept in nonempty_subsets(suit) {
                let others = sets[suit & !kept];
                if others < SETS_OF_THREE {
                    by_kept[kept] +=
                        i64::from(balances.one_suit[sets[kept] * SETS_OF_THREE + others]);
                }
            }
        }
        Self { balances, ranks, mixed: by_ranks_of(&balances.ranks, &multisets), of_suit }
    }

    /// The balances by cards kept, when these cards are of one suit each.
    pub fn by_kept(&self, suits: [usize; 4]) -> [i64; 32] {
        let mut by_kept = self.mixed;
        let set = |cards: usize| FLUSH.number(self.ranks.set(cards));
        for (place, suit) in suits.into_iter().enumerate() {
            for (sum, gain) in by_kept.iter_mut().zip(&self.of_suit[suit]) {
                *sum += gain;
            }
            // Where both have a flush, of two suits.
            let mut held = [0; 32];
            for cards in nonempty_subsets(suit) {
                let start = set(cards) * SETS_OF_FOUR;
                let others = (0..4).filter(|&other| other != place).map(|other| set(suits[other]));
                held[cards] =
                    others.map(|others| i64::from(self.balances.two_suits[start + others])).sum();
            }
            exactly(&mut held, suit);
            for kept in nonempty_subsets(suit) {
                by_kept[kept] += held[kept];
            }
        }
        // Five new cards win as often as they lose.
        by_kept[0] = 0;
        by_kept
    }
}

/// The balances by ranks alone, by cards kept, from the numbers of the multisets of all cards.
fn by_ranks_of(sums: &[Vec<i64>], multisets: &[usize; 32]) -> [i64; 32] {
    let mut by_kept = std::array::from_fn(|ours| {
        let around = |theirs: usize| {
            let (ours, theirs) = (multisets[ours], multisets[theirs]);
            if theirs < UP_TO_TWO { sums[theirs][ours] } else { -sums[ours][theirs] }
        };
        subsets(31 & !ours).map(|theirs| signed(around(theirs), theirs)).sum()
    });
    exactly(&mut by_kept, 31);
    by_kept
}
