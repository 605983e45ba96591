//! The strength of five cards under the standard high ranking, and of the best five of six or seven.
//!
//! There are 7,462 distinct strengths, numbered from 0 (7-5-4-3-2 of mixed suits) to 7461 (the
//! royal flush): a higher number is a better hand, and equal numbers tie. The wheel, A-5, is the
//! lowest straight.
//!
//! [`pattern`] defines the order in the plainest way; [`evaluate`] and [`best_of`] answer from tables
//! that are built from it. Tests compare them with an independent version on all hands of five
//! cards, 2,598,960, and prove them on all of six and seven.

pub mod batch;
pub mod best_of;
mod category;
pub mod evaluate;
mod hand_rank;
pub mod pattern;

pub use category::Category;
pub use hand_rank::HandRank;
