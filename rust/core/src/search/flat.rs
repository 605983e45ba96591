//! The search itself: worlds in batches, candidates that are dropped between them.

use std::time::Instant;

use rayon::prelude::*;

use super::{Budget, Model, Outcome};
use crate::confidence::half_width;
use crate::game::{Game, View as _, Weighed};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// The worlds of the first batch, which is always finished; the others go on to twice as many.
const FIRST_BATCH: usize = 8;

/// Up to so many candidates none is dropped that may yet be best. Of more than these the worse half
/// goes after every batch: most of a long list are bad, and time is better spent on the others.
const FEW: usize = 12;

/// A candidate is dropped when its mean is so many standard deviations below the best. It is more
/// than the usual two, as there are several candidates and several looks at each.
const CLEARLY: f64 = 2.5;

/// Weigh the moves of a view, best first; nothing if the viewer is not to move.
///
/// # Errors
///
/// If the monitor stops it.
pub fn search<G: Game, M: Model<G>>(
    model: &M,
    view: &G::View<'_>,
    budget: Budget,
    seed: u64,
    monitor: &Monitor,
) -> Result<Vec<Weighed<G::Move>>, Stopped> {
    if !view.is_my_turn() {
        return Ok(Vec::new());
    }
    let deadline = budget.time().and_then(|time| Instant::now().checked_add(time));
    let prepared = model.prepare(view);
    let candidates = model.candidates(view, &prepared);
    let worlds = budget.worlds() as usize;
    monitor.expect(worlds as u64);
    let mut race = Race::new(candidates.len());
    while race.goes_on(worlds) {
        let end = worlds.min((race.worlds * 2).max(FIRST_BATCH));
        let is_first = race.worlds == 0;
        let try_all = |number: usize| {
            let mut random = Random::stream(seed, number as u64);
            let world = model.draw(&prepared, &mut random);
            let outcome = |&runner: &usize| {
                // The same randomness for all: what is not the move's doing is alike.
                model.finish(&prepared, &world, &candidates[runner], &mut random.clone())
            };
            race.running.iter().map(outcome).collect::<Vec<Outcome>>()
        };
        let is_late = || !is_first && deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let add = |mut rows: Vec<Vec<Outcome>>, number| {
            monitor.advance(1)?;
            if !is_late() {
                rows.push(try_all(number));
            }
            Ok(rows)
        };
        let rows = if monitor.is_step() {
            (race.worlds..end).try_fold(Vec::new(), add)?
        } else {
            parallel::sum(
                (race.worlds..end).into_par_iter().with_min_len(FIRST_BATCH),
                Vec::new,
                add,
                |mut left, mut right| {
                    left.append(&mut right);
                    left
                },
            )?
        };
        let is_over = rows.len() < end - race.worlds || is_late();
        race.count(&rows);
        if is_over {
            break;
        }
        if !budget.tries_all() {
            race.drop_losers();
        }
    }
    let mut weighed: Vec<Weighed<G::Move>> = Vec::with_capacity(candidates.len());
    for runner in race.order() {
        let (chosen, _) = &candidates[runner];
        // Of a move with several plans the best counts.
        if weighed.iter().all(|other| other.chosen != *chosen) {
            weighed.push(race.weighed(runner, chosen.clone()));
        }
    }
    Ok(weighed)
}

/// What came of the candidates so far.
struct Race {
    worlds: usize,
    /// The candidates that are still tried, in order.
    running: Vec<usize>,
    /// By candidate, what came of every world it was tried in.
    outcomes: Vec<Vec<Outcome>>,
}

impl Race {
    fn new(candidates: usize) -> Self {
        Self {
            worlds: 0,
            running: (0..candidates).collect(),
            outcomes: vec![Vec::new(); candidates],
        }
    }

    /// Whether there is anything left to find out.
    fn goes_on(&self, worlds: usize) -> bool {
        self.worlds < worlds && (self.running.len() > 1 || self.worlds == 0)
    }

    /// Count worlds, of which a row has what came of every running candidate.
    fn count(&mut self, rows: &[Vec<Outcome>]) {
        self.worlds += rows.len();
        for (place, &runner) in self.running.iter().enumerate() {
            let found = rows.iter().filter_map(|row| row.get(place)).copied();
            self.outcomes[runner].extend(found);
        }
    }

    fn sum(&self, runner: usize) -> i64 {
        self.outcomes[runner].iter().map(|outcome| i64::from(outcome.value)).sum()
    }

    /// Drop the candidates that are clearly worse than the best, and half of too many.
    fn drop_losers(&mut self) {
        let mut ranked: Vec<(i64, usize)> =
            self.running.iter().map(|&runner| (self.sum(runner), runner)).collect();
        ranked.sort_by_key(|&(sum, runner)| (-sum, runner));
        if ranked.len() > FEW {
            ranked.truncate((ranked.len() / 2).max(FEW));
        }
        let Some(&(_, best)) = ranked.first() else { return };
        ranked.retain(|&(_, runner)| !self.is_behind(runner, best));
        self.running = ranked.into_iter().map(|(_, runner)| runner).collect();
        self.running.sort_unstable();
    }

    /// Whether a candidate is clearly worse than the best, judged by their differences in the same
    /// worlds.
    fn is_behind(&self, runner: usize, best: usize) -> bool {
        let pairs = self.outcomes[best].iter().zip(&self.outcomes[runner]);
        let (sum, squares) = pairs.fold((0_i64, 0_i64), |(sum, squares), (best, other)| {
            let difference = i64::from(best.value) - i64::from(other.value);
            (sum + difference, squares.saturating_add(difference.saturating_mul(difference)))
        });
        let count = self.worlds as f64;
        // A difference of one in one more world, so that few equal outcomes prove nothing.
        let spread = (squares as f64 + 1.0) - (sum as f64).powi(2) / count;
        sum as f64 > CLEARLY * spread.max(1.0).sqrt()
    }

    /// The candidates, best first: those that were tried in more worlds before all others.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.outcomes.len()).collect();
        let mean = |runner: usize| {
            let worlds = self.outcomes[runner].len();
            self.sum(runner) as f64 / worlds.max(1) as f64
        };
        order.sort_by(|&left, &right| {
            let worlds = |runner: usize| self.outcomes[runner].len();
            worlds(right).cmp(&worlds(left)).then(mean(right).total_cmp(&mean(left)))
        });
        order
    }

    fn weighed<T>(&self, runner: usize, chosen: T) -> Weighed<T> {
        let outcomes = &self.outcomes[runner];
        let points = || outcomes.iter().map(|outcome| i64::from(outcome.points));
        let (sum, worlds) = (points().sum::<i64>(), outcomes.len() as f64);
        let squares: i64 = points().map(|points| points.saturating_mul(points)).sum();
        let mean = sum as f64 / worlds.max(1.0);
        let tried = outcomes.len() as u64;
        let half_width = half_width(tried, squares as f64 - mean * sum as f64);
        Weighed { chosen, points: mean, half_width, worlds: tried }
    }
}
