//! The minimum number of moves that empty a hand, exactly, with one line of that length.
//!
//! This is a minimum partition of the hand into combinations. Cards outside five-card combinations
//! cost one move per value, however many there are of it, so the choice is which disjoint five-card
//! combinations to make:
//!
//! 1. *Flushes.* Only here do suits matter. Two flushes of one suit are just ten of its cards, so
//!    per suit the choice is a subset of 0, 5 or 10 cards.
//! 2. *Straights.* Five values in a row, of any suits: all of one suit is a straight flush, which
//!    is a move too. Only the number of cards of each value remains relevant.
//! 3. *Full houses and four plus one.* Which values they take no longer matters, only how many
//!    values have one, two, three or four cards left: a table over these four numbers (2,380
//!    entries), filled by trying every such move.
//!
//! The search over the first two steps is a depth-first branch and bound. Its bound allows any five
//! cards to be a move: `s` of them remove at most `5s` cards, which empty at most the values with
//! the fewest cards; every other value costs one move.
//!
//! Cost: the number of flush choices times the number of sets of straights, both pruned by the
//! bound; about a microsecond for 13 cards, where flushes are rare.

use thiserror::Error;

use super::combination::Combination;
use super::order::{DIAMONDS, OrderedSet};
use crate::lazy::Lazy;

/// The largest hand that [`moves_to_victory`] accepts.
pub const MAX_CARDS: usize = 26;

/// A shortest line that empties a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Combinations that make up the whole hand, in enumeration order.
    pub moves: Vec<Combination>,
}

/// A hand of more than [`MAX_CARDS`] cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a hand of at most {MAX_CARDS} cards, found {found}")]
pub struct HandTooLarge {
    /// The number of cards in the hand.
    pub found: usize,
}

/// The minimum number of moves that empty a hand if nobody else plays, and one such line.
///
/// # Errors
///
/// A hand of more than [`MAX_CARDS`] cards.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::games::president::moves_to_victory;
///
/// let hand = parse_cards("3d 4d 5d 6d 7c 7s 7h 9c 9d 2s")?.into_iter().collect();
/// let texts: Vec<String> =
///     moves_to_victory(hand).unwrap().moves.iter().map(|found| found.to_string()).collect();
/// assert_eq!(texts, ["3d 4d 5d 6d 7c", "9d 9c", "7h 7s", "2s"]);
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
pub fn moves_to_victory(hand: OrderedSet) -> Result<Line, HandTooLarge> {
    if hand.len() > MAX_CARDS {
        return Err(HandTooLarge { found: hand.len() });
    }
    let mut search = Search::new(hand);
    search.run(hand);
    Ok(search.line(hand))
}

/// The number of moves in a shortest line, if it is at most `limit`; for hands of any size. A lower
/// limit prunes more.
pub(super) fn fewest_moves(hand: OrderedSet, limit: usize) -> Option<usize> {
    let mut search = Search::new(hand);
    search.best = limit.saturating_add(1);
    search.run(hand);
    (search.best <= limit).then_some(search.best)
}

/// The table entry for the numbers of values with one, two, three and four cards.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// The fewest moves without flushes and straights.
    residual: u8,
    /// A lower bound on the moves of any partition.
    bound: u8,
}

/// One more than the number of values.
const BASE: usize = 14;

static TABLE: Lazy<Vec<Entry>> = Lazy::new(|| {
    let mut table = vec![Entry::default(); BASE.pow(4)];
    let mut by_cards: Vec<[usize; 4]> = Vec::new();
    for index in 0..table.len() {
        let tally = [index % 14, index / 14 % 14, index / 196 % 14, index / 2744];
        if tally.iter().sum::<usize>() < BASE {
            by_cards.push(tally);
        }
    }
    by_cards.sort_by_key(total);
    for tally in by_cards {
        let values = tally.iter().sum::<usize>();
        let fewer = pair_moves(&tally).map(|after| 1 + table[index(&after)].residual as usize);
        let residual = fewer.min().map_or(values, |moves| moves.min(values));
        table[index(&tally)] = Entry { residual: residual as u8, bound: lower_bound(&tally) as u8 };
    }
    table
});

