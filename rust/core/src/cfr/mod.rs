//! Discounted counterfactual regret minimization (DCFR) for two players, vectorized over private
//! states.
//!
//! The game has two stages. The first is one public tree. Some of its leaves are terminal; others
//! continue through *links* (chance nodes), each followed by a second public tree. At a link the
//! private states change: a card is drawn, or a board card is turned up. A [`Model`] defines the
//! states, their transitions and the payoffs, so the same [`Solver`] handles toy games of three
//! cards with known values (`toy_games`) and abstractions of games with millions of hands.
//!
//! A *reach* vector has, for every private state of a player, the probability of that state times
//! the probability that the player makes the moves leading to the node. *Values* are
//! counterfactual: sums over the opponent's states weighted by the opponent's reach, without the
//! player's own reach.
//!
//! Links are solved in parallel. Each has its own regrets and all sums are taken in a fixed order,
//! so the result is the same on any number of threads.
//!
//! The discounts follow Brown and Sandholm, "Solving Imperfect-Information Games via Discounted
//! Regret Minimization" (2019), with α = 1.5, β = 0 and γ = 4 rather than 2. The players are
//! updated alternately.

mod best_response;
mod betting;
mod restricted;
mod sampled;
mod solver;
mod tree;
mod walk;

#[cfg(test)]
mod toy_games;

pub use betting::{RoundEnd, add_round};
pub use restricted::{Strategy, exploitability, restricted_response, value};
pub use sampled::{Chances, Decision, MAX_MOVES, SampledGame, SampledSolver, matched, sampled};
pub use solver::Solver;
pub use tree::{Layout, Node, Tree};
pub use walk::normalized;

/// A two-player game with two stages.
pub trait Model: Sync {
    /// The public tree of the first stage.
    fn first(&self) -> &Tree;

    /// The public tree of the second stage after a link.
    fn second(&self, link: usize) -> &Tree;

    /// The number of links.
    fn links(&self) -> usize;

    /// The links that a leaf of the first tree leads to; none if it is terminal.
    fn links_of(&self, leaf: usize) -> std::ops::Range<usize>;

    /// The number of private states of a player in the first and in the second stage.
    fn states(&self) -> (usize, usize);

    /// The initial probabilities of a player's private states.
    fn chances(&self) -> &[f32];

    /// Write the counterfactual values of a terminal leaf of the first tree into `values`.
    fn leaf_values(&self, leaf: usize, player: usize, opponent: &[f32], values: &mut [f32]);

    /// A player's reach after a link, given its reach before.
    fn reach_after_link(&self, link: usize, player: usize, reach: &[f32]) -> Vec<f32>;

    /// Write the counterfactual values of a leaf of the second tree into `values`.
    fn second_leaf_values(
        &self,
        link: usize,
        leaf: usize,
        player: usize,
        opponent: &[f32],
        values: &mut [f32],
    );

    /// A player's values before a link, given the values after it and the opponent's reach before
    /// and after it.
    fn values_before_link(
        &self,
        link: usize,
        player: usize,
        values: &[f32],
        opponent: [&[f32]; 2],
    ) -> Vec<f32>;
}
