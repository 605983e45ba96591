//! The listed moves: their order, the effect of house rules, and that they are exactly the legal
//! ones.

use std::collections::HashSet;

use cardcore::games::chopsticks::{Chopsticks, HouseRules, Move, Rules};
use cardcore::monitor::Monitor;
use cardcore::play::perft;
use proptest::prelude::*;

use crate::{STANDARD, hands, ordered_hands, rules};

fn texts(rules: &Rules, me: &[i64], opponent: &[i64]) -> Vec<String> {
    let list = rules.successors(hands(rules, me), hands(rules, opponent));
    list.iter().map(|next| next.chosen.to_string()).collect()
}

#[test]
fn moves_have_a_fixed_order() {
    let standard = Rules::default();
    // Both own hands have the same effect, so the right one is not listed.
    assert_eq!(
        texts(&standard, &[1, 1], &[1, 1]),
        ["tap L L", "tap L R", "split 0 2", "split 2 0"]
    );
    assert_eq!(
        texts(&standard, &[2, 1], &[1, 1]),
        ["tap L L", "tap L R", "tap R L", "tap R R", "split 0 3", "split 3 0"]
    );
    // Both taps put the hand out: only one is listed. No hand takes more than four fingers.
    assert_eq!(texts(&standard, &[4, 3], &[0, 2]), ["tap L R"]);
    assert_eq!(
        texts(&standard, &[4, 0], &[0, 2]),
        ["tap L R", "split 3 1", "split 2 2", "split 1 3"]
    );
    assert!(texts(&standard, &[0, 0], &[1, 1]).is_empty());
    assert!(texts(&standard, &[1, 1], &[0, 0]).is_empty());
    let three = rules(HouseRules { hands: 3, ..STANDARD });
    assert_eq!(
        texts(&three, &[1, 0, 2], &[0, 3, 0]),
        // From left, middle and right hand; 0 1 2, 2 1 0 and 1 2 0 would be swaps.
        ["tap L M", "tap R M", "split 0 0 3", "split 3 0 0", "split 1 1 1"]
    );
    let one = rules(HouseRules { hands: 1, ..STANDARD });
    assert_eq!(texts(&one, &[1], &[1]), ["tap L L"]);
}

#[test]
fn house_rules_change_the_moves() {
    let splits = |house, me: &[i64]| -> Vec<String> {
        let all = texts(&rules(house), me, &[1, 1]);
        all.into_iter().filter_map(|text| Some(text.strip_prefix("split ")?.to_owned())).collect()
    };
    assert_eq!(splits(STANDARD, &[3, 1]), ["2 2", "0 4", "4 0"]);
    assert!(splits(HouseRules { splits: false, ..STANDARD }, &[3, 1]).is_empty());
    let swaps = HouseRules { swaps: true, ..STANDARD };
    assert_eq!(splits(swaps, &[3, 1]), ["2 2", "1 3", "0 4", "4 0"]);
    assert_eq!(splits(HouseRules { split_to_zero: false, ..STANDARD }, &[3, 1]), ["2 2"]);
    assert_eq!(splits(STANDARD, &[4, 0]), ["3 1", "2 2", "1 3"]);
    assert!(splits(HouseRules { revive: false, ..STANDARD }, &[4, 0]).is_empty());
    let halves = HouseRules { halves_only: true, ..STANDARD };
    assert_eq!(splits(halves, &[4, 0]), ["2 2"]);
    assert!(splits(halves, &[3, 0]).is_empty() && splits(halves, &[3, 1]).is_empty());
    let rollover = rules(HouseRules { rollover: true, ..STANDARD });
    assert_eq!([rollover.tapped(4, 1), rollover.tapped(4, 4), rollover.tapped(1, 2)], [0, 3, 3]);
}

#[test]
fn perft_matches_a_manual_count() {
    let game = Chopsticks::new(Rules::default(), 10).unwrap();
    // Two taps and two splits to begin with. After a tap the other player has (2, 1) against
    // (1, 1): four taps, two splits. After a split it has (1, 1) against a single hand: one tap,
    // two splits. 6 + 6 + 3 + 3 = 18.
    let counts: Vec<u64> =
        (0..=2).map(|depth| perft(&game, depth, &Monitor::new()).unwrap()).collect();
    assert_eq!(counts, [1, 4, 18]);
    // Without splits only taps are left: 2, then 4 each.
    let house = HouseRules { splits: false, ..STANDARD };
    let game = Chopsticks::new(rules(house), 10).unwrap();
    assert_eq!(perft(&game, 2, &Monitor::new()).unwrap(), 8);
}

prop_compose! {
    fn any_rules()(
        fingers in 2_i64..=16,
        hands in 1_i64..=3,
        flags in any::<[bool; 8]>(),
        start in 1_i64..=15,
    ) -> Option<Rules> {
        let [rollover, splits, swaps, revive, split_to_zero, halves_only, sudden_death, misere] = flags;
        Rules::new(HouseRules {
            fingers, hands, rollover, splits, swaps, revive, split_to_zero, halves_only,
            sudden_death, misere, start,
        }).ok()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Under any rules the listed moves are exactly the accepted ones, lead to different positions,
    /// and parse back; there is one while the game is not over.
    #[test]
    fn listed_moves_are_the_legal_ones(
        rules in any_rules().prop_filter_map("rules that make sense", |rules| rules),
        numbers in any::<[u8; 6]>(),
    ) {
        let count = usize::from(rules.hands());
        let take = |skip: usize| {
            let numbers = numbers.iter().skip(skip).take(count);
            let small: Vec<i64> = numbers.map(|&n| i64::from(n % rules.fingers())).collect();
            hands(&rules, &small)
        };
        let (me, opponent) = (take(0), take(3));
        let list = rules.successors(me, opponent);
        prop_assert_eq!(list.is_empty(), rules.outcome(me, opponent).is_some());
        let distinct: HashSet<_> = list.iter().map(|next| (next.me, next.opponent)).collect();
        prop_assert_eq!(distinct.len(), list.len());
        for next in &list {
            prop_assert_eq!(rules.successor(me, opponent, &next.chosen), Ok(*next));
            prop_assert_eq!(Move::parse(&rules, &next.chosen.to_string()), Ok(next.chosen));
            prop_assert_eq!(next.me.total(), me.total());
        }
        let accepted = (0..rules.hands())
            .flat_map(|own| (0..rules.hands()).map(move |other| (own, other)))
            .map(|(own, other)| Move::Tap { own, other, hands: rules.hands() })
            .chain(ordered_hands(&rules).into_iter().map(Move::Split))
            .filter(|chosen| rules.successor(me, opponent, chosen).is_ok())
            .count();
        prop_assert_eq!(accepted, list.len());
    }
}
