//! A line of a chart: which holds it speaks of, and in which words.

use super::hold::{Form, Hold};

/// The ace, as the number of a rank.
const ACE: u8 = 12;

/// The four, as the number of a rank: the highest of the low kickers.
const FOUR: u8 = 2;

/// What the holds of a line have in common, beside what they are called by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Condition {
    /// Nothing else.
    None,
    /// So many high cards at least, so many gaps at most if given, and an ace or not.
    Shape { high: u8, gaps: Option<u8>, ace: bool },
    /// So many more high cards than gaps at least.
    Balance(i8),
    /// These ranks.
    Ranks(u16),
    /// This rank, or a higher one.
    RankFrom(u8),
    /// This rank.
    Rank(u8),
    /// A kicker that makes four aces, or four twos to fours, pay more.
    LowKicker { aces: bool },
    /// A payout of so much, or more.
    PaysFrom(i64),
    /// This payout.
    Pays(i64),
}

/// Which hold of several on the same line is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Preference {
    /// The one with the higher cards.
    Highest,
    /// The one with the lower cards.
    Lowest,
}

/// Some holds that a player can tell from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Rule {
    pub(super) form: Form,
    /// How many cards are kept.
    pub(super) kept: u8,
    /// How many of them are wild; any number if not given.
    pub(super) wilds: Option<u8>,
    pub(super) condition: Condition,
}

impl Rule {
    /// Whether a hold is one of these.
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
                Condition::Balance(more) => hold.high as i8 - hold.gaps as i8 >= more,
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
