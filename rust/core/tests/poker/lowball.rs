//! Deuce-to-seven, ace-to-five and eight-or-better: all 2,598,960 hands against the rules.

use cardcore::poker::best_of::BestOf;
use cardcore::poker::order::FiveCardEvaluator;
use cardcore::poker::{Category, Ranking};
use cardcore::random::Random;

use super::orders::{
    assert_falling, best_of_fewer, check_every_hand, groups, is_flush, place, words,
};

/// The category of a hand by the sizes of its groups, as in the high ranking; straights and flushes
/// come between three of a kind and a full house.
fn class(groups: &[(i8, i8)]) -> i8 {
    let sizes: Vec<i8> = groups.iter().map(|group| group.0).collect();
    match sizes.as_slice() {
        [4, 1] => 7,
        [3, 2] => 6,
        [3, 1, 1] => 3,
        [2, 2, 1] => 2,
        [2, 1, 1, 1] => 1,
        _ => 0,
    }
}

/// Less is better in every respect.
fn low(class: i8, groups: &[(i8, i8)]) -> [i8; 6] {
    place(class, groups.iter().map(|group| group.1)).map(|number| -number)
}

fn deuce_to_seven(hand: [u8; 5]) -> [i8; 6] {
    let groups = groups(hand, |rank| rank as i8);
    let straight = groups.len() == 5 && groups[0].1 - groups[4].1 == 4;
    let class = match (straight, is_flush(hand)) {
        (true, true) => 8,
        (false, true) => 5,
        (true, false) => 4,
        (false, false) => class(&groups),
    };
    low(class, &groups)
}

fn ace_to_five(hand: [u8; 5]) -> [i8; 6] {
    let groups = groups(hand, |rank| if rank == 12 { 1 } else { rank as i8 + 2 });
    low(class(&groups), &groups)
}

fn eight_or_better(hand: [u8; 5]) -> [i8; 6] {
    let groups = groups(hand, |rank| if rank == 12 { 1 } else { rank as i8 + 2 });
    if groups.len() == 5 && groups[0].1 <= 8 { low(0, &groups) } else { [-100; 6] }
}

fn five(ranking: Ranking) -> impl Fn([u8; 5]) -> Option<u16> + Copy {
    let evaluator = FiveCardEvaluator::of(ranking).unwrap();
    move |hand| evaluator.strength(hand)
}

#[test]
fn every_hand_of_deuce_to_seven_has_the_strength_the_rules_give_it() {
    let ranking = Ranking::DeuceToSeven;
    let hands = check_every_hand(0, ranking, five(ranking), deuce_to_seven);
    assert_eq!(hands.iter().sum::<u32>(), 2_598_960);
    let mut by_category = [0; 9];
    for (strength, hands) in (0..).zip(&hands) {
        by_category[usize::from(ranking.category(strength).unwrap().number())] += hands;
    }
    // As in the high ranking, but for the 4 suited wheels and the 1,020 others, 4⁵ − 4.
    assert_eq!(by_category, [1_303_560, 1_098_240, 123_552, 54_912, 9_180, 5_112, 3_744, 624, 36]);
    // Sevens: 7-5-4-3-2, 7-6-4-3-2, 7-6-5-3-2 and 7-6-5-4-2, each 4⁵ − 4 ways.
    assert_eq!(hands[7458..], [1020; 4]);
    assert_eq!(words(ranking, "7c 6d 5h 4s 2c"), ranking.describe(7458));
}

#[test]
fn every_hand_of_ace_to_five_has_the_strength_the_rules_give_it() {
    let ranking = Ranking::AceToFive;
    let hands = check_every_hand(0, ranking, five(ranking), ace_to_five);
    assert_eq!(hands.iter().sum::<u32>(), 2_598_960);
    // C(13, 5) hands without a pair, each 4⁵ ways, are the best.
    assert!(hands[hands.len() - 1287..].iter().all(|&count| count == 1024));
    assert_eq!(ranking.category(6175 - 1287), Some(Category::HighCard));
    assert_eq!(ranking.category(6175 - 1288), Some(Category::OnePair));
}

#[test]
fn every_hand_of_eight_or_better_has_the_strength_the_rules_give_it() {
    let ranking = Ranking::EightOrBetter;
    let hands = check_every_hand(0, ranking, five(ranking), eight_or_better);
    // C(8, 5) = 56 lows, each 4⁵ ways.
    assert_eq!(hands[0], 2_598_960 - 56 * 1024);
    assert_eq!(hands[1..], [1024; 56]);
}

