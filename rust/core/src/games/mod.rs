//! The games, one folder each, all behind [`crate::game::Game`].

pub mod draw;
