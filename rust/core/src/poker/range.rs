//! Ranges of hold'em hands: which two-card hands a player may hold, and how often.
//!
//! The text is the one that poker players write: pairs `QQ`, `QQ+`, `99-66`; `AKs` suited, `AKo`
//! offsuit, `AK` both, `KTs+` for a better second card, `A5s-A2s` and `JTs-76s` for runs; single
//! hands `AsKd`; `random` for any two cards; a weight after a colon, `76s:0.5`, or in percent after
//! an at sign, `76s@50`. Tokens are separated by commas or spaces. Where tokens overlap, the later
//! one decides, so `random, 72o:0` is every hand but one.
//!
//! Weights are multiples of a millionth, so that sums over hands are exact.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::cards::{Card, CardSet, Rank, Suit};

/// Two cards, the higher number first.
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

impl FromStr for Range {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let mut range = Self::empty();
        for token in tokens(text) {
            let (hands, weight) = token.weight()?;
            range.set(hands.combos()?, weight);
        }
        Ok(range)
    }
}

/// A part of the text: one or several hands with one weight.
#[derive(Clone, Debug)]
struct Token {
    /// Where it starts, in characters from 1.
    position: usize,
    text: String,
}

/// Split a text at commas and white space, and keep together what belongs together: the two cards
/// of `As Kd`, the words of `any two`, and signs that stand apart as in `QQ - 99` or `AK : 0.5`.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut separated = true;
    let mut glued = false;
    let mut word: Option<Token> = None;
    for (position, character) in (1..).zip(text.chars().chain([','])) {
        if !(character.is_whitespace() || matches!(character, ',' | ';')) {
            let token = word.get_or_insert(Token { position, text: String::new() });
            token.text.push(character);
            continue;
        }
        if let Some(found) = word.take() {
            let opens = found.text.starts_with(['-', ':', '@', '+']);
            let closes = found.text.ends_with(['-', ':', '@']);
            match tokens.last_mut().filter(|_| !separated) {
                Some(last) if glued || opens || last.takes(&found) => {
                    last.text.push_str(&found.text);
                }
                _ => tokens.push(found),
            }
            glued = closes;
            separated = false;
        }
        if !character.is_whitespace() {
            separated = true;
            glued = false;
        }
    }
    tokens
}

impl Token {
    /// Whether the next word belongs to this one: a second card, or the end of `any two`.
    fn takes(&self, next: &Self) -> bool {
        let is_card = |text: &str| matches!(normal(text)[..], [rank, suit] if Rank::from_char(rank).is_some() && Suit::from_char(suit).is_some());
        let opening = |text: &str| next_hand(text).is_some_and(is_card);
        let any = self.text.eq_ignore_ascii_case("any")
            && next.text.to_ascii_lowercase().starts_with("two");
        any || is_card(&self.text) && opening(&next.text)
    }

    fn error(&self, problem: impl Into<String>) -> RangeError {
        RangeError { position: self.position, token: self.text.clone(), problem: problem.into() }
    }

    /// The hands without the weight, and the weight in millionths.
    fn weight(&self) -> Result<(Self, u32), RangeError> {
        let Some((hands, sign, number)) = self.text.find([':', '@']).map(|at| {
            let (hands, weight) = self.text.split_at(at);
            (hands, &weight[..1], &weight[1..])
        }) else {
            return Ok((self.clone(), Range::ONE));
        };
        let (number, percent) = match number.strip_suffix('%') {
            Some(number) => (number, true),
            None => (number, sign == "@"),
        };
        let (whole, range) = match percent {
            true => (100, "0 to 100 percent"),
            false => (1, "0 to 1"),
        };
        let weight = millionths(number, whole).ok_or_else(|| {
            self.error(format!(
                "expected a weight from {range} after the '{sign}', found '{number}'"
            ))
        })?;
        Ok((Self { position: self.position, text: hands.to_owned() }, weight))
    }

    /// The hands of a token without a weight.
    fn combos(&self) -> Result<Vec<Combo>, RangeError> {
        let lower = self.text.to_ascii_lowercase();
        if matches!(lower.as_str(), "random" | "any" | "anytwo" | "any2" | "100%") {
            return Ok(Combo::all().collect());
        }
        if lower.ends_with('%') {
            return Err(self.error(
                "a percentage needs an order of hands, and there are several; \
                 only 100% is known, so list the hands",
            ));
        }
        if let Some((from, to)) = self.text.split_once('-') {
            return self.run(self.hands(from)?, self.hands(to)?);
        }
        match self.text.strip_suffix('+') {
            Some(hands) => self.and_better(self.hands(hands)?),
            None => Ok(self.hands(&self.text)?.combos()),
        }
    }

