//! The search for a short ordered list of lines with a small loss.
//!
//! The search starts with a long, nearly perfect list and charges a price per line, which rises
//! until the list is short enough: every removal, or insertion that may make several lines below it
//! redundant, is made if it lowers the loss plus price. At the end every line is removed in turn and
//! replaced by the best one, until nothing changes.
//!
//! Losses are fractions of the return in fixed point, so that sums do not depend on their order; the
//! loss of the final list is counted exactly afterwards.

use super::layout::Layout;
use crate::monitor::{Monitor, Stopped};

/// A loss as a fraction of the return, in units of 2⁻⁶⁰. All hands together lose less than 1.
pub(super) type Loss = i64;

/// The number of units of a loss in the whole return.
pub(super) const WHOLE: f64 = (1_u64 << 60) as f64;

/// A candidate line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Candidate {
    /// The holds that match it, in order.
    pub(super) holds: Vec<u32>,
    /// The groups of hands that match it, in order. No line distinguishes the hands of a group.
    pub(super) groups: Vec<u32>,
    /// The weighted loss of each of them.
    pub(super) losses: Vec<Loss>,
}

/// A smaller loss does not count as a gain: 10⁻¹³ of the return.
const MIN_GAIN: Loss = (WHOLE * 1e-13) as Loss;

/// The initial price of a line, and the factor by which it rises.
const FIRST_PRICE: Loss = (WHOLE * 1e-8) as Loss;
const PRICE_FACTOR: Loss = 2;

/// The maximum number of exchange rounds.
const MAX_ROUNDS: usize = 8;

