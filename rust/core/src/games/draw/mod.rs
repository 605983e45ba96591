//! Five-card draw: which cards to discard.
//!
//! For a hand of five cards and each of the 32 sets of cards to discard, [`DiscardTable`] tells
//! exactly how many draws end in each class of hands. A [`Policy`] turns that into the best
//! discard under an [`Objective`]: the expected class, the payout of a [`Paytable`], or the rule
//! of [`keep_pattern`]. [`against_pat`] and [`against_policy`] tell the chance to win a showdown,
//! exactly and by sampling; [`solve()`] finds the best discard of every hand there is.
//!
//! The game itself, with betting and bots, is in [`game`].
//!
//! The discard of all five cards is computed like any other, from the 47 cards that are left.
//! Ties between discards go to the fewer cards, then to the smaller mask. Values are compared as
//! integers; floating point comes at the very end.

mod batch;
mod canonical;
pub mod game;
mod hand;
mod mask;
mod objective;
mod opponent;
mod outcome;
mod pattern;
mod paytable;
mod showdown;
mod solve;
mod subsets;
mod table;

pub use batch::{BestDiscards, ClassCounts, best_discards, count_classes_of_all};
pub use canonical::{CANONICAL_HANDS, CanonicalHand, canonical, canonical_hands};
pub use hand::Hand;
pub use mask::{COMMON_DRAWS, Mask};
pub use objective::{Choice, Objective, Policy};
pub use opponent::{against_policy, interval};
pub use outcome::Outcome;
pub use pattern::keep_pattern;
pub use paytable::{Payout, PayoutError, Paytable, PaytableError};
pub use showdown::{Showdown, against_pat};
pub use solve::{HANDS, Solution, solve};
pub use table::DiscardTable;
