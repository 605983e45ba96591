//! Paytables: custom ones, fractional payouts, and errors.

use cardcore::discard::{
    COMMON_DRAWS, NaturalValuation, Objective, Outcome, Paytable, PaytableError,
};

use crate::hand;

fn entries() -> Vec<(&'static str, &'static str)> {
    vec![
        ("jacks_or_better", "1"),
        ("two_pair", "2"),
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
fn a_custom_paytable_equals_the_built_in_one() {
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
fn fractional_payouts_are_exact() {
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
fn invalid_paytables_are_errors() {
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
    unknown.push(("six_of_a_kind", "1000"));
    let error = Paytable::new("mine", unknown).unwrap_err().to_string();
    assert!(error.starts_with("paytable 'mine': unknown class 'six_of_a_kind', expected one of"));
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
    let valuation =
        NaturalValuation::new(Objective::Paytable(Paytable::new("large", large).unwrap()));
    let values = valuation.values(hand("9d Td 6c Qc 8h"));
    assert_eq!(values, [1_000_000_000_000 * i64::from(COMMON_DRAWS); 32]);
}
