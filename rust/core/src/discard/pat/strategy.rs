//! The best discards against an opponent who stands pat, for hands in any order and with any suits.

use super::super::batch::{BestDiscards, best_of_all};
use super::super::canonical::suit_names;
use super::super::hand::Hand;
use super::super::mask::Mask;
use super::super::valuation::Choice;
use super::PatShowdowns;
use crate::cards::Card;
use crate::monitor::{Monitor, Stopped};
use crate::poker::batch::InvalidHand;

/// The best discards of every hand against an opponent who stands pat: a [`PatShowdowns`] reduced
/// to a twentieth of its memory.
///
/// Where several discards are best (holding four of a kind with or without the fifth card), exactly
/// one of them has the fewest cards. The order of the cards, which may decide ties elsewhere,
/// therefore does not matter.
#[derive(Clone, Debug)]
pub struct PatStrategy {
    /// The canonical hands as card numbers, in order.
    hands: Vec<[u8; 5]>,
    /// Their best discards, with the equity over [`PatStrategy::denominator`].
    choices: Vec<Choice>,
}

impl PatStrategy {
    pub(super) fn new(best: impl Iterator<Item = (Hand, Choice)>) -> Self {
        let numbers = best.map(|(hand, choice)| (hand.cards().map(Card::number), choice));
        let (hands, choices) = numbers.unzip();
        Self { hands, choices }
    }

    /// The common denominator of all values: twice [`PatShowdowns::PAIRS`].
    #[must_use]
    pub const fn denominator() -> u64 {
        2 * PatShowdowns::PAIRS
    }

    /// The best discards of the canonical hands, in order.
    #[must_use]
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The best discard of a hand.
    ///
    /// ```
    /// use cardcore::cards::parse_cards;
    /// use cardcore::discard::{Hand, PatShowdowns, against_pat};
    /// use cardcore::monitor::Monitor;
    ///
    /// let strategy = PatShowdowns::new(&Monitor::new())?.strategy();
    /// let hand = Hand::of(&parse_cards("7s Ah 2d Ad Kc")?)?;
    /// assert_eq!(strategy.best(hand).discard, against_pat(hand, &Monitor::new())?.best());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn best(&self, hand: Hand) -> Choice {
        let (canonical, positions) = canonical_with_positions(hand);
        let found = self.hands.binary_search_by(|other| order(other).cmp(&order(&canonical)));
        // Every hand has a canonical one.
        let choice = found.ok().and_then(|found| self.choices.get(found));
        choice.map_or(Choice { discard: Mask::NONE, value: 0 }, |choice| Choice {
            discard: Mask::from_fn(|given| {
                (0..5).any(|position| {
                    positions[position] == given && choice.discard.contains(position)
                })
            }),
            value: choice.value,
        })
    }

    /// The best discard of every hand, given as card numbers.
    ///
    /// # Errors
    ///
    /// If the monitor stops it; in the inner result, the first row that is not five distinct cards.
    pub fn best_discards(
        &self,
        hands: &[[u8; 5]],
        monitor: &Monitor,
    ) -> Result<Result<BestDiscards, InvalidHand>, Stopped> {
        best_of_all(hands, monitor, Hand::from_numbers, |hand| {
            let Choice { discard, value } = self.best(hand);
            (discard, value as f64 / Self::denominator() as f64)
        })
    }
}

/// The order of canonical hands: by ranks, then by suits.
fn order(numbers: &[u8; 5]) -> ([u8; 5], [u8; 5]) {
    (numbers.map(|number| number / 4), numbers.map(|number| number % 4))
}

/// The card numbers of the canonical hand, and the position of each in the original hand.
fn canonical_with_positions(hand: Hand) -> ([u8; 5], [usize; 5]) {
    let cards = hand.cards();
    let mut first = [u8::MAX; 5];
    let mut positions = [0; 5];
    for names in suit_names() {
        let mut renamed: [(u8, usize); 5] = std::array::from_fn(|position| {
            let (rank, suit) = (cards[position].rank(), cards[position].suit());
            (4 * rank.number() + names[usize::from(suit.number())], position)
        });
        renamed.sort_unstable();
        // The ranks are always the same, so this compares the suits.
        let numbers = renamed.map(|(number, _)| number);
        if numbers < first {
            (first, positions) = (numbers, renamed.map(|(_, position)| position));
        }
    }
    (first, positions)
}
