//! Restricted Nash responses: answers to a model of the opponent that are safe if it is wrong; and exact
//! values of strategies against each other.
//!
//! The opponent follows the model with a probability p and plays as it likes otherwise; which of the two is
//! drawn once at the start and hidden from the responder. In an equilibrium of this game the responder
//! exploits the model as much as possible for how little it can be exploited itself: a plain equilibrium at
//! p = 0, a best response at p = 1 (Johanson, Zinkevich and Bowling, "Computing Robust
//! Counter-Strategies", 2007).
//!
//! [`Restricted`] doubles the private states of both players. The opponent follows the model in the second
//! half of them; to the responder both halves are the same.

use super::Model;
use super::solver::Solver;
use super::tree::{Layout, Node, Tree};
use crate::monitor::{Monitor, Stopped};

/// A strategy for both seats: the probabilities of all moves in the first tree, and in the second after
/// every link.
pub type Strategy = (Vec<f32>, Vec<Vec<f32>>);

/// A restricted Nash response to a strategy, which is followed with this probability.
///
/// # Errors
///
/// If the monitor stops it.
pub fn restricted_response<M: Model>(
    model: &M,
    followed: &Strategy,
    probability: f32,
    iterations: u32,
    monitor: &Monitor,
) -> Result<Strategy, Stopped> {
    let game = Restricted::new(model, probability);
    let (before, after) = model.states();
    let doubled = (
        doubled(model.first(), &followed.0, before),
        (0..)
            .zip(&followed.1)
            .map(|(link, of_link)| doubled(model.second(link), of_link, after))
            .collect::<Vec<_>>(),
    );
    // Both halves of the responder play alike; the averages of the likelier one are better.
    let half = usize::from(probability > 0.5);
    let mut response = followed.clone();
    for responder in 0..2 {
        let mut solver = Solver::new(&game);
        solver.follow(1 - responder, &doubled.0, &doubled.1);
        for _ in 0..iterations {
            solver.iterate(monitor)?;
        }
        let (first, second) = solver.averages();
        let of_half = |states: usize| Columns { states: 2 * states, begin: half * states };
        take(model.first(), (&first, of_half(before)), (&mut response.0, before), responder);
        for (link, (of_link, found)) in response.1.iter_mut().zip(&second).enumerate() {
            take(model.second(link), (found, of_half(after)), (of_link, after), responder);
        }
    }
    Ok(response)
}

/// What a strategy wins against another per game, averaged over both seats.
///
/// # Errors
///
/// If the monitor stops it.
pub fn value<M: Model>(
    model: &M,
    strategy: &Strategy,
    other: &Strategy,
    monitor: &Monitor,
) -> Result<f64, Stopped> {
    let (before, after) = model.states();
    let mut won = 0.0;
    for seat in 0..2 {
        let mut both = other.clone();
        let all = |states: usize| Columns { states, begin: 0 };
        take(model.first(), (&strategy.0, all(before)), (&mut both.0, before), seat);
        for (link, (of_link, own)) in both.1.iter_mut().zip(&strategy.1).enumerate() {
            take(model.second(link), (own, all(after)), (of_link, after), seat);
        }
        let mut solver = Solver::new(model);
        solver.set_averages(&both.0, &both.1);
        won += solver.value(seat, monitor)?;
    }
    Ok(won / 2.0)
}

/// What a best response wins from a strategy per game, averaged over both seats.
///
/// # Errors
///
/// If the monitor stops it.
pub fn exploitability<M: Model>(
    model: &M,
    strategy: &Strategy,
    monitor: &Monitor,
) -> Result<f64, Stopped> {
    let mut solver = Solver::new(model);
    solver.set_averages(&strategy.0, &strategy.1);
    Ok(f64::midpoint(solver.best_response(0, monitor)?, solver.best_response(1, monitor)?))
}

/// A game with every private state twice: in the first half of them players do as they like.
struct Restricted<'a, M> {
    model: &'a M,
    chances: Vec<f32>,
}

impl<'a, M: Model> Restricted<'a, M> {
    fn new(model: &'a M, probability: f32) -> Self {
        let part = |part: f32| model.chances().iter().map(move |chance| chance * part);
        Self { model, chances: part(1.0 - probability).chain(part(probability)).collect() }
    }
}

