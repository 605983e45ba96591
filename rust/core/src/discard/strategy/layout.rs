//! A list of lines over all hands, changed step by step.
//!
//! A line decides the hands that match it and no line above it. For every line of the list and every
//! candidate, the layout keeps what would change if the candidate decided those hands instead. So
//! the best insertion of all candidates is found without looking at a hand, and after a change to
//! the list only the hands that another line now decides are looked at.

use super::search::{Candidate, Loss, Search};

/// The line of hands that no line decides.
const NO_LINE: usize = usize::MAX;

/// A list of lines, evaluated over all groups of hands.
pub(super) struct Layout<'a> {
    search: &'a Search<'a>,
    /// The lines, from the top.
    chart: Vec<usize>,
    /// The line that decides each group, and its loss.
    decided: Vec<(usize, Loss)>,
    /// The row of each line of the list in `changes`.
    row_of: Vec<usize>,
    free_rows: Vec<usize>,
    /// By row of a line, for each candidate: the change if it decided the hands of that line.
    changes: Vec<Vec<Loss>>,
    /// By line, whether each candidate matches all of its holds; only of lines that were needed.
    subsumers: Vec<Option<Vec<bool>>>,
}

/// The insertion of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Insertion {
    /// The change of the loss, and of the price of all lines.
    pub(super) change: Loss,
    /// The line.
    pub(super) candidate: usize,
    /// Where it is inserted.
    pub(super) index: usize,
}

impl<'a> Layout<'a> {
    pub(super) fn new(search: &'a Search<'a>, chart: &[usize]) -> Self {
        let count = search.candidates.len();
        let mut layout = Self {
            search,
            chart: Vec::new(),
            decided: search.fallback_losses.iter().map(|&loss| (NO_LINE, loss)).collect(),
            row_of: vec![0; count],
            free_rows: Vec::new(),
            changes: vec![vec![0; count]],
            subsumers: vec![None; count],
        };
        for (candidate, Candidate { groups, losses, .. }) in search.candidates.iter().enumerate() {
            let losses = groups.iter().zip(losses);
            let change = losses.map(|(&group, loss)| loss - search.fallback_losses[group as usize]);
            layout.changes[0][candidate] = change.sum();
        }
        layout.set(chart);
        layout
    }

    /// The lines, from the top.
    pub(super) fn chart(&self) -> &[usize] {
        &self.chart
    }

    /// The total loss.
    pub(super) fn loss(&self) -> Loss {
        self.decided.iter().map(|&(_, loss)| loss).sum()
    }

    /// Change the list to another one. A line that is in it twice counts where it is first.
    pub(super) fn set(&mut self, chart: &[usize]) {
        let search = self.search;
        let mut is_new = vec![false; search.candidates.len()];
        let mut lines = chart.to_vec();
        lines.retain(|&line| !std::mem::replace(&mut is_new[line], true));
        for &line in &lines {
            if !self.chart.contains(&line) {
                self.row_of[line] = self.free_rows.pop().unwrap_or(self.changes.len());
                if self.row_of[line] == self.changes.len() {
                    self.changes.push(vec![0; search.candidates.len()]);
                }
            }
        }
        let next = search.decide(&lines);
        for (group, &(line, loss)) in next.iter().enumerate() {
            let before = self.decided[group];
            if before == (line, loss) {
                continue;
            }
            let (old, new) = (self.row(before.0), self.row(line));
            for &(candidate, other) in search.lines_of(group) {
                self.changes[old][candidate as usize] -= other - before.1;
                self.changes[new][candidate as usize] += other - loss;
            }
        }
        // All changes of a line that decides nothing are zero again.
        let removed = self.chart.iter().filter(|&&line| !is_new[line]);
        self.free_rows.extend(removed.map(|&line| self.row_of[line]));
        self.decided = next;
        self.chart = lines;
    }

    /// Remove the line at an index.
    pub(super) fn remove(&mut self, index: usize) {
        let mut chart = self.chart.clone();
        chart.remove(index);
        self.set(&chart);
    }

    /// Insert a line.
    pub(super) fn insert(&mut self, insertion: Insertion) {
        let mut chart = self.chart.clone();
        chart.insert(insertion.index, insertion.candidate);
        self.set(&chart);
    }

    /// The row of the changes of a line; the first is that of hands that no line decides.
    fn row(&self, line: usize) -> usize {
        if line == NO_LINE { 0 } else { self.row_of[line] }
    }

    /// The additional loss without each line, and whether each line decides any hand.
    pub(super) fn costs(&self) -> (Vec<Loss>, Vec<bool>) {
        let mut costs = vec![0; self.chart.len()];
        let mut decides = vec![false; self.chart.len()];
        let mut below = self.search.fallback_losses.to_vec();
        for (index, &line) in self.chart.iter().enumerate().rev() {
            let Candidate { groups, losses, .. } = &self.search.candidates[line];
            for (&group, &loss) in groups.iter().zip(losses) {
                let group = group as usize;
                if self.decided[group].0 == line {
                    costs[index] += below[group] - loss;
                    decides[index] = true;
                }
                below[group] = loss;
            }
        }
        (costs, decides)
    }

    /// The line that saves most, at a price per line; ties go to the first one.
    pub(super) fn best_insertion(&mut self, price: Loss) -> Option<Insertion> {
        self.prepare_subsumers();
        let all = (0..self.search.candidates.len()).map(|one| self.insertion(price, one));
        all.reduce(|best, other| if other.change < best.change { other } else { best })
    }

    /// Where a line saves most.
    pub(super) fn insertion_of(&mut self, candidate: usize) -> Insertion {
        self.prepare_subsumers();
        self.insertion(0, candidate)
    }

    fn insertion(&self, price: Loss, candidate: usize) -> Insertion {
        let mut best = Insertion { change: 0, candidate, index: self.chart.len() };
        let mut change = price + self.changes[0][candidate];
        if change < best.change {
            best.change = change;
        }
        for (index, &line) in self.chart.iter().enumerate().rev() {
            // A line decides all hands that lines below it would, and makes the lines it covers
            // redundant.
            change += self.changes[self.row_of[line]][candidate];
            if self.subsumers[line].as_ref().is_some_and(|subsumers| subsumers[candidate]) {
                change -= price;
            }
            if change < best.change {
                best = Insertion { change, candidate, index };
            }
        }
        best
    }

    fn prepare_subsumers(&mut self) {
        for &line in &self.chart {
            if self.subsumers[line].is_none() {
                self.subsumers[line] = Some(self.search.subsumers(line));
            }
        }
    }
}
