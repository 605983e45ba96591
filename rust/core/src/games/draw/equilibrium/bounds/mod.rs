//! Bounds of a solution's exploitability in the real game, with card removal.
//!
//! A best response knows its own cards and the rules, all 32 discards and the solution. Its value is the
//! mean over its five cards of the best it can do with them; [`bound`] deals these at random. For each
//! hand the betting before the draw is exact: the opponent's hands are counted. After the draw the
//! opponent's final hands are estimated, without bias, from all hands that it may hold and cards dealt to
//! each ([`pool`]), for new cards of the responder that are also dealt at random ([`dealt`]).
//!
//! **Above.** A move that maximizes unbiased estimates gains, in expectation, at least as much as the best
//! move: E max ≥ max E, at every decision from the last to the first. So the expectation of the estimate is
//! an upper bound of the value of the best response.
//!
//! **Below.** If half of the random numbers choose the moves and the other half value them, the result is
//! the unbiased value of some response. So its expectation is a lower bound.
//!
//! Both are counted from what the solution itself wins in the same deals: on average over both seats that
//! is zero, and most of the chance in both cancels.

mod dealt;
mod pool;
mod second_round;

use rayon::prelude::*;

use super::model::FirstEnd;
use super::rules::EquilibriumError;
use super::solution::Equilibrium;
use crate::cfr::{Node, Tree};
use crate::confidence::quantile;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::poker::Ranking;
use crate::random::Random;
use pool::{Deck, Known};
use second_round::{Choice, Values};

/// How much work goes into every hand of the responder.
#[derive(Clone, Copy, Debug)]
struct Precision {
    /// How many draws of its cards are dealt for each number of cards that may be right to discard.
    draws: usize,
    /// How many for each other number.
    others: usize,
}

const PRECISION: Precision = Precision { draws: 48, others: 6 };

/// A mean and the half width of its 95% confidence interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Chips per hand.
    pub mean: f64,
    /// Half the width of the interval.
    pub half_width: f64,
}

/// Bounds of an exploitability: chips per hand, averaged over both seats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// The number of hands of the responder.
    pub hands: u64,
    /// Its expectation is at most the exploitability.
    pub lower: Estimate,
    /// Its expectation is at least the exploitability.
    pub upper: Estimate,
}

/// What is found with one hand of the responder, on average over both seats.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    upper: f64,
    lower: f64,
    /// What the solution itself wins with it.
    own: f64,
}

/// Bound the exploitability of a solution of five-card draw with this many random hands of a best
/// response.
///
/// # Errors
///
/// A solution of another game, or a stop by the monitor.
pub fn bound(
    solution: &Equilibrium,
    hands: u64,
    seed: u64,
    monitor: &Monitor,
) -> Result<Bounds, EquilibriumError> {
    let found = solution.limits().ranking;
    if found != Ranking::High {
        return Err(EquilibriumError::Ranking { found });
    }
    monitor.expect(hands);
    let game = Game::new(solution, Deck::full(), PRECISION);
    let count = usize::try_from(hands).unwrap_or(usize::MAX);
    let sums = parallel::sum(
        (0..count).into_par_iter().with_max_len(1),
        <[[f64; 2]; 2]>::default,
        |mut sums, number| {
            let mut random = Random::stream(seed, number as u64);
            let cards = game.deck.deal(&mut random);
            let found = game.respond(cards, &mut random);
            for (sums, bound) in sums.iter_mut().zip([found.lower, found.upper]) {
                let gain = bound - found.own;
                sums[0] += gain;
                sums[1] += gain * gain;
            }
            monitor.advance(1)?;
            Ok::<_, Stopped>(sums)
        },
        |mut left, right| {
            for (left, right) in left.iter_mut().flatten().zip(right.into_iter().flatten()) {
                *left += right;
            }
            left
        },
    )?;
    let [lower, upper] = sums.map(|[sum, squares]| {
        let number = hands as f64;
        let mean = sum / number;
        let variance = (squares / number - mean * mean).max(0.0) / (number - 1.0).max(1.0);
        Estimate { mean, half_width: quantile(hands.saturating_sub(1).max(1)) * variance.sqrt() }
    });
    Ok(Bounds { hands, lower, upper })
}

