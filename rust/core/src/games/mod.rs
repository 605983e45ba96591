//! The games, one folder each, all behind [`crate::game::Game`].

pub mod chopsticks;
pub mod draw;
pub mod ends;
pub mod hearts;
pub mod president;
pub mod toy_poker;
