use super::batch::CategoryCounts;
use super::hand::{FiveCards, Hand};
use super::mask::Mask;
use super::outcome::Outcome;
use super::subsets::{by_outcome, subset_indices};
use crate::cards::Card;
use crate::poker::Category;
use crate::poker::evaluate::Evaluator;

/// For each of the 32 discards of a hand, the exact number of draws that end in each [`Outcome`].
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::discard::{DiscardTable, Hand, Mask};
///
/// let table = DiscardTable::of(Hand::of(&parse_cards("9d Td 6c Qc 8h")?)?);
/// // Holding 9d Td leaves 4 straight flushes in 16,215 draws of three cards.
/// assert_eq!(table.counts()[28], [8178, 6696, 711, 281, 164, 161, 18, 2, 4]);
/// assert_eq!(Mask::from_number(28).map(Mask::draws), Some(16_215));
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscardTable {
    hand: Hand,
    outcomes: [[u32; Outcome::COUNT]; Mask::COUNT],
}

impl DiscardTable {
    /// The table of a hand, from the subset tables. Building those costs less than enumerating one
    /// hand, so they are used even for a single hand.
    #[must_use]
    pub fn of(hand: Hand) -> Self {
        let mut outcomes = [[0; Outcome::COUNT]; Mask::COUNT];
        by_outcome().keep_exactly(&subset_indices(hand.cards()), &mut outcomes);
        Self { hand, outcomes }
    }

    /// The same table by enumerating all 2,598,960 final hands, each of which belongs to exactly
    /// one discard: the one that holds what it shares with the hand. Needs no table but the
    /// evaluator's and takes thousands of times as long; used to verify [`DiscardTable::of`].
    #[must_use]
    pub fn by_enumeration(hand: Hand) -> Self {
        let evaluator = Evaluator::new();
        let unseen: Vec<Card> = (!hand.set()).iter().collect();
        let mut outcomes = [[0; Outcome::COUNT]; Mask::COUNT];
        let outcome_of: Vec<u8> =
            (0..crate::poker::HandRank::COUNT).map(|s| Outcome::of_strength(s).number()).collect();
        for discard in Mask::all() {
            let row = &mut outcomes[discard.index()];
            for_each_final_hand(hand, discard, &unseen, &mut |cards| {
                let strength = evaluator.strength_of_cards(*cards);
                row[usize::from(outcome_of[usize::from(strength)])] += 1;
            });
        }
        Self { hand, outcomes }
    }

    /// The hand.
    #[must_use]
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// Draws by discard mask and outcome.
    #[must_use]
    pub const fn outcomes(&self) -> &[[u32; Outcome::COUNT]; Mask::COUNT] {
        &self.outcomes
    }

    /// Draws by discard mask and hand category.
    #[must_use]
    pub fn counts(&self) -> CategoryCounts {
        self.outcomes.map(|outcomes| by_category(&outcomes))
    }
}

/// Counts by outcome, summed by hand category.
pub(super) fn by_category<T>(outcomes: &[T; Outcome::COUNT]) -> [T; Category::COUNT]
where
    T: Copy + Default + std::ops::AddAssign,
{
    let mut classes = [T::default(); Category::COUNT];
    for (outcome, &number) in Outcome::ALL.into_iter().zip(outcomes) {
        classes[usize::from(outcome.category().number())] += number;
    }
    classes
}

/// Visit every final hand of a discard: the held cards, then some of the unseen ones.
pub(super) fn for_each_final_hand<C: Copy>(
    hand: FiveCards<C>,
    discard: Mask,
    unseen: &[C],
    visit: &mut impl FnMut(&[C; 5]),
) {
    let mut cards = hand.cards();
    for (place, card) in cards.iter_mut().zip(hand.chosen(discard.complement())) {
        *place = card;
    }
    for_each_draw(unseen, &mut cards, discard.complement().len(), visit);
}

/// Fill `cards` from `length` on with every combination of cards from `unseen`.
fn for_each_draw<C: Copy>(
    unseen: &[C],
    cards: &mut [C; 5],
    length: usize,
    visit: &mut impl FnMut(&[C; 5]),
) {
    if length == 5 {
        visit(cards);
        return;
    }
    for (index, &card) in unseen.iter().enumerate() {
        cards[length] = card;
        for_each_draw(&unseen[index + 1..], cards, length + 1, visit);
    }
}
