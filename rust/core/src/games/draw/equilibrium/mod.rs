//! Play near equilibrium: five-card draw between two players at fixed limit, solved.
//!
//! In an equilibrium neither player can win more by playing otherwise. Two players who have enough
//! chips play hands of which each is a game of its own, small enough to be solved in buckets of hands:
//! [`Equilibrium::solve`] does so by discounted regret minimisation (`cfr`), with the cards of one
//! player changing what the other may hold.
//!
//! What it promises is about the game in buckets. How much can be won from it in real deals is measured.

mod buckets;
mod correction;
mod file;
mod held_out;
mod learner;
mod model;
mod opponent;
mod removal;
mod response;
mod rules;
mod sets;
mod shelf;
mod solution;

pub use held_out::{Sums, Winnings, held_out_parts, play_held_out};
pub use learner::{learn, learn_from_solution};
pub use opponent::MakeBot;
pub use response::{Response, Search, exploit, exploit_solution};
pub use rules::{EquilibriumError, Limits, MOST_RAISES};
pub use shelf::{Keeper, equilibrium_of, keep_with};
pub use solution::{Effort, Equilibrium};
