//! The best five of six or seven cards, by table lookup.
//!
//! Five cards of one suit decide a hand: with five different ranks, two more cards make neither a
//! full house nor four of a kind, so the best five are a flush or straight flush, looked up by the
//! set of ranks in that suit. For all other hands only the ranks count. The multiplicity of each
//! rank, up to four, is a digit in base five; the six low ranks make one key and the seven high
//! ones another. Both are sums over the cards, and no two rank multisets share both keys.
//!
//! Rank multisets are indexed without gaps, 18,395 of six cards and 49,205 of seven: those with the
//! same low key are contiguous, ordered by high key. One table has the start of each low key,
//! another the offset of each high key, and their sum is the index of the strength. The strengths
//! of seven cards take 98 KB, which fits in the L2 cache.
//!
//! The tables are built from the definition of five-card hands: the best five of n cards are the
//! best over all ways to remove one card. That works for every ranking in which five cards of one
//! suit decide a hand, or suits do not count at all.

use super::evaluate::zeros;
use super::order::Order;
use super::pattern::Pattern;
use super::{Category, Ranking};
use crate::cards::{Card, CardSet, Rank};
use crate::lazy::Lazy;

/// The ranks from two up that make the low key; the others make the high key.
const LOW_RANKS: usize = 6;

/// The bits of the low key, below 5⁶, and of the high key, below 5⁷.
pub(super) const LOW_BITS: u32 = 14;
pub(super) const HIGH_BITS: u32 = 17;

/// Above the two keys, four bits per suit count its cards. They start at three, so that the top bit
/// is set from five cards on.
pub(super) const SUIT_SHIFT: u32 = 32;
pub(super) const NO_CARDS: u64 = 0x3333 << SUIT_SHIFT;
const FIVE_OF_A_SUIT: u64 = 0x8888 << SUIT_SHIFT;

/// What a byte adds to a set of cards: its bit in a [`CardSet`], or the highest bit if it is not a
/// card. One entry per byte, so that no index needs a bounds check.
pub(super) static BITS: [u64; 256] = {
    let mut bits = [1 << 63; 256];
    let mut number = 0;
    while number < Card::COUNT {
        bits[number] = 1 << number;
        number += 1;
    }
    bits
};

/// What a byte adds to the counts: its rank and suit as above, nothing if it is not a card.
pub(super) static COUNTS: [u64; 256] = {
    let mut counts = [0; 256];
    let mut number = 0;
    while number < Card::COUNT {
        let suit = 1 << (SUIT_SHIFT + 4 * (number as u32 % 4));
        counts[number] = one_of_rank(number / 4) | suit;
        number += 1;
    }
    counts
};

/// One card of a rank in the two keys.
pub(super) const fn one_of_rank(rank: usize) -> u64 {
    if rank < LOW_RANKS {
        5_u64.pow(rank as u32)
    } else {
        5_u64.pow((rank - LOW_RANKS) as u32) << LOW_BITS
    }
}

/// Evaluates the best five of `CARDS` cards, six or seven; the tables are built on first use in the
/// process.
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
    multisets: &'static RankMultisets,
    offsets: &'static [u16; 1 << HIGH_BITS],
    flushes: &'static [u16; 1 << 13],
    /// The counts of no cards: where suits do not count they start too low to reach five of a suit.
    no_cards: u64,
    /// The cards that are dealt, as bits.
    deck: u64,
}

impl<const CARDS: usize> std::fmt::Debug for BestOf<CARDS> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "BestOf<{CARDS}>")
    }
}

