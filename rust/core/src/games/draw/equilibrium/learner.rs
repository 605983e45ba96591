//! A learned best response: Monte Carlo regret minimization in real deals, without a model.
//!
//! It is then evaluated on held-out hands. Its winnings there are a lower bound on the bot's
//! exploitability.

use rayon::prelude::*;

use super::buckets::Buckets;
use super::correction::deal;
use super::held_out::evaluate;
use super::holding::Holding;
use super::model::{Layouts, Trees};
use super::opponent::{AnyBot, MakeBot, Next, Opponent, decision, next};
use super::response::{Response, Search, assembled};
use super::rules::{EquilibriumError, Limits};
use super::sets::Sets;
use super::solution::{Equilibrium, Spot};
use crate::cfr::{RoundEnd, normalized};
use crate::discard::Mask;
use crate::games::draw::rules::Rules;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// Learn a response in real deals against a bot.
///
/// # Errors
///
/// Rules that cannot be solved, numbers out of range, a stop by the monitor.
pub fn learn(
    make: &MakeBot<'_>,
    rules: &Rules,
    search: Search,
    monitor: &Monitor,
) -> Result<Response, EquilibriumError> {
    let limits = Limits::of_solvable(rules)?;
    let trees = Trees::new(&limits);
    learn_from(|| AnyBot { bot: make(), limits, trees: &trees }, make, limits, search, monitor)
}

/// The same against a solution, whose moves can be sampled without a game.
///
/// # Errors
///
/// As for [`learn`].
pub fn learn_from_solution(
    solution: &Equilibrium,
    make: &MakeBot<'_>,
    search: Search,
    monitor: &Monitor,
) -> Result<Response, EquilibriumError> {
    learn_from(|| solution, make, solution.limits(), search, monitor)
}

fn learn_from<O: Opponent>(
    opponent: impl Fn() -> O + Sync,
    make: &MakeBot<'_>,
    limits: Limits,
    search: Search,
    monitor: &Monitor,
) -> Result<Response, EquilibriumError> {
    let effort = search.effort(1);
    effort.check()?;
    monitor.expect(2 * search.deals + search.held_out);
    let trees = Trees::new(&limits);
    let (hands, strengths) = (search.hands as usize, search.strengths as usize);
    let buckets = Buckets::cut(Sets::of(limits.ranking), hands, strengths);
    // The players' nodes are disjoint, so both learned strategies can be added.
    let learned = parallel::sum(
        [0_usize, 1].into_par_iter(),
        || None,
        |sum: Option<[Vec<f32>; 2]>, player| {
            let mut learner = Learner::new(limits, &trees, &buckets, player);
            learner.learn(&mut opponent(), search, monitor)?;
            Ok::<_, Stopped>(joined(sum, Some(learner.sums)))
        },
        joined,
    )?;
    let [first, second] = learned.unwrap_or_default();
    let (before, after) = buckets.counts();
    let layouts = Layouts::new(&trees, (before, after));
    let first = normalized(&trees.first, layouts.layout(None), &first, before);
    let of_links = layouts.by_link(&second).enumerate().map(|(link, numbers)| {
        normalized(trees.second(link), layouts.layout(Some(link)), numbers, after)
    });
    let second: Vec<Vec<f32>> = of_links.collect();
    let strategy = assembled(limits, effort, search.seed, &buckets, (&first, &second));
    let real = evaluate(&strategy, make, search.held_out, search.seed, monitor)?;
    Ok(Response { strategy, model: None, real })
}

fn joined(left: Option<[Vec<f32>; 2]>, right: Option<[Vec<f32>; 2]>) -> Option<[Vec<f32>; 2]> {
    match (left, right) {
        (Some(mut left), Some(right)) => {
            for (left, right) in left.iter_mut().flatten().zip(right.iter().flatten()) {
                *left += right;
            }
            Some(left)
        }
        (left, right) => left.or(right),
    }
}

/// Learning in progress, for one player.
struct Learner<'a> {
    limits: Limits,
    trees: &'a Trees,
    buckets: &'a Buckets,
    layouts: Layouts,
    player: usize,
    regrets: [Vec<f32>; 2],
    sums: [Vec<f32>; 2],
    /// The weight of the current deal.
    weight: f32,
}

/// The responder's cards in one deal.
#[derive(Clone, Copy)]
struct Own {
    hand: Holding,
    discards: [Mask; 6],
    bucket: usize,
    /// After the draw: the strength, and its bucket.
    strength: u16,
    state: usize,
}

/// Moves that seem bad are explored once in this many deals.
const EXPLORE_EVERY: u32 = 4;

impl<'a> Learner<'a> {
    fn new(limits: Limits, trees: &'a Trees, buckets: &'a Buckets, player: usize) -> Self {
        let layouts = Layouts::new(trees, buckets.counts());
        let zeros = || layouts.lengths().map(|length| vec![0.0; length]);
        let (regrets, sums) = (zeros(), zeros());
        Self { limits, trees, buckets, layouts, player, regrets, sums, weight: 0.0 }
    }

