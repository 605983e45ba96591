//! President: get rid of your cards first, and rule the next round.
//!
//! # Rules
//!
//! - *Order*: 3 < 4 < … < K < A < 2; suits d < c < h < s ([`OrderedSet`]).
//! - *Combinations*: nine [`Kind`]s of one to five cards ([`Combination`]). Only one of the same
//!   size beats another; five cards are compared by kind first.
//! - *Deal*: everyone gets ⌊52 / players⌋ cards; the rest is out of play, known to nobody.
//! - *Lead*: in the first round the holder of the lowest card dealt, with a move that contains it;
//!   later the president, with anything.
//! - *Turns*: beat the last combination or pass; a pass does not bind for later turns. When
//!   everybody else who has cards has passed, the last to play leads anew, or the next after them
//!   who has cards.
//! - *Places*: in the order of going out; the last one holding cards is last. A place gives a
//!   [`Role`] for the next round, and the score of a match is the sum of the places: low wins.
//! - *Trade* before each later round ([`Trade`], [`TradeRule`]): the last gives the first two
//!   cards and with four or more players the last but one gives the second one card; as many
//!   cards come back. Every requested rank and every card given back is a [`Move`] of its own.
//!   A refused rank may not be named again in the same trade.
//!
//! # Departures from the report
//!
//! - It counts passes against all players, also those who are out, and so stalls once somebody
//!   is; here only players with cards are counted.
//! - It finds five-card moves among all C(n, 5) choices and sorts them; here they are constructed
//!   in order ([`each_combination`]).
//! - It gives up on the fewest moves to empty a hand; here they are exact ([`moves_to_victory`]).

mod bots;
mod combination;
mod composing;
mod encoding;
mod enumerate;
mod moves;
mod order;
mod plan;
mod policy;
mod resample;
mod role;
mod round;
mod rules;
mod sample;
mod search;
mod shortest;
mod state;
mod trade;
mod view;

pub use bots::{Greedy, Planner, Shortest};
pub use combination::{Combination, Kind, NotAMove, kinds_in};
pub use encoding::PresidentEncoder;
pub use enumerate::{Demand, any_combination, combinations, each_combination};
pub use moves::{IllegalReason, Move};
pub use order::{OrderedSet, card_at, place, rank, value};
pub use role::Role;
pub use rules::{DealError, MAX_PLAYERS, Rules, RulesError, TradeRule};
pub use sample::Sampler;
pub use search::Rounds;
pub use shortest::{HandTooLarge, Line, MAX_CARDS, moves_to_victory};
pub use state::President;
pub use trade::{Stage, Trade};
pub use view::{Exchange, PresidentView};
