use super::hand::Hand;
use super::mask::Mask;
use crate::poker::Category;
use crate::poker::evaluate::Evaluator;

/// The cards the rule of the pattern keeper keeps: the made pattern (a pair, two pair, three or
/// four of a kind) without its kickers, a straight or anything better but four of a kind
/// complete, and of a hand without a pattern its highest card.
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
    let alike =
        |place: usize| cards.iter().filter(|card| card.rank() == cards[place].rank()).count();
    let highest = cards.iter().map(|card| card.rank()).max();
    match Category::of_strength(Evaluator::new().strength_of_cards(cards)) {
        Category::HighCard => Mask::of_places(|place| Some(cards[place].rank()) == highest),
        Category::OnePair | Category::TwoPairs | Category::ThreeOfAKind | Category::FourOfAKind => {
            Mask::of_places(|place| alike(place) > 1)
        }
        Category::Straight | Category::Flush | Category::FullHouse | Category::StraightFlush => {
            Mask::NONE.complement()
        }
    }
}
