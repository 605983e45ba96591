//! Which cards of five to discard, before any others are drawn.
//!
//! For a hand of five cards and each of the 32 sets of cards to discard, [`DiscardTable`] tells
//! exactly how many draws end in each class of hands. A [`Valuation`] turns that into the best
//! discard under an [`Objective`]: the expected class, the payout of a [`Paytable`], or the rule
//! of [`keep_pattern`]. [`against_pat`] and [`against_drawer`] tell the chance to win a showdown,
//! exactly and by sampling; [`solve()`] finds the best discard of every hand there is.
//!
//! Decks with wild cards have their own paytables and tables, in [`wild`]; [`strategy`] makes charts of
//! solved games that a person can learn.
//!
//! Betting is not part of it: the game of five-card draw, [`crate::games::draw`], uses what is here.
//!
//! The discard of all five cards is computed like any other, from the 47 cards that are left.
//! Ties between discards go to the fewer cards, then to the smaller mask. Values are compared as
//! integers; floating point comes at the very end.

mod batch;
mod canonical;
mod hand;
mod line;
mod mask;
mod natural;
mod objective;
mod opponent;
mod outcome;
mod pattern;
mod paytable;
mod prospects;
mod showdown;
mod solve;
mod standing;
pub mod strategy;
mod subsets;
mod table;
mod valuation;
pub mod wild;

pub use batch::{BestDiscards, ClassCounts, best_discards, count_classes_of_all};
pub use canonical::{CANONICAL_HANDS, CanonicalHand, canonical, canonical_hands};
pub use hand::{FiveCards, Hand};
pub use line::Line;
pub use mask::{COMMON_DRAWS, Mask};
pub use natural::NaturalValuation;
pub use objective::Objective;
pub use opponent::{against_drawer, interval};
pub use outcome::Outcome;
pub use pattern::keep_pattern;
pub use paytable::{Payout, PayoutError, Paytable, PaytableError};
pub use prospects::Prospects;
pub use showdown::{Showdown, against_pat};
pub use solve::{HANDS, Solution, Squares, solve};
pub use standing::{Standing, StandingResult, StandingStrategy};
pub use table::DiscardTable;
pub use valuation::{Choice, HandDraws, Valuation};
