//! Discounted counterfactual regret minimisation for two players, with whole vectors of private
//! states at a time.
//!
//! The game has two stages. The first is one public tree; some of its leaves settle the game, others
//! lead on through *links*, each of which has a second public tree of its own. At a link the private
//! states change: a card is drawn, or one is turned up. What the states are, how they change and how
//! the game is settled is up to a [`Model`], so the same [`Solver`] serves toy games of three cards,
//! whose values are known (`toy_games`), and games of millions of hands in buckets.
//!
//! A *reach* has, for every private state of a player, the chance of that state times the chance that
//! the player has made the moves that lead here. *Values* of a player are sums over the states of the
//! opponent, weighted with its reach. They do not contain the player's own chances.
//!
//! Links are solved in parallel. Each has its regrets to itself and all sums are taken in a fixed
//! order, so the result is the same on any number of threads.
//!
//! The discounts are those of Brown and Sandholm, "Solving Imperfect-Information Games via Discounted
//! Regret Minimization" (2019), with α = 1.5, β = 0 and γ = 4 rather than 2, and the players are
//! updated in turn.

mod best_response;
mod betting;
mod solver;
mod tree;
mod walk;

#[cfg(test)]
mod toy_games;

pub use betting::{RoundEnd, add_round};
pub use solver::Solver;
pub use tree::{Layout, Node, Tree};
pub use walk::shares;

/// A game of two players and two stages.
pub trait Model: Sync {
    /// The public tree of the first stage.
    fn first(&self) -> &Tree;

    /// The public tree of the second stage, the same after every link.
    fn second(&self) -> &Tree;

    /// How many links there are.
    fn links(&self) -> usize;

    /// The links that a leaf of the first tree leads to; none if the game is settled there.
    fn links_of(&self, leaf: usize) -> std::ops::Range<usize>;

    /// How many private states a player has in the first stage, and in the second.
    fn states(&self) -> (usize, usize);

    /// The chances of a player's private states at the beginning.
    fn chances(&self) -> &[f32];

    /// What a leaf of the first tree is worth to a player in each state, put into `values`.
    fn settle(&self, leaf: usize, player: usize, opponent: &[f32], values: &mut [f32]);

    /// The reach of a player after a link, of that before it.
    fn enter(&self, link: usize, player: usize, reach: &[f32]) -> Vec<f32>;

    /// What a leaf of the second tree is worth to a player in each state, put into `values`.
    fn settle_second(
        &self,
        link: usize,
        leaf: usize,
        player: usize,
        opponent: &[f32],
        values: &mut [f32],
    );

    /// The values of a player before a link, of those after it and the opponent's reach before and
    /// after it.
    fn leave(&self, link: usize, player: usize, values: &[f32], opponent: [&[f32]; 2]) -> Vec<f32>;
}