impl Default for BestOf<5> {
    fn default() -> Self {
        Self::new()
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

impl BestOf<5> {
    /// Five cards as they are. [`Evaluator`](super::evaluate::Evaluator) has smaller tables for
    /// them; this one ranks what was collected card by card.
    #[must_use]
    pub fn new() -> Self {
        let tables = Tables::high();
        tables.best_of(&tables.five)
    }
}

impl BestOf<6> {
    /// The best five of six cards.
    #[must_use]
    pub fn new() -> Self {
        let tables = Tables::high();
        tables.best_of(&tables.six)
    }

    /// The same under another ranking; `None` if it has no best five of more cards.
    #[must_use]
    pub fn of(ranking: Ranking) -> Option<Self> {
        Tables::of(ranking).map(|tables| tables.best_of(&tables.six))
    }
}

impl BestOf<7> {
    /// The best five of seven cards.
    #[must_use]
    pub fn new() -> Self {
        let tables = Tables::high();
        tables.best_of(&tables.seven)
    }

    /// The same under another ranking; `None` if it has no best five of more cards.
    #[must_use]
    pub fn of(ranking: Ranking) -> Option<Self> {
        Tables::of(ranking).map(|tables| tables.best_of(&tables.seven))
    }
}

impl<const CARDS: usize> BestOf<CARDS> {
    /// The strength of the best five of these card numbers; `None` unless they are distinct cards.
    #[inline]
    #[must_use]
    pub fn strength(self, hand: [u8; CARDS]) -> Option<u16> {
        let (mut set, mut sum, mut counts) = (0, 0_u64, self.no_cards);
        for number in hand {
            let bit = BITS[usize::from(number)];
            set |= bit;
            sum = sum.wrapping_add(bit);
            counts = counts.wrapping_add(COUNTS[usize::from(number)]);
        }
        // Distinct bits add without a carry, so sum and union are equal exactly if no card repeats.
        (sum == set && set & !self.deck == 0).then(|| self.lookup(set, counts))
    }

    /// The same for numbers known to be distinct cards; unspecified if they are not.
    #[inline]
    #[must_use]
    pub fn strength_of_distinct(self, hand: [u8; CARDS]) -> u16 {
        let add = |sum: u64, number: &u8| sum.wrapping_add(COUNTS[usize::from(*number)]);
        let counts = hand.iter().fold(self.no_cards, add);
        // Few hands are flushes, so only they collect their set of cards.
        if counts & FIVE_OF_A_SUIT != 0 {
            return self.flush_of_numbers(hand, counts);
        }
        self.by_ranks(counts)
    }

    #[cold]
    #[inline(never)]
    fn flush_of_numbers(self, hand: [u8; CARDS], counts: u64) -> u16 {
        let set = hand.iter().fold(0, |set, &number| set | BITS[usize::from(number)]);
        self.flush(set, counts)
    }

    /// The same for cards known to be distinct; unspecified if they are not.
    #[inline]
    #[must_use]
    pub fn strength_of_cards(self, hand: [Card; CARDS]) -> u16 {
        let (mut set, mut counts) = (0, self.no_cards);
        for card in hand {
            set |= BITS[usize::from(card.number())];
            counts = counts.wrapping_add(COUNTS[usize::from(card.number())]);
        }
        self.lookup(set, counts)
    }

    #[inline]
    pub(super) fn lookup(self, set: u64, counts: u64) -> u16 {
        if counts & FIVE_OF_A_SUIT != 0 {
            return self.flush(set, counts);
        }
        self.by_ranks(counts)
    }

    /// The strength of cards that make no flush, or as if they made none.
    #[inline]
    pub(super) fn by_ranks(self, counts: u64) -> u16 {
        let (low, high) = split(counts);
        self.multisets.strengths[self.multisets.index(low, self.offsets[high])]
    }

    /// The strength of the best flush in a set of five or more ranks of one suit.
    #[inline]
    pub(super) fn flush_of(self, ranks: usize) -> u16 {
        self.flushes[ranks % (1 << 13)]
    }

    /// What the counts of no cards are.
    #[inline]
    pub(super) const fn no_cards(self) -> u64 {
        self.no_cards
    }

    #[cold]
    #[inline(never)]
    fn flush(self, set: u64, counts: u64) -> u16 {
        // With so few cards, at most one suit has five.
        let suit = (counts & FIVE_OF_A_SUIT).trailing_zeros().wrapping_sub(SUIT_SHIFT) / 4;
        self.flushes[ranks_of_suit(set, suit)]
    }
}

/// The ranks of a suit in a set of cards, as bits.
#[inline]
pub(super) fn ranks_of_suit(set: u64, suit: u32) -> usize {
    // Gather every fourth bit: pairs, fours, eights, then all.
    let mut ranks = set >> suit & 0x0001_1111_1111_1111;
    ranks = (ranks | ranks >> 3) & 0x0303_0303_0303_0303;
    ranks = (ranks | ranks >> 6) & 0x000f_000f_000f_000f;
    ranks = (ranks | ranks >> 12) & 0x0000_00ff_0000_00ff;
    ranks |= ranks >> 24;
    ranks as usize % (1 << 13)
}

/// The rank multisets of one size.
struct RankMultisets {
    /// The first index of each low key.
    starts: Box<[u16; 1 << LOW_BITS]>,
    /// The strength of every multiset. The length covers every sum of a start and an offset.
    strengths: Box<[u16; 1 << 16]>,
}

impl RankMultisets {
    #[inline]
    fn index(&self, low: usize, offset: u16) -> usize {
        usize::from(self.starts[low].wrapping_add(offset))
    }

    /// Multisets of `cards` cards, with strengths still unknown.
    fn new(cards: usize, halves: &Halves) -> Self {
        Self { starts: halves.starts(cards), strengths: zeros() }
    }

    /// The multisets of five cards, by the definition of hands.
    fn of_five(halves: &Halves, order: &Order) -> Self {
        let mut five = Self::new(5, halves);
        for (pattern, strength) in order.strengths().filter(|(pattern, _)| !is_flush(pattern)) {
            let one_of_each = pattern.ranks.map(|rank| one_of_rank(rank.number().into()));
            let (low, high) = split(one_of_each.iter().sum());
            let index = five.index(low, halves.offsets[high]);
            five.strengths[index] = strength;
        }
        five
    }

    /// The multisets of one more card: the best after removing one.
    fn with_one_more(&self, cards: usize, halves: &Halves) -> Self {
        let mut more = Self::new(cards, halves);
        for (count, lows) in halves.low.iter().enumerate().take(cards + 1) {
            for &low in lows {
                for &high in &halves.high[cards - count] {
                    let offset = halves.offsets[high];
                    let low_taken = without_one(low).map(|low| self.index(low, offset));
                    let high_taken =
                        without_one(high).map(|high| self.index(low, halves.offsets[high]));
                    let left = low_taken.chain(high_taken).map(|index| self.strengths[index]);
                    let index = more.index(low, offset);
                    more.strengths[index] = left.max().unwrap_or_default();
                }
            }
        }
        more
    }
}

/// The most cards in a hand.
const MAX_CARDS: usize = 7;

/// All low and high keys.
pub(super) struct Halves {
    /// The low keys by number of cards, ascending.
    pub low: [Vec<usize>; MAX_CARDS + 1],
    /// The high keys by number of cards, ascending.
    pub high: [Vec<usize>; MAX_CARDS + 1],
    /// The index of a high key in its list.
    pub offsets: Box<[u16; 1 << HIGH_BITS]>,
}

impl Halves {
    /// All keys, the same for every ranking.
    pub fn get() -> &'static Self {
        static HALVES: Lazy<Halves> = Lazy::new(Halves::new);
        &HALVES
    }

    fn new() -> Self {
        let [low, high] = [LOW_RANKS, Rank::ALL.len() - LOW_RANKS].map(numbers_by_cards);
        let mut offsets = zeros();
        for numbers in &high {
            for (offset, &number) in (0..).zip(numbers) {
                offsets[number] = offset;
            }
        }
        Self { low, high, offsets }
    }

    /// For rank multisets of this many cards, indexed without gaps: the first index of each low
    /// key, to which the offset of the high key is added.
    pub fn starts(&self, cards: usize) -> Box<[u16; 1 << LOW_BITS]> {
        let mut starts = zeros();
        let mut start = 0;
        for (count, numbers) in self.low.iter().enumerate().take(cards + 1) {
            for &number in numbers {
                starts[number] = start;
                start += self.high[cards - count].len() as u16;
            }
        }
        starts
    }
}

/// The base-five numbers with this many digits, by digit sum.
fn numbers_by_cards(digits: usize) -> [Vec<usize>; MAX_CARDS + 1] {
    let mut numbers: [Vec<usize>; MAX_CARDS + 1] = Default::default();
    for number in 0..5_usize.pow(digits as u32) {
        let cards = powers_of_five().map(|power| number / power % 5).sum::<usize>();
        if let Some(list) = numbers.get_mut(cards) {
            list.push(number);
        }
    }
    numbers
}

/// The keys after removing one card of each rank present.
pub(super) fn without_one(number: usize) -> impl Iterator<Item = usize> {
    let is_present = move |power: &usize| !(number / power).is_multiple_of(5);
    powers_of_five().filter(is_present).map(move |power| number - power)
}

/// One card of each rank of a half.
fn powers_of_five() -> impl Iterator<Item = usize> {
    std::iter::successors(Some(1), |power| Some(5 * power)).take(Rank::ALL.len() - LOW_RANKS)
}

/// The low and high key of a sum over cards.
#[inline]
pub(super) fn split(counts: u64) -> (usize, usize) {
    (counts as usize % (1 << LOW_BITS), (counts >> LOW_BITS) as usize % (1 << HIGH_BITS))
}

pub(super) fn is_flush(pattern: &Pattern) -> bool {
    matches!(pattern.category, Category::Flush | Category::StraightFlush)
}

/// The strength of the best flush in every set of five or more ranks of a suit.
pub(super) fn flushes(order: &Order) -> Box<[u16; 1 << 13]> {
    let mut flushes = zeros();
    for (pattern, strength) in order.strengths().filter(|(pattern, _)| is_flush(pattern)) {
        let ranks = pattern.ranks.iter().fold(0, |set, rank| set | 1 << rank.number());
        flushes[ranks] = strength;
    }
    for set in (0..flushes.len()).filter(|set| set.count_ones() > 5) {
        // The set without one rank is a smaller number and already computed.
        let ranks = (0..Rank::ALL.len()).map(|rank| 1 << rank).filter(|rank| set & rank != 0);
        flushes[set] = ranks.map(|rank: usize| flushes[set ^ rank]).max().unwrap_or_default();
    }
    flushes
}

/// The tables behind [`BestOf`], for one ranking.
struct Tables {
    five: RankMultisets,
    six: RankMultisets,
    seven: RankMultisets,
    /// The strength of the best flush, by the set of ranks in its suit.
    flushes: Box<[u16; 1 << 13]>,
    /// See [`BestOf::no_cards`] and [`BestOf::deck`].
    no_cards: u64,
    deck: CardSet,
}

impl Tables {
    fn high() -> &'static Self {
        static HIGH: Lazy<Tables> = Lazy::new(|| Tables::build(Order::high()));
        &HIGH
    }

