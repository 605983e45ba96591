//! Ends ("Hold'em for n00bs"): two sides take cards from either end of a row.
//!
//! # Rules
//!
//! A row of whole numbers. Two sides alternately take the first or the last card; the higher sum
//! wins. The opponent, the *dog*, is greedy: it takes the larger end, and of two equal ends the
//! left one (or the right one, as an option). Either side may go first.
//!
//! # What is here
//!
//! - [`solve()`]: a whole line of play by one of four policies, exact, in linear memory.
//! - [`value()`]: the margin when both sides are perfect, in linear time; the documentation of
//!   [its module](mod@value) holds the proof.
//! - [`Ends`]: the game behind [`crate::game::Game`], with bots for each of the policies.
//!
//! # Where it departs from the original description
//!
//! - The dynamic programme published with the game moves the dog once for a whole diagonal of
//!   its table. Every state has a dog's move of its own, and gets it here.
//! - Its exhaustive search lets the dog take the *smaller* end and adds the dog's card to the
//!   player's score. Here the dog is greedy and keeps its cards.
//! - It keeps a table of N × N scores and paths. Here no table is kept: memory is linear.
//! - Cards may be negative, and every sum is exact: a row whose sums may not fit in 64 bits is
//!   refused.

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
