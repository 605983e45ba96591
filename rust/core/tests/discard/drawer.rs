//! Sampled showdown equity against an opponent who also draws.

use cardcore::discard::{Mask, NaturalValuation, Objective, against_drawer, against_pat, interval};
use cardcore::monitor::Monitor;

use crate::{hand, valuation};

#[test]
fn an_opponent_who_draws_is_harder_to_beat() {
    // Against a royal flush the opponent can only lose, whatever it draws.
    let valuation = NaturalValuation::new(Objective::Class);
    let showdown =
        against_drawer(hand("As Ks Qs Js Ts"), &valuation, 20_000, 4, &Monitor::new()).unwrap();
    assert_eq!(showdown.wins[0] + showdown.ties[0], 20_000);
    // The report's pattern keeper improves on standing pat: every discard does worse against it,
    // and the exact equities against a pat opponent are outside the interval.
    let hand = hand("Ah Ad Kc 7s 2d");
    let pat = against_pat(hand, &Monitor::new()).unwrap();
    let valuation = NaturalValuation::new(Objective::Pattern);
    let drawing = against_drawer(hand, &valuation, 50_000, 5, &Monitor::new()).unwrap();
    for mask in Mask::all() {
        let (_, high) = interval(drawing.equity(mask), 50_000);
        assert!(high < pat.equity(mask), "{mask:?}");
    }
}

#[test]
fn samples_depend_only_on_the_seed() {
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
fn intervals_are_wilson_score_intervals() {
    // Wilson's interval for 0 of 10 is [0, z²/(10 + z²)].
    let (low, high) = interval(0.0, 10);
    assert!(low.abs() < 1e-15 && (high - 0.277_532_8).abs() < 1e-6, "{low} {high}");
    let (low, high) = interval(0.5, 10_000);
    assert!((low - 0.490_202).abs() < 1e-5 && (high - 0.509_798).abs() < 1e-5, "{low} {high}");
}
