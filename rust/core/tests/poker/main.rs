//! Hand ranking: five cards, and the best five of six and seven.

mod best_of;
mod five;
