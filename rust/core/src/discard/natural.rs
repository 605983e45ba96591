use super::batch::count_categories_many;
use super::canonical::{CanonicalHand, canonical_hands};
use super::hand::Hand;
use super::line::Line;
use super::mask::{Mask, WEIGHTS_BY_MASK, weigh};
use super::objective::Objective;
use super::outcome::Outcome;
use super::pattern::keep_pattern;
use super::paytable::{Payout, Paytable};
use super::subsets::{Tally, ValueTable, by_outcome, subset_indices};
use super::table::DiscardTable;
use super::valuation::{Choice, HandDraws, Valuation};
use super::wild::Deck;
use crate::cards::{Card, CardError, DeckCard, without_joker};
use crate::monitor::{Monitor, Stopped};
use crate::poker::Category;
use crate::poker::batch::InvalidHand;

/// An [`Objective`] prepared to evaluate discards of millions of hands.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::discard::{Hand, NaturalValuation, Objective};
///
/// let valuation = NaturalValuation::new("jacks-or-better-9-6".parse::<Objective>()?);
/// let choice = valuation.best(Hand::of(&parse_cards("Ah Kh Qh Jh Jc")?)?);
/// assert_eq!(choice.discard.number(), 0b10000); // one card short of a royal flush
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NaturalValuation {
    objective: Objective,
    /// The total value of the final hands containing each subset.
    totals: ValueTable,
}

impl NaturalValuation {
    /// Prepare an objective.
    #[must_use]
    pub fn new(objective: Objective) -> Self {
        let totals = by_outcome().totals(&objective.outcome_values());
        Self { objective, totals }
    }

    /// The objective.
    #[must_use]
    pub const fn objective(&self) -> &Objective {
        &self.objective
    }

    /// The EV of every discard, by mask, over the denominator.
    #[must_use]
    pub fn values(&self, hand: Hand) -> [i64; Mask::COUNT] {
        self.values_by(&self.totals, hand)
    }

    /// The best discard: the highest EV; ties go to the fewest cards, then to the smallest mask.
    /// For [`Objective::Pattern`], the rule's choice.
    #[inline]
    #[must_use]
    pub fn best(&self, hand: Hand) -> Choice {
        self.best_by(&self.totals, hand)
    }
}

impl Valuation for NaturalValuation {
    type Card = Card;
    type Tables = ValueTable;

    fn name(&self) -> &str {
        self.objective.name()
    }

    #[inline]
    fn deck(&self) -> Deck {
        Deck::STANDARD
    }

    #[inline]
    fn scale(&self) -> u64 {
        self.objective.scale()
    }

    fn outcomes(&self) -> Vec<String> {
        Outcome::ALL.iter().map(ToString::to_string).collect()
    }

    fn payouts(&self) -> Vec<Payout> {
        let payouts = |paytable: &Paytable| Outcome::ALL.map(|one| paytable.payout(one)).to_vec();
        self.objective.paytable().map(payouts).unwrap_or_default()
    }

    fn entries(&self) -> Vec<(&'static str, Payout)> {
        self.objective.paytable().map(Paytable::entries).unwrap_or_default()
    }

    fn lines(&self) -> Vec<Line> {
        self.objective.lines()
    }

    fn hand(&self, cards: &[DeckCard]) -> Result<Hand, CardError> {
        Hand::of(&without_joker(cards)?)
    }

    #[inline]
    fn hand_from_numbers(&self, numbers: [u8; 5]) -> Option<Hand> {
        Hand::from_numbers(numbers)
    }

    fn canonical_hands(&self, _: &Monitor) -> Result<Vec<CanonicalHand>, Stopped> {
        Ok(canonical_hands())
    }

    fn is_fast(&self) -> bool {
        true
    }

    fn tables(&self, _: &Monitor) -> Result<&ValueTable, Stopped> {
        Ok(&self.totals)
    }

    #[inline]
    fn weights(&self) -> &[i64; Mask::COUNT] {
        &WEIGHTS_BY_MASK
    }

    fn tally(&self, _: &ValueTable) -> Tally {
        Tally::new(by_outcome().len())
    }

    fn best_tallied(
        &self,
        totals: &ValueTable,
        hands: &[CanonicalHand],
        choices: &mut [Choice],
        tally: &mut Tally,
    ) {
        for (&CanonicalHand { hand, weight }, choice) in hands.iter().zip(choices) {
            let indices = subset_indices(hand.cards());
            let values = weigh(totals.keep_exactly(&indices), &WEIGHTS_BY_MASK);
            *choice = self.best_of(hand, &values);
            let times = u64::from(weight) * WEIGHTS_BY_MASK[choice.discard.index()] as u64;
            tally.add(&indices, choice.discard, times);
        }
    }

    fn tallied(&self, _: &ValueTable, tally: &Tally) -> Vec<u64> {
        by_outcome().tallied(tally).to_vec()
    }

    // Not inlined: its 32 numbers would crowd a loop over hands out of the registers.
    #[inline(never)]
    fn values_by(&self, totals: &ValueTable, hand: Hand) -> [i64; Mask::COUNT] {
        weigh(totals.keep_exactly(&subset_indices(hand.cards())), &WEIGHTS_BY_MASK)
    }

    #[inline]
    fn best_of(&self, hand: Hand, values: &[i64; Mask::COUNT]) -> Choice {
        if self.objective == Objective::Pattern {
            let discard = keep_pattern(hand).complement();
            return Choice { discard, value: values[discard.index()] };
        }
        Choice::best_of(values)
    }

    #[inline]
    fn add_outcomes(
        &self,
        _: &ValueTable,
        hand: Hand,
        discard: Mask,
        times: u64,
        sums: &mut [u64],
    ) {
        by_outcome().add_one_exactly(&subset_indices(hand.cards()), discard, times, sums);
    }

    fn draws(&self, hand: Hand, by_enumeration: bool, _: &Monitor) -> Result<HandDraws, Stopped> {
        let table = match by_enumeration {
            true => DiscardTable::by_enumeration(hand),
            false => DiscardTable::of(hand),
        };
        Ok(HandDraws {
            outcomes: table.outcomes().as_flattened().to_vec(),
            classes: Some(table.counts().as_flattened().to_vec()),
        })
    }

    fn columns(&self) -> usize {
        Category::COUNT
    }

    fn count_all(
        &self,
        hands: &[[u8; 5]],
        counts: &mut [u32],
        monitor: &Monitor,
    ) -> Result<Result<(), InvalidHand>, Stopped> {
        count_categories_many(hands, counts.as_chunks_mut().0.as_chunks_mut().0, monitor)
    }
}
