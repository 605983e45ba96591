//! External-sampling Monte Carlo counterfactual regret minimization, for any number of players.
//!
//! Follows Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling for Regret Minimization in
//! Extensive Games" (2009): a deal is sampled, and for each player in turn the game is walked with all
//! of that player's moves and one sampled move of everybody else. Players may also be given who do not
//! learn: then the others learn a best response to them. Deals have linear weights, after Brown
//! and Sandholm (2019): the first ones were played at random. Moves that are not played now are
//! explored only once in [`EXPLORE_EVERY`] times and then count as often, which leaves the estimates
//! unbiased.
//!
//! Deals come in batches. All deals of a batch meet the same regrets, each has its own stream of random
//! numbers, and what they learned is added in the order of the deals. So the result is the same on any
//! number of threads.
//!
//! With more than two players regret minimization need not approach an equilibrium. How far the result
//! is from one has to be measured.

use std::ops::Range;

use rayon::prelude::*;

use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// Deals that are walked one after the other, by one thread.
const PIECE: u64 = 32;

/// A move that is not played now is explored once in this many times.
const EXPLORE_EVERY: u32 = 3;

/// The most moves of a decision.
pub const MAX_MOVES: usize = 6;

/// A decision of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The player to move.
    pub player: usize,
    /// The place of the information set in the [table](SampledGame::length); it takes `moves` numbers.
    pub begin: usize,
    /// The number of moves, at most [`MAX_MOVES`].
    pub moves: usize,
    /// The moves that come into question, as bits; at least one.
    pub open: u8,
}

/// A game of which chance decides everything at the beginning.
pub trait SampledGame: Sync {
    /// What chance has decided.
    type Deal;
    /// A point of the game, apart from the deal.
    type Spot: Clone;
    /// What players need who do not learn.
    type Others;

    /// The numbers that a strategy takes, over all information sets.
    fn length(&self) -> usize;

    /// A deal.
    fn deal(&self, random: &mut Random) -> Self::Deal;

    /// The players who learn from a deal.
    fn learners(&self, deal: &Self::Deal) -> Range<usize>;

    /// The beginning of the game.
    fn begin(&self, deal: &Self::Deal) -> Self::Spot;

    /// Who decides; `None` at the end.
    fn decision(&self, deal: &Self::Deal, spot: &Self::Spot) -> Option<Decision>;

    /// Where a move leads.
    fn after(&self, deal: &Self::Deal, spot: &Self::Spot, chosen: usize) -> Self::Spot;

    /// What a player has won at the end.
    fn won(&self, deal: &Self::Deal, spot: &Self::Spot, player: usize) -> f32;

    /// Players who do not learn, for some deals.
    fn others(&self) -> Self::Others;

    /// Play on until the end or until this player, who learns, decides, or another who learns from some
    /// deals and plays what it has learned.
    fn played(
        &self,
        _others: &mut Self::Others,
        _deal: &Self::Deal,
        _learner: usize,
        spot: Self::Spot,
        _random: &mut Random,
    ) -> Self::Spot {
        spot
    }
}

/// The probabilities of some moves.
pub type Chances = [f32; MAX_MOVES];

/// Regret matching: the open moves in proportion to their positive regrets, or all alike.
#[must_use]
pub fn matched(regrets: &[f32], open: u8) -> Chances {
    let mut chances = [0.0; MAX_MOVES];
    let mut total = 0.0;
    for (place, (chance, &regret)) in chances.iter_mut().zip(regrets).enumerate() {
        if open >> place & 1 == 1 && regret > 0.0 {
            *chance = regret;
            total += regret;
        }
    }
    if total > 0.0 {
        chances.iter_mut().for_each(|chance| *chance /= total);
    } else {
        let even = 1.0 / open.count_ones().max(1) as f32;
        for (place, chance) in chances.iter_mut().enumerate() {
            *chance = if open >> place & 1 == 1 { even } else { 0.0 };
        }
    }
    chances
}

/// A move sampled from probabilities that add up to 1.
pub fn sampled(chances: &Chances, random: &mut Random) -> usize {
    let mut left = random.unit() as f32;
    let mut last = 0;
    for (place, &chance) in chances.iter().enumerate() {
        if chance > 0.0 {
            if left < chance {
                return place;
            }
            left -= chance;
            last = place;
        }
    }
    last
}

/// The regrets and the sums of strategies of a solve.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledSolver {
    /// At twice the place of every information set, its regrets and then the sums.
    pub(crate) numbers: Vec<f32>,
    /// The deals so far.
    pub(crate) deals: u64,
    /// The deals of a batch.
    batch: u64,
    seed: u64,
}

/// What one walk learned: places in the numbers, and what to add there.
type Learned = Vec<(u32, f32)>;

impl SampledSolver {
    /// Begin with uniform strategies. A batch has at least this many deals: more let more threads work,
    /// and a small game needs more deals in all.
    pub fn new<G: SampledGame>(game: &G, batch: u64, seed: u64) -> Self {
        let batch = batch.next_multiple_of(PIECE).max(PIECE);
        Self { numbers: vec![0.0; 2 * game.length()], deals: 0, batch, seed }
    }

