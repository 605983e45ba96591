//! Draw analysis: which of five cards to hold and which to discard (video poker, and the draw of
//! five-card draw).
//!
//! For a hand of five cards and each of its 32 discards, [`DiscardTable`] counts exactly how many
//! draws end in each hand category. A [`Valuation`] turns that into the best discard under an
//! [`Objective`]: the expected category, the payout of a [`Paytable`], or the rule of
//! [`keep_pattern`]. [`against_pat`] and [`against_drawer`] compute showdown equity, exactly and by
//! sampling; [`solve()`] finds the best discard of every hand.
//!
//! [`Lowball`] and [`BadugiDraws`] do the same for deuce-to-seven, ace-to-five and badugi, and
//! [`MultiDraw`] solves these games with up to three draws.
//!
//! Decks with wild cards have their own paytables and tables in [`wild`]; [`strategy`] derives
//! strategy charts that a person can learn.
//!
//! Betting is not part of this module: the game of five-card draw, [`crate::games::draw`], builds
//! on it.
//!
//! Discarding all five cards is computed like any other discard, from the 47 unseen cards. Ties
//! between discards go to fewer cards, then to the smaller mask. Values are compared as integers;
//! floating point comes only at the end.

mod badugi;
mod batch;
mod canonical;
mod draw_values;
mod hand;
mod line;
mod lowball;
mod mask;
mod multi_draw;
mod natural;
mod objective;
mod opponent;
mod outcome;
mod pat;
mod pattern;
mod paytable;
mod showdown;
mod solve;
pub mod strategy;
mod subsets;
mod table;
mod valuation;
pub mod wild;

pub use badugi::BadugiDraws;
pub use batch::{BestDiscards, CategoryCounts, best_discards, count_categories_many};
pub use canonical::{CANONICAL_HANDS, CanonicalHand, canonical, canonical_hands};
pub use draw_values::DrawValues;
pub use hand::{FiveCards, Hand};
pub use line::Line;
pub use lowball::Lowball;
pub use mask::{COMMON_DRAWS, Mask};
pub use multi_draw::{DrawGame, MAX_DRAWS, MultiDraw};
pub use natural::NaturalValuation;
pub use objective::Objective;
pub use opponent::{against_drawer, interval};
pub use outcome::Outcome;
pub use pat::{PatResult, PatShowdowns, PatStrategy};
pub use pattern::keep_pattern;
pub use paytable::{Payout, PayoutError, Paytable, PaytableError};
pub use showdown::{Showdown, against_pat, low_against_pat};
pub use solve::{HANDS, Solution, Squares, solve};
pub use table::DiscardTable;
pub use valuation::{Choice, HandDraws, Valuation};
