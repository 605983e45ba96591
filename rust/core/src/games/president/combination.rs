//! Combinations: one to five cards of one of nine kinds, and which of them beats which.

use std::fmt;

use thiserror::Error;

use super::order::{DIAMONDS, OrderedSet};

/// The kinds of combinations, lowest first.
///
/// ```
/// use cardcore::games::president::Kind;
///
/// assert!(Kind::FullHouse > Kind::Flush);
/// assert_eq!((Kind::Pair.size(), Kind::Pair.name()), (2, "pair"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the variants are the nine kinds")]
pub enum Kind {
    OneCard,
    Pair,
    ThreeOfAKind,
    FourOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourPlusOne,
    StraightFlush,
}

impl Kind {
    /// All kinds, lowest first.
    pub const ALL: [Self; 9] = [
        Self::OneCard,
        Self::Pair,
        Self::ThreeOfAKind,
        Self::FourOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourPlusOne,
        Self::StraightFlush,
    ];

    /// The number of this kind, 0 to 8.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The number of cards in a combination of this kind.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::OneCard => 1,
            Self::Pair => 2,
            Self::ThreeOfAKind => 3,
            Self::FourOfAKind => 4,
            _ => 5,
        }
    }

    /// The English name of this kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneCard => "one card",
            Self::Pair => "pair",
            Self::ThreeOfAKind => "three of a kind",
            Self::FourOfAKind => "four of a kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full house",
            Self::FourPlusOne => "four of a kind plus one",
            Self::StraightFlush => "straight flush",
        }
    }
}

/// A set of kinds.
///
/// ```
/// use cardcore::games::president::{Kind, Kinds};
///
/// assert!(Kinds::SETS.contains(Kind::FourOfAKind));
/// assert_eq!(Kinds::ALL.iter().count(), 9);
/// assert_eq!(Kinds::SETS.to_string(), "one card, pair, three of a kind, four of a kind");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kinds(u16);

impl Kinds {
    /// All nine kinds.
    pub const ALL: Self = Self(0x1ff);

    /// One to four cards of a value.
    pub const SETS: Self = Self(0xf);

    /// The set with these bits, one per number of a kind; other bits are ignored.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// One bit per number of a kind.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether a kind is in the set.
    #[must_use]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }

    /// The set without a kind.
    #[must_use]
    pub const fn without(self, kind: Kind) -> Self {
        Self(self.0 & !(1 << kind as u16))
    }

    /// The kinds, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        Self(kinds.into_iter().fold(0, |bits, kind| bits | 1 << kind as u16))
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, kind) in self.iter().enumerate() {
            write!(formatter, "{}{kind}", if index > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Cards that may be played together.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::games::president::{Combination, Kind};
///
/// let read = |text| Combination::of(parse_cards(text).unwrap().into_iter().collect());
/// let house = read("4d 4c 4s 9h 9s")?;
/// assert_eq!(house.kind(), Kind::FullHouse);
/// assert!(house.beats(read("3d 3c 3s 2h 2s")?));
/// assert!(!house.beats(read("5d 5c 5s 3h 3s")?));
/// assert!(read("3d 4d").is_err());
/// # Ok::<(), cardcore::games::president::InvalidCombination>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Combination {
    cards: OrderedSet,
    kind: Kind,
    /// The order index that decides among combinations of one kind: that of the highest card, or of
    /// the highest suit of the triple's or quad's value (so that a higher index is a higher value).
    key: u8,
}

impl Combination {
    /// For the enumeration, which knows the kind by construction.
    pub(super) const fn new(cards: OrderedSet, kind: Kind, key: u8) -> Self {
        Self { cards, kind, key }
    }

    /// The combination formed by these cards.
    ///
    /// # Errors
    ///
    /// Cards that do not form a combination, with the reason.
    pub fn of(cards: OrderedSet) -> Result<Self, InvalidCombination> {
        let counts = cards.counts();
        let one_value = values(counts).count_ones() == 1;
        let top = 63_u32.saturating_sub(cards.bits().leading_zeros()) as u8;
        let kind = match (cards.len(), one_value) {
            (0, _) => return Err(InvalidCombination::Empty),
            (1, _) => Kind::OneCard,
            (2, true) => Kind::Pair,
            (3, true) => Kind::ThreeOfAKind,
            (4, true) => Kind::FourOfAKind,
            (size @ 2..=4, false) => return Err(InvalidCombination::Mixed { cards, size }),
            (5, _) => return Self::of_five(cards, counts, top),
            (size, _) => return Err(InvalidCombination::TooMany { cards, size }),
        };
        Ok(Self { cards, kind, key: top })
    }

    fn of_five(cards: OrderedSet, counts: u64, top: u8) -> Result<Self, InvalidCombination> {
        let bits = cards.bits();
        let flush = (0..4).any(|suit| bits & !(DIAMONDS << suit) == 0);
        let straight = counts == 0x11111 << (4 * (top / 4).saturating_sub(4));
        let repeated = at_least_three(bits);
        let key = (repeated.trailing_zeros() as u8).wrapping_add(3);
        let quads = counts >> 2 & DIAMONDS != 0;
        let (kind, key) = match (flush, straight) {
            (true, true) => (Kind::StraightFlush, top),
            (true, false) => (Kind::Flush, top),
            (false, true) => (Kind::Straight, top),
            _ if quads => (Kind::FourPlusOne, key),
            _ if repeated != 0 && values(counts).count_ones() == 2 => (Kind::FullHouse, key),
            _ => return Err(InvalidCombination::Scattered { cards }),
        };
        Ok(Self { cards, kind, key })
    }

    /// The cards.
    #[must_use]
    pub const fn cards(self) -> OrderedSet {
        self.cards
    }

    /// The kind.
    #[must_use]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// The number of cards.
    #[must_use]
    pub const fn size(self) -> usize {
        self.kind.size()
    }

    /// The order index that a combination of the same kind must exceed to beat this one.
    pub(super) const fn key(self) -> u8 {
        self.key
    }

    /// The same combination with the order of the values reversed.
    #[must_use]
    pub(super) const fn reversed(self) -> Self {
        let cards = self.cards.reversed();
        let key = match self.kind {
            // What was the lowest card decides now.
            Kind::Straight | Kind::Flush | Kind::StraightFlush => {
                63_u32.saturating_sub(cards.bits().leading_zeros()) as u8
            }
            _ => 4 * (12 - self.key / 4) + self.key % 4,
        };
        Self { cards, kind: self.kind, key }
    }

    /// Whether this combination may be played on `other` by the usual rules: it has the same size and a higher kind,
    /// or the same kind and a higher key.
    #[must_use]
    pub fn beats(self, other: Self) -> bool {
        self.size() == other.size() && (self.kind, self.key) > (other.kind, other.key)
    }
}

impl fmt::Display for Combination {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards.fmt(formatter)
    }
}

