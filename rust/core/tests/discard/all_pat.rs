//! All hands against an opponent who stands pat, compared with showdowns hand by hand.

use std::sync::LazyLock;

use cardcore::cards::Card;
use cardcore::discard::{
    CANONICAL_HANDS, HANDS, Hand, Mask, PatShowdowns, PatStrategy, Showdown, against_pat,
    canonical, keep_pattern,
};
use cardcore::monitor::{Monitor, Stopped};
use cardcore::random::Random;

use crate::{hand, valuation};

static STANDING: LazyLock<PatShowdowns> =
    LazyLock::new(|| PatShowdowns::new(&Monitor::new()).unwrap());

/// Compare every n-th hand with the counts for that hand alone.
fn compare(first: usize, step: usize) {
    for number in (first..CANONICAL_HANDS).step_by(step) {
        let hand = STANDING.hands()[number].hand;
        let alone = against_pat(hand, &Monitor::new()).unwrap();
        assert_eq!(STANDING.showdown(number), Some(alone), "{hand}");
    }
}

fn showdowns() -> impl Iterator<Item = (i128, Showdown)> {
    let weights = STANDING.hands().iter().map(|hand| i128::from(hand.weight));
    weights.zip((0..CANONICAL_HANDS).filter_map(|number| STANDING.showdown(number)))
}

#[test]
fn all_discards_match_single_showdowns() {
    compare(0, CANONICAL_HANDS / 40);
}

#[test]
#[ignore = "thousands of showdowns, each alone: `make test-slow`"]
fn thousands_of_hands_match_single_showdowns() {
    compare(7, CANONICAL_HANDS / 3_000);
}

#[test]
fn hands_of_every_shape_match_single_showdowns() {
    for text in [
        "2c 2d 2h 2s 3c", // four of a rank, and no others
        "2c 3c 4c 5c Ac", // the wheel in one suit
        "Tc Jc Qc Kc Ac",
        "9c Tc Jc Qc Ac", // four to a straight flush, in one suit
        "2c 3c 4c 5c 6d",
        "2c 3c 4c 8d Td",
        "7c 7d 7h Kc Kd",
        "2c 5d 9h Ks Kc",
    ] {
        let hand = canonical(hand(text));
        let number = STANDING.hands().iter().position(|other| other.hand == hand).unwrap();
        let alone = against_pat(hand, &Monitor::new()).unwrap();
        assert_eq!(STANDING.showdown(number), Some(alone), "{hand}");
    }
    assert_eq!(STANDING.showdown(CANONICAL_HANDS), None);
}

#[test]
fn two_pat_players_win_equally_often() {
    // All pairs of two hands: C(52, 5) × C(47, 5).
    let (mut wins, mut ties, mut totals) = (0, 0, 0);
    for (weight, showdown) in showdowns() {
        wins += weight * i128::from(showdown.wins[0]);
        ties += weight * i128::from(showdown.ties[0]);
        totals += weight * i128::from(showdown.totals[0]);
    }
    assert_eq!(totals, 2_598_960 * 1_533_939);
    assert_eq!(2 * wins + ties, totals);
    // The same as a strategy, over the common number of pairs.
    let result = STANDING.result(vec![Mask::NONE; CANONICAL_HANDS]);
    assert_eq!(2 * result.wins + result.ties, u128::from(HANDS) * u128::from(PatShowdowns::PAIRS));
}

#[test]
fn ties_of_two_pat_players_are_the_pairs_of_equal_hands() {
    // Ordered pairs of equal disjoint hands. Five ranks: the suits of the second hand differ from
    // those of the first in every rank, 4⁵ × 3⁵ pairs by ranks. Those in which one is a flush (4 ×
    // 3⁵ each) are not ties, unless both are (4 × 3); then they are ties of flushes.
    let five = 1024 * 243 - 2 * 4 * 243 + 4 * 3;
    let flushes = 4 * 3;
    // A pair, C(4, 2) × C(2, 2) ways for its rank; two pair; no two hands share three of a rank.
    let (pair, single) = (6, 4 * 3);
    let expected = 1287 * (five + flushes)
        + 13 * 220 * pair * single * single * single
        + 78 * 11 * pair * pair * single;
    let ties: i128 = showdowns().map(|(weight, found)| weight * i128::from(found.ties[0])).sum();
    assert_eq!(ties, expected);
}

#[test]
fn five_new_cards_win_as_often_as_they_lose() {
    for (_, showdown) in showdowns() {
        assert_eq!(2 * showdown.wins[31] + showdown.ties[31], showdown.totals[31]);
        for mask in Mask::all().map(Mask::index) {
            assert!(showdown.wins[mask] + showdown.ties[mask] <= showdown.totals[mask]);
        }
    }
}

