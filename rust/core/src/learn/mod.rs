//! Learning by self-play: the parts that are the same for every game.
//!
//! [`PolicyLearner`] trains the tables of a policy by policy gradient on the deals that a game plays
//! ([`SelfPlay`]), [`Record`] keeps the decisions of a deal, and [`Checkpoint`] is the file from which
//! training resumes. Every deal has its own random stream and sums are made in the order of the deals,
//! so the same seed gives the same weights on any number of threads.

mod checkpoint;
mod learner;
mod record;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use learner::{Policies, PolicyLearner, PolicySettings, PolicyStep, SelfPlay, Sums};
pub use record::{Record, Turn};
