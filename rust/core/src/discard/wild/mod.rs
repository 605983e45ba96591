//! Games with wild cards: deuces wild, a joker, or any cards.
//!
//! A wild card stands for any card its holder likes, also for one that is there already. What a hand
//! can be made into are its [`Kinds`]; a [`WildPaytable`] pays the best of them, by what it pays
//! itself: where a flush pays as much as a straight, or five of a kind less than a royal flush, that
//! decides and not the order of the classes.
//!
//! Everything is exact and works as without wild cards, by tables of the hands around every set of
//! up to four cards.

mod built_in;
mod canonical;
mod count;
mod deck;
mod hand;
mod kind;
mod paytable;
mod places;
mod valuation;

pub use canonical::canonical_hands;
pub use deck::Deck;
pub use hand::DeckHand;
pub use kind::{Kind, Kinds};
pub use paytable::{WildLine, WildPaytable};
pub use valuation::WildValuation;
