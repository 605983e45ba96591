//! Everything that runs any game through its contract alone: perft, playouts, rollouts, lockstep
//! comparison, conformance checks, the arena, vectorized batches, and sessions with a history.

pub mod arena;
pub mod batch;
pub mod conformance;
mod lockstep;
mod perft;
mod playout;
mod rollout;
mod seated;
mod session;
mod tally;

pub use lockstep::{Difference, lockstep};
pub use perft::{MAX_DEPTH, PerftError, perft};
pub use playout::{playout, playout_limited, random_playout, random_scores};
pub use rollout::{RolloutError, roll_out};
pub use seated::SeatedBots;
pub use session::{PlayError, PlayedMove, Session};
pub use tally::{FIRST_PLACE, Tally};
