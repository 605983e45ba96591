//! Strategy charts that a person can learn: a short ordered list of holds, derived from exact EVs.
//!
//! A chart is read from the top: the first line that matches some of the hand's cards decides the
//! hold. Wild cards are always held. Among several matching holds the one with the highest cards is
//! chosen, or with the lowest where the line says so; among holds of equal ranks the better one.
//! Discarded cards are considered only on request, as penalty cards; otherwise charts lose a little
//! EV. The loss is counted exactly, hand by hand.

mod bound;
mod candidates;
mod edits;
mod hold;
mod layout;
mod rule;
mod rule_space;
mod search;
mod text;
mod valued;

pub use self::edits::{Edit, EditedChart};
pub use self::hold::{Dealt, Form};
pub use self::rule::{ChartLine, Preference, Rule, Span};
pub use self::valued::{Lines, PayingLine, ValuedHands};

use rayon::prelude::*;

use self::bound::lower_bound;
use self::candidates::Candidates;
use self::hold::{Describer, Hold};
use self::search::Search;
use self::text::Wording;
use super::mask::Mask;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// Hands between two checks of the monitor.
const CHUNK: usize = 2_048;

/// A strategy chart: an ordered list of holds.
///
/// ```
/// use cardcore::discard::strategy::{Strategy, ValuedHands};
/// use cardcore::discard::{NaturalValuation, Objective};
/// use cardcore::monitor::Monitor;
///
/// let valuation = NaturalValuation::new("jacks-or-better-9-6".parse::<Objective>()?);
/// let monitor = Monitor::new();
/// let hands = ValuedHands::new(&valuation, &monitor)?;
/// let strategy = Strategy::derive(&hands, 8, false, &monitor)?;
/// let lines: Vec<String> = strategy.lines().collect();
/// assert_eq!(lines.len(), 8);
/// assert_eq!(lines[7], "nothing: draw five cards");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Strategy {
    describer: Describer,
    wording: Wording,
    /// All lines except the last, which holds only wild cards.
    lines: Vec<ChartLine>,
}

/// The result of following a chart with every hand.
#[derive(Clone, Debug)]
pub struct ChartResult {
    /// The line that decides each hand, from 0.
    pub lines: Vec<u16>,
    /// The discard it gives.
    pub discards: Vec<Mask>,
    /// The EV lost against the best discard, in the unit of the values.
    pub losses: Vec<i64>,
    /// The result of each line.
    pub by_line: Vec<LineResult>,
}

/// The result of a line over the hands that it decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineResult {
    /// The number of hands it decides.
    pub hands: u64,
    /// The EV they lose against the best discard.
    pub lost: i128,
    /// The additional loss without this line.
    pub saved: i128,
}

/// The chosen hold among those that match a line.
#[derive(Clone, Copy, Debug)]
struct Match {
    discard: Mask,
    kept: u8,
    height: u32,
    value: i64,
}

impl Match {
    fn new(discard: Mask, hold: &Hold, values: &[i64; Mask::COUNT]) -> Self {
        let value = values[discard.index()];
        Self { discard, kept: hold.kept, height: hold.height(), value }
    }

    /// Whether this hold is preferred over another on the same line: more cards, which matters on
    /// lines of several rules, then higher or lower ones, then the better hold.
    fn is_before(&self, other: &Self, preference: Preference) -> bool {
        let (mine, others) = match preference {
            Preference::Highest => (self.height, other.height),
            Preference::Lowest => (other.height, self.height),
        };
        (self.kept, mine, self.value) > (other.kept, others, other.value)
    }
}

