use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::outcome::Outcome;
use super::wild::WildPaytable;

/// The exact payout of each final hand.
///
/// A paytable is given as classes and payouts. A class may be wide (`four_of_a_kind`) or narrow
/// (`four_aces`); the narrowest class given decides. Only high cards and pairs below the lowest
/// pair named may be omitted; they pay nothing.
///
/// ```
/// use cardcore::discard::{Outcome, Paytable};
///
/// let paytable: Paytable = "jacks-or-better-9-6".parse()?;
/// assert_eq!(paytable.payout(Outcome::FullHouse).to_string(), "9");
/// assert_eq!(paytable.payout(Outcome::PairOfTens).to_string(), "0");
/// # Ok::<(), cardcore::discard::PaytableError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Paytable {
    name: String,
    /// Payouts times the scale.
    scaled: [u64; Outcome::COUNT],
    scale: u64,
}

/// A number of coins: a fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Payout {
    numerator: u64,
    denominator: u64,
}

/// Why a text is not a payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PayoutError {
    /// Not a finite number of 0 or more.
    #[error("expected a number of 0 or more")]
    NoNumber,
    /// A number that does not fit exact arithmetic.
    #[error("the number is too large or has too many decimals")]
    TooFine,
}

/// An invalid paytable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum PaytableError {
    /// No built-in paytable has this name.
    #[error("unknown paytable '{name}', expected one of {}", built_in_names())]
    UnknownName { name: String },
    /// An unknown class.
    #[error("paytable '{name}': unknown class '{class}', expected one of {classes}")]
    UnknownClass { name: String, class: String, classes: String },
    /// A class that requires wild cards, in a deck without them.
    #[error(
        "paytable '{name}': class '{class}' is for decks with wild cards, and this one has none"
    )]
    NeedsWild { name: String, class: String },
    /// A class that cannot occur in the deck.
    #[error("paytable '{name}': class '{class}' cannot occur in this deck: {reason}")]
    Impossible { name: String, class: String, reason: &'static str },
    /// A class given twice.
    #[error("paytable '{name}': class '{class}' is given twice")]
    Repeated { name: String, class: String },
    /// Hands that no class of the paytable covers.
    #[error("paytable '{name}': the payout for '{class}' is missing")]
    Missing { name: String, class: &'static str },
    /// A payout that is not a finite number of 0 or more.
    #[error("paytable '{name}', class '{class}': expected a number of 0 or more, found '{found}'")]
    BadPayout { name: String, class: String, found: String },
    /// Payouts that do not fit exact arithmetic.
    #[error(
        "paytable '{name}': payouts are too large or have too many decimals, expected at most \
         {LARGEST_SCALED} in units of their smallest fraction"
    )]
    TooFine { name: String },
}

/// Above this, sums over all draws times their common multiple would overflow 64 bits.
const LARGEST_SCALED: u64 = 1_000_000_000_000;

/// The classes a paytable may name, and the outcomes each covers.
pub(super) const CLASSES: [(&str, &[Outcome]); 17] = {
    use Outcome::*;
    [
        ("high_card", &[HighCard]),
        ("one_pair", &[PairOfTwosToNines, PairOfTens, PairOfJacksOrBetter]),
        ("tens_or_better", &[PairOfTens, PairOfJacksOrBetter]),
        ("jacks_or_better", &[PairOfJacksOrBetter]),
        ("two_pair", &[TwoPairs]),
        ("three_of_a_kind", &[ThreeOfAKind]),
        ("straight", &[Straight]),
        ("flush", &[Flush]),
        ("full_house", &[FullHouse]),
        (
            "four_of_a_kind",
            &[
                FourFivesToKings,
                FourTwosToFours,
                FourTwosToFoursLowKicker,
                FourAces,
                FourAcesLowKicker,
            ],
        ),
        ("four_fives_to_kings", &[FourFivesToKings]),
        ("four_twos_to_fours", &[FourTwosToFours, FourTwosToFoursLowKicker]),
        ("four_twos_to_fours_low_kicker", &[FourTwosToFoursLowKicker]),
        ("four_aces", &[FourAces, FourAcesLowKicker]),
        ("four_aces_low_kicker", &[FourAcesLowKicker]),
        // Every paytable lists the royal flush separately, so omitting it is a mistake.
        ("straight_flush", &[StraightFlush]),
        ("royal_flush", &[RoyalFlush]),
    ]
};

