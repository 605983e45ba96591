use std::str::FromStr;

use super::hand::Hand;
use super::mask::{COMMON_DRAWS, Mask, WEIGHTS_BY_MASK};
use super::outcome::Outcome;
use super::pattern::keep_pattern;
use super::paytable::{Paytable, PaytableError};
use super::subsets::{WorthTable, by_outcome, places};

/// What makes one discard better than another, as far as it follows from the final hand alone.
/// (Winning a showdown does not: see [`Showdown`](super::Showdown).)
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The expected number of the final class, 0 to 8.
    Class,
    /// Not an optimum but a rule: see [`keep_pattern`]. Discards are valued as by
    /// [`Objective::Class`], and the rule's is taken whatever its value.
    Pattern,
    /// The expected payout.
    Paytable(Paytable),
}

impl Objective {
    /// The name, as users type it.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Class => "class",
            Self::Pattern => "pattern",
            Self::Paytable(paytable) => paytable.name(),
        }
    }

    /// The least number that makes what every final hand is worth whole.
    #[must_use]
    pub const fn scale(&self) -> u64 {
        match self {
            Self::Class | Self::Pattern => 1,
            Self::Paytable(paytable) => paytable.scale(),
        }
    }

    /// What each outcome is worth, times the scale.
    fn worths(&self) -> [i64; Outcome::COUNT] {
        match self {
            Self::Class | Self::Pattern => {
                Outcome::ALL.map(|outcome| i64::from(outcome.category().number()))
            }
            Self::Paytable(paytable) => paytable.scaled_payouts().map(|payout| payout as i64),
        }
    }
}

impl FromStr for Objective {
    type Err = PaytableError;

    /// `class`, `pattern`, or the name of a built-in paytable.
    fn from_str(name: &str) -> Result<Self, PaytableError> {
        match name {
            "class" => Ok(Self::Class),
            "pattern" => Ok(Self::Pattern),
            name => name.parse().map(Self::Paytable),
        }
    }
}

/// A discard and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The cards to discard.
    pub discard: Mask,
    /// The expected worth, as an integer over [`Valuation::denominator`].
    pub value: i64,
}

/// An [`Objective`] made ready to value discards by the million.
///
/// Expectation is linear, so what a discard is worth follows from what the hands around each
/// subset are worth together: one number per subset instead of a row of counts.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::discard::{Hand, Objective, Valuation};
///
/// let valuation = Valuation::new("jacks-or-better-9-6".parse::<Objective>()?);
/// let choice = valuation.best(Hand::of(&parse_cards("Ah Kh Qh Jh Jc")?)?);
/// assert_eq!(choice.discard.number(), 0b10000); // one card short of a royal flush
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Valuation {
    objective: Objective,
    /// What the hands around a subset are worth together.
    worth: WorthTable,
}

impl Valuation {
    /// Prepare an objective.
    #[must_use]
    pub fn new(objective: Objective) -> Self {
        let worth = by_outcome().worth(&objective.worths());
        Self { objective, worth }
    }

    /// The objective.
    #[must_use]
    pub const fn objective(&self) -> &Objective {
        &self.objective
    }

    /// What values are integers over.
    #[must_use]
    pub const fn denominator(&self) -> u64 {
        COMMON_DRAWS as u64 * self.objective.scale()
    }

    /// An integer value as the number it stands for.
    #[must_use]
    pub fn number(&self, value: i64) -> f64 {
        value as f64 / self.denominator() as f64
    }

    /// The value of every discard, by mask, over [`Valuation::denominator`].
    // Inlined into a loop over hands, its 32 numbers crowd the loop's own out of the registers.
    #[inline(never)]
    #[must_use]
    pub fn values(&self, hand: Hand) -> [i64; Mask::COUNT] {
        let mut values = self.worth.keep_exactly(&places(hand.cards()));
        for (value, weight) in values.iter_mut().zip(WEIGHTS_BY_MASK) {
            *value = value.wrapping_mul(weight);
        }
        values
    }

    /// The best discard: the highest value; among equals the fewest cards, then the smallest
    /// mask. For [`Objective::Pattern`] the rule's.
    #[inline]
    #[must_use]
    pub fn best(&self, hand: Hand) -> Choice {
        self.best_of(hand, &self.values(hand))
    }

    /// The best discard of a hand whose values are known.
    #[must_use]
    pub fn best_of(&self, hand: Hand, values: &[i64; Mask::COUNT]) -> Choice {
        if self.objective == Objective::Pattern {
            let discard = keep_pattern(hand).complement();
            return Choice { discard, value: values[discard.index()] };
        }
        let mut best = Choice { discard: Mask::NONE, value: values[0] };
        for discard in Mask::BY_PREFERENCE {
            let value = values[discard.index()];
            if value > best.value {
                best = Choice { discard, value };
            }
        }
        best
    }
}
