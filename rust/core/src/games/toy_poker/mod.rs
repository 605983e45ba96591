//! Kuhn and Leduc poker: the tiny games that learning algorithms and other frameworks are compared
//! on. They are for tests and benchmarks, not for players.
//!
//! Two players ante 1 and are dealt one card. Every round, seat 0 acts first; a player may call
//! (check if there is nothing to call), raise by the bet of the round up to the limit of raises, or
//! fold if there is something to call.
//!
//! - *Kuhn poker* (H. W. Kuhn, 1950): three cards, one round with a bet of 1 and one raise. The
//!   higher card wins. In equilibrium seat 0 loses 1/18.
//! - *Leduc poker* (Southey et al., 2005): six cards, two of each of three ranks, two rounds with
//!   bets of 2 and 4 and two raises each. After the first round a card is turned up. A pair with it
//!   wins, otherwise the higher card; equal ranks split the pot.

mod encoding;
mod state;
mod view;

pub use encoding::ToyEncoder;
pub use state::{DealError, IllegalReason, Kuhn, Leduc, Move, ToyPoker, Variant};
pub use view::ToyView;