/// The payouts of the outcomes from a high card to a full house.
const fn low(pair: u64, two_pair: u64, three: u64, straight_flush_full: [u64; 3]) -> [u64; 9] {
    let [straight, flush, full_house] = straight_flush_full;
    [0, 0, 0, pair, two_pair, three, straight, flush, full_house]
}

/// All payouts: those below four of a kind, those of four of a kind (fives to kings, twos to fours,
/// these with a low kicker, aces, these with a low kicker), and a straight flush; the royal flush
/// pays 800.
const fn with(low: [u64; 9], fours: [u64; 5], straight_flush: u64) -> [u64; Outcome::COUNT] {
    let mut payouts = [0; Outcome::COUNT];
    let mut index = 0;
    while index < 9 {
        payouts[index] = low[index];
        index += 1;
    }
    while index < 14 {
        payouts[index] = fours[index - 9];
        index += 1;
    }
    payouts[14] = straight_flush;
    payouts[15] = 800;
    payouts
}

const fn jacks_or_better(full_house: u64, flush: u64) -> [u64; Outcome::COUNT] {
    with(low(1, 2, 3, [4, flush, full_house]), [25; 5], 50)
}

const fn tens_or_better(full_house: u64, flush: u64) -> [u64; Outcome::COUNT] {
    let mut payouts = jacks_or_better(full_house, flush);
    payouts[2] = 1;
    payouts
}

const fn bonus(full_house: u64, flush: u64) -> [u64; Outcome::COUNT] {
    with(low(1, 2, 3, [4, flush, full_house]), [25, 40, 40, 80, 80], 50)
}

const fn bonus_deluxe(full_house: u64, flush: u64) -> [u64; Outcome::COUNT] {
    with(low(1, 1, 3, [4, flush, full_house]), [80; 5], 50)
}

const fn double_bonus(full_house: u64, flush: u64) -> [u64; Outcome::COUNT] {
    with(low(1, 1, 3, [5, flush, full_house]), [50, 80, 80, 160, 160], 50)
}

const fn double_double_bonus(full_house: u64, flush: u64) -> [u64; Outcome::COUNT] {
    with(low(1, 1, 3, [4, flush, full_house]), [50, 80, 160, 160, 400], 50)
}

const fn triple_double_bonus(full_house: u64, flush: u64) -> [u64; Outcome::COUNT] {
    with(low(1, 1, 2, [4, flush, full_house]), [50, 80, 400, 160, 800], 50)
}

/// The built-in paytables without wild cards: payouts per coin with five coins played, in the order
/// of [`Outcome::ALL`].
const BUILT_IN: [(&str, [u64; Outcome::COUNT]); 20] = [
    ("jacks-or-better-9-6", jacks_or_better(9, 6)),
    ("jacks-or-better-9-5", jacks_or_better(9, 5)),
    ("jacks-or-better-8-6", jacks_or_better(8, 6)),
    ("jacks-or-better-8-5", jacks_or_better(8, 5)),
    ("jacks-or-better-7-5", jacks_or_better(7, 5)),
    ("tens-or-better-6-5", tens_or_better(6, 5)),
    ("bonus-8-5", bonus(8, 5)),
    ("bonus-7-5", bonus(7, 5)),
    ("bonus-deluxe-9-6", bonus_deluxe(9, 6)),
    ("bonus-deluxe-8-6", bonus_deluxe(8, 6)),
    ("double-bonus-10-7", double_bonus(10, 7)),
    ("double-bonus-9-7", double_bonus(9, 7)),
    ("double-bonus-9-6", double_bonus(9, 6)),
    ("double-double-bonus-10-6", double_double_bonus(10, 6)),
    ("double-double-bonus-9-6", double_double_bonus(9, 6)),
    ("double-double-bonus-9-5", double_double_bonus(9, 5)),
    ("double-double-bonus-8-5", double_double_bonus(8, 5)),
    ("triple-double-bonus-9-7", triple_double_bonus(9, 7)),
    ("triple-double-bonus-9-6", triple_double_bonus(9, 6)),
    ("all-american-8-8-8", with(low(1, 1, 3, [8, 8, 8]), [40; 5], 200)),
];

fn built_in_names() -> String {
    Paytable::built_in().chain(WildPaytable::built_in()).collect::<Vec<_>>().join(", ")
}