    /// Parse `QQ`, `AK`, `AKs`, `AKo` or `AsKd`.
    fn hands(&self, text: &str) -> Result<Hands, RangeError> {
        let rank = |character: char| {
            Rank::from_char(character).ok_or_else(|| {
                self.error(format!(
                    "unknown rank '{character}', expected one of {}",
                    Rank::CHARACTERS
                ))
            })
        };
        let suit = |character: char| {
            Suit::from_char(character).ok_or_else(|| {
                self.error(format!("unknown suit '{character}', expected one of cdhs"))
            })
        };
        let (first, second, suffix) = match normal(text)[..] {
            [first, second] => (rank(first)?, rank(second)?, None),
            [first, second, suffix] => (rank(first)?, rank(second)?, Some(suffix)),
            [first, first_suit, second, second_suit] => {
                let one = Card::new(rank(first)?, suit(first_suit)?);
                let other = Card::new(rank(second)?, suit(second_suit)?);
                let combo = Combo::new(one, other);
                return combo
                    .map(Hands::Combo)
                    .ok_or_else(|| self.error(format!("'{one}' is there twice")));
            }
            _ => {
                return Err(self.error(
                    "expected hands such as QQ, AKs, AKo, AK, QQ+, A5s-A2s, AsKd or random",
                ));
            }
        };
        let (high, low) = (first.max(second), first.min(second));
        let kinds: &[Kind] = match suffix.map(|suffix| suffix.to_ascii_lowercase()) {
            Some('s' | 'o') if high == low => {
                return Err(self.error("a pair is neither suited nor offsuit"));
            }
            None if high == low => &[Kind::Pair],
            None => &[Kind::Suited, Kind::Offsuit],
            Some('s') => &[Kind::Suited],
            Some('o') => &[Kind::Offsuit],
            Some(other) => {
                return Err(self
                    .error(format!("expected s, o or nothing after the ranks, found '{other}'")));
            }
        };
        Ok(Hands::Classes { high, low, kinds })
    }

    /// `QQ+`: higher pairs too; `KTs+`: a better second card too.
    fn and_better(&self, hands: Hands) -> Result<Vec<Combo>, RangeError> {
        match hands {
            Hands::Classes { low, kinds: &[Kind::Pair], .. } => {
                Ok(steps(low, Rank::Ace).flat_map(|rank| of(rank, rank, &[Kind::Pair])).collect())
            }
            Hands::Classes { high, low, kinds } => Ok(steps(low, high)
                .filter(|&second| second < high)
                .flat_map(|second| of(high, second, kinds))
                .collect()),
            Hands::Combo(_) => Err(self.error("a '+' cannot follow a single hand")),
        }
    }

    /// `99-66`, `A5s-A2s`, or `JTs-76s`, in either direction.
    fn run(&self, from: Hands, to: Hands) -> Result<Vec<Combo>, RangeError> {
        let (
            Hands::Classes { high, low, kinds },
            Hands::Classes { high: top, low: bottom, kinds: same },
        ) = (from, to)
        else {
            return Err(
                self.error("a run goes from one kind of hand to another, not between single hands")
            );
        };
        if kinds != same {
            return Err(
                self.error("both ends of a run must be pairs, suited (s), offsuit (o) or neither")
            );
        }
        let gap = |high: Rank, low: Rank| high.number() - low.number();
        let (least, most) = (low.min(bottom), low.max(bottom));
        if high == top && kinds != [Kind::Pair] {
            return Ok(steps(least, most).flat_map(|second| of(high, second, kinds)).collect());
        }
        if gap(high, low) == gap(top, bottom) {
            let first = |second: Rank| Rank::from_number(second.number() + gap(high, low));
            return Ok(steps(least, most)
                .filter_map(|second| Some((first(second)?, second)))
                .flat_map(|(first, second)| of(first, second, kinds))
                .collect());
        }
        Err(self.error("the ends of a run share their first card or have the same gap"))
    }
}