impl<M: Model> Model for Restricted<'_, M> {
    fn first(&self) -> &Tree {
        self.model.first()
    }

    fn second(&self, link: usize) -> &Tree {
        self.model.second(link)
    }

    fn links(&self) -> usize {
        self.model.links()
    }

    fn links_of(&self, leaf: usize) -> std::ops::Range<usize> {
        self.model.links_of(leaf)
    }

    fn states(&self) -> (usize, usize) {
        let (before, after) = self.model.states();
        (2 * before, 2 * after)
    }

    fn chances(&self) -> &[f32] {
        &self.chances
    }

    fn leaf_values(&self, leaf: usize, player: usize, opponent: &[f32], values: &mut [f32]) {
        let (free, followed) = values.split_at_mut(values.len() / 2);
        self.model.leaf_values(leaf, player, &merged(opponent), free);
        followed.copy_from_slice(free);
    }

    fn reach_after_link(&self, link: usize, player: usize, reach: &[f32]) -> Vec<f32> {
        let (free, followed) = reach.split_at(reach.len() / 2);
        let mut after = self.model.reach_after_link(link, player, free);
        after.extend(self.model.reach_after_link(link, player, followed));
        after
    }

    fn second_leaf_values(
        &self,
        link: usize,
        leaf: usize,
        player: usize,
        opponent: &[f32],
        values: &mut [f32],
    ) {
        let (free, followed) = values.split_at_mut(values.len() / 2);
        self.model.second_leaf_values(link, leaf, player, &merged(opponent), free);
        followed.copy_from_slice(free);
    }

    fn values_before_link(
        &self,
        link: usize,
        player: usize,
        values: &[f32],
        [before, after]: [&[f32]; 2],
    ) -> Vec<f32> {
        let opponent = [merged(before), merged(after)];
        let (free, followed) = values.split_at(values.len() / 2);
        let earlier = |values: &[f32]| {
            self.model.values_before_link(link, player, values, [&opponent[0], &opponent[1]])
        };
        [earlier(free), earlier(followed)].concat()
    }
}

/// Both halves of a reach together.
fn merged(reach: &[f32]) -> Vec<f32> {
    let (free, followed) = reach.split_at(reach.len() / 2);
    free.iter().zip(followed).map(|(left, right)| left + right).collect()
}

/// The numbers of a tree with every state twice.
fn doubled(tree: &Tree, numbers: &[f32], states: usize) -> Vec<f32> {
    debug_assert_eq!(Layout::new(tree, states).length(), numbers.len());
    numbers.chunks_exact(states.max(1)).flat_map(|of_move| [of_move, of_move].concat()).collect()
}

/// Some of the states of a table: how many it has, and the first of those that are meant.
#[derive(Clone, Copy)]
struct Columns {
    states: usize,
    begin: usize,
}

/// Copy a player's moves from some states of a table of a tree to another table.
fn take(
    tree: &Tree,
    (from, columns): (&[f32], Columns),
    (to, to_states): (&mut [f32], usize),
    player: usize,
) {
    let layouts = [Layout::new(tree, columns.states), Layout::new(tree, to_states)];
    for (node, decision) in tree.nodes().iter().enumerate() {
        let Node::Decision { player: decider, children } = decision else { continue };
        if *decider != player {
            continue;
        }
        for action in 0..children.len() {
            let begin = layouts[0].begin(node) + action * columns.states + columns.begin;
            let target = layouts[1].begin(node) + action * to_states;
            to[target..target + to_states].copy_from_slice(&from[begin..begin + to_states]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::toy_games::{Kuhn, Leduc};
    use super::*;

    /// A player who makes every move equally often.
    fn uniform<M: Model>(model: &M) -> Strategy {
        Solver::new(model).averages()
    }

    fn equilibrium<M: Model>(model: &M, iterations: u32) -> Strategy {
        let (mut solver, monitor) = (Solver::new(model), Monitor::new());
        for _ in 0..iterations {
            solver.iterate(&monitor).unwrap();
        }
        solver.averages()
    }

    /// What responses at these probabilities win from a strategy, and their exploitability.
    fn frontier<M: Model>(model: &M, followed: &Strategy, iterations: u32) -> Vec<(f64, f64)> {
        let monitor = Monitor::new();
        let respond = |probability| {
            let response =
                restricted_response(model, followed, probability, iterations, &monitor).unwrap();
            let won = value(model, &response, followed, &monitor).unwrap();
            (won, exploitability(model, &response, &monitor).unwrap())
        };
        [0.0, 0.3, 0.6, 0.9, 1.0].map(respond).to_vec()
    }

    fn check<M: Model>(model: &M, iterations: u32) {
        let (followed, monitor) = (uniform(model), Monitor::new());
        let points = frontier(model, &followed, iterations);
        for pair in points.windows(2) {
            assert!(pair[1].0 > pair[0].0 - 2e-3, "exploitation grows with p: {points:?}");
            assert!(pair[1].1 > pair[0].1 - 2e-3, "exploitability grows with p: {points:?}");
        }
        // At the ends it is an equilibrium and a best response.
        assert!(points[0].1 < 2e-3, "{points:?}");
        let best = exploitability(model, &followed, &monitor).unwrap();
        assert!((points[4].0 - best).abs() < 2e-3, "{points:?} {best}");
        assert!(points[4].0 > points[0].0 + 0.05 && points[4].1 > 0.05, "{points:?}");
    }

    #[test]
    fn restricted_responses_go_from_equilibrium_to_best_response() {
        check(&Kuhn::new(), 4000);
        check(&Leduc::new(), 1500);
    }

    #[test]
    fn values_are_exact_and_zero_against_oneself() {
        let (leduc, monitor) = (Leduc::new(), Monitor::new());
        let (nash, any) = (equilibrium(&leduc, 300), uniform(&leduc));
        assert!(value(&leduc, &nash, &nash, &monitor).unwrap().abs() < 1e-6);
        let won = value(&leduc, &nash, &any, &monitor).unwrap();
        let lost = value(&leduc, &any, &nash, &monitor).unwrap();
        assert!((won + lost).abs() < 1e-6 && won > 0.1, "{won} {lost}");
    }
}
