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
//! If some kinds are not moves, their choices are left out, and a value costs as many moves as its
//! cards need in sets of the sizes there are. Two cases need care. With straight flushes but
//! neither straights nor flushes, five values in a row of one suit are chosen in the first step.
//! With straights or flushes but no straight flushes, five cards that are both are not a move: no such
//! flush is chosen, and straights are only accepted if their cards can be dealt out in mixed suits.
//!
//! The search over the first two steps is a depth-first branch and bound. Its bound allows any five
//! cards to be a move: `s` of them remove at most `5s` cards, which empty at most the values with
//! the fewest cards; every other value costs one move.
//!
//! Cost: the number of flush choices times the number of sets of straights, both pruned by the
//! bound; about a microsecond for 13 cards, where flushes are rare.

use thiserror::Error;

use super::combination::{Combination, Kind, Kinds, runs};
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

/// The minimum number of moves of these kinds that empty a hand if nobody else plays, and one such
/// line. Single cards are always moves.
///
/// # Errors
///
/// A hand of more than [`MAX_CARDS`] cards.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::games::president::{Kinds, moves_to_victory};
///
/// let hand = parse_cards("3d 4d 5d 6d 7c 7s 7h 9c 9d 2s")?.into_iter().collect();
/// let line = moves_to_victory(hand, Kinds::ALL).unwrap();
/// let texts: Vec<String> = line.moves.iter().map(|found| found.to_string()).collect();
/// assert_eq!(texts, ["3d 4d 5d 6d 7c", "9d 9c", "7h 7s", "2s"]);
/// assert_eq!(moves_to_victory(hand, Kinds::SETS).unwrap().moves.len(), 7);
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
pub fn moves_to_victory(hand: OrderedSet, kinds: Kinds) -> Result<Line, HandTooLarge> {
    if hand.len() > MAX_CARDS {
        return Err(HandTooLarge { found: hand.len() });
    }
    if kinds == Kinds::ALL {
        let mut search = Search::<true>::new(hand, kinds);
        search.run(hand);
        return Ok(search.line(hand));
    }
    let mut search = Search::<false>::new(hand, kinds);
    search.run(hand);
    Ok(search.line(hand))
}

