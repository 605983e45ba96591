//! Hand ranking: five cards, the best five of six and seven, and every other ranking.

#![expect(clippy::unwrap_used, reason = "shared test code may panic")]

mod badugi;
mod best_of;
mod five;
mod lowball;
mod omaha;
mod orders;
mod short_deck;
