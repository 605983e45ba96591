//! Heads-up play that adapts to the opponent, and is safe while it does.
//!
//! A [`Library`] has some hundred models of opponents, each a strategy in a small abstraction of the game:
//! the equilibrium, the equilibrium played looser, tighter, more passively or more aggressively, the other
//! bots as they were observed, and players with random thresholds for betting, calling and raising. After
//! every hand the [`Belief`] in each of them is multiplied by the likelihood of what the opponent did,
//! summed over the hands it may have held (Bayes' rule); a small part leaks back to the prior, so that a
//! change of style is followed. Now and then a best response to the mixture of models is computed, and
//! played while it promises enough.
//!
//! A best response can itself be exploited. So [`Safety`] follows what the responses have won since the
//! best moment of the match, with the luck of the own cards taken out; once they have lost more than a
//! budget, the bot plays the equilibrium for the rest of the match.
//!
//! Everything follows from the past of the match in the view, hand by hand: see
//! [`Memory`](crate::game::Memory).
//!
//! [`Library`]: library::Library
//! [`Belief`]: belief::Belief
//! [`Safety`]: safety::Safety

mod abstraction;
mod belief;
mod bot;
mod library;
mod luck;
mod players;
mod response;
mod safety;

pub(in crate::games::draw) use bot::AdaptiveBot;