const fn index(tally: &[usize; 4]) -> usize {
    tally[0] + BASE * (tally[1] + BASE * (tally[2] + BASE * tally[3]))
}

fn total(tally: &[usize; 4]) -> usize {
    (1..).zip(tally).map(|(size, count)| size * count).sum()
}

/// The tallies after each possible full house and four plus one.
fn pair_moves(tally: &[usize; 4]) -> impl Iterator<Item = [usize; 4]> + '_ {
    let shapes = [(3, 2), (4, 1)].into_iter();
    let takes = shapes.flat_map(|(most, least)| {
        (most..=4)
            .flat_map(move |from| (least..=4).map(move |other| [(from, most), (other, least)]))
    });
    takes.filter_map(|take| {
        let mut after = *tally;
        for (size, _) in take {
            after[size - 1] = after[size - 1].checked_sub(1)?;
        }
        for (size, taken) in take {
            if size > taken {
                after[size - taken - 1] += 1;
            }
        }
        Some(after)
    })
}

fn lower_bound(tally: &[usize; 4]) -> usize {
    let values = tally.iter().sum::<usize>();
    let with = |fives: usize| {
        let mut cards = 5 * fives;
        let mut emptied = 0;
        for (size, &count) in (1..).zip(tally) {
            let whole = count.min(cards / size);
            emptied += whole;
            cards -= whole * size;
        }
        fives + values - emptied
    };
    (0..=total(tally) / 5).map(with).min().unwrap_or(0)
}

/// The entry for a hand given as the number of cards of each value.
fn entry(table: &[Entry], counts: u64) -> Entry {
    let (low, middle) = (counts & DIAMONDS, counts >> 1 & DIAMONDS);
    let tally = [
        (low & !middle).count_ones() as usize,
        (middle & !low).count_ones() as usize,
        (low & middle).count_ones() as usize,
        (counts >> 2 & DIAMONDS).count_ones() as usize,
    ];
    table[index(&tally)]
}

/// One card of each of five values in a row, as counts.
const RUN: u64 = 0x11111;

struct Search {
    table: &'static [Entry],
    /// A lower bound on the moves of any line.
    bound: usize,
    /// The moves of the best line so far, its flush cards and the lowest values of its straights.
    best: usize,
    flushes: u64,
    straights: Vec<u8>,
    /// The straights of the current line.
    current: Vec<u8>,
}

impl Search {
    fn new(hand: OrderedSet) -> Self {
        let table: &'static [Entry] = &TABLE;
        let bound = usize::from(entry(table, hand.counts()).bound);
        Self { table, bound, best: usize::MAX, flushes: 0, straights: vec![], current: vec![] }
    }

    fn run(&mut self, hand: OrderedSet) {
        self.choose_straights(hand.counts(), 0, 0, 0);
        self.choose_flushes(hand.bits(), 0, 0, 0);
    }

    /// Whether lines with this many moves so far and these cards left may still beat the best.
    fn may_improve(&self, moves: usize, counts: u64) -> bool {
        self.best > self.bound && moves + usize::from(entry(self.table, counts).bound) < self.best
    }

    /// Try all flushes of the suits from `suit` on, each with all straights.
    fn choose_flushes(&mut self, left: u64, taken: u64, suit: u32, moves: usize) {
        for suit in suit..4 {
            let suited = left & DIAMONDS << suit;
            let mut size = 5;
            while size <= suited.count_ones() as usize {
                self.choose_suited(left, taken, suit, suited, size, moves + size / 5);
                size += 5;
            }
        }
    }

