use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use super::Card;

/// A set of cards as a 64-bit bitboard: one bit per card number.
///
/// ```
/// use cardcore::cards::{CardSet, parse_cards};
///
/// let hand: CardSet = parse_cards("As 2c 7h")?.into_iter().collect();
/// assert_eq!(hand.len(), 3);
/// assert_eq!(hand.to_string(), "2c 7h As");
/// assert_eq!((!hand).len(), 49);
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The whole deck.
    pub const FULL: Self = Self((1 << Card::COUNT) - 1);

    /// The set with these bits; `None` if a bit is not a card.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits & !Self::FULL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// One bit per card number.
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

    /// Whether the set contains this card.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.number() & 1 == 1
    }

    /// Whether every card of this set is in `other`.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Add a card; returns whether it was new.
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= 1 << card.number();
        new
    }

    /// Remove a card; returns whether it was present.
    pub const fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        self.0 &= !(1 << card.number());
        there
    }

    /// The cards, ordered by number.
    #[must_use]
    pub const fn iter(self) -> Iter {
        Iter(self.0)
    }
}

/// The cards of a set, ordered by number.
#[derive(Clone, Debug)]
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = Card::from_number(u8::try_from(self.0.trailing_zeros()).ok()?)?;
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        Self(cards.into_iter().fold(0, |bits, card| bits | 1 << card.number()))
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> Self {
        Self(1 << card.number())
    }
}

impl BitOr for CardSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for CardSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitXor for CardSet {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for CardSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for CardSet {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & Self::FULL.0)
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, card) in self.iter().enumerate() {
            if position > 0 {
                formatter.write_str(" ")?;
            }
            write!(formatter, "{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{{{self}}}")
    }
}
