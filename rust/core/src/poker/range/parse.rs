//! Reading ranges.

use std::str::FromStr;

use super::{Class, Combo, Kind, Range, RangeError};
use crate::cards::{Card, Rank, Suit};

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
