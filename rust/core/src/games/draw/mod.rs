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
//! **Pot-limit and no-limit.** A bet has at least the round's size, and a raise adds at least as much
//! as the last one; at pot-limit it adds at most the pot after the call. A player may go all in for
//! less than the least; this does not let players raise who have acted before, unless they face a full
//! raise in all.
//!
//! **Blinds.** The player to the left of the button posts the small blind and the next one the big
//! blind; between two players, the button posts the small blind. A straddle is posted to the left of
//! the big blind, if three or more players are dealt in. The betting begins to the left of the last of
//! them, who may raise even if nobody did. A player with fewer chips posts all of them, and others call
//! what was actually posted. There is no bring-in, as no card is dealt face up.
//!
//! **Other games.** Hands are compared by the high ranking, by deuce-to-seven or ace-to-five lowball, or
//! as badugi hands of four cards, after one to three draws, each between two betting rounds. The
//! number of players is such that the deck cannot run out.
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
mod estimates;
mod low_cards;
mod moves;
mod odds;
mod past;
mod players;
mod pots;
mod result;
mod rules;
mod sample;
mod seats;
mod stages;
mod state;
mod structure;
mod view;

pub use encoding::DrawEncoder;
pub use moves::{IllegalReason, Move, PublicMove};
pub use past::{OwnHand, PastHand};
pub use pots::{Pot, pots, shares, uncalled};
pub use result::HandResult;
pub use rules::{Chips, MAX_DRAWS, MAX_PLAYERS, RANKINGS, Rules, RulesError};
pub use seats::Seats;
pub use state::{FiveCardDraw, Phase};
pub use structure::Structure;
pub use view::DrawView;
