//! The best five of all 20,358,520 hands of six cards and all 133,784,560 of seven.

use cardcore::cards::parse_cards;
use cardcore::poker::best_of::BestOf;
use cardcore::poker::evaluate::Evaluator;
use cardcore::poker::{Category, HandRank};
use cardcore::random::Random;
use rayon::prelude::*;

/// The number of hands with each strength.
type Tally = Vec<u32>;

/// Every hand of this many cards, tallied by its evaluated strength.
fn tally<const CARDS: usize>(strength: impl Fn([u8; CARDS]) -> u16 + Sync) -> Tally {
    let none = || vec![0; usize::from(HandRank::COUNT)];
    let firsts = (0..52 - CARDS as u8 + 1).into_par_iter().with_max_len(1);
    let of_first = |first: u8| {
        let mut tally = none();
        each_hand_from(first, |hand| tally[usize::from(strength(hand))] += 1);
        tally
    };
    let add = |a: Tally, b: Tally| a.iter().zip(&b).map(|(a, b)| a + b).collect();
    firsts.map(of_first).reduce(none, add)
}

/// Visit every hand whose lowest card is `first`, its cards ascending.
fn each_hand_from<const CARDS: usize>(first: u8, mut visit: impl FnMut([u8; CARDS])) {
    let mut hand: [u8; CARDS] = std::array::from_fn(|place| first + place as u8);
    loop {
        visit(hand);
        let highest = |place: usize| (52 - CARDS + place) as u8;
        let Some(last) = (1..CARDS).rev().find(|&place| hand[place] < highest(place)) else {
            return;
        };
        hand[last] += 1;
        for place in last + 1..CARDS {
            hand[place] = hand[place - 1] + 1;
        }
    }
}

/// The tally by category, and the number of strengths.
fn classes_and_strengths(tally: &Tally) -> ([u32; 9], usize) {
    let mut classes = [0; 9];
    for (strength, hands) in (0..).zip(tally) {
        classes[usize::from(Category::of_strength(strength).number())] += hands;
    }
    (classes, tally.iter().filter(|hands| **hands > 0).count())
}

#[test]
fn all_hands_of_six_have_the_known_categories() {
    let best = BestOf::<6>::new();
    let tally = tally(|hand| best.strength(hand).unwrap());
    assert_eq!(tally.iter().sum::<u32>(), 20_358_520);
    let classes =
        [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844];
    assert_eq!(classes_and_strengths(&tally), (classes, 6_075));
}

#[test]
fn all_hands_of_seven_have_the_known_categories_and_strengths() {
    let best = BestOf::<7>::new();
    let tally = tally(|hand| best.strength(hand).unwrap());
    assert_eq!(tally.iter().sum::<u32>(), 133_784_560);
    let classes = [
        23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848,
        41_584,
    ];
    assert_eq!(classes_and_strengths(&tally), (classes, 4_824));
}

/// The hand without the card at an index.
fn without<const CARDS: usize, const FEWER: usize>(hand: [u8; CARDS], gone: usize) -> [u8; FEWER] {
    std::array::from_fn(|place| hand[if place < gone { place } else { place + 1 }])
}

fn best_of_six_subsets(evaluator: Evaluator, hand: [u8; 6]) -> Option<u16> {
    (0..6).map(|gone| evaluator.strength(without(hand, gone))).max().flatten()
}

/// The best of all 21 five-card subsets, some of them evaluated twice.
fn best_of_seven_subsets(evaluator: Evaluator, hand: [u8; 7]) -> Option<u16> {
    (0..7).map(|gone| best_of_six_subsets(evaluator, without(hand, gone))).max().flatten()
}

/// With the five-card evaluator verified on all hands, this verifies six cards, and six verify
/// seven.
#[test]
#[ignore = "a thousand million lookups: `make test-slow`"]
fn every_hand_equals_its_best_subset_with_one_card_less() {
    let (five, six, seven) = (Evaluator::new(), BestOf::<6>::new(), BestOf::<7>::new());
    let hands = tally(|hand| {
        let strength = six.strength(hand).unwrap();
        assert_eq!(best_of_six_subsets(five, hand), Some(strength), "{hand:?}");
        strength
    });
    assert_eq!(hands.iter().sum::<u32>(), 20_358_520);
    let hands = tally(|hand: [u8; 7]| {
        let strength = seven.strength(hand).unwrap();
        let left = (0..7).map(|gone| six.strength(without(hand, gone))).max().flatten();
        assert_eq!(left, Some(strength), "{hand:?}");
        strength
    });
    assert_eq!(hands.iter().sum::<u32>(), 133_784_560);
}

/// Ascending ranks, none more than four times, with alternating suits: never a flush.
fn each_choice_of_ranks<const CARDS: usize>(mut visit: impl FnMut([u8; CARDS])) -> u32 {
    let mut ranks = [0; CARDS];
    let mut choices = 0;
    loop {
        if ranks.windows(5).all(|five| five[0] != five[4]) {
            visit(std::array::from_fn(|place| 4 * ranks[place] + place as u8 % 4));
            choices += 1;
        }
        let Some(last) = (0..CARDS).rev().find(|&place| ranks[place] < 12) else {
            return choices;
        };
        let next = ranks[last] + 1;
        ranks[last..].fill(next);
    }
}