    /// Continue with these numbers after some deals.
    pub(crate) fn resumed(self, numbers: Vec<f32>, deals: u64) -> Self {
        Self { numbers, deals, ..self }
    }

    /// The mean weight of the deals so far.
    pub(crate) fn mean_weight(&self) -> f32 {
        (self.deals / self.batch) as f32 / 2.0
    }

    /// Walk one more batch of deals.
    ///
    /// # Errors
    ///
    /// If the monitor stops it; nothing of the batch is then learned.
    pub fn advance<G: SampledGame>(&mut self, game: &G, monitor: &Monitor) -> Result<(), Stopped> {
        let (numbers, seed, first) = (&self.numbers, self.seed, self.deals);
        let pieces = (self.batch / PIECE) as usize;
        let learned = parallel::sum(
            (0..pieces).into_par_iter().with_max_len(1),
            Vec::new,
            |mut all: Vec<Learned>, piece| {
                let mut others = game.others();
                let mut learned = Learned::new();
                for place in 0..PIECE {
                    let number = first + piece as u64 * PIECE + place;
                    let mut random = Random::stream(seed, number);
                    let deal = game.deal(&mut random);
                    for player in game.learners(&deal) {
                        let (others, learned) = (&mut others, &mut learned);
                        let is_alone = game.learners(&deal).len() == 1;
                        let deal = &deal;
                        let mut walk =
                            Walk { game, numbers, others, deal, player, is_alone, learned };
                        walk.value(game.begin(deal), 1.0, 1.0, &mut random);
                    }
                }
                monitor.advance(PIECE)?;
                all.push(learned);
                Ok(all)
            },
            |mut left, mut right| {
                left.append(&mut right);
                left
            },
        )?;
        let weight = (first / self.batch + 1) as f32;
        for (place, added) in learned.into_iter().flatten() {
            self.numbers[place as usize] += weight * added;
        }
        self.deals += self.batch;
        Ok(())
    }

    /// The average strategy at an information set, and how much it weighs: 0 if it was never reached.
    #[must_use]
    pub fn average(&self, begin: usize, moves: usize) -> (Chances, f32) {
        let sums = self.numbers.get(2 * begin + moves..2 * (begin + moves)).unwrap_or(&[]);
        let total: f32 = sums.iter().sum();
        let mut chances = [0.0; MAX_MOVES];
        for (chance, sum) in chances.iter_mut().zip(sums) {
            *chance = if total > 0.0 { sum / total } else { 1.0 / moves as f32 };
        }
        (chances, total)
    }
}

/// The walk through one deal for one player.
struct Walk<'a, G: SampledGame> {
    game: &'a G,
    numbers: &'a [f32],
    others: &'a mut G::Others,
    deal: &'a G::Deal,
    player: usize,
    /// Whether nobody else learns: then all others always reach a spot alike, and the player's own
    /// reach is the weight of its average.
    is_alone: bool,
    learned: &'a mut Learned,
}

impl<G: SampledGame> Walk<'_, G> {
    /// The value of a spot to the player, who reaches it with this probability if the others do. What is
    /// learned counts `times`, as it is walked only once in as many.
    fn value(&mut self, mut spot: G::Spot, reach: f32, times: f32, random: &mut Random) -> f32 {
        let (begin, moves, open) = loop {
            spot = self.game.played(self.others, self.deal, self.player, spot, random);
            let Some(decision) = self.game.decision(self.deal, &spot) else {
                return self.game.won(self.deal, &spot, self.player);
            };
            let Decision { player, begin, moves, open } = decision;
            if player == self.player {
                break (2 * begin, moves, open);
            }
            let chances = matched(&self.numbers[2 * begin..2 * begin + moves], open);
            // Reached as often as this player's own moves lead here: the weight of its average.
            self.average(2 * begin + moves, &chances, times);
            spot = self.game.after(self.deal, &spot, sampled(&chances, random));
        };
        let chances = matched(&self.numbers[begin..begin + moves], open);
        let mut values = [None; MAX_MOVES];
        let mut mean = 0.0;
        for chosen in (0..moves).filter(|chosen| open >> chosen & 1 == 1) {
            let chance = chances[chosen];
            let is_played = chance > 0.0;
            if !is_played && random.below(EXPLORE_EVERY) > 0 {
                continue;
            }
            let times = if is_played { times } else { times * EXPLORE_EVERY as f32 };
            let after = self.game.after(self.deal, &spot, chosen);
            let value = self.value(after, reach * chance, times, random);
            mean += chance * value;
            values[chosen] = Some((value, times));
        }
        for (chosen, value) in values.iter().enumerate() {
            if let Some((value, times)) = value {
                self.learned.push(((begin + chosen) as u32, times * (value - mean)));
            }
        }
        if self.is_alone {
            self.average(begin + moves, &chances, reach);
        }
        mean
    }

    /// Add a strategy to the sums that begin here.
    fn average(&mut self, begin: usize, chances: &Chances, weight: f32) {
        for (place, chance) in chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            if weight > 0.0 {
                self.learned.push(((begin + place) as u32, weight * chance));
            }
        }
    }
}
