//! The best discards against an opponent who stands pat, of hands in any order and with any suits.

use super::super::batch::{BestDiscards, best_of_all};
use super::super::canonical::suit_names;
use super::super::hand::Hand;
use super::super::mask::Mask;
use super::super::valuation::Choice;
use super::Standing;
use crate::cards::Card;
use crate::monitor::{Monitor, Stopped};
use crate::poker::batch::InvalidHand;

/// The best discards of every hand against an opponent who stands pat: what remains of a [`Standing`]
/// in a twentieth of its memory.
///
/// Where several discards are the best (to keep four of a kind with or without the fifth card), one of
/// them has the fewest cards. So the order of the cards, which may decide among equal discards
/// elsewhere, does not matter.
#[derive(Clone, Debug)]
pub struct StandingStrategy {
    /// The canonical hands as the numbers of their cards, in order.
    hands: Vec<[u8; 5]>,
    /// Their best discards, with the equity over [`StandingStrategy::denominator`].
    choices: Vec<Choice>,
}

impl StandingStrategy {
    pub(super) fn new(best: impl Iterator<Item = (Hand, Choice)>) -> Self {
        let numbers = best.map(|(hand, choice)| (hand.cards().map(Card::number), choice));
        let (hands, choices) = numbers.unzip();
        Self { hands, choices }
    }

    /// What values are integers over: twice [`Standing::PAIRS`].
    #[must_use]
    pub const fn denominator() -> u64 {
        2 * Standing::PAIRS
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
    /// use cardcore::discard::{Hand, Standing, against_pat};
    /// use cardcore::monitor::Monitor;
    ///
    /// let strategy = Standing::new(&Monitor::new())?.strategy();
    /// let hand = Hand::of(&parse_cards("7s Ah 2d Ad Kc")?)?;
    /// assert_eq!(strategy.best(hand).discard, against_pat(hand, &Monitor::new())?.best());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn best(&self, hand: Hand) -> Choice {
        let (canonical, places) = canonical_with_places(hand);
        let found = self.hands.binary_search_by(|other| order(other).cmp(&order(&canonical)));
        // Every hand has a canonical one.
        let choice = found.ok().and_then(|found| self.choices.get(found));
        choice.map_or(Choice { discard: Mask::NONE, value: 0 }, |choice| Choice {
            discard: Mask::of_places(|given| {
                (0..5).any(|place| places[place] == given && choice.discard.contains(place))
            }),
            value: choice.value,
        })
    }

    /// The best discard of every hand, given as card numbers.
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop; inside, the first row that is not five distinct cards.
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

/// What canonical hands are ordered by: first the ranks, then the suits.
fn order(numbers: &[u8; 5]) -> ([u8; 5], [u8; 5]) {
    (numbers.map(|number| number / 4), numbers.map(|number| number % 4))
}

/// The numbers of the cards of the canonical hand, and the place of each in the hand as it was given.
fn canonical_with_places(hand: Hand) -> ([u8; 5], [usize; 5]) {
    let cards = hand.cards();
    let mut first = [u8::MAX; 5];
    let mut places = [0; 5];
    for names in suit_names() {
        let mut renamed: [(u8, usize); 5] = std::array::from_fn(|place| {
            let (rank, suit) = (cards[place].rank(), cards[place].suit());
            (4 * rank.number() + names[usize::from(suit.number())], place)
        });
        renamed.sort_unstable();
        // The ranks are always the same, so this is the order of the suits.
        let numbers = renamed.map(|(number, _)| number);
        if numbers < first {
            (first, places) = (numbers, renamed.map(|(_, place)| place));
        }
    }
    (first, places)
}
