//! Heads-up draw games with one draw at fixed limit, solved near equilibrium: five-card draw, lowball and
//! badugi.
//!
//! In an equilibrium neither player can win more by changing strategy. Each hand is a game of its own, by
//! its stakes and by the smaller stack, small enough to solve in buckets of hands:
//! [`Equilibrium::solve`] uses discounted counterfactual regret minimization (`cfr`) and accounts for
//! card removal. Only the ratios of the ante, the bets and the stack matter, so one solution serves all
//! multiples of its stakes. Stacks that cover every bet are all alike.
//!
//! The exploitability of a solution is that in the abstracted game. In real deals it is measured.

mod adaptive;
mod blueprint;
mod bounds;
mod buckets;
mod correction;
mod families;
mod file;
mod held_out;
mod holding;
mod learner;
mod model;
mod opponent;
mod removal;
mod response;
mod rules;
mod sets;
mod solution;
mod store;
mod strategies;
mod unreached;

pub(super) use adaptive::AdaptiveBot;
pub(super) use blueprint::blueprint_for;
pub use blueprint::{
    Blueprint, BlueprintBot, Stakes, TableResponse, TableWinnings, Training, Work, blueprint_of,
    is_table_shipped, respond_at_table,
};
pub use bounds::{Bounds, Estimate, bound};
pub use held_out::{Sums, Winnings, held_out_parts, play_held_out};
pub use learner::{learn, learn_from_solution};
pub use opponent::MakeBot;
pub use response::{Response, Search, exploit, exploit_solution};
pub use rules::{EquilibriumError, Limits, MAX_RAISES};
pub(super) use solution::limits_of;
pub use solution::{Effort, Equilibrium};
pub use store::{SolutionStore, equilibrium_of, is_shipped, set_solution_store};
pub(super) use store::{is_at_hand, is_shipped_for, solution_for};
