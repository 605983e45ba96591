//! The games, one folder each, all behind [`crate::game::Game`].
//!
//! ```
//! use cardcore::game::Game as _;
//! use cardcore::games::{hearts, president};
//!
//! let hearts = hearts::Hearts::new(hearts::Rules::standard(hearts::Standard::default())?, 7);
//! let rules = president::Rules::new(5, 3, president::TradeRule::Best)?;
//! let president = president::President::new(rules, 7);
//! assert_eq!((hearts.seats(), president.seats()), (4, 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod chopsticks;
pub mod draw;
pub mod ends;
pub mod hearts;
pub mod president;
pub mod toy_poker;
