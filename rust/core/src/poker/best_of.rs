//! The best five of six or seven cards, by table lookup.
//!
//! Five cards of one suit decide a hand: with five different ranks, two more cards make neither a
//! full house nor four of a kind, so the best five are a flush or a straight flush, and the set of
//! ranks of that suit finds which. Of all other hands only the ranks count. How often each of them
//! occurs, up to four times, is a digit in base five; the six low ranks make one number and the
//! seven high ones another. Both are sums over the cards, and no two choices of ranks have the same.
//!
//! The choices of ranks are numbered without a gap, 18,395 of six cards and 49,205 of seven: those
//! with the same low ranks stand together, in the order of their high ranks. One table tells where
//! the low ranks begin, another which place the high ranks have behind it, and the sum of the two
//! finds the strength. So 98 KB hold the strengths of seven cards, which the second-level cache keeps.
//!
//! The tables are built from the definition of five-card hands: the best five of some cards are the
//! best of what is left after taking away one of them, whichever it is.

use super::Category;
use super::evaluate::zeros;
use super::pattern::Pattern;
use crate::cards::{Card, CardSet, Rank};
use crate::lazy::Lazy;

/// The ranks from two on whose counts make the low number; the others make the high one.
const LOW_RANKS: usize = 6;

/// The bits that hold the low number, below 5⁶, and the high one, below 5⁷.
const LOW_BITS: u32 = 14;
const HIGH_BITS: u32 = 17;

/// Above the two numbers, four bits for each suit count its cards. They begin with three, so that
/// the highest of them is set from five cards on.
const SUIT_SHIFT: u32 = 32;
const NO_CARDS: u64 = 0x3333 << SUIT_SHIFT;
const FIVE_OF_A_SUIT: u64 = 0x8888 << SUIT_SHIFT;

/// What a byte adds to a set of cards: the bit of its card in a [`CardSet`], or the highest bit if it
/// is no card. One entry per byte, so that no index needs a check.
static BITS: [u64; 256] = {
    let mut bits = [1 << 63; 256];
    let mut number = 0;
    while number < Card::COUNT {
        bits[number] = 1 << number;
        number += 1;
    }
    bits
};

/// What a byte adds to the counts: its rank and suit as above, nothing if it is no card.
static COUNTS: [u64; 256] = {
    let mut counts = [0; 256];
    let mut number = 0;
    while number < Card::COUNT {
        let suit = 1 << (SUIT_SHIFT + 4 * (number as u32 % 4));
        counts[number] = one_of_rank(number / 4) | suit;
        number += 1;
    }
    counts
};

/// One card of a rank in the two numbers.
const fn one_of_rank(rank: usize) -> u64 {
    if rank < LOW_RANKS {
        5_u64.pow(rank as u32)
    } else {
        5_u64.pow((rank - LOW_RANKS) as u32) << LOW_BITS
    }
}

/// Finds the best five of `CARDS` cards, which are six or seven; the tables are built when the
/// first is made in the process.
///
/// ```
/// use cardcore::poker::best_of::BestOf;
///
/// let royal_and_twos = [51, 47, 43, 39, 35, 0, 1];
/// assert_eq!(BestOf::<7>::new().strength(royal_and_twos), Some(7461));
/// assert_eq!(BestOf::<6>::new().strength([51, 51, 43, 39, 35, 0]), None);
/// ```
#[derive(Clone, Copy)]
pub struct BestOf<const CARDS: usize> {
    choices: &'static Choices,
    places: &'static [u16; 1 << HIGH_BITS],
    flushes: &'static [u16; 1 << 13],
}

impl<const CARDS: usize> std::fmt::Debug for BestOf<CARDS> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "BestOf<{CARDS}>")
    }
}

impl Default for BestOf<6> {
    fn default() -> Self {
        Self::new()
    }
}

impl Default for BestOf<7> {
    fn default() -> Self {
        Self::new()
    }
}

impl BestOf<6> {
    /// The best five of six cards.
    #[must_use]
    pub fn new() -> Self {
        let Tables { six: choices, places, flushes, .. } = Tables::get();
        Self { choices, places, flushes }
    }
}