impl Strategy {
    /// Derive a chart of at most this many lines, at least one; `penalties` allows lines that look
    /// at penalty cards.
    ///
    /// The search is heuristic: a better chart may exist, but not one that loses less than its
    /// [`Strategy::lower_bound`]. The result is deterministic on any number of threads.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn derive(
        all: &ValuedHands,
        lines: usize,
        penalties: bool,
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        monitor.expect(2 * all.hands.len() as u64);
        let describer = Describer::new(all.wild, all.high_ranks(), penalties);
        let Candidates { lines: offered, candidates, fallback_losses, start } =
            Candidates::new(all, &describer, &[], monitor)?;
        let search = Search::new(&candidates, &fallback_losses, monitor);
        let chart = search.find(start, lines.saturating_sub(1))?;
        let mut lines: Vec<ChartLine> =
            chart.into_iter().map(|line| offered[line].clone()).collect();
        // Hands with different numbers of wild cards never meet on a line, so those with the same
        // number stand together, as players know it.
        let wilds = |line: &ChartLine| line.rules.first().and_then(|rule| rule.wilds);
        lines.sort_by_key(|line| std::cmp::Reverse(wilds(line)));
        let wording = Wording::new(all.wild, &all.payouts);
        Ok(Self { describer, wording, lines })
    }

    /// A fraction of the return that every chart of this many lines loses; `penalties` as for
    /// [`Strategy::derive`], and `reached` is what some chart loses.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn lower_bound(
        all: &ValuedHands,
        lines: usize,
        penalties: bool,
        reached: f64,
        monitor: &Monitor,
    ) -> Result<f64, Stopped> {
        monitor.expect(2 * all.hands.len() as u64);
        let describer = Describer::new(all.wild, all.high_ranks(), penalties);
        let found = Candidates::new(all, &describer, &[], monitor)?;
        let max_lines = lines.saturating_sub(1);
        lower_bound(&found.candidates, &found.fallback_losses, max_lines, reached, monitor)
    }

    /// A chart of these lines, followed by one that holds only wild cards.
    #[must_use]
    pub fn from_lines(all: &ValuedHands, lines: Vec<ChartLine>) -> Self {
        let penalties = lines.iter().flat_map(|line| &line.rules).any(Rule::has_penalty);
        let describer = Describer::new(all.wild, all.high_ranks(), penalties);
        Self { describer, wording: Wording::new(all.wild, &all.payouts), lines }
    }

    /// The lines as text, from the top.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let lines = self.lines.iter().map(|line| self.wording.line(line, &self.describer));
        lines.chain([self.wording.nothing()])
    }

    /// The ranks of high cards, from the two as 0.
    pub fn high_ranks(&self) -> impl Iterator<Item = u8> {
        (0..13).filter(|rank| self.describer.high() >> rank & 1 == 1)
    }

    /// The line that decides a hand, from 0, and the discard it gives.
    #[must_use]
    pub fn choose(&self, hand: Dealt, values: &[i64; Mask::COUNT]) -> (usize, Mask) {
        self.choose_below(0, &self.describer.holds(hand), values)
    }

    /// The first line from an index on that decides a hand, and the discard it gives.
    fn choose_below(
        &self,
        first: usize,
        holds: &[(Mask, Hold)],
        values: &[i64; Mask::COUNT],
    ) -> (usize, Mask) {
        for (line, ChartLine { rules, preference }) in self.lines.iter().enumerate().skip(first) {
            let covers = |hold: &Hold| rules.iter().any(|rule| rule.covers(hold));
            let covered = holds.iter().filter(|(_, hold)| covers(hold));
            let matched = covered.map(|(discard, hold)| Match::new(*discard, hold, values)).reduce(
                |matched, other| {
                    if other.is_before(&matched, *preference) { other } else { matched }
                },
            );
            if let Some(matched) = matched {
                return (line, matched.discard);
            }
        }
        let nothing = holds.iter().find(|(_, hold)| hold.form == Form::Nothing);
        (self.lines.len(), nothing.map_or(Mask::NONE, |(discard, _)| *discard))
    }

    /// Follow the chart with every hand.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn follow(&self, all: &ValuedHands, monitor: &Monitor) -> Result<ChartResult, Stopped> {
        let chunks = all.hands.par_chunks(CHUNK).zip(all.values.par_chunks(CHUNK));
        let start = || ChartResult {
            lines: Vec::new(),
            discards: Vec::new(),
            losses: Vec::new(),
            by_line: vec![LineResult::default(); self.lines.len() + 1],
        };
        parallel::sum(
            chunks.zip(all.weights.par_chunks(CHUNK)),
            start,
            |mut followed, ((hands, values), weights)| {
                monitor.check()?;
                for ((&hand, values), &weight) in hands.iter().zip(values).zip(weights) {
                    self.follow_one(hand, values, weight, &mut followed);
                }
                Ok(followed)
            },
            |mut left, right| {
                left.lines.extend(right.lines);
                left.discards.extend(right.discards);
                left.losses.extend(right.losses);
                for (left, right) in left.by_line.iter_mut().zip(right.by_line) {
                    left.hands += right.hands;
                    left.lost += right.lost;
                    left.saved += right.saved;
                }
                left
            },
        )
    }

    fn follow_one(
        &self,
        hand: Dealt,
        values: &[i64; Mask::COUNT],
        weight: u32,
        followed: &mut ChartResult,
    ) {
        let holds = self.describer.holds(hand);
        let (line, discard) = self.choose_below(0, &holds, values);
        // The last line cannot be omitted: it applies to hands that match no other.
        let (_, without) = self.choose_below(line + 1, &holds, values);
        let best = values.iter().copied().max().unwrap_or(0);
        let value = values[discard.index()];
        followed.lines.push(line as u16);
        followed.discards.push(discard);
        followed.losses.push(best - value);
        if let Some(result) = followed.by_line.get_mut(line) {
            result.hands += u64::from(weight);
            result.lost += i128::from(weight) * i128::from(best - value);
            result.saved += i128::from(weight) * i128::from(value - values[without.index()]);
        }
    }
}
