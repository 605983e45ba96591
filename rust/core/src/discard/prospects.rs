//! The exact expectation of every discard for any worth of the final hand.
//!
//! What the hands around a set of cards are worth together depends on the ranks of the set and on
//! whether it is of one suit, for any worth that follows from the strength alone. So a table of
//! [`PLACES`] sums serves every hand, and inclusion and exclusion give the 32 discards, as for
//! the objectives of the discard analysis. To build one takes well under a millisecond; to ask
//! one, about a tenth of a microsecond.

use super::hand::Hand;
use super::mask::{COMMON_DRAWS, Mask, WEIGHTS_BY_MASK, weigh};
use super::subsets::{PLACES, WorthTable, are_distinct, for_each_multiset, place, places, sum_up};
use super::valuation::Choice;
use crate::cards::{Card, Rank, Suit};
use crate::poker::evaluate::Evaluator;

/// What the final hands of every discard are worth, for one worth of strengths.
#[derive(Clone, Debug)]
pub struct Prospects {
    /// What all hands around a set are worth together.
    worth: WorthTable,
}

impl Prospects {
    /// What a chance of 1 is worth: worths are whole parts of it.
    pub const ONE: i64 = 1 << 20;

    /// The prospects when a final hand of a strength is worth so much, 0 to [`Self::ONE`].
    #[must_use]
    pub fn new(worth: impl Fn(u16) -> i64) -> Self {
        let mut sums = vec![0; PLACES];
        for_each_multiset(5, &mut |ranks| {
            if ranks[0] == ranks[4] {
                return;
            }
            sums[place(ranks, false)] = worth(strength(ranks, false));
            if are_distinct(ranks) {
                sums[place(ranks, true)] = worth(strength(ranks, true));
            }
        });
        sum_up(&mut sums, 4);
        Self { worth: WorthTable::new(sums) }
    }

    /// The expected worth of every discard, by mask, times [`COMMON_DRAWS`].
    #[must_use]
    pub fn values(&self, hand: Hand) -> [i64; Mask::COUNT] {
        weigh(self.worth.keep_exactly(&places(hand.cards())), &WEIGHTS_BY_MASK)
    }

    /// The discard with the highest expectation, and that expectation as a chance; among equals
    /// the fewest cards, then the smallest mask.
    #[must_use]
    pub fn best(&self, hand: Hand) -> (Mask, f64) {
        let best = Choice::best_of(&self.values(hand));
        let whole = Self::ONE as f64 * f64::from(COMMON_DRAWS);
        (best.discard, best.value as f64 / whole)
    }
}

/// The strength of five cards with these ranks, lowest first, all of one suit or not.
fn strength(ranks: &[usize], one_suit: bool) -> u16 {
    let mut numbers = [0; 5];
    for (place, (number, &rank)) in numbers.iter_mut().zip(ranks).enumerate() {
        // Cards of one rank stand next to each other, so that no two cards are the same, and the
        // first two suits differ, so that it is not a flush.
        let suit = if one_suit { Suit::Clubs } else { Suit::ALL[place % 4] };
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

    /// The worth of all final hands of a discard, by looking at every draw.
    fn enumerate(kept: CardSet, unseen: &[Card], count: usize, worth: &dyn Fn(u16) -> i64) -> i64 {
        if count == 0 {
            let mut numbers = [0; 5];
            for (number, card) in numbers.iter_mut().zip(kept) {
                *number = card.number();
            }
            return worth(Evaluator::new().strength(numbers).unwrap_or(0));
        }
        let draws = unseen.iter().enumerate();
        draws
            .map(|(place, &card)| {
                enumerate(kept | card.into(), &unseen[place + 1..], count - 1, worth)
            })
            .sum()
    }

    #[test]
    fn values_are_those_of_all_draws() {
        let worth = |strength: u16| i64::from(strength) * i64::from(strength % 97) % Prospects::ONE;
        let prospects = Prospects::new(worth);
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
            let values = prospects.values(hand);
            for discard in Mask::all().filter(|mask| mask.len() <= 2 || mask.number() == 28) {
                let kept: CardSet = hand.chosen(discard.complement()).collect();
                let sum = enumerate(kept, &unseen, discard.len(), &worth);
                assert_eq!(values[discard.index()], sum * i64::from(WEIGHTS[discard.len()]));
            }
        }
    }

    #[test]
    fn drawing_five_cards_is_drawing_any_hand() {
        // Worth 1 for each of the four royal flushes: of all hands without a card of this one
        // three are left.
        let prospects = Prospects::new(|strength| i64::from(strength == 7461));
        let cards = crate::cards::parse_cards("As 2c 3d 4h 6c").unwrap_or_default();
        let hand = Hand::of(&cards).ok();
        let value = hand.map(|hand| prospects.values(hand)[31]);
        assert_eq!(value, Some(3 * i64::from(WEIGHTS[5])));
    }
}
