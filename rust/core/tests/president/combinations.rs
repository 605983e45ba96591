//! Combinations: counts with their arithmetic, their order, and what beats what.

use cardcore::games::president::{
    Combination, Demand, InvalidCombination, Kind, OrderedSet, any_combination, combinations,
    kinds_in,
};
use cardcore::random::Random;

use crate::{draw, sources};

fn cards(text: &str) -> OrderedSet {
    cardcore::cards::parse_cards(text).unwrap().into_iter().collect()
}

fn combination(text: &str) -> Combination {
    Combination::of(cards(text)).unwrap()
}

fn texts(hand: &str, demand: Demand) -> Vec<String> {
    combinations(cards(hand), demand).iter().map(ToString::to_string).collect()
}

#[test]
fn the_full_deck_has_as_many_of_each_kind_as_arithmetic_says() {
    let found = combinations(OrderedSet::FULL, Demand::default());
    let count = |kind| found.iter().filter(|combination| combination.kind() == kind).count();
    assert_eq!(count(Kind::OneCard), 52);
    assert_eq!(count(Kind::Pair), 13 * 6);
    assert_eq!(count(Kind::ThreeOfAKind), 13 * 4);
    assert_eq!(count(Kind::FourOfAKind), 13);
    // Nine runs of five values, any suits except all the same.
    assert_eq!(count(Kind::Straight), 9 * (4_usize.pow(5) - 4));
    // Five of thirteen cards of a suit, except the nine runs.
    assert_eq!(count(Kind::Flush), 4 * (1287 - 9));
    assert_eq!(count(Kind::FullHouse), 13 * 4 * 12 * 6);
    assert_eq!(count(Kind::FourPlusOne), 13 * 48);
    assert_eq!(count(Kind::StraightFlush), 4 * 9);
    let sum = 52 + 78 + 52 + 13 + 9_180 + 5_112 + 3_744 + 624 + 36;
    assert_eq!(found.len(), sum);
}

#[test]
fn the_full_deck_is_in_strict_order() {
    for pair in combinations(OrderedSet::FULL, Demand::default()).windows(2) {
        let (high, low) = (pair[0], pair[1]);
        let same_kind = high.kind() == low.kind();
        let tie = same_kind && !high.beats(low) && !low.beats(high);
        assert!(
            high.kind() > low.kind()
                || same_kind && high.beats(low)
                || tie && high.cards() > low.cards(),
            "{high:?} before {low:?}"
        );
    }
}

#[test]
fn every_listed_combination_matches_its_cards() {
    for found in combinations(OrderedSet::FULL, Demand::default()) {
        assert_eq!(Combination::of(found.cards()), Ok(found));
    }
}

#[test]
fn exactly_the_listed_sets_of_up_to_five_cards_are_combinations() {
    let mut known: Vec<OrderedSet> =
        combinations(OrderedSet::FULL, Demand::default()).iter().map(|c| c.cards()).collect();
    known.sort_unstable();
    let mut of_size = [0_u32; 6];
    // Every set of one to five cards, by Gosper's hack from one set of a size to the next.
    for size in 1..=5 {
        let mut bits = (1_u64 << size) - 1;
        while bits < 1 << 52 {
            let set = OrderedSet::from_bits(bits);
            if Combination::of(set).is_ok() {
                of_size[size as usize] += 1;
                assert!(known.binary_search(&set).is_ok(), "{set}");
            }
            let low = bits & bits.wrapping_neg();
            let carried = bits + low;
            bits = carried | ((bits ^ carried) / low) >> 2;
        }
    }
    assert_eq!(of_size, [0, 52, 78, 52, 13, 9_180 + 5_112 + 3_744 + 624 + 36]);
}

