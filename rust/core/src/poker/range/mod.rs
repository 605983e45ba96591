//! Ranges of hold'em hands: which two-card hands a player may hold, and how often.
//!
//! The text is the one that poker players write: pairs `QQ`, `QQ+`, `99-66`; `AKs` suited, `AKo`
//! offsuit, `AK` both, `KTs+` for a better second card, `A5s-A2s` and `JTs-76s` for runs; single
//! hands `AsKd`; `random` for any two cards; a weight after a colon, `76s:0.5`, or in percent after
//! an at sign, `76s@50`. Tokens are separated by commas or spaces. Where tokens overlap, the later
//! one decides, so `random, 72o:0` is every hand but one.
//!
//! Weights are multiples of a millionth, so that sums over hands are exact.

mod format;
mod parse;
#[cfg(test)]
mod tests;

use std::fmt;

use thiserror::Error;

use crate::cards::{Card, CardSet, Rank};

/// Two cards, the higher number first.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::poker::range::Combo;
///
/// let cards = parse_cards("Kh As")?;
/// let combo = Combo::new(cards[0], cards[1]);
/// assert_eq!(combo.map(|combo| combo.cards()), Some([cards[1], cards[0]]));
/// assert_eq!(combo.and_then(|combo| Combo::from_number(combo.number())), combo);
/// assert_eq!(Combo::all().count(), Combo::COUNT);
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Combo {
    high: Card,
    low: Card,
}

impl Combo {
    /// The number of two-card hands.
    pub const COUNT: usize = 1326;

    /// Two different cards in any order.
    #[must_use]
    pub fn new(one: Card, other: Card) -> Option<Self> {
        (one != other).then(|| Self { high: one.max(other), low: one.min(other) })
    }

    /// The hand with this number, 0 to 1325: ordered by the higher card, then by the lower.
    #[must_use]
    pub fn from_number(number: usize) -> Option<Self> {
        Self::all().nth(number)
    }

    /// All hands, ordered by number.
    pub fn all() -> impl Iterator<Item = Self> {
        Card::all().flat_map(|high| {
            Card::all().take_while(move |&low| low < high).map(move |low| Self { high, low })
        })
    }

    /// The number of this hand: with card numbers h > l, h (h − 1) / 2 + l.
    #[must_use]
    pub fn number(self) -> usize {
        let [high, low] = [self.high, self.low].map(|card| usize::from(card.number()));
        high * (high - 1) / 2 + low
    }

    /// Both cards, the higher number first.
    #[must_use]
    pub const fn cards(self) -> [Card; 2] {
        [self.high, self.low]
    }

    /// Both cards as a set.
    #[must_use]
    pub fn set(self) -> CardSet {
        self.cards().into_iter().collect()
    }

    fn class(self) -> Class {
        let kind = match (self.high.rank() == self.low.rank(), self.high.suit() == self.low.suit())
        {
            (true, _) => Kind::Pair,
            (_, true) => Kind::Suited,
            (_, false) => Kind::Offsuit,
        };
        Class { high: self.high.rank(), low: self.low.rank(), kind }
    }
}

impl fmt::Display for Combo {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.high, self.low)
    }
}

/// How the cards of a starting hand relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Pair,
    Suited,
    Offsuit,
}

/// One of the 169 starting hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Class {
    high: Rank,
    low: Rank,
    kind: Kind,
}

impl Class {
    fn combos(self) -> impl Iterator<Item = Combo> {
        Combo::all().filter(move |combo| combo.class() == self)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = match self.kind {
            Kind::Pair => "",
            Kind::Suited => "s",
            Kind::Offsuit => "o",
        };
        write!(formatter, "{}{}{suffix}", self.high, self.low)
    }
}

/// A text that is not a range, with the token that is wrong. Positions count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("range, position {position}, '{token}': {problem}")]
pub struct RangeError {
    /// Where the token starts.
    pub position: usize,
    /// The token.
    pub token: String,
    /// What is wrong with it, and what was expected.
    pub problem: String,
}

/// The weight of each of the 1,326 two-card hands, in millionths.
///
/// ```
/// use cardcore::poker::range::Range;
///
/// let range: Range = "QQ+, A5s-A2s, 76s:0.5".parse()?;
/// assert_eq!(range.hands().count(), 3 * 6 + 4 * 4 + 4);
/// assert_eq!(range.to_string(), "QQ+, A5s-A2s, 76s:0.5");
/// let error = "QQ+, AKx".parse::<Range>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "range, position 6, 'AKx': expected s, o or nothing after the ranks, found 'x'",
/// );
/// # Ok::<(), cardcore::poker::range::RangeError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Range {
    weights: Box<[u32; Combo::COUNT]>,
}

impl Range {
    /// The weight of a hand that is always in the range.
    pub const ONE: u32 = 1_000_000;

    /// The range without hands.
    #[must_use]
    pub fn empty() -> Self {
        Self { weights: Box::new([0; Combo::COUNT]) }
    }

    /// Any two cards.
    #[must_use]
    pub fn random() -> Self {
        Self { weights: Box::new([Self::ONE; Combo::COUNT]) }
    }

    /// The range with these weights in millionths, by number of the hand; `None` if there are not
    /// 1,326 of them, or one is greater than [`ONE`](Self::ONE).
    #[must_use]
    pub fn from_weights(weights: &[u32]) -> Option<Self> {
        let weights: [u32; Combo::COUNT] = weights.try_into().ok()?;
        let valid = weights.iter().all(|&weight| weight <= Self::ONE);
        valid.then(|| Self { weights: Box::new(weights) })
    }

    /// The weights in millionths, by number of the hand.
    #[must_use]
    pub fn weights(&self) -> &[u32; Combo::COUNT] {
        &self.weights
    }

    /// The hands with a weight, and their weights.
    pub fn hands(&self) -> impl Iterator<Item = (Combo, u32)> {
        Combo::all().zip(*self.weights).filter(|&(_, weight)| weight > 0)
    }

    fn set(&mut self, combos: impl IntoIterator<Item = Combo>, weight: u32) {
        for combo in combos {
            self.weights[combo.number()] = weight;
        }
    }

    /// The weight of all hands of a class, if they are equal.
    fn class_weight(&self, class: Class) -> Option<u32> {
        let mut weights = class.combos().map(|combo| self.weights[combo.number()]);
        let first = weights.next()?;
        weights.all(|weight| weight == first).then_some(first)
    }
}

impl fmt::Debug for Range {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Range({:?})", self.to_string())
    }
}
