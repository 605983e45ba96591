//! Objectives and whole-game solutions: published returns, ties, and the pattern rule.

use cardcore::discard::{
    CANONICAL_HANDS, COMMON_DRAWS, DiscardTable, HANDS, Mask, NaturalValuation, Objective, Outcome,
    Paytable, Solution, Valuation, keep_pattern, solve,
};
use cardcore::monitor::Monitor;

use crate::{hand, valuation};

/// The return of the whole game.
fn mean(valuation: &NaturalValuation, solution: &Solution) -> f64 {
    solution.total as f64 / (f64::from(HANDS) * valuation.denominator() as f64)
}

#[test]
fn published_returns_are_reproduced() {
    for (name, value) in [
        ("jacks-or-better-9-6", 0.995_439_043_695_1),
        ("jacks-or-better-8-5", 0.972_984_337_5),
        ("bonus-8-5", 0.991_659_731_9),
        ("double-bonus-10-7", 1.001_725_223_6),
    ] {
        let valuation = valuation(name);
        let solution = solve(&valuation, &Monitor::new()).unwrap();
        let found = mean(&valuation, &solution);
        assert!((found - value).abs() < 1e-10, "{name}: {found}");
    }
}

#[test]
fn nine_six_is_exact() {
    let valuation = valuation("jacks-or-better-9-6");
    let solution = solve(&valuation, &Monitor::new()).unwrap();
    let all = i128::from(HANDS) * i128::from(valuation.denominator());
    assert_eq!(solution.total * 1_661_102_543_100, 1_653_526_326_983 * all);
    // Twelve times the published fraction.
    assert_eq!((solution.total, all), (12 * 1_653_526_326_983, 12 * 1_661_102_543_100));

    // Payouts times frequencies are the value, and the frequencies add up.
    let Objective::Paytable(paytable) = valuation.objective() else { unreachable!() };
    let paid = Outcome::ALL.into_iter().zip(&solution.outcomes).map(|(outcome, &frequency)| {
        paytable.payout(outcome).to_string().parse::<i128>().unwrap() * i128::from(frequency)
    });
    assert_eq!(paid.sum::<i128>(), solution.total);
    assert_eq!(solution.outcomes.iter().sum::<u64>(), u64::from(HANDS) * u64::from(COMMON_DRAWS));
}

/// The EV of a discard from its row of counts, over the common number of draws.
fn value(table: &DiscardTable, mask: Mask, utility: impl Fn(Outcome) -> i64) -> i64 {
    let row = table.outcomes()[mask.index()];
    let sum: i64 = Outcome::ALL.into_iter().zip(row).map(|(o, n)| utility(o) * i64::from(n)).sum();
    sum * i64::from(COMMON_DRAWS / mask.draws())
}

#[test]
fn solutions_match_the_tables() {
    let class = valuation("class");
    let solution = solve(&class, &Monitor::new()).unwrap();
    assert_eq!(solution.choices.len(), CANONICAL_HANDS);
    for (canonical, choice) in solution.hands.iter().zip(&solution.choices).step_by(97) {
        let table = DiscardTable::of(canonical.hand);
        let value = |mask| value(&table, mask, |outcome| i64::from(outcome.category().number()));
        let best = Mask::all()
            .max_by_key(|&mask| (value(mask), std::cmp::Reverse((mask.len(), mask.number()))))
            .unwrap();
        assert_eq!((choice.discard, choice.value), (best, value(best)), "{}", canonical.hand);
    }
}

#[test]
fn ties_go_to_fewer_cards_then_the_smaller_mask() {
    // A made royal flush: nothing is better than standing pat.
    assert_eq!(valuation("class").best(hand("As Ks Qs Js Ts")).discard, Mask::NONE);
    // The kicker next to four of a kind cannot change the category: keep it.
    assert_eq!(valuation("class").best(hand("3c 3d 3h 3s Kd")).discard, Mask::NONE);
    // All payouts equal: every discard has the same EV.
    let flat = Paytable::new(
        "flat",
        [
            "high_card",
            "one_pair",
            "two_pair",
            "three_of_a_kind",
            "straight",
            "flush",
            "full_house",
            "four_of_a_kind",
            "straight_flush",
            "royal_flush",
        ]
        .map(|class| (class, "0.5")),
    )
    .unwrap();
    let flat = NaturalValuation::new(Objective::Paytable(flat));
    let choice = flat.best(hand("9d Td 6c Qc 8h"));
    assert_eq!(choice.discard, Mask::NONE);
    assert!((flat.number(choice.value) - 0.5).abs() < 1e-15);
}

#[test]
fn the_pattern_rule_keeps_made_hands() {
    for (cards, kept) in [
        ("9d Td 6c Qc 8h", 0b01000),
        ("9d 9c 6c Qc 8h", 0b00011),
        ("9d 9c 6c Qc 6h", 0b10111),
        ("9d 9c 9h Qc 6h", 0b00111),
        ("9d Qc 9c 9h 9s", 0b11101),
        ("9d 9c 9h Qc Qh", 0b11111),
        ("9d Tc Jh Qc Kh", 0b11111),
        ("9d 2d Jd Qd Kd", 0b11111),
        ("Ad 2d 3d 4d 5d", 0b11111),
        ("Ad 2d 3d 4d 6c", 0b00001),
    ] {
        assert_eq!(keep_pattern(hand(cards)).number(), kept, "{cards}");
        let choice = valuation("pattern").best(hand(cards));
        assert_eq!(choice.discard.complement().number(), kept, "{cards}");
        let values = valuation("class").values(hand(cards));
        assert_eq!(choice.value, values[choice.discard.index()]);
    }
}
