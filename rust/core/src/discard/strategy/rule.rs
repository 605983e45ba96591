//! A rule of a chart: which holds it matches.

use super::hold::{Form, Hold};

/// The rank number of an ace.
const ACE: u8 = 12;

/// The rank number of a four, the highest low kicker.
const FOUR: u8 = 2;

/// The condition on the holds of a rule, in addition to their form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Condition {
    /// No condition.
    None,
    /// At least this many high cards, at most this many gaps if given, and an ace allowed or not.
    Shape { high: u8, gaps: Option<u8>, ace: bool },
    /// At least this many more high cards than gaps.
    HighOverGaps(i8),
    /// Exactly these ranks.
    Ranks(u16),
    /// This rank or higher.
    RankFrom(u8),
    /// This rank.
    Rank(u8),
    /// A low kicker with which four aces, or four twos to fours, pay more.
    LowKicker { aces: bool },
    /// A payout of at least this much.
    PaysFrom(i64),
    /// This payout.
    Pays(i64),
}

/// Which of several holds on the same line is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Preference {
    /// The one with the higher cards.
    Highest,
    /// The one with the lower cards.
    Lowest,
}

/// A set of holds that a player can recognize.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Rule {
    pub(super) form: Form,
    /// The number of cards held.
    pub(super) kept: u8,
    /// The number of wild cards among them; any number if `None`.
    pub(super) wilds: Option<u8>,
    pub(super) condition: Condition,
}

impl Rule {
    /// Whether a hold matches the rule.
    pub(super) fn covers(&self, hold: &Hold) -> bool {
        hold.form == self.form
            && (hold.kept == self.kept || self.form == Form::Nothing)
            && self.wilds.is_none_or(|wilds| wilds == hold.wilds)
            && match self.condition {
                Condition::None => true,
                Condition::Shape { high, gaps, ace } => {
                    hold.high >= high
                        && gaps.is_none_or(|gaps| hold.gaps <= gaps)
                        && (ace || hold.ranks >> ACE & 1 == 0)
                }
                Condition::HighOverGaps(more) => hold.high as i8 - hold.gaps as i8 >= more,
                Condition::Ranks(ranks) => hold.ranks == ranks,
                Condition::RankFrom(rank) => hold.top() >= rank,
                Condition::Rank(rank) => hold.top() == rank,
                Condition::LowKicker { aces: true } => hold.top() == ACE && hold.kicker() <= FOUR,
                Condition::LowKicker { aces: false } => {
                    hold.top() <= FOUR && (hold.kicker() <= FOUR || hold.kicker() == ACE)
                }
                Condition::PaysFrom(pays) => hold.pays >= pays,
                Condition::Pays(pays) => hold.pays == pays,
            }
    }
}
