//! Best responses to a mixture of models.

use super::super::model::FirstEnd;
use super::super::response::assembled;
use super::super::solution::{Effort, Equilibrium};
use super::library::{Library, Walk};
use crate::cfr::{Solver, Tree};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// A best response, and what it wins per hand in the abstraction, averaged over both seats.
#[derive(Clone, Debug)]
pub(super) struct Response {
    pub strategy: Equilibrium,
    pub value: f64,
}

impl Response {
    /// The best response to an opponent who follows one of these models in a match, with these weights.
    ///
    /// Before a hand nothing tells which one, so the opponent's probability to get somewhere with a
    /// bucket is the weighted sum of the models'.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn to(
        library: &Library,
        models: &[(usize, f64)],
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        let game = &library.game;
        let mut first = vec![0.0; game.layouts[0].length()];
        let mut second = vec![vec![0.0; game.layouts[1].length()]; game.trees.links.len()];
        for seat in 0..2 {
            let mut links = vec![Vec::new(); game.trees.links.len()];
            for &(number, weight) in models {
                let model = &library.models[number];
                let walk = Walk { game, model, seat, link: None };
                let own: Vec<f32> =
                    game.removal.chances.iter().map(|chance| chance * weight as f32).collect();
                let mut at_leaf = |leaf: usize, reach: &[f32]| {
                    if let FirstEnd::Link(link) = game.trees.first_ends[leaf] {
                        links[link].push((model, reach.to_vec()));
                    }
                };
                let mut at_node = |node: usize, made: &[f32]| {
                    add(&mut first[game.layouts[0].begin(node)..], made);
                };
                walk.reach(Tree::ROOT, &own, &mut at_leaf, &mut at_node);
            }
            for (link, reaches) in links.iter().enumerate() {
                let drawn = game.trees.links[link].drawn[seat];
                for (model, before) in reaches {
                    let after = game.removal.draws[drawn].weighted(before);
                    let walk = Walk { game, model, seat, link: Some(link) };
                    let mut at_node = |node: usize, made: &[f32]| {
                        add(&mut second[link][game.layouts[1].begin(node)..], made);
                    };
                    walk.reach(Tree::ROOT, &after, &mut |_, _| (), &mut at_node);
                }
            }
        }
        let model = game.model();
        parallel::alone(|| {
            let mut solver = Solver::new(&model);
            solver.set_averages(&first, &second);
            let value =
                f64::midpoint(solver.best_response(0, monitor)?, solver.best_response(1, monitor)?);
            let (first, second) = solver.responses();
            let buckets = &game.removal.buckets;
            let (hands, strengths) = buckets.counts();
            let effort = Effort {
                hands: hands as u32,
                strengths: strengths as u32,
                iterations: 1,
                deals: 0,
            };
            let strategy = assembled(game.limits, effort, 0, buckets, (&first, &second));
            Ok(Self { strategy, value })
        })
    }
}

fn add(sums: &mut [f32], more: &[f32]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}
