//! Wins minus losses of every discard, from the parts described in [the module](super).

use rayon::prelude::*;

use super::flushes::{FLUSH, FLUSHES, Flush, SETS_OF_FIVE, SETS_OF_FOUR, SETS_OF_THREE, sign};
use super::inclusion_exclusion::{exactly, nonempty_subsets, signed, subsets};
use super::multisets::{MULTISETS, UP_TO_FIVE, UP_TO_FOUR, UP_TO_TWO, number};
use super::ranks::Ranks;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// The number of multisets whose sums over flushes are computed side by side (SIMD lanes).
const LANES: usize = 20;
const BLOCKS: usize = UP_TO_FOUR / LANES;
const _: () = assert!(BLOCKS * LANES == UP_TO_FOUR);

/// All ranks as bits.
const ALL_RANKS: u16 = 0x1FFF;

/// The tables from which the net wins of all hands are computed.
pub(super) struct NetWins {
    /// By ranks alone: by number of the multiset T of the opponent's cards, up to two, and of A.
    ranks: Vec<Vec<i64>>,
    /// The gain of the flushes that contain a suited set, against offsuit hands that contain a
    /// multiset of up to four: by block of the multiset, number of the set, index in the block.
    flushes: Vec<Vec<[i64; LANES]>>,
    /// The gain of the flushes that contain a suited set against flushes of another suit that avoid
    /// some other cards: by number of the set, then of the others, up to four.
    two_suits: Vec<i32>,
    /// The gain of the flushes that contain a suited set but avoid some other cards, against
    /// flushes of the same suit that avoid both: by number of the set, then of the others, up to
    /// three. (With four there are not enough ranks for two flushes.)
    one_suit: Vec<i32>,
}

impl NetWins {
    /// The number of monitor steps.
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
    let (positions, hands) = (&multisets.positions, &multisets.counts[UP_TO_FOUR..]);
    // For every f separately.
    let mut met = vec![[0_i32; UP_TO_TWO]; hands.len()];
    parallel::sum(
        positions.par_iter().zip(hands).zip(&mut met),
        || vec![0_i32; UP_TO_FIVE],
        |mut sums, ((&position, taken), met)| {
            for (sum, &other) in sums[UP_TO_FOUR..].iter_mut().zip(positions) {
                *sum = sign(position, other);
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
            for (sum, &position) in sums[UP_TO_FOUR..].iter_mut().zip(&multisets.positions) {
                *sum = flush.gain(position);
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
        // From the weakest up: the number of weaker flushes minus the number of stronger ones.
        let mut net: Vec<i32> = all.iter().map(|all| -all).collect();
        for flush in &ordered {
            // The same flush in the other suit ties: it is neither stronger nor weaker.
            apart(flush.ranks).for_each(|others| net[others] += 1);
            for set in subsets(flush.ranks.into()) {
                let start = flushes.number(set as u16) * SETS_OF_FOUR;
                for (gain, net) in gains[start..start + SETS_OF_FOUR].iter_mut().zip(&net) {
                    *gain += net;
                }
            }
            apart(flush.ranks).for_each(|others| net[others] += 1);
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

/// The net wins of all hands with the same ranks.
pub(super) struct NetWinsOfRanks<'a> {
    net_wins: &'a NetWins,
    ranks: Ranks,
    /// By ranks alone: by cards held.
    mixed: [i64; 32],
    /// The contribution of flushes in one suit: by the hand's cards of that suit, and cards held.
    of_suit: [[i64; 32]; 32],
}

impl<'a> NetWinsOfRanks<'a> {
    pub fn new(net_wins: &'a NetWins, ranks: Ranks) -> Self {
        let multisets = std::array::from_fn(|cards| number(&ranks.chosen(cards)));
        let sets: [usize; 32] = std::array::from_fn(|cards| FLUSH.number(ranks.set(cards)));
        // The gain of flushes that contain some cards against hands that contain others: by the
        // others. The last row, for the complete hand, is computed from the ranks it shares with
        // each flush.
        let mut held = [[0; 32]; 32];
        for (held, multiset) in held.iter_mut().zip(multisets) {
            if let Some(gains) = net_wins.flushes.get(multiset / LANES) {
                *held = sets.map(|set| gains[set][multiset % LANES]);
            }
        }
        let position = MULTISETS.positions[multisets[31] - UP_TO_FOUR];
        let mut shared = [0; 32];
        for flush in &FLUSH.all {
            shared[ranks.within(flush.ranks)] += i64::from(flush.gain(position));
        }

        let mut of_suit = [[0; 32]; 32];
        // Where the opponent has the flush, we hold the cards: by the cards of the suit.
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
            // Where both have a flush in this suit.
            for kept in nonempty_subsets(suit) {
                let others = sets[suit & !kept];
                if others < SETS_OF_THREE {
                    by_kept[kept] +=
                        i64::from(net_wins.one_suit[sets[kept] * SETS_OF_THREE + others]);
                }
            }
        }
        Self { net_wins, ranks, mixed: by_ranks_of(&net_wins.ranks, &multisets), of_suit }
    }

    /// The net wins by cards held, given the cards of each suit.
    pub fn by_kept(&self, suits: [usize; 4]) -> [i64; 32] {
        let mut by_kept = self.mixed;
        let set = |cards: usize| FLUSH.number(self.ranks.set(cards));
        for (position, suit) in suits.into_iter().enumerate() {
            for (sum, gain) in by_kept.iter_mut().zip(&self.of_suit[suit]) {
                *sum += gain;
            }
            // Where both have a flush, in different suits.
            let mut held = [0; 32];
            for cards in nonempty_subsets(suit) {
                let start = set(cards) * SETS_OF_FOUR;
                let others =
                    (0..4).filter(|&other| other != position).map(|other| set(suits[other]));
                held[cards] =
                    others.map(|others| i64::from(self.net_wins.two_suits[start + others])).sum();
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

/// The net wins by ranks alone, by cards held, from the numbers of the multisets of all cards.
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
