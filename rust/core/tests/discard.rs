//! The discard tables, objectives and whole-game solutions of five-card draw.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;

use cardcore::cards::{Card, Suit, parse_cards};
use cardcore::discard::{
    CANONICAL_HANDS, COMMON_DRAWS, DiscardTable, HANDS, Hand, Mask, Objective, Outcome, Paytable,
    PaytableError, Solution, Valuation, against_drawer, best_discards, canonical, canonical_hands,
    count_classes_of_all, interval, keep_pattern, solve,
};
use cardcore::monitor::{Monitor, Stopped};
use cardcore::poker::evaluate::NotAHand;
use cardcore::random::Random;
use proptest::prelude::*;

fn hand(text: &str) -> Hand {
    Hand::of(&parse_cards(text).unwrap()).unwrap()
}

fn random_hand(random: &mut Random) -> Hand {
    let mut deck: Vec<Card> = Card::all().collect();
    random.shuffle(&mut deck);
    Hand::of(&deck[..5]).unwrap()
}

fn valuation(name: &str) -> Valuation {
    Valuation::new(name.parse::<Objective>().unwrap())
}

#[test]
fn subset_tables_and_enumeration_agree() {
    let mut random = Random::new(11);
    let special = ["As Ks Qs Js Ts", "2c 2d 2h 2s 3c", "5c 4c 3c 2c Ac", "8c 8d 8h Ks Kc"];
    let hands = special.map(hand).into_iter().chain((0..16).map(|_| random_hand(&mut random)));
    for hand in hands {
        assert_eq!(DiscardTable::of(hand), DiscardTable::by_enumeration(hand), "{hand}");
    }
}

#[test]
fn the_printed_table_is_right_where_it_is_not_misprinted() {
    // Probabilities as printed by the report, by mask, where print and mask are unambiguous.
    // (The row for mask 31 is a stand-in from another hand.)
    let printed: [(usize, [f64; 9]); 5] = [
        (0, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        (1, [0.74468, 0.25532, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        (4, [0.65957, 0.25532, 0.0, 0.0, 0.08511, 0.0, 0.0, 0.0, 0.0]),
        (15, [0.49040, 0.42829, 0.04975, 0.02300, 0.00387, 0.00275, 0.00161, 0.00029, 0.00003]),
        (28, [0.50435, 0.41295, 0.04385, 0.01733, 0.01011, 0.00993, 0.00111, 0.00012, 0.00025]),
    ];
    let counts = DiscardTable::of(hand("9d Td 6c Qc 8h")).counts();
    for (mask, row) in printed {
        let draws = f64::from(counts[mask].iter().sum::<u32>());
        for (count, expected) in counts[mask].into_iter().zip(row) {
            let found = f64::from(count) / draws;
            assert!((found - expected).abs() < 5.1e-6, "mask {mask}: {found} is not {expected}");
        }
    }
}

#[test]
fn rows_add_up_and_batches_equal_single_hands() {
    let mut random = Random::new(12);
    let hands: Vec<Hand> = (0..5_000).map(|_| random_hand(&mut random)).collect();
    let numbers: Vec<[u8; 5]> = hands.iter().map(|hand| hand.cards().map(Card::number)).collect();
    let mut counts = vec![[[0; 9]; 32]; hands.len()];
    count_classes_of_all(&numbers, &mut counts, &Monitor::new()).unwrap().unwrap();
    let class = valuation("class");
    let best = best_discards(&class, &numbers, &Monitor::new()).unwrap().unwrap();
    for (row, &hand) in hands.iter().enumerate() {
        let choice = class.best(hand);
        assert_eq!(best.masks[row], choice.discard.number(), "{hand}");
        assert_eq!(best.values[row], class.number(choice.value), "{hand}");
        let counts = counts[row];
        assert_eq!(counts, DiscardTable::of(hand).counts(), "{hand}");
        for mask in Mask::all() {
            assert_eq!(counts[mask.index()].iter().sum::<u32>(), mask.draws(), "{hand}");
        }
    }
}

#[test]
fn the_first_bad_row_is_named() {
    let mut numbers = vec![[0, 1, 2, 3, 4]; 3_000];
    numbers[1_700][2] = 52;
    numbers[2_900] = [7; 5];
    let mut counts = vec![[[0; 9]; 32]; numbers.len()];
    let bad = Err(NotAHand { row: 1_700 });
    assert_eq!(count_classes_of_all(&numbers, &mut counts, &Monitor::new()), Ok(bad));
    let found = best_discards(&valuation("class"), &numbers, &Monitor::new()).unwrap();
    assert_eq!(found.map(|_| ()), bad);
}

proptest! {
    #[test]
    fn renaming_suits_changes_nothing(seed: u64) {
        let mut random = Random::new(seed);
        let hand = random_hand(&mut random);
        let mut names = Suit::ALL;
        random.shuffle(&mut names);
        let renamed = hand.cards().map(|card| {
            Card::new(card.rank(), names[usize::from(card.suit().number())])
        });
        let renamed = Hand::of(&renamed).unwrap();
        prop_assert_eq!(
            *DiscardTable::of(hand).outcomes(),
            *DiscardTable::of(renamed).outcomes()
        );
        prop_assert_eq!(canonical(hand), canonical(renamed));
    }

    #[test]
    fn reordering_cards_reorders_masks(seed: u64) {
        let mut random = Random::new(seed);
        let hand = random_hand(&mut random);
        let mut order = [0_usize, 1, 2, 3, 4];
        random.shuffle(&mut order);
        let other = Hand::of(&order.map(|place| hand.cards()[place])).unwrap();
        let (table, reordered) = (DiscardTable::of(hand), DiscardTable::of(other));
        for mask in Mask::all() {
            let moved = Mask::of_places(|place| mask.contains(order[place]));
            prop_assert_eq!(
                table.outcomes()[mask.index()],
                reordered.outcomes()[moved.index()]
            );
        }
    }
}

#[test]
fn every_hand_has_its_canonical_one() {
    let hands = canonical_hands();
    assert_eq!(hands.len(), CANONICAL_HANDS);
    let mut weights: HashMap<[Card; 5], u8> = HashMap::new();
    let cards: Vec<Card> = Card::all().collect();
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        let hand = Hand::of(&[a, b, c, d, e].map(|i: usize| cards[i])).unwrap();
                        *weights.entry(canonical(hand).cards()).or_default() += 1;
                    }
                }
            }
        }
    }
    assert_eq!(weights.len(), hands.len());
    for canonical in hands {
        assert_eq!(weights.get(&canonical.hand.cards()), Some(&canonical.weight));
    }
}

