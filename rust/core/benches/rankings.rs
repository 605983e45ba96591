//! Ranking hands of lowball, badugi and Omaha, compared with a public crate on the same hands.

use aya_poker::base::{CARDS, Card, Hand};
use aya_poker::{ace_five_rank, badugi_rank, deuce_seven_rank, omaha_rank};
use cardcore::poker::Ranking;
use cardcore::poker::badugi::Badugi;
use cardcore::poker::omaha::Omaha;
use cardcore::poker::order::FiveCardEvaluator;
use cardcore::random::Random;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// Hands ranked in one sample.
const HANDS: usize = 200_000;

/// Random hands of this many cards.
fn hands<const CARDS: usize>() -> Vec<[u8; CARDS]> {
    let mut random = Random::new(1);
    let mut deck: Vec<u8> = (0..52).collect();
    (0..HANDS)
        .map(|_| {
            random.shuffle(&mut deck);
            std::array::from_fn(|place| deck[place])
        })
        .collect()
}

/// The cards of `aya_poker` by card number.
fn cards() -> Vec<Card> {
    let mut cards = CARDS.to_vec();
    cards.sort_by_key(|card| (card.rank() as u8, card.suit() as u8));
    cards
}

fn theirs<const CARDS: usize>(hands: &[[u8; CARDS]]) -> Vec<[Card; CARDS]> {
    let cards = cards();
    hands.iter().map(|hand| hand.map(|number| cards[usize::from(number)])).collect()
}

/// The crate must order the hands as this one does, or its time means nothing.
fn assert_same_order(ours: impl Iterator<Item = u16>, theirs: impl Iterator<Item = u16>) {
    let mut ranks: Vec<(u16, u16)> = ours.zip(theirs).collect();
    assert!(ranks.len() > HANDS / 10 * 9);
    ranks.sort_unstable();
    ranks.dedup();
    assert!(ranks.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
}

fn time<T>(bencher: divan::Bencher<'_, '_>, hands: &[T], rank: impl Fn(&T) -> u16 + Sync)
where
    T: Sync,
{
    let sum = || hands.iter().map(|hand| u64::from(rank(hand))).sum::<u64>();
    bencher.counter(ItemsCount::new(hands.len())).bench(sum);
}

fn low(bencher: divan::Bencher<'_, '_>, ranking: Ranking) {
    let evaluator = FiveCardEvaluator::of(ranking);
    time(bencher, &hands::<5>(), |&hand| {
        evaluator.and_then(|evaluator| evaluator.strength(hand)).unwrap_or(0)
    });
}

/// Whether five cards are an ace, 2, 3, 4 and 5.
fn is_wheel(hand: &[u8; 5]) -> bool {
    hand.iter().fold(0_u16, |ranks, card| ranks | 1 << (card / 4)) == 0b1_0000_0000_1111
}

fn aya_low(bencher: divan::Bencher<'_, '_>, ranking: Ranking, rank: fn(&Hand) -> u16) {
    let hands = hands::<5>();
    let made = theirs(&hands);
    let evaluator = FiveCardEvaluator::of(ranking);
    let theirs = |hand: &[Card; 5]| rank(&hand.iter().collect());
    // In 2-7 the ace is high, so that A-5-4-3-2 is no straight; `aya_poker` 0.1 ranks it as one.
    let is_compared = |hand: &[u8; 5]| ranking != Ranking::DeuceToSeven || !is_wheel(hand);
    let compared = || hands.iter().zip(&made).filter(|(hand, _)| is_compared(hand));
    let ours = compared().filter_map(|(&hand, _)| evaluator?.strength(hand));
    assert_same_order(ours, compared().map(|(_, hand)| theirs(hand)));
    time(bencher, &made, theirs);
}

#[divan::bench]
fn deuce_to_seven(bencher: divan::Bencher<'_, '_>) {
    low(bencher, Ranking::DeuceToSeven);
}

#[divan::bench]
fn deuce_to_seven_aya_poker(bencher: divan::Bencher<'_, '_>) {
    aya_low(bencher, Ranking::DeuceToSeven, |hand| deuce_seven_rank(hand).0);
}

#[divan::bench]
fn ace_to_five(bencher: divan::Bencher<'_, '_>) {
    low(bencher, Ranking::AceToFive);
}

#[divan::bench]
fn ace_to_five_aya_poker(bencher: divan::Bencher<'_, '_>) {
    aya_low(bencher, Ranking::AceToFive, |hand| ace_five_rank(hand).0);
}

#[divan::bench]
fn badugi(bencher: divan::Bencher<'_, '_>) {
    let evaluator = Badugi::new();
    time(bencher, &hands::<4>(), |&hand| evaluator.strength(hand).unwrap_or(0));
}

#[divan::bench]
fn badugi_aya_poker(bencher: divan::Bencher<'_, '_>) {
    let hands = hands::<4>();
    let made = theirs(&hands);
    let ours = hands.iter().filter_map(|&hand| Badugi::new().strength(hand));
    let theirs = |hand: &[Card; 4]| badugi_rank(&hand.iter().collect()).0;
    assert_same_order(ours, made.iter().map(theirs));
    time(bencher, &made, theirs);
}

/// Four hole cards, then a board of five.
fn omaha_of(hand: &[u8; 9]) -> Option<u16> {
    let [a, b, c, d, board @ ..] = *hand;
    Omaha::new().strength([a, b, c, d], board)
}

#[divan::bench]
fn omaha(bencher: divan::Bencher<'_, '_>) {
    time(bencher, &hands::<9>(), |hand| omaha_of(hand).unwrap_or(0));
}

#[divan::bench]
fn omaha_aya_poker(bencher: divan::Bencher<'_, '_>) {
    let hands = hands::<9>();
    let made = theirs(&hands);
    let theirs = |hand: &[Card; 9]| {
        let (hole, board) = hand.split_at(4);
        omaha_rank(&hole.iter().collect(), &board.iter().collect()).0
    };
    assert_same_order(hands.iter().filter_map(omaha_of), made.iter().map(theirs));
    time(bencher, &made, theirs);
}
