//! All 270,725 hands of four cards, against every choice of cards that the rules allow.

use cardcore::poker::Ranking;
use cardcore::poker::badugi::Badugi;
use cardcore::random::Random;

use super::orders::{assert_falling, check_every_hand, words};

/// The best of the choices without a rank or a suit twice: as many cards as possible, then the
/// lowest, compared from the highest card down.
fn badugi(hand: [u8; 4]) -> [i8; 6] {
    let choices = (1..16_u8).filter_map(|mask| {
        let chosen = || (0..4).filter(|place| mask >> place & 1 == 1).map(|place| hand[place]);
        let mut ranks: Vec<i8> = chosen().map(|card| (card as i8 / 4 + 1) % 13).collect();
        let mut suits: Vec<u8> = chosen().map(|card| card % 4).collect();
        let cards = ranks.len();
        ranks.sort_unstable_by(|a, b| b.cmp(a));
        suits.sort_unstable();
        let different = |length| length == cards;
        let mut distinct = ranks.clone();
        distinct.dedup();
        suits.dedup();
        let valid = different(distinct.len()) && different(suits.len());
        valid.then(|| {
            let mut place = [0; 6];
            place[0] = cards as i8;
            for (entry, rank) in place[1..].iter_mut().zip(ranks) {
                *entry = -rank;
            }
            place
        })
    });
    choices.max().unwrap()
}

#[test]
fn every_hand_has_the_strength_the_rules_give_it() {
    let evaluator = Badugi::new();
    let strength = |hand: [u8; 4]| evaluator.strength(hand);
    let hands = check_every_hand(0, Ranking::Badugi, strength, badugi);
    assert_eq!(hands.iter().sum::<u32>(), 270_725);
    let total = |range: std::ops::Range<usize>| hands[range].iter().sum::<u32>();
    // One card: all four of a suit, 4 · C(13, 4), or of a rank, 13.
    assert_eq!(total(0..13), 2_873);
    // Four: a rank for each suit, 13 · 12 · 11 · 10, which is 6.3 % of all hands.
    assert_eq!(total(377..1092), 17_160);
    assert_eq!(hands[377..], [24; 715]);
    assert_eq!([total(13..91), total(91..377)], [96_252, 154_440]);
}

#[test]
fn the_order_of_the_cards_does_not_matter() {
    let evaluator = Badugi::new();
    let mut random = Random::new(8);
    let mut deck: Vec<u8> = (0..52).collect();
    for _ in 0..20_000 {
        random.shuffle(&mut deck);
        let mut hand: [u8; 4] = deck[..4].try_into().unwrap();
        let strength = evaluator.strength(hand);
        hand.sort_unstable();
        assert_eq!(evaluator.strength(hand), strength);
    }
}

#[test]
fn invalid_hands_have_no_strength() {
    let evaluator = Badugi::new();
    let good = [3, 14, 26, 51];
    assert!(evaluator.strength(good).is_some());
    for place in 0..4 {
        for bad in (52..=255).chain(good.into_iter().filter(|&card| card != good[place])) {
            let mut hand = good;
            hand[place] = bad;
            assert_eq!(evaluator.strength(hand), None, "{hand:?}");
        }
    }
}

#[test]
fn well_known_hands_are_in_order() {
    assert_falling(
        Ranking::Badugi,
        &[
            "4c 3d 2h As",
            "5c 3d 2h As",
            "Kc Qd Jh Ts",
            "3c 2d Ah As",
            "4c 3d 2h 2s",
            "Kc Qd Jh Jc",
            "2c Ad Ac As",
            "Kc Qd Qc Ks",
            "Ac 2c 3c 4c",
            "Kc Kd Kh Ks",
        ],
    );
}

#[test]
fn hands_are_described_by_how_many_cards_count() {
    for (hand, expected) in [
        ("8c 4d 3h As", "badugi, 8 high"),
        ("Kc 4d 3h As", "badugi, K high"),
        ("Kc 4d 3h Ac", "three cards, 4 high"),
        ("Kc 4c Kd 4d", "two cards, K high"),
        ("Kc Qc Jc Ac", "one card, A high"),
    ] {
        assert_eq!(words(Ranking::Badugi, hand), expected);
    }
    assert_eq!(Ranking::Badugi.category(0), None);
}