/// The mean value of the whole game.
fn mean(valuation: &Valuation, solution: &Solution) -> f64 {
    solution.total as f64 / (f64::from(HANDS) * valuation.denominator() as f64)
}

#[test]
fn published_returns_come_out() {
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
    let paid = Outcome::ALL.into_iter().zip(solution.outcomes).map(|(outcome, frequency)| {
        paytable.payout(outcome).to_string().parse::<i128>().unwrap() * i128::from(frequency)
    });
    assert_eq!(paid.sum::<i128>(), solution.total);
    assert_eq!(solution.outcomes.iter().sum::<u64>(), Solution::outcomes_in_all());
}

/// The value of a discard from its row of counts, over the common number of draws.
fn value(table: &DiscardTable, mask: Mask, worth: impl Fn(Outcome) -> i64) -> i64 {
    let row = table.outcomes()[mask.index()];
    let sum: i64 = Outcome::ALL.into_iter().zip(row).map(|(o, n)| worth(o) * i64::from(n)).sum();
    sum * i64::from(COMMON_DRAWS / mask.draws())
}

#[test]
fn solutions_choose_what_the_tables_say() {
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
    // A made royal flush: nothing is better than to stand.
    assert_eq!(valuation("class").best(hand("As Ks Qs Js Ts")).discard, Mask::NONE);
    // The kicker beside four of a kind cannot change the class: keep it.
    assert_eq!(valuation("class").best(hand("3c 3d 3h 3s Kd")).discard, Mask::NONE);
    // All payouts equal: every discard is worth the same.
    let flat = Paytable::new(
        "flat",
        [
            "high_card",
            "one_pair",
            "two_pairs",
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
    let flat = Valuation::new(Objective::Paytable(flat));
    let choice = flat.best(hand("9d Td 6c Qc 8h"));
    assert_eq!(choice.discard, Mask::NONE);
    assert!((flat.number(choice.value) - 0.5).abs() < 1e-15);
}

#[test]
fn pattern_keeps_what_is_made() {
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

fn entries() -> Vec<(&'static str, &'static str)> {
    vec![
        ("jacks_or_better", "1"),
        ("two_pairs", "2"),
        ("three_of_a_kind", "3"),
        ("straight", "4"),
        ("flush", "6"),
        ("full_house", "9"),
        ("four_of_a_kind", "25"),
        ("straight_flush", "50"),
        ("royal_flush", "800"),
    ]
}

#[test]
fn a_written_paytable_equals_the_built_in_one() {
    let written = Paytable::new("jacks-or-better-9-6", entries()).unwrap();
    assert_eq!(written, "jacks-or-better-9-6".parse().unwrap());

    let mut narrow = entries();
    narrow.extend([("four_aces", "80.0"), ("four_twos_to_fours", "80/2")]);
    narrow[4].1 = "5";
    narrow[5].1 = "8";
    let bonus = Paytable::new("bonus-8-5", narrow).unwrap();
    assert_eq!(bonus, "bonus-8-5".parse().unwrap());
}

#[test]
fn fractions_of_a_coin_are_exact() {
    let mut halves = entries();
    halves[0].1 = "1.5";
    halves[1].1 = "1/3";
    let paytable = Paytable::new("halves", halves).unwrap();
    assert_eq!(paytable.scale(), 6);
    assert_eq!(paytable.payout(Outcome::PairOfJacksOrBetter).to_string(), "3/2");
    assert_eq!(paytable.payout(Outcome::TwoPairs).to_string(), "1/3");
    assert_eq!(paytable.payout(Outcome::RoyalFlush).to_string(), "800");
}

#[test]
fn bad_paytables_say_what_is_wrong() {
    let with = |class: usize, payout: &'static str| {
        let mut entries = entries();
        entries[class].1 = payout;
        Paytable::new("mine", entries).unwrap_err()
    };
    for bad in [
        "-1", "nan", "inf", "", "1e3", "1/0", ".5", "5.", "0x1", " 1", "+1", "²", "1/2/3", "1.5/2",
        "1/",
    ] {
        let error = with(4, bad);
        assert_eq!(
            error.to_string(),
            format!(
                "paytable 'mine', class 'flush': expected a number of 0 or more, found '{bad}'"
            )
        );
    }
    let beyond_64_bits =
        ["18446744073709551616", "1.00000000000000000001", "1/18446744073709551616"];
    for large in ["1000000000001", "0.0000000000001"].into_iter().chain(beyond_64_bits) {
        assert!(matches!(with(4, large), PaytableError::TooFine { .. }), "{large}");
    }
    for missing in 0..entries().len() {
        let mut entries = entries();
        let (class, _) = entries.remove(missing);
        let error = Paytable::new("mine", entries).unwrap_err().to_string();
        assert_eq!(error, format!("paytable 'mine': the payout for '{class}' is missing"));
    }
    let mut unknown = entries();
    unknown.push(("five_of_a_kind", "1000"));
    let error = Paytable::new("mine", unknown).unwrap_err().to_string();
    assert!(error.starts_with("paytable 'mine': unknown class 'five_of_a_kind', expected one of"));
    let mut twice = entries();
    twice.push(("flush", "6"));
    let error = Paytable::new("mine", twice).unwrap_err().to_string();
    assert_eq!(error, "paytable 'mine': class 'flush' is given twice");
    let error = "jacks".parse::<Objective>().unwrap_err().to_string();
    assert!(error.starts_with("unknown paytable 'jacks', expected one of jacks-or-better-9-6"));
}

#[test]
fn the_largest_payouts_stay_exact() {
    let mut large = entries();
    for entry in &mut large {
        entry.1 = "1000000000000";
    }
    large.extend([("high_card", "1000000000000"), ("one_pair", "1000000000000")]);
    let valuation = Valuation::new(Objective::Paytable(Paytable::new("large", large).unwrap()));
    let values = valuation.values(hand("9d Td 6c Qc 8h"));
    assert_eq!(values, [1_000_000_000_000 * i64::from(COMMON_DRAWS); 32]);
}

#[test]
fn work_stops_when_asked() {
    let monitor = Monitor::new();
    monitor.stop();
    assert_eq!(solve(&valuation("class"), &monitor).unwrap_err(), Stopped);
    let sampled = against_drawer(hand("9d Td 6c Qc 8h"), &valuation("class"), 10_000, 1, &monitor);
    assert_eq!(sampled, Err(Stopped));
}

#[test]
fn samples_depend_on_the_seed_alone() {
    let hand = hand("Ah Ad Kc 7s 2d");
    let sample = |seed, threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let valuation = valuation("class");
        pool.install(|| against_drawer(hand, &valuation, 10_000, seed, &Monitor::new()).unwrap())
    };
    assert_eq!(sample(1, 1), sample(1, 3));
    assert_ne!(sample(1, 1), sample(2, 1));
    assert_eq!(sample(1, 1).totals, [10_000; 32]);
}

#[test]
fn intervals_are_wilsons() {
    // Wilson's interval for 0 of 10 is [0, z²/(10 + z²)].
    let (low, high) = interval(0.0, 10);
    assert!(low.abs() < 1e-15 && (high - 0.277_532_8).abs() < 1e-6, "{low} {high}");
    let (low, high) = interval(0.5, 10_000);
    assert!((low - 0.490_202).abs() < 1e-5 && (high - 0.509_798).abs() < 1e-5, "{low} {high}");
}