#[test]
fn values_do_not_wrap_and_two_is_high() {
    assert_eq!(combination("Jd Qc Kd Ad 2d").kind(), Kind::Straight);
    assert_eq!(combination("Jd Qd Kd Ad 2d").kind(), Kind::StraightFlush);
    for text in ["Ad 2c 3d 4d 5d", "2c 3d 4d 5d 6d", "Qd Kc Ad 2d 3d"] {
        let error = Combination::of(cards(text)).unwrap_err();
        assert!(matches!(error, InvalidCombination::Scattered { .. }), "{error}");
    }
}

#[test]
fn equals_are_listed_by_their_cards_from_the_highest_down() {
    let pairs = texts("3d 3c 3h 3s", Demand::default());
    let listed = ["3d 3c 3h 3s", "3c 3h 3s", "3d 3h 3s", "3d 3c 3s", "3d 3c 3h"];
    assert_eq!(pairs[..5], listed);
    assert_eq!(pairs[5..11], ["3h 3s", "3c 3s", "3d 3s", "3c 3h", "3d 3h", "3d 3c"]);
    let houses = texts("3d 3c 5d 5c 5h 9d 9c", Demand::default());
    assert_eq!(houses[..2], ["5d 5c 5h 9d 9c", "3d 3c 5d 5c 5h"]);
}

#[test]
fn higher_kinds_beat_lower_only_among_five_cards() {
    let beats = |left, right| combination(left).beats(combination(right));
    assert!(beats("3d 4d 5d 6d 8d", "Jd Qc Kd Ad 2d"));
    assert!(beats("3d 3c 3h 4d 4c", "4d 8d Kd Ad 2d"));
    assert!(beats("3d 3c 3h 3s 4d", "2d 2c 2h Ad Ac"));
    assert!(beats("3d 4d 5d 6d 7d", "2d 2c 2h 2s Ad"));
    assert!(beats("3d 3s", "3c 3h") && !beats("3c 3h", "3d 3s"));
    assert!(beats("3d 4d 5c 6c 7s", "3d 4d 5c 6c 7h"));
    assert!(
        !beats("3d 3c 3h 4h 4s", "3d 3c 3h 2h 2s") && !beats("3d 3c 3h 2h 2s", "3d 3c 3h 4h 4s")
    );
    assert!(!beats("4d 4c", "3d") && !beats("3d 3c 3h 3s", "2d 2c 2h"));
}

#[test]
fn a_demand_filters_exactly() {
    let mut random = Random::new(1);
    let everything = combinations(OrderedSet::FULL, Demand::default());
    for round in 0..4_000 {
        let hand = draw(sources()[round % 4], 6 + round % 15, &mut random);
        let all = combinations(hand, Demand::default());
        let beat = random.pick(&everything).copied();
        let containing = draw(hand, round % 3, &mut random);
        for demand in [
            Demand { beat, ..Demand::default() },
            Demand { containing, ..Demand::default() },
            Demand { beat, containing, ..Demand::default() },
        ] {
            let allowed: Vec<Combination> =
                all.iter().copied().filter(|&found| demand.allows(found)).collect();
            assert_eq!(combinations(hand, demand), allowed);
            assert_eq!(any_combination(hand, demand), !allowed.is_empty());
        }
    }
    let absent = Demand { containing: cards("2s"), ..Demand::default() };
    assert_eq!(combinations(cards("3d 4d"), absent), []);
}

#[test]
fn the_kinds_in_a_hand_are_those_of_its_combinations() {
    let mut random = Random::new(2);
    for round in 0..40_000 {
        let hand = draw(sources()[round % 4], round / 4 % 16, &mut random);
        let listed = combinations(hand, Demand::default())
            .iter()
            .fold(0, |kinds, found| kinds | 1 << found.kind().number());
        assert_eq!(kinds_in(hand), listed, "{hand}");
    }
    for run in combinations(OrderedSet::FULL, Demand::default()).iter().filter(|c| c.size() == 5) {
        assert_eq!(kinds_in(run.cards()) >> 4, 1 << (run.kind().number() - 4), "{run:?}");
    }
}
