//! Flat Monte Carlo search: worlds in batches, with successive elimination of candidates in
//! between.

use std::time::Instant;

use rayon::prelude::*;

use super::{Budget, Model, Outcome};
use crate::confidence::half_width;
use crate::game::{Game, View as _, Weighed};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// The size of the first batch, which always completes. Every later batch doubles the number of
/// worlds.
const FIRST_BATCH: usize = 8;

/// Above this many candidates, the worse half is eliminated after every batch: most moves of a long
/// list are bad, and time is better spent on the rest. Below it, only clearly worse candidates are
/// eliminated.
const HALVE_ABOVE: usize = 12;

/// A candidate is eliminated when its mean is this many standard errors below the best. More than
/// the usual two, because several candidates are compared several times.
const ELIMINATION_ERRORS: f64 = 2.5;

/// Evaluate the moves of a view, best first; empty if the viewer is not to move.
///
/// ```
/// use cardcore::game::Game as _;
/// use cardcore::games::ends::{Ends, Row, Rules};
/// use cardcore::monitor::Monitor;
/// use cardcore::search::{Budget, RandomRollouts, search};
///
/// let game = Ends::with_row(Rules::default(), Row::new(vec![1, 2, 50, 3])?);
/// let budget = Budget::of_worlds(200);
/// let model = RandomRollouts::default();
/// let moves = search::<Ends, _>(&model, &game.view(0), budget, 1, &Monitor::new())?;
/// assert_eq!(moves.len(), 2);
/// assert!(moves[0].margin >= moves[1].margin);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    let mut elimination = Elimination::new(candidates.len(), model.unit(&prepared));
    while elimination.continues(worlds) {
        let end = worlds.min((elimination.worlds * 2).max(FIRST_BATCH));
        let is_first = elimination.worlds == 0;
        let evaluate_all = |number: usize| {
            let mut random = Random::stream(seed, number as u64);
            let world = model.sample_world(&prepared, &mut random);
            let outcome = |&candidate: &usize| {
                // Common random numbers: all candidates share the randomness of the world.
                model.rollout(&prepared, &world, &candidates[candidate], &mut random.clone())
            };
            elimination.active.iter().map(outcome).collect::<Vec<Outcome>>()
        };
        let is_past_deadline =
            || !is_first && deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let add = |mut rows: Vec<Vec<Outcome>>, number| {
            monitor.advance(1)?;
            if !is_past_deadline() {
                rows.push(evaluate_all(number));
            }
            Ok(rows)
        };
        let rows = if monitor.is_step() {
            (elimination.worlds..end).try_fold(Vec::new(), add)?
        } else {
            parallel::sum(
                (elimination.worlds..end).into_par_iter().with_min_len(FIRST_BATCH),
                Vec::new,
                add,
                |mut left, mut right| {
                    left.append(&mut right);
                    left
                },
            )?
        };
        let is_over = rows.len() < end - elimination.worlds || is_past_deadline();
        elimination.count(&rows);
        if is_over {
            break;
        }
        if !budget.evaluates_all() {
            elimination.eliminate();
        }
    }
    let mut weighed: Vec<Weighed<G::Move>> = Vec::with_capacity(candidates.len());
    for candidate in elimination.order(model.gate(&prepared)) {
        let (chosen, _) = &candidates[candidate];
        // A move with several plans counts with its best one.
        if weighed.iter().all(|other| other.chosen != *chosen) {
            let mut estimate = elimination.weighed(candidate, chosen.clone());
            let value = elimination.mean(candidate) / elimination.unit;
            estimate.margin = model.margin(&prepared, value, estimate.points);
            weighed.push(estimate);
        }
    }
    Ok(weighed)
}

/// The outcomes of the candidates so far.
struct Elimination {
    worlds: usize,
    /// How many units of an outcome are a point.
    unit: f64,
    /// The candidates that are not eliminated, in order.
    active: Vec<usize>,
    /// For each candidate, its outcome in every world it was evaluated in.
    outcomes: Vec<Vec<Outcome>>,
}

impl Elimination {
    fn new(candidates: usize, unit: i32) -> Self {
        Self {
            worlds: 0,
            unit: f64::from(unit.max(1)),
            active: (0..candidates).collect(),
            outcomes: vec![Vec::new(); candidates],
        }
    }

