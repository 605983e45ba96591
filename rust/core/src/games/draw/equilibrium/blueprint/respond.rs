//! Learned best responses at a table, and what they win on held-out hands.
//!
//! What a response wins there is a lower bound on what can be won from the others at the table.

use std::ops::Range;

use rayon::prelude::*;

use super::against::{AgainstBlueprint, AgainstBots};
use super::strategy::Blueprint;
use super::training::{BATCH, Training, Work};
use crate::cfr::{SampledGame, SampledSolver};
use crate::confidence::half_width;
use crate::game::Game as _;
use crate::games::draw::equilibrium::opponent::MakeBot;
use crate::games::draw::equilibrium::response::Search;
use crate::games::draw::equilibrium::rules::EquilibriumError;
use crate::games::draw::rules::{Chips, MAX_PLAYERS, Rules};
use crate::games::draw::state::FiveCardDraw;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// What a player wins at a table, on the average of all seats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TableWinnings {
    /// Deals, each of which is played from every seat.
    pub deals: u64,
    /// Chips won per hand.
    pub mean: f64,
    /// The half width of its 95% confidence interval.
    pub half_width: f64,
    /// Chips won per hand from every position, counted from the left of the button.
    pub by_seat: [f64; MAX_PLAYERS],
}

/// A response to the bots at a table.
#[derive(Clone, Debug)]
pub struct TableResponse {
    /// The response: it plays at every seat.
    pub strategy: Blueprint,
    /// What it wins on held-out hands.
    pub real: TableWinnings,
}

/// Learn a response to a bot that has all other seats of a table, and play it on held-out hands.
///
/// Against a bot that plays a blueprint, `known`, it is learned from its moves as they are looked up.
///
/// # Errors
///
/// Rules that cannot be solved, numbers out of range, unsuitable stacks, a stop by the monitor.
pub fn respond_at_table(
    make: &MakeBot<'_>,
    known: Option<&Blueprint>,
    rules: &Rules,
    stacks: Option<&[Chips]>,
    search: Search,
    monitor: &Monitor,
) -> Result<TableResponse, EquilibriumError> {
    let Search { hands, strengths, seed, .. } = search;
    let deals = search.deals.saturating_mul(u64::from(rules.players)).next_multiple_of(BATCH);
    let held_out = search.held_out.div_ceil(u64::from(rules.players));
    monitor.expect(deals + held_out);
    let game = single_hand(rules, stacks)?;
    let mut training = Training::new(rules, Work { hands, strengths, seed })?;
    let own = &training.table;
    // While nobody can be all in, moves can be looked up.
    let is_deep = u64::from(rules.stack) >= own.stakes.most() && stacks.is_none();
    let fits = |known: &&Blueprint| {
        is_deep && known.players() == rules.seats() && known.stakes() == own.stakes
    };
    training.solver = match known.filter(fits) {
        Some(others) => learned(&AgainstBlueprint { own, others }, deals, seed, monitor)?,
        None => learned(&AgainstBots { own, game: &game, make }, deals, seed, monitor)?,
    };
    let strategy = training.blueprint();
    let sums = play_at_table(&strategy, make, &game, 0..held_out, seed, monitor)?;
    Ok(TableResponse { strategy, real: TableWinnings::of(&sums) })
}

fn learned<G: SampledGame>(
    game: &G,
    deals: u64,
    seed: u64,
    monitor: &Monitor,
) -> Result<SampledSolver, Stopped> {
    let mut solver = SampledSolver::new(game, BATCH, seed);
    while solver.deals < deals {
        solver.advance(game, monitor)?;
    }
    Ok(solver)
}

/// The game of a single hand by some rules, with these stacks.
fn single_hand(rules: &Rules, stacks: Option<&[Chips]>) -> Result<FiveCardDraw, EquilibriumError> {
    let game = FiveCardDraw::new(Rules { hands: 1, ..*rules }, 0)?;
    Ok(match stacks {
        Some(stacks) => game.with_stacks(stacks)?,
        None => game,
    })
}

/// Sums over held-out deals: of the chips won from all seats and of their squares, and the chips won from
/// every position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    seats: usize,
    deals: u64,
    won: i128,
    squares: i128,
    by_seat: [i128; MAX_PLAYERS],
}

/// Deals per random stream and bot instance.
const PIECE: u64 = 256;

/// Separates the seeds of held-out hands from those of training hands.
const HELD_OUT: u64 = 0x5eed_f4e5;

/// Play held-out deals with the strategy in every seat, and bots in all others.
fn play_at_table(
    strategy: &Blueprint,
    make: &MakeBot<'_>,
    game: &FiveCardDraw,
    deals: Range<u64>,
    seed: u64,
    monitor: &Monitor,
) -> Result<Sums, Stopped> {
    let seats = strategy.players();
    let pieces = usize::try_from(deals.end.div_ceil(PIECE)).unwrap_or(usize::MAX);
    parallel::sum(
        (0..pieces).into_par_iter().with_max_len(4),
        || Sums { seats, ..Sums::default() },
        |mut sums, piece| {
            let mut random = Random::stream(seed ^ HELD_OUT, piece as u64);
            let mut bots: Vec<_> = (0..seats).map(|_| make()).collect();
            let begin = piece as u64 * PIECE;
            let count = deals.end.min(begin + PIECE) - begin;
            for _ in 0..count {
                let dealt = random.word();
                let mut all = 0;
                for own in 0..seats {
                    let mut hand = game.new_game(dealt);
                    while let Some(seat) = hand.to_move() {
                        let view = hand.view(seat);
                        let chosen = match bots.get_mut(seat).filter(|_| seat != own) {
                            Some(bot) => bot.choose(&view, &mut random),
                            None => strategy.choose(&view, &mut random),
                        };
                        if chosen.is_none_or(|chosen| hand.play(&chosen).is_err()) {
                            break;
                        }
                    }
                    let won = hand.scores().get(own).map_or(0, |&won| i128::from(won));
                    all += won;
                    sums.by_seat[own] += won;
                }
                sums.deals += 1;
                sums.won += all;
                sums.squares += all * all;
            }
            monitor.advance(count)?;
            Ok(sums)
        },
        |mut left, right| {
            left.deals += right.deals;
            left.won += right.won;
            left.squares += right.squares;
            for (left, right) in left.by_seat.iter_mut().zip(right.by_seat) {
                *left += right;
            }
            left
        },
    )
}

impl TableWinnings {
    fn of(sums: &Sums) -> Self {
        let (seats, deals) = (sums.seats.max(1) as f64, sums.deals.max(1) as f64);
        let mean = sums.won as f64 / deals;
        let squares = sums.squares as f64 - deals * mean * mean;
        Self {
            deals: sums.deals,
            mean: mean / seats,
            half_width: half_width(sums.deals, squares).unwrap_or(f64::INFINITY) / seats,
            by_seat: sums.by_seat.map(|won| won as f64 / deals),
        }
    }
}