/// The hands of a token, before a sign that extends them.
#[derive(Clone, Copy)]
enum Hands {
    Combo(Combo),
    Classes { high: Rank, low: Rank, kinds: &'static [Kind] },
}

impl Hands {
    fn combos(self) -> Vec<Combo> {
        match self {
            Self::Combo(combo) => vec![combo],
            Self::Classes { high, low, kinds } => of(high, low, kinds),
        }
    }
}

fn of(high: Rank, low: Rank, kinds: &[Kind]) -> Vec<Combo> {
    kinds.iter().flat_map(|&kind| Class { high, low, kind }.combos()).collect()
}

fn steps(from: Rank, to: Rank) -> impl Iterator<Item = Rank> {
    Rank::ALL.into_iter().filter(move |rank| (from..=to).contains(rank))
}

/// The hand at the start of a word, before its sign or weight.
fn next_hand(text: &str) -> Option<&str> {
    text.split([':', '@', '+', '-']).next()
}

/// The characters of a hand, with `T` for `10` and without variation selectors of suit symbols.
fn normal(text: &str) -> Vec<char> {
    text.replace("10", "T").chars().filter(|&c| c != '\u{fe0f}').collect()
}

/// A decimal number over `whole`, rounded to a millionth; `None` unless it is from 0 to 1.
fn millionths(text: &str, whole: u64) -> Option<u32> {
    let (before, after) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    if before.len() + after.len() == 0 || before.len() > 3 || !digits(before) || !digits(after) {
        return None;
    }
    // Nine decimals decide how a millionth of a percent is rounded; further ones do not matter.
    let decimals: String = after.chars().chain("000000000".chars()).take(9).collect();
    let number = format!("{before}{decimals}").parse::<u64>().ok()?;
    let unit = 1000 * whole;
    let weight = (number + unit / 2) / unit;
    (number <= 1_000_000_000 * whole).then(|| u32::try_from(weight).ok())?
}

impl fmt::Display for Range {
    /// The shortest runs that say the same: pairs, suited, offsuit, then single hands; `random` for
    /// any two cards. Parsing it gives the range again.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::random() {
            return formatter.write_str("random");
        }
        let mut written = false;
        let mut write = |text: String, weight: u32| {
            let comma = if std::mem::replace(&mut written, true) { ", " } else { "" };
            write!(formatter, "{comma}{text}{}", Weight(weight))
        };
        let pair = |rank: Rank| Class { high: rank, low: rank, kind: Kind::Pair };
        let rows = Rank::ALL.into_iter().rev();
        let mut lines: Vec<Vec<Class>> = vec![rows.clone().map(pair).collect()];
        for kind in [Kind::Suited, Kind::Offsuit] {
            lines.extend(rows.clone().map(|high| {
                let lower = rows.clone().filter(|&low| low < high);
                lower.map(|low| Class { high, low, kind }).collect()
            }));
        }
        for line in lines {
            let weights: Vec<Option<u32>> =
                line.iter().map(|&class| self.class_weight(class)).collect();
            let mut start = 0;
            for run in weights.chunk_by(PartialEq::eq) {
                let (first, last) = (line[start], line[start + run.len() - 1]);
                if let Some(weight) = run[0].filter(|&weight| weight > 0) {
                    write(
                        match (start, run.len()) {
                            (_, 1) => first.to_string(),
                            (0, _) => format!("{last}+"),
                            _ => format!("{first}-{last}"),
                        },
                        weight,
                    )?;
                }
                start += run.len();
            }
        }
        let mut single: Vec<(Combo, u32)> =
            self.hands().filter(|(combo, _)| self.class_weight(combo.class()).is_none()).collect();
        single.reverse();
        single.into_iter().try_for_each(|(combo, weight)| write(combo.to_string(), weight))
    }
}

/// A weight after its hands: nothing for 1.
struct Weight(u32);

