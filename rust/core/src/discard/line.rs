use std::cmp::Reverse;

use super::objective::Objective;
use super::outcome::Outcome;
use super::paytable::{CLASSES, Payout, Paytable};
use crate::poker::Category;

/// A line of a paytable as players read it: outcomes with the same payout under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The name of the final hands on this line.
    pub name: String,
    /// The payout, or the number of the category.
    pub value: Payout,
    /// The numbers of the outcomes it covers, in order.
    pub outcomes: Vec<usize>,
}

impl Line {
    fn new(name: String, value: Payout, outcomes: impl IntoIterator<Item = Outcome>) -> Self {
        let numbers = outcomes.into_iter().map(|outcome| outcome.number().into());
        Self { name, value, outcomes: numbers.collect() }
    }
}

impl Objective {
    /// The lines of a paytable, or the nine hand categories. Every outcome is on exactly one line,
    /// so an EV is the sum over the lines of value times probability.
    ///
    /// ```
    /// use cardcore::discard::Objective;
    ///
    /// let lines = "jacks-or-better-9-6".parse::<Objective>()?.lines();
    /// let names: Vec<_> = lines.iter().map(|line| line.name.as_str()).collect();
    /// assert_eq!(names[..3], ["no win", "jacks or better", "two pair"]);
    /// assert_eq!(names[7..], ["four of a kind", "straight flush", "royal flush"]);
    /// # Ok::<(), cardcore::discard::PaytableError>(())
    /// ```
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        match self {
            Self::Paytable(paytable) => paytable.lines(),
            Self::Class | Self::Pattern => Category::ALL.map(line_of_class).to_vec(),
        }
    }
}

fn line_of_class(category: Category) -> Line {
    let of_class = |outcome: &Outcome| outcome.category() == category;
    let value = Payout::whole(category.number().into());
    Line::new(category.to_string(), value, Outcome::ALL.into_iter().filter(of_class))
}

impl Paytable {
    /// The lines: all losing hands together, the rest in the widest classes with a single payout.
    fn lines(&self) -> Vec<Line> {
        let nothing = Payout::whole(0);
        let (lost, mut left): (Vec<_>, Vec<_>) =
            Outcome::ALL.into_iter().partition(|&outcome| self.payout(outcome) == nothing);
        let mut lines = Vec::new();
        if !lost.is_empty() {
            lines.push(Line::new("no win".to_owned(), nothing, lost));
        }
        let mut classes = CLASSES;
        classes.sort_by_key(|&(_, covered)| Reverse(covered.len()));
        let mut won = Vec::new();
        for (class, covered) in classes {
            let Some(value) = covered.first().map(|&outcome| self.payout(outcome)) else {
                continue;
            };
            if covered.iter().all(|&one| left.contains(&one) && self.payout(one) == value) {
                left.retain(|outcome| !covered.contains(outcome));
                won.push(Line::new(class_name(class), value, covered.iter().copied()));
            }
        }
        // A wide class may cover less here, such as four aces whose low kickers pay more.
        won.extend(
            left.into_iter()
                .map(|outcome| Line::new(outcome.to_string(), self.payout(outcome), [outcome])),
        );
        won.sort_by_key(|line| line.outcomes.first().copied());
        lines.extend(won);
        lines
    }
}

/// The display name of a class.
pub(super) fn class_name(class: &str) -> String {
    class.replace("_low_kicker", ", low kicker").replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(objective: &str) -> Vec<String> {
        let lines = objective.parse::<Objective>().unwrap().lines();
        lines.iter().map(|line| format!("{} {}", line.name, line.value)).collect()
    }

    #[test]
    fn lines_match_the_machine() {
        assert_eq!(
            shown("bonus-8-5")[7..],
            [
                "four fives to kings 25",
                "four twos to fours 40",
                "four aces 80",
                "straight flush 50",
                "royal flush 800"
            ]
        );
        assert_eq!(
            shown("double-double-bonus-9-6")[7..],
            [
                "four fives to kings 50",
                "four twos to fours 80",
                "four twos to fours, low kicker 160",
                "four aces 160",
                "four aces, low kicker 400",
                "straight flush 50",
                "royal flush 800"
            ]
        );
        assert_eq!(shown("class")[..2], ["high card 0", "one pair 1"]);
        assert_eq!(shown("pattern"), shown("class"));
    }

    #[test]
    fn pairs_are_named_by_the_lowest_that_pays() {
        let rest = "two_pair three_of_a_kind straight flush full_house four_of_a_kind \
                    straight_flush royal_flush";
        for (lowest, first) in [("one_pair", "one pair"), ("tens_or_better", "tens or better")] {
            let classes = rest.split_whitespace().chain([lowest]);
            let paytable = Paytable::new("mine", classes.map(|class| (class, "1/2"))).unwrap();
            let lines = paytable.lines();
            assert_eq!((lines[0].name.as_str(), lines[1].name.as_str()), ("no win", first));
        }
    }

    #[test]
    fn every_outcome_is_on_one_line_with_its_payout() {
        for name in Paytable::built_in() {
            let paytable: Paytable = name.parse().unwrap();
            let mut covered = Vec::new();
            for line in paytable.lines() {
                let outcomes = || line.outcomes.iter().map(|&number| Outcome::ALL[number]);
                assert!(outcomes().all(|one| paytable.payout(one) == line.value));
                covered.extend(line.outcomes);
            }
            covered.sort_unstable();
            assert!(covered.into_iter().eq(0..Outcome::COUNT), "{name}");
        }
    }
}
