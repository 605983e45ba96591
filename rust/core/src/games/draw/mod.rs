//! The game of five-card draw: a match of many hands between two to five players.
//!
//! **A hand.** Everyone who has chips pays the ante, or all they have if that is less, and gets
//! five cards. A betting round, the draw, a second betting round, the showdown. The player to
//! the left of the button begins every time; the last seat has the first button, so seat 0
//! begins the match.
//!
//! **Betting** is at fixed limit: one bet of the round's size and so many raises by as much.
//!
//! - Where nothing is to be paid one checks or bets, else one folds, calls or raises.
//! - Who has less than a move costs pays all they have and is all in: they are not asked again
//!   in this hand but at the draw. A bet or raise for less counts as one, and the next raise
//!   adds a full bet to it.
//! - One may raise only with more than it takes to call, and only if somebody else has chips
//!   left to answer.
//! - The round is over when all who have chips and have not folded have answered the last bet or
//!   raise. If fewer than two of them have chips at its beginning there is none.
//! - What nobody has called goes back at the end of the round.
//!
//! **The draw.** Everyone who has not folded, all in or not, throws 0 to 5 cards away and gets
//! as many at once. Everybody sees how many. What was thrown away never comes back.
//!
//! **The end of a hand.** When all but one have folded, that one takes the pots and shows
//! nothing. Otherwise all who have not folded show their hands. Each pot goes to the best hand
//! among those who paid for all of it; equal hands share it, and what cannot be shared goes to
//! the first of them to the left of the button.
//!
//! **The match** ends after the agreed number of hands, or when one player has all the chips. A
//! player without chips sits out, and the button goes to the next player who has some. The
//! score is the chips won since the beginning: the scores of all seats add up to zero.

mod betting;
mod bots;
mod deck;
mod encoding;
pub mod equilibrium;
mod moves;
mod odds;
mod players;
mod pots;
mod result;
mod rules;
mod sample;
mod seats;
mod state;
mod view;

pub use encoding::DrawEncoder;
pub use moves::{IllegalReason, Move, PublicMove};
pub use pots::{Pot, pots, shares, uncalled};
pub use result::HandResult;
pub use rules::{Chips, MOST_PLAYERS, Rules, RulesError};
pub use seats::Seats;
pub use state::{FiveCardDraw, Phase};
pub use view::DrawView;
