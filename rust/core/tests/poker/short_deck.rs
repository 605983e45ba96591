//! All C(36, 5) = 376,992 hands of five cards of a short deck against the rules, in both orders.

use cardcore::poker::Ranking;
use cardcore::poker::best_of::BestOf;
use cardcore::poker::order::FiveCardEvaluator;
use cardcore::random::Random;

use super::orders::{
    assert_falling, best_of_fewer, check_every_hand, each_hand, groups, is_flush, place, words,
};

/// The first card of the deck, 6c.
const FIRST: u8 = 16;

const BOTH: [(Ranking, [i8; 2]); 2] =
    [(Ranking::ShortDeck, [4, 3]), (Ranking::ShortDeckTrips, [3, 4])];

fn short_deck(hand: [u8; 5], [straight_class, trips_class]: [i8; 2]) -> [i8; 6] {
    let groups = groups(hand, |rank| rank as i8);
    let kickers: Vec<i8> = groups.iter().map(|group| group.1).collect();
    let sizes: Vec<i8> = groups.iter().map(|group| group.0).collect();
    // The ace may also be below the six.
    let top = match kickers[..] {
        [12, 7, 6, 5, 4] => Some(7),
        [high, _, _, _, low] if high - low == 4 => Some(high),
        _ => None,
    };
    match (sizes.as_slice(), top, is_flush(hand)) {
        ([4, 1], ..) => place(7, kickers),
        ([3, 2], ..) => place(5, kickers),
        ([3, 1, 1], ..) => place(trips_class, kickers),
        ([2, 2, 1], ..) => place(2, kickers),
        ([2, 1, 1, 1], ..) => place(1, kickers),
        (_, Some(top), true) => place(8, [top]),
        (_, Some(top), false) => place(straight_class, [top]),
        (_, None, true) => place(6, kickers),
        (_, None, false) => place(0, kickers),
    }
}

#[test]
fn every_hand_has_the_strength_the_rules_give_it() {
    for (ranking, classes) in BOTH {
        let evaluator = FiveCardEvaluator::of(ranking).unwrap();
        let strength = |hand: [u8; 5]| evaluator.strength(hand);
        let hands = check_every_hand(FIRST, ranking, strength, |hand| short_deck(hand, classes));
        assert_eq!(hands.iter().sum::<u32>(), 376_992);
        let mut by_category = [0; 9];
        for (strength, hands) in (0..).zip(&hands) {
            by_category[usize::from(ranking.category(strength).unwrap().number())] += hands;
        }
        // High cards 120 · (4⁵ − 4), pairs 9 · 6 · C(8, 3) · 4³, two pair C(9, 2) · 6² · 28,
        // three of a kind 9 · 4 · C(8, 2) · 4², straights 6 · (4⁵ − 4), flushes 120 · 4,
        // full houses 9 · 4 · 8 · 6, four of a kind 9 · 32, straight flushes 6 · 4.
        assert_eq!(by_category, [122_400, 193_536, 36_288, 16_128, 6_120, 480, 1_728, 288, 24]);
    }
}

fn check_seven(ranking: Ranking, hand: [u8; 7]) {
    let five = FiveCardEvaluator::of(ranking).unwrap();
    let six = |hand: [u8; 6]| best_of_fewer(hand, |hand: [u8; 5]| five.strength(hand));
    let best = BestOf::<6>::of(ranking).unwrap();
    let first: [u8; 6] = std::array::from_fn(|place| hand[place]);
    assert_eq!(best.strength(first), six(first), "{hand:?}");
    let best = BestOf::<7>::of(ranking).unwrap().strength(hand);
    assert!(best.is_some());
    assert_eq!(best, best_of_fewer(hand, six), "{hand:?}");
}

#[test]
fn the_best_of_more_cards_is_the_best_of_their_fives() {
    let mut random = Random::new(5);
    let mut deck: Vec<u8> = (FIRST..52).collect();
    for round in 0..50_000 {
        random.shuffle(&mut deck);
        if round % 4 == 0 {
            deck.sort_by_key(|card| card % 4 > 1);
        }
        let hand = std::array::from_fn(|place| deck[place]);
        check_seven(Ranking::ShortDeck, hand);
        check_seven(Ranking::ShortDeckTrips, hand);
    }
}

#[test]
#[ignore = "eight million hands: `make test-slow`"]
fn every_best_of_seven_cards_is_the_best_of_their_fives() {
    for (ranking, _) in BOTH {
        let mut hands = 0;
        each_hand(FIRST, |hand: [u8; 7]| {
            check_seven(ranking, hand);
            hands += 1;
        });
        assert_eq!(hands, 8_347_680);
    }
}

#[test]
fn cards_below_the_sixes_are_not_dealt() {
    for (ranking, _) in BOTH {
        for low in 0..FIRST {
            let hand = [51, 47, 43, 39, low];
            assert_eq!(FiveCardEvaluator::of(ranking).unwrap().strength(hand), None);
            let hand = [51, 47, 43, 39, 35, low];
            assert_eq!(BestOf::<6>::of(ranking).unwrap().strength(hand), None);
        }
    }
}

#[test]
fn well_known_hands_are_in_order() {
    let hands = [
        "Ac Kc Qc Jc Tc",
        "Ac 6c 7c 8c 9c",
        "6c 6d 6h 6s 7c",
        "Jc 9c 8c 7c 6c",
        "Ac Ad Ah Ks Kc",
        "Ac 6d 7h 8s 9c",
        "6c 6d 6h 7s 8c",
        "Ac Ad Kh Ks Qc",
    ];
    assert_falling(Ranking::ShortDeck, &hands);
    let mut other = hands;
    other.swap(5, 6);
    assert_falling(Ranking::ShortDeckTrips, &other);
    assert_eq!(words(Ranking::ShortDeck, "Ac 6d 7h 8s 9c"), "straight, nine high");
    assert_eq!(words(Ranking::ShortDeck, "Ac 6c 7c 8c 9c Kd Kh"), "straight flush, nine high");
}
