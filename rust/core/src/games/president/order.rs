//! The President order of the cards, and sets of cards in that order.
//!
//! Values run 3 < 4 < … < K < A < 2 and are numbered 3 to 15; suits run d < c < h < s. The *order
//! index* of a card is `4 * (value - 3) + suit`, 0 (`3d`) to 51 (`2s`). A set has one bit per
//! index, so the cards of one value are one digit of the set in base 16, a higher card is a higher
//! bit, and two sets of equal size compare as numbers exactly as their cards compare from the
//! highest down.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use crate::cards::{Card, CardSet, Rank, Suit};

/// The lowest card of every value: multiplied or shifted, it reaches every card of a value.
pub(crate) const DIAMONDS: u64 = 0x1_1111_1111_1111;

const FULL: u64 = (1 << Card::COUNT) - 1;
const SUITS: [Suit; 4] = [Suit::Diamonds, Suit::Clubs, Suit::Hearts, Suit::Spades];

/// The value of a rank, 3 to 15.
///
/// ```
/// use cardcore::cards::Rank;
/// use cardcore::games::president::{rank, value};
///
/// assert_eq!((value(Rank::Three), value(Rank::Two)), (3, 15));
/// assert_eq!(rank(15), Some(Rank::Two));
/// ```
#[must_use]
pub const fn value(rank: Rank) -> u8 {
    match rank {
        Rank::Two => 15,
        rank => rank.number() + 2,
    }
}

/// The rank of a value, 3 to 15.
#[must_use]
pub fn rank(value: u8) -> Option<Rank> {
    if value < 3 { None } else { Rank::from_number(if value == 15 { 0 } else { value - 2 }) }
}

/// The index of a card in the President order, 0 to 51.
///
/// ```
/// use cardcore::cards::{Card, Rank, Suit};
/// use cardcore::games::president::{card_at, order_index};
///
/// // The three of diamonds is the lowest card, the two of spades the highest.
/// assert_eq!(order_index(Card::new(Rank::Three, Suit::Diamonds)), 0);
/// assert_eq!(card_at(51), Some(Card::new(Rank::Two, Suit::Spades)));
/// ```
#[must_use]
pub const fn order_index(card: Card) -> u8 {
    let suit = match card.suit() {
        Suit::Diamonds => 0,
        Suit::Clubs => 1,
        Suit::Hearts => 2,
        Suit::Spades => 3,
    };
    4 * (value(card.rank()) - 3) + suit
}

/// The card with an index in the President order, 0 to 51.
#[must_use]
pub fn card_at(order_index: u8) -> Option<Card> {
    let suit = SUITS[usize::from(order_index % 4)];
    rank(order_index / 4 + 3).map(|rank| Card::new(rank, suit))
}

/// A set of cards, one bit per index in the President order.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::games::president::OrderedSet;
///
/// let cards: OrderedSet = parse_cards("2d As 3s 3d 10c")?.into_iter().collect();
/// assert_eq!(cards.to_string(), "3d 3s Tc As 2d");
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderedSet(u64);

impl OrderedSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The whole deck.
    pub const FULL: Self = Self(FULL);

    /// The set with these bits; bits that are not cards are ignored.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & FULL)
    }

    /// All cards of a value, 3 to 15.
    #[must_use]
    pub const fn of_value(value: u8) -> Self {
        if value < 3 || value > 15 { Self(0) } else { Self(15 << (4 * (value - 3))) }
    }

    /// All cards below an index of the order.
    #[must_use]
    pub const fn below(order_index: u8) -> Self {
        if order_index >= 52 { Self(FULL) } else { Self((1 << order_index) - 1) }
    }

    /// One bit per order index.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of cards in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every card of this set is in `other`.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the set contains this card.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> order_index(card) & 1 == 1
    }

    /// The lowest card.
    #[must_use]
    pub fn lowest(self) -> Option<Card> {
        self.order_indices().next().and_then(card_at)
    }

    /// The highest `count` cards, or all if there are fewer.
    #[must_use]
    pub fn highest(self, count: usize) -> Self {
        let mut rest = self;
        for _ in 0..self.len().saturating_sub(count) {
            rest.0 &= rest.0 - 1;
        }
        rest
    }

    /// The order indices of the cards, lowest first.
    pub fn order_indices(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let order_index = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                order_index
            })
        })
    }

    /// The cards, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        self.order_indices().filter_map(card_at)
    }

    /// The same cards with the order of the values reversed: threes become twos, fours aces. The
    /// suits stay.
    ///
    /// A combination becomes one of the same kind, so that whatever works in the usual order works
    /// in the reversed one too, on reversed sets.
    #[must_use]
    pub const fn reversed(self) -> Self {
        const LOW_DIGITS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let swapped = self.0.swap_bytes();
        let digits = (swapped & LOW_DIGITS) << 4 | swapped >> 4 & LOW_DIGITS;
        Self(digits >> 12)
    }

    /// The number of cards of each value, one digit in base 16 per value.
    pub(crate) const fn counts(self) -> u64 {
        let mut counts = self.0 & DIAMONDS;
        counts += (self.0 >> 1) & DIAMONDS;
        counts += (self.0 >> 2) & DIAMONDS;
        counts + ((self.0 >> 3) & DIAMONDS)
    }
}

impl From<Card> for OrderedSet {
    fn from(card: Card) -> Self {
        Self(1 << order_index(card))
    }
}

impl FromIterator<Card> for OrderedSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        Self(cards.into_iter().fold(0, |bits, card| bits | 1 << order_index(card)))
    }
}

impl From<CardSet> for OrderedSet {
    fn from(cards: CardSet) -> Self {
        cards.into_iter().collect()
    }
}

impl BitOr for OrderedSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for OrderedSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for OrderedSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Display for OrderedSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, card) in self.iter().enumerate() {
            if index > 0 {
                formatter.write_str(" ")?;
            }
            write!(formatter, "{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for OrderedSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_indices_follow_value_then_suit() {
        let text: Vec<String> = OrderedSet::FULL.iter().map(|card| card.to_string()).collect();
        assert_eq!(text[..5], ["3d", "3c", "3h", "3s", "4d"]);
        assert_eq!(text[47..], ["As", "2d", "2c", "2h", "2s"]);
        for card in Card::all() {
            assert_eq!(card_at(order_index(card)), Some(card));
        }
        assert_eq!((card_at(52), rank(2), rank(16)), (None, None, None));
    }

    #[test]
    fn reversing_swaps_the_values_and_keeps_the_suits() {
        for card in Card::all() {
            let mirrored = OrderedSet::from(card).reversed().lowest().unwrap();
            assert_eq!(value(mirrored.rank()), 18 - value(card.rank()));
            assert_eq!(mirrored.suit(), card.suit());
        }
        assert_eq!(OrderedSet::FULL.reversed(), OrderedSet::FULL);
    }

    #[test]
    fn sets_know_their_values() {
        let cards: OrderedSet =
            crate::cards::parse_cards("3d 3s 4h 2c").unwrap().into_iter().collect();
        assert_eq!(cards.counts(), 0x1_0000_0000_0012);
        assert_eq!(cards.highest(2).to_string(), "4h 2c");
        assert_eq!(OrderedSet::of_value(15).to_string(), "2d 2c 2h 2s");
        assert_eq!(OrderedSet::of_value(2) | OrderedSet::of_value(16), OrderedSet::EMPTY);
        assert_eq!(OrderedSet::below(4), OrderedSet::of_value(3));
    }
}
