//! Poker hand evaluation: five cards under the standard high ranking and the best five of six or
//! seven; lowball, badugi, short deck and Omaha.
//!
//! Under the high ranking there are 7,462 distinct strengths, numbered from 0 (7-5-4-3-2 offsuit) to 7461 (the royal
//! flush): a higher number is a better hand, and equal numbers tie. The wheel, A-5, is the lowest
//! straight.
//!
//! [`pattern`] defines the ranking in the simplest way; [`evaluate`] and [`best_of`] use lookup
//! tables built from it. Tests compare them with an independent implementation on all 2,598,960
//! five-card hands, and verify them on all hands of six and seven cards.
//!
//! A [`Ranking`] is one of the ways in which games compare hands. The other rankings of five cards,
//! [`lowball`] and [`short_deck`], renumber the high strengths ([`order`]); [`badugi`] has its own
//! tables; [`omaha`] chooses cards by its own rule and compares them as the others do.
//!
//! [`range`] reads what hands a player may hold, and [`equity`] plays ranges against each other, on
//! hands that grow card by card ([`incremental`]).

pub mod badugi;
pub mod batch;
pub mod best_of;
mod category;
pub mod equity;
pub mod evaluate;
mod hand_rank;
pub mod incremental;
pub mod lowball;
pub mod omaha;
pub mod order;
pub mod pattern;
pub mod range;
mod ranking;
pub mod short_deck;

pub use category::Category;
pub use hand_rank::HandRank;
pub use ranking::Ranking;
