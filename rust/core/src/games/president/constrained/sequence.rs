//! Deals to hands with conditions, one hand after another.
//!
//! Each hand is drawn uniformly among those that meet its conditions, of the cards that the hands
//! before have left. So a deal is the likelier, the fewer ways its hands had; to make all equally
//! likely, a draw is accepted in proportion to the ways that there were, out of the most that there
//! could have been. Among hands whose sets of allowed cards contain each other little is rejected:
//! whatever the hands before take, they take from the cards of the next one.

use super::{Hand, VALUES, cards_of};
use crate::games::president::order::OrderedSet;
use crate::games::president::rules::MAX_PLAYERS;
use crate::random::Random;

/// The most cards of a hand.
const MAX_CARDS: usize = 26;

/// By value and by the number of cards that a hand lacks, the ways to draw them from this value on.
type Ways = [[u64; MAX_CARDS + 1]; VALUES + 1];

/// By size, a number of sets of cards of one value.
type BySize = [u64; 5];

/// How to draw some hands.
#[derive(Clone, Debug)]
pub(super) struct Sequence {
    /// For every hand, at least as many ways to draw it as the hands before it can leave.
    most: Vec<u64>,
}

impl Sequence {
    /// Prepare to draw these hands in order.
    pub(super) fn new(pool: OrderedSet, hands: &[Hand]) -> Self {
        let most = |index: usize| most_ways(pool, &hands[..index], &hands[index]);
        Self { most: (0..hands.len()).map(most).collect() }
    }

    /// Draw the hands; `None` if the draw is rejected.
    pub(super) fn draw(
        &self,
        pool: OrderedSet,
        hands: &[Hand],
        random: &mut Random,
    ) -> Option<[OrderedSet; MAX_PLAYERS]> {
        let mut dealt = [OrderedSet::EMPTY; MAX_PLAYERS];
        let mut pool = pool;
        for (index, (hand, &most)) in hands.iter().zip(&self.most).enumerate() {
            let ways = ways(pool, hand);
            let found = ways[0][hand.missing];
            if found < most && random.below_wide(most.into()) >= found.into() {
                return None;
            }
            let cards = loop {
                let cards = draw_hand(pool, hand, &ways, random);
                // The first hand may be drawn again: it has the same ways in every deal.
                if hand.accepts(cards) {
                    break cards;
                } else if index > 0 {
                    return None;
                }
            };
            dealt[hand.seat] = cards;
            pool = pool - cards;
        }
        Some(dealt)
    }
}

/// The sets of a value that a hand may hold, of these cards of it.
fn sets(hand: &Hand, value: usize, cards: u64) -> impl Iterator<Item = u64> {
    let sets = hand.sets[value];
    (0..16).filter(move |set| set & !cards == 0 && sets >> set & 1 == 1)
}

/// The number of these sets by size.
fn count(hand: &Hand, value: usize, cards: u64) -> BySize {
    let mut counts = [0; 5];
    for set in sets(hand, value, cards) {
        counts[set.count_ones() as usize] += 1;
    }
    counts
}

/// The ways to draw a hand from a pool.
fn ways(pool: OrderedSet, hand: &Hand) -> Ways {
    let mut ways = [[0; MAX_CARDS + 1]; VALUES + 1];
    ways[VALUES][0] = 1;
    for value in (0..VALUES).rev() {
        let counts = count(hand, value, cards_of(pool, value));
        for lacking in 0..=hand.missing {
            let of_size = |size: usize| counts[size] * ways[value + 1][lacking - size];
            ways[value][lacking] = (0..=lacking.min(4)).map(of_size).sum();
        }
    }
    ways
}

/// Draw a hand of which there is at least one.
fn draw_hand(pool: OrderedSet, hand: &Hand, ways: &Ways, random: &mut Random) -> OrderedSet {
    let (mut drawn, mut lacking) = (0, hand.missing);
    for value in 0..VALUES {
        let mut level = random.below_wide(ways[value][lacking].max(1).into()) as u64;
        for set in sets(hand, value, cards_of(pool, value)) {
            let size = set.count_ones() as usize;
            let rest = if size <= lacking { ways[value + 1][lacking - size] } else { 0 };
            if level < rest {
                drawn |= set << (4 * value);
                lacking -= size;
                break;
            }
            level -= rest;
        }
    }
    OrderedSet::from_bits(drawn)
}

/// No fewer than the ways to draw a hand from a pool without the cards of other hands, whatever
/// these are. They take a certain number of cards; the maximum over how many of each value they take
/// is found value by value, apart for every number of cards that the hand lacks.
fn most_ways(pool: OrderedSet, before: &[Hand], hand: &Hand) -> u64 {
    let taken: usize = before.iter().map(|hand| hand.missing).sum();
    let takeable = before.iter().fold(OrderedSet::EMPTY, |all, other| all | other.allowed());
    // By the number of cards taken and the number lacking, from this value on.
    let mut most = vec![[0_u64; MAX_CARDS + 1]; taken + 1];
    most[0][0] = 1;
    for value in (0..VALUES).rev() {
        let counts = most_sets(hand, value, cards_of(pool, value), cards_of(takeable, value));
        let mut further = vec![[0_u64; MAX_CARDS + 1]; taken + 1];
        for (all, row) in further.iter_mut().enumerate() {
            for (lacking, ways) in row.iter_mut().enumerate().take(hand.missing + 1) {
                let with = |(of_value, counts): (usize, &BySize)| {
                    let rest = &most[all - of_value];
                    let of_size = |size: usize| counts[size] * rest[lacking - size];
                    (0..=lacking.min(4)).map(of_size).sum::<u64>()
                };
                *ways = counts.iter().enumerate().take(all + 1).map(with).max().unwrap_or(0);
            }
        }
        most = further;
    }
    most[taken][hand.missing]
}

/// By the number of cards that others take of a value, the most sets of each size that they leave.
fn most_sets(hand: &Hand, value: usize, cards: u64, takeable: u64) -> Vec<BySize> {
    let mut most = vec![[0; 5]; takeable.count_ones() as usize + 1];
    for taken in (0..16).filter(|taken| taken & !takeable == 0) {
        let left = count(hand, value, cards & !taken);
        for (most, found) in most[taken.count_ones() as usize].iter_mut().zip(left) {
            *most = found.max(*most);
        }
    }
    most
}
