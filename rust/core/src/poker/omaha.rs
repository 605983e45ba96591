//! Omaha: the best hand of exactly two hole cards and exactly three cards of the board.
//!
//! With four hole cards and a whole board there are 6 · 10 ways to choose, with six hole cards 150.
//! They are not tried one by one: for every multiset of ranks on a board of three to five cards a
//! row of a table has the best strength that each of the 91 pairs of ranks makes with it, flushes
//! aside. So a hand takes one look for each pair of its hole cards, all of them in one row of three
//! or four cache lines. The rows of all 6,175 whole boards take 1.6 MB.
//!
//! A flush needs three cards of a suit on the board, which can be so in one suit only, and two in
//! the hand.

use super::best_of::{
    self, BITS, COUNTS, Halves, LOW_BITS, SUIT_SHIFT, is_flush, one_of_rank, ranks_of_suit, split,
    without_one,
};
use super::order::Order;
use crate::cards::{Card, CardError, CardSet, distinct};
use crate::lazy::Lazy;

/// The fewest and the most cards of a board that a hand can be made with.
const BOARDS: std::ops::RangeInclusive<usize> = 3..=5;

/// The counts of no cards, chosen so that the top bit of a suit is set from three cards on.
const NO_CARDS: u64 = 0x5555 << SUIT_SHIFT;
const THREE_OF_A_SUIT: u64 = 0x8888 << SUIT_SHIFT;

/// The entries of a row: the 91 pairs of ranks, and room to fill cache lines.
const PAIRS: usize = 128;

/// The entry of a pair of card numbers shifted right by two: the ranks, in any order.
static PAIR_OF_RANKS: [[u8; 16]; 16] = {
    let mut pairs = [[0; 16]; 16];
    let mut high = 0;
    while high < 13 {
        let mut low = 0;
        while low <= high {
            let pair = (high * (high + 1) / 2 + low) as u8;
            pairs[high][low] = pair;
            pairs[low][high] = pair;
            low += 1;
        }
        high += 1;
    }
    pairs
};

/// The entry of two card numbers, below [`PAIRS`].
#[inline]
fn pair(first: u8, second: u8) -> usize {
    usize::from(PAIR_OF_RANKS[usize::from(first >> 2) % 16][usize::from(second >> 2) % 16]) % PAIRS
}

/// Strengths by pair of ranks in the hand.
type Row = [u16; PAIRS];

/// The tables of boards with one number of cards.
struct Boards {
    /// The first row of each low key of ranks.
    starts: Box<[u16; 1 << LOW_BITS]>,
    rows: Vec<Row>,
}

/// The tables behind [`Omaha`], for one ranking.
struct Tables {
    /// Boards of three, four and five cards.
    boards: [Boards; 3],
    /// The strength of a flush by its ranks; `None` where suits do not count.
    flushes: Option<Box<[u16; 1 << 13]>>,
}

/// Evaluates Omaha hands; the tables are built on first use in the process.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::poker::HandRank;
/// use cardcore::poker::omaha::Omaha;
///
/// let (hole, board) = (parse_cards("As Ad Kc 2h")?, parse_cards("Ks Qs Js Ts 3d")?);
/// // One spade in the hand makes no flush, however many are on the board: two hole cards count.
/// let strength = Omaha::new().strength_of_cards(&hole, &board)?;
/// assert_eq!(HandRank::from_strength(strength).unwrap().to_string(), "straight, ace high");
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Omaha(&'static Tables);

impl std::fmt::Debug for Omaha {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Omaha")
    }
}

impl Default for Omaha {
    fn default() -> Self {
        Self::new()
    }
}

impl Omaha {
    /// The number of hole cards: four, or five or six as in big O and six-card Omaha.
    pub const HOLE_CARDS: std::ops::RangeInclusive<usize> = 4..=6;

    /// The number of cards on the board: from the flop on.
    pub const BOARD_CARDS: std::ops::RangeInclusive<usize> = BOARDS;

    /// Hands under the high ranking.
    #[must_use]
    pub fn new() -> Self {
        static HIGH: Lazy<Tables> = Lazy::new(|| Tables::build(Order::high()));
        Self(&HIGH)
    }

    /// Low hands under the ranking of eight-or-better.
    #[must_use]
    pub fn eight_or_better() -> Self {
        static LOW: Lazy<Tables> = Lazy::new(|| Tables::build(Order::eight_or_better()));
        Self(&LOW)
    }

