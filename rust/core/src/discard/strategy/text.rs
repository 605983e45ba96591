//! The text of chart lines, in the words of strategy cards.

use super::hold::{ALL_RANKS, Describer, Form, ROYAL};
use super::rule::{ACE, ChartLine, Preference, Rule, Span};
use super::valued::PayingLine;

const RANKS: [&str; 13] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
];

const LETTERS: [char; 13] = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];

/// Up to this many pairs of ranks, and two fewer larger sets, are listed; more are described.
const MAX_LISTED: usize = 6;

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
    pub(super) fn line(&self, line: &ChartLine, describer: &Describer) -> String {
        let texts: Vec<String> = line.rules.iter().map(|rule| self.rule(rule, describer)).collect();
        let suffix = match line.preference {
            Preference::Highest => "",
            Preference::Lowest => ", the lowest",
        };
        format!("{}{suffix}", texts.join(" / "))
    }

    fn rule(&self, rule: &Rule, describer: &Describer) -> String {
        let prefix = match (self.wild, rule.wilds) {
            (Some((one, _)), Some(0)) => format!("no {one}: "),
            (Some((one, _)), Some(1)) => format!("1 {one}: "),
            (Some((_, several)), Some(wilds)) => format!("{wilds} {several}: "),
            _ => String::new(),
        };
        let body = match rule.form {
            Form::Pat => self.pat(rule.lines),
            Form::OfAKind => of_a_kind(rule, describer.high()),
            Form::OfAKindAndKicker if rule.tops == 1 << 12 => "3 aces and a 2 to 4".to_owned(),
            Form::OfAKindAndKicker => "3 twos to fours and an ace to 4".to_owned(),
            Form::TwoPairs => {
                format!("two pair{}{}", prefixed(", ", &ranks(rule.tops)), left_out(rule))
            }
            Form::Single => single(rule, describer.high()),
            Form::Nothing => self.nothing(),
            _ => draw(rule, describer),
        };
        format!("{prefix}{body}")
    }

    /// A pat hand on one of some lines of the paytable.
    fn pat(&self, lines: u32) -> String {
        let covers = |index: usize| lines >> index & 1 == 1;
        let paying = |line: &&PayingLine| line.value > 0;
        let count = self.payouts.len();
        let names: Vec<&str> = (0..count)
            .filter(|&index| covers(index))
            .filter_map(|index| self.payouts.get(index))
            .filter(paying)
            .map(|line| line.name.as_str())
            .collect();
        let first = (0..count).find(|&index| covers(index)).unwrap_or(0);
        match names.as_slice() {
            [] => "pat hand".to_owned(),
            [only] => format!("pat {only}"),
            // Lines are ordered by hand rank, which need not be the order of the payouts.
            [lowest, ..] if (first..count).all(covers) => format!("pat {lowest} or better"),
            _ => {
                let least = self.payouts.iter().filter(paying).enumerate();
                let covered = least.filter(|(_, line)| names.contains(&line.name.as_str()));
                match covered.min_by_key(|(_, line)| line.value) {
                    Some((_, least)) if self.covers_all_from(lines, least.value) => {
                        format!("pat hand that pays {} or more", least.payout)
                    }
                    _ => format!("pat {}", names.join(" or ")),
                }
            }
        }
    }

    /// Whether these lines are those that pay this much or more.
    fn covers_all_from(&self, lines: u32, value: i64) -> bool {
        let mut all = self.payouts.iter().enumerate();
        all.all(|(index, line)| (lines >> index & 1 == 1) == (line.value >= value))
    }
}

fn of_a_kind(rule: &Rule, high: u16) -> String {
    let natural = rule.wilds.unwrap_or(0) == 0 && high != 0;
    let body = match rule.kept {
        2 if natural && rule.tops == high => "high pair".to_owned(),
        2 if natural && rule.tops == ALL_RANKS & !high => "low pair".to_owned(),
        2 => format!("pair{}", prefixed(" of ", &ranks(rule.tops))),
        kept => format!("{kept} of a kind{}", prefixed(", ", &ranks(rule.tops))),
    };
    body + &left_out(rule)
}

fn single(rule: &Rule, high: u16) -> String {
    let body = match rule.tops {
        ALL_RANKS => "one card".to_owned(),
        tops if tops == high => "1 high card".to_owned(),
        tops if tops.is_power_of_two() => format!("one card, {}", one(tops)),
        tops if is_from(tops) => format!("one card, {} or better", one(tops)),
        tops if is_range(tops) => format!("one card, {} to {}", one(tops), RANKS[top(tops)]),
        tops => format!("one card, {}", listed(tops, &|rank| RANKS[rank].to_owned())),
    };
    body + &left_out(rule) + &penalties(rule)
}