#[test]
fn every_rank_multiset_equals_its_best_five() {
    let (five, six, seven) = (Evaluator::new(), BestOf::<6>::new(), BestOf::<7>::new());
    // All multisets, minus those with five of a rank: C(18, 6) − 13 · 13.
    let choices = each_choice_of_ranks(|hand| {
        assert_eq!(six.strength(hand), best_of_six_subsets(five, hand), "{hand:?}");
    });
    assert_eq!(choices, 18_395);
    // C(19, 7) − 13 · C(14, 2).
    let choices = each_choice_of_ranks(|hand| {
        assert_eq!(seven.strength(hand), best_of_seven_subsets(five, hand), "{hand:?}");
    });
    assert_eq!(choices, 49_205);
}

#[test]
fn every_flush_equals_its_best_five() {
    let (five, seven) = (Evaluator::new(), BestOf::<7>::new());
    let mut random = Random::new(1);
    let mut sets = 0;
    for (suit, set) in (0..4).flat_map(|suit| (0..1_u16 << 13).map(move |set| (suit, set))) {
        let of_suit: Vec<u8> =
            (0..13).filter(|rank| set & 1 << rank != 0).map(|rank| 4 * rank + suit).collect();
        if !(5..=7).contains(&of_suit.len()) {
            continue;
        }
        sets += 1;
        let mut others: Vec<u8> = (0..52).filter(|card| card % 4 != suit).collect();
        for _ in 0..20 {
            random.shuffle(&mut others);
            let mut hand: Vec<u8> = of_suit.iter().chain(&others).copied().take(7).collect();
            random.shuffle(&mut hand);
            let hand: [u8; 7] = hand.try_into().unwrap();
            assert_eq!(seven.strength(hand), best_of_seven_subsets(five, hand), "{hand:?}");
        }
    }
    // C(13, 5) + C(13, 6) + C(13, 7) sets of each suit.
    assert_eq!(sets, 4 * (1287 + 1716 + 1716));
}

#[test]
fn random_hands_in_any_order_equal_their_best_five() {
    let (five, six, seven) = (Evaluator::new(), BestOf::<6>::new(), BestOf::<7>::new());
    let mut random = Random::new(2);
    let mut deck: Vec<u8> = (0..52).collect();
    for _ in 0..300_000 {
        random.shuffle(&mut deck);
        let hand = std::array::from_fn(|place| deck[place]);
        assert_eq!(six.strength(hand), best_of_six_subsets(five, hand), "{hand:?}");
        let hand = std::array::from_fn(|place| deck[place]);
        assert_eq!(seven.strength(hand), best_of_seven_subsets(five, hand), "{hand:?}");
    }
}

#[test]
fn invalid_hands_have_no_strength() {
    let seven = BestOf::<7>::new();
    let good = [3, 14, 15, 26, 35, 44, 51];
    assert!(seven.strength(good).is_some());
    for place in 0..7 {
        for bad in (52..=255).chain(good.into_iter().filter(|&card| card != good[place])) {
            let mut hand = good;
            hand[place] = bad;
            assert_eq!(seven.strength(hand), None, "{hand:?}");
        }
    }
    assert_eq!(seven.strength([7; 7]), None);
    assert_eq!(seven.strength([63; 7]), None);
    assert_eq!(BestOf::<6>::new().strength([0, 1, 2, 3, 4, 0]), None);
}

#[test]
fn the_rank_of_seven_cards_is_that_of_the_best_five() {
    let rank = |cards: &str| HandRank::of(&parse_cards(cards).unwrap());
    let text = |cards: &str| rank(cards).unwrap().to_string();
    assert_eq!(text("As Ks Qs Js Ts 2c 2d"), "straight flush, ace high");
    assert_eq!(text("Ac 2c 3d 4h 5s 9c Kd"), "straight, five high");
    assert_eq!(text("Kc Kd 9h 9s 4c 4d Ah"), "two pair, kings and nines");
    assert_eq!(text("8c 8d 8h 5s 5c 5d"), "full house, eights over fives");
    assert_eq!(text("2c 2d 2h 2s 3c 3d Ah"), "four of a kind, twos");
    let message = |cards: &str| rank(cards).unwrap_err().to_string();
    assert_eq!(message("As Ks Qs Js"), "expected 5 to 7 cards, found 4");
    assert_eq!(
        message("As Ks Qs Js Ts 9s 8s 7s"),
        "expected 5 to 7 cards, found 8: card 8, '7s', is one too many"
    );
    let twice = [parse_cards("As Ks Qs Js Ts 2c").unwrap(), parse_cards("Ks").unwrap()].concat();
    let error = HandRank::of(&twice).unwrap_err();
    assert_eq!(error.to_string(), "card 7 of 7, 'Ks': duplicate of card 2");
}
