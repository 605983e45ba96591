//! How the weights of `policy` are learned, from nothing but the rules, by self-play policy gradient
//! ([`crate::learn`]): [`Learning`].

mod deals;
mod training;

pub use training::{Learning, LearningError, LearningSettings, LearningStep};
