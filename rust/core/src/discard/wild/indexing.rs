//! The table indices of the sets of up to five cards of a hand.
//!
//! Wild cards are treated as a rank of their own whose cards are of every suit at once, and wild
//! deuces as another, since four of them may pay: the tables of the game without wild cards,
//! extended by one rank, apply. Where the wild cards leave other ranks in one suit than in another,
//! as the one-eyed jacks do, a set of one suit has an entry for each such kind of suit.
//!
//! What then still depends on *which* wild cards a hand has are a few complete hands, such as a royal
//! flush with a wild card that stands for itself: see [`Exception`](super::exception::Exception).
//!
//! To verify all this, every set of up to five cards can have its own index instead, at most
//! 3,187,368 of them, in the combinatorial number system.

use super::deck::Deck;
use super::hand::DeckHand;
use crate::combinatorics::{binomial, multiset_starts};
use crate::discard::subsets::{Steps, common_suits, steps, subset_index_by, subset_indices_by};

/// The number of ranks, with one for wild cards.
pub(super) const RANKS: usize = 14;

/// The rank of the joker and of other wild cards.
pub(super) const JOKER: usize = 13;

/// The steps by number of kinds of suits, from one.
static STEPS: [Steps; 4] = [steps(RANKS, 2), steps(RANKS, 3), steps(RANKS, 4), steps(RANKS, 5)];

/// How the sets of a deck are indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Numbering {
    /// By ranks and by whether the natural cards are suited.
    Ranks(Box<RankNumbering>),
    /// By cards.
    Cards,
}

/// What the index of a set depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RankNumbering {
    /// By card, four times its rank plus its suit.
    numbers: [u8; 64],
    /// The wild ranks, one bit each.
    wild: u16,
    /// The ranks of the natural cards of each kind of suit, as bits.
    kinds: Vec<u16>,
    /// The suits of each kind, as bits.
    suits_of_kinds: Vec<u16>,
    /// The number of cards of each rank.
    copies: [u8; RANKS],
}

impl RankNumbering {
    pub(super) fn new(deck: Deck) -> Self {
        let deuces = deck.has_wild_deuces();
        let (mut numbers, mut copies) = ([0; 64], [0; RANKS]);
        for (number, card) in (0_u8..).zip(deck.cards()) {
            let rank = match usize::from(number >> 2) {
                0 if deuces => 0,
                _ if deck.is_wild(card) => JOKER,
                rank => rank,
            };
            numbers[usize::from(number)] = (rank as u8) << 2 | number & 3;
            copies[rank] += 1;
        }
        let (mut kinds, mut suits_of_kinds) = (Vec::new(), Vec::new());
        for suit in 0..4 {
            let ranks = (0..13).fold(0_u16, |ranks, rank| {
                ranks | u16::from(deck.natural_suits(rank) >> suit & 1) << rank
            });
            let kind = kinds.iter().position(|&kind| kind == ranks).unwrap_or(kinds.len());
            if kind == kinds.len() {
                kinds.push(ranks);
                suits_of_kinds.push(0);
            }
            suits_of_kinds[kind] |= 1 << suit;
        }
        Self { numbers, wild: 1 << JOKER | u16::from(deuces), kinds, suits_of_kinds, copies }
    }

    /// Whether a rank is wild.
    pub(super) const fn is_wild(&self, rank: usize) -> bool {
        self.wild >> rank & 1 == 1
    }

    /// The number of cards of a rank.
    pub(super) fn copies(&self, rank: usize) -> usize {
        self.copies.get(rank).map_or(0, |&copies| copies.into())
    }

    /// The ranks of the natural cards of each kind of suit, as bits.
    pub(super) fn kinds(&self) -> &[u16] {
        &self.kinds
    }

    /// The entry of sets of one suit, by suit.
    pub(super) fn entries_of_suits(&self) -> [usize; 4] {
        let kind = |suit: u16| self.suits_of_kinds.iter().position(|&suits| suits >> suit & 1 == 1);
        [0, 1, 2, 3].map(|suit| 1 + kind(suit).unwrap_or(0))
    }

    /// The number of entries of a multiset of ranks: one for several suits, and one per kind.
    pub(super) const fn entries(&self) -> usize {
        1 + self.kinds.len()
    }

