//! Strategies that a person can learn: a short ordered list of holds, derived from exact values.
//!
//! A chart is followed from the top: the first line that speaks of cards which are in the hand says
//! what to hold. Wild cards are always held. Of several holds on that line it is the one with the
//! highest cards, or with the lowest where the line says so; of those with the same ranks the better
//! one. What is thrown away is never looked at, so the charts are free of the exceptions that
//! players call penalty cards, and lose a little by it. How much is counted exactly, hand by hand.

mod candidates;
mod hold;
mod rule;
mod search;
mod valued;
mod vocabulary;
mod words;

pub use self::valued::{PayingLine, ValuedHands};

use rayon::prelude::*;

use self::candidates::Candidates;
use self::hold::{Describer, Form, Hold};
use self::rule::{Preference, Rule};
use self::search::Search;
use self::words::Words;
use super::mask::Mask;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// Hands between two looks at the monitor.
const CHUNK: usize = 2_048;

/// A chart: an ordered list of holds.
///
/// ```
/// use cardcore::discard::strategy::{Strategy, ValuedHands};
/// use cardcore::discard::{NaturalValuation, Objective};
/// use cardcore::monitor::Monitor;
///
/// let valuation = NaturalValuation::new("jacks-or-better-9-6".parse::<Objective>()?);
/// let strategy = Strategy::derive(&ValuedHands::new(&valuation, &Monitor::new())?, 8, &Monitor::new())?;
/// let lines: Vec<String> = strategy.lines().collect();
/// assert_eq!(lines.len(), 8);
/// assert_eq!(lines[7], "nothing: draw five cards");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Strategy {
    describer: Describer,
    words: Words,
    /// All lines but the last, which is to hold nothing but wild cards.
    lines: Vec<(Rule, Preference)>,
}

/// What comes of following a chart with every hand.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The line that decides each hand, from 0.
    pub lines: Vec<u16>,
    /// What it says to discard.
    pub discards: Vec<Mask>,
    /// What is lost by it against the best discard, in the unit of the values.
    pub losses: Vec<i64>,
    /// What each line makes of the hands that it decides.
    pub by_line: Vec<LineResult>,
}

/// What a line makes of the hands that it decides, each as often as it comes up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineResult {
    /// How many hands it decides.
    pub hands: u64,
    /// What they lose against the best discard.
    pub lost: i128,
    /// What they would lose more without this line.
    pub saved: i128,
}

/// The hold that a line means, of those of a hand that it speaks of.
#[derive(Clone, Copy, Debug)]
struct Meant {
    discard: Mask,
    height: u32,
    value: i64,
}

impl Meant {
    fn new(discard: Mask, hold: &Hold, values: &[i64; Mask::COUNT]) -> Self {
        Self { discard, height: hold.height(), value: values[discard.index()] }
    }

    /// Whether this hold is meant rather than another of the same line.
    fn is_before(&self, other: &Self, preference: Preference) -> bool {
        let (mine, others) = match preference {
            Preference::Highest => (self.height, other.height),
            Preference::Lowest => (other.height, self.height),
        };
        (mine, self.value) > (others, other.value)
    }
}

impl Strategy {
    /// Derive a chart of at most so many lines, at least one.
    ///
    /// The search is no proof that there is none better. The same question has the same answer,
    /// whatever the number of threads.
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop.
    pub fn derive(all: &ValuedHands, lines: usize, monitor: &Monitor) -> Result<Self, Stopped> {
        monitor.expect(2 * all.hands.len() as u64);
        let describer = Describer::new(all.wild, all.high_ranks());
        let Candidates { lines: offered, candidates, otherwise, start } =
            Candidates::new(all, &describer, monitor)?;
        let search = Search::new(&candidates, &otherwise, monitor);
        let chart = search.find(start, lines.saturating_sub(1))?;
        let lines = chart.into_iter().map(|line| offered[line]).collect();
        Ok(Self { describer, words: Words::new(all.wild, &all.payouts), lines })
    }

    /// The lines in words, from the top.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let lines = self.lines.iter().map(|(rule, preference)| self.words.line(rule, *preference));
        lines.chain([self.words.nothing()])
    }

    /// The ranks that are high cards, from the two as 0.
    pub fn high_ranks(&self) -> impl Iterator<Item = u8> {
        (0..13).filter(|rank| self.describer.high() >> rank & 1 == 1)
    }

    /// The line that decides a hand, from 0, and what it says to discard.
    #[must_use]
    pub fn choose(&self, hand: [u8; 5], values: &[i64; Mask::COUNT]) -> (usize, Mask) {
        self.choose_below(0, &self.describer.holds(hand, values[0]), values)
    }

    /// The first line from a place down that decides a hand, and what it says to discard.
    fn choose_below(
        &self,
        first: usize,
        holds: &[(Mask, Hold)],
        values: &[i64; Mask::COUNT],
    ) -> (usize, Mask) {
        for (place, (rule, preference)) in self.lines.iter().enumerate().skip(first) {
            let covered = holds.iter().filter(|(_, hold)| rule.covers(hold));
            let meant = covered.map(|(discard, hold)| Meant::new(*discard, hold, values)).reduce(
                |meant, other| if other.is_before(&meant, *preference) { other } else { meant },
            );
            if let Some(meant) = meant {
                return (place, meant.discard);
            }
        }
        let nothing = holds.iter().find(|(_, hold)| hold.form == Form::Nothing);
        (self.lines.len(), nothing.map_or(Mask::NONE, |(discard, _)| *discard))
    }

    /// Follow the chart with every hand.
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop.
    pub fn follow(&self, all: &ValuedHands, monitor: &Monitor) -> Result<Followed, Stopped> {
        let chunks = all.hands.par_chunks(CHUNK).zip(all.values.par_chunks(CHUNK));
        let start = || Followed {
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
        hand: [u8; 5],
        values: &[i64; Mask::COUNT],
        weight: u32,
        followed: &mut Followed,
    ) {
        let holds = self.describer.holds(hand, values[0]);
        let (line, discard) = self.choose_below(0, &holds, values);
        // The last line cannot be left out: whoever has no other holds nothing.
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
