//! Games with wild cards: deuces wild, a joker, or any cards.
//!
//! A wild card stands for any card its holder likes, including one already in the hand. What a hand
//! can count as are its [`Kinds`]; a [`WildPaytable`] pays the best of them by payout: where a
//! flush pays as much as a straight, or five of a kind less than a royal flush, the payout decides
//! and not the rank of the category.
//!
//! Everything is exact and works as without wild cards, with tables of the hands containing every
//! set of up to four cards.

mod built_in;
mod canonical;
mod count;
mod deck;
mod exception;
mod hand;
mod indexing;
mod kind;
mod paytable;
mod valuation;

pub use canonical::canonical_hands;
pub use deck::Deck;
pub use hand::DeckHand;
pub use kind::{Kind, Kinds};
pub use paytable::{WildLine, WildPaytable};
pub use valuation::WildValuation;