    fn of(ranking: Ranking) -> Option<&'static Self> {
        static ACE_TO_FIVE: Lazy<Tables> = Lazy::new(|| Tables::build(Order::ace_to_five()));
        static EIGHT_OR_BETTER: Lazy<Tables> =
            Lazy::new(|| Tables::build(Order::eight_or_better()));
        static SHORT_DECK: Lazy<Tables> = Lazy::new(|| Tables::build(Order::short_deck()));
        static SHORT_DECK_TRIPS: Lazy<Tables> =
            Lazy::new(|| Tables::build(Order::short_deck_trips()));

        match ranking {
            Ranking::High => Some(Self::high()),
            Ranking::AceToFive => Some(&ACE_TO_FIVE),
            Ranking::EightOrBetter => Some(&EIGHT_OR_BETTER),
            Ranking::ShortDeck => Some(&SHORT_DECK),
            Ranking::ShortDeckTrips => Some(&SHORT_DECK_TRIPS),
            // A low hand avoids flushes, so five cards of a suit do not decide it.
            Ranking::DeuceToSeven | Ranking::Badugi => None,
        }
    }

    fn build(order: &Order) -> Self {
        let halves = Halves::get();
        let five = RankMultisets::of_five(halves, order);
        let six = five.with_one_more(6, halves);
        let seven = six.with_one_more(7, halves);
        let no_cards = if order.has_flushes { NO_CARDS } else { 0 };
        Self { five, six, seven, flushes: flushes(order), no_cards, deck: order.deck }
    }

    fn best_of<const CARDS: usize>(
        &'static self,
        multisets: &'static RankMultisets,
    ) -> BestOf<CARDS> {
        BestOf {
            multisets,
            offsets: &Halves::get().offsets,
            flushes: &self.flushes,
            no_cards: self.no_cards,
            deck: self.deck.bits(),
        }
    }
}
