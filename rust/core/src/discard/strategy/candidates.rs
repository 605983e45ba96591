//! The loss of every hand under every candidate line of a chart.

use std::collections::HashMap;

use super::hold::{Describer, Form, Hold};
use super::rule::{Preference, Rule};
use super::rule_space::rule_space;
use super::search::Candidate;
use super::{Match, ValuedHands};
use crate::discard::Mask;
use crate::monitor::{Monitor, Stopped};

/// Hands between two checks of the monitor.
const CHUNK: usize = 2_048;

/// The candidate lines, and the initial chart.
pub(super) struct Candidates {
    /// The rule and preference of each line.
    pub(super) lines: Vec<(Rule, Preference)>,
    /// The cost of each line.
    pub(super) candidates: Vec<Candidate>,
    /// The loss of each hand if only wild cards are held.
    pub(super) fallback_losses: Vec<f64>,
    /// The initial chart: long and nearly perfect, with narrow lines, the most valuable first.
    pub(super) start: Vec<usize>,
}

/// The holds of all hands.
#[derive(Default)]
struct Holds {
    /// The distinct holds.
    holds: Vec<Hold>,
    /// The sum of the EVs of each hold over the hands that have it, and their number.
    value_sums: Vec<(f64, f64)>,
    /// Whether each hold is best for some hand.
    useful: Vec<bool>,
    /// The holds of all hands, as indices of distinct holds, with the discard.
    of_hands: Vec<(u32, Mask)>,
    /// The end of each hand's range.
    ends: Vec<usize>,
}

impl Candidates {
    /// Compute the cost of every line.
    pub(super) fn new(
        all: &ValuedHands,
        describer: &Describer,
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        let holds = Holds::new(all, describer, monitor)?;
        let mut rules = rule_space(&holds.holds);
        rules.retain(|(_, covered)| {
            covered.iter().any(|&hold_index| holds.useful[hold_index as usize])
        });
        let mut rules_of: Vec<Vec<usize>> = vec![Vec::new(); holds.holds.len()];
        for (rule, (_, covered)) in rules.iter().enumerate() {
            for &hold_index in covered {
                rules_of[hold_index as usize].push(rule);
            }
        }
        let (lists, fallback_losses) = losses(all, &holds, &rules_of, rules.len(), monitor)?;
        let start_rules = holds.narrow_rules(&rules, &rules_of);

        let (mut lines, mut candidates) = (Vec::new(), Vec::new());
        let mut first_line = Vec::with_capacity(rules.len());
        for ((rule, covered), [mut highest, mut lowest]) in rules.into_iter().zip(lists) {
            first_line.push(lines.len());
            highest.holds.clone_from(&covered);
            lowest.holds = covered;
            let differ = lowest != highest;
            lines.push((rule, Preference::Highest));
            candidates.push(highest);
            if differ {
                lines.push((rule, Preference::Lowest));
                candidates.push(lowest);
            }
        }
        let start = start_rules.into_iter().map(|rule| first_line[rule]).collect();
        Ok(Self { lines, candidates, fallback_losses, start })
    }
}

impl Holds {
    fn new(all: &ValuedHands, describer: &Describer, monitor: &Monitor) -> Result<Self, Stopped> {
        let mut found = Self::default();
        let mut known: HashMap<Hold, u32> = HashMap::new();
        for (number, (hand, values)) in all.hands.iter().zip(&all.values).enumerate() {
            if number % CHUNK == 0 {
                monitor.advance(CHUNK as u64)?;
            }
            let best = values.iter().copied().max().unwrap_or(0);
            for (discard, hold) in describer.holds(*hand, values[0]) {
                let hold_index = *known.entry(hold).or_insert_with(|| {
                    found.holds.push(hold);
                    found.value_sums.push((0.0, 0.0));
                    found.useful.push(false);
                    found.holds.len() as u32 - 1
                });
                let value = values[discard.index()];
                let value_sum = &mut found.value_sums[hold_index as usize];
                *value_sum = (value_sum.0 + value as f64, value_sum.1 + 1.0);
                found.useful[hold_index as usize] |= value == best;
                found.of_hands.push((hold_index, discard));
            }
            found.ends.push(found.of_hands.len());
        }
        Ok(found)
    }

    /// The narrowest rule of every hold that is best for some hand, ordered by the mean EV of the
    /// holds.
    fn narrow_rules(&self, rules: &[(Rule, Vec<u32>)], rules_of: &[Vec<usize>]) -> Vec<usize> {
        let mean =
            |hold_index: &usize| self.value_sums[*hold_index].0 / self.value_sums[*hold_index].1;
        let mut indices: Vec<usize> =
            (0..self.holds.len()).filter(|&hold_index| self.useful[hold_index]).collect();
        indices.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        let mut found = Vec::new();
        for hold_index in indices {
            let narrowest = rules_of[hold_index].iter().min_by_key(|&&rule| rules[rule].1.len());
            if let Some(&rule) = narrowest {
                // The position of a rule is that of its least valuable hold.
                found.retain(|&other| other != rule);
                found.push(rule);
            }
        }
        found
    }
}

/// The loss of every hand under every rule, with the highest and with the lowest cards, and its
/// loss if only wild cards are held.
fn losses(
    all: &ValuedHands,
    holds: &Holds,
    rules_of: &[Vec<usize>],
    rules: usize,
    monitor: &Monitor,
) -> Result<(Vec<[Candidate; 2]>, Vec<f64>), Stopped> {
    const PREFERENCES: [Preference; 2] = [Preference::Highest, Preference::Lowest];
    let whole: f64 = (all.weights.iter().zip(&all.values))
        .map(|(&weight, values)| {
            f64::from(weight) * values.iter().copied().max().unwrap_or(0) as f64
        })
        .sum();
    // If nothing pays, nothing is lost.
    let whole = if whole > 0.0 { whole } else { 1.0 };
    let mut lists: Vec<[Candidate; 2]> = vec![Default::default(); rules];
    let mut fallback_losses = vec![0.0; all.hands.len()];
    let mut matched: Vec<[Option<Match>; 2]> = vec![[None; 2]; rules];
    let mut touched: Vec<usize> = Vec::new();
    let mut start = 0;
    for (hand, (values, &weight)) in all.values.iter().zip(&all.weights).enumerate() {
        if hand % CHUNK == 0 {
            monitor.advance(CHUNK as u64)?;
        }
        let best = values.iter().copied().max().unwrap_or(0);
        let loss = |value: i64| f64::from(weight) * (best - value) as f64 / whole;
        let end = holds.ends[hand];
        for &(hold_index, discard) in &holds.of_hands[start..end] {
            let hold = &holds.holds[hold_index as usize];
            let found = Match::new(discard, hold, values);
            if hold.form == Form::Nothing {
                fallback_losses[hand] = loss(found.value);
            }
            for &rule in &rules_of[hold_index as usize] {
                if matched[rule][0].is_none() {
                    touched.push(rule);
                }
                for (matched, preference) in matched[rule].iter_mut().zip(PREFERENCES) {
                    if matched.is_none_or(|other| found.is_before(&other, preference)) {
                        *matched = Some(found);
                    }
                }
            }
        }
        start = end;
        for rule in touched.drain(..) {
            for (matched, list) in matched[rule].iter_mut().zip(&mut lists[rule]) {
                if let Some(found) = matched.take() {
                    list.hands.push(hand as u32);
                    list.losses.push(loss(found.value));
                }
            }
        }
    }
    Ok((lists, fallback_losses))
}
