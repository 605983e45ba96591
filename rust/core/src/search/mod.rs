//! Search by sampling, for any game that can be finished cheaply.
//!
//! The search is *flat*: it draws full states that the view allows (*worlds*), makes every candidate
//! move in each of them, has a cheap policy finish the world, and takes the move with the best mean.
//! All candidates are tried in the same worlds, so that luck of the deal cancels out in their
//! differences, and those that are clearly behind are dropped at fixed numbers of worlds
//! (`flat`).
//!
//! What it has to know of a game is a [`Model`]: how to prepare for a view, which moves to think of,
//! how to draw a world and how to finish it. [`Plain`] is the model of any game by its contract
//! alone, with random moves; a game that wants to be played well brings its own, with a state that is
//! quick to copy and a policy that plays sensibly, which matters more than anything else.
//! [`SearchBot`] makes a bot of a model.
//!
//! A world is drawn and finished with the randomness of its number, so a choice with a budget in
//! worlds is the same on any number of threads.

mod bot;
mod budget;
mod flat;
mod plain;

pub use bot::SearchBot;
pub use budget::Budget;
pub use flat::search;
pub use plain::Plain;

use crate::game::{Game, Parameter, Setting};
use crate::random::Random;

/// What a search has to know of a game.
pub trait Model<G: Game>: Send + Sync {
    /// All that the worlds of one view have in common.
    type Prepared: Send + Sync;

    /// A full state, in whatever form is cheapest to finish.
    type World;

    /// What the seat has in mind with a move, where that matters for how it goes on: every move may
    /// be tried with several plans. `()` where there is but one.
    type Plan: Clone + Send + Sync;

    /// Get ready to draw worlds that show this view, of a seat that is to move.
    fn prepare(&self, view: &G::View<'_>) -> Self::Prepared;

    /// The moves worth thinking of, the likeliest first: of equal ones the first is chosen. Legal
    /// moves only, and at least one.
    fn candidates(
        &self,
        view: &G::View<'_>,
        prepared: &Self::Prepared,
    ) -> Vec<(G::Move, Self::Plan)>;

    /// Draw a world.
    fn draw(&self, prepared: &Self::Prepared, random: &mut Random) -> Self::World;

    /// Make a candidate in a world, and play on until it is known what the move was worth.
    fn finish(
        &self,
        prepared: &Self::Prepared,
        world: &Self::World,
        candidate: &(G::Move, Self::Plan),
        random: &mut Random,
    ) -> Outcome;

    /// The parameters of a bot with this model, with those of the budget if it has one.
    fn parameters(&self) -> &'static [Parameter] {
        Budget::PARAMETERS
    }

    /// Set one of the parameters.
    fn set(&mut self, _parameter: &str, _setting: Setting) {}
}

/// How a world ended for the seat that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What the search wants as much of as it can get.
    pub value: i32,
    /// The points of the seat, as the game counts them.
    pub points: i32,
}
