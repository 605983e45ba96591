//! The text of chart lines.

use super::hold::Form;
use super::rule::{Condition, Preference, Rule};
use super::valued::PayingLine;

const NUMBERS: [&str; 6] = ["no", "one", "two", "three", "four", "five"];

const RANKS: [&str; 13] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
];

/// What the text depends on: the wild cards, and the names of paying hands.
#[derive(Clone, Debug)]
pub(super) struct Wording {
    /// The singular and plural name of the wild cards; `None` without wild cards.
    wild: Option<(&'static str, &'static str)>,
    /// The lines of the paytable, lowest first.
    payouts: Vec<PayingLine>,
}

impl Wording {
    /// The wording for a game with these wild cards, as bits, and these lines.
    pub(super) fn new(wild: u64, payouts: &[PayingLine]) -> Self {
        let wild = match wild {
            0 => None,
            0xf => Some(("deuce", "deuces")),
            wild if wild >> 52 != 0 && wild.count_ones() == 1 => Some(("joker", "jokers")),
            _ => Some(("wild card", "wild cards")),
        };
        Self { wild, payouts: payouts.to_vec() }
    }

    /// The last line of every chart.
    pub(super) fn nothing(&self) -> String {
        match self.wild {
            None => "nothing: draw five cards".to_owned(),
            Some(("joker", _)) => "joker alone, or nothing".to_owned(),
            Some((_, several)) => format!("{several} alone, or nothing"),
        }
    }

    /// The text of a line.
    pub(super) fn line(&self, rule: &Rule, preference: Preference) -> String {
        let prefix = match (self.wild, rule.wilds) {
            (Some((one, _)), Some(0)) => format!("no {one}: "),
            (Some((one, _)), Some(1)) => format!("one {one}: "),
            (Some((_, several)), Some(wilds)) => format!("{} {several}: ", number(wilds)),
            _ => String::new(),
        };
        let suffix = match preference {
            Preference::Highest => "",
            Preference::Lowest => ", the lowest",
        };
        format!("{prefix}{}{suffix}", self.holds(rule))
    }

    fn holds(&self, rule: &Rule) -> String {
        let kept = number(rule.kept);
        match rule.form {
            Form::Pat => self.pat(rule.condition),
            Form::OfAKind => of_a_kind(rule),
            Form::OfAKindAndKicker => match rule.condition {
                Condition::LowKicker { aces: true } => "three aces and a two to a four".to_owned(),
                _ => "three twos to fours and an ace to a four".to_owned(),
            },
            Form::TwoPairs => match rule.condition {
                Condition::RankFrom(rank) => format!("two pair, {}", or_better(rank)),
                _ => "two pair".to_owned(),
            },
            Form::RoyalFlush => format!("{kept} to a royal flush{}", shape(rule)),
            Form::StraightFlush => format!("{kept} to a straight flush{}", shape(rule)),
            Form::Flush => format!("{kept} to a flush{}", shape(rule)),
            Form::Straight => format!("{kept} to a straight{}", shape(rule)),
            Form::HighCards => {
                let natural = rule.kept - rule.wilds.unwrap_or(0);
                format!("{} unsuited high cards{}", number(natural), shape(rule))
            }
            Form::Single => match rule.condition {
                Condition::RankFrom(rank) if rank < 12 => {
                    format!("one card, {} or better", one(rank))
                }
                Condition::RankFrom(rank) | Condition::Rank(rank) => {
                    format!("one card, {}", one(rank))
                }
                _ => "one card".to_owned(),
            },
            Form::Nothing => self.nothing(),
        }
    }

    /// A pat hand.
    fn pat(&self, condition: Condition) -> String {
        let (least, or_better) = match condition {
            Condition::PaysFrom(value) => (value, true),
            Condition::Pays(value) => (value, false),
            _ => (1, true),
        };
        let names = |covers: &dyn Fn(&PayingLine) -> bool| -> Vec<&str> {
            let lines = self.payouts.iter().filter(|line| covers(line));
            lines.map(|line| line.name.as_str()).collect()
        };
        if !or_better {
            return format!("pat {}", names(&|line| line.value == least).join(" or "));
        }
        let above = names(&|line| line.value >= least);
        // Lines are ordered by hand rank, which need not be the order of the payouts.
        let lowest = self.payouts.iter().skip(self.payouts.len() - above.len());
        let in_order = lowest.clone().all(|line| line.value >= least);
        match (above.as_slice(), in_order) {
            ([only], _) => format!("pat {only}"),
            ([first, ..], true) => format!("pat {first} or better"),
            _ => {
                let payout = self.payouts.iter().find(|line| line.value == least);
                let payout = payout.map_or("something", |line| line.payout.as_str());
                format!("pat hand that pays {payout} or more")
            }
        }
    }
}

fn of_a_kind(rule: &Rule) -> String {
    let name = match rule.kept {
        2 => "pair".to_owned(),
        kept => format!("{} of a kind", number(kept)),
    };
    let of = if rule.kept == 2 { " of " } else { ", " };
    match rule.condition {
        Condition::RankFrom(rank) => format!("{name}{of}{}", or_better(rank)),
        Condition::Rank(rank) => format!("{name}{of}{}", several(rank)),
        _ => name,
    }
}

