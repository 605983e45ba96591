use super::hand::Hand;
use super::mask::Mask;
use crate::poker::Category;
use crate::poker::evaluate::Evaluator;

/// The discard of the pattern-keeper rule: keep the made pattern (a pair, two pair, three or four
/// of a kind) without kickers, keep a complete straight or better except four of a kind, and keep
/// the highest card of a hand without a pattern.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::discard::{Hand, keep_pattern};
///
/// let hand = Hand::of(&parse_cards("9d 9c 6c Qc 6h")?)?;
/// assert_eq!(keep_pattern(hand).number(), 0b10111);
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[must_use]
pub fn keep_pattern(hand: Hand) -> Mask {
    let cards = hand.cards();
    let same_rank =
        |position: usize| cards.iter().filter(|card| card.rank() == cards[position].rank()).count();
    let highest = cards.iter().map(|card| card.rank()).max();
    match Category::of_strength(Evaluator::new().strength_of_cards(cards)) {
        Category::HighCard => Mask::from_fn(|position| Some(cards[position].rank()) == highest),
        Category::OnePair | Category::TwoPairs | Category::ThreeOfAKind | Category::FourOfAKind => {
            Mask::from_fn(|position| same_rank(position) > 1)
        }
        Category::Straight | Category::Flush | Category::FullHouse | Category::StraightFlush => {
            Mask::NONE.complement()
        }
    }
}
