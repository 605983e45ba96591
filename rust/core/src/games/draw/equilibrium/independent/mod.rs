//! The best response to a strategy in the independent game.
//!
//! In the independent game each player is dealt from a deck of its own. What one holds then says nothing
//! about the other, so that before the draw a player's state is its hand up to the names of the suits,
//! and after it the strength of its hand. Nothing is put into buckets: the response knows all 134,459
//! hands, all 32 discards and all 7,462 strengths, and no other player wins more from the same strategy.
//!
//! Of a bot that can tell its chances, and of a solution, the strategy is read off, and the figure is
//! exact. Others are watched in some deals. The response that is best in one half of these wins too much
//! there, on the average, since it knows the luck of the deals; in the other half it wins no more than
//! the best response of all. So the truth lies between the two, up to the luck of the deals, which the
//! differences between parts of the other half tell.
//!
//! A *reach* has, for every state of the player that is responded to, the chance of that state times
//! the chance that the player has made the moves that lead here. *Values* have, for every state of the
//! response, what it wins from there, weighted with the reach.
//!
//! All sums are taken in a fixed order, so the result is the same on any number of threads.

mod draws;
mod strategy;
mod values;
mod watched;

#[cfg(test)]
mod by_enumeration;
#[cfg(test)]
mod open_bots;

pub(super) use watched::Notes;

use rayon::prelude::*;

use draws::Draws;
use strategy::{Opened, Solved, Strategy};
use values::{BATCHES, Batches, Values};
use watched::Watched;

use super::model::Trees;
use super::opponent::{Next, Table, decision, next};
use super::rules::Limits;
use super::solution::Equilibrium;
use super::tree::RoundEnd;
use crate::confidence::quantile;
use crate::game::Game as _;
use crate::games::draw::bots::OpenBot;
use crate::games::draw::moves::Move;
use crate::games::draw::state::Phase;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// What the best response wins in the independent game, in chips a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Independent {
    /// What it wins on the average of both seats.
    pub mean: f64,
    /// How far that may be off; 0 if the strategy was read off.
    pub error: f64,
    /// What it wins when it begins, and when the other does.
    pub by_seat: [f64; 2],
}

/// What a response wins: in what it was found for, and in batches of what it was not found for.
type Won = (f64, Batches);

impl Independent {
    /// What is won from a strategy that is known, at both seats.
    const fn exact([begins, follows]: [Won; 2]) -> Self {
        let by_seat = [begins.0, follows.0];
        Self { mean: f64::midpoint(by_seat[0], by_seat[1]), error: 0.0, by_seat }
    }

    /// What is won from a strategy of which either half was known, at both seats.
    fn between(halves: [[Won; 2]; 2]) -> Self {
        let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
        let fresh = |[begins, follows]: &[Won; 2]| -> Batches {
            std::array::from_fn(|batch| f64::midpoint(begins.1[batch], follows.1[batch]))
        };
        let found = halves.each_ref().map(|[begins, follows]| f64::midpoint(begins.0, follows.0));
        let fresh = halves.each_ref().map(fresh);
        let squares = fresh.iter().map(|batches| {
            let mean = mean(batches);
            batches.iter().map(|won| (won - mean).powi(2)).sum::<f64>()
        });
        // Of the mean of all batches, from their differences within either half.
        let freedom = 2 * (BATCHES as u64 - 1);
        let variance = squares.sum::<f64>() / freedom as f64 / (2 * BATCHES) as f64;
        let luck = quantile(freedom) * variance.sqrt();
        let low = mean(fresh.as_flattened()) - luck;
        let high = mean(&found) + luck;
        let by_seat = [0, 1].map(|seat| {
            let of_half = |half: &[Won; 2]| f64::midpoint(half[seat].0, mean(&half[seat].1));
            mean(&halves.each_ref().map(of_half))
        });
        Self { mean: f64::midpoint(low, high), error: (high - low) / 2.0, by_seat }
    }
}

/// What is won from a bot that can tell its chances.
///
/// # Errors
///
/// The monitor's stop.
pub(super) fn of_bot(
    bot: &dyn OpenBot,
    limits: Limits,
    monitor: &Monitor,
) -> Result<Independent, Stopped> {
    let (trees, draws) = (Trees::new(limits.raises), Draws::new());
    let strategy = Opened { bot, trees: &trees, draws: &draws };
    let game = Game { limits, trees: &trees, draws: &draws };
    game.won([&strategy, &strategy], monitor).map(Independent::exact)
}

/// What is won from a solution.
///
/// # Errors
///
/// The monitor's stop.
pub(super) fn of_solution(
    solution: &Equilibrium,
    monitor: &Monitor,
) -> Result<Independent, Stopped> {
    let draws = Draws::new();
    let strategy = Solved::new(solution, &draws);
    let game = Game { limits: solution.limits(), trees: &solution.trees, draws: &draws };
    game.won([&strategy, &strategy], monitor).map(Independent::exact)
}

/// What is won from a player that was watched at both seats.
///
/// # Errors
///
/// The monitor's stop.
pub(super) fn of_notes(
    notes: &[Notes; 2],
    limits: Limits,
    monitor: &Monitor,
) -> Result<Independent, Stopped> {
    let (trees, draws) = (Trees::new(limits.raises), Draws::new());
    let game = Game { limits, trees: &trees, draws: &draws };
    let of_half = |half| {
        let [first, second] = notes.each_ref().map(|notes| Watched { notes, trees: &trees, half });
        game.won([&first, &second], monitor)
    };
    Ok(Independent::between([of_half(0)?, of_half(1)?]))
}

