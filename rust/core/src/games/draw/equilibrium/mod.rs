//! Approximate Nash equilibria of heads-up fixed-limit five-card draw.
//!
//! In an equilibrium neither player can gain by deviating. With deep enough stacks, every hand is
//! an independent game, small enough to be solved with a card abstraction: [`Equilibrium::solve`]
//! does so by discounted counterfactual regret minimization (`cfr`), taking card removal into
//! account.
//!
//! The guarantees apply to the abstract game. The exploitability in real deals is measured.

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
