//! What a bot would do in every row: targets for imitation learning and distillation.

use super::buffers::split_off;
use super::row::{Row, Setup};
use super::{Batch, BatchError, CHUNK, Team};
use crate::game::encoding::Actions;
use crate::game::{Bot, BotSpec, Game};
use crate::monitor::Monitor;
use crate::random::Random;

/// What a bot estimates, by row and action: NaN where it has no estimate.
#[derive(Debug)]
pub struct Estimates<'a> {
    /// The expected score of the seat, in the game's points.
    pub points: &'a mut [f32],
    /// The expected margin over the mean of all seats; more is better.
    pub margins: &'a mut [f32],
    /// The action that the bot chooses.
    pub chosen: &'a mut [i64],
}

impl<G: Game> Batch<G> {
    /// The next action of a bot in every row. While a move is picked action by action, it is the
    /// next one of the bot's move that is allowed, otherwise the first that is allowed.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn choose(
        &self,
        spec: &BotSpec<G>,
        seed: u64,
        masks: &[u8],
        actions: &mut [i64],
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        let (setup, step) = (&self.setup, monitor.step());
        let rows = self.rows.iter().zip(self.masks(masks)).zip(actions);
        self.share(spec, rows, team, monitor, |bot, ((row, mask), action)| {
            let view = row.state.view(row.state.to_move());
            let chosen = bot.choose_cancellable(&view, &mut randomness(row, seed), &step)?;
            *action = setup.next_action(row, mask, chosen.as_ref());
            Ok(())
        })
    }

    /// A bot's estimates of the actions in every row. An action that is part of several moves has
    /// the estimate of the best of them.
    ///
    /// # Errors
    ///
    /// A bot that does not estimate moves, or a stop by the monitor.
    pub fn weigh(
        &self,
        spec: &BotSpec<G>,
        seed: u64,
        masks: &[u8],
        estimates: Estimates<'_>,
        team: Team<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        let (setup, step) = (&self.setup, monitor.step());
        let Estimates { mut points, mut margins, chosen } = estimates;
        points.fill(f32::NAN);
        margins.fill(f32::NAN);
        let parts = self.rows.iter().map(|row| {
            let size = match setup.actions {
                Actions::Numbered(_) => setup.sizes.mask,
                Actions::Listed => row.moves.len(),
            };
            (split_off(&mut points, size), split_off(&mut margins, size))
        });
        let rows = self.rows.iter().zip(self.masks(masks)).zip(parts).zip(chosen);
        self.share(spec, rows, team, monitor, |bot, (((row, mask), (points, margins)), chosen)| {
            let view = row.state.view(row.state.to_move());
            let weighed = bot.weigh(&view, &mut randomness(row, seed), &step)?;
            let Some(best) = weighed.first() else {
                return Err(BatchError::NoEstimates { bot: spec.name().to_owned() });
            };
            *chosen = setup.next_action(row, mask, Some(&best.chosen));
            for estimate in &weighed {
                for action in setup.next_actions(row, mask, &estimate.chosen) {
                    let slots = (points.get_mut(action), margins.get_mut(action));
                    if let (Some(points), Some(margin)) = slots
                        && points.is_nan()
                    {
                        *points = estimate.points as f32;
                        *margin = estimate.margin as f32;
                    }
                }
            }
            Ok(())
        })
    }

    /// The mask of every row, empty for listed actions.
    fn masks<'a>(&self, masks: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        let size = self.setup.sizes.mask;
        (0..self.rows.len())
            .map(move |row| masks.get(row * size..(row + 1) * size).unwrap_or_default())
    }

    /// Share rows among the threads, in small portions if the bot is slow. What a bot chooses depends
    /// on its view and the stream alone, so one of them answers for all rows of a portion.
    fn share<T: Send>(
        &self,
        spec: &BotSpec<G>,
        rows: impl Iterator<Item = T>,
        team: Team<'_>,
        monitor: &Monitor,
        work: impl Fn(&mut dyn Bot<G>, T) -> Result<(), BatchError> + Sync,
    ) -> Result<(), BatchError> {
        let is_fast = spec.make().is_fast(&self.setup.template.view(None));
        let size = if is_fast { CHUNK } else { 1 };
        let mut chunks: Vec<Vec<T>> = Vec::with_capacity(self.rows.len().div_ceil(size));
        for item in rows {
            match chunks.last_mut() {
                Some(chunk) if chunk.len() < size => chunk.push(item),
                _ => {
                    let mut chunk = Vec::with_capacity(size);
                    chunk.push(item);
                    chunks.push(chunk);
                }
            }
        }
        team.each(chunks.into_iter(), monitor, |chunk| {
            let mut bot = spec.make();
            chunk.into_iter().try_for_each(|item| work(bot.as_mut(), item))
        })
    }
}

/// The randomness of a bot in a row: another stream for every move, the same while it is picked.
fn randomness<G: Game>(row: &Row<G>, seed: u64) -> Random {
    // An odd factor leaves different rows different, and far apart.
    let place = row.number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Random::stream(seed, place.wrapping_add(row.games << 32).wrapping_add(row.made.len() as u64))
}

impl<G: Game> Setup<G> {
    /// The actions with which a move can go on.
    fn next_actions(&self, row: &Row<G>, mask: &[u8], chosen: &G::Move) -> Vec<usize> {
        let Actions::Numbered(space) = self.actions else {
            return row.moves.iter().position(|legal| legal == chosen).into_iter().collect();
        };
        let view = row.state.view(row.state.to_move());
        let actions = self.encoder.actions(&view, space, chosen);
        if row.picked.iter().any(|picked| !actions.contains(picked)) {
            return Vec::new();
        }
        let rest = actions.iter().filter(|action| !row.picked.contains(action));
        let rest = rest.map(|&action| action as usize);
        rest.filter(|&action| mask.get(action) == Some(&1)).collect()
    }

    /// The next action of a move, or the first that is allowed if none of its actions is.
    fn next_action(&self, row: &Row<G>, mask: &[u8], chosen: Option<&G::Move>) -> i64 {
        let next = chosen.and_then(|chosen| match self.actions {
            Actions::Listed => row.moves.iter().position(|legal| legal == chosen),
            Actions::Numbered(_) => self.next_actions(row, mask, chosen).first().copied(),
        });
        let allowed = || mask.iter().position(|&allowed| allowed == 1);
        next.or_else(allowed).unwrap_or_default() as i64
    }
}