/// A solution as an opponent in real deals.
struct Game<'a> {
    solution: &'a Equilibrium,
    deck: Deck,
    precision: Precision,
    /// All hands.
    hands: Vec<Known>,
    /// By the responder's seat and by link: how often the opponent's moves lead there, by its bucket before
    /// the draw; empty where they never do.
    reaches: [Vec<Vec<f32>>; 2],
    /// The numbers of cards that the opponent ever draws with each bucket, as bits.
    counts_drawn: Vec<u8>,
}

/// The values of the responses at a point of the game: the one that maximizes the estimates; for each half
/// of the random numbers that decides, what it expects and what the other half says; and the solution
/// itself.
#[derive(Clone, Copy, Default)]
struct Worth {
    upper: f64,
    halves: [[f64; 2]; 2],
    own: f64,
}

impl Worth {
    fn same(value: f64) -> Self {
        Self { upper: value, halves: [[value; 2]; 2], own: value }
    }

    /// What the choices after the draw are worth by the estimates of two pools, of which either may decide.
    fn of(values: &Values) -> Self {
        let mean = |choice: Choice| {
            let [first, second] = values[choice as usize];
            f64::midpoint(first, second)
        };
        let [_, [decided, valued], [other_valued, other_decided], _] = *values;
        let halves = [[decided, valued], [other_decided, other_valued]];
        Self { upper: mean(Choice::Both), halves, own: mean(Choice::Own) }
    }

    /// Add a worth with a weight, and with weights for both parts of both halves.
    fn add(&mut self, other: &Self, weight: f64, halves: [[f64; 2]; 2]) {
        self.upper += weight * other.upper;
        self.own += weight * other.own;
        let numbers = other.halves.iter().flatten().zip(halves.iter().flatten());
        for (sum, (number, weight)) in self.halves.iter_mut().flatten().zip(numbers) {
            *sum += weight * number;
        }
    }

    /// Choose this move of the responder if it is better; the solution's own choice is made elsewhere.
    fn choose(&mut self, other: &Self) {
        self.upper = self.upper.max(other.upper);
        for (best, half) in self.halves.iter_mut().zip(other.halves) {
            if half[0] > best[0] {
                *best = half;
            }
        }
    }

    /// What every choice is better than.
    const NONE: Self =
        Self { upper: f64::NEG_INFINITY, halves: [[f64::NEG_INFINITY; 2]; 2], own: 0.0 };
}

impl<'a> Game<'a> {
    fn new(solution: &'a Equilibrium, deck: Deck, precision: Precision) -> Self {
        let hands = pool::all_hands(solution, &deck);
        let links = solution.trees.links.len();
        let reaches = [vec![Vec::new(); links], vec![Vec::new(); links]];
        let counts_drawn = vec![0; solution.buckets().0];
        let mut game = Self { solution, deck, precision, hands, reaches, counts_drawn };
        for responder in 0..2 {
            let reach = vec![1.0; game.counts_drawn.len()];
            game.find_reaches(responder, Tree::ROOT, &reach);
        }
        game
    }

    /// The probability of the opponent's moves at a node of the first tree, by bucket.
    fn after_move(&self, node: usize, place: usize, reach: &[f32]) -> Vec<f32> {
        let solution = self.solution;
        let begin = solution.layouts.begin(None, node) + place * reach.len();
        let parts = &solution.first[begin..][..reach.len()];
        reach.iter().zip(parts).map(|(reach, &part)| reach * f32::from(part) / 255.0).collect()
    }

