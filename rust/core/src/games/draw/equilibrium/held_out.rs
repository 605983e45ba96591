//! Evaluation on held-out hands: a strategy's winnings against a bot in real deals that it was not
//! trained on.

use std::ops::Range;

use rayon::prelude::*;

use super::correction::deal;
use super::model::Trees;
use super::opponent::{MakeBot, RealHand};
use super::solution::Equilibrium;
use crate::confidence::quantile;
use crate::game::Game as _;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// The winnings of a response against a bot on held-out hands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Winnings {
    /// Hands played, half of them from each seat.
    pub hands: u64,
    /// Chips won per hand.
    pub mean: f64,
    /// The half width of its 95% confidence interval.
    pub half_width: f64,
    /// Chips won per hand when the response acts first, and when the bot does.
    pub by_seat: [f64; 2],
}

/// Hands per random stream and bot instance.
const CHUNK: u64 = 1 << 10;

/// Separates the seeds of held-out hands from those of training hands.
const HELD_OUT: u64 = 0x5eed_f4e5;

/// Evaluate a strategy against a bot in real deals.
///
/// # Errors
///
/// If the monitor stops it.
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

/// The number of chunks of this many held-out hands; every chunk is played completely.
#[must_use]
pub const fn held_out_parts(hands: u64) -> u64 {
    hands.div_ceil(2 * CHUNK)
}

/// Sums over held-out hands when the response acted first, and when the bot did: the number of
/// hands, the chips won by the response, and the sum of their squares. Those of several chunks add
/// up.
pub type Sums = [[i128; 3]; 2];

/// Play the chunks with these numbers of the held-out hands, each with its own random stream.
///
/// # Errors
///
/// If the monitor stops it.
pub fn play_held_out(
    strategy: &Equilibrium,
    make: &MakeBot<'_>,
    parts: Range<u64>,
    seed: u64,
    monitor: &Monitor,
) -> Result<Sums, Stopped> {
    let limits = strategy.limits();
    let trees = Trees::new(&limits);
    let chunks = usize::try_from(parts.end.saturating_sub(parts.start)).unwrap_or(usize::MAX);
    parallel::sum(
        (0..chunks).into_par_iter().with_max_len(4),
        Sums::default,
        |mut sums, piece| {
            let mut random = Random::stream(seed ^ HELD_OUT, parts.start + piece as u64);
            let mut bot = make();
            for _ in 0..CHUNK {
                for (player, [count, sum, squares]) in sums.iter_mut().enumerate() {
                    let Some(mut real_hand) = RealHand::new(limits, &deal(&mut random)) else {
                        continue;
                    };
                    while let Some(seat) = real_hand.state.to_move() {
                        let view = real_hand.state.view(seat);
                        let chosen = if seat == player {
                            strategy.choose(&view, &mut random)
                        } else {
                            bot.choose(&view, &mut random)
                        };
                        let Some(chosen) = chosen else { break };
                        if real_hand.play(&trees, chosen).is_none() {
                            break;
                        }
                    }
                    let won = i128::from(real_hand.won(player));
                    *count += 1;
                    *sum += won;
                    *squares += won * won;
                }
            }
            monitor.advance(2 * CHUNK)?;
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
    /// The statistics of these sums.
    #[must_use]
    pub fn of(sums: &Sums) -> Self {
        let mean = |[count, sum, _]: [i128; 3]| sum as f64 / (count as f64).max(1.0);
        let variance = |sums: [i128; 3]| {
            let count = (sums[0] as f64).max(2.0);
            (sums[2] as f64 / count - mean(sums).powi(2)) / (count - 1.0)
        };
        // Both seats have equally many hands; their degrees of freedom are fewer than for all
        // hands.
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