/// Cards that could become a straight or a flush.
fn draw(rule: &Rule, describer: &Describer) -> String {
    let suited = matches!(rule.form, Form::RoyalFlush | Form::StraightFlush | Form::Flush);
    let suits = if suited { "suited" } else { "unsuited" };
    if let Some(ranks) = rule.ranks {
        return format!("{} {suits}{}", letters(ranks), penalties(rule));
    }
    let wilds = rule.wilds.unwrap_or(0);
    let natural = rule.kept.saturating_sub(wilds);
    if rule.form == Form::RoyalFlush
        && rule.high == Span::at_least(natural as i8)
        && describer.high() & !ROYAL == 0
        && (rule.gaps, rule.margin, rule.tops, rule.without) == (Span::ANY, Span::ANY, ALL_RANKS, 0)
    {
        return format!("{natural} suited high cards{}", penalties(rule));
    }
    let leaves_out = rule.without & !(1 << ACE) != 0;
    let unusual = rule.margin != Span::ANY || rule.tops != ALL_RANKS || leaves_out;
    let most = match natural {
        2 if unusual || rule.gaps != Span::ANY => MAX_LISTED,
        _ if unusual || (rule.without != 0 && rule.form == Form::HighCards) => MAX_LISTED - 2,
        _ => 0,
    };
    if let Some(cards) = named(rule, natural, describer, suited, most) {
        return format!("{} {suits}{}", cards.join(", "), penalties(rule));
    }
    let (kept, mut gaps) = (rule.kept, rule.gaps);
    // Four natural cards have no gap or one, except where a rank is wild, as in A 3 4 5.
    let four = rule.form == Form::Straight && natural == 4 && wilds == 0;
    let (outside, inside) = (four && gaps.most == 0, four && gaps == Span::exactly(1));
    let name = match rule.form {
        Form::RoyalFlush => format!("{kept} to a royal"),
        Form::StraightFlush => format!("{kept} to a straight flush"),
        Form::Flush => format!("{kept} to a flush"),
        Form::Straight if outside => format!("{kept} to an outside straight"),
        Form::Straight if inside => format!("{kept} to an inside straight"),
        Form::Straight => format!("{kept} to a straight"),
        _ => format!("{natural} unsuited high cards"),
    };
    if outside || inside {
        gaps = Span::ANY;
    }
    let mut parts = Vec::new();
    parts.extend(counted(gaps, "gap"));
    parts.extend(counted(rule.high, "high card"));
    parts.extend(margin(rule.margin));
    if rule.tops != ALL_RANKS {
        parts.push(format!("{} high or lower", LETTERS[top(rule.tops)]));
    }
    let conditions: String = parts.iter().map(|part| format!(", {part}")).collect();
    format!("{name}{conditions}{}{}", left_out(rule), penalties(rule))
}

/// The ranks that a rule means, highest first; `None` if there are more than this many.
fn named(
    rule: &Rule,
    natural: u8,
    describer: &Describer,
    suited: bool,
    most: usize,
) -> Option<Vec<String>> {
    let wilds = rule.wilds.unwrap_or(0);
    // Penalty cards are stated in addition.
    let shape = Rule { no_flush_penalty: false, no_straight_penalty: false, ..*rule };
    let all = (1..=ALL_RANKS).rev().filter(|ranks| ranks.count_ones() == u32::from(natural));
    let covered = all.filter(|&ranks| {
        let hold = describer.draw(ranks, suited, rule.kept, wilds);
        hold.is_some_and(|hold| shape.covers(&hold)) && !describer.is_all_wild(ranks)
    });
    let found: Vec<String> = covered.map(letters).take(most + 1).collect();
    (1..=most).contains(&found.len()).then_some(found)
}

fn counted(span: Span, name: &str) -> Option<String> {
    let some = |count: i8| {
        let plural = if count == 1 { "" } else { "s" };
        format!("{count} {name}{plural}")
    };
    Some(match (span.least, span.most) {
        (i8::MIN, i8::MAX) => return None,
        (least, most) if least == most => some(least),
        (i8::MIN, 0) => some(0),
        (i8::MIN, most) => format!("at most {}", some(most)),
        (least, i8::MAX) => format!("at least {}", some(least)),
        (least, most) => format!("{least} to {}", some(most)),
    })
}

