//! Playing cards: ranks, suits, cards, sets of cards, and their text and numbers.
//!
//! A card's number is `4 * rank + suit` with ranks 0 (two) to 12 (ace) and suits clubs 0, diamonds
//! 1, hearts 2, spades 3, so `2c` is 0 and `As` is 51. Every byte that stores a card and every
//! bitboard in this crate uses this number. A deck may also have a joker, `Jk` with the number 52,
//! which is a [`DeckCard`] but not a [`Card`].
//!
//! ```
//! use cardcore::cards::{Card, parse_cards};
//!
//! let cards = parse_cards("As 10d,7♥")?;
//! assert_eq!(cards[0], "As".parse::<Card>()?);
//! assert_eq!(cards[1].number(), 33);
//! assert_eq!(cards[2].to_string(), "7h");
//! # Ok::<(), cardcore::cards::CardError>(())
//! ```

mod card;
mod card_set;
mod deal;
mod deck_card;
mod error;
mod parse;
mod rank;
mod suit;

pub use card::Card;
pub use card_set::CardSet;
pub use deal::{ROWS_PER_STREAM, deal_many};
pub use deck_card::DeckCard;
pub use error::CardError;
pub use parse::{all_different, distinct, parse_cards, parse_deck_cards, without_joker};
pub use rank::Rank;
pub use suit::Suit;