/// The shape required of cards that could become a straight or a flush.
fn shape(rule: &Rule) -> String {
    let mut subsumes = Vec::new();
    match rule.condition {
        Condition::Shape { high, gaps, ace } => {
            let in_a_row = matches!(rule.form, Form::Straight | Form::StraightFlush);
            match gaps {
                Some(0) if in_a_row && rule.kept == 4 && rule.wilds.unwrap_or(0) == 0 => {
                    subsumes.push("open at both ends".to_owned());
                }
                Some(0) => subsumes.push("no gap".to_owned()),
                Some(gaps) => subsumes.push(format!("at most {}", counted(gaps, "gap"))),
                None => {}
            }
            if high > 0 {
                subsumes.push(format!("at least {}", counted(high, "high card")));
            }
            if !ace {
                subsumes.push("no ace".to_owned());
            }
        }
        Condition::HighOverGaps(0) => subsumes.push("no more gaps than high cards".to_owned()),
        Condition::HighOverGaps(1) => subsumes.push("more high cards than gaps".to_owned()),
        Condition::HighOverGaps(more) if more > 0 => {
            subsumes.push(format!("at least {} high cards more than gaps", number(more as u8)));
        }
        Condition::HighOverGaps(more) => {
            let less = counted(more.unsigned_abs(), "gap");
            subsumes.push(format!("at most {less} more than high cards"));
        }
        Condition::Ranks(ranks) => {
            let held = (0..13).rev().filter(|&rank| ranks >> rank & 1 == 1);
            subsumes.push(held.map(one).collect::<Vec<_>>().join(" and "));
        }
        _ => {}
    }
    subsumes.iter().map(|part| format!(", {part}")).collect()
}

fn number(number: u8) -> &'static str {
    NUMBERS.get(usize::from(number)).copied().unwrap_or("many")
}

fn counted(count: u8, name: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {name}{plural}", number(count))
}

fn one(rank: u8) -> &'static str {
    RANKS.get(usize::from(rank)).copied().unwrap_or("card")
}

fn several(rank: u8) -> String {
    let ending = if one(rank) == "six" { "es" } else { "s" };
    format!("{}{ending}", one(rank))
}

fn or_better(rank: u8) -> String {
    let better = if rank < 12 { " or better" } else { "" };
    format!("{}{better}", several(rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(form: Form, kept: u8, wilds: Option<u8>, condition: Condition) -> Rule {
        Rule { form, kept, wilds, condition }
    }

    fn wording(wild: u64) -> Wording {
        // Four aces pay more than a straight flush, as in many games.
        let payouts = [
            ("no win", 0),
            ("flush", 6),
            ("four of a kind", 25),
            ("four aces", 80),
            ("straight flush", 50),
            ("royal flush", 800),
        ];
        let line = |(name, value): (&str, i64)| PayingLine {
            name: name.to_owned(),
            payout: value.to_string(),
            value,
        };
        Wording::new(wild, &payouts.map(line))
    }

    #[test]
    fn pat_hands_are_named_by_their_payout() {
        let pat =
            |condition| wording(0).line(&rule(Form::Pat, 5, None, condition), Preference::Highest);
        assert_eq!(pat(Condition::PaysFrom(6)), "pat flush or better");
        assert_eq!(pat(Condition::PaysFrom(50)), "pat four aces or better");
        assert_eq!(pat(Condition::PaysFrom(80)), "pat hand that pays 80 or more");
        assert_eq!(pat(Condition::PaysFrom(800)), "pat royal flush");
        assert_eq!(pat(Condition::Pays(25)), "pat four of a kind");
    }

    #[test]
    fn draws_state_their_conditions() {
        let shape = |high, gaps, ace| Condition::Shape { high, gaps, ace };
        for (form, kept, condition, expected) in [
            (Form::RoyalFlush, 4, Condition::None, "four to a royal flush"),
            (Form::Straight, 4, shape(0, Some(0), true), "four to a straight, open at both ends"),
            (
                Form::StraightFlush,
                3,
                shape(1, Some(1), false),
                "three to a straight flush, at most one gap, at least one high card, no ace",
            ),
            (
                Form::HighCards,
                2,
                Condition::Ranks(0b110 << 9),
                "two unsuited high cards, king and queen",
            ),
            (
                Form::StraightFlush,
                3,
                Condition::HighOverGaps(-1),
                "three to a straight flush, at most one gap more than high cards",
            ),
            (Form::OfAKind, 2, Condition::RankFrom(9), "pair of jacks or better"),
            (Form::OfAKind, 3, Condition::Rank(4), "three of a kind, sixes"),
            (Form::Single, 1, Condition::RankFrom(12), "one card, ace"),
        ] {
            let line = wording(0).line(&rule(form, kept, None, condition), Preference::Highest);
            assert_eq!(line, expected);
        }
    }

    #[test]
    fn wild_cards_are_counted_and_named() {
        let draw = |wilds| rule(Form::Flush, 4, wilds, Condition::None);
        let line = |wild, wilds| wording(wild).line(&draw(wilds), Preference::Lowest);
        assert_eq!(line(0xf, Some(2)), "two deuces: four to a flush, the lowest");
        assert_eq!(line(0xf, Some(0)), "no deuce: four to a flush, the lowest");
        assert_eq!(line(1 << 52, Some(1)), "one joker: four to a flush, the lowest");
        assert_eq!(line(0x1_000f, Some(3)), "three wild cards: four to a flush, the lowest");
        assert_eq!(line(0xf, None), "four to a flush, the lowest");
        let last = [0, 0xf, 1 << 52].map(|wild| wording(wild).nothing());
        assert_eq!(
            last,
            ["nothing: draw five cards", "deuces alone, or nothing", "joker alone, or nothing"]
        );
    }
}
