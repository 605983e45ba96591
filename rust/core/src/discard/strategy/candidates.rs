//! What every hand loses by every line that a chart may have.

use std::collections::HashMap;

use super::hold::{Describer, Form, Hold};
use super::rule::{Preference, Rule};
use super::search::Candidate;
use super::vocabulary::vocabulary;
use super::{Meant, ValuedHands};
use crate::discard::Mask;
use crate::monitor::{Monitor, Stopped};

/// Hands between two looks at the monitor.
const CHUNK: usize = 2_048;

/// Lines to choose from, and where to begin.
pub(super) struct Candidates {
    /// What each line says.
    pub(super) lines: Vec<(Rule, Preference)>,
    /// What each line costs.
    pub(super) candidates: Vec<Candidate>,
    /// What each hand loses if nothing but wild cards is held.
    pub(super) otherwise: Vec<f64>,
    /// A long list that is nearly perfect: narrow lines, the most valuable first.
    pub(super) start: Vec<usize>,
}

/// The holds of all hands.
#[derive(Default)]
struct Holds {
    /// Those that differ.
    holds: Vec<Hold>,
    /// What each is worth, added up over the hands that have it, and how many these are.
    worths: Vec<(f64, f64)>,
    /// Which of them are best for some hand.
    useful: Vec<bool>,
    /// The holds of all hands, as places among those that differ, with what is discarded.
    of_hands: Vec<(u32, Mask)>,
    /// Where those of each hand end.
    ends: Vec<usize>,
}

impl Candidates {
    /// Find out what every line costs.
    pub(super) fn new(
        all: &ValuedHands,
        describer: &Describer,
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        let holds = Holds::new(all, describer, monitor)?;
        let mut rules = vocabulary(&holds.holds);
        rules.retain(|(_, covered)| covered.iter().any(|&place| holds.useful[place as usize]));
        let mut rules_of: Vec<Vec<usize>> = vec![Vec::new(); holds.holds.len()];
        for (rule, (_, covered)) in rules.iter().enumerate() {
            for &place in covered {
                rules_of[place as usize].push(rule);
            }
        }
        let (lists, otherwise) = losses(all, &holds, &rules_of, rules.len(), monitor)?;
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
        Ok(Self { lines, candidates, otherwise, start })
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
                let place = *known.entry(hold).or_insert_with(|| {
                    found.holds.push(hold);
                    found.worths.push((0.0, 0.0));
                    found.useful.push(false);
                    found.holds.len() as u32 - 1
                });
                let value = values[discard.index()];
                let worth = &mut found.worths[place as usize];
                *worth = (worth.0 + value as f64, worth.1 + 1.0);
                found.useful[place as usize] |= value == best;
                found.of_hands.push((place, discard));
            }
            found.ends.push(found.of_hands.len());
        }
        Ok(found)
    }

    /// For every hold that is best for some hand the narrowest rule, in the order of what the holds
    /// are worth on average.
    fn narrow_rules(&self, rules: &[(Rule, Vec<u32>)], rules_of: &[Vec<usize>]) -> Vec<usize> {
        let mean = |place: &usize| self.worths[*place].0 / self.worths[*place].1;
        let mut places: Vec<usize> =
            (0..self.holds.len()).filter(|&place| self.useful[place]).collect();
        places.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        let mut found = Vec::new();
        for place in places {
            let narrowest = rules_of[place].iter().min_by_key(|&&rule| rules[rule].1.len());
            if let Some(&rule) = narrowest {
                // The least valuable hold of a rule says where it belongs.
                found.retain(|&other| other != rule);
                found.push(rule);
            }
        }
        found
    }
}

/// What every hand loses by every rule, with the highest and with the lowest cards, and what it
/// loses if nothing but wild cards is held.
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
    // Where nothing pays, nothing is lost.
    let whole = if whole > 0.0 { whole } else { 1.0 };
    let mut lists: Vec<[Candidate; 2]> = vec![Default::default(); rules];
    let mut otherwise = vec![0.0; all.hands.len()];
    let mut meant: Vec<[Option<Meant>; 2]> = vec![[None; 2]; rules];
    let mut touched: Vec<usize> = Vec::new();
    let mut start = 0;
    for (hand, (values, &weight)) in all.values.iter().zip(&all.weights).enumerate() {
        if hand % CHUNK == 0 {
            monitor.advance(CHUNK as u64)?;
        }
        let best = values.iter().copied().max().unwrap_or(0);
        let loss = |value: i64| f64::from(weight) * (best - value) as f64 / whole;
        let end = holds.ends[hand];
        for &(place, discard) in &holds.of_hands[start..end] {
            let hold = &holds.holds[place as usize];
            let found = Meant::new(discard, hold, values);
            if hold.form == Form::Nothing {
                otherwise[hand] = loss(found.value);
            }
            for &rule in &rules_of[place as usize] {
                if meant[rule][0].is_none() {
                    touched.push(rule);
                }
                for (meant, preference) in meant[rule].iter_mut().zip(PREFERENCES) {
                    if meant.is_none_or(|other| found.is_before(&other, preference)) {
                        *meant = Some(found);
                    }
                }
            }
        }
        start = end;
        for rule in touched.drain(..) {
            for (meant, list) in meant[rule].iter_mut().zip(&mut lists[rule]) {
                if let Some(found) = meant.take() {
                    list.hands.push(hand as u32);
                    list.losses.push(loss(found.value));
                }
            }
        }
    }
    Ok((lists, otherwise))
}
