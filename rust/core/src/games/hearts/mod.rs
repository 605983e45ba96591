//! Hearts with any number of suits, values and players, and the standard game with 52 cards.
//!
//! # The generalized game
//!
//! A deck of k suits with the values 1 to n; suit 0 is hearts, each costing one point; the special
//! card, value n − 1 of suit 1, costs n. Every player is dealt ⌊kn/p⌋ cards; the rest is out of
//! play and hidden. Card (1,2) opens; if it was not dealt, the lowest dealt card of suit 1, else
//! the lowest card dealt. The opening card is announced to everybody. Players must follow suit if
//! able; hearts may not be led until a heart or the special card was played, unless nothing else is
//! held; the highest card of the suit led wins the trick and leads next. One deal is a game; the
//! penalties always sum to the hearts dealt, plus n if the special card was dealt.
//!
//! The rules and the greedy player follow the report *CSE 202 Project Algorithm Analysis* (2025).
//! Departures: the report's game stalls if (1,2) is not dealt; its trick winner is printed with the
//! comparison missing; ties of the greedy player are broken by card order.
//!
//! # The standard game
//!
//! The 52 cards; the lowest club in the deck opens, the queen of spades costs 13. Three cards are
//! passed, left, right, across (at tables with a seat across), then not at all, and so on. No
//! points on the first trick unless nothing else is held; only hearts break hearts; a player who
//! takes all points shoots the moon. A match ends after the deal in which a seat reaches 100. For 3
//! players 2♦ is removed, for 5 also 2♣, for 6 also 3♦ and 3♣. If that is agreed, the player
//! who takes the jack of diamonds scores 10 points less; it is not one of the points of the moon. All
//! of this is optional, see [`Standard`].
//!
//! # Moves
//!
//! `1-12` plays a card of the generalized deck, `Qs` a standard card, `pass 2c Ah Qs` passes three.
//! Legal moves are listed by suit, then value.

mod bots;
mod compact;
mod deck;
mod encoding;
mod features;
mod hand;
mod jack;
pub mod learn;
mod learned;
mod moves;
mod observed;
mod opponents;
mod past;
mod playout;
mod policy;
mod resample;
mod rule;
mod rules;
mod sample;
mod search;
mod shoot;
mod solve;
mod state;
mod tracked;
mod trick;
mod value;
mod view;
mod weights;

pub use bots::{Greedy, danger, evaluate};
pub use deck::{DeckCard, DeckCardError};
pub use encoding::HeartsEncoder;
pub use moves::{DealError, IllegalReason, Move};
pub use observed::{Observed, ObservedError};
pub use past::{OwnDeal, PastDeal};
pub use policy::{Policy, PolicyBot, PolicyError};
pub use rule::Rule;
pub use rules::{Moon, Rules, RulesError, Standard};
pub use sample::Sampler;
pub use search::HeartsModel;
pub use shoot::Shooter;
pub use solve::{Solution, SolveError, solve};
pub use state::Hearts;
pub use value::{ValueError, ValueNet};
pub use view::HeartsView;