    /// A board of three to five card numbers; `None` unless they are distinct cards.
    #[inline]
    #[must_use]
    pub fn board<const BOARD: usize>(self, cards: [u8; BOARD]) -> Option<Board> {
        let (set, distinct) = union(cards);
        let boards = self.0.boards.get(BOARD.wrapping_sub(*BOARDS.start()))?;
        if !distinct {
            return None;
        }
        let counts = cards.iter().fold(NO_CARDS, |sum, &card| sum + COUNTS[usize::from(card)]);
        let (low, high) = split(counts);
        let row = boards.starts[low].wrapping_add(Halves::get().offsets[high]);
        let row = boards.rows.get(usize::from(row))?;
        let suits = counts & THREE_OF_A_SUIT;
        let flushes = self.0.flushes.as_deref().filter(|_| suits != 0).map(|flushes| {
            let suit = suits.trailing_zeros().wrapping_sub(SUIT_SHIFT) / 4;
            Flushes { suit, ranks: ranks_of_suit(set, suit), strengths: flushes }
        });
        Some(Board { row, set, flushes })
    }

    /// The strength of the best hand of two hole cards and three of the board; `None` unless the
    /// card numbers are distinct cards, and the board has three to five.
    #[inline]
    #[must_use]
    pub fn strength<const HOLE: usize, const BOARD: usize>(
        self,
        hole: [u8; HOLE],
        board: [u8; BOARD],
    ) -> Option<u16> {
        self.board(board)?.strength(hole)
    }

    /// The same for lists of cards.
    ///
    /// # Errors
    ///
    /// Not four to six hole cards or not three to five on the board; or a duplicate card, counted
    /// through from the hole cards to the board.
    pub fn strength_of_cards(self, hole: &[Card], board: &[Card]) -> Result<u16, CardError> {
        if !Self::HOLE_CARDS.contains(&hole.len()) {
            return Err(CardError::count(Self::HOLE_CARDS, hole));
        }
        distinct(&[hole, board].concat())?;
        let number = |card: Card| card.number();
        let prepared = match *board {
            [a, b, c] => self.board([a, b, c].map(number)),
            [a, b, c, d] => self.board([a, b, c, d].map(number)),
            [a, b, c, d, e] => self.board([a, b, c, d, e].map(number)),
            _ => None,
        };
        let strength = prepared.and_then(|prepared| match *hole {
            [a, b, c, d] => prepared.strength([a, b, c, d].map(number)),
            [a, b, c, d, e] => prepared.strength([a, b, c, d, e].map(number)),
            [a, b, c, d, e, f] => prepared.strength([a, b, c, d, e, f].map(number)),
            _ => None,
        });
        strength.ok_or_else(|| CardError::count(Self::BOARD_CARDS, board))
    }
}

/// The union of the bits of card numbers, and whether they are distinct cards.
#[inline]
fn union<const CARDS: usize>(cards: [u8; CARDS]) -> (u64, bool) {
    let bits = cards.map(|card| BITS[usize::from(card)]);
    let set = bits.iter().fold(0, |set, bit| set | bit);
    // Distinct bits add without a carry, so sum and union are equal exactly if no card repeats.
    let sum = bits.iter().fold(0_u64, |sum, &bit| sum.wrapping_add(bit));
    (set, sum == set && set <= CardSet::FULL.bits())
}

/// A board, prepared for many hands.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::poker::omaha::Omaha;
///
/// // A board is prepared once for many hands.
/// let numbers = |text| parse_cards(text).map(|cards| cards.into_iter().map(|card| card.number()));
/// let board: Vec<u8> = numbers("Ks Qs Js Ts 3d")?.collect();
/// let board = board.try_into().ok().and_then(|cards: [u8; 5]| Omaha::new().board(cards));
/// let strength = |hand: Vec<u8>| board?.strength::<4>(hand.try_into().ok()?);
/// let (suited, offsuit) = (numbers("As 9s 2c 2h")?.collect(), numbers("Ac 9s 2c 2h")?.collect());
/// assert!(strength(suited) > strength(offsuit));
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Board {
    row: &'static Row,
    set: u64,
    /// The suit with three or more cards.
    flushes: Option<Flushes>,
}

/// The suit of a board in which flushes can be made.
#[derive(Clone, Copy)]
struct Flushes {
    suit: u32,
    /// The ranks of the board in this suit, as bits.
    ranks: usize,
    strengths: &'static [u16; 1 << 13],
}

impl std::fmt::Debug for Board {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Board({:?})", CardSet::from_bits(self.set))
    }
}

