//! The space of rules that a chart can use for the holds of a game.

use std::collections::HashSet;

use super::hold::{Form, Hold};
use super::rule::{Condition, Rule};

/// The rules that distinguish these holds, each set of holds by its simplest rule, with the indices
/// of the holds that it matches.
pub(super) fn rule_space(holds: &[Hold]) -> Vec<(Rule, Vec<u32>)> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for rule in rules(holds) {
        let covered: Vec<u32> = (0..)
            .zip(holds)
            .filter(|(_, hold)| rule.covers(hold))
            .map(|(index, _)| index)
            .collect();
        if !covered.is_empty() && seen.insert(covered.clone()) {
            found.push((rule, covered));
        }
    }
    found
}

/// All rules, simple ones first.
fn rules(holds: &[Hold]) -> Vec<Rule> {
    let mut bases: Vec<(Form, u8, Option<u8>)> = Vec::new();
    let has_wilds = holds.iter().any(|hold| hold.wilds > 0);
    for hold in holds {
        let counts_wilds = matches!(
            hold.form,
            Form::Pat
                | Form::OfAKind
                | Form::RoyalFlush
                | Form::StraightFlush
                | Form::Flush
                | Form::Straight
        );
        if counts_wilds || !has_wilds {
            bases.push((hold.form, hold.kept, None));
        }
        if has_wilds {
            bases.push((hold.form, hold.kept, Some(hold.wilds)));
        }
    }
    bases.sort_unstable();
    bases.dedup();
    let mut rules: Vec<(usize, Rule)> = Vec::new();
    for &(form, kept, wilds) in bases.iter().filter(|base| base.0 != Form::Nothing) {
        let base = Rule { form, kept, wilds, condition: Condition::None };
        let covered: Vec<&Hold> = holds.iter().filter(|hold| base.covers(hold)).collect();
        for (effort, condition) in conditions(form, &covered) {
            // Counting the wild cards as well makes a rule more complex.
            rules.push((2 * effort + usize::from(wilds.is_some()), Rule { condition, ..base }));
        }
    }
    rules.sort_by_key(|&(effort, _)| effort);
    rules.into_iter().map(|(_, rule)| rule).collect()
}

/// The possible conditions on holds of a form, with their complexity.
fn conditions(form: Form, holds: &[&Hold]) -> Vec<(usize, Condition)> {
    let mut found = vec![(0, Condition::None)];
    match form {
        Form::Pat => {
            let pays: HashSet<i64> = holds.iter().map(|hold| hold.pays).collect();
            let mut pays: Vec<i64> = pays.into_iter().collect();
            pays.sort_unstable();
            found.clear();
            found.extend(pays.iter().map(|&pays| (0, Condition::PaysFrom(pays))));
            found.extend(pays.iter().map(|&pays| (1, Condition::Pays(pays))));
        }
        Form::OfAKind | Form::Single => {
            found.extend((0..13).map(|rank| (1, Condition::RankFrom(rank))));
            found.extend((0..13).map(|rank| (2, Condition::Rank(rank))));
        }
        Form::TwoPairs => found.extend((0..13).map(|rank| (1, Condition::RankFrom(rank)))),
        Form::OfAKindAndKicker => {
            found.clear();
            found.extend([true, false].map(|aces| (1, Condition::LowKicker { aces })));
        }
        Form::Nothing => {}
        _ => {
            let most_high = holds.iter().map(|hold| hold.high).max().unwrap_or(0);
            let most_gaps = holds.iter().map(|hold| hold.gaps).max().unwrap_or(0);
            for high in 0..=most_high {
                for gaps in 0..=most_gaps {
                    for ace in [true, false] {
                        let gaps = (gaps < most_gaps).then_some(gaps);
                        let effort = [high > 0, gaps.is_some(), !ace].map(usize::from).iter().sum();
                        found.push((effort, Condition::Shape { high, gaps, ace }));
                    }
                }
            }
            for more in -(most_gaps as i8)..=(most_high as i8) {
                found.push((2, Condition::HighOverGaps(more)));
            }
            let mut ranks: Vec<u16> = holds
                .iter()
                .filter(|hold| hold.ranks.count_ones() == 2 && hold.high > 0)
                .map(|hold| hold.ranks)
                .collect();
            ranks.sort_unstable();
            ranks.dedup();
            found.extend(ranks.into_iter().map(|ranks| (3, Condition::Ranks(ranks))));
        }
    }
    found
}
