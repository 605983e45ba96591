//! The strength of five cards under the standard high ranking.
//!
//! There are 7,462 distinct strengths, numbered from 0 (7-5-4-3-2 of mixed suits) to 7461 (the
//! royal flush): a higher number is a better hand, and equal numbers tie. The wheel, A-5, is the
//! lowest straight.
//!
//! [`pattern`] defines the order in the plainest way; [`evaluate`] answers from tables that are
//! built from it. A test compares the two, and a third, independent one, on all 2,598,960 hands.

mod category;
pub mod evaluate;
mod hand_rank;
pub mod pattern;

pub use category::Category;
pub use hand_rank::HandRank;
