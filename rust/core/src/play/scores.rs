//! The scores of every game of an arena, where sums do not say enough.

use std::ops::Range;

use rayon::prelude::*;

use super::arena::{ArenaError, check, play_game};
use crate::game::Game;
use crate::monitor::Monitor;
use crate::parallel;

/// Play the games with these numbers, which are those of [`arena::run`](super::arena::run); gives the
/// scores game by game, and of every game by bot.
///
/// # Errors
///
/// As for [`arena::run`](super::arena::run).
pub fn scores<G: Game>(
    template: &G,
    bots: &[&str],
    games: Range<u64>,
    seed: u64,
    monitor: &Monitor,
) -> Result<Vec<i64>, ArenaError> {
    let count = check(template, bots, &games)?;
    monitor.expect(count);
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    parallel::sum(
        (0..count).into_par_iter(),
        Vec::new,
        |mut scores, number| {
            let game = games.start + number as u64;
            scores.append(&mut play_game(template, bots, game, seed, monitor)?);
            monitor.advance(1)?;
            Ok(scores)
        },
        |mut left, mut right| {
            left.append(&mut right);
            left
        },
    )
}
