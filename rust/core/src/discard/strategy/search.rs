//! The search for a short ordered list of lines with a small loss.
//!
//! A line decides the hands that match it and no line above it. The loss of every hand under every
//! line is precomputed, so the loss of a list is a sum, and the losses after inserting a line at
//! every possible index take one pass over the hands of that line. The search starts with a long,
//! nearly perfect list and charges a price per line, which rises until the list is short enough:
//! every removal, or insertion that may make several lines below it redundant, is made if it lowers
//! the loss plus price. At the end every line is removed in turn and replaced by the best one,
//! until nothing changes.
//!
//! Losses are floating point here and summed in a fixed order, so the answer does not depend on the
//! threads; the loss of the final list is counted in integers afterwards.

use std::cmp::Ordering;

use rayon::prelude::*;

use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// A candidate line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Candidate {
    /// The holds that match it, in order.
    pub(super) holds: Vec<u32>,
    /// The groups of hands that match it, in order. Hands of a group have the same holds.
    pub(super) groups: Vec<u32>,
    /// The weighted loss of each of them, as a fraction of the return.
    pub(super) losses: Vec<f64>,
}

/// A smaller fraction of the return does not count as a gain.
const MIN_GAIN: f64 = 1e-13;

/// The initial price of a line, as a fraction of the return, and the factor by which it rises.
const FIRST_PRICE: f64 = 1e-8;
const PRICE_FACTOR: f64 = 2.0;

/// The maximum number of exchange rounds.
const MAX_ROUNDS: usize = 8;

/// The search for a list of lines.
pub(super) struct Search<'a> {
    candidates: &'a [Candidate],
    /// For each candidate, which others match only a subset of its holds.
    subsumes: Vec<Vec<bool>>,
    /// The loss of each hand that no line decides.
    fallback_losses: &'a [f64],
    monitor: &'a Monitor,
}

/// A list of lines, evaluated over all hands.
struct Layout {
    /// The index of the line that decides each hand.
    indices: Vec<u16>,
    /// The loss of each hand.
    losses: Vec<f64>,
    /// The loss of each hand without the line that decides it.
    next_losses: Vec<f64>,
}

