//! Hand ranking: five cards, the best five of six and seven, and every other ranking.

mod badugi;
mod best_of;
mod five;
mod lowball;
mod omaha;
mod orders;
mod short_deck;
