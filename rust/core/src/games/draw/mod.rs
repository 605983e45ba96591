//! The game of five-card draw: a match of many hands between two to five players.
//!
//! **A hand.** Every player with chips pays the ante, or goes all in for less, and is dealt five
//! cards. A betting round, the draw, a second betting round, the showdown. The player to the left
//! of the button acts first in every round; the last seat has the first button, so seat 0 acts
//! first in the match.
//!
//! **Betting** is fixed limit: one bet of the round's size and a limited number of raises by the
//! same amount.
//!
//! - With nothing to call, a player checks or bets; otherwise folds, calls or raises.
//! - A player with fewer chips than a move costs pays all of them and is all in: it no longer acts
//!   in this hand except at the draw. A bet or raise for less counts as one, and the next raise
//!   adds a full bet to it.
//! - A raise requires more chips than a call, and another player with chips left to respond.
//! - The round is over when all players with chips who have not folded have responded to the last
//!   bet or raise. If fewer than two of them have chips at its start, there is no betting.
//! - Uncalled bets are returned at the end of the round.
//!
//! **The draw.** Every player who has not folded, all in or not, discards 0 to 5 cards and
//! immediately draws as many. The number is public. Discards are never reshuffled.
//!
//! **The end of a hand.** When all but one have folded, that player takes the pots without showing.
//! Otherwise all remaining players show their hands. Each pot goes to the best hand among the
//! players who paid for all of it; equal hands split it, and odd chips go to the first of them to
//! the left of the button.
//!
//! **The match** ends after the agreed number of hands, or when one player has all the chips. A
//! player without chips sits out, and the button goes to the next player with chips. The score is
//! the chips won since the beginning: the scores of all seats add up to zero.

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
pub use rules::{Chips, MAX_PLAYERS, Rules, RulesError};
pub use seats::Seats;
pub use state::{FiveCardDraw, Phase};
pub use view::DrawView;
