//! A rule of a chart: which holds it matches.

use super::hold::{ALL_RANKS, Form, Hold};

/// The rank number of an ace.
pub(super) const ACE: u8 = 12;

/// The rank number of a four, the highest low kicker.
const FOUR: u8 = 2;

/// An inclusive range of small numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The smallest number.
    pub least: i8,
    /// The largest number.
    pub most: i8,
}

impl Span {
    /// All numbers.
    pub const ANY: Self = Self { least: i8::MIN, most: i8::MAX };

    /// One number.
    #[must_use]
    pub const fn exactly(number: i8) -> Self {
        Self { least: number, most: number }
    }

    /// A number or more.
    #[must_use]
    pub const fn at_least(number: i8) -> Self {
        Self { least: number, most: i8::MAX }
    }

    /// A number or fewer.
    #[must_use]
    pub const fn at_most(number: i8) -> Self {
        Self { least: i8::MIN, most: number }
    }

    const fn contains(self, number: i8) -> bool {
        self.least <= number && number <= self.most
    }
}

/// Which of several holds on the same line is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preference {
    /// The one with the higher cards.
    Highest,
    /// The one with the lower cards.
    Lowest,
}

/// A set of holds that a player can recognize: all conditions have to be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The best hand that the hold can become.
    pub form: Form,
    /// The number of cards held.
    pub kept: u8,
    /// The number of wild cards among them; any number if `None`.
    pub wilds: Option<u8>,
    /// The number of high cards: cards whose pair pays.
    pub high: Span,
    /// The number of gaps.
    pub gaps: Span,
    /// How many more high cards than gaps there are.
    pub margin: Span,
    /// The ranks that no held card has, as bits, wild cards aside.
    pub without: u16,
    /// Exactly these ranks, as bits.
    pub ranks: Option<u16>,
    /// The possible ranks of the cards of one rank, or else of the highest card, as bits.
    pub tops: u16,
    /// The possible ranks of the kicker, as bits.
    pub kickers: u16,
    /// The possible lines of the paytable for a pat hand, as bits.
    pub lines: u32,
    /// No discarded card is of the suit of the held ones.
    pub no_flush_penalty: bool,
    /// No discarded card fits into a straight with the held ones.
    pub no_straight_penalty: bool,
}

impl Rule {
    /// All holds of a form.
    #[must_use]
    pub const fn new(form: Form, kept: u8, wilds: Option<u8>) -> Self {
        Self {
            form,
            kept,
            wilds,
            high: Span::ANY,
            gaps: Span::ANY,
            margin: Span::ANY,
            without: 0,
            ranks: None,
            tops: ALL_RANKS,
            kickers: ALL_RANKS,
            lines: u32::MAX,
            no_flush_penalty: false,
            no_straight_penalty: false,
        }
    }

    /// Three cards of one rank with a kicker that makes four of them pay more.
    #[must_use]
    pub const fn with_low_kicker(self, aces: bool) -> Self {
        let low = (1 << (FOUR + 1)) - 1;
        match aces {
            true => Self { tops: 1 << ACE, kickers: low, ..self },
            false => Self { tops: low, kickers: low | 1 << ACE, ..self },
        }
    }

    /// Whether the rule looks at discarded cards.
    #[must_use]
    pub const fn has_penalty(&self) -> bool {
        self.no_flush_penalty || self.no_straight_penalty
    }

    /// Whether a hold matches the rule.
    pub(super) fn covers(&self, hold: &Hold) -> bool {
        hold.form == self.form
            && (hold.kept == self.kept || self.form == Form::Nothing)
            && self.wilds.is_none_or(|wilds| wilds == hold.wilds)
            && self.high.contains(hold.high as i8)
            && self.gaps.contains(hold.gaps as i8)
            && self.margin.contains(hold.high as i8 - hold.gaps as i8)
            && self.without & hold.ranks == 0
            && self.ranks.is_none_or(|ranks| ranks == hold.ranks)
            && self.tops >> hold.top() & 1 == 1
            && (self.kickers == ALL_RANKS || self.kickers >> hold.kicker() & 1 == 1)
            && self.lines >> hold.line & 1 == 1
            && !(self.no_flush_penalty && hold.flush_penalty)
            && !(self.no_straight_penalty && hold.straight_penalty)
    }
}

/// A line of a chart: some rules, any of which may match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartLine {
    /// The rules.
    pub rules: Vec<Rule>,
    /// Which of several holds is meant.
    pub preference: Preference,
}