impl Paytable {
    /// A paytable from its classes and the payouts as text: `9`, `0.5` or `1/2`.
    ///
    /// # Errors
    ///
    /// An unknown, duplicate or missing class, or a payout that is not a number of 0 or more.
    pub fn new<'a>(
        name: &str,
        entries: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, PaytableError> {
        let name = name.to_owned();
        let unknown = |class: String| match WildPaytable::classes().any(|wild| wild == class) {
            true => PaytableError::NeedsWild { name: name.clone(), class },
            false => unknown_class(&name, class, Self::classes()),
        };
        let given = read_entries(&name, &CLASSES, entries, unknown, |_| None)?;
        let mut payouts = [Payout::whole(0); Outcome::COUNT];
        for (outcome, payout) in Outcome::ALL.into_iter().zip(&mut payouts) {
            match (narrowest(&given, outcome), outcome) {
                (Some(entry), _) => *payout = entry.payout,
                (None, Outcome::HighCard | Outcome::PairOfTwosToNines | Outcome::PairOfTens) => {}
                (None, outcome) => {
                    let class = match outcome {
                        Outcome::PairOfJacksOrBetter => "jacks_or_better",
                        _ => widest_class(&CLASSES, outcome),
                    };
                    return Err(PaytableError::Missing { name, class });
                }
            }
        }
        Self::scaled(name, payouts)
    }

    fn scaled(name: String, payouts: [Payout; Outcome::COUNT]) -> Result<Self, PaytableError> {
        let scaled = on_common_scale(&payouts)
            .and_then(|(scaled, scale)| Some((scaled.try_into().ok()?, scale)));
        match scaled {
            Some((scaled, scale)) => Ok(Self { name, scaled, scale }),
            None => Err(PaytableError::TooFine { name }),
        }
    }

    /// The names of the built-in paytables.
    pub fn built_in() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|&(name, _)| name)
    }

    /// The names of the classes a paytable may give a payout for.
    pub fn classes() -> impl Iterator<Item = &'static str> {
        CLASSES.iter().map(|&(class, _)| class)
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The payout of a final hand.
    #[must_use]
    pub fn payout(&self, outcome: Outcome) -> Payout {
        Payout::new(self.scaled[usize::from(outcome.number())], self.scale)
    }

    /// The narrowest class of every outcome, with its payout: entries that recreate the same
    /// paytable.
    #[must_use]
    pub fn entries(&self) -> Vec<(&'static str, Payout)> {
        let narrowest = |outcome: Outcome| {
            let covering = CLASSES.iter().filter(|entry| entry.1.contains(&outcome));
            covering.min_by_key(|entry| entry.1.len()).map_or("", |&(class, _)| class)
        };
        Outcome::ALL.map(|outcome| (narrowest(outcome), self.payout(outcome))).to_vec()
    }

    /// The payout of each outcome, times the [`scale`](Paytable::scale).
    pub(super) const fn scaled_payouts(&self) -> &[u64; Outcome::COUNT] {
        &self.scaled
    }

    /// The smallest factor that makes all payouts integers.
    #[must_use]
    pub const fn scale(&self) -> u64 {
        self.scale
    }
}

impl FromStr for Paytable {
    type Err = PaytableError;

    /// The built-in paytable with this name.
    fn from_str(name: &str) -> Result<Self, PaytableError> {
        let found = BUILT_IN.iter().find(|&&(known, _)| known == name);
        let &(_, scaled) =
            found.ok_or_else(|| PaytableError::UnknownName { name: name.to_owned() })?;
        Ok(Self { name: name.to_owned(), scaled, scale: 1 })
    }
}

/// Bring payouts to their least common denominator: the numerators and the denominator. `None` if
/// they do not fit exact arithmetic.
pub(super) fn on_common_scale(payouts: &[Payout]) -> Option<(Vec<u64>, u64)> {
    let scale = payouts.iter().try_fold(1_u64, |scale, payout| {
        (scale / greatest_common_divisor(scale, payout.denominator)).checked_mul(payout.denominator)
    });
    let scale = scale.filter(|&scale| scale <= LARGEST_SCALED)?;
    let numerator = |payout: &Payout| {
        let scaled = payout.numerator.checked_mul(scale / payout.denominator);
        scaled.filter(|&scaled| scaled <= LARGEST_SCALED)
    };
    Some((payouts.iter().map(numerator).collect::<Option<_>>()?, scale))
}

/// The classes a paytable may name, and the kinds of hands each covers.
pub(super) type Classes<K> = [(&'static str, &'static [K])];

/// A paytable's entry for one class.
pub(super) struct Entry<K: 'static> {
    pub class: &'static str,
    /// The kinds of hands that the class covers.
    pub covered: &'static [K],
    pub payout: Payout,
}