/// The insertion of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Insertion {
    /// The change of the loss.
    pub(super) change: f64,
    /// The line.
    pub(super) candidate: usize,
    /// Where it is inserted.
    pub(super) index: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        candidates: &'a [Candidate],
        fallback_losses: &'a [f64],
        monitor: &'a Monitor,
    ) -> Self {
        let subsumes = candidates
            .iter()
            .map(|whole| {
                let is_own = |hold: &u32| whole.holds.binary_search(hold).is_ok();
                candidates.iter().map(|part| part.holds.iter().all(is_own)).collect()
            })
            .collect();
        Self { candidates, subsumes, fallback_losses, monitor }
    }

    /// Find a list of at most this many lines, starting from a list that may be longer.
    pub(super) fn find(&self, start: Vec<usize>, max_lines: usize) -> Result<Vec<usize>, Stopped> {
        let mut longer = start;
        let mut price = FIRST_PRICE;
        let chart = loop {
            let mut chart = longer.clone();
            self.improve(&mut chart, price)?;
            if chart.len() <= max_lines {
                break chart;
            }
            longer = chart;
            price *= PRICE_FACTOR;
        };
        // The last price increase may have been too large.
        self.shorten(&mut longer, max_lines)?;
        let (chart, other) = (self.polish(chart, max_lines)?, self.polish(longer, max_lines)?);
        Ok(if self.loss(&other) < self.loss(&chart) { other } else { chart })
    }

    /// Fill up a list, and exchange its lines until nothing changes.
    fn polish(&self, mut chart: Vec<usize>, max_lines: usize) -> Result<Vec<usize>, Stopped> {
        for _ in 0..MAX_ROUNDS {
            let loss = self.loss(&chart);
            while chart.len() < max_lines && self.insert_best(&mut chart, 0.0)? {}
            self.exchange_each(&mut chart)?;
            if self.loss(&chart) > loss - MIN_GAIN {
                break;
            }
        }
        Ok(chart)
    }

    /// The total loss of a list.
    pub(super) fn loss(&self, chart: &[usize]) -> f64 {
        self.evaluate(chart).losses.iter().sum()
    }

    fn evaluate(&self, chart: &[usize]) -> Layout {
        let mut layout = Layout {
            indices: vec![chart.len() as u16; self.fallback_losses.len()],
            losses: self.fallback_losses.to_vec(),
            next_losses: self.fallback_losses.to_vec(),
        };
        for (index, &line) in chart.iter().enumerate().rev() {
            let Candidate { groups, losses, .. } = &self.candidates[line];
            for (&hand, &loss) in groups.iter().zip(losses) {
                let hand = hand as usize;
                layout.next_losses[hand] = layout.losses[hand];
                layout.losses[hand] = loss;
                layout.indices[hand] = index as u16;
            }
        }
        layout
    }

    /// Remove and insert lines while that lowers the loss plus the price of all lines.
    fn improve(&self, chart: &mut Vec<usize>, price: f64) -> Result<(), Stopped> {
        loop {
            self.prune_least(chart, price)?;
            if !self.insert_best(chart, price)? {
                return Ok(());
            }
        }
    }

    /// Remove the least valuable lines until this many are left.
    fn shorten(&self, chart: &mut Vec<usize>, max_lines: usize) -> Result<(), Stopped> {
        while chart.len() > max_lines {
            let costs = self.costs(chart).0;
            let least = (0..chart.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
            chart.remove(least.unwrap_or(0));
            self.prune_least(chart, 0.0)?;
        }
        Ok(())
    }

    /// The additional loss without each line, and whether each line decides any hand.
    fn costs(&self, chart: &[usize]) -> (Vec<f64>, Vec<bool>) {
        let layout = self.evaluate(chart);
        let mut costs = vec![0.0; chart.len() + 1];
        let mut decides = vec![false; chart.len() + 1];
        for (hand, &index) in layout.indices.iter().enumerate() {
            costs[usize::from(index)] += layout.next_losses[hand] - layout.losses[hand];
            decides[usize::from(index)] = true;
        }
        (costs, decides)
    }

    /// Remove lines that decide nothing, or that save less than their price.
    fn prune_least(&self, chart: &mut Vec<usize>, price: f64) -> Result<(), Stopped> {
        loop {
            self.monitor.check()?;
            let (costs, decides) = self.costs(chart);
            if decides[..chart.len()].contains(&false) {
                let mut decides = decides.into_iter();
                chart.retain(|_| decides.next().unwrap_or(true));
                continue;
            }
            let least = (0..chart.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
            match least {
                Some(index) if costs[index] <= price => chart.remove(index),
                _ => return Ok(()),
            };
        }
    }

    /// Insert the line that saves most, if any does, at a price per line.
    fn insert_best(&self, chart: &mut Vec<usize>, price: f64) -> Result<bool, Stopped> {
        let layout = self.evaluate(chart);
        match self.best_insertion(&layout, chart, price)? {
            Some(best) if best.change < -MIN_GAIN => {
                chart.insert(best.index, best.candidate);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The line that saves most if it is inserted into a list; `None` if no line saves anything.
    pub(super) fn insertion_into(&self, chart: &[usize]) -> Result<Option<Insertion>, Stopped> {
        self.best_insertion(&self.evaluate(chart), chart, 0.0)
    }

    /// Where a line saves most if it is inserted into a list.
    pub(super) fn insertion_of(&self, candidate: usize, chart: &[usize]) -> Insertion {
        self.insertion(&self.evaluate(chart), chart, 0.0, candidate)
    }

    /// The line that saves most, and its index.
    fn best_insertion(
        &self,
        layout: &Layout,
        chart: &[usize],
        price: f64,
    ) -> Result<Option<Insertion>, Stopped> {
        parallel::sum(
            (0..self.candidates.len()).into_par_iter().with_max_len(1),
            || None,
            |best, candidate| {
                self.monitor.check()?;
                Ok(better(best, Some(self.insertion(layout, chart, price, candidate))))
            },
            better,
        )
    }

    /// The best insertion of a line, at the index where it saves most.
    fn insertion(
        &self,
        layout: &Layout,
        chart: &[usize],
        price: f64,
        candidate: usize,
    ) -> Insertion {
        let Candidate { groups, losses, .. } = &self.candidates[candidate];
        let mut changes = vec![0.0; chart.len() + 1];
        for (&hand, &loss) in groups.iter().zip(losses) {
            let hand = hand as usize;
            changes[usize::from(layout.indices[hand])] += loss - layout.losses[hand];
        }
        let mut best = Insertion { change: 0.0, candidate, index: chart.len() };
        let mut change = price;
        for index in (0..=chart.len()).rev() {
            // A line decides all hands that lines below it would, and makes the lines it covers
            // redundant.
            change += changes[index];
            if chart.get(index).is_some_and(|&line| self.subsumes[candidate][line]) {
                change -= price;
            }
            if change < best.change {
                best = Insertion { change, candidate, index };
            }
        }
        best
    }

    /// Remove every line in turn, and insert the best one instead.
    fn exchange_each(&self, chart: &mut Vec<usize>) -> Result<(), Stopped> {
        let mut index = 0;
        while index < chart.len() {
            let mut other = chart.clone();
            other.remove(index);
            self.insert_best(&mut other, 0.0)?;
            if self.loss(&other) < self.loss(chart) - MIN_GAIN {
                *chart = other;
                self.prune_least(chart, 0.0)?;
            }
            index += 1;
        }
        Ok(())
    }
}

/// The insertion that saves more; ties go to the earlier candidate.
fn better(left: Option<Insertion>, right: Option<Insertion>) -> Option<Insertion> {
    let (Some(left), Some(right)) = (left, right) else { return left.or(right) };
    match left.change.total_cmp(&right.change).then(left.candidate.cmp(&right.candidate)) {
        Ordering::Greater => Some(right),
        _ => Some(left),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const HANDS: usize = 60;

    /// Lines that each match some hands, with random losses.
    fn candidates(random: &mut Random, count: usize) -> Vec<Candidate> {
        let candidate = |hold: usize, random: &mut Random| {
            let mut found = Candidate { holds: vec![hold as u32], ..Candidate::default() };
            for hand in 0..HANDS as u32 {
                if random.below(3) == 0 {
                    found.groups.push(hand);
                    found.losses.push(f64::from(random.below(1000)) / 1e6);
                }
            }
            found
        };
        (0..count).map(|hold| candidate(hold, random)).collect()
    }

    /// The loss of a list, hand by hand.
    fn loss(candidates: &[Candidate], fallback_losses: &[f64], chart: &[usize]) -> f64 {
        let decided = |hand: usize| {
            chart.iter().find_map(|&line| {
                let index = candidates[line].groups.iter().position(|&one| one as usize == hand)?;
                Some(candidates[line].losses[index])
            })
        };
        (0..HANDS).map(|hand| decided(hand).unwrap_or(fallback_losses[hand])).sum()
    }

    #[test]
    fn insertion_changes_are_exact() {
        let mut random = Random::new(4);
        let monitor = Monitor::new();
        let fallback_losses = vec![0.001; HANDS];
        for _ in 0..50 {
            let candidates = candidates(&mut random, 8);
            let search = Search::new(&candidates, &fallback_losses, &monitor);
            let chart = [3, 1, 5, 0];
            let layout = search.evaluate(&chart);
            let before = loss(&candidates, &fallback_losses, &chart);
            assert!((search.loss(&chart) - before).abs() < 1e-12);
            for candidate in [2, 4, 6, 7] {
                let found = search.insertion(&layout, &chart, 0.0, candidate);
                let changes = (0..=chart.len()).map(|index| {
                    let mut other = chart.to_vec();
                    other.insert(index, candidate);
                    loss(&candidates, &fallback_losses, &other) - before
                });
                let best = changes.fold(0.0, f64::min);
                assert!((found.change - best).abs() < 1e-12);
            }
            let (costs, _) = search.costs(&chart);
            for (index, cost) in costs.iter().enumerate().take(chart.len()) {
                let mut other = chart.to_vec();
                other.remove(index);
                let more = loss(&candidates, &fallback_losses, &other) - before;
                assert!((cost - more).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn short_lists_are_nearly_the_best_of_all() {
        let mut random = Random::new(9);
        let monitor = Monitor::new();
        let fallback_losses = vec![0.001; HANDS];
        let (mut found_in_all, mut best_in_all) = (0.0, 0.0);
        for _ in 0..40 {
            let candidates = candidates(&mut random, 7);
            let search = Search::new(&candidates, &fallback_losses, &monitor);
            let Ok(chart) = search.find((0..7).collect(), 2) else { unreachable!() };
            assert!(chart.len() <= 2);
            let pairs = (0..7).flat_map(|first| (0..7).map(move |second| [first, second]));
            let best = pairs
                .map(|pair| loss(&candidates, &fallback_losses, &pair))
                .fold(f64::INFINITY, f64::min);
            let found = loss(&candidates, &fallback_losses, &chart);
            assert!(found >= best - 1e-12);
            found_in_all += found;
            best_in_all += best;
        }
        assert!(found_in_all < 1.01 * best_in_all);
    }

    #[test]
    fn a_search_can_be_stopped() {
        let candidates = candidates(&mut Random::new(1), 5);
        let fallback_losses = vec![0.001; HANDS];
        let monitor = Monitor::new();
        monitor.stop();
        assert!(Search::new(&candidates, &fallback_losses, &monitor).find(vec![0, 1], 1).is_err());
    }
}