    /// Try all ways to take `missing` more cards of a suit, from `suited` downward.
    fn choose_suited(
        &mut self,
        left: u64,
        taken: u64,
        suit: u32,
        mut suited: u64,
        missing: usize,
        moves: usize,
    ) {
        if missing == 0 {
            let counts = OrderedSet::from_bits(left).counts();
            if self.may_improve(moves, counts) {
                self.choose_straights(counts, 0, moves, taken);
                self.choose_flushes(left, taken, suit + 1, moves);
            }
            return;
        }
        while suited.count_ones() as usize >= missing && self.best > self.bound {
            let card = suited & suited.wrapping_neg();
            suited ^= card;
            self.choose_suited(left ^ card, taken | card, suit, suited, missing - 1, moves);
        }
    }

    /// Try all sets of straights whose lowest values are not below `from`.
    fn choose_straights(&mut self, counts: u64, from: u8, moves: usize, flushes: u64) {
        let residual = moves + usize::from(entry(self.table, counts).residual);
        if residual < self.best {
            self.best = residual;
            self.flushes = flushes;
            self.straights.clone_from(&self.current);
        }
        if !self.may_improve(moves, counts) {
            return;
        }
        let any = (counts | counts >> 1 | counts >> 2) & DIAMONDS;
        for lowest in from..9 {
            let run = RUN << (4 * lowest);
            if any & run == run {
                self.current.push(lowest);
                self.choose_straights(counts - run, lowest, moves + 1, flushes);
                self.current.pop();
            }
        }
    }

    /// The best line, as combinations of the hand's cards.
    fn line(&self, hand: OrderedSet) -> Line {
        let mut left = hand.bits() & !self.flushes;
        let mut moves = Vec::with_capacity(self.best);
        for suit in 0..4 {
            let mut suited = self.flushes & DIAMONDS << suit;
            while suited != 0 {
                moves.push(take(&mut suited, u64::MAX, 5));
            }
        }
        for &lowest in &self.straights {
            let cards = (0..5).map(|step| take(&mut left, 15 << (4 * (lowest + step)), 1));
            moves.push(cards.fold(0, |straight, card| straight | card));
        }
        while let Some(cards) = self.pair_move(left) {
            left &= !cards;
            moves.push(cards);
        }
        for value in 0..13 {
            let cards = left & 15 << (4 * value);
            if cards != 0 {
                moves.push(cards);
            }
        }
        let mut moves: Vec<Combination> = moves
            .into_iter()
            .filter_map(|bits| Combination::of(OrderedSet::from_bits(bits)).ok())
            .collect();
        moves.sort_by_key(|found| std::cmp::Reverse((found.kind(), found.key(), found.cards())));
        Line { moves }
    }

    /// The cards of a full house or four plus one in a shortest line, if it has one.
    fn pair_move(&self, left: u64) -> Option<u64> {
        let residual = |bits: u64| entry(self.table, OrderedSet::from_bits(bits).counts()).residual;
        let digits = || (0..13).map(|value| 15_u64 << (4 * value));
        let shapes = [(3, 2), (4, 1)].into_iter();
        let mut found = shapes.flat_map(|(most, least)| {
            digits().flat_map(move |first| {
                digits().filter(move |&second| second != first).filter_map(move |second| {
                    let enough = |digit: u64, size| (left & digit).count_ones() >= size;
                    (enough(first, most) && enough(second, least)).then(|| {
                        let mut rest = left;
                        take(&mut rest, first, most) | take(&mut rest, second, least)
                    })
                })
            })
        });
        found.find(|cards| residual(left & !cards) < residual(left))
    }
}

/// Remove the lowest `count` cards that are in `among` from a set.
fn take(from: &mut u64, among: u64, count: u32) -> u64 {
    let mut taken = 0;
    for _ in 0..count {
        let candidates = *from & among;
        let card = candidates & candidates.wrapping_neg();
        taken |= card;
        *from ^= card;
    }
    taken
}
