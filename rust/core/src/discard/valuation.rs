//! The interface of discard valuations, with or without wild cards.

use super::canonical::CanonicalHand;
use super::hand::FiveCards;
use super::line::Line;
use super::mask::Mask;
use super::paytable::Payout;
use super::subsets::Tally;
use super::wild::Deck;
use crate::cards::{CardError, DeckCard};
use crate::monitor::{Monitor, Stopped};
use crate::poker::batch::InvalidHand;

/// A discard and its EV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The cards to discard.
    pub discard: Mask,
    /// The EV, as an integer over [`Valuation::denominator`].
    pub value: i64,
}

impl Choice {
    /// The discard with the highest value; ties go to the fewest cards, then to the smallest mask.
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
    /// Draws by mask and hand category; `None` if the outcomes are the categories.
    pub classes: Option<Vec<u32>>,
}

/// Values of final hands, prepared to evaluate discards of millions of hands:
/// [`NaturalValuation`](super::NaturalValuation) without wild cards and
/// [`WildValuation`](super::wild::WildValuation) with them.
///
/// Expectation is linear, so the EV of a discard follows from the total value of the hands
/// containing each subset of the hand: one number per subset instead of a row of counts.
///
/// ```
/// use std::error::Error;
/// use cardcore::cards::{DeckCard, parse_deck_cards};
/// use cardcore::discard::{NaturalValuation, Objective, Valuation, wild};
/// use cardcore::monitor::Monitor;
///
/// /// The bets that the best hold of a hand is worth, natural or wild.
/// fn best<V: Valuation>(valuation: &V, cards: &[DeckCard]) -> Result<f64, Box<dyn Error>> {
///     let tables = valuation.tables(&Monitor::new())?;
///     Ok(valuation.number(valuation.best_by(tables, valuation.hand(cards)?).value))
/// }
///
/// let cards = parse_deck_cards("2c 2d 2h 2s 7d")?;
/// let natural = NaturalValuation::new("jacks-or-better-9-6".parse::<Objective>()?);
/// let deuces = wild::WildValuation::new("deuces-wild-full-pay".parse()?);
/// assert_eq!((best(&natural, &cards)?, best(&deuces, &cards)?), (25.0, 200.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Valuation: Sync {
    /// The cards of a hand.
    type Card: Copy + PartialEq + Into<DeckCard> + Send + Sync;

    /// The precomputed tables.
    type Tables: Sync;

    /// The name of the objective, as users type it.
    fn name(&self) -> &str;

    /// The cards that are dealt, and which of them are wild.
    fn deck(&self) -> Deck;

    /// The smallest factor that makes the values of all final hands integers.
    fn scale(&self) -> u64;

    /// The names of the outcomes, lowest first.
    fn outcomes(&self) -> Vec<String>;

    /// The payout of each outcome; empty without a paytable.
    fn payouts(&self) -> Vec<Payout>;

    /// Classes and payouts that recreate the paytable; empty without one.
    fn entries(&self) -> Vec<(&'static str, Payout)>;

    /// The lines that players read, lowest first. Every outcome is on one of them.
    fn lines(&self) -> Vec<Line>;

    /// The hand with these cards.
    ///
    /// # Errors
    ///
    /// A number of cards other than five, a duplicate card, or a joker that is not in the deck.
    fn hand(&self, cards: &[DeckCard]) -> Result<FiveCards<Self::Card>, CardError>;

    /// The hand with these card numbers; `None` unless they are five distinct cards of the deck.
    fn hand_from_numbers(&self, numbers: [u8; 5]) -> Option<FiveCards<Self::Card>>;

    /// One canonical hand per equivalence class, such as under suit permutations.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    fn canonical_hands(&self, monitor: &Monitor)
    -> Result<Vec<CanonicalHand<Self::Card>>, Stopped>;

    /// Whether the tables are small and built in no noticeable time.
    fn is_fast(&self) -> bool;

    /// The tables, built on first use.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    fn tables(&self, monitor: &Monitor) -> Result<&Self::Tables, Stopped>;

    /// The factor that brings a sum over a discard's draws to the common denominator, by mask.
    fn weights(&self) -> &[i64; Mask::COUNT];

    /// The EV of every discard, by mask, over [`Valuation::denominator`].
    fn values_by(&self, tables: &Self::Tables, hand: FiveCards<Self::Card>) -> [i64; Mask::COUNT];

    /// Add the draws of one discard of a hand to sums by outcome, `times` times.
    fn add_outcomes(
        &self,
        tables: &Self::Tables,
        hand: FiveCards<Self::Card>,
        discard: Mask,
        times: u64,
        sums: &mut [u64],
    );

    /// An empty tally of draws.
    fn tally(&self, tables: &Self::Tables) -> Tally;

    /// The best discard of each hand; its draws are counted in a tally, as often as the weight of
    /// the hand times the common number of draws over its own.
    fn best_tallied(
        &self,
        tables: &Self::Tables,
        hands: &[CanonicalHand<Self::Card>],
        choices: &mut [Choice],
        tally: &mut Tally,
    );

    /// The sums of a tally by outcome.
    fn tallied(&self, tables: &Self::Tables, tally: &Tally) -> Vec<u64>;

    /// The draws of a hand, from the tables, or by enumerating every final hand, which verifies the
    /// tables.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    fn draws(
        &self,
        hand: FiveCards<Self::Card>,
        by_enumeration: bool,
        monitor: &Monitor,
    ) -> Result<HandDraws, Stopped>;

    /// The number of columns that [`Valuation::count_all`] writes for every discard mask: one per
    /// category, or per outcome if these are the categories, and possibly some that are 0.
    fn columns(&self) -> usize;

    /// Write the draws of every hand, given as card numbers, by discard mask and column into
    /// `counts`.
    ///
    /// # Errors
    ///
    /// If the monitor stops it; in the inner result, the first invalid row.
    fn count_all(
        &self,
        hands: &[[u8; 5]],
        counts: &mut [u32],
        monitor: &Monitor,
    ) -> Result<Result<(), InvalidHand>, Stopped>;

    /// The best discard, given the EVs of all discards: see [`Choice::best_of`].
    #[inline]
    fn best_of(&self, _hand: FiveCards<Self::Card>, values: &[i64; Mask::COUNT]) -> Choice {
        Choice::best_of(values)
    }

    /// The best discard of a hand.
    #[inline]
    fn best_by(&self, tables: &Self::Tables, hand: FiveCards<Self::Card>) -> Choice {
        self.best_of(hand, &self.values_by(tables, hand))
    }

    /// The common denominator of all values.
    #[inline]
    fn denominator(&self) -> u64 {
        u64::from(self.deck().common_draws()) * self.scale()
    }

    /// Convert an integer value to the number it represents.
    #[inline]
    fn number(&self, value: i64) -> f64 {
        value as f64 / self.denominator() as f64
    }
}