/// Parse classes and payouts; `impossible` says why a class cannot occur in the deck.
pub(super) fn read_entries<'a, K>(
    name: &str,
    classes: &Classes<K>,
    entries: impl IntoIterator<Item = (&'a str, &'a str)>,
    unknown: impl Fn(String) -> PaytableError,
    impossible: impl Fn(&str) -> Option<&'static str>,
) -> Result<Vec<Entry<K>>, PaytableError> {
    let mut given: Vec<Entry<K>> = Vec::new();
    for (class, text) in entries {
        // Both spellings are in use.
        let class = if class == "two_pairs" { "two_pair" } else { class };
        let owned = || (name.to_owned(), class.to_owned());
        let Some(&(known, covered)) = classes.iter().find(|&&(known, _)| known == class) else {
            return Err(unknown(class.to_owned()));
        };
        if given.iter().any(|entry| entry.class == class) {
            let (name, class) = owned();
            return Err(PaytableError::Repeated { name, class });
        }
        if let Some(reason) = impossible(class) {
            let (name, class) = owned();
            return Err(PaytableError::Impossible { name, class, reason });
        }
        match text.parse() {
            Ok(payout) => given.push(Entry { class: known, covered, payout }),
            Err(PayoutError::TooFine) => {
                return Err(PaytableError::TooFine { name: name.to_owned() });
            }
            Err(PayoutError::NoNumber) => {
                let ((name, class), found) = (owned(), text.to_owned());
                return Err(PaytableError::BadPayout { name, class, found });
            }
        }
    }
    Ok(given)
}

/// The error for an unknown class.
pub(super) fn unknown_class(
    name: &str,
    class: String,
    classes: impl Iterator<Item = &'static str>,
) -> PaytableError {
    let classes = classes.collect::<Vec<_>>().join(", ");
    PaytableError::UnknownClass { name: name.to_owned(), class, classes }
}

/// The entry that decides the payout of a kind of hand: the one that covers the fewest kinds.
pub(super) fn narrowest<K: PartialEq>(entries: &[Entry<K>], kind: K) -> Option<&Entry<K>> {
    let covering = entries.iter().filter(|entry| entry.covered.contains(&kind));
    covering.min_by_key(|entry| entry.covered.len())
}

/// The widest class that covers a kind of hand.
pub(super) fn widest_class<K: PartialEq>(classes: &Classes<K>, kind: K) -> &'static str {
    let covering = classes.iter().filter(|entry| entry.1.contains(&kind));
    covering.max_by_key(|entry| entry.1.len()).map_or("", |&(class, _)| class)
}

const fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Payout {
    /// A whole number of coins.
    #[must_use]
    pub const fn whole(number: u64) -> Self {
        Self { numerator: number, denominator: 1 }
    }

    /// The numerator over a multiple of the denominator.
    pub(super) const fn over(self, multiple: u64) -> i64 {
        (multiple / self.denominator * self.numerator) as i64
    }

    fn new(numerator: u64, denominator: u64) -> Self {
        let divisor = greatest_common_divisor(numerator, denominator).max(1);
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }
}

impl FromStr for Payout {
    type Err = PayoutError;

    /// Parse `9`, `0.5` or `1/2`.
    fn from_str(text: &str) -> Result<Self, PayoutError> {
        let plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !text.splitn(2, ['/', '.']).all(plain) {
            return Err(PayoutError::NoNumber);
        }
        let number = |digits: &str| digits.parse::<u64>().map_err(|_| PayoutError::TooFine);
        if let Some((numerator, denominator)) = text.split_once('/') {
            return match number(denominator)? {
                0 => Err(PayoutError::NoNumber),
                denominator => Ok(Self::new(number(numerator)?, denominator)),
            };
        }
        let Some((whole, decimals)) = text.split_once('.') else {
            return Ok(Self::new(number(text)?, 1));
        };
        let decimals = match decimals.trim_end_matches('0') {
            "" => "0",
            significant => significant,
        };
        let length = u32::try_from(decimals.len()).map_err(|_| PayoutError::TooFine)?;
        let denominator = 10_u64.checked_pow(length).ok_or(PayoutError::TooFine)?;
        let numerator = number(whole)?
            .checked_mul(denominator)
            .and_then(|scaled| scaled.checked_add(number(decimals).ok()?))
            .ok_or(PayoutError::TooFine)?;
        Ok(Self::new(numerator, denominator))
    }
}

impl fmt::Display for Payout {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(formatter, "{}", self.numerator),
            denominator => write!(formatter, "{}/{denominator}", self.numerator),
        }
    }
}
