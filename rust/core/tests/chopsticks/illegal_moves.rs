//! Moves, texts and rules that are rejected, and the reasons given.

use cardcore::game::Game as _;
use cardcore::games::chopsticks::{Chopsticks, HouseRules, IllegalReason, Move, Rules};

use crate::{STANDARD, hands, rules};

#[test]
fn illegal_moves_are_rejected_with_the_reason() {
    let standard = Rules::default();
    let split = |numbers: &[i64]| Move::Split(hands(&standard, numbers));
    let tap = |own, other| Move::Tap { own, other, hands: 2 };
    let refuse = |rules: &Rules, me: [i64; 2], opponent: [i64; 2], chosen: Move| {
        rules.successor(hands(rules, &me), hands(rules, &opponent), &chosen).unwrap_err()
    };
    assert_eq!(refuse(&standard, [0, 0], [1, 1], tap(0, 0)), IllegalReason::Over);
    assert_eq!(refuse(&standard, [0, 1], [1, 1], tap(0, 0)), IllegalReason::OwnHandOut);
    assert_eq!(refuse(&standard, [0, 1], [1, 0], tap(1, 1)), IllegalReason::OtherHandOut);
    let same = refuse(&standard, [1, 1], [1, 1], tap(1, 0));
    assert_eq!(same, IllegalReason::SameAs { first: tap(0, 0) });
    assert_eq!(
        same.to_string(),
        "it leads to the same position as 'tap L L', which is listed instead"
    );
    let far = Move::Tap { own: 2, other: 0, hands: 3 };
    assert_eq!(refuse(&standard, [1, 1], [1, 1], far), IllegalReason::NoSuchHand { hands: 2 });
    let total = refuse(&standard, [1, 1], [1, 1], split(&[2, 1]));
    assert_eq!(total, IllegalReason::Total { found: 3, expected: 2 });
    assert_eq!(refuse(&standard, [1, 1], [1, 1], split(&[1, 1])), IllegalReason::NotOneTransfer);
    assert_eq!(refuse(&standard, [2, 1], [1, 1], split(&[1, 2])), IllegalReason::Swap);
    let strict = rules(HouseRules { revive: false, split_to_zero: false, ..STANDARD });
    assert_eq!(refuse(&strict, [2, 0], [1, 1], split(&[1, 1])), IllegalReason::Revival);
    assert_eq!(refuse(&strict, [1, 1], [1, 1], split(&[2, 0])), IllegalReason::Emptied);
    let halves = rules(HouseRules { halves_only: true, ..STANDARD });
    assert_eq!(refuse(&halves, [4, 0], [1, 1], split(&[3, 1])), IllegalReason::NotHalved);
    let none = rules(HouseRules { splits: false, ..STANDARD });
    assert_eq!(refuse(&none, [1, 1], [1, 1], split(&[2, 0])), IllegalReason::NoSplits);
}

#[test]
fn texts_parse_as_the_listed_move() {
    let game = Chopsticks::new(Rules::default(), 10).unwrap();
    let read = |text: &str| game.parse_move(text).map(|chosen| chosen.to_string());
    assert_eq!(read("tap R R").unwrap(), "tap L R");
    assert_eq!(read(" TAP  l r ").unwrap(), "tap L R");
    assert_eq!(read("split 2,0").unwrap(), "split 2 0");
    for (text, reason) in [
        ("", "expected a move such as 'tap L R' or 'split 1 1'"),
        ("tap L", "expected a move such as 'tap L R' or 'split 1 1'"),
        ("tap L M", "unknown hand 'M', expected one of L, R"),
        ("split 2", "found 1 hands, expected 2"),
        ("split 2 x", "'x' is not a number of fingers"),
        ("split 5 0", "hand 1 of 2 has 5 fingers, expected 0 to 4"),
        ("split -1 3", "hand 1 of 2 has -1 fingers, expected 0 to 4"),
        ("split 99999999999999999999 0", "'99999999999999999999' is not a number of fingers"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), format!("move '{text}': {reason}"));
    }
}

#[test]
fn invalid_rules_are_errors() {
    for (house, message) in [
        (HouseRules { fingers: 1, ..STANDARD }, "fingers 1: expected 2 to 16"),
        (HouseRules { fingers: 17, ..STANDARD }, "fingers 17: expected 2 to 16"),
        (HouseRules { fingers: -5, ..STANDARD }, "fingers -5: expected 2 to 16"),
        (HouseRules { hands: 0, ..STANDARD }, "hands 0: expected 1 to 3"),
        (HouseRules { hands: 4, ..STANDARD }, "hands 4: expected 1 to 3"),
        (HouseRules { start: 0, ..STANDARD }, "start 0: expected 1 to 4"),
        (HouseRules { start: 5, ..STANDARD }, "start 5: expected 1 to 4"),
        (HouseRules { swaps: true, splits: false, ..STANDARD }, "swaps requires splits"),
        (HouseRules { swaps: true, hands: 1, ..STANDARD }, "swaps requires a second hand"),
        (
            HouseRules { halves_only: true, splits: false, ..STANDARD },
            "halves_only requires splits",
        ),
        (
            HouseRules { halves_only: true, hands: 1, ..STANDARD },
            "halves_only requires a second hand",
        ),
        (
            HouseRules { halves_only: true, revive: false, ..STANDARD },
            "halves_only requires revive",
        ),
        (
            HouseRules { halves_only: true, swaps: true, ..STANDARD },
            "halves_only and swaps exclude each other",
        ),
    ] {
        assert_eq!(Rules::new(house).unwrap_err().to_string(), message);
    }
    assert_eq!(Rules::new(HouseRules::default()), Ok(Rules::default()));
    assert_eq!(HouseRules::default(), STANDARD);
}
