//! Deals at random.
//!
//! Hands are drawn by their weights with Walker's alias method, and all again if two of them share a
//! card, so that every deal comes as often as the product of its weights says. There are two ways
//! to the rest of the deal: two or three players with two cards are `rejected` together with their
//! board if any card repeats, which takes no more than a few multiplications; with more cards that
//! would happen too often, and the rest is dealt from a `shuffled` deck. Samples are drawn in blocks,
//! each from its own stream of the seed, so threads do not change the result.

mod listed;
mod rejected;
mod shuffled;

use rayon::prelude::*;
use rejected::Rejected;
use shuffled::Shuffled;

use super::showdown::with_showdown;
use super::{Counts, Deal, EquityError, Holding, MAX_PLAYERS, POT, PlayerResult, Samples};
use crate::monitor::Monitor;
use crate::parallel;
use crate::random::Random;

/// Samples per random stream.
const BLOCK: u64 = 8192;

/// The shares of a pot by number of winners.
const SHARES: [u64; MAX_PLAYERS + 1] = {
    let mut shares = [0; MAX_PLAYERS + 1];
    let mut winners = 1;
    while winners <= MAX_PLAYERS {
        shares[winners] = POT as u64 / winners as u64;
        winners += 1;
    }
    shares
};

/// Deals a block of samples.
trait Dealer: Sync {
    /// Deal `count` times, at most [`BLOCK`], and add up.
    fn deal(
        &self,
        count: u64,
        random: &mut Random,
        sums: &mut [PlayerSums],
        monitor: &Monitor,
    ) -> Result<(), EquityError>;
}

/// Sums of samples.
#[derive(Clone, Copy, Default)]
struct Sums {
    wins: u64,
    ties: u64,
    shares: u64,
    total: u64,
}

impl Sums {
    fn add(&mut self, other: Self) {
        self.wins += other.wins;
        self.ties += other.ties;
        self.shares += other.shares;
        self.total += other.total;
    }

    fn counts(self) -> Counts {
        let [wins, ties, shares, total] =
            [self.wins, self.ties, self.shares, self.total].map(u128::from);
        Counts { wins, ties, shares, total }
    }
}

/// The sums of a player: by hand, or in one if the hands are not listed.
#[derive(Clone, Default)]
struct PlayerSums {
    hands: Vec<Sums>,
    /// At most 10¹² samples, each below 2²³.
    squares: u64,
}

/// Deal at random and count.
pub(super) fn sample(
    deal: &Deal,
    samples: Samples,
    monitor: &Monitor,
) -> Result<Vec<PlayerResult>, EquityError> {
    match (deal.game.hole_cards(), deal.players.as_slice()) {
        (2, [Some(first), Some(second)]) => {
            by(&Rejected::new(deal, [first, second]), deal, samples, monitor)
        }
        (2, [Some(first), Some(second), Some(third)]) => {
            by(&Rejected::new(deal, [first, second, third]), deal, samples, monitor)
        }
        _ => with_showdown!(deal.game, game => {
            by(&Shuffled::new(deal, game), deal, samples, monitor)
        }),
    }
}

/// The same by one of the ways.
fn by(
    dealer: &impl Dealer,
    deal: &Deal,
    samples: Samples,
    monitor: &Monitor,
) -> Result<Vec<PlayerResult>, EquityError> {
    let start = || -> Vec<PlayerSums> {
        let hands = |hands: &Option<Vec<Holding>>| hands.as_ref().map_or(1, Vec::len);
        let sums =
            |length| PlayerSums { hands: vec![Sums::default(); length], ..Default::default() };
        deal.players.iter().map(|player| sums(hands(player))).collect()
    };
    let blocks = samples.count.div_ceil(BLOCK);
    monitor.expect(samples.count);
    let add = |mut sums: Vec<PlayerSums>, block: u64| {
        let count = BLOCK.min(samples.count - block * BLOCK);
        let mut random = Random::stream(samples.seed, block);
        dealer.deal(count, &mut random, &mut sums, monitor)?;
        monitor.advance(count)?;
        Ok::<_, EquityError>(sums)
    };
    let join = |mut sums: Vec<PlayerSums>, others: Vec<PlayerSums>| {
        for (sum, other) in sums.iter_mut().zip(others) {
            sum.squares += other.squares;
            sum.hands.iter_mut().zip(other.hands).for_each(|(sum, other)| sum.add(other));
        }
        sums
    };
    let numbers = (0..usize::try_from(blocks).unwrap_or(usize::MAX)).into_par_iter();
    let sums = parallel::sum(numbers.map(|block| block as u64).with_max_len(1), start, add, join)?;
    let result = |(sums, hands): (PlayerSums, &Option<Vec<Holding>>)| {
        let mut all = Sums::default();
        sums.hands.iter().for_each(|&hand| all.add(hand));
        let listed = hands.iter().flatten().copied();
        PlayerResult {
            all: all.counts(),
            hands: listed.zip(sums.hands.into_iter().map(Sums::counts)).collect(),
            squares: sums.squares.into(),
        }
    };
    Ok(sums.into_iter().zip(&deal.players).map(result).collect())
}
