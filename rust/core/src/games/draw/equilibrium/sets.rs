//! How many hands of every strength contain a given set of cards.
//!
//! With five cards this depends, as for the discards of [`crate::discard`], only on the ranks of the
//! set and on whether it is of one suit; here all strengths are distinguished, so that they can be
//! bucketed. In badugi all suits matter, so sets are of one kind that become equal by renaming suits
//! in the order of their first appearance.

use std::collections::BTreeMap;

use super::holding::Holding;
use crate::cards::{Card, Rank, Suit};
use crate::combinatorics::{
    binomial, combination_number, for_each_multiset, multiset_number, multiset_starts,
};
use crate::discard::canonical_hands;
use crate::lazy::Lazy;
use crate::poker::Ranking;

/// The first number of the multisets of each size.
const STARTS: [usize; 7] = multiset_starts(13);

/// A kind of card sets: those with the same ranks, of one suit or not; in badugi, those that are equal
/// but for the names of their suits.
#[derive(Clone, Debug, Default)]
pub(super) struct Kind {
    /// The number of cards in a set.
    pub size: usize,
    /// The number of sets of this kind.
    pub sets: i64,
    /// Strengths, and the number of hands with that strength that contain a given set.
    pub hands: Vec<(u16, u32)>,
}

/// All sets of at most as many cards as a hand has.
#[derive(Debug)]
pub(super) struct Sets {
    pub ranking: Ranking,
    pub kinds: Vec<Kind>,
    /// In badugi, the kind of every set, by size and number of the combination.
    of_set: Vec<u16>,
}

impl Sets {
    /// The sets of a game, shared in the process.
    pub fn of(ranking: Ranking) -> &'static Self {
        static HIGH: Lazy<Sets> = Lazy::new(|| Sets::of_five(Ranking::High));
        static DEUCE_TO_SEVEN: Lazy<Sets> = Lazy::new(|| Sets::of_five(Ranking::DeuceToSeven));
        static ACE_TO_FIVE: Lazy<Sets> = Lazy::new(|| Sets::of_five(Ranking::AceToFive));
        static BADUGI: Lazy<Sets> = Lazy::new(Sets::of_badugi);
        match ranking {
            Ranking::Badugi => &BADUGI,
            Ranking::DeuceToSeven => &DEUCE_TO_SEVEN,
            Ranking::AceToFive => &ACE_TO_FIVE,
            _ => &HIGH,
        }
    }

    /// The number of cards in a hand.
    pub const fn cards(&self) -> usize {
        if self.of_set.is_empty() { 5 } else { 4 }
    }

    /// The index of the kind of a set of cards, given by their numbers in ascending order.
    pub fn index(&self, cards: &[u8]) -> usize {
        if self.of_set.is_empty() {
            set_index(cards)
        } else {
            self.of_set[set_number(cards)].into()
        }
    }

    /// One hand for each kind of hands that are equal but for the names of their suits, with the number
    /// of such hands.
    pub fn hands(&self) -> Vec<(Holding, u32)> {
        if self.of_set.is_empty() {
            let hands = canonical_hands().into_iter();
            let holding = |numbers: [u8; 5]| Holding::of(self.ranking, &numbers);
            return hands
                .map(|dealt| (holding(dealt.hand.cards().map(Card::number)), dealt.weight))
                .collect();
        }
        let hands = sets_up_to_suits(4).into_iter();
        hands.map(|(set, sets)| (Holding::of(self.ranking, &numbers(set)), sets as u32)).collect()
    }

    fn of_five(ranking: Ranking) -> Self {
        let mut kinds = vec![Kind::default(); 2 * STARTS[6]];
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
        for_each_multiset(13, 5, &|_| 4, &mut |ranks| add_hands(&mut kinds, ranking, ranks));
        Self { ranking, kinds, of_set: Vec::new() }
    }

    fn of_badugi() -> Self {
        let (ranking, mut kinds) = (Ranking::Badugi, Vec::new());
        let mut of_set = vec![0; set_start(5)];
        for size in 0..=4 {
            let mut indices = BTreeMap::new();
            for (set, sets) in sets_up_to_suits(size) {
                let mut hands = BTreeMap::new();
                for_each_hand_around(set, 4 - size, &mut |hand| {
                    let strength = Holding::of(ranking, &numbers(hand)).strength;
                    *hands.entry(strength).or_insert(0) += 1;
                });
                indices.insert(set, kinds.len() as u16);
                kinds.push(Kind { size, sets, hands: hands.into_iter().collect() });
            }
            for_each_hand_around(0, size, &mut |set| {
                let index = indices.get(&renamed(set)).copied().unwrap_or(0);
                of_set[set_number(&numbers(set))] = index;
            });
        }
        Self { ranking, kinds, of_set }
    }
}

/// The numbers of the cards of a set, in ascending order.
pub(super) fn numbers(set: u64) -> Vec<u8> {
    (0..52).filter(|card| set >> card & 1 == 1).collect()
}

/// The number of the first set of this many cards among all sets.
fn set_start(size: usize) -> usize {
    (0..size).map(|smaller| binomial(52, smaller) as usize).sum()
}

/// The number of a set of cards among all sets, the smaller ones first.
fn set_number(cards: &[u8]) -> usize {
    set_start(cards.len()) + combination_number(cards.iter().map(|&card| card.into())) as usize
}