impl fmt::Debug for Combination {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.kind, self.cards)
    }
}

/// Why cards do not form a combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are the cards and how many they are")]
pub enum InvalidCombination {
    /// No cards.
    #[error("expected one to five cards, found none")]
    Empty,
    /// Two to four cards of different values.
    #[error("{size} cards played together must be of one rank")]
    Mixed { cards: OrderedSet, size: usize },
    /// Five cards of none of the five-card kinds.
    #[error(
        "five cards played together must be a straight (five ranks in a row from 3 up to 2), a \
         flush, a full house, four of a kind plus one or a straight flush"
    )]
    Scattered { cards: OrderedSet },
    /// More than five cards.
    #[error("expected at most five cards, found {size}")]
    TooMany { cards: OrderedSet, size: usize },
}

/// The values that occur, given their counts: the lowest bit of each digit.
const fn values(counts: u64) -> u64 {
    (counts | counts >> 1 | counts >> 2) & DIAMONDS
}

/// The values with two or more cards in a set: the lowest bit of each digit.
pub(super) const fn at_least_two(bits: u64) -> u64 {
    let (a, b, c, d) = (bits, bits >> 1, bits >> 2, bits >> 3);
    ((a & b) | (c & d) | ((a | b) & (c | d))) & DIAMONDS
}

/// The values with three or more cards in a set: the lowest bit of each digit.
pub(super) const fn at_least_three(bits: u64) -> u64 {
    let (a, b, c, d) = (bits, bits >> 1, bits >> 2, bits >> 3);
    ((a & b & (c | d)) | (c & d & (a | b))) & DIAMONDS
}

/// The values with all four cards in a set: the lowest bit of each digit.
pub(super) const fn all_four(bits: u64) -> u64 {
    bits & bits >> 1 & bits >> 2 & bits >> 3 & DIAMONDS
}

/// The bits with four more set at distances of 4, 8, 12 and 16 below: the tops of runs of five.
pub(super) const fn runs(bits: u64) -> u64 {
    let two = bits & bits << 4;
    two & two << 8 & bits << 16
}

/// The kinds of combinations contained in a set of cards, one bit per kind.
///
/// Compared as numbers, these give the result of the report's `greater_than` for two sorted lists
/// of moves: the highest kind that only one of them has decides. A few dozen word operations,
/// without enumerating the moves.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::games::president::{Kind, Kinds, kinds_in};
///
/// let kinds = Kinds::from_bits(kinds_in(parse_cards("3d 3c 4h")?.into_iter().collect()));
/// assert!(kinds.contains(Kind::Pair) && !kinds.contains(Kind::ThreeOfAKind));
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[must_use]
pub const fn kinds_in(cards: OrderedSet) -> u16 {
    let bits = cards.bits();
    let (two, three, four) = (at_least_two(bits), at_least_three(bits), all_four(bits));
    let any = (bits | bits >> 1 | bits >> 2 | bits >> 3) & DIAMONDS;
    let straight_flushes = runs(bits);
    let one_suited =
        (straight_flushes | straight_flushes >> 1 | straight_flushes >> 2 | straight_flushes >> 3)
            & DIAMONDS;
    // A run whose only straight is a straight flush has one card of every value.
    let choice = two | two << 4 | two << 8 | two << 12 | two << 16;
    let straights = runs(any) & (!one_suited | choice);
    // Six cards of a suit always contain five that are not in a row.
    let mut flush = false;
    let mut suit = 0;
    while suit < 4 {
        let suited = bits >> suit & DIAMONDS;
        let count = suited.count_ones();
        flush |= count > 5 || (count == 5 && runs(suited) == 0);
        suit += 1;
    }
    (bits != 0) as u16
        | ((two != 0) as u16) << 1
        | ((three != 0) as u16) << 2
        | ((four != 0) as u16) << 3
        | ((straights != 0) as u16) << 4
        | (flush as u16) << 5
        | ((three != 0 && two & (two - 1) != 0) as u16) << 6
        | ((four != 0 && bits.count_ones() > 4) as u16) << 7
        | ((straight_flushes != 0) as u16) << 8
}