impl BestOf<7> {
    /// The best five of seven cards.
    #[must_use]
    pub fn new() -> Self {
        let Tables { seven: choices, places, flushes, .. } = Tables::get();
        Self { choices, places, flushes }
    }
}

impl<const CARDS: usize> BestOf<CARDS> {
    /// The strength of the best five of these card numbers; `None` unless all are distinct cards.
    #[inline]
    #[must_use]
    pub fn strength(self, hand: [u8; CARDS]) -> Option<u16> {
        let (mut set, mut sum, mut counts) = (0, 0_u64, NO_CARDS);
        for number in hand {
            let bit = BITS[usize::from(number)];
            set |= bit;
            sum = sum.wrapping_add(bit);
            counts = counts.wrapping_add(COUNTS[usize::from(number)]);
        }
        // Distinct bits add without a carry, so sum and union agree exactly if no card repeats.
        (sum == set && set <= CardSet::FULL.bits()).then(|| self.lookup(set, counts))
    }

    /// The same of cards that are known to be distinct; any number if they are not.
    #[inline]
    #[must_use]
    pub fn strength_of_cards(self, hand: [Card; CARDS]) -> u16 {
        let (mut set, mut counts) = (0, NO_CARDS);
        for card in hand {
            set |= BITS[usize::from(card.number())];
            counts = counts.wrapping_add(COUNTS[usize::from(card.number())]);
        }
        self.lookup(set, counts)
    }

    #[inline]
    fn lookup(self, set: u64, counts: u64) -> u16 {
        if counts & FIVE_OF_A_SUIT != 0 {
            return self.flush(set, counts);
        }
        let (low, high) = split(counts);
        self.choices.strengths[self.choices.index(low, self.places[high])]
    }

    #[cold]
    #[inline(never)]
    fn flush(self, set: u64, counts: u64) -> u16 {
        // Of so few cards no two suits have five.
        let suit = (counts & FIVE_OF_A_SUIT).trailing_zeros().wrapping_sub(SUIT_SHIFT) / 4;
        // Every fourth bit, moved together: pairs, fours, eights, then all.
        let mut ranks = set >> suit & 0x0001_1111_1111_1111;
        ranks = (ranks | ranks >> 3) & 0x0303_0303_0303_0303;
        ranks = (ranks | ranks >> 6) & 0x000f_000f_000f_000f;
        ranks = (ranks | ranks >> 12) & 0x0000_00ff_0000_00ff;
        ranks |= ranks >> 24;
        self.flushes[ranks as usize % (1 << 13)]
    }
}

/// The choices of so many ranks.
struct Choices {
    /// Where the choices begin that have these low ranks.
    starts: Box<[u16; 1 << LOW_BITS]>,
    /// The strength of every choice. As long as it is, no sum of two places lies outside.
    strengths: Box<[u16; 1 << 16]>,
}

impl Choices {
    #[inline]
    fn index(&self, low: usize, place: u16) -> usize {
        usize::from(self.starts[low].wrapping_add(place))
    }

    /// Choices of so many cards whose strengths are not known yet.
    fn new(cards: usize, halves: &Halves) -> Self {
        let mut starts = zeros();
        let mut start = 0;
        for (count, numbers) in halves.low.iter().enumerate().take(cards + 1) {
            for &number in numbers {
                starts[number] = start;
                start += halves.high[cards - count].len() as u16;
            }
        }
        Self { starts, strengths: zeros() }
    }

    /// The choices of five cards, by the definition of hands.
    fn of_five(halves: &Halves) -> Self {
        let mut five = Self::new(5, halves);
        for (strength, pattern) in (0..).zip(Pattern::all()).filter(|(_, p)| !is_flush(p)) {
            let one_of_each = pattern.ranks.map(|rank| one_of_rank(rank.number().into()));
            let (low, high) = split(one_of_each.iter().sum());
            let index = five.index(low, halves.places[high]);
            five.strengths[index] = strength;
        }
        five
    }

