//! What a valuation of discards is, with wild cards or without.

use super::canonical::CanonicalHand;
use super::hand::FiveCards;
use super::line::Line;
use super::mask::Mask;
use super::paytable::Payout;
use super::wild::Deck;
use crate::cards::{CardError, DeckCard};
use crate::monitor::{Monitor, Stopped};
use crate::poker::batch::InvalidHand;

/// A discard and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The cards to discard.
    pub discard: Mask,
    /// The expected worth, as an integer over [`Valuation::denominator`].
    pub value: i64,
}

impl Choice {
    /// The best discard by value: the highest one; among equals the fewest cards, then the smallest
    /// mask.
    #[inline]
    #[must_use]
    pub fn best_of(values: &[i64; Mask::COUNT]) -> Self {
        let mut best = Self { discard: Mask::NONE, value: values[0] };
        for discard in Mask::BY_PREFERENCE {
            let value = values[discard.index()];
            if value > best.value {
                best = Self { discard, value };
            }
        }
        best
    }
}

/// The draws of one hand, as rows by discard mask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandDraws {
    /// Draws by mask and outcome.
    pub outcomes: Vec<u32>,
    /// Draws by mask and class of hands; `None` where the outcomes are the classes.
    pub classes: Option<Vec<u32>>,
}

/// What final hands are worth, made ready to value discards by the million:
/// [`NaturalValuation`](super::NaturalValuation) without wild cards and
/// [`WildValuation`](super::wild::WildValuation) with them.
///
/// Expectation is linear, so what a discard is worth follows from what the hands around each
/// subset of the hand are worth together: one number per subset instead of a row of counts.
pub trait Valuation: Sync {
    /// The cards of a hand.
    type Card: Copy + PartialEq + Into<DeckCard> + Send + Sync;

    /// What values and counts follow from.
    type Tables: Sync;

    /// The name of the objective, as users type it.
    fn name(&self) -> &str;

    /// The cards that are dealt, and which of them are wild.
    fn deck(&self) -> Deck;

    /// The least number that makes what every final hand is worth whole.
    fn scale(&self) -> u64;

    /// The names of what final hands can be, from the lowest up.
    fn outcomes(&self) -> Vec<String>;

    /// What each outcome pays; nothing unless this values by a paytable.
    fn payouts(&self) -> Vec<Payout>;

    /// Classes and payouts that make the same paytable; nothing unless this values by one.
    fn entries(&self) -> Vec<(&'static str, Payout)>;

    /// The lines that players read, from the lowest up. Every outcome is on one of them.
    fn lines(&self) -> Vec<Line>;

    /// The hand with these cards.
    ///
    /// # Errors
    ///
    /// A number of cards other than five, a card that is there twice, or a joker that is not in the
    /// deck.
    fn hand(&self, cards: &[DeckCard]) -> Result<FiveCards<Self::Card>, CardError>;

    /// The hand with these card numbers; `None` unless they are five distinct cards of the deck.
    fn hand_from_numbers(&self, numbers: [u8; 5]) -> Option<FiveCards<Self::Card>>;

    /// One hand for all that are the same but for what does not matter, such as the names of suits.
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop.
    fn canonical_hands(&self, monitor: &Monitor)
    -> Result<Vec<CanonicalHand<Self::Card>>, Stopped>;

    /// Whether the tables are small and built sooner than anyone notices.
    fn is_quick(&self) -> bool;

    /// The tables, which are built at first use.
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop.
    fn tables(&self, monitor: &Monitor) -> Result<&Self::Tables, Stopped>;

    /// What a sum over the draws of a discard mask is multiplied by to stand over all draws.
    fn weights(&self) -> &[i64; Mask::COUNT];

    /// The value of every discard, by mask, over [`Valuation::denominator`].
    fn values_by(&self, tables: &Self::Tables, hand: FiveCards<Self::Card>) -> [i64; Mask::COUNT];

    /// Add the draws of one discard of a hand to sums by outcome, so many times.
    fn add_outcomes(
        &self,
        tables: &Self::Tables,
        hand: FiveCards<Self::Card>,
        discard: Mask,
        times: u64,
        sums: &mut [u64],
    );

    /// The draws of a hand, from the tables, or by looking at every final hand, which proves the
    /// tables.
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop.
    fn draws(
        &self,
        hand: FiveCards<Self::Card>,
        by_enumeration: bool,
        monitor: &Monitor,
    ) -> Result<HandDraws, Stopped>;

    /// How many columns [`Valuation::count_all`] writes for every discard mask: one for every class,
    /// or for every outcome where these are the classes, and maybe some that are 0.
    fn columns(&self) -> usize;

    /// Put the draws of every hand, given as card numbers, by discard mask and column into `counts`.
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop; inside, the first row that is not a hand.
    fn count_all(
        &self,
        hands: &[[u8; 5]],
        counts: &mut [u32],
        monitor: &Monitor,
    ) -> Result<Result<(), InvalidHand>, Stopped>;

    /// The best discard of a hand whose values are known: see [`Choice::best_of`].
    #[inline]
    fn best_of(&self, _hand: FiveCards<Self::Card>, values: &[i64; Mask::COUNT]) -> Choice {
        Choice::best_of(values)
    }

    /// The best discard of a hand.
    #[inline]
    fn best_by(&self, tables: &Self::Tables, hand: FiveCards<Self::Card>) -> Choice {
        self.best_of(hand, &self.values_by(tables, hand))
    }

    /// What values are integers over.
    #[inline]
    fn denominator(&self) -> u64 {
        u64::from(self.deck().common_draws()) * self.scale()
    }

    /// An integer value as the number it stands for.
    #[inline]
    fn number(&self, value: i64) -> f64 {
        value as f64 / self.denominator() as f64
    }
}
