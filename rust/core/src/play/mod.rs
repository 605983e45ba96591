//! What runs any game, knowing its contract only: counting its lines, playing it out, playing two
//! implementations in lockstep, checking the contract, many games between bots, and games that
//! remember how they came about.

pub mod arena;
pub mod batch;
pub mod conformance;
mod lockstep;
mod perft;
mod playout;
mod session;
mod tally;

pub use lockstep::{Difference, lockstep};
pub use perft::{DEEPEST, PerftError, perft};
pub use playout::{play_on, playout, random_playout, random_scores};
pub use session::{Made, PlayError, Session};
pub use tally::{FIRST_PLACE, Tally};
