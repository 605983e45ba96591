//! All 2,598,960 hands: the table evaluator compared with one that is written from the rules of
//! poker alone and shares nothing with the library except card numbers.

use std::collections::HashMap;

use cardcore::cards::Card;
use cardcore::poker::evaluate::Evaluator;
use cardcore::poker::{Category, HandRank};

/// Category and tie-breakers of a hand, straight from the rules.
fn naive(hand: [u8; 5]) -> (u8, Vec<u8>) {
    let mut ranks: Vec<u8> = hand.iter().map(|card| card / 4).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let flush = hand.iter().all(|card| card % 4 == hand[0] % 4);
    let mut groups: Vec<(usize, u8)> = Vec::new();
    for &rank in &ranks {
        match groups.iter_mut().find(|group| group.1 == rank) {
            Some(group) => group.0 += 1,
            None => groups.push((1, rank)),
        }
    }
    groups.sort_unstable_by(|a, b| b.cmp(a));
    let sizes: Vec<usize> = groups.iter().map(|group| group.0).collect();
    let kickers = groups.iter().map(|group| group.1).collect();
    if sizes == [1, 1, 1, 1, 1] {
        let top = if ranks == [12, 3, 2, 1, 0] {
            Some(3)
        } else if ranks[0] - ranks[4] == 4 {
            Some(ranks[0])
        } else {
            None
        };
        return match (top, flush) {
            (Some(top), true) => (8, vec![top]),
            (Some(top), false) => (4, vec![top]),
            (None, true) => (5, kickers),
            (None, false) => (0, kickers),
        };
    }
    let class = match sizes.as_slice() {
        [4, 1] => 7,
        [3, 2] => 6,
        [3, 1, 1] => 3,
        [2, 2, 1] => 2,
        _ => 1,
    };
    (class, kickers)
}

fn for_each_hand(mut visit: impl FnMut([u8; 5])) {
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        visit([a, b, c, d, e]);
                    }
                }
            }
        }
    }
}

#[test]
fn every_hand_has_the_strength_the_rules_give_it() {
    let evaluator = Evaluator::new();
    let mut hands = 0_u32;
    let mut classes = [0_u32; 9];
    let mut strengths: HashMap<(u8, Vec<u8>), u16> = HashMap::new();
    for_each_hand(|hand| {
        let key = naive(hand);
        let strength = evaluator.strength(hand).unwrap();
        hands += 1;
        classes[usize::from(key.0)] += 1;
        assert_eq!(Category::of_strength(strength).number(), key.0, "{hand:?}");
        // One key, one strength ...
        assert_eq!(*strengths.entry(key).or_insert(strength), strength, "{hand:?}");
    });
    assert_eq!(hands, 2_598_960);
    assert_eq!(classes, [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]);
    // ... and the keys in order have the strengths 0, 1, 2, … without a gap.
    let mut keys: Vec<_> = strengths.into_iter().collect();
    keys.sort_unstable();
    assert_eq!(keys.len(), usize::from(HandRank::COUNT));
    assert!((0..).zip(&keys).all(|(strength, (_, found))| strength == *found));
}

#[test]
fn the_order_of_the_cards_does_not_matter() {
    let evaluator = Evaluator::new();
    let mut random = cardcore::random::Random::new(5);
    let mut deck: Vec<u8> = (0..52).collect();
    for _ in 0..20_000 {
        random.shuffle(&mut deck);
        let mut hand: [u8; 5] = deck[..5].try_into().unwrap();
        let strength = evaluator.strength(hand);
        hand.sort_unstable();
        assert_eq!(evaluator.strength(hand), strength);
    }
}

#[test]
fn invalid_hands_have_no_strength() {
    let evaluator = Evaluator::new();
    for bad in 52..=255 {
        for place in 0..5 {
            let mut hand = [3, 14, 15, 26, 35];
            hand[place] = bad;
            assert_eq!(evaluator.strength(hand), None, "{hand:?}");
        }
    }
    for (first, second) in [(0, 1), (0, 4), (2, 3)] {
        let mut hand = [3, 14, 15, 26, 35];
        hand[first] = hand[second];
        assert_eq!(evaluator.strength(hand), None, "{hand:?}");
    }
    assert_eq!(evaluator.strength([7; 5]), None);
    assert_eq!(evaluator.strength([63; 5]), None);
}

#[test]
fn ranks_are_described_in_words() {
    let text = |cards: &str| {
        let cards: Vec<Card> = cardcore::cards::parse_cards(cards).unwrap();
        HandRank::of(&cards).unwrap().to_string()
    };
    assert_eq!(text("7c 5d 4h 3s 2c"), "high card, 7-5-4-3-2");
    assert_eq!(text("6c 6d 4h 3s 2c"), "one pair, sixes");
    assert_eq!(text("As Ad 2h 2s Kc"), "two pair, aces and twos");
    assert_eq!(text("9s 9d 9h 2s Kc"), "three of a kind, nines");
    assert_eq!(text("As 2d 3h 4s 5c"), "straight, five high");
    assert_eq!(text("Ac 2c 3c 4c 9c"), "flush, ace high");
    assert_eq!(text("Tc Td Th 4c 4h"), "full house, tens over fours");
    assert_eq!(text("Jc Jd Jh Js 4h"), "four of a kind, jacks");
    assert_eq!(text("5d 4d 3d 2d Ad"), "straight flush, five high");
}
