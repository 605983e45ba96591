//! Badugi: of four cards, as many as possible of different ranks and suits, and those as low as
//! possible.
//!
//! More cards beat fewer, and hands of equally many cards compare their highest cards first, the
//! lower one winning; aces are low. The best hand is 4-3-2-A of four suits. There is a strength for
//! each set of one to four ranks: C(13, 4) + C(13, 3) + C(13, 2) + 13 = 1,092.
//!
//! With the cards sorted by rank, which of them count depends only on their suits and on which
//! neighbors are of the same rank: 4⁴ · 2³ cases, each with a mask of the cards that count. The set
//! of their ranks, aces low, then gives the strength.

use super::lowball::low_number;
use crate::cards::{Card, Rank};
use crate::lazy::Lazy;

/// The number of strengths.
pub const STRENGTHS: u16 = 1092;

/// Four times the rank of a card, aces low, plus its suit; the highest byte for other numbers. One
/// entry per byte, so that no index needs a bounds check.
static LOW_CARDS: [u8; 256] = {
    let mut cards = [NO_CARD; 256];
    let mut number = 0;
    while number < Card::COUNT {
        cards[number] = ((number + 4) % Card::COUNT) as u8;
        number += 1;
    }
    cards
};
const NO_CARD: u8 = u8::MAX;

/// The tables behind [`Badugi`].
struct Tables {
    /// Which of four cards sorted by rank count: by their suits, two bits each, and three bits for
    /// neighbors of the same rank.
    counting: [u8; 1 << 11],
    /// The strength by set of ranks.
    strengths: Box<[u16; 1 << 13]>,
}

/// Evaluates badugi hands; the tables are built on first use in the process.
///
/// ```
/// use cardcore::poker::badugi::Badugi;
///
/// let four_three_two_ace = [8, 5, 2, 51];
/// assert_eq!(Badugi::new().strength(four_three_two_ace), Some(1091));
/// assert_eq!(Badugi::new().strength([8, 5, 2, 8]), None);
/// ```
#[derive(Clone, Copy)]
pub struct Badugi(&'static Tables);

impl std::fmt::Debug for Badugi {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Badugi")
    }
}

impl Default for Badugi {
    fn default() -> Self {
        Self::new()
    }
}

impl Badugi {
    /// The evaluator; the first call in a process builds its tables.
    #[must_use]
    pub fn new() -> Self {
        static TABLES: Lazy<Tables> = Lazy::new(Tables::build);
        Self(&TABLES)
    }

    /// The strength of four card numbers; `None` unless they are four distinct cards.
    #[inline]
    #[must_use]
    pub fn strength(self, hand: [u8; 4]) -> Option<u16> {
        let mut sorted = hand.map(|number| LOW_CARDS[usize::from(number)]);
        // The optimal sorting network for four elements.
        for (low, high) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            let (a, b) = (sorted[low], sorted[high]);
            (sorted[low], sorted[high]) = (a.min(b), a.max(b));
        }
        let [a, b, c, d] = sorted.map(usize::from);
        let distinct = (a != b) & (b != c) & (c != d) & (d < Card::COUNT);
        distinct.then(|| {
            let suits = a & 3 | (b & 3) << 2 | (c & 3) << 4 | (d & 3) << 6;
            let [a, b, c, d] = [a >> 2, b >> 2, c >> 2, d >> 2];
            let equal =
                usize::from(a == b) << 8 | usize::from(b == c) << 9 | usize::from(c == d) << 10;
            let counting = usize::from(self.0.counting[(suits | equal) % (1 << 11)]);
            let ranks = (counting & 1) << a
                | (counting >> 1 & 1) << b
                | (counting >> 2 & 1) << c
                | (counting >> 3 & 1) << d;
            self.0.strengths[ranks % (1 << 13)]
        })
    }

    /// The strength of four cards known to be distinct; unspecified if they are not.
    #[inline]
    #[must_use]
    pub fn strength_of_cards(self, hand: [Card; 4]) -> u16 {
        self.strength(hand.map(Card::number)).unwrap_or(0)
    }
}

impl Tables {
    fn build() -> Self {
        let mut strengths = super::evaluate::zeros();
        for (strength, set) in (0..).zip(rank_sets()) {
            strengths[set] = strength;
        }
        let mut counting = [0; 1 << 11];
        for (index, mask) in counting.iter_mut().enumerate() {
            let suits: [usize; 4] = std::array::from_fn(|place| index >> (2 * place) & 3);
            // Any ranks with these neighbors equal: only their order matters.
            let mut ranks = [0; 4];
            for place in 1..4 {
                let same = index >> (7 + place) & 1;
                ranks[place] = ranks[place - 1] + 1 - same;
            }
            *mask = best_mask(&strengths, ranks, suits);
        }
        Self { counting, strengths }
    }
}

/// Of the sets of cards of different ranks and suits, the one of the highest strength; as a mask.
fn best_mask(strengths: &[u16; 1 << 13], ranks: [usize; 4], suits: [usize; 4]) -> u8 {
    let union = |mask: u8, bits: [usize; 4]| {
        let chosen = (0..4).filter(|place| mask >> place & 1 == 1).map(|place| 1 << bits[place]);
        chosen.fold(0_usize, |union, bit| union | bit)
    };
    let counts = |mask: &u8| {
        let cards = mask.count_ones();
        union(*mask, ranks).count_ones() == cards && union(*mask, suits).count_ones() == cards
    };
    (1..16).filter(counts).max_by_key(|&mask| strengths[union(mask, ranks)]).unwrap_or(0)
}

/// All sets of one to four ranks, aces low, weakest first: compared by size, then by their highest
/// ranks, which is as numbers.
fn rank_sets() -> Vec<usize> {
    let mut sets: Vec<usize> =
        (1..1 << 13).filter(|set: &usize| (1..=4).contains(&set.count_ones())).collect();
    sets.sort_unstable_by_key(|&set| (set.count_ones(), std::cmp::Reverse(set)));
    sets
}

/// The ranks that count in the hands of a strength, highest first; none for numbers that are not a
/// strength.
pub(super) fn ranks(strength: u16) -> Vec<Rank> {
    static SETS: Lazy<Vec<usize>> = Lazy::new(rank_sets);
    let set = SETS.get(usize::from(strength)).copied().unwrap_or(0);
    let mut ranks: Vec<Rank> = Rank::ALL.into_iter().collect();
    ranks.retain(|&rank| set >> low_number(rank) & 1 == 1);
    ranks.sort_unstable_by_key(|&rank| std::cmp::Reverse(low_number(rank)));
    ranks
}
