//! Best responses to a bot: how exploitable it is.
//!
//! [`exploit`] observes a bot in real deals, against all possible moves of the other player, and
//! takes its behavior with each bucket as its strategy. The best response to that is computed in
//! the model with card removal and then evaluated against the bot on held-out hands: its winnings
//! there are a lower bound on the bot's exploitability.

use super::buckets::Buckets;
use super::held_out::{Winnings, evaluate};
use super::model::{DrawModel, Layouts, Trees};
use super::opponent::{MakeBot, observe};
use super::removal::Removal;
use super::rules::{EquilibriumError, Limits};
use super::solution::{Effort, Equilibrium, in_parts, of_parts};
use crate::cfr::Solver;
use crate::games::draw::rules::Rules;
use crate::monitor::Monitor;

/// A response to a bot, and its winnings.
#[derive(Clone, Debug)]
pub struct Response {
    /// The response's strategy.
    pub strategy: Equilibrium,
    /// Its winnings in the model in which it was computed, if any.
    pub model: Option<f64>,
    /// Its winnings in real deals.
    pub real: Winnings,
}

/// The parameters of the search for a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The approximate number of buckets before the draw.
    pub hands: u32,
    /// The maximum number of buckets after the draw.
    pub strengths: u32,
    /// Deals to observe or learn from, per seat.
    pub deals: u64,
    /// Held-out hands to play; 0 if they are played separately in chunks.
    pub held_out: u64,
    /// The seed of everything.
    pub seed: u64,
}

impl Search {
    pub(super) const fn effort(&self, iterations: u32) -> Effort {
        let Self { hands, strengths, deals, .. } = *self;
        Effort { hands, strengths, iterations, deals }
    }
}

/// The best response to a bot in the model with card removal, from observations of the bot.
///
/// # Errors
///
/// Rules that cannot be solved, numbers out of range, a stop by the monitor.
pub fn exploit(
    make: &MakeBot<'_>,
    rules: &Rules,
    search: Search,
    monitor: &Monitor,
) -> Result<Response, EquilibriumError> {
    let limits = Limits::of_solvable(rules)?;
    search.effort(1).check()?;
    monitor.expect(2 * search.deals + search.held_out);
    let trees = Trees::new(&limits);
    let (hands, strengths) = (search.hands as usize, search.strengths as usize);
    let removal = Removal::count(limits.ranking, hands, strengths, monitor)?;
    let game = (limits, &trees, &removal);
    let observed = observe(make, game, search.deals, search.seed, monitor)?;
    let layouts = Layouts::new(&trees, removal.buckets.counts());
    let second: Vec<Vec<f32>> = layouts.by_link(&observed.second).map(<[f32]>::to_vec).collect();
    respond((&observed.first, &second), make, game, search, monitor)
}

/// The best response to a solution in the model with card removal. Its moves are known, so nothing
/// is observed; the buckets are those of the solution.
///
/// # Errors
///
/// If the monitor stops it.
pub fn exploit_solution(
    solution: &Equilibrium,
    make: &MakeBot<'_>,
    search: Search,
    monitor: &Monitor,
) -> Result<Response, EquilibriumError> {
    let Effort { hands, strengths, .. } = solution.effort();
    monitor.expect(search.held_out);
    let ranking = solution.limits().ranking;
    let removal = Removal::count(ranking, hands as usize, strengths as usize, monitor)?;
    let second: Vec<Vec<f32>> = solution.layouts.by_link(&solution.second).map(of_parts).collect();
    let game = (solution.limits(), &solution.trees, &removal);
    respond((&of_parts(&solution.first), &second), make, game, search, monitor)
}

/// The best response to strategies in the model, and its winnings against them.
fn respond(
    (first, second): (&[f32], &[Vec<f32>]),
    make: &MakeBot<'_>,
    (limits, trees, removal): (Limits, &Trees, &Removal),
    search: Search,
    monitor: &Monitor,
) -> Result<Response, EquilibriumError> {
    let model = DrawModel { limits, trees, removal };
    let mut solver = Solver::new(&model);
    solver.set_averages(first, second);
    let (_, begins) = solver.evaluate(0, monitor)?;
    let (_, follows) = solver.evaluate(1, monitor)?;
    let (first, second) = solver.responses();
    let won = f64::midpoint(begins, follows);
    let chances = (first.as_slice(), second.as_slice());
    let strategy = assembled(limits, search.effort(1), search.seed, &removal.buckets, chances);
    let real = evaluate(&strategy, make, search.held_out, search.seed, monitor)?;
    Ok(Response { strategy, model: Some(won), real })
}

/// A strategy from move probabilities in both trees.
pub(super) fn assembled(
    limits: Limits,
    effort: Effort,
    seed: u64,
    buckets: &Buckets,
    (first, second): (&[f32], &[Vec<f32>]),
) -> Equilibrium {
    let trees = Trees::new(&limits);
    let (before, after) = buckets.counts();
    let first = in_parts(&trees.first, first, before);
    let of_links = second.iter().enumerate();
    let second: Vec<Vec<u8>> =
        of_links.map(|(link, numbers)| in_parts(trees.second(link), numbers, after)).collect();
    let strategies = (first, second.concat());
    Equilibrium::assemble(limits, effort, seed, (0.0, 0.0), buckets.clone(), strategies)
}
