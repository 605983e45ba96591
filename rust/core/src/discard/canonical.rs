//! Suit isomorphism: one canonical hand per equivalence class.
//!
//! Hands with given ranks fall into classes under the 24 permutations of the suits. The possible
//! suits depend only on which of the sorted ranks are equal, so the classes are computed once for
//! each of the 15 possible patterns of equal ranks and combined with every multiset of ranks.

use super::hand::{FiveCards, Hand};
use crate::cards::{Card, Rank, Suit};
use crate::poker::pattern::for_each_ranks;

/// The number of hands up to suit isomorphism.
pub const CANONICAL_HANDS: usize = 134_459;

/// A canonical hand, its cards in ascending order, and the size of its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalHand<C = Card> {
    /// The first of its class, ordered by suits.
    pub hand: FiveCards<C>,
    /// The number of hands in its equivalence class, including itself.
    pub weight: u32,
}

/// All 134,459 hands up to suit isomorphism, ordered by ranks, then by suits. Their weights add up
/// to 2,598,960.
///
/// ```
/// use cardcore::discard::canonical_hands;
///
/// let hands = canonical_hands();
/// assert_eq!(hands.len(), 134_459);
/// assert_eq!(hands[0].hand.to_string(), "2c 2d 2h 2s 3c");
/// assert_eq!(hands.iter().map(|hand| hand.weight).sum::<u32>(), 2_598_960);
/// ```
#[must_use]
pub fn canonical_hands() -> Vec<CanonicalHand> {
    let permutations: Vec<[u8; 4]> = suit_names().collect();
    let classes: Vec<SuitClasses> =
        (0..15).map(|equal| suit_classes(&[0b1111; 5], equal, &permutations)).collect();
    let mut hands = Vec::with_capacity(CANONICAL_HANDS);
    for_each_ranks(|ranks| {
        let equal = (0..4)
            .fold(0, |bits, place| bits | usize::from(ranks[place] == ranks[place + 1]) << place);
        hands.extend(classes[equal].iter().filter_map(|&(suits, weight)| {
            let number = |place| 4 * Rank::number(ranks[place]) + suits[place];
            let hand = Hand::from_numbers([0, 1, 2, 3, 4].map(number))?;
            Some(CanonicalHand { hand, weight: weight.into() })
        }));
    });
    hands
}

/// The suits of sorted cards, one representative per class, with the size of the class.
pub(super) type SuitClasses = Vec<([u8; 5], u16)>;

/// The suits of up to five sorted cards, one representative per class under the given permutations
/// of the suits, with the size of the class. `allowed` has the suits that each card may have, as
/// bits; bit i of `equal` is set if cards i and i + 1 have the same rank. Entries beyond the cards
/// are 0.
pub(super) fn suit_classes(allowed: &[u8], equal: usize, permutations: &[[u8; 4]]) -> SuitClasses {
    let length = allowed.len().min(5);
    let mut classes = Vec::new();
    for number in (0..1024_u16).step_by(1 << (10 - 2 * length)) {
        let suits = [8, 6, 4, 2, 0].map(|shift| (number >> shift & 3) as u8);
        let ascending = |place: usize| equal >> place & 1 == 0 || suits[place] < suits[place + 1];
        let fits = |(&allowed, &suit): (&u8, &u8)| allowed >> suit & 1 == 1;
        if !(0..4).all(ascending) || !allowed.iter().zip(&suits).all(fits) {
            continue;
        }
        let mut unchanged = 0;
        let is_first = permutations.iter().all(|&names| {
            let renamed = rename(suits, length, equal, names);
            unchanged += usize::from(renamed == suits);
            suits <= renamed
        });
        if is_first {
            classes.push((suits, (permutations.len() / unchanged.max(1)) as u16));
        }
    }
    classes
}

/// The first of all suit permutations of a hand's sorted cards, each sorted within equal ranks.
fn first_of_class(suits: [u8; 5], equal: usize) -> [u8; 5] {
    suit_names().map(|names| rename(suits, 5, equal, names)).fold(suits, Ord::min)
}

/// Rename the suits of the first cards, and sort them within equal ranks.
fn rename(mut suits: [u8; 5], length: usize, equal: usize, names: [u8; 4]) -> [u8; 5] {
    for suit in &mut suits[..length] {
        *suit = names[usize::from(*suit & 3)];
    }
    let mut start = 0;
    for end in 1..=length {
        if end == length || equal >> (end - 1) & 1 == 0 {
            suits[start..end].sort_unstable();
            start = end;
        }
    }
    suits
}

/// The 24 permutations of the suits.
pub(super) fn suit_names() -> impl Iterator<Item = [u8; 4]> {
    (0..256_u16)
        .map(|number| [6, 4, 2, 0].map(|shift| (number >> shift & 3) as u8))
        .filter(|names| names.iter().fold(0, |set, name| set | 1 << name) == 15)
}

/// The canonical hand of a hand's class, with its cards in ascending order.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::discard::{Hand, canonical};
///
/// let hand = Hand::of(&parse_cards("As Kh 2s 2d 7h")?)?;
/// assert_eq!(canonical(hand).to_string(), "2c 2d 7h Kh Ac");
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[must_use]
pub fn canonical(hand: Hand) -> Hand {
    let mut cards = hand.cards();
    cards.sort_unstable();
    let equal = (0..4).fold(0, |bits, place| {
        bits | usize::from(cards[place].rank() == cards[place + 1].rank()) << place
    });
    let suits = first_of_class(cards.map(|card| card.suit().number()), equal);
    let mut renamed = cards;
    for (card, suit) in renamed.iter_mut().zip(suits) {
        *card = Card::new(card.rank(), Suit::ALL[usize::from(suit & 3)]);
    }
    Hand::of(&renamed).unwrap_or(hand)
}
