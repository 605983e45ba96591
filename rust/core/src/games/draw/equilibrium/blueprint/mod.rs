//! Blueprints: strategies for tables of three to five players, and best responses there.
//!
//! A table is too large to be solved as two players are. It is solved by sampled regret minimization
//! ([`crate::cfr`]) in an abstraction of its public points ([`layout`]) with buckets of hands. Between more
//! than two players this need not lead to an equilibrium, and an equilibrium need not protect a player: how
//! much can be won from a blueprint is measured by learned responses ([`respond`]).
//!
//! While nobody can be all in, only the ratios of the stakes matter. In other hands a player who is all in
//! counts as one who checks and calls.

mod against;
mod file;
mod layout;
mod respond;
mod round;
mod shipped;
mod stakes;
mod strategy;
mod table;
#[cfg(test)]
mod tests;
mod training;

pub use respond::{TableResponse, TableWinnings, respond_at_table};
pub(in crate::games::draw) use shipped::blueprint_for;
pub use shipped::{blueprint_of, is_table_shipped};
pub use stakes::Stakes;
pub use strategy::{Blueprint, BlueprintBot};
pub use training::{Training, Work};
