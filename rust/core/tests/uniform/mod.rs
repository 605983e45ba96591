//! Chi-square tests of random draws.

use std::collections::BTreeMap;
use std::fmt::Debug;

/// The normal deviate that is exceeded with probability one in a million.
const MILLIONTH: f64 = 4.753;

/// Check by a chi-square test that `draw` gives every possible outcome equally often and nothing
/// else. A fair draw fails for one of a million seeds, and the seeds are fixed.
pub fn assert_uniform<T: Ord + Debug>(
    what: &str,
    possible: impl IntoIterator<Item = T>,
    draw: impl FnMut() -> T,
) {
    assert_weighted(what, possible.into_iter().map(|thing| (thing, 1)), draw);
}

/// The same for outcomes with given weights.
pub fn assert_weighted<T: Ord + Debug>(
    what: &str,
    possible: impl IntoIterator<Item = (T, u32)>,
    mut draw: impl FnMut() -> T,
) {
    let mut counts: BTreeMap<T, (u32, u32)> =
        possible.into_iter().map(|(thing, weight)| (thing, (weight, 0))).collect();
    let draws = 20_000_u32.max(40 * counts.len() as u32);
    for _ in 0..draws {
        let thing = draw();
        match counts.get_mut(&thing) {
            Some((_, count)) => *count += 1,
            None => panic!("{what}: drew {thing:?}, which is not possible"),
        }
    }
    let all: f64 = counts.values().map(|&(weight, _)| f64::from(weight)).sum();
    let (mut square, mut variation) = (0.0, 0.0);
    for &(weight, count) in counts.values() {
        let expected = f64::from(draws) * f64::from(weight) / all;
        square += (f64::from(count) - expected).powi(2) / expected;
        variation += (f64::from(count) - expected).abs() / f64::from(draws) / 2.0;
    }
    let deviate = normal_deviate(square, counts.len() - 1);
    assert!(
        deviate < MILLIONTH,
        "{what}: {} possibilities, {draws} draws, chi-square {square:.0}, {deviate:.1} standard \
         deviations, total variation {variation:.3}",
        counts.len()
    );
}

/// The normal deviate with the same tail probability as this value of chi-square (Wilson and
/// Hilferty).
fn normal_deviate(square: f64, freedom: usize) -> f64 {
    if freedom == 0 {
        return 0.0;
    }
    let part = 2.0 / (9.0 * freedom as f64);
    ((square / freedom as f64).cbrt() - (1.0 - part)) / part.sqrt()
}

#[test]
fn the_test_distinguishes_a_fair_die_from_a_loaded_one() {
    // The one-in-a-million quantile of chi-square, from its series for even degrees of freedom.
    for (square, freedom) in [(27.63, 2), (46.86, 10), (182.1, 100)] {
        assert!((normal_deviate(square, freedom) - MILLIONTH).abs() < 0.25);
    }
    let mut random = cardcore::random::Random::new(1);
    assert_uniform("a fair die", 0..6, || random.below(6));
    assert_weighted("two dice", (2..13).map(|sum: u32| (sum, 6 - sum.abs_diff(7))), || {
        2 + random.below(6) + random.below(6)
    });
    let loaded = std::panic::catch_unwind(|| {
        let mut random = cardcore::random::Random::new(1);
        assert_uniform("a loaded die", 0..6, || random.below(31) % 6);
    });
    assert!(loaded.is_err());
}
