//! The best response to a strategy in the independent game, exactly.
//!
//! In the independent game each player is dealt from a deck of its own. What one holds then says nothing
//! about the other, so that before the draw a player's state is its hand up to the names of the suits,
//! and after it the strength of its hand. Nothing is put into buckets: the response knows all 134,459
//! hands, all 32 discards and all 7,462 strengths, and no other player wins more from the same strategy.
//!
//! A *reach* has, for every state of the player that is responded to, the chance of that state times
//! the chance that the player has made the moves that lead here. *Values* have, for every state of the
//! response, what it wins from there, weighted with the reach.
//!
//! All sums are taken in a fixed order, so the result is the same on any number of threads.

mod draws;
mod strategy;

#[cfg(test)]
mod by_enumeration;
#[cfg(test)]
mod open_bots;

use rayon::prelude::*;

use draws::Draws;
use strategy::{Opened, Solved, Strategy};

use super::model::Trees;
use super::opponent::{Next, Table, decision, next};
use super::rules::Limits;
use super::solution::Equilibrium;
use super::tree::RoundEnd;
use crate::game::Game as _;
use crate::games::draw::bots::OpenBot;
use crate::games::draw::moves::Move;
use crate::games::draw::state::Phase;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// What the best response wins from a bot in the independent game, in chips a hand: when it begins,
/// and when the bot does.
///
/// # Errors
///
/// The monitor's stop.
pub(super) fn won_from_bot(
    bot: &dyn OpenBot,
    limits: Limits,
    monitor: &Monitor,
) -> Result<[f64; 2], Stopped> {
    let (trees, draws) = (Trees::new(limits.raises), Draws::new());
    let strategy = Opened { bot, trees: &trees };
    won(&Game { limits, trees: &trees, draws: &draws, strategy: &strategy }, monitor)
}

/// The same from a solution.
///
/// # Errors
///
/// The monitor's stop.
pub(super) fn won_from_solution(
    solution: &Equilibrium,
    monitor: &Monitor,
) -> Result<[f64; 2], Stopped> {
    let draws = Draws::new();
    let strategy = Solved::new(solution, &draws);
    let (limits, trees) = (solution.limits(), &solution.trees);
    won(&Game { limits, trees, draws: &draws, strategy: &strategy }, monitor)
}

/// How many steps of the monitor it takes with so many raises: one for each way to the draw and each
/// number of cards that the first player then draws, for both seats.
pub(super) const fn steps(raises: u32) -> u64 {
    STEP * 2 * 6 * (2 * (raises as u64 + 1) + 1)
}

/// A step takes about as long as so many hands that are watched or played.
const STEP: u64 = 500;

fn won(game: &Game<'_>, monitor: &Monitor) -> Result<[f64; 2], Stopped> {
    let mut won = [0.0; 2];
    for (player, won) in won.iter_mut().enumerate() {
        let values = Response { game, player, monitor }.by_hand()?;
        *won = values.iter().zip(&game.draws.chances).map(|(value, chance)| value * chance).sum();
    }
    Ok(won)
}

/// Whether a reach says that the player never comes here.
fn is_never(reach: &[f64]) -> bool {
    reach.iter().all(|&reach| reach == 0.0)
}

/// What is played, and by whom.
struct Game<'a> {
    limits: Limits,
    trees: &'a Trees,
    draws: &'a Draws,
    strategy: &'a dyn Strategy,
}

/// The best response of a player.
struct Response<'a> {
    game: &'a Game<'a>,
    player: usize,
    monitor: &'a Monitor,
}