fn margin(span: Span) -> Option<String> {
    let gaps = |count: i8| format!("{count} gap{}", if count == 1 { "" } else { "s" });
    Some(match (span.least, span.most) {
        (i8::MIN, i8::MAX) => return None,
        (0, i8::MAX) => "no more gaps than high cards".to_owned(),
        (1, i8::MAX) => "more high cards than gaps".to_owned(),
        (more, i8::MAX) if more > 0 => format!("at least {more} high cards more than gaps"),
        (more, i8::MAX) => format!("at most {} more than high cards", gaps(-more)),
        (least, most) if least == most => format!("high cards minus gaps {least}"),
        (i8::MIN, most) => format!("high cards minus gaps at most {most}"),
        (least, most) => format!("high cards minus gaps {least} to {most}"),
    })
}

/// The ranks that no held card has.
fn left_out(rule: &Rule) -> String {
    match rule.without {
        0 => String::new(),
        ranks => format!(", no {}", listed(ranks, &|rank| RANKS[rank].to_owned())),
    }
}

fn penalties(rule: &Rule) -> String {
    let flush = if rule.no_flush_penalty { ", no flush penalty" } else { "" };
    let straight = if rule.no_straight_penalty { ", no straight penalty" } else { "" };
    format!("{flush}{straight}")
}

fn letters(ranks: u16) -> String {
    let held = (0..13).rev().filter(|rank| ranks >> rank & 1 == 1);
    held.map(|rank| LETTERS[rank]).collect()
}

/// The highest of some ranks, 0 to 12.
fn top(ranks: u16) -> usize {
    (ranks & ALL_RANKS).checked_ilog2().unwrap_or(0) as usize
}

/// The lowest of some ranks, 0 to 12.
fn bottom(ranks: u16) -> usize {
    (ranks.trailing_zeros() as usize).min(12)
}

/// Whether these are all ranks from one up.
fn is_from(ranks: u16) -> bool {
    ranks == ALL_RANKS & !((1_u16 << bottom(ranks)) - 1)
}

/// Whether these are at least three ranks in a row.
fn is_range(ranks: u16) -> bool {
    ranks.count_ones() > 2 && ranks == (2_u16 << top(ranks)) - (1 << bottom(ranks))
}

/// The lowest of some ranks, by name.
fn one(ranks: u16) -> &'static str {
    RANKS[bottom(ranks)]
}

/// Names of ranks that occur several times; nothing if any rank is meant.
fn ranks(ranks: u16) -> String {
    let several = |rank: usize| {
        let ending = if RANKS[rank] == "six" { "es" } else { "s" };
        format!("{}{ending}", RANKS[rank])
    };
    match ranks {
        ALL_RANKS => String::new(),
        ranks if ranks.is_power_of_two() => several(top(ranks)),
        ranks if is_from(ranks) => format!("{} or better", several(bottom(ranks))),
        ranks if ranks == (2_u16 << top(ranks)) - 1 => format!("{} or lower", several(top(ranks))),
        ranks if is_range(ranks) => {
            format!("{} to {}", several(bottom(ranks)), several(top(ranks)))
        }
        ranks => listed(ranks, &several),
    }
}

fn listed(ranks: u16, name: &dyn Fn(usize) -> String) -> String {
    let each = (0..13).rev().filter(|rank| ranks >> rank & 1 == 1);
    each.map(name).collect::<Vec<_>>().join(" or ")
}

