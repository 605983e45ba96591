//! The loss of every hand under every candidate line of a chart.

use std::collections::HashMap;

use super::hold::{Describer, Form, Hold};
use super::rule::{ChartLine, Preference, Rule};
use super::rule_space::rule_space;
use super::search::{Candidate, Loss, WHOLE};
use super::{Match, ValuedHands};
use crate::discard::Mask;
use crate::monitor::{Monitor, Stopped};

/// Hands between two checks of the monitor.
const CHUNK: usize = 2_048;

/// The candidate lines, and the initial chart.
pub(super) struct Candidates {
    /// The lines.
    pub(super) lines: Vec<ChartLine>,
    /// The cost of each line.
    pub(super) candidates: Vec<Candidate>,
    /// The loss of each group of hands if only wild cards are held.
    pub(super) fallback_losses: Vec<Loss>,
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
    /// Compute the cost of every line: of those that are given, in their order, and of those that
    /// a chart could use.
    pub(super) fn new(
        all: &ValuedHands,
        describer: &Describer,
        given: &[ChartLine],
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        let holds = Holds::new(all, describer, monitor)?;
        let offered = rule_space(&holds.holds, &all.payouts, describer.partly_wild());
        let offered = offered.into_iter().filter(|(_, covered)| {
            covered.iter().any(|&hold_index| holds.useful[hold_index as usize])
        });
        let mut rules: Vec<(Vec<Rule>, Vec<u32>)> =
            given.iter().map(|line| (line.rules.clone(), holds.covered(&line.rules))).collect();
        rules.extend(offered.map(|(rule, covered)| (vec![rule], covered)));
        let mut rules_of: Vec<Vec<usize>> = vec![Vec::new(); holds.holds.len()];
        for (rule, (_, covered)) in rules.iter().enumerate() {
            for &hold_index in covered {
                rules_of[hold_index as usize].push(rule);
            }
        }
        let groups = holds.groups(&rules_of);
        let (lists, fallback_losses) =
            losses(all, &holds, &groups, &rules_of, rules.len(), monitor)?;
        let start_rules = holds.narrow_rules(&rules, &rules_of);

        let (mut lines, mut candidates) = (Vec::new(), Vec::new());
        let mut first_line = Vec::with_capacity(rules.len());
        for (index, ((rules, covered), lists)) in rules.into_iter().zip(lists).enumerate() {
            let [mut highest, mut lowest] = lists;
            first_line.push(lines.len());
            highest.holds.clone_from(&covered);
            lowest.holds = covered;
            let differ = lowest != highest;
            let wanted = given.get(index).map(|line| line.preference);
            if wanted != Some(Preference::Lowest) {
                let preference = Preference::Highest;
                lines.push(ChartLine { rules: rules.clone(), preference });
                candidates.push(highest);
            }
            if wanted.map_or(differ, |preference| preference == Preference::Lowest) {
                lines.push(ChartLine { rules, preference: Preference::Lowest });
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
            for (discard, hold) in describer.holds(*hand) {
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

    /// The indices of the holds that some rules match.
    fn covered(&self, rules: &[Rule]) -> Vec<u32> {
        let covers = |hold: &Hold| rules.iter().any(|rule| rule.covers(hold));
        (0..).zip(&self.holds).filter(|(_, hold)| covers(hold)).map(|(index, _)| index).collect()
    }

    /// The hands of each group: no line distinguishes hands that match the same rules.
    fn groups(&self, rules_of: &[Vec<usize>]) -> Vec<Vec<u32>> {
        // Few hands differ in their holds, and fewer in the rules that these match.
        let mut by_holds: HashMap<Vec<u32>, usize> = HashMap::new();
        let mut by_rules: HashMap<Vec<usize>, usize> = HashMap::new();
        let mut groups: Vec<Vec<u32>> = Vec::new();
        let mut start = 0;
        for (hand, &end) in (0..).zip(&self.ends) {
            let mut holds: Vec<u32> = self.of_hands[start..end].iter().map(|hold| hold.0).collect();
            start = end;
            holds.sort_unstable();
            holds.dedup();
            let group = *by_holds.entry(holds).or_insert_with_key(|holds| {
                let rules = holds.iter().flat_map(|&hold| &rules_of[hold as usize]);
                let mut rules: Vec<usize> = rules.copied().collect();
                rules.sort_unstable();
                rules.dedup();
                let next = by_rules.len();
                *by_rules.entry(rules).or_insert(next)
            });
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push(hand);
        }
        groups
    }

    /// The narrowest rule of every hold that is best for some hand, ordered by the mean EV of the
    /// holds.
    fn narrow_rules(&self, rules: &[(Vec<Rule>, Vec<u32>)], rules_of: &[Vec<usize>]) -> Vec<usize> {
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

/// The loss of every group of hands under every rule, with the highest and with the lowest cards,
/// and its loss if only wild cards are held.
fn losses(
    all: &ValuedHands,
    holds: &Holds,
    groups: &[Vec<u32>],
    rules_of: &[Vec<usize>],
    rules: usize,
    monitor: &Monitor,
) -> Result<(Vec<[Candidate; 2]>, Vec<Loss>), Stopped> {
    const PREFERENCES: [Preference; 2] = [Preference::Highest, Preference::Lowest];
    let whole: f64 = (all.weights.iter().zip(&all.values))
        .map(|(&weight, values)| {
            f64::from(weight) * values.iter().copied().max().unwrap_or(0) as f64
        })
        .sum();
    // If nothing pays, nothing is lost.
    let unit = if whole > 0.0 { WHOLE / whole } else { 0.0 };
    let mut lists: Vec<[Candidate; 2]> = vec![Default::default(); rules];
    let mut fallback_losses = vec![0; groups.len()];
    let mut matched: Vec<[Option<Match>; 2]> = vec![[None; 2]; rules];
    let mut sums: Vec<[Loss; 2]> = vec![[0; 2]; rules];
    let mut touched: Vec<usize> = Vec::new();
    for (group, hands) in groups.iter().enumerate() {
        for &hand in hands {
            monitor.advance(1)?;
            let hand = hand as usize;
            let (values, weight) = (&all.values[hand], all.weights[hand]);
            let best = values.iter().copied().max().unwrap_or(0);
            let loss =
                |value: i64| (f64::from(weight) * (best - value) as f64 * unit).round() as Loss;
            let start = if hand == 0 { 0 } else { holds.ends[hand - 1] };
            // All hands of the group match the same rules.
            touched.clear();
            for &(hold_index, discard) in &holds.of_hands[start..holds.ends[hand]] {
                let hold = &holds.holds[hold_index as usize];
                let found = Match::new(discard, hold, values);
                if hold.form == Form::Nothing {
                    fallback_losses[group] += loss(found.value);
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
            for &rule in &touched {
                for (sum, matched) in sums[rule].iter_mut().zip(&mut matched[rule]) {
                    *sum += matched.take().map_or(0, |found| loss(found.value));
                }
            }
        }
        for rule in touched.drain(..) {
            for (list, sum) in lists[rule].iter_mut().zip(&mut sums[rule]) {
                list.groups.push(group as u32);
                list.losses.push(std::mem::take(sum));
            }
        }
    }
    Ok((lists, fallback_losses))
}
