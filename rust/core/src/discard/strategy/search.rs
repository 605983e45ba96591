//! The search for a short ordered list of lines that loses little.
//!
//! A line decides the hands that it can be followed with and that no line above it decides. What
//! every hand loses by every line is known beforehand, so the loss of a list is a sum, and what it
//! would be with a line put in anywhere, for all places at once, takes one look at the hands of that
//! line. The search begins with a long list that is nearly perfect and asks a price for every line,
//! which rises until the list is short enough: whatever lowers the loss and the price together is
//! done, be it to leave out a line, or to put one in, which may make several below it idle. In the
//! end every line is taken out in turn and the best one put in instead, until that changes nothing.
//!
//! Losses are floating point here and added up in a fixed order, so that the answer does not depend
//! on the threads; what the list that is found loses is counted in whole numbers afterwards.

use std::cmp::Ordering;

use rayon::prelude::*;

use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// A line that a list may have.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Candidate {
    /// The holds that it speaks of, in order.
    pub(super) holds: Vec<u32>,
    /// The hands that it can be followed with, in order.
    pub(super) hands: Vec<u32>,
    /// What each of them loses by it, as often as it comes up, as a part of the whole return.
    pub(super) losses: Vec<f64>,
}

/// What is less than this part of the return is no gain.
const NOTICEABLE: f64 = 1e-13;

/// The first price of a line, as a part of the return, and by how much it rises.
const FIRST_PRICE: f64 = 1e-8;
const RISE: f64 = 2.0;

/// How often all lines are exchanged at most.
const ROUNDS: usize = 8;

/// The search for a list of lines.
pub(super) struct Search<'a> {
    candidates: &'a [Candidate],
    /// For each candidate those whose holds are all its own.
    parts: Vec<Vec<bool>>,
    /// What each hand loses if no line decides it.
    otherwise: &'a [f64],
    monitor: &'a Monitor,
}

/// A list of lines, laid out over all hands.
struct Layout {
    /// The place of the line that decides each hand.
    places: Vec<u16>,
    /// What each hand loses.
    losses: Vec<f64>,
    /// What each would lose without the line that decides it.
    next_losses: Vec<f64>,
}