fn prefixed(prefix: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{prefix}{text}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JACKS_UP: u16 = 0b1_1110_0000_0000;

    /// The text of a line of one rule.
    fn text(wild: u64, rule: Rule, preference: Preference) -> String {
        // Four aces pay more than a straight flush, as in many games.
        let payouts = [
            ("no win", 0),
            ("flush", 6),
            ("four of a kind", 25),
            ("four aces", 80),
            ("straight flush", 50),
            ("royal flush", 800),
        ];
        let payouts = payouts.map(|(name, value)| PayingLine {
            name: name.to_owned(),
            payout: value.to_string(),
            value,
        });
        let describer = Describer::new(wild, if wild == 0 { JACKS_UP } else { 0 }, false);
        let line = ChartLine { rules: vec![rule], preference };
        Wording::new(wild, &payouts).line(&line, &describer)
    }

    fn highest(rule: Rule) -> String {
        text(0, rule, Preference::Highest)
    }

    #[test]
    fn pat_hands_are_named_by_their_lines() {
        let pat = |lines| highest(Rule { lines, ..Rule::new(Form::Pat, 5, None) });
        assert_eq!(pat(0b11_1110), "pat flush or better");
        assert_eq!(pat(0b11_1000), "pat four aces or better");
        assert_eq!(pat(0b10_1000), "pat hand that pays 80 or more");
        assert_eq!(pat(0b10_0000), "pat royal flush");
        assert_eq!(pat(0b00_0100), "pat four of a kind");
        assert_eq!(pat(0b00_0110), "pat flush or four of a kind");
    }

    #[test]
    fn draws_state_their_conditions() {
        let new = |form, kept| Rule::new(form, kept, None);
        let two = new(Form::RoyalFlush, 2);
        for (rule, expected) in [
            (new(Form::RoyalFlush, 4), "4 to a royal"),
            (Rule { gaps: Span::at_most(0), ..new(Form::Straight, 4) }, "4 to an outside straight"),
            (
                Rule { gaps: Span::exactly(1), high: Span::at_least(3), ..new(Form::Straight, 4) },
                "4 to an inside straight, at least 3 high cards",
            ),
            (
                Rule {
                    gaps: Span::at_most(1),
                    high: Span::at_least(1),
                    without: 1 << ACE,
                    ..new(Form::StraightFlush, 3)
                },
                "3 to a straight flush, at most 1 gap, at least 1 high card, no ace",
            ),
            (
                Rule { gaps: Span::at_most(1), ..new(Form::Straight, 4) },
                "4 to a straight, at most 1 gap",
            ),
            (Rule { ranks: Some(0b110 << 9), ..new(Form::HighCards, 2) }, "KQ unsuited"),
            (Rule { ranks: Some(0b1111 << 9), ..new(Form::RoyalFlush, 4) }, "AKQJ suited"),
            (Rule { tops: 0b111_1111_1111, ..two }, "QJ, QT, JT suited"),
            (
                Rule { margin: Span::at_least(-1), ..new(Form::StraightFlush, 3) },
                "3 to a straight flush, at most 1 gap more than high cards",
            ),
            (Rule { tops: JACKS_UP, ..new(Form::OfAKind, 2) }, "high pair"),
            (Rule { tops: 0x1ff, ..new(Form::OfAKind, 2) }, "low pair"),
            (Rule { tops: 1 << 4, ..new(Form::OfAKind, 3) }, "3 of a kind, sixes"),
            (Rule { tops: 0x1ff, without: 1 << 4, ..new(Form::OfAKind, 2) }, "low pair, no six"),
            (Rule { tops: 0x0f8, ..new(Form::OfAKind, 3) }, "3 of a kind, fives to nines"),
            (Rule { without: 1 << 9, ..new(Form::TwoPairs, 4) }, "two pair, no jack"),
            (
                Rule { without: 1 << 9 | 1 << ACE, ..new(Form::StraightFlush, 3) },
                "3 to a straight flush, no ace or jack",
            ),
            (
                Rule { without: 1 << 9 | 1 << ACE, high: Span::at_least(1), ..two },
                "KQ, KT, QT suited",
            ),
            (Rule { tops: 0x0f8, ..new(Form::Single, 1) }, "one card, five to nine"),
            (Rule { without: 1 << 9, ..new(Form::Single, 1) }, "one card, no jack"),
            (Rule { tops: 1 << 12, ..new(Form::Single, 1) }, "one card, ace"),
            (Rule { tops: JACKS_UP, ..new(Form::Single, 1) }, "1 high card"),
            (
                Rule { no_flush_penalty: true, ranks: Some(0b1001 << 8), ..two },
                "KT suited, no flush penalty",
            ),
        ] {
            assert_eq!(highest(rule), expected);
        }
    }

    #[test]
    fn wild_cards_are_counted_and_named() {
        let line = |wild, wilds| text(wild, Rule::new(Form::Flush, 4, wilds), Preference::Lowest);
        assert_eq!(line(0xf, Some(2)), "2 deuces: 4 to a flush, the lowest");
        assert_eq!(line(0xf, Some(0)), "no deuce: 4 to a flush, the lowest");
        assert_eq!(line(1 << 52, Some(1)), "1 joker: 4 to a flush, the lowest");
        assert_eq!(line(0x1_000f, Some(3)), "3 wild cards: 4 to a flush, the lowest");
        assert_eq!(line(0xf, None), "4 to a flush, the lowest");
        let last = [0, 0xf, 1 << 52].map(|wild| Wording::new(wild, &[]).nothing());
        assert_eq!(
            last,
            ["nothing: draw five cards", "deuces alone, or nothing", "joker alone, or nothing"]
        );
    }
}
