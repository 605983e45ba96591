//! What works on any game, knowing its contract only.

pub mod conformance;
mod lockstep;
mod perft;
mod playout;

pub use lockstep::{Difference, lockstep};
pub use perft::{DEEPEST, PerftError, perft};
pub use playout::{play_on, playout, random_playout, random_scores};
