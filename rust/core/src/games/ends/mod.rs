//! Ends ("Hold'em for n00bs"): two sides take cards from either end of a row.
//!
//! # Rules
//!
//! A row of integers. Two sides alternately take the first or the last card; the higher sum wins.
//! The opponent, the *dog*, is greedy: it takes the larger end, and the left one on ties (or the
//! right one, as an option). Either side may go first.
//!
//! # Contents
//!
//! - [`solve()`]: a whole line of play by one of four policies, exact, in linear memory.
//! - [`value()`]: the margin under optimal play by both sides, in linear time; the documentation of
//!   [its module](mod@value) has the proof.
//! - [`Ends`]: the game behind [`crate::game::Game`], with bots for each of the policies.
//!
//! # Departures from the original description
//!
//! - The dynamic program published with the game moves the dog once for a whole diagonal of its
//!   table. Here every state has its own dog's move.
//! - Its exhaustive search lets the dog take the *smaller* end and adds the dog's card to the
//!   player's score. Here the dog is greedy and keeps its cards.
//! - It stores a table of N × N scores and paths. Here memory is linear.
//! - Cards may be negative, and every sum is exact: a row whose sums may overflow 64 bits is
//!   rejected.

mod bots;
mod encoding;
mod line;
mod moves;
mod policy;
mod row;
mod rules;
mod sample;
mod solve;
mod state;
mod sweep;
pub mod value;
mod view;

pub use encoding::EndsEncoder;
pub use line::{Line, Turn};
pub use moves::{End, NoCards};
pub use policy::{Policy, Side, greedy_end, lookahead_end};
pub use row::{Row, RowError};
pub use rules::{Rules, RulesError};
pub use solve::solve;
pub use state::Ends;
#[doc(inline)]
pub use value::{ValueError, value};
pub use view::EndsView;