    /// Whether another batch is worthwhile.
    fn continues(&self, worlds: usize) -> bool {
        self.worlds < worlds && (self.active.len() > 1 || self.worlds == 0)
    }

    /// Add the worlds of a batch; each row has the outcome of every active candidate.
    fn count(&mut self, rows: &[Vec<Outcome>]) {
        self.worlds += rows.len();
        for (index, &candidate) in self.active.iter().enumerate() {
            let found = rows.iter().filter_map(|row| row.get(index)).copied();
            self.outcomes[candidate].extend(found);
        }
    }

    fn sum(&self, candidate: usize) -> i64 {
        self.outcomes[candidate].iter().map(|outcome| i64::from(outcome.value)).sum()
    }

    /// The mean value of a candidate.
    fn mean(&self, candidate: usize) -> f64 {
        self.sum(candidate) as f64 / self.outcomes[candidate].len().max(1) as f64
    }

    /// Eliminate the candidates that are clearly worse than the best, and the worse half of a long
    /// list.
    fn eliminate(&mut self) {
        let mut ranked: Vec<(i64, usize)> =
            self.active.iter().map(|&candidate| (self.sum(candidate), candidate)).collect();
        ranked.sort_by_key(|&(sum, candidate)| (-sum, candidate));
        if ranked.len() > HALVE_ABOVE {
            ranked.truncate((ranked.len() / 2).max(HALVE_ABOVE));
        }
        let Some(&(_, best)) = ranked.first() else { return };
        ranked.retain(|&(_, candidate)| !self.is_clearly_worse(candidate, best));
        self.active = ranked.into_iter().map(|(_, candidate)| candidate).collect();
        self.active.sort_unstable();
    }

    /// Whether a candidate is clearly worse than the best, by a paired comparison over the same
    /// worlds.
    fn is_clearly_worse(&self, candidate: usize, best: usize) -> bool {
        let (sum, error) = self.difference(best, candidate);
        sum > ELIMINATION_ERRORS * error
    }

    /// How much better a candidate is than another, summed over the worlds of both, and the standard
    /// error of that sum.
    fn difference(&self, better: usize, other: usize) -> (f64, f64) {
        let pairs = self.outcomes[better].iter().zip(&self.outcomes[other]);
        let (sum, squares) = pairs.fold((0_i64, 0_i64), |(sum, squares), (best, other)| {
            let difference = i64::from(best.value) - i64::from(other.value);
            (sum + difference, squares.saturating_add(difference.saturating_mul(difference)))
        });
        let count = self.worlds as f64;
        // One pseudo-observation with a difference of one point, so that a few equal outcomes prove
        // nothing.
        let least = self.unit * self.unit;
        let spread = (squares as f64 + least) - (sum as f64).powi(2) / count;
        (sum as f64, spread.max(least).sqrt())
    }

    /// The candidates, best first: those evaluated in more worlds rank above all others. With a gate
    /// the first candidate stays first unless another one is better beyond doubt.
    fn order(&self, gate: Option<f64>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.outcomes.len()).collect();
        order.sort_by(|&left, &right| {
            let worlds = |candidate: usize| self.outcomes[candidate].len();
            let means = || self.mean(right).total_cmp(&self.mean(left));
            worlds(right).cmp(&worlds(left)).then_with(means)
        });
        if let Some((gate, &best)) = gate.zip(order.first())
            && self.outcomes[best].len() == self.outcomes[0].len()
        {
            let (sum, error) = self.difference(best, 0);
            if sum <= gate * error {
                order.retain(|&candidate| candidate != 0);
                order.insert(0, 0);
            }
        }
        order
    }

    /// The estimate of a candidate, without its margin, which depends on the game.
    fn weighed<T>(&self, candidate: usize, chosen: T) -> Weighed<T> {
        let outcomes = &self.outcomes[candidate];
        let points = || outcomes.iter().map(|outcome| i64::from(outcome.points));
        let (sum, worlds) = (points().sum::<i64>(), outcomes.len() as f64);
        let squares: i64 = points().map(|points| points.saturating_mul(points)).sum();
        let mean = sum as f64 / worlds.max(1.0);
        let evaluated = outcomes.len() as u64;
        let half_width = half_width(evaluated, squares as f64 - mean * sum as f64);
        let half_width = half_width.map(|half_width| half_width / self.unit);
        Weighed { chosen, points: mean / self.unit, margin: 0.0, half_width, worlds: evaluated }
    }
}