/// The number of moves in a shortest line, if it is at most `limit`; for hands of any size. A lower
/// limit prunes more.
pub(super) fn fewest_moves(hand: OrderedSet, kinds: Kinds, limit: usize) -> Option<usize> {
    let best = if kinds == Kinds::ALL {
        Search::<true>::best_within(hand, kinds, limit)
    } else {
        Search::<false>::best_within(hand, kinds, limit)
    };
    (best <= limit).then_some(best)
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

/// The table for all kinds.
static TABLE: Lazy<Vec<Entry>> = Lazy::new(|| make_table(&tallies(), Kinds::ALL));

/// The tables for other kinds, by [`shape`].
static OTHER_TABLES: Lazy<Vec<Vec<Entry>>> = Lazy::new(|| {
    let tallies = tallies();
    (0..32).map(|shape| make_table(&tallies, shaped(shape))).collect()
});

/// The number of a table: which of the kinds that it depends on are moves.
const fn shape(kinds: Kinds) -> usize {
    let bits = kinds.bits() as usize;
    bits >> 1 & 7 | (bits >> Kind::FullHouse.number() & 3) << 3
}

/// The kinds of a table: single cards, other sets, full houses and four plus one.
const fn shaped(shape: usize) -> Kinds {
    Kinds::from_bits((1 | (shape & 7) << 1 | (shape >> 3) << Kind::FullHouse.number()) as u16)
}

/// The numbers of values with one to four cards, fewest cards first.
fn tallies() -> Vec<[usize; 4]> {
    let mut found: Vec<[usize; 4]> = (0..BASE.pow(4))
        .map(|index| [index % 14, index / 14 % 14, index / 196 % 14, index / 2744])
        .filter(|tally| tally.iter().sum::<usize>() < BASE)
        .collect();
    found.sort_by_key(total);
    found
}

fn make_table(tallies: &[[usize; 4]], kinds: Kinds) -> Vec<Entry> {
    let mut table = vec![Entry::default(); BASE.pow(4)];
    let sets = [1, 2, 3, 4].map(|cards| set_moves(cards, kinds));
    for tally in tallies {
        let alone: usize = tally.iter().zip(sets).map(|(count, moves)| count * moves).sum();
        let fewer =
            pair_moves(tally, kinds).map(|after| 1 + table[index(&after)].residual as usize);
        let residual = fewer.min().map_or(alone, |moves| moves.min(alone));
        table[index(tally)] = Entry { residual: residual as u8, bound: lower_bound(tally) as u8 };
    }
    table
}

/// The fewest sets into which cards of one value can be divided.
fn set_moves(cards: usize, kinds: Kinds) -> usize {
    let sizes = set_sizes(kinds).filter(|&size| size <= cards);
    sizes.map(|size| 1 + set_moves(cards - size, kinds)).min().unwrap_or(0)
}

/// The sizes of the sets that are moves, largest first.
fn set_sizes(kinds: Kinds) -> impl Iterator<Item = usize> {
    let sets = [Kind::FourOfAKind, Kind::ThreeOfAKind, Kind::Pair, Kind::OneCard];
    sets.into_iter().filter(move |&kind| kinds.contains(kind)).map(Kind::size)
}

const fn index(tally: &[usize; 4]) -> usize {
    tally[0] + BASE * (tally[1] + BASE * (tally[2] + BASE * tally[3]))
}

fn total(tally: &[usize; 4]) -> usize {
    (1..).zip(tally).map(|(size, count)| size * count).sum()
}

/// The tallies after each possible full house and four plus one.
fn pair_moves(tally: &[usize; 4], kinds: Kinds) -> impl Iterator<Item = [usize; 4]> + '_ {
    let shapes = pair_shapes(kinds);
    let takes = shapes.flat_map(|(most, least)| {
        (most as usize..=4).flat_map(move |from| {
            (least as usize..=4).map(move |other| [(from, most as usize), (other, least as usize)])
        })
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

/// How many cards of two values full houses and four plus one take, if they are moves.
fn pair_shapes(kinds: Kinds) -> impl Iterator<Item = (u32, u32)> {
    let shapes = [(Kind::FullHouse, (3, 2)), (Kind::FourPlusOne, (4, 1))];
    shapes.into_iter().filter(move |&(kind, _)| kinds.contains(kind)).map(|(_, shape)| shape)
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

/// The search for a shortest line; by all kinds, or by some.
struct Search<const ALL: bool> {
    table: &'static [Entry],
    kinds: Kinds,
    /// A lower bound on the moves of any line.
    bound: usize,
    /// The moves of the best line so far, its flush cards and the lowest values of its straights.
    best: usize,
    flushes: u64,
    straights: Vec<u8>,
    /// The straights of the current line.
    current: Vec<u8>,
}

impl<const ALL: bool> Search<ALL> {
    fn new(hand: OrderedSet, kinds: Kinds) -> Self {
        let table: &'static [Entry] =
            if ALL { &TABLE } else { OTHER_TABLES.get(shape(kinds)).unwrap_or(&TABLE) };
        let bound = usize::from(entry(table, hand.counts()).bound);
        Self {
            table,
            kinds,
            bound,
            best: usize::MAX,
            flushes: 0,
            straights: vec![],
            current: vec![],
        }
    }

    /// The moves of a shortest line, or one more than the limit.
    fn best_within(hand: OrderedSet, kinds: Kinds, limit: usize) -> usize {
        let mut search = Self::new(hand, kinds);
        search.best = limit.saturating_add(1);
        search.run(hand);
        search.best
    }

    const fn has(&self, kind: Kind) -> bool {
        ALL || self.kinds.contains(kind)
    }

    fn run(&mut self, hand: OrderedSet) {
        self.choose_straights(hand.bits(), hand.counts(), 0, 0, 0);
        if self.has(Kind::Flush) {
            self.choose_flushes(hand.bits(), 0, 0, 0);
        } else if self.has(Kind::StraightFlush) && !self.has(Kind::Straight) {
            self.choose_suited_runs(hand.bits(), 0, 0, 0);
        }
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
            // Ten cards can always be divided so that neither half is in a row.
            let flush = taken & DIAMONDS << suit;
            let is_in_a_row = || flush.count_ones() == 5 && runs(flush) != 0;
            if !self.has(Kind::StraightFlush) && is_in_a_row() {
                return;
            }
            let counts = OrderedSet::from_bits(left).counts();
            if self.may_improve(moves, counts) {
                self.choose_straights(left, counts, 0, moves, taken);
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

    /// Try all sets of straight flushes from this index of their lowest card on.
    fn choose_suited_runs(&mut self, left: u64, taken: u64, from: u32, moves: usize) {
        let mut lowest_cards = runs(left) >> 16 & u64::MAX << from;
        while lowest_cards != 0 {
            let lowest = lowest_cards.trailing_zeros();
            lowest_cards &= lowest_cards - 1;
            let run = RUN << lowest;
            let counts = OrderedSet::from_bits(left & !run).counts();
            self.choose_straights(left & !run, counts, 0, moves + 1, taken | run);
            if self.may_improve(moves + 1, counts) {
                self.choose_suited_runs(left & !run, taken | run, lowest + 1, moves + 1);
            }
        }
    }

    /// Try all sets of straights whose lowest values are not below `from`; `left` are the cards that
    /// are not in flushes, `counts` those that are not in straights either.
    fn choose_straights(&mut self, left: u64, counts: u64, from: u8, moves: usize, flushes: u64) {
        let residual = moves + usize::from(entry(self.table, counts).residual);
        let is_possible = |straights: &[u8]| {
            ALL || self.has(Kind::StraightFlush) || mixed_straights(left, straights).is_some()
        };
        if residual < self.best && is_possible(&self.current) {
            self.best = residual;
            self.flushes = flushes;
            self.straights.clone_from(&self.current);
        }
        if !self.has(Kind::Straight) || !self.may_improve(moves, counts) {
            return;
        }
        let any = (counts | counts >> 1 | counts >> 2) & DIAMONDS;
        for lowest in from..9 {
            let run = RUN << (4 * lowest);
            if any & run == run {
                self.current.push(lowest);
                self.choose_straights(left, counts - run, lowest, moves + 1, flushes);
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
            if !self.has(Kind::StraightFlush) && suited.count_ones() == 10 {
                moves.push(every_other(&mut suited));
            }
            while suited != 0 {
                moves.push(take(&mut suited, u64::MAX, 5));
            }
        }
        if self.has(Kind::StraightFlush) {
            for &lowest in &self.straights {
                let cards = (0..5).map(|step| take(&mut left, 15 << (4 * (lowest + step)), 1));
                moves.push(cards.fold(0, |straight, card| straight | card));
            }
        } else {
            for straight in mixed_straights(left, &self.straights).unwrap_or_default() {
                left &= !straight;
                moves.push(straight);
            }
        }
        while let Some(cards) = self.pair_move(left) {
            left &= !cards;
            moves.push(cards);
        }
        for value in 0..13 {
            let mut cards = left & 15 << (4 * value);
            while cards != 0 {
                let count = cards.count_ones() as usize;
                let needed = |cards| set_moves(cards, self.kinds);
                let is_best =
                    |&size: &usize| size <= count && 1 + needed(count - size) == needed(count);
                let size = if ALL { None } else { set_sizes(self.kinds).find(is_best) };
                moves.push(take(&mut cards, u64::MAX, size.unwrap_or(count) as u32));
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
        let kinds = if ALL { Kinds::ALL } else { self.kinds };
        let mut found = pair_shapes(kinds).flat_map(|(most, least)| {
            let with =
                move |size| digits().filter(move |digit| (left & digit).count_ones() >= size);
            with(most).flat_map(move |first| {
                with(least).filter(move |&second| second != first).map(move |second| {
                    let mut rest = left;
                    take(&mut rest, first, most) | take(&mut rest, second, least)
                })
            })
        });
        found.find(|cards| residual(left & !cards) < residual(left))
    }
}

/// Straights of mixed suits from these lowest values, one after another, out of a set of cards.
fn mixed_straights(left: u64, lowest_values: &[u8]) -> Option<Vec<u64>> {
    let Some((&lowest, others)) = lowest_values.split_first() else { return Some(Vec::new()) };
    let cards = |step: u8| bits_of(left & 15 << (4 * (lowest + step)));
    for first in cards(0) {
        for second in cards(1) {
            for third in cards(2) {
                for fourth in cards(3) {
                    for fifth in cards(4) {
                        let straight = first | second | third | fourth | fifth;
                        if runs(straight) != 0 {
                            continue;
                        }
                        if let Some(mut found) = mixed_straights(left & !straight, others) {
                            found.insert(0, straight);
                            return Some(found);
                        }
                    }
                }
            }
        }
    }
    None
}

/// The set bits of a word, each by itself.
fn bits_of(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = bits & bits.wrapping_neg();
        bits ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Remove every other card from a set.
fn every_other(from: &mut u64) -> u64 {
    let taken = bits_of(*from).step_by(2).fold(0, |taken, card| taken | card);
    *from ^= taken;
    taken
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