#[test]
fn the_whole_game_is_the_sum_of_the_best_showdowns() {
    let solution = STANDING.solve();
    for ((_, showdown), choice) in showdowns().zip(&solution.choices) {
        assert_eq!(choice.discard, showdown.best());
        let mask = choice.discard.index();
        let points = i128::from(2 * showdown.wins[mask] + showdown.ties[mask]);
        let denominator = i128::from(PatStrategy::denominator());
        let total = 2 * i128::from(showdown.totals[mask]);
        assert_eq!(i128::from(choice.value) * total, points * denominator);
    }
    let result = STANDING.result(solution.choices.iter().map(|choice| choice.discard));
    assert_eq!(i128::try_from(2 * result.wins + result.ties).unwrap(), solution.total);
    assert_eq!(result.mistakes, 0);
}

#[test]
fn other_strategies_are_the_sums_of_their_showdowns_and_lose() {
    let best = STANDING.solve().total;
    let class = valuation("class");
    let by_category: Vec<Mask> =
        STANDING.hands().iter().map(|hand| class.best(hand.hand).discard).collect();
    let by_pattern = STANDING.hands().iter().map(|hand| keep_pattern(hand.hand)).collect();
    for discards in [by_category, by_pattern, vec![Mask::NONE; CANONICAL_HANDS]] {
        // A mistake is a discard with less equity than the best one.
        let mistakes = showdowns().zip(&discards).filter(|((_, showdown), discard)| {
            showdown.equity(**discard) < showdown.equity(showdown.best())
        });
        let mistakes: i128 = mistakes.map(|((weight, _), _)| weight).sum();
        let points = showdowns().zip(&discards).map(|((weight, showdown), discard)| {
            let mask = discard.index();
            let common = i128::from(PatShowdowns::PAIRS / showdown.totals[mask]);
            weight * common * i128::from(2 * showdown.wins[mask] + showdown.ties[mask])
        });
        let result = STANDING.result(discards.iter().copied());
        assert_eq!(i128::from(result.mistakes), mistakes);
        assert_eq!(i128::try_from(2 * result.wins + result.ties).unwrap(), points.sum::<i128>());
        assert!(i128::try_from(2 * result.wins + result.ties).unwrap() < best);
    }
}

#[test]
fn exactly_one_best_discard_has_the_fewest_cards() {
    let mut equals = 0;
    for (hand, (_, showdown)) in STANDING.hands().iter().zip(showdowns()) {
        let best = showdown.best();
        let points = |mask: usize| {
            let points = 2 * showdown.wins[mask] + showdown.ties[mask];
            u128::from(points) * u128::from(PatShowdowns::PAIRS / showdown.totals[mask])
        };
        let as_good = Mask::all().filter(|mask| points(mask.index()) >= points(best.index()));
        let as_few = as_good.clone().filter(|mask| mask.len() <= best.len());
        assert_eq!(as_few.count(), 1, "{}", hand.hand);
        equals += u32::from(as_good.count() > 1) * hand.weight;
    }
    // Four of a kind, with any of the 48 other cards or another in its place.
    assert_eq!(equals, 13 * 48);
}

#[test]
fn a_strategy_accepts_hands_in_any_order_and_suits() {
    let strategy = STANDING.strategy();
    let mut random = Random::new(5);
    let mut deck: Vec<Card> = Card::all().collect();
    let hands = (0..20).map(|_| {
        random.shuffle(&mut deck);
        Hand::of(&deck[..5]).unwrap()
    });
    // Ranks that occur twice are sorted by renamed suits.
    let paired = ["Ks 9d 9s 4h 4d", "2h 2s 5d 5c 9h", "Ad Kh 7s 7d 2c", "8s 3s 5s Js 4s"].map(hand);
    for hand in hands.chain(paired) {
        let alone = against_pat(hand, &Monitor::new()).unwrap();
        let best = strategy.best(hand);
        assert_eq!(best.discard, alone.best(), "{hand}");
        let value = best.value as f64 / PatStrategy::denominator() as f64;
        assert!((value - alone.equity(best.discard)).abs() < 1e-15, "{hand}");
    }
}

#[test]
fn counting_can_be_stopped() {
    let monitor = Monitor::new();
    monitor.stop();
    assert_eq!(PatShowdowns::new(&monitor).unwrap_err(), Stopped);
    // Also in the middle, and soon after it was asked.
    for limit in [6_000, 7_500, 50_000] {
        let monitor = Monitor::watched(move |monitor| {
            if monitor.progress().0 > limit {
                monitor.stop();
            }
        });
        assert_eq!(PatShowdowns::new(&monitor).unwrap_err(), Stopped);
        assert!(monitor.progress().0 < limit + 1_000);
    }
}
