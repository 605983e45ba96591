//! How many five-card hands of every strength contain a given set of cards.
//!
//! As for the discards of [`crate::discard`], this depends only on the ranks of the set and on
//! whether it is of one suit; here all strengths are distinguished, so that they can be bucketed.

use crate::cards::{Card, Rank, Suit};
use crate::combinatorics::{binomial, for_each_multiset, multiset_number, multiset_starts};
use crate::poker::evaluate::Evaluator;

/// The first number of the multisets of each size.
const STARTS: [usize; 7] = multiset_starts(13);

/// The number of entries: two for each multiset of up to five ranks.
pub(super) const ENTRIES: usize = 2 * STARTS[6];

/// The index of the sets with these ranks, lowest first.
fn entry(ranks: &[usize], one_suit: bool) -> usize {
    2 * (STARTS[ranks.len()] + multiset_number(ranks.iter().copied())) + usize::from(one_suit)
}

/// The index of a set of cards, given by their numbers in ascending order.
pub(super) fn set_index(cards: &[u8]) -> usize {
    let mut ranks = [0; 5];
    for (rank, card) in ranks.iter_mut().zip(cards) {
        *rank = usize::from(card / 4);
    }
    let one_suit =
        cards.first().is_some_and(|first| cards.iter().all(|card| card % 4 == first % 4));
    entry(&ranks[..cards.len()], one_suit)
}

/// A kind of card sets: those with the same ranks, of one suit or not.
#[derive(Clone, Debug, Default)]
pub(super) struct Kind {
    /// The number of cards in a set.
    pub size: usize,
    /// The number of sets of this kind.
    pub sets: i64,
    /// Strengths, and the number of hands with that strength that contain a given set.
    pub hands: Vec<(u16, u32)>,
}

/// All kinds of sets of up to five cards, by index.
pub(super) fn kinds() -> Vec<Kind> {
    let mut kinds = vec![Kind::default(); ENTRIES];
    for size in 0..=5 {
        for_each_multiset(13, size, &|_| 4, &mut |ranks| {
            let distinct = are_distinct(ranks);
            let suits: u64 = counts(ranks).iter().map(|&count| binomial(4, count)).product();
            let of_one_suit = if distinct && size > 0 { 4 } else { 0 };
            kinds[entry(ranks, false)].sets = (suits - of_one_suit) as i64;
            kinds[entry(ranks, true)].sets = of_one_suit as i64;
            kinds[entry(ranks, false)].size = size;
            kinds[entry(ranks, true)].size = size;
        });
    }
    for_each_multiset(13, 5, &|_| 4, &mut |ranks| add_hands(&mut kinds, ranks));
    kinds
}

/// Add the hands of five ranks to all kinds of sets that they contain.
fn add_hands(kinds: &mut [Kind], ranks: &[usize]) {
    let distinct = are_distinct(ranks);
    let of_hand = counts(ranks);
    let plain = strength(ranks, false);
    for mask in 0..32_usize {
        // Among equal ranks the first are taken.
        let is_taken = |entry: usize| mask >> entry & 1 == 1;
        if (1..5).any(|i| ranks[i] == ranks[i - 1] && is_taken(i) && !is_taken(i - 1)) {
            continue;
        }
        let held: Vec<usize> =
            (0..5).filter(|&entry| is_taken(entry)).map(|entry| ranks[entry]).collect();
        let of_set = counts(&held);
        let suits: u64 = of_hand
            .iter()
            .zip(&of_set)
            .map(|(&hand, &set)| binomial(4 - set, hand - set))
            .product();
        for one_suit in [false, true] {
            let kind = &mut kinds[entry(&held, one_suit)];
            if kind.sets == 0 {
                continue;
            }
            let flushes = match (distinct, held.is_empty(), one_suit) {
                (true, true, _) => 4,
                (true, false, true) => 1,
                _ => 0,
            };
            if suits > flushes {
                kind.hands.push((plain, (suits - flushes) as u32));
            }
            if flushes > 0 {
                kind.hands.push((strength(ranks, true), flushes as u32));
            }
        }
    }
}

fn are_distinct(ranks: &[usize]) -> bool {
    ranks.windows(2).all(|pair| pair[0] < pair[1])
}

/// The multiplicity of every rank.
fn counts(ranks: &[usize]) -> [usize; 13] {
    let mut counts = [0; 13];
    for &rank in ranks {
        counts[rank] += 1;
    }
    counts
}

/// The strength of five cards with these ranks, lowest first, suited or not.
fn strength(ranks: &[usize], one_suit: bool) -> u16 {
    let mut numbers = [0; 5];
    for (entry, (number, &rank)) in numbers.iter_mut().zip(ranks).enumerate() {
        // Equal ranks are adjacent and therefore get different suits.
        let suit = if one_suit { Suit::Clubs } else { Suit::ALL[entry % 4] };
        *number = Card::new(Rank::ALL[rank], suit).number();
    }
    Evaluator::new().strength(numbers).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_containing_all_sets_are_counted() {
        let kinds = kinds();
        for size in 0..=5 {
            let of_size = || kinds.iter().filter(|kind| kind.size == size && kind.sets > 0);
            let sets: i64 = of_size().map(|kind| kind.sets).sum();
            assert_eq!(sets, binomial(52, size) as i64);
            for kind in of_size() {
                let hands: u32 = kind.hands.iter().map(|hand| hand.1).sum();
                assert_eq!(u64::from(hands), binomial(52 - size, 5 - size));
            }
        }
        let aces = &kinds[set_index(&[48, 51])];
        let fours: u32 = aces
            .hands
            .iter()
            .filter(|hand| (7296..7452).contains(&hand.0))
            .map(|hand| hand.1)
            .sum();
        // Four aces and any of 48 cards, or a pair of aces with nothing else: four of a kind needs
        // four of five.
        assert_eq!(fours, 48);
        let royal = &kinds[set_index(&[32, 36, 40, 44, 48])];
        assert_eq!(royal.hands, [(7461, 1)]);
    }
}