    /// The choices of one card more: the best that is left after taking one away.
    fn with_one_more(&self, cards: usize, halves: &Halves) -> Self {
        let mut more = Self::new(cards, halves);
        for (count, lows) in halves.low.iter().enumerate().take(cards + 1) {
            for &low in lows {
                for &high in &halves.high[cards - count] {
                    let place = halves.places[high];
                    let low_taken = taken_one(low).map(|low| self.index(low, place));
                    let high_taken =
                        taken_one(high).map(|high| self.index(low, halves.places[high]));
                    let left = low_taken.chain(high_taken).map(|index| self.strengths[index]);
                    let index = more.index(low, place);
                    more.strengths[index] = left.max().unwrap_or_default();
                }
            }
        }
        more
    }
}

/// The most cards of a hand.
const MOST_CARDS: usize = 7;

/// The numbers that the low and the high ranks can make.
struct Halves {
    /// The low numbers by how many cards they count, from the smallest.
    low: [Vec<usize>; MOST_CARDS + 1],
    /// The high numbers likewise.
    high: [Vec<usize>; MOST_CARDS + 1],
    /// The place of a high number in its list.
    places: Box<[u16; 1 << HIGH_BITS]>,
}

impl Halves {
    fn new() -> Self {
        let [low, high] = [LOW_RANKS, Rank::ALL.len() - LOW_RANKS].map(numbers_by_cards);
        let mut places = zeros();
        for numbers in &high {
            for (place, &number) in (0..).zip(numbers) {
                places[number] = place;
            }
        }
        Self { low, high, places }
    }
}

/// The numbers of so many digits in base five by the sum of their digits.
fn numbers_by_cards(digits: usize) -> [Vec<usize>; MOST_CARDS + 1] {
    let mut numbers: [Vec<usize>; MOST_CARDS + 1] = Default::default();
    for number in 0..5_usize.pow(digits as u32) {
        let cards = powers_of_five().map(|power| number / power % 5).sum::<usize>();
        if let Some(list) = numbers.get_mut(cards) {
            list.push(number);
        }
    }
    numbers
}

/// The numbers that are left after taking one card away, of each rank that there is.
fn taken_one(number: usize) -> impl Iterator<Item = usize> {
    let is_there = move |power: &usize| !(number / power).is_multiple_of(5);
    powers_of_five().filter(is_there).map(move |power| number - power)
}

/// One card of each rank of a half.
fn powers_of_five() -> impl Iterator<Item = usize> {
    std::iter::successors(Some(1), |power| Some(5 * power)).take(Rank::ALL.len() - LOW_RANKS)
}

/// The low and the high number of a sum over cards.
#[inline]
fn split(counts: u64) -> (usize, usize) {
    (counts as usize % (1 << LOW_BITS), (counts >> LOW_BITS) as usize % (1 << HIGH_BITS))
}

fn is_flush(pattern: &Pattern) -> bool {
    matches!(pattern.category, Category::Flush | Category::StraightFlush)
}

/// The strength of the best flush in every set of five and more ranks of a suit.
fn flushes() -> Box<[u16; 1 << 13]> {
    let mut flushes = zeros();
    for (strength, pattern) in (0..).zip(Pattern::all()).filter(|(_, pattern)| is_flush(pattern)) {
        let ranks = pattern.ranks.iter().fold(0, |set, rank| set | 1 << rank.number());
        flushes[ranks] = strength;
    }
    for set in (0..flushes.len()).filter(|set| set.count_ones() > 5) {
        // What is left after taking one rank away is a smaller number, and known by now.
        let ranks = (0..Rank::ALL.len()).map(|rank| 1 << rank).filter(|rank| set & rank != 0);
        flushes[set] = ranks.map(|rank: usize| flushes[set ^ rank]).max().unwrap_or_default();
    }
    flushes
}

/// The tables behind [`BestOf`].
struct Tables {
    six: Choices,
    seven: Choices,
    places: Box<[u16; 1 << HIGH_BITS]>,
    /// The strength of the best flush by the set of ranks of its suit.
    flushes: Box<[u16; 1 << 13]>,
}

impl Tables {
    fn get() -> &'static Self {
        static TABLES: Lazy<Tables> = Lazy::new(Tables::build);
        &TABLES
    }

    fn build() -> Self {
        let halves = Halves::new();
        let six = Choices::of_five(&halves).with_one_more(6, &halves);
        let seven = six.with_one_more(7, &halves);
        Self { six, seven, places: halves.places, flushes: flushes() }
    }
}