impl Board {
    /// The strength of the best hand of two of these card numbers and three of the board; `None`
    /// unless they are distinct cards that are not on the board.
    #[inline]
    #[must_use]
    pub fn strength<const HOLE: usize>(&self, hole: [u8; HOLE]) -> Option<u16> {
        let (set, distinct) = union(hole);
        if !distinct || set & self.set != 0 {
            return None;
        }
        let mut best = 0;
        for (index, &first) in hole.iter().enumerate() {
            for &second in &hole[index + 1..] {
                best = best.max(self.row[pair(first, second)]);
            }
        }
        match self.flushes {
            None => Some(best),
            Some(flushes) => Some(best.max(flushes.best(set))),
        }
    }
}

impl Flushes {
    /// The best flush with two of these hole cards; 0 if there is none.
    #[inline]
    fn best(self, hole: u64) -> u16 {
        let hole = ranks_of_suit(hole, self.suit);
        if without_lowest(hole) == 0 { 0 } else { self.best_of_ranks(hole) }
    }

    /// A straight flush if there is one; else the two highest cards of the hand and the three
    /// highest of the board, which are at least as high, card by card, as any others.
    fn best_of_ranks(self, hole: usize) -> u16 {
        let made = |straight: usize| {
            let others = without_lowest(straight & hole);
            straight & !(hole | self.ranks) == 0 && others != 0 && without_lowest(others) == 0
        };
        let straight = STRAIGHTS.into_iter().find(|&straight| made(straight));
        let ranks = straight.unwrap_or_else(|| highest::<2>(hole) | highest::<3>(self.ranks));
        self.strengths[ranks % (1 << 13)]
    }
}

/// The straights as sets of ranks, highest first.
const STRAIGHTS: [usize; 10] = {
    let mut straights = [0b1_0000_0000_1111; 10];
    let mut number = 0;
    while number < 9 {
        straights[number] = 0b1_1111 << (8 - number);
        number += 1;
    }
    straights
};

/// A set of ranks without the lowest.
#[inline]
const fn without_lowest(ranks: usize) -> usize {
    ranks & ranks.wrapping_sub(1)
}

/// This many of the highest ranks of a set that has at least as many.
#[inline]
fn highest<const COUNT: usize>(mut ranks: usize) -> usize {
    while (0..COUNT).fold(ranks, |ranks, _| without_lowest(ranks)) != 0 {
        ranks = without_lowest(ranks);
    }
    ranks
}

impl Tables {
    fn build(order: &Order) -> Self {
        let halves = Halves::get();
        let three = Boards::of_three(order, halves);
        let four = three.with_one_more(4, halves);
        let five = four.with_one_more(5, halves);
        let flushes = order.has_flushes.then(|| best_of::flushes(order));
        Self { boards: [three, four, five], flushes }
    }
}

impl Boards {
    fn new(cards: usize, halves: &Halves) -> Self {
        let row_counts =
            (0..=cards).map(|low| halves.low[low].len() * halves.high[cards - low].len());
        Self { starts: halves.starts(cards), rows: vec![[0; PAIRS]; row_counts.sum()] }
    }

    fn row_number(&self, low: usize, high: usize, halves: &Halves) -> usize {
        usize::from(self.starts[low] + halves.offsets[high])
    }

    /// Boards of three cards: every hand without a flush, split in all ways into three and two.
    fn of_three(order: &Order, halves: &Halves) -> Self {
        let mut three = Self::new(3, halves);
        for (pattern, strength) in order.strengths().filter(|(pattern, _)| !is_flush(pattern)) {
            let ranks = pattern.ranks.map(|rank| rank.number());
            for first in 0..5 {
                for second in first + 1..5 {
                    let on_board = (0..5).filter(|place| ![first, second].contains(place));
                    let keys = on_board.map(|place| one_of_rank(ranks[place].into()));
                    let (low, high) = split(keys.sum());
                    let number = three.row_number(low, high, halves);
                    let entry = pair(4 * ranks[first], 4 * ranks[second]);
                    three.rows[number][entry] = strength;
                }
            }
        }
        three
    }

    /// Boards of one more card: the best after removing one.
    fn with_one_more(&self, cards: usize, halves: &Halves) -> Self {
        let mut more = Self::new(cards, halves);
        for count in 0..=cards {
            for &low in &halves.low[count] {
                for &high in &halves.high[cards - count] {
                    let low_taken = without_one(low).map(|low| (low, high));
                    let high_taken = without_one(high).map(|high| (low, high));
                    let mut best = [0; PAIRS];
                    for (low, high) in low_taken.chain(high_taken) {
                        let row = &self.rows[self.row_number(low, high, halves)];
                        for (best, &strength) in best.iter_mut().zip(row) {
                            *best = strength.max(*best);
                        }
                    }
                    let number = more.row_number(low, high, halves);
                    more.rows[number] = best;
                }
            }
        }
        more
    }
}
