//! Ranking every five-card hand, in enumeration order and shuffled, compared with a public crate.

use aya_poker::base::{CARDS, Card, Hand};
use aya_poker::poker_rank;
use cardcore::poker::evaluate::Evaluator;
use cardcore::random::Random;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

fn all_hands() -> Vec<[u8; 5]> {
    let mut hands = Vec::with_capacity(2_598_960);
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    hands.extend((d + 1..52).map(|e| [a, b, c, d, e]));
                }
            }
        }
    }
    hands
}

/// The sum of all strengths: a wrong table must not be timed.
const SUM: u64 = 4_790_174_220;

fn rank_all(bencher: divan::Bencher<'_, '_>, hands: &[[u8; 5]]) {
    let evaluator = Evaluator::new();
    let sum = || hands.iter().filter_map(|&h| evaluator.strength(h)).map(u64::from).sum::<u64>();
    assert_eq!(sum(), SUM);
    bencher.counter(ItemsCount::new(hands.len())).bench(sum);
}

#[divan::bench]
fn in_order(bencher: divan::Bencher<'_, '_>) {
    rank_all(bencher, &all_hands());
}

#[divan::bench]
fn shuffled(bencher: divan::Bencher<'_, '_>) {
    let mut hands = all_hands();
    Random::new(1).shuffle(&mut hands);
    rank_all(bencher, &hands);
}

/// The cards of `aya_poker` by card number.
fn cards() -> Vec<Card> {
    let mut cards = CARDS.to_vec();
    cards.sort_by_key(|card| (card.rank() as u8, card.suit() as u8));
    cards
}

/// The crate must order all hands as this one does: equal hands stay equal, and better ones stay
/// better.
fn assert_same_order(hands: &[[u8; 5]], theirs: &[Hand]) {
    let evaluator = Evaluator::new();
    let mut ranks: Vec<(Option<u16>, u16)> = hands
        .iter()
        .zip(theirs)
        .map(|(&ours, theirs)| (evaluator.strength(ours), poker_rank(theirs).0))
        .collect();
    ranks.sort_unstable();
    ranks.dedup();
    assert_eq!(ranks.len(), 7462);
    assert!(ranks.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
}

/// All hands, shuffled as for [`shuffled`], as cards of `aya_poker`; and the sum of its ranks.
fn shuffled_for_aya_poker() -> (Vec<[Card; 5]>, Vec<Hand>, u64) {
    let mut hands = all_hands();
    Random::new(1).shuffle(&mut hands);
    let cards = cards();
    let of_cards: Vec<[Card; 5]> =
        hands.iter().map(|hand| hand.map(|number| cards[usize::from(number)])).collect();
    let made: Vec<Hand> = of_cards.iter().map(|cards| cards.iter().collect()).collect();
    assert_same_order(&hands, &made);
    let sum = made.iter().map(|hand| u64::from(poker_rank(hand).0)).sum();
    (of_cards, made, sum)
}

/// The hand is built from its cards within the measured time.
#[divan::bench]
fn aya_poker_from_cards(bencher: divan::Bencher<'_, '_>) {
    let (hands, _, expected) = shuffled_for_aya_poker();
    let rank = |cards: &[Card; 5]| u64::from(poker_rank(&cards.iter().collect()).0);
    let sum = || hands.iter().map(rank).sum::<u64>();
    assert_eq!(sum(), expected);
    bencher.counter(ItemsCount::new(hands.len())).bench(sum);
}

/// The hand, with its precomputed sums, is built beforehand.
#[divan::bench]
fn aya_poker_from_hands(bencher: divan::Bencher<'_, '_>) {
    let (_, hands, _) = shuffled_for_aya_poker();
    let rank = |hand: &Hand| u64::from(poker_rank(hand).0);
    bencher.counter(ItemsCount::new(hands.len())).bench(|| hands.iter().map(rank).sum::<u64>());
}