    fn find_reaches(&mut self, responder: usize, node: usize, reach: &[f32]) {
        let trees = &self.solution.trees;
        match &trees.first.nodes()[node] {
            Node::Decision { player, children } => {
                for (place, &child) in children.iter().enumerate() {
                    if *player == responder {
                        self.find_reaches(responder, child, reach);
                    } else {
                        let reach = self.after_move(node, place, reach);
                        self.find_reaches(responder, child, &reach);
                    }
                }
            }
            Node::Leaf(leaf) => {
                let FirstEnd::Link(link) = trees.first_ends[*leaf] else { return };
                let [own, other] = trees.sides(link, responder);
                if own > self.deck.most_drawn || !reach.iter().any(|&reach| reach > 0.0) {
                    return;
                }
                self.reaches[responder][link] = reach.to_vec();
                for (counts, _) in
                    self.counts_drawn.iter_mut().zip(reach).filter(|(_, reach)| **reach > 0.0)
                {
                    *counts |= 1 << other;
                }
            }
        }
    }

    /// Respond with these cards from both seats.
    fn respond(&self, cards: [u8; 5], random: &mut Random) -> Found {
        let dealt = dealt::Dealt::new(self, cards, random);
        let after = dealt.after_draws(random);
        let mut found = Found::default();
        for (responder, after) in after.iter().enumerate() {
            let reach = vec![1.0; self.counts_drawn.len()];
            let worth = self.worth((&dealt, after), responder, Tree::ROOT, &reach, None);
            found.upper += worth.upper / 2.0;
            found.lower += f64::midpoint(worth.halves[0][1], worth.halves[1][1]) / 2.0;
            found.own += worth.own / 2.0;
        }
        found
    }

    /// The values of the responses from a node of the first tree on, after the responder's discard if it
    /// is made.
    fn worth(
        &self,
        (dealt, after): (&dealt::Dealt<'_>, &[Vec<Worth>]),
        responder: usize,
        node: usize,
        reach: &[f32],
        discard: Option<usize>,
    ) -> Worth {
        let trees = &self.solution.trees;
        let (player, children) = match &trees.first.nodes()[node] {
            Node::Leaf(leaf) => {
                return match trees.first_ends[*leaf] {
                    FirstEnd::Settled(end) => {
                        let limits = self.solution.limits();
                        let won = limits.won(end, responder, 0, limits.small_bet);
                        Worth::same(won * dealt.mass(reach))
                    }
                    FirstEnd::Link(link) => {
                        let values = after.get(link).and_then(|of_link| of_link.get(discard?));
                        values.copied().unwrap_or_default()
                    }
                };
            }
            Node::Decision { player, children } => (*player, children),
        };
        let deeper = |child, reach: &[f32], discard| {
            self.worth((dealt, after), responder, child, reach, discard)
        };
        if player != responder {
            let mut sum = Worth::default();
            for (place, &child) in children.iter().enumerate() {
                let reach = self.after_move(node, place, reach);
                if reach.iter().any(|&reach| reach > 0.0) {
                    sum.add(&deeper(child, &reach, discard), 1.0, [[1.0; 2]; 2]);
                }
            }
            return sum;
        }
        let mut best = Worth::NONE;
        let chance = |place: usize| f64::from(self.own_part(dealt, node, place)) / 255.0;
        if trees.is_draw(node) {
            for (mask, count) in self.deck.discards() {
                let worth = deeper(children[count], reach, Some(mask));
                best.choose(&worth);
                if dealt.discards[count] == mask {
                    best.own += chance(count) * worth.own;
                }
            }
        } else {
            for (place, &child) in children.iter().enumerate() {
                let worth = deeper(child, reach, discard);
                best.choose(&worth);
                best.own += chance(place) * worth.own;
            }
        }
        best
    }

    /// How often the solution makes a move with the responder's cards, in units of 1/255.
    fn own_part(&self, dealt: &dealt::Dealt<'_>, node: usize, place: usize) -> u8 {
        let begin = self.solution.layouts.begin(None, node);
        self.solution.first[begin + place * self.counts_drawn.len() + dealt.bucket]
    }
}

#[cfg(test)]
mod tests;