/// All multisets of seven ranks, at most four of each: suits do not count.
#[test]
fn the_best_of_more_cards_is_the_best_of_their_fives() {
    for ranking in [Ranking::AceToFive, Ranking::EightOrBetter] {
        let (six, seven) = (BestOf::<6>::of(ranking).unwrap(), BestOf::<7>::of(ranking).unwrap());
        let best_of_six = |hand: [u8; 6]| best_of_fewer(hand, five(ranking));
        let mut choices = 0;
        let mut ranks = [0_u8; 7];
        loop {
            if ranks.windows(5).all(|five| five[0] != five[4]) {
                let hand: [u8; 7] = std::array::from_fn(|i| 4 * ranks[i] + i as u8 % 4);
                let strength = seven.strength(hand);
                assert!(strength.is_some());
                assert_eq!(strength, best_of_fewer(hand, best_of_six), "{hand:?}");
                choices += 1;
            }
            let Some(last) = (0..7).rev().find(|&place| ranks[place] < 12) else { break };
            let next = ranks[last] + 1;
            ranks[last..].fill(next);
        }
        // C(19, 7) − 13 · C(14, 2).
        assert_eq!(choices, 49_205);
        let mut random = Random::new(3);
        let mut deck: Vec<u8> = (0..52).collect();
        for round in 0..20_000_u32 {
            random.shuffle(&mut deck);
            if round % 2 == 0 {
                // Many cards of one suit, which must not matter.
                deck.sort_by_key(|card| card % 4 != 1 || u32::from(card % 3) == round % 3);
            }
            let hand: [u8; 6] = std::array::from_fn(|place| deck[place]);
            assert_eq!(six.strength(hand), best_of_six(hand), "{hand:?}");
            let hand: [u8; 7] = std::array::from_fn(|place| deck[place]);
            assert_eq!(seven.strength(hand), best_of_fewer(hand, best_of_six), "{hand:?}");
        }
    }
    assert!(BestOf::<7>::of(Ranking::DeuceToSeven).is_none());
    assert!(BestOf::<6>::of(Ranking::Badugi).is_none());
}

#[test]
fn well_known_hands_are_in_order() {
    assert_falling(
        Ranking::DeuceToSeven,
        &[
            "7c 5d 4h 3s 2c",
            "7c 6d 4h 3s 2c",
            "8c 5d 4h 3s 2c",
            "8c 6d 4h 3s 2c",
            "Kc Qd Jh Ts 8c",
            "Ac 5d 4h 3s 2c",
            "Ac Kd Qh Js 9c",
            "2c 2d 3h 4s 5c",
            "Ac Ad 2h 2s 3c",
            "2c 2d 2h 3s 4c",
            "6c 5d 4h 3s 2c",
            "Ac Kd Qh Js Tc",
            "7c 5c 4c 3c 2c",
            "Ac 5c 4c 3c 2c",
            "2c 2d 2h 3s 3c",
            "2c 2d 2h 2s 3c",
            "6c 5c 4c 3c 2c",
            "Ac Kc Qc Jc Tc",
        ],
    );
    assert_falling(
        Ranking::AceToFive,
        &[
            "5c 4c 3c 2c Ac",
            "6c 4d 3h 2s Ac",
            "7c 4d 3h 2s Ac",
            "8c 7d 6h 5s 4c",
            "Kc Qd Jh Ts 9c",
            "Ac Ad 2h 3s 4c",
            "2c 2d Ah 3s 4c",
            "Kc Kd Qh Js Tc",
            "Ac Ad 2h 2s 3c",
            "Kc Kd Qh Qs Jc",
            "Ac Ad Ah 2s 3c",
            "Ac Ad Ah 2s 2c",
            "Ac Ad Ah As 2c",
        ],
    );
}

#[test]
fn lows_are_described_by_their_ranks_and_other_hands_in_words() {
    for (ranking, hand, expected) in [
        (Ranking::DeuceToSeven, "8c 7d 5h 4s 2c", "8-7-5-4-2"),
        (Ranking::DeuceToSeven, "Ac 2d 3h 4s 5c", "A-5-4-3-2"),
        (Ranking::DeuceToSeven, "2c 3d 4h 5s 6c", "straight, six high"),
        (Ranking::DeuceToSeven, "Ac 2c 3c 4c 5c", "flush, ace high"),
        (Ranking::DeuceToSeven, "6c 6d 4h 3s 2c", "one pair, sixes"),
        (Ranking::AceToFive, "5c 4c 3c 2c Ac", "5-4-3-2-A"),
        (Ranking::AceToFive, "Ac Ad 9h 9s Kc", "two pair, nines and aces"),
        (Ranking::AceToFive, "Ac 2d 3h 4s 6c 6d 6h", "6-4-3-2-A"),
        (Ranking::EightOrBetter, "Ac 2d 3h 4s 8c Kd Kh", "8-4-3-2-A"),
        (Ranking::EightOrBetter, "9c 2d 3h 4s Ac", "no low"),
    ] {
        assert_eq!(words(ranking, hand), expected);
    }
    assert_eq!(Ranking::EightOrBetter.category(0), None);
}
