//! President: get rid of your cards first, and rule the next round.
//!
//! # Rules
//!
//! - *Order*: 3 < 4 < … < K < A < 2; suits d < c < h < s ([`OrderedSet`]).
//! - *Combinations*: nine [`Kind`]s of one to five cards ([`Combination`]). A combination can only
//!   be beaten by one of the same size; five cards are compared by kind first.
//! - *Deal*: every player gets ⌊52 / players⌋ cards; the rest is out of play and hidden.
//! - *Lead*: in the first round the holder of the lowest card dealt, with a move that contains it;
//!   later the president, with anything.
//! - *Turns*: beat the last combination or pass; a player who passed may play again later. When all
//!   other players with cards have passed, the last to play leads again, or the next player with
//!   cards.
//! - *Places*: in the order of going out; the last player with cards is last. A place gives a
//!   [`Role`] for the next round, and the score of a match is the sum of the places: low wins.
//! - *Trade* before each later round ([`Trade`], [`TradeRule`]): the last gives the first two cards
//!   and with four or more players the second-to-last gives the second one card; as many cards come
//!   back. Every requested rank and every card given back is a separate [`Move`]. A refused rank
//!   may not be requested again in the same trade.
//!
//! # Departures from the report
//!
//! - It counts passes against all players, including those who are out, and so stalls once somebody
//!   is; here only players with cards are counted.
//! - It finds five-card moves among all C(n, 5) subsets and sorts them; here they are constructed
//!   in order ([`for_each_combination`]).
//! - It does not solve for the fewest moves to empty a hand; here they are exact
//!   ([`moves_to_victory`]).

mod belief;
mod bots;
mod choices;
mod combination;
mod constrained;
mod counted;
mod encoding;
mod endgame;
mod enumerate;
mod features;
mod known_end;
pub mod learn;
mod learned;
mod moves;
mod opponents;
mod options;
mod order;
mod partial_moves;
mod past;
mod plan;
mod policy;
mod resample;
mod role;
mod round;
mod rules;
mod sample;
mod search;
mod seen;
mod shortest;
mod state;
mod trade;
mod view;
mod weights;

pub use bots::{Greedy, Planner, Shortest};
pub use combination::{Combination, InvalidCombination, Kind, Kinds, kinds_in};
pub use encoding::PresidentEncoder;
pub use endgame::Endgame;
pub use enumerate::{Demand, any_combination, combinations, for_each_combination};
pub use known_end::KnownEnd;
pub use learned::{Policy, PolicyBot, PolicyError};
pub use moves::{IllegalReason, Move};
pub use options::{
    Beats, DealRule, Ends, Leads, MayPass, MoveRules, Opens, Options, Passing, Preset, ScoreRule,
    TradeRule,
};
pub use order::{OrderedSet, card_at, order_index, rank, value};
pub use past::{OwnRound, PastRound};
pub use role::Role;
pub use rules::{DealError, MAX_PLAYERS, Rules, RulesError};
pub use sample::Sampler;
pub use search::PresidentModel;
pub use shortest::{HandTooLarge, Line, MAX_CARDS, moves_to_victory};
pub use state::President;
pub use trade::{Stage, Trade};
pub use view::{Exchange, PresidentView};
