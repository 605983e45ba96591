//! A hand as the solver sees it: its cards in order, its strength, and its best discards.

use super::sets::Sets;
use crate::cards::{Card, CardSet};
use crate::combinatorics::binomial;
use crate::discard::{COMMON_DRAWS, DrawValues, Hand, Mask};
use crate::games::draw::result::strength;
use crate::poker::Ranking;
use crate::poker::order::Order;

/// The card numbers of a hand, in ascending order, and its strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Holding {
    cards: [u8; 5],
    count: u8,
    pub strength: u16,
}

impl Holding {
    /// A hand of different cards in any order; of more than five, the first.
    pub fn of(ranking: Ranking, numbers: &[u8]) -> Self {
        let mut cards = [0; 5];
        let count = numbers.len().min(5);
        for (card, number) in cards.iter_mut().zip(numbers) {
            *card = *number;
        }
        cards[..count].sort_unstable();
        let set: CardSet =
            cards[..count].iter().filter_map(|&card| Card::from_number(card)).collect();
        Self { cards, count: count as u8, strength: strength(set, ranking) }
    }

    /// A player's hand among the first cards of a deck.
    pub fn dealt(ranking: Ranking, deck: &[u8], player: usize, cards: usize) -> Self {
        Self::of(ranking, deck.get(player * cards..(player + 1) * cards).unwrap_or(&[]))
    }

    /// The hand after a discard, filled up with the next cards.
    pub fn redrawn(&self, ranking: Ranking, discard: Mask, drawn: &[u8]) -> Self {
        let mut cards = self.cards;
        let indices = (0..self.cards().len()).filter(|&index| discard.contains(index));
        for (index, &card) in indices.zip(drawn) {
            cards[index] = card;
        }
        Self::of(ranking, &cards[..self.cards().len()])
    }

    /// The card numbers.
    pub fn cards(&self) -> &[u8] {
        &self.cards[..usize::from(self.count)]
    }

    /// The cards.
    pub fn set(&self) -> CardSet {
        self.chosen(Mask::from_fn(|_| true))
    }

    /// The cards that a mask chooses.
    pub fn chosen(&self, mask: Mask) -> CardSet {
        let chosen = self.cards().iter().enumerate().filter(|&(index, _)| mask.contains(index));
        chosen.filter_map(|(_, &card)| Card::from_number(card)).collect()
    }

    /// The cards that a mask does not choose, with those of another mask: their numbers, and how many
    /// they are.
    pub fn held(&self, discard: Mask, also: u8) -> ([u8; 5], usize) {
        let (mut held, mut count) = ([0; 5], 0);
        for (index, &card) in self.cards().iter().enumerate() {
            if !discard.contains(index) || also >> index & 1 == 1 {
                held[count] = card;
                count += 1;
            }
        }
        (held, count)
    }
}

/// The best way to discard some number of cards, and the mean utility of the final hands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Best {
    pub discard: Mask,
    pub value: f64,
}

/// The mean utility of the final hands of every discard.
#[derive(Clone, Debug)]
pub(super) enum Discards {
    /// Of hands of five cards.
    Five(DrawValues),
    /// In badugi, the total utility of the hands that contain a set, by its kind.
    Badugi(Vec<i64>),
}

impl Discards {
    /// The unit of utilities.
    pub const ONE: i64 = DrawValues::ONE;

    /// For this utility of the strengths of final hands.
    pub fn new(ranking: Ranking, utility: impl Fn(u16) -> i64) -> Self {
        let Some(order) = Order::of(ranking) else {
            let total = |(strength, hands): &(u16, u32)| utility(*strength) * i64::from(*hands);
            let kinds = Sets::of(ranking).kinds.iter();
            return Self::Badugi(kinds.map(|kind| kind.hands.iter().map(total).sum()).collect());
        };
        Self::Five(DrawValues::new(|high| utility(order.strength(high))))
    }

    /// The best discard for every number of cards.
    pub fn best(&self, holding: &Holding) -> [Best; 6] {
        let cards = holding.cards().len();
        let mut sums = [i64::MIN; 6];
        let mut best = [Best::default(); 6];
        let values = self.values(holding);
        for discard in Mask::all().take(1 << cards) {
            let (sum, value) = (&mut sums[discard.len()], values[discard.index()]);
            if value > *sum {
                *sum = value;
                best[discard.len()].discard = discard;
            }
        }
        for (count, (best, sum)) in best.iter_mut().zip(sums).enumerate().take(cards + 1) {
            let draws = match self {
                Self::Five(_) => f64::from(COMMON_DRAWS),
                Self::Badugi(_) => binomial(52 - cards, count) as f64,
            };
            best.value = sum as f64 / (draws * Self::ONE as f64);
        }
        best
    }

    /// The total utilities of all discards; those of as many cards have the same unit.
    fn values(&self, holding: &Holding) -> [i64; Mask::COUNT] {
        let totals = match self {
            Self::Five(values) => {
                let hand = holding.cards().try_into().ok().and_then(Hand::from_numbers);
                return hand.map_or([0; Mask::COUNT], |hand| values.values(hand));
            }
            Self::Badugi(totals) => totals,
        };
        let sets = Sets::of(Ranking::Badugi);
        // By the cards that are held: all hands that contain them, then by inclusion and exclusion those
        // without the others.
        let held = |mask: u8| {
            let (cards, count) = holding.held(Mask::from_fn(|_| true), mask);
            totals.get(sets.index(&cards[..count])).copied().unwrap_or(0)
        };
        let all: [i64; 16] = std::array::from_fn(|mask| held(mask as u8));
        let mut values = [0; Mask::COUNT];
        for (discard, value) in values.iter_mut().enumerate().take(16) {
            let mut also = discard;
            loop {
                let sign = if also.count_ones().is_multiple_of(2) { 1 } else { -1 };
                *value += sign * all[(15 ^ discard) | also];
                if also == 0 {
                    break;
                }
                also = (also - 1) & discard;
            }
        }
        values
    }
}
