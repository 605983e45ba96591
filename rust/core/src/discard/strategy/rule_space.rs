//! The space of lines that a chart can use for the holds of a game.

use std::collections::HashSet;

use super::hold::{ALL_RANKS, Form, Hold};
use super::rule::{ACE, Rule, Span};
use super::valued::PayingLine;

/// The rules that distinguish these holds, each set of holds by its simplest rule, with the indices
/// of the holds that it matches. `scarce` has the ranks of which some cards are wild, as bits.
pub(super) fn rule_space(
    holds: &[Hold],
    payouts: &[PayingLine],
    scarce: u16,
) -> Vec<(Rule, Vec<u32>)> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for rule in rules(holds, payouts, scarce) {
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
///
/// In a game with wild cards every rule says how many of them there are. Without that, the words
/// would mean more than they should: three deuces and a seven are four of a kind, too.
fn rules(holds: &[Hold], payouts: &[PayingLine], scarce: u16) -> Vec<Rule> {
    let has_wilds = holds.iter().any(|hold| hold.wilds > 0);
    let mut bases: Vec<(Form, u8, Option<u8>)> = holds
        .iter()
        .filter(|hold| hold.form != Form::Nothing)
        .map(|hold| (hold.form, hold.kept, has_wilds.then_some(hold.wilds)))
        .collect();
    bases.sort_unstable();
    bases.dedup();
    let mut rules: Vec<(usize, Rule)> = Vec::new();
    for (form, kept, wilds) in bases {
        let base = Rule::new(form, kept, wilds);
        let covered: Vec<&Hold> = holds.iter().filter(|hold| base.covers(hold)).collect();
        let any = |test: fn(&Hold) -> bool| covered.iter().any(|hold| test(hold));
        let penalties = [
            (0, false, false),
            (2, any(|hold| hold.flush_penalty), false),
            (2, false, any(|hold| hold.straight_penalty)),
            (4, any(|hold| hold.flush_penalty), any(|hold| hold.straight_penalty)),
        ];
        for (effort, rule) in conditions(base, &covered, payouts, scarce) {
            for (more, no_flush_penalty, no_straight_penalty) in penalties {
                if more == 0 || no_flush_penalty || no_straight_penalty {
                    let rule = Rule { no_flush_penalty, no_straight_penalty, ..rule };
                    rules.push((effort + more, rule));
                }
            }
        }
    }
    rules.sort_by_key(|&(effort, _)| effort);
    rules.into_iter().map(|(_, rule)| rule).collect()
}

/// The ranks from this one up, and up to this one, as bits.
const fn from_rank(rank: u8) -> u16 {
    ALL_RANKS & !((1 << rank) - 1)
}
const fn up_to_rank(rank: u8) -> u16 {
    (2 << rank) - 1
}

/// The possible conditions on the holds of a rule, with their complexity.
///
/// Two jacks are less likely to become three where the others are wild. So in such a game lines can
/// leave these ranks out, and have ranges of ranks.
fn conditions(
    base: Rule,
    holds: &[&Hold],
    payouts: &[PayingLine],
    scarce: u16,
) -> Vec<(usize, Rule)> {
    let mut found = vec![(0, base)];
    match base.form {
        Form::Pat => {
            let value = |hold: &&&Hold| payouts.get(usize::from(hold.line)).map(|line| line.value);
            let values: HashSet<i64> = holds.iter().filter_map(|hold| value(&hold)).collect();
            let mut values: Vec<i64> = values.into_iter().collect();
            values.sort_unstable();
            let lines = |pays: &dyn Fn(i64) -> bool| {
                let paying = (0..).zip(payouts).filter(|(_, line)| pays(line.value));
                paying.fold(0_u32, |lines, (index, _): (u32, _)| lines | 1 << index)
            };
            found.clear();
            for &least in &values {
                found.push((0, Rule { lines: lines(&|value| value >= least), ..base }));
                found.push((1, Rule { lines: lines(&|value| value == least), ..base }));
            }
        }
        Form::OfAKind | Form::Single => {
            for rank in 0..13 {
                found.push((1, Rule { tops: from_rank(rank), ..base }));
                found.push((2, Rule { tops: 1 << rank, ..base }));
                if scarce != 0 {
                    let ranges = (rank + 2..12).map(|last| from_rank(rank) & up_to_rank(last));
                    found.extend(ranges.map(|tops| (2, Rule { tops, ..base })));
                }
            }
            leave_out(scarce, &mut found);
        }
        Form::TwoPairs => {
            found.extend((0..13).map(|rank| (1, Rule { tops: from_rank(rank), ..base })));
            leave_out(scarce, &mut found);
        }
        Form::OfAKindAndKicker => {
            found.clear();
            found.extend([true, false].map(|aces| (1, base.with_low_kicker(aces))));
        }
        Form::Nothing => {}
        _ => draws(base, holds, scarce, &mut found),
    }
    found
}

/// Add the same rules without cards of some ranks.
fn leave_out(ranks: u16, found: &mut Vec<(usize, Rule)>) {
    if ranks != 0 {
        let without = |&(effort, rule): &(usize, Rule)| {
            (effort + 1, Rule { without: rule.without | ranks, ..rule })
        };
        found.extend(found.iter().map(without).collect::<Vec<_>>());
    }
}

/// The conditions on cards that could become a straight or a flush.
fn draws(base: Rule, holds: &[&Hold], scarce: u16, found: &mut Vec<(usize, Rule)>) {
    let most_high = holds.iter().map(|hold| hold.high as i8).max().unwrap_or(0);
    let most_gaps = holds.iter().map(|hold| hold.gaps as i8).max().unwrap_or(0);
    let mut gaps = vec![Span::ANY];
    gaps.extend((0..most_gaps).map(Span::at_most));
    gaps.extend((1..=most_gaps).map(Span::exactly));
    for least_high in 0..=most_high {
        for &gaps in &gaps {
            for without in [0, 1 << ACE] {
                let effort =
                    [least_high > 0, gaps != Span::ANY, without != 0].map(usize::from).iter().sum();
                let high = if least_high > 0 { Span::at_least(least_high) } else { Span::ANY };
                found.push((effort, Rule { high, gaps, without, ..base }));
            }
        }
    }
    for more in -most_gaps..=most_high {
        found.push((2, Rule { margin: Span::at_least(more), ..base }));
    }
    for rank in 4..12 {
        let tops = up_to_rank(rank);
        found.push((2, Rule { tops, ..base }));
        if scarce != 0 {
            found.extend(gaps.iter().map(|&gaps| (3, Rule { gaps, tops, ..base })));
        }
    }
    leave_out(scarce, found);
    // Players name these by their cards.
    let named = |hold: &&&Hold| match hold.form {
        Form::RoyalFlush => true,
        Form::Straight | Form::HighCards => hold.high > 0,
        Form::StraightFlush => hold.high > 0 && hold.ranks.count_ones() == 2,
        _ => false,
    };
    let mut ranks: Vec<u16> = holds.iter().filter(named).map(|hold| hold.ranks).collect();
    ranks.sort_unstable();
    ranks.dedup();
    found.extend(ranks.into_iter().map(|ranks| (3, Rule { ranks: Some(ranks), ..base })));
}