/// How many steps of the monitor it takes with so many raises if the strategy is read off: one for each
/// way to the draw and each number of cards that the first player then draws, for both seats. For a
/// player that was watched it is twice as many.
pub(super) const fn steps(raises: u32) -> u64 {
    STEP * 2 * 6 * (2 * (raises as u64 + 1) + 1)
}

/// A step takes about as long as so many hands that are watched or played.
const STEP: u64 = 500;

/// Whether a reach says that the player never comes here.
fn is_never(reach: &[f64]) -> bool {
    reach.iter().all(|&reach| reach == 0.0)
}

/// What is played.
struct Game<'a> {
    limits: Limits,
    trees: &'a Trees,
    draws: &'a Draws,
}

impl Game<'_> {
    /// What the best responses to the strategies of the first player and of the second win: when the
    /// response begins, and when the other does.
    fn won(&self, strategies: [&dyn Strategy; 2], monitor: &Monitor) -> Result<[Won; 2], Stopped> {
        let won = |player: usize| {
            let strategy = strategies[1 - player];
            let values = Response { game: self, strategy, player, monitor }.by_hand()?;
            Ok(values.expected(&self.draws.chances))
        };
        Ok([won(0)?, won(1)?])
    }
}

/// The best response of a player to the strategy of the other.
struct Response<'a> {
    game: &'a Game<'a>,
    strategy: &'a dyn Strategy,
    player: usize,
    monitor: &'a Monitor,
}

impl Response<'_> {
    /// What it wins with every hand that it may be dealt.
    fn by_hand(&self) -> Result<Values, Stopped> {
        // Which cards lie on the table matters to nobody: who is asked is given other ones.
        match Table::new(self.game.limits, &std::array::from_fn(|card| card as u8)) {
            Some(table) => self.values(&table, &self.strategy.dealt()),
            None => Ok(Values::zeros(self.game.draws.hands.len())),
        }
    }

    /// How many states the response may be in.
    fn states(&self, table: &Table) -> usize {
        self.game.draws.holdings(table.spot).len()
    }

    /// The values where somebody decides.
    fn values(&self, table: &Table, reach: &[f64]) -> Result<Values, Stopped> {
        if table.state.phase == Phase::Discard {
            return self.draw(table, reach);
        }
        if table.spot.link.is_some() && is_never(reach) {
            return Ok(Values::zeros(self.states(table)));
        }
        let (decides, moves) = decision(self.game.trees, table.spot);
        if decides != self.player {
            let mut values = Values::zeros(self.states(table));
            for (place, reach) in self.strategy.bets(table, reach).iter().enumerate() {
                values.add(&self.after(table, place, reach)?);
            }
            return Ok(values);
        }
        let mut values = self.after(table, 0, reach)?;
        for place in 1..moves {
            values.improve(&self.after(table, place, reach)?);
        }
        Ok(values)
    }

    /// The values after the bet at a place.
    fn after(&self, table: &Table, place: usize, reach: &[f64]) -> Result<Values, Stopped> {
        match next(self.game.trees, table.spot, place) {
            None => Ok(Values::zeros(self.states(table))),
            Some(Next::End { end, before, is_second }) => {
                let limits = &self.game.limits;
                let size = if is_second { limits.big_bet } else { limits.small_bet };
                let won = limits.won(end, self.player, before, size);
                Ok(match end {
                    RoundEnd::Folded { .. } => {
                        Values::equal(self.strategy.totals(reach), won, self.states(table))
                    }
                    RoundEnd::Closed { .. } => {
                        let (found, fresh) = self.strategy.strengths(table.spot, reach);
                        Values::shown((&found, &fresh), won)
                    }
                })
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

    /// The values where both have still to draw.
    fn draw(&self, table: &Table, reach: &[f64]) -> Result<Values, Stopped> {
        let draws = self.game.draws;
        let counts = || (0..6_usize).into_par_iter().with_max_len(1);
        let add = |mut all: Vec<Values>, one: Values| {
            all.push(one);
            self.monitor.advance(STEP)?;
            Ok::<_, Stopped>(all)
        };
        let join = |mut left: Vec<Values>, right: Vec<Values>| {
            left.extend(right);
            left
        };
        if is_never(reach) {
            self.monitor.advance(6 * STEP)?;
            return Ok(Values::zeros(draws.hands.len()));
        }
        if self.player == 0 {
            // The response draws first: what it is worth then is a sum over all draws of the other.
            let of_count = |all, count| {
                let table = self.drawn(table, count);
                let mut values = Values::zeros(Draws::STRENGTHS);
                for (other, reach) in self.strategy.draws(&table, reach).iter().enumerate() {
                    values.add(&self.values(&self.drawn(&table, other), reach)?);
                }
                add(all, values)
            };
            let worths = parallel::sum(counts(), Vec::new, of_count, join)?;
            return Ok(draws.best(&worths));
        }
        let held = self.strategy.draws(table, reach);
        let of_count = |all, count: usize| {
            let table = self.drawn(table, count);
            let reach = &held[count];
            if is_never(reach) {
                return add(all, Values::zeros(draws.hands.len()));
            }
            let worths: Result<Vec<Values>, Stopped> =
                (0..6).map(|own| self.values(&self.drawn(&table, own), reach)).collect();
            add(all, draws.best(&worths?))
        };
        let mut values = Values::zeros(draws.hands.len());
        for of_count in parallel::sum(counts(), Vec::new, of_count, join)? {
            values.add(&of_count);
        }
        Ok(values)
    }
}