impl fmt::Display for Weight {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == Range::ONE {
            return Ok(());
        }
        let decimals = format!("{:06}", self.0);
        write!(formatter, ":0.{}", decimals.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn hands(text: &str) -> Vec<(Combo, u32)> {
        text.parse::<Range>().unwrap().hands().collect()
    }

    #[test]
    fn hands_are_numbered_without_a_gap() {
        for (number, combo) in Combo::all().enumerate() {
            assert_eq!(combo.number(), number);
            assert_eq!(Combo::from_number(number), Some(combo));
        }
        assert_eq!(Combo::all().count(), Combo::COUNT);
        assert_eq!(Combo::from_number(Combo::COUNT), None);
    }

    #[test]
    fn ranges_have_as_many_hands_as_their_arithmetic_says() {
        let counts = [
            ("QQ", 6),
            ("QQ+", 18),
            ("22-99", 48),
            ("99-22", 48),
            ("AK", 16),
            ("AKs", 4),
            ("AKo", 12),
            ("KA", 16),
            ("AK+", 16),
            ("KTs+", 12),
            ("A2s+", 48),
            ("A5s-A2s", 16),
            ("A2o-A5o", 48),
            ("KT-K7", 64),
            ("JTs-54s", 28),
            ("J9s-53s", 28),
            ("76s+", 4),
            ("AsKs", 1),
            ("As Ks", 1),
            ("10s9s, T8s", 5),
            ("AA KK", 12),
            ("AA,KK;QQ", 18),
            ("aa, aks, QSJD", 11),
            ("A♠K♥️", 1),
            ("random", 1326),
            ("any two, AA", 1326),
            ("100%", 1326),
            ("random, 72o:0", 1314),
            ("QQ - 99, AK : 0.5, 76s @ 50", 24 + 16 + 4),
            ("As Ks:0.5 QQ", 7),
            ("", 0),
            (" , ", 0),
        ];
        for (text, count) in counts {
            assert_eq!(hands(text).len(), count, "{text}");
        }
    }

    #[test]
    fn weights_are_exact() {
        let weights = [
            ("76s:0.5", 500_000),
            ("76s@50", 500_000),
            ("76s@12.5%", 125_000),
            ("76s:33.3333%", 333_333),
            ("76s:.25", 250_000),
            ("76s:1", 1_000_000),
            ("76s:0.6666666666", 666_667),
            ("76s, 76s:0.1", 100_000),
            ("76s:0.1, 76s", 1_000_000),
        ];
        for (text, weight) in weights {
            assert!(hands(text).iter().all(|hand| hand.1 == weight), "{text}");
            assert_eq!(hands(text).len(), 4);
        }
    }

    #[test]
    fn errors_point_at_the_token() {
        let errors = [
            (
                "QQ+, ZKs",
                "range, position 6, 'ZKs': unknown rank 'Z', expected one of 23456789TJQKA",
            ),
            (
                "AKx",
                "range, position 1, 'AKx': expected s, o or nothing after the ranks, found 'x'",
            ),
            ("AA  AsKx", "range, position 5, 'AsKx': unknown suit 'x', expected one of cdhs"),
            ("QQs", "range, position 1, 'QQs': a pair is neither suited nor offsuit"),
            ("AsAs", "range, position 1, 'AsAs': 'As' is there twice"),
            ("AsKs+", "range, position 1, 'AsKs+': a '+' cannot follow a single hand"),
            (
                "AKs-QJo",
                "range, position 1, 'AKs-QJo': both ends of a run must be pairs, suited (s), offsuit (o) or neither",
            ),
            (
                "AKs-QTs",
                "range, position 1, 'AKs-QTs': the ends of a run share their first card or have the same gap",
            ),
            (
                "AsKs-AsQs",
                "range, position 1, 'AsKs-AsQs': a run goes from one kind of hand to another, not between single hands",
            ),
            (
                "A",
                "range, position 1, 'A': expected hands such as QQ, AKs, AKo, AK, QQ+, A5s-A2s, AsKd or random",
            ),
            (
                "AA:1.5",
                "range, position 1, 'AA:1.5': expected a weight from 0 to 1 after the ':', found '1.5'",
            ),
            (
                "AA@101",
                "range, position 1, 'AA@101': expected a weight from 0 to 100 percent after the '@', found '101'",
            ),
            (
                "AA:",
                "range, position 1, 'AA:': expected a weight from 0 to 1 after the ':', found ''",
            ),
            (
                "AA:-1",
                "range, position 1, 'AA:-1': expected a weight from 0 to 1 after the ':', found '-1'",
            ),
            (
                "15%",
                "range, position 1, '15%': a percentage needs an order of hands, and there are several; only 100% is known, so list the hands",
            ),
        ];
        for (text, message) in errors {
            assert_eq!(text.parse::<Range>().unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn text_is_canonical_and_parses_to_the_same_range() {
        let texts = [
            ("AA, KK,QQ", "QQ+"),
            ("22-99", "99-22"),
            ("AK", "AKs, AKo"),
            ("A2s+", "A2s+"),
            ("A2s-A5s, 76s@50", "A5s-A2s, 76s:0.5"),
            ("KdAs", "AsKd"),
            ("KQs:0.25, KQo", "KQs:0.25, KQo"),
            ("AKs, KsAs:0.5", "AsKs:0.5, AhKh, AdKd, AcKc"),
            ("22+, 2h2c:0", "33+, 2s2h, 2s2d, 2s2c, 2h2d, 2d2c"),
            ("any two", "random"),
            ("", ""),
        ];
        for (text, canonical) in texts {
            assert_eq!(text.parse::<Range>().unwrap().to_string(), canonical, "{text}");
        }
        let mut random = Random::new(5);
        for _ in 0..200 {
            let mut range = Range::empty();
            for class in Combo::all().step_by(7).map(Combo::class) {
                let weight = [0, 1, 500_000, 999_999, Range::ONE][random.below(5) as usize];
                let most = random.below(2) == 0;
                let combos: Vec<Combo> = class.combos().collect();
                let taken = if most { combos.len() } else { 1 };
                range.set(combos.into_iter().take(taken), weight);
            }
            assert_eq!(range.to_string().parse::<Range>().unwrap(), range, "{range}");
        }
    }
}