/// A line to put in.
#[derive(Clone, Copy)]
struct Insertion {
    change: f64,
    candidate: usize,
    place: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        candidates: &'a [Candidate],
        otherwise: &'a [f64],
        monitor: &'a Monitor,
    ) -> Self {
        let parts = candidates
            .iter()
            .map(|whole| {
                let is_own = |hold: &u32| whole.holds.binary_search(hold).is_ok();
                candidates.iter().map(|part| part.holds.iter().all(is_own)).collect()
            })
            .collect();
        Self { candidates, parts, otherwise, monitor }
    }

    /// Find a list of at most so many lines, beginning with a list that may be longer.
    pub(super) fn find(&self, start: Vec<usize>, most: usize) -> Result<Vec<usize>, Stopped> {
        let mut longer = start;
        let mut price = FIRST_PRICE;
        let chart = loop {
            let mut chart = longer.clone();
            self.improve(&mut chart, price)?;
            if chart.len() <= most {
                break chart;
            }
            longer = chart;
            price *= RISE;
        };
        // The last rise may have been too much.
        self.shorten(&mut longer, most)?;
        let (chart, other) = (self.polish(chart, most)?, self.polish(longer, most)?);
        Ok(if self.loss(&other) < self.loss(&chart) { other } else { chart })
    }

    /// Fill a list up, and exchange its lines until that changes nothing.
    fn polish(&self, mut chart: Vec<usize>, most: usize) -> Result<Vec<usize>, Stopped> {
        for _ in 0..ROUNDS {
            let loss = self.loss(&chart);
            while chart.len() < most && self.insert_best(&mut chart, 0.0)? {}
            self.exchange_each(&mut chart)?;
            if self.loss(&chart) > loss - NOTICEABLE {
                break;
            }
        }
        Ok(chart)
    }

    /// What a list loses in all.
    fn loss(&self, chart: &[usize]) -> f64 {
        self.lay_out(chart).losses.iter().sum()
    }

    fn lay_out(&self, chart: &[usize]) -> Layout {
        let mut layout = Layout {
            places: vec![chart.len() as u16; self.otherwise.len()],
            losses: self.otherwise.to_vec(),
            next_losses: self.otherwise.to_vec(),
        };
        for (place, &line) in chart.iter().enumerate().rev() {
            let Candidate { hands, losses, .. } = &self.candidates[line];
            for (&hand, &loss) in hands.iter().zip(losses) {
                let hand = hand as usize;
                layout.next_losses[hand] = layout.losses[hand];
                layout.losses[hand] = loss;
                layout.places[hand] = place as u16;
            }
        }
        layout
    }

    /// Leave lines out and put lines in while that lowers the loss and the price of all lines.
    fn improve(&self, chart: &mut Vec<usize>, price: f64) -> Result<(), Stopped> {
        loop {
            self.drop_least(chart, price)?;
            if !self.insert_best(chart, price)? {
                return Ok(());
            }
        }
    }

    /// Leave out the lines that are missed least until so many are left.
    fn shorten(&self, chart: &mut Vec<usize>, most: usize) -> Result<(), Stopped> {
        while chart.len() > most {
            let costs = self.costs(chart).0;
            let least = (0..chart.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
            chart.remove(least.unwrap_or(0));
            self.drop_least(chart, 0.0)?;
        }
        Ok(())
    }

    /// What the loss would be more without each line, and which lines decide anything.
    fn costs(&self, chart: &[usize]) -> (Vec<f64>, Vec<bool>) {
        let layout = self.lay_out(chart);
        let mut costs = vec![0.0; chart.len() + 1];
        let mut decides = vec![false; chart.len() + 1];
        for (hand, &place) in layout.places.iter().enumerate() {
            costs[usize::from(place)] += layout.next_losses[hand] - layout.losses[hand];
            decides[usize::from(place)] = true;
        }
        (costs, decides)
    }

    /// Leave out lines that decide nothing, or save less than their price.
    fn drop_least(&self, chart: &mut Vec<usize>, price: f64) -> Result<(), Stopped> {
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
                Some(place) if costs[place] <= price => chart.remove(place),
                _ => return Ok(()),
            };
        }
    }

    /// Put in the line that saves most, if any does, at a price for every line.
    fn insert_best(&self, chart: &mut Vec<usize>, price: f64) -> Result<bool, Stopped> {
        let layout = self.lay_out(chart);
        match self.best_insertion(&layout, chart, price)? {
            Some(best) if best.change < -NOTICEABLE => {
                chart.insert(best.place, best.candidate);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The line that saves most, and where.
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

    /// What a line changes at the place where it saves most.
    fn insertion(
        &self,
        layout: &Layout,
        chart: &[usize],
        price: f64,
        candidate: usize,
    ) -> Insertion {
        let Candidate { hands, losses, .. } = &self.candidates[candidate];
        let mut changes = vec![0.0; chart.len() + 1];
        for (&hand, &loss) in hands.iter().zip(losses) {
            let hand = hand as usize;
            changes[usize::from(layout.places[hand])] += loss - layout.losses[hand];
        }
        let mut best = Insertion { change: 0.0, candidate, place: chart.len() };
        let mut change = price;
        for place in (0..=chart.len()).rev() {
            // A line decides all hands that lines below it would, and makes its parts idle.
            change += changes[place];
            if chart.get(place).is_some_and(|&line| self.parts[candidate][line]) {
                change -= price;
            }
            if change < best.change {
                best = Insertion { change, candidate, place };
            }
        }
        best
    }

    /// Take out every line in turn, and put in the best one instead.
    fn exchange_each(&self, chart: &mut Vec<usize>) -> Result<(), Stopped> {
        let mut place = 0;
        while place < chart.len() {
            let mut other = chart.clone();
            other.remove(place);
            self.insert_best(&mut other, 0.0)?;
            if self.loss(&other) < self.loss(chart) - NOTICEABLE {
                *chart = other;
                self.drop_least(chart, 0.0)?;
            }
            place += 1;
        }
        Ok(())
    }
}

/// The insertion that saves more; of equals the candidate that comes first.
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

    /// Lines that can be followed with some hands each, at random losses.
    fn candidates(random: &mut Random, count: usize) -> Vec<Candidate> {
        let candidate = |hold: usize, random: &mut Random| {
            let mut found = Candidate { holds: vec![hold as u32], ..Candidate::default() };
            for hand in 0..HANDS as u32 {
                if random.below(3) == 0 {
                    found.hands.push(hand);
                    found.losses.push(f64::from(random.below(1000)) / 1e6);
                }
            }
            found
        };
        (0..count).map(|hold| candidate(hold, random)).collect()
    }

    /// What a list loses, hand by hand.
    fn loss(candidates: &[Candidate], otherwise: &[f64], chart: &[usize]) -> f64 {
        let decided = |hand: usize| {
            chart.iter().find_map(|&line| {
                let place = candidates[line].hands.iter().position(|&one| one as usize == hand)?;
                Some(candidates[line].losses[place])
            })
        };
        (0..HANDS).map(|hand| decided(hand).unwrap_or(otherwise[hand])).sum()
    }

    #[test]
    fn an_insertion_changes_what_it_says() {
        let mut random = Random::new(4);
        let monitor = Monitor::new();
        let otherwise = vec![0.001; HANDS];
        for _ in 0..50 {
            let candidates = candidates(&mut random, 8);
            let search = Search::new(&candidates, &otherwise, &monitor);
            let chart = [3, 1, 5, 0];
            let layout = search.lay_out(&chart);
            let before = loss(&candidates, &otherwise, &chart);
            assert!((search.loss(&chart) - before).abs() < 1e-12);
            for candidate in [2, 4, 6, 7] {
                let found = search.insertion(&layout, &chart, 0.0, candidate);
                let changes = (0..=chart.len()).map(|place| {
                    let mut other = chart.to_vec();
                    other.insert(place, candidate);
                    loss(&candidates, &otherwise, &other) - before
                });
                let best = changes.fold(0.0, f64::min);
                assert!((found.change - best).abs() < 1e-12);
            }
            let (costs, _) = search.costs(&chart);
            for (place, cost) in costs.iter().enumerate().take(chart.len()) {
                let mut other = chart.to_vec();
                other.remove(place);
                let more = loss(&candidates, &otherwise, &other) - before;
                assert!((cost - more).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn short_lists_are_nearly_the_best_of_all() {
        let mut random = Random::new(9);
        let monitor = Monitor::new();
        let otherwise = vec![0.001; HANDS];
        let (mut found_in_all, mut best_in_all) = (0.0, 0.0);
        for _ in 0..40 {
            let candidates = candidates(&mut random, 7);
            let search = Search::new(&candidates, &otherwise, &monitor);
            let Ok(chart) = search.find((0..7).collect(), 2) else { unreachable!() };
            assert!(chart.len() <= 2);
            let pairs = (0..7).flat_map(|first| (0..7).map(move |second| [first, second]));
            let best = pairs
                .map(|pair| loss(&candidates, &otherwise, &pair))
                .fold(f64::INFINITY, f64::min);
            let found = loss(&candidates, &otherwise, &chart);
            assert!(found >= best - 1e-12);
            found_in_all += found;
            best_in_all += best;
        }
        assert!(found_in_all < 1.01 * best_in_all);
    }

    #[test]
    fn a_search_can_be_stopped() {
        let candidates = candidates(&mut Random::new(1), 5);
        let otherwise = vec![0.001; HANDS];
        let monitor = Monitor::new();
        monitor.stop();
        assert!(Search::new(&candidates, &otherwise, &monitor).find(vec![0, 1], 1).is_err());
    }
}
