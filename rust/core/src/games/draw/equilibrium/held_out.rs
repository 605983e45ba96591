//! Held-out hands: what a strategy wins from a bot in real deals that it was not derived from.

use std::ops::Range;

use rayon::prelude::*;

use super::correction::deal;
use super::model::Trees;
use super::opponent::{MakeBot, Table};
use super::solution::Equilibrium;
use crate::confidence::quantile;
use crate::game::Game as _;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// What a response won from a bot on held-out hands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Winnings {
    /// Hands played, half of them from each seat.
    pub hands: u64,
    /// Chips won per hand.
    pub mean: f64,
    /// The half width of its 95% confidence interval.
    pub half_width: f64,
    /// Chips won per hand by the response when it acts first, and when the bot does.
    pub by_seat: [f64; 2],
}

/// How many hands share a random stream and a bot.
const PIECE: u64 = 1 << 10;

/// Keeps the seeds of held-out hands apart from those of hands to learn from.
const HELD_OUT: u64 = 0x5eed_f4e5;

/// What a strategy wins from a bot at real tables.
///
/// # Errors
///
/// The monitor's stop.
pub(super) fn evaluate(
    strategy: &Equilibrium,
    make: &MakeBot<'_>,
    hands: u64,
    seed: u64,
    monitor: &Monitor,
) -> Result<Winnings, Stopped> {
    let parts = 0..held_out_parts(hands);
    play_held_out(strategy, make, parts, seed, monitor).map(|sums| Winnings::of(&sums))
}

/// How many parts this many held-out hands have. The last part is always played in full.
#[must_use]
pub const fn held_out_parts(hands: u64) -> u64 {
    hands.div_ceil(2 * PIECE)
}

/// The results of held-out hands when the response acted first, and when the bot did: the number of
/// hands, the chips that the response won, and the sum of their squares. The sums of parts add up.
pub type Sums = [[i128; 3]; 2];

/// Play the parts with these numbers, each with a random stream of its own.
///
/// # Errors
///
/// The monitor's stop.
pub fn play_held_out(
    strategy: &Equilibrium,
    make: &MakeBot<'_>,
    parts: Range<u64>,
    seed: u64,
    monitor: &Monitor,
) -> Result<Sums, Stopped> {
    let limits = strategy.limits();
    let trees = Trees::new(limits.raises);
    let pieces = usize::try_from(parts.end.saturating_sub(parts.start)).unwrap_or(usize::MAX);
    parallel::sum(
        (0..pieces).into_par_iter().with_max_len(4),
        Sums::default,
        |mut sums, piece| {
            let mut random = Random::stream(seed ^ HELD_OUT, parts.start + piece as u64);
            let mut bot = make();
            for _ in 0..PIECE {
                for (player, [count, sum, squares]) in sums.iter_mut().enumerate() {
                    let Some(mut table) = Table::new(limits, &deal(&mut random)) else { continue };
                    while let Some(seat) = table.state.to_move() {
                        let view = table.state.view(seat);
                        let chosen = if seat == player {
                            strategy.choose(&view, &mut random)
                        } else {
                            bot.choose(&view, &mut random)
                        };
                        let Some(chosen) = chosen else { break };
                        if table.play(&trees, chosen).is_none() {
                            break;
                        }
                    }
                    let won = i128::from(table.won(player));
                    *count += 1;
                    *sum += won;
                    *squares += won * won;
                }
            }
            monitor.advance(2 * PIECE)?;
            Ok(sums)
        },
        |mut left, right| {
            for (left, right) in left.iter_mut().flatten().zip(right.into_iter().flatten()) {
                *left += right;
            }
            left
        },
    )
}

impl Winnings {
    /// The winnings that these sums stand for.
    #[must_use]
    pub fn of(sums: &Sums) -> Self {
        let mean = |[count, sum, _]: [i128; 3]| sum as f64 / (count as f64).max(1.0);
        let variance = |sums: [i128; 3]| {
            let count = (sums[0] as f64).max(2.0);
            (sums[2] as f64 / count - mean(sums).powi(2)) / (count - 1.0)
        };
        // Both seats play the same number of hands: this gives fewer degrees of freedom than all hands.
        let freedom = u64::try_from(sums[0][0].min(sums[1][0]) - 1).unwrap_or(0).max(1);
        let half_width = quantile(freedom) * (variance(sums[0]) + variance(sums[1])).sqrt() / 2.0;
        Self {
            hands: sums[0][0].saturating_add(sums[1][0]).try_into().unwrap_or(u64::MAX),
            mean: f64::midpoint(mean(sums[0]), mean(sums[1])),
            half_width,
            by_seat: [mean(sums[0]), mean(sums[1])],
        }
    }
}