    /// The number of entries for sets of up to four cards, and of up to five.
    pub(super) const fn lengths(&self) -> (usize, usize) {
        let starts = multiset_starts(RANKS);
        (self.entries() * starts[5], self.entries() * starts[6])
    }

    fn steps(&self) -> &'static Steps {
        &STEPS[self.kinds.len().wrapping_sub(1) & 3]
    }

    /// The index of the sets with these ranks, lowest first, and this entry.
    pub(super) fn index(&self, ranks: &[usize], entry: usize) -> usize {
        subset_index_by(self.steps(), ranks, entry)
    }

    /// The indices of a hand's holds, by discard mask.
    #[inline]
    pub(super) fn indices(&self, hand: DeckHand) -> [u16; 32] {
        Indices::new(self).of(hand)
    }

    /// The entries of a hand's holds, by discard mask: 0 for several suits, else 1 plus the kind
    /// of their suit. Wild cards alone count as of the first kind.
    #[inline(always)]
    fn entries_of_holds(&self, numbers: [u8; 5]) -> [u16; 32] {
        let common = common_suits(numbers.map(|number| {
            let all: u16 = (self.wild >> (number >> 2) & 1) * 0b1111;
            1 << (number & 3) | all
        }));
        let mut entries = common.map(|suits| u16::from(suits != 0));
        for (kind, &of_kind) in (1..).zip(self.suits_of_kinds.iter().skip(1)) {
            for (entry, &suits) in entries.iter_mut().zip(&common) {
                *entry += u16::from(suits != 0 && suits & !of_kind == 0) * kind;
            }
        }
        entries
    }
}

/// The indices of the holds of hands one after another. In a list of all hands, most have the
/// ranks of the one before: then only their suits are looked at.
pub(super) struct Indices<'a> {
    numbering: &'a RankNumbering,
    /// The ranks of the last hand, as card numbers without suits.
    ranks: [u8; 5],
    /// By discard mask, the first of the indices of these ranks.
    first: [u16; 32],
}

impl<'a> Indices<'a> {
    #[inline]
    pub(super) const fn new(numbering: &'a RankNumbering) -> Self {
        Self { numbering, ranks: [u8::MAX; 5], first: [0; 32] }
    }

    /// The indices of a hand's holds, by discard mask.
    #[inline(always)]
    pub(super) fn of(&mut self, hand: DeckHand) -> [u16; 32] {
        let numbering = self.numbering;
        let numbers = hand.numbers().map(|number| numbering.numbers[usize::from(number & 63)]);
        let ranks = numbers.map(|number| number & !3);
        if ranks != self.ranks {
            self.ranks = ranks;
            self.first = subset_indices_by(numbering.steps(), numbers, |_| 0, |_| 0);
        }
        let mut indices = numbering.entries_of_holds(numbers);
        for (index, first) in indices.iter_mut().zip(self.first) {
            *index += first;
        }
        indices
    }
}

/// The first index of each size.
pub(super) fn start(deck: Deck, size: usize) -> u32 {
    (0..size).map(|size| binomial(deck.len(), size) as u32).sum()
}

/// The indices of a hand's holds by cards, by discard mask.
pub(super) fn indices_by_card(hand: DeckHand, deck: Deck) -> [u32; 32] {
    let mut sorted: [(u8, usize); 5] = [(0, 0); 5];
    for (index, (entry, number)) in sorted.iter_mut().zip(hand.numbers()).enumerate() {
        *entry = (number, index);
    }
    sorted.sort_unstable();
    let mut starts = [0; 6];
    for (size, entry) in starts.iter_mut().enumerate() {
        *entry = start(deck, size);
    }
    let (mut within, mut given, mut indices) = ([0_u32; 32], [0_usize; 32], [0_u32; 32]);
    indices[31] = 0;
    for kept in 1..32_usize {
        let highest = kept.ilog2() as usize;
        let rest = kept ^ 1 << highest;
        let size = kept.count_ones() as usize;
        let (number, index) = sorted[highest % 5];
        within[kept] = within[rest] + binomial(number.into(), size) as u32;
        given[kept] = given[rest] | 1 << index;
        indices[31 ^ given[kept] & 31] = starts[size % 6] + within[kept];
    }
    indices
}