    fn learn<O: Opponent>(
        &mut self,
        opponent: &mut O,
        search: Search,
        monitor: &Monitor,
    ) -> Result<(), Stopped> {
        for number in 0..search.deals {
            let mut random = Random::stream(search.seed, 2 * number + self.player as u64);
            let cards = deal(&mut random);
            let hand = self.buckets.dealt(&cards, self.player);
            let own = Own {
                hand,
                discards: self.buckets.discards(&hand),
                bucket: self.buckets.of_holding(&hand),
                strength: hand.strength,
                state: 0,
            };
            // Later deals have more weight: the first ones were played at random.
            self.weight = (number + 1) as f32 / search.deals as f32;
            if let Some(hand) = opponent.start(&cards, 1 - self.player) {
                self.explore(opponent, &hand, Spot::BEGIN, (&own, &cards), 1.0, &mut random);
            }
            monitor.advance(1)?;
        }
        Ok(())
    }

    /// Explore the responder's moves at a spot; returns the value of its current strategy from
    /// there.
    fn explore<O: Opponent>(
        &mut self,
        opponent: &mut O,
        hand: &O::Hand,
        spot: Spot,
        held: (&Own, &[u8; 20]),
        reach: f32,
        random: &mut Random,
    ) -> f32 {
        let (player, moves) = decision(self.trees, spot);
        if player != self.player {
            let Some(action) = opponent.choose(hand, spot, random) else { return 0.0 };
            let mut hand = hand.clone();
            opponent.apply(&mut hand, action, None);
            return self.play_move(opponent, hand, (spot, action), held, reach, random);
        }
        let (before, after) = self.buckets.counts();
        let (tree, state, states) = match spot.link {
            None => (0, held.0.bucket, before),
            Some(_) => (1, held.0.state, after),
        };
        let start = self.layouts.begin(spot.link, spot.node) + state;
        let mut chances = [0.0_f32; 6];
        let mut total = 0.0;
        for (action, chance) in chances.iter_mut().take(moves).enumerate() {
            *chance = self.regrets[tree][start + action * states].max(0.0);
            total += *chance;
        }
        for chance in chances.iter_mut().take(moves) {
            *chance = if total > 0.0 { *chance / total } else { 1.0 / moves as f32 };
        }
        let mut values = [None; 6];
        let mut value = 0.0;
        for action in 0..moves {
            let rarely = chances[action] == 0.0;
            if rarely && random.below(EXPLORE_EVERY) > 0 {
                continue;
            }
            let mut hand = hand.clone();
            opponent.apply(&mut hand, action, Some((&held.0.hand, &held.0.discards)));
            let reach = reach * chances[action];
            let won = self.play_move(opponent, hand, (spot, action), held, reach, random);
            value += chances[action] * won;
            values[action] = Some((won, if rarely { EXPLORE_EVERY as f32 } else { 1.0 }));
        }
        for action in 0..moves {
            let number = start + action * states;
            if let Some((won, times)) = values[action] {
                self.regrets[tree][number] += self.weight * times * (won - value);
            }
            self.sums[tree][number] += self.weight * self.weight * reach * chances[action];
        }
        value
    }

    /// The value of a move.
    fn play_move<O: Opponent>(
        &mut self,
        opponent: &mut O,
        mut hand: O::Hand,
        (spot, action): (Spot, usize),
        (own, cards): (&Own, &[u8; 20]),
        reach: f32,
        random: &mut Random,
    ) -> f32 {
        let Some(next) = next(self.trees, spot, action) else { return 0.0 };
        let mut own = *own;
        if let (None, Some(link)) = (spot.link, next.link()) {
            let drawn = self.trees.links[link].drawn;
            opponent.draw(&mut hand, drawn);
            let stub = 2 * self.limits.cards();
            let start = if self.player == 0 { stub } else { stub + drawn[0] };
            let discard = own.discards[drawn[self.player]];
            let after = own.hand.redrawn(self.limits.ranking, discard, &cards[start..]);
            own.strength = after.strength;
            own.state = self.buckets.of_strength(own.strength);
        }
        match next {
            Next::Spot(after) => self.explore(opponent, &hand, after, (&own, cards), reach, random),
            Next::End { end, link } => {
                let (before, size) = match link {
                    None => (0, self.limits.small_bet),
                    Some(link) => (self.trees.links[link].bets, self.limits.big_bet),
                };
                let won = self.limits.won(end, self.player, before, size) as f32;
                match end {
                    RoundEnd::Folded { .. } => won,
                    RoundEnd::Closed { .. } => {
                        let order = own.strength.cmp(&opponent.strength(&hand));
                        won * f32::from(order as i8)
                    }
                }
            }
        }
    }
}
