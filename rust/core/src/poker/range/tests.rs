use super::*;
use crate::random::Random;

fn hands(text: &str) -> Vec<(Combo, u32)> {
    text.parse::<Range>().unwrap().hands().collect()
}

#[test]
fn hands_are_numbered_without_a_gap() {
    for (number, combo) in Combo::all().enumerate() {
        assert_eq!(combo.number(), number);
        assert_eq!(Combo::from_number(number), Some(combo));
    }
    assert_eq!(Combo::all().count(), Combo::COUNT);
    assert_eq!(Combo::from_number(Combo::COUNT), None);
}

#[test]
fn ranges_have_as_many_hands_as_their_arithmetic_says() {
    let counts = [
        ("QQ", 6),
        ("QQ+", 18),
        ("22-99", 48),
        ("99-22", 48),
        ("AK", 16),
        ("AKs", 4),
        ("AKo", 12),
        ("KA", 16),
        ("AK+", 16),
        ("KTs+", 12),
        ("A2s+", 48),
        ("A5s-A2s", 16),
        ("A2o-A5o", 48),
        ("KT-K7", 64),
        ("JTs-54s", 28),
        ("J9s-53s", 28),
        ("76s+", 4),
        ("AsKs", 1),
        ("As Ks", 1),
        ("10s9s, T8s", 5),
        ("AA KK", 12),
        ("AA,KK;QQ", 18),
        ("aa, aks, QSJD", 11),
        ("A♠K♥️", 1),
        ("random", 1326),
        ("any two, AA", 1326),
        ("100%", 1326),
        ("random, 72o:0", 1314),
        ("QQ - 99, AK : 0.5, 76s @ 50", 24 + 16 + 4),
        ("As Ks:0.5 QQ", 7),
        ("", 0),
        (" , ", 0),
    ];
    for (text, count) in counts {
        assert_eq!(hands(text).len(), count, "{text}");
    }
}

#[test]
fn weights_are_exact() {
    let weights = [
        ("76s:0.5", 500_000),
        ("76s@50", 500_000),
        ("76s@12.5%", 125_000),
        ("76s:33.3333%", 333_333),
        ("76s:.25", 250_000),
        ("76s:1", 1_000_000),
        ("76s:0.6666666666", 666_667),
        ("76s, 76s:0.1", 100_000),
        ("76s:0.1, 76s", 1_000_000),
    ];
    for (text, weight) in weights {
        assert!(hands(text).iter().all(|hand| hand.1 == weight), "{text}");
        assert_eq!(hands(text).len(), 4);
    }
}

#[test]
fn errors_point_at_the_token() {
    let errors = [
        ("QQ+, ZKs", "range, position 6, 'ZKs': unknown rank 'Z', expected one of 23456789TJQKA"),
        ("AKx", "range, position 1, 'AKx': expected s, o or nothing after the ranks, found 'x'"),
        ("AA  AsKx", "range, position 5, 'AsKx': unknown suit 'x', expected one of cdhs"),
        ("QQs", "range, position 1, 'QQs': a pair is neither suited nor offsuit"),
        ("AsAs", "range, position 1, 'AsAs': 'As' is there twice"),
        ("AsKs+", "range, position 1, 'AsKs+': a '+' cannot follow a single hand"),
        (
            "AKs-QJo",
            "range, position 1, 'AKs-QJo': both ends of a run must be pairs, suited (s), offsuit (o) or neither",
        ),
        (
            "AKs-QTs",
            "range, position 1, 'AKs-QTs': the ends of a run share their first card or have the same gap",
        ),
        (
            "AsKs-AsQs",
            "range, position 1, 'AsKs-AsQs': a run goes from one kind of hand to another, not between single hands",
        ),
        (
            "A",
            "range, position 1, 'A': expected hands such as QQ, AKs, AKo, AK, QQ+, A5s-A2s, AsKd or random",
        ),
        (
            "AA:1.5",
            "range, position 1, 'AA:1.5': expected a weight from 0 to 1 after the ':', found '1.5'",
        ),
        (
            "AA@101",
            "range, position 1, 'AA@101': expected a weight from 0 to 100 percent after the '@', found '101'",
        ),
        ("AA:", "range, position 1, 'AA:': expected a weight from 0 to 1 after the ':', found ''"),
        (
            "AA:-1",
            "range, position 1, 'AA:-1': expected a weight from 0 to 1 after the ':', found '-1'",
        ),
        (
            "15%",
            "range, position 1, '15%': a percentage needs an order of hands, and there are several; only 100% is known, so list the hands",
        ),
    ];
    for (text, message) in errors {
        assert_eq!(text.parse::<Range>().unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn text_is_canonical_and_parses_to_the_same_range() {
    let texts = [
        ("AA, KK,QQ", "QQ+"),
        ("22-99", "99-22"),
        ("AK", "AKs, AKo"),
        ("A2s+", "A2s+"),
        ("A2s-A5s, 76s@50", "A5s-A2s, 76s:0.5"),
        ("KdAs", "AsKd"),
        ("KQs:0.25, KQo", "KQs:0.25, KQo"),
        ("AKs, KsAs:0.5", "AsKs:0.5, AhKh, AdKd, AcKc"),
        ("22+, 2h2c:0", "33+, 2s2h, 2s2d, 2s2c, 2h2d, 2d2c"),
        ("any two", "random"),
        ("", ""),
    ];
    for (text, canonical) in texts {
        assert_eq!(text.parse::<Range>().unwrap().to_string(), canonical, "{text}");
    }
    let mut random = Random::new(5);
    for _ in 0..200 {
        let mut range = Range::empty();
        for class in Combo::all().step_by(7).map(Combo::class) {
            let weight = [0, 1, 500_000, 999_999, Range::ONE][random.below(5) as usize];
            let most = random.below(2) == 0;
            let combos: Vec<Combo> = class.combos().collect();
            let taken = if most { combos.len() } else { 1 };
            range.set(combos.into_iter().take(taken), weight);
        }
        assert_eq!(range.to_string().parse::<Range>().unwrap(), range, "{range}");
    }
}
