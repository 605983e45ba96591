//! Hearts with any number of suits, values and players, and the game with the 52 cards.
//!
//! # The generalised game
//!
//! A deck of k suits with the values 1 to n; suit 0 is hearts, each costs a point; the special
//! card, value n − 1 of suit 1, costs n. Everybody gets ⌊kn/p⌋ cards, the rest is out of play and
//! known to nobody. Card (1,2) opens; if it was not dealt, the lowest dealt card of suit 1, else
//! the lowest card dealt. The opening card is announced: everybody may know it. One follows suit
//! if able; hearts may not be led before a heart or the special card was played, unless nothing
//! else is held; the highest card of the suit led wins the trick and leads. One deal is a game;
//! the penalties always sum to the hearts dealt, plus n if the special card was dealt.
//!
//! The rules and the greedy player follow the report *CSE 202 Project Algorithm Analysis* (2025).
//! Departures: the report's game stalls if (1,2) is not dealt; its winner of a trick is printed
//! with the comparison lost; ties of the greedy player are settled by the order of the cards.
//!
//! # The standard game
//!
//! The 52 cards; the lowest club in the deck opens, the queen of spades costs 13. Three cards are
//! passed, left, right, across (at tables that have a seat across), then not at all, and so on. No
//! points on the first trick unless nothing else is held; hearts are broken by hearts only; who
//! takes all points shoots the moon. A match ends after the deal in which a seat reaches 100. For
//! 3 players 2♦ leaves the deck, for 5 also 2♣, for 6 also 3♦ and 3♣. All of this can be chosen,
//! see [`Standard`].
//!
//! # Moves
//!
//! `1-12` plays a card of the generalised deck, `Qs` one of the 52, `pass 2c Ah Qs` passes three.
//! Legal moves are listed in order of suit, then value.

mod bots;
mod compact;
mod deck;
mod encoding;
mod hand;
mod moves;
mod observed;
mod playout;
mod resample;
mod rule;
mod rules;
mod sample;
mod search;
mod shoot;
mod solve;
mod state;
mod trick;
mod view;

pub use bots::{Greedy, danger, evaluate};
pub use deck::{DeckCard, DeckCardError};
pub use encoding::HeartsEncoder;
pub use moves::{DealError, IllegalReason, Move};
pub use observed::{Observed, ObservedError};
pub use rule::Rule;
pub use rules::{Moon, Rules, RulesError, Standard};
pub use sample::Sampler;
pub use search::HeartsModel;
pub use shoot::Shooter;
pub use solve::{Solution, SolveError, solve};
pub use state::Hearts;
pub use view::HeartsView;
