//! The smallest edits that mend a chart: moves, removals, insertions and replacements of lines.

use super::candidates::Candidates;
use super::hold::Describer;
use super::layout::Layout;
use super::rule::{ChartLine, Rule};
use super::search::{Loss, Search, WHOLE};
use super::{Strategy, ValuedHands};
use crate::monitor::{Monitor, Stopped};

/// An edit that saves less than this fraction of the return is not worth making.
const MIN_GAIN: Loss = (WHOLE * 1e-9) as Loss;

/// A replacement is a larger edit than a move: it has to save this much more, as a part of the whole.
const REPLACEMENT_PART: Loss = 20;

/// A change to a chart; indices are from 0, before the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Move a line so that it has another index.
    Move {
        /// Where it is.
        from: usize,
        /// Where it should be.
        to: usize,
    },
    /// Remove a line.
    Remove {
        /// Where it is.
        from: usize,
    },
    /// Insert a line.
    Insert {
        /// Where it should be.
        to: usize,
    },
    /// Remove a line, and insert another one.
    Replace {
        /// Where the old one is.
        from: usize,
        /// Where the new one should be.
        to: usize,
    },
}

/// A chart after some edits.
#[derive(Clone, Debug)]
pub struct EditedChart {
    /// The edits in their order, each with the text of the line that is moved, removed or inserted.
    pub edits: Vec<(Edit, String)>,
    /// The chart after each edit.
    pub charts: Vec<Strategy>,
}

impl Strategy {
    /// Find the edits that save most, one after another, at most this many.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn mend(
        &self,
        all: &ValuedHands,
        max_edits: usize,
        monitor: &Monitor,
    ) -> Result<EditedChart, Stopped> {
        monitor.expect(2 * all.hands.len() as u64);
        let penalties = self.lines.iter().flat_map(|line| &line.rules).any(Rule::has_penalty);
        let describer = Describer::new(all.wild, all.high_ranks(), penalties);
        let Candidates { lines: offered, candidates, fallback_losses, .. } =
            Candidates::new(all, &describer, &self.lines, monitor)?;
        let search = Search::new(&candidates, &fallback_losses, monitor);
        let mut chart: Vec<usize> = (0..self.lines.len()).collect();
        let mut edited = EditedChart { edits: Vec::new(), charts: Vec::new() };
        for _ in 0..max_edits {
            let Some((edit, after)) = best_edit(&search, &chart)? else { break };
            let named = match edit {
                Edit::Move { from, .. } | Edit::Remove { from } => chart[from],
                Edit::Insert { to } | Edit::Replace { to, .. } => after[to],
            };
            let lines: Vec<ChartLine> = after.iter().map(|&line| offered[line].clone()).collect();
            let wording = self.wording.line(&offered[named], &describer);
            edited.edits.push((edit, wording));
            edited.charts.push(Self { lines, ..self.clone() });
            chart = after;
        }
        Ok(edited)
    }
}

/// The edit that saves most, and the list after it; `None` if none is worth making.
fn best_edit(search: &Search<'_>, chart: &[usize]) -> Result<Option<(Edit, Vec<usize>)>, Stopped> {
    let mut layout = Layout::new(search, chart);
    let before = layout.loss();
    let with = |rest: &[usize], index: usize, line: usize| {
        let mut list = rest.to_vec();
        list.insert(index, line);
        list
    };
    let mut best: Option<(Loss, Edit, Vec<usize>)> = None;
    let mut replacement: Option<(Loss, Edit, Vec<usize>)> = None;
    let keep = |best: &mut Option<(Loss, Edit, Vec<usize>)>, gain: Loss, edit, list| {
        if gain > MIN_GAIN && best.as_ref().is_none_or(|other| gain > other.0 + MIN_GAIN) {
            *best = Some((gain, edit, list));
        }
    };
    for from in 0..chart.len() {
        let mut rest = chart.to_vec();
        let line = rest.remove(from);
        search.check()?;
        layout.set(&rest);
        let without = before - layout.loss();
        let moved = layout.insertion_of(line);
        let to = moved.index;
        keep(&mut best, without - moved.change, Edit::Move { from, to }, with(&rest, to, line));
        if let Some(other) = layout.best_insertion(0) {
            let list = with(&rest, other.index, other.candidate);
            let edit = Edit::Replace { from, to: other.index };
            keep(&mut replacement, without - other.change, edit, list);
        }
        keep(&mut best, without, Edit::Remove { from }, rest);
    }
    layout.set(chart);
    if let Some(inserted) = layout.best_insertion(0) {
        let to = inserted.index;
        let list = with(chart, to, inserted.candidate);
        keep(&mut best, -inserted.change, Edit::Insert { to }, list);
    }
    let simple = best.as_ref().map_or(0, |best| best.0);
    let chosen = match replacement {
        Some(larger) if larger.0 > simple + simple / REPLACEMENT_PART => Some(larger),
        _ => best,
    };
    Ok(chosen.map(|(_, edit, list)| (edit, list)))
}