/// The search for a list of lines.
pub(super) struct Search<'a> {
    pub(super) candidates: &'a [Candidate],
    /// The loss of each group that no line decides.
    pub(super) fallback_losses: &'a [Loss],
    /// The candidates that match each group, with its loss.
    lines: Vec<(u32, Loss)>,
    /// The end of each group's range.
    ends: Vec<usize>,
    monitor: &'a Monitor,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        candidates: &'a [Candidate],
        fallback_losses: &'a [Loss],
        monitor: &'a Monitor,
    ) -> Self {
        let mut ends = vec![0; fallback_losses.len() + 1];
        for &group in candidates.iter().flat_map(|line| &line.groups) {
            ends[group as usize + 1] += 1;
        }
        for group in 0..fallback_losses.len() {
            ends[group + 1] += ends[group];
        }
        // Every range is filled from its start, which becomes its end.
        let mut lines = vec![(0, 0); ends.last().copied().unwrap_or(0)];
        for (number, line) in (0..).zip(candidates) {
            for (&group, &loss) in line.groups.iter().zip(&line.losses) {
                let end = &mut ends[group as usize];
                lines[*end] = (number, loss);
                *end += 1;
            }
        }
        Self { candidates, fallback_losses, lines, ends, monitor }
    }

    /// The candidates that match a group, with its loss.
    pub(super) fn lines_of(&self, group: usize) -> &[(u32, Loss)] {
        let start = if group == 0 { 0 } else { self.ends[group - 1] };
        &self.lines[start..self.ends[group]]
    }

    /// For each candidate, whether it matches all holds of a line.
    pub(super) fn subsumers(&self, line: usize) -> Vec<bool> {
        let part = &self.candidates[line].holds;
        let has_all = |whole: &Candidate| {
            part.len() <= whole.holds.len()
                && part.iter().all(|hold| whole.holds.binary_search(hold).is_ok())
        };
        self.candidates.iter().map(has_all).collect()
    }

    /// Find a list of at most this many lines, starting from a list that may be longer.
    pub(super) fn find(&self, start: Vec<usize>, max_lines: usize) -> Result<Vec<usize>, Stopped> {
        let mut layout = Layout::new(self, &start);
        let mut longer = start;
        let mut price = FIRST_PRICE;
        loop {
            self.improve(&mut layout, price)?;
            if layout.chart().len() <= max_lines {
                break;
            }
            longer = layout.chart().to_vec();
            price *= PRICE_FACTOR;
        }
        self.polish(&mut layout, max_lines)?;
        let (chart, loss) = (layout.chart().to_vec(), layout.loss());
        // The last price increase may have been too large.
        layout.set(&longer);
        self.shorten(&mut layout, max_lines)?;
        self.polish(&mut layout, max_lines)?;
        Ok(if layout.loss() < loss { layout.chart().to_vec() } else { chart })
    }

    /// Fill up a list, and exchange its lines until nothing changes.
    fn polish(&self, layout: &mut Layout<'_>, max_lines: usize) -> Result<(), Stopped> {
        for _ in 0..MAX_ROUNDS {
            let loss = layout.loss();
            while layout.chart().len() < max_lines && self.insert_best(layout, 0)? {}
            self.exchange_each(layout)?;
            if layout.loss() > loss - MIN_GAIN {
                break;
            }
        }
        Ok(())
    }

    /// Stop if that is wanted.
    pub(super) fn check(&self) -> Result<(), Stopped> {
        self.monitor.check()
    }

    /// The line that decides each group, and its loss.
    pub(super) fn decide(&self, chart: &[usize]) -> Vec<(usize, Loss)> {
        let mut decided: Vec<(usize, Loss)> =
            self.fallback_losses.iter().map(|&loss| (usize::MAX, loss)).collect();
        for &line in chart.iter().rev() {
            let Candidate { groups, losses, .. } = &self.candidates[line];
            for (&group, &loss) in groups.iter().zip(losses) {
                decided[group as usize] = (line, loss);
            }
        }
        decided
    }

    /// Remove and insert lines while that lowers the loss plus the price of all lines.
    fn improve(&self, layout: &mut Layout<'_>, price: Loss) -> Result<(), Stopped> {
        loop {
            self.prune_least(layout, price)?;
            if !self.insert_best(layout, price)? {
                return Ok(());
            }
        }
    }

    /// Remove the least valuable lines until this many are left.
    fn shorten(&self, layout: &mut Layout<'_>, max_lines: usize) -> Result<(), Stopped> {
        while layout.chart().len() > max_lines {
            let costs = layout.costs().0;
            let least = (0..costs.len()).min_by_key(|&index| costs[index]);
            layout.remove(least.unwrap_or(0));
            self.prune_least(layout, 0)?;
        }
        Ok(())
    }

    /// Remove lines that decide nothing, or that save no more than their price.
    fn prune_least(&self, layout: &mut Layout<'_>, price: Loss) -> Result<(), Stopped> {
        loop {
            self.check()?;
            let (costs, decides) = layout.costs();
            if decides.contains(&false) {
                let lines = layout.chart().iter().zip(decides);
                let chart: Vec<usize> =
                    lines.filter(|&(_, decides)| decides).map(|(&line, _)| line).collect();
                layout.set(&chart);
                continue;
            }
            match (0..costs.len()).min_by_key(|&index| costs[index]) {
                Some(index) if costs[index] <= price => layout.remove(index),
                _ => return Ok(()),
            }
        }
    }

    /// Insert the line that saves most, if any does, at a price per line.
    fn insert_best(&self, layout: &mut Layout<'_>, price: Loss) -> Result<bool, Stopped> {
        self.check()?;
        match layout.best_insertion(price) {
            Some(best) if best.change < -MIN_GAIN => {
                layout.insert(best);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Remove every line in turn, and insert the best one instead.
    fn exchange_each(&self, layout: &mut Layout<'_>) -> Result<(), Stopped> {
        let mut index = 0;
        while index < layout.chart().len() {
            let (before, loss) = (layout.chart().to_vec(), layout.loss());
            layout.remove(index);
            self.insert_best(layout, 0)?;
            if layout.loss() < loss - MIN_GAIN {
                self.prune_least(layout, 0)?;
            } else {
                layout.set(&before);
            }
            index += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const HANDS: usize = 60;

    /// A loss of 10⁻⁶.
    const UNIT: Loss = (WHOLE / 1e6) as Loss;

    /// Lines that each match some hands, with random losses.
    fn candidates(random: &mut Random, count: usize) -> Vec<Candidate> {
        let candidate = |hold: usize, random: &mut Random| {
            let mut found = Candidate { holds: vec![hold as u32], ..Candidate::default() };
            for hand in 0..HANDS as u32 {
                if random.below(3) == 0 {
                    found.groups.push(hand);
                    found.losses.push(i64::from(random.below(1000)) * UNIT);
                }
            }
            found
        };
        (0..count).map(|hold| candidate(hold, random)).collect()
    }

    /// The loss of a list, hand by hand.
    fn loss(candidates: &[Candidate], fallback_losses: &[Loss], chart: &[usize]) -> Loss {
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
        let fallback_losses = vec![1000 * UNIT; HANDS];
        for _ in 0..50 {
            let candidates = candidates(&mut random, 8);
            let search = Search::new(&candidates, &fallback_losses, &monitor);
            let chart = [3, 1, 5, 0];
            let mut layout = Layout::new(&search, &[0, 2]);
            layout.set(&chart);
            let before = loss(&candidates, &fallback_losses, &chart);
            assert_eq!(layout.loss(), before);
            for candidate in [2, 4, 6, 7] {
                let found = layout.insertion_of(candidate);
                let changes = (0..=chart.len()).map(|index| {
                    let mut other = chart.to_vec();
                    other.insert(index, candidate);
                    loss(&candidates, &fallback_losses, &other) - before
                });
                let best = changes.fold(0, i64::min);
                assert_eq!(found.change, best);
            }
            let (costs, _) = layout.costs();
            for (index, cost) in costs.iter().enumerate().take(chart.len()) {
                let mut other = chart.to_vec();
                other.remove(index);
                let more = loss(&candidates, &fallback_losses, &other) - before;
                assert_eq!(*cost, more);
            }
        }
    }

    #[test]
    fn short_lists_are_nearly_the_best_of_all() {
        let mut random = Random::new(9);
        let monitor = Monitor::new();
        let fallback_losses = vec![1000 * UNIT; HANDS];
        let (mut found_in_all, mut best_in_all) = (0, 0);
        for _ in 0..40 {
            let candidates = candidates(&mut random, 7);
            let search = Search::new(&candidates, &fallback_losses, &monitor);
            let Ok(chart) = search.find((0..7).collect(), 2) else { unreachable!() };
            assert!(chart.len() <= 2);
            let pairs = (0..7).flat_map(|first| (0..7).map(move |second| [first, second]));
            let best = pairs
                .map(|pair| loss(&candidates, &fallback_losses, &pair))
                .fold(Loss::MAX, i64::min);
            let found = loss(&candidates, &fallback_losses, &chart);
            assert!(found >= best);
            found_in_all += found;
            best_in_all += best;
        }
        assert!(found_in_all < best_in_all + best_in_all / 100);
    }

    #[test]
    fn a_search_can_be_stopped() {
        let candidates = candidates(&mut Random::new(1), 5);
        let fallback_losses = vec![1000 * UNIT; HANDS];
        let monitor = Monitor::new();
        monitor.stop();
        assert!(Search::new(&candidates, &fallback_losses, &monitor).find(vec![0, 1], 1).is_err());
    }
}