impl Response<'_> {
    /// What it wins with every hand that it may be dealt.
    fn by_hand(&self) -> Result<Vec<f64>, Stopped> {
        let chances = &self.game.draws.chances;
        // Which cards lie on the table matters to nobody: who is asked is given other ones.
        match Table::new(self.game.limits, &std::array::from_fn(|card| card as u8)) {
            Some(table) => self.values(&table, chances),
            None => Ok(vec![0.0; chances.len()]),
        }
    }

    /// The values where somebody decides.
    fn values(&self, table: &Table, reach: &[f64]) -> Result<Vec<f64>, Stopped> {
        if table.state.phase == Phase::Discard {
            return self.draw(table, reach);
        }
        if table.spot.link.is_some() && is_never(reach) {
            return Ok(vec![0.0; reach.len()]);
        }
        let (decides, moves) = decision(self.game.trees, table.spot);
        if decides != self.player {
            let holdings = self.game.draws.holdings(table.spot);
            let mut values = vec![0.0; reach.len()];
            let bets = self.game.strategy.bets(table, decides, holdings, reach);
            for (place, reach) in bets.iter().enumerate() {
                for (sum, value) in values.iter_mut().zip(self.after(table, place, reach)?) {
                    *sum += value;
                }
            }
            return Ok(values);
        }
        let mut values = self.after(table, 0, reach)?;
        for place in 1..moves {
            for (best, value) in values.iter_mut().zip(self.after(table, place, reach)?) {
                *best = value.max(*best);
            }
        }
        Ok(values)
    }

    /// The values after the bet at a place.
    fn after(&self, table: &Table, place: usize, reach: &[f64]) -> Result<Vec<f64>, Stopped> {
        match next(self.game.trees, table.spot, place) {
            None => Ok(vec![0.0; reach.len()]),
            Some(Next::End { end, before, is_second }) => {
                Ok(self.settled(end, before, is_second, reach))
            }
            Some(Next::Spot(_)) => {
                let chosen = table.move_at(place, [0; 5], &Default::default());
                self.values(&self.moved(table, chosen), reach)
            }
        }
    }

    /// The table after a move that does not end the hand.
    fn moved(&self, table: &Table, chosen: Move) -> Table {
        let mut table = table.clone();
        // It was seen before that the hand goes on.
        let _ = table.play(self.game.trees, chosen);
        table
    }

    /// The table after whoever is to draw has drawn so many cards.
    fn drawn(&self, table: &Table, count: usize) -> Table {
        let hand = table.state.view(table.state.to_move()).hand();
        self.moved(table, Move::Discard(hand.iter().take(count).collect()))
    }

    /// The values where the hand is over.
    fn settled(&self, end: RoundEnd, before: u32, is_second: bool, reach: &[f64]) -> Vec<f64> {
        let limits = &self.game.limits;
        let size = if is_second { limits.big_bet } else { limits.small_bet };
        let won = limits.won(end, self.player, before, size);
        let total: f64 = reach.iter().sum();
        match end {
            RoundEnd::Folded { .. } => vec![won * total; reach.len()],
            RoundEnd::Closed { .. } => {
                // From the weakest strength up: the weaker ones less the stronger ones.
                let mut balance = -total;
                let balances = reach.iter().map(|reach| {
                    balance += 2.0 * reach;
                    won * (balance - reach)
                });
                balances.collect()
            }
        }
    }

    /// The values where both have still to draw.
    fn draw(&self, table: &Table, reach: &[f64]) -> Result<Vec<f64>, Stopped> {
        let Game { draws, strategy, .. } = *self.game;
        let counts = || (0..6_usize).into_par_iter().with_max_len(1);
        let add = |mut all: Vec<Vec<f64>>, one: Vec<f64>| {
            all.push(one);
            self.monitor.advance(STEP)?;
            Ok::<_, Stopped>(all)
        };
        let join = |left: Vec<_>, right: Vec<_>| [left, right].concat();
        if is_never(reach) {
            self.monitor.advance(6 * STEP)?;
            return Ok(vec![0.0; reach.len()]);
        }
        if self.player == 0 {
            // The response draws first: what it is worth then is a sum over all draws of the other.
            let of_count = |all, count| {
                let table = self.drawn(table, count);
                let held = draws.pushed(strategy, &table, reach);
                let mut values = vec![0.0; Draws::STRENGTHS];
                for (other, reach) in held.iter().enumerate() {
                    let after = self.values(&self.drawn(&table, other), reach)?;
                    values.iter_mut().zip(after).for_each(|(sum, value)| *sum += value);
                }
                add(all, values)
            };
            let worths = parallel::sum(counts(), Vec::new, of_count, join)?;
            return Ok(draws.best(&worths));
        }
        let held = draws.pushed(strategy, table, reach);
        let of_count = |all, count: usize| {
            let table = self.drawn(table, count);
            let reach = &held[count];
            if is_never(reach) {
                return add(all, vec![0.0; draws.hands.len()]);
            }
            let worths: Result<Vec<Vec<f64>>, Stopped> =
                (0..6).map(|own| self.values(&self.drawn(&table, own), reach)).collect();
            add(all, draws.best(&worths?))
        };
        let of_counts = parallel::sum(counts(), Vec::new, of_count, join)?;
        let mut values = vec![0.0; reach.len()];
        for of_count in &of_counts {
            values.iter_mut().zip(of_count).for_each(|(sum, value)| *sum += value);
        }
        Ok(values)
    }
}
