//! The exact EV of every discard for any utility of the final hand's strength.
//!
//! For any utility that is a function of strength alone, the total over all hands containing a set
//! of cards depends only on the set's ranks and on whether it is of one suit. A table of
//! [`ENTRIES`] sums therefore serves every hand, and inclusion–exclusion gives the 32 discards, as
//! for the objectives of the discard analysis. Building a table takes well under a millisecond, a
//! query about a tenth of a microsecond.

use super::hand::Hand;
use super::mask::{COMMON_DRAWS, Mask, WEIGHTS_BY_MASK, weigh};
use super::subsets::{
    ENTRIES, ValueTable, are_distinct, for_each_multiset, subset_index, subset_indices, sum_up,
};
use super::valuation::Choice;
use crate::cards::{Card, Rank, Suit};
use crate::poker::evaluate::Evaluator;

/// The EVs of every discard for one utility function.
#[derive(Clone, Debug)]
pub struct DrawValues {
    /// The total utility of all hands containing a set.
    totals: ValueTable,
}

impl DrawValues {
    /// The fixed-point representation of utility 1.
    pub const ONE: i64 = 1 << 20;

    /// The EVs for a utility function of strength, 0 to [`Self::ONE`].
    #[must_use]
    pub fn new(utility: impl Fn(u16) -> i64) -> Self {
        let mut sums = vec![0; ENTRIES];
        for_each_multiset(5, &mut |ranks| {
            if ranks[0] == ranks[4] {
                return;
            }
            sums[subset_index(ranks, false)] = utility(strength(ranks, false));
            if are_distinct(ranks) {
                sums[subset_index(ranks, true)] = utility(strength(ranks, true));
            }
        });
        sum_up(&mut sums, 4);
        Self { totals: ValueTable::new(sums) }
    }

    /// The EV of every discard, by mask, times [`COMMON_DRAWS`].
    #[must_use]
    pub fn values(&self, hand: Hand) -> [i64; Mask::COUNT] {
        weigh(self.totals.keep_exactly(&subset_indices(hand.cards())), &WEIGHTS_BY_MASK)
    }

    /// The discard with the highest EV, and its EV as a fraction of 1; ties go to the fewest cards,
    /// then to the smallest mask.
    #[must_use]
    pub fn best(&self, hand: Hand) -> (Mask, f64) {
        let best = Choice::best_of(&self.values(hand));
        (best.discard, Self::fraction(best.value))
    }

    /// The EV of every discard as a fraction of 1, by mask.
    #[must_use]
    pub fn fractions(&self, hand: Hand) -> [f64; Mask::COUNT] {
        self.values(hand).map(Self::fraction)
    }

    fn fraction(value: i64) -> f64 {
        value as f64 / (Self::ONE as f64 * f64::from(COMMON_DRAWS))
    }
}

/// The strength of five cards with these ranks, lowest first, suited or not.
fn strength(ranks: &[usize], one_suit: bool) -> u16 {
    let mut numbers = [0; 5];
    for (index, (number, &rank)) in numbers.iter_mut().zip(ranks).enumerate() {
        // Cards of equal rank are adjacent, so no two cards are the same, and the first two suits
        // differ, so it is not a flush.
        let suit = if one_suit { Suit::Clubs } else { Suit::ALL[index % 4] };
        *number = Card::new(Rank::ALL[rank], suit).number();
    }
    Evaluator::new().strength(numbers).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardSet;
    use crate::discard::mask::WEIGHTS;
    use crate::random::Random;

    /// The total utility of all final hands of a discard, by enumerating every draw.
    fn enumerate(
        kept: CardSet,
        unseen: &[Card],
        count: usize,
        utility: &dyn Fn(u16) -> i64,
    ) -> i64 {
        if count == 0 {
            let mut numbers = [0; 5];
            for (number, card) in numbers.iter_mut().zip(kept) {
                *number = card.number();
            }
            return utility(Evaluator::new().strength(numbers).unwrap_or(0));
        }
        let draws = unseen.iter().enumerate();
        draws
            .map(|(index, &card)| {
                enumerate(kept | card.into(), &unseen[index + 1..], count - 1, utility)
            })
            .sum()
    }

    #[test]
    fn values_match_enumeration() {
        let utility =
            |strength: u16| i64::from(strength) * i64::from(strength % 97) % DrawValues::ONE;
        let draw_values = DrawValues::new(utility);
        let mut random = Random::new(5);
        let mut deck: Vec<Card> = Card::all().collect();
        let mut hands: Vec<Vec<Card>> = ["2c 2d 2h 2s Ac", "Ts Js Qs Ks As", "2h 3h 4h 5h 7h"]
            .map(|text| crate::cards::parse_cards(text).unwrap_or_default())
            .to_vec();
        for _ in 0..40 {
            random.shuffle(&mut deck);
            hands.push(deck[..5].to_vec());
        }
        for cards in hands {
            let hand = Hand::of(&cards).ok().filter(|_| cards.len() == 5);
            let Some(hand) = hand else { unreachable!("{cards:?} is a hand") };
            let unseen: Vec<Card> = (!hand.set()).iter().collect();
            let values = draw_values.values(hand);
            for discard in Mask::all().filter(|mask| mask.len() <= 2 || mask.number() == 28) {
                let kept: CardSet = hand.chosen(discard.complement()).collect();
                let sum = enumerate(kept, &unseen, discard.len(), &utility);
                assert_eq!(values[discard.index()], sum * i64::from(WEIGHTS[discard.len()]));
            }
        }
    }

    #[test]
    fn drawing_five_cards_is_drawing_any_hand() {
        // Utility 1 for each of the four royal flushes: three of them contain no card of this hand.
        let draw_values = DrawValues::new(|strength| i64::from(strength == 7461));
        let cards = crate::cards::parse_cards("As 2c 3d 4h 6c").unwrap_or_default();
        let hand = Hand::of(&cards).ok();
        let value = hand.map(|hand| draw_values.values(hand)[31]);
        assert_eq!(value, Some(3 * i64::from(WEIGHTS[5])));
    }
}
