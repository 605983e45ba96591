//! Exact evaluators, solvers, rules engines and bots for five-card draw, President, Chopsticks,
//! Hearts and Ends.
//!
//! The crate has no I/O, prints nothing and needs no Python. Layers, each using only those
//! before it: `combinatorics` and [`cards`], [`poker`], [`discard`], [`game`] (the contract),
//! [`nets`], [`learn`], [`search`] and `cfr`, [`games`], then [`play`], which works on any game. [`random`],
//! [`confidence`], [`monitor`] and [`process`] serve all of them.
//!
//! Parallel functions split their work among the threads of the rayon pool they are called from.
//! The crate starts no threads of its own, and nothing waits on a lock that a forked process could
//! inherit.
//!
//! ```
//! use cardcore::cards::parse_cards;
//! use cardcore::poker::HandRank;
//!
//! let rank = HandRank::of(&parse_cards("As Ks Qs Js Ts")?)?;
//! assert_eq!(rank.strength(), 7461);
//! assert_eq!(rank.to_string(), "straight flush, ace high");
//! # Ok::<(), cardcore::cards::CardError>(())
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod cache;
pub mod cards;
mod cfr;
mod combinatorics;
pub mod confidence;
pub mod discard;
pub mod game;
pub mod games;
mod lazy;
pub mod learn;
pub mod monitor;
pub mod nets;
mod parallel;
pub mod play;
pub mod poker;
pub mod process;
pub mod random;
pub mod search;