/// Sets of this many cards up to suit isomorphism (one or a few representatives per class), with
/// their multiplicity: suits are named in order of first appearance.
pub(super) fn sets_up_to_suits(size: usize) -> BTreeMap<u64, i64> {
    let mut sets = BTreeMap::new();
    for_each_hand_around(0, size, &mut |set| *sets.entry(renamed(set)).or_insert(0) += 1);
    sets
}

/// A set with its suits named in order of first appearance.
fn renamed(set: u64) -> u64 {
    let mut names = [None; 4];
    let mut next = 0;
    let (mut renamed, mut rest) = (0_u64, set);
    while rest != 0 {
        let card = rest.trailing_zeros();
        rest &= rest - 1;
        let name = *names[card as usize % 4].get_or_insert_with(|| {
            next += 1;
            next - 1
        });
        renamed |= 1 << (card / 4 * 4 + name);
    }
    renamed
}

/// Visit every superset of this set with `others` more cards.
pub(super) fn for_each_hand_around(set: u64, others: usize, visit: &mut impl FnMut(u64)) {
    fn extend(set: u64, others: usize, from: u32, taken: u64, visit: &mut impl FnMut(u64)) {
        if others == 0 {
            visit(set | taken);
            return;
        }
        for card in from..52 {
            if set >> card & 1 == 0 {
                extend(set, others - 1, card + 1, taken | 1 << card, visit);
            }
        }
    }
    extend(set, others, 0, 0, visit);
}

/// The index of the sets with these ranks, lowest first.
fn entry(ranks: &[usize], one_suit: bool) -> usize {
    2 * (STARTS[ranks.len()] + multiset_number(ranks.iter().copied())) + usize::from(one_suit)
}

/// The index of a set of at most five cards, given by their numbers in ascending order.
fn set_index(cards: &[u8]) -> usize {
    let mut ranks = [0; 5];
    for (rank, card) in ranks.iter_mut().zip(cards) {
        *rank = usize::from(card / 4);
    }
    let one_suit =
        cards.first().is_some_and(|first| cards.iter().all(|card| card % 4 == first % 4));
    entry(&ranks[..cards.len()], one_suit)
}

/// Add the hands of five ranks to all kinds of sets that they contain.
fn add_hands(kinds: &mut [Kind], ranking: Ranking, ranks: &[usize]) {
    let distinct = are_distinct(ranks);
    let of_hand = counts(ranks);
    let plain = strength(ranking, ranks, false);
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
                kind.hands.push((strength(ranking, ranks, true), flushes as u32));
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
fn strength(ranking: Ranking, ranks: &[usize], one_suit: bool) -> u16 {
    let mut numbers = [0; 5];
    for (entry, (number, &rank)) in numbers.iter_mut().zip(ranks).enumerate() {
        // Equal ranks are adjacent and therefore get different suits.
        let suit = if one_suit { Suit::Clubs } else { Suit::ALL[entry % 4] };
        *number = Card::new(Rank::ALL[rank], suit).number();
    }
    Holding::of(ranking, &numbers).strength
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_containing_all_sets_are_counted() {
        for ranking in [Ranking::High, Ranking::DeuceToSeven, Ranking::AceToFive, Ranking::Badugi] {
            let sets = Sets::of(ranking);
            let cards = sets.cards();
            for size in 0..=cards {
                let of_size =
                    || sets.kinds.iter().filter(|kind| kind.size == size && kind.sets > 0);
                let found: i64 = of_size().map(|kind| kind.sets).sum();
                assert_eq!(found, binomial(52, size) as i64);
                for kind in of_size() {
                    let hands: u32 = kind.hands.iter().map(|hand| hand.1).sum();
                    assert_eq!(u64::from(hands), binomial(52 - size, cards - size));
                }
            }
            let hands: u32 = sets.hands().iter().map(|(_, weight)| weight).sum();
            assert_eq!(u64::from(hands), binomial(52, cards));
        }
        let high = Sets::of(Ranking::High);
        let aces = &high.kinds[high.index(&[48, 51])];
        let fours: u32 = aces
            .hands
            .iter()
            .filter(|hand| (7296..7452).contains(&hand.0))
            .map(|hand| hand.1)
            .sum();
        // Four aces and any of 48 cards, or a pair of aces with nothing else: four of a kind needs
        // four of five.
        assert_eq!(fours, 48);
        let royal = &high.kinds[high.index(&[32, 36, 40, 44, 48])];
        assert_eq!(royal.hands, [(7461, 1)]);
    }

    #[test]
    fn badugi_hands_around_a_set_are_those_of_its_kind() {
        let sets = Sets::of(Ranking::Badugi);
        // A pair of aces, a suited pair, three cards of two suits.
        for set in [[48, 51, 0].as_slice(), &[3, 7], &[1, 10, 50], &[]] {
            let mut hands = BTreeMap::new();
            let bits = set.iter().fold(0, |bits, card| bits | 1 << card);
            for_each_hand_around(bits, 4 - set.len(), &mut |hand| {
                *hands.entry(Holding::of(Ranking::Badugi, &numbers(hand)).strength).or_insert(0) +=
                    1;
            });
            let mut sorted = set.to_vec();
            sorted.sort_unstable();
            let kind = &sets.kinds[sets.index(&sorted)];
            assert_eq!(kind.hands, hands.into_iter().collect::<Vec<_>>(), "{set:?}");
        }
    }
}
