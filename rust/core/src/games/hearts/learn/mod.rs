//! How the weights of the bots are learned, from nothing but the rules.
//!
//! First a policy by self-play policy gradient ([`crate::learn`]), then a value net on the outcomes of
//! deals that this policy plays ([`ValueLearner`]); [`Learning`] is the whole of it. Every deal has
//! its own random stream and sums are made in the order of the deals, so the same seed gives the
//! same weights on any number of threads.

mod episode;
mod policy;
mod stages;
mod value;

pub use stages::{Learning, LearningError, LearningSettings, LearningStep, STAGES};
pub use value::{ValueLearner, ValueSettings, ValueStep};
