//! Deals and matches: who opens, which cards are legal, and what they cost.

use cardcore::game::{Fact, Game as _, View as _};
use cardcore::games::hearts::{DeckCard, Hearts, Moon, Move, Rules, Standard};
use cardcore::monitor::Monitor;
use cardcore::play::{perft, random_playout};
use cardcore::random::Random;
use proptest::prelude::*;

use crate::{game, legal, one_deal, play, rules, step};

#[test]
fn the_opening_card_follows_the_rules() {
    let opens = |shape, texts: &[&str]| {
        let game = game(rules(shape), texts);
        (game.to_move().unwrap(), legal(&game))
    };
    // (1,2) if it is dealt; else the lowest of suit 1; else the lowest of all, a heart even.
    assert_eq!(opens((2, 4, 2), &["0-1 0-2 0-3 1-1", "0-4 1-2 1-3 1-4"]), (1, "1-2".into()));
    assert_eq!(opens((3, 3, 2), &["0-1 0-2 1-1 2-1", "0-3 1-3 2-2 2-3"]), (0, "1-1".into()));
    assert_eq!(opens((3, 3, 2), &["0-1 0-2 2-1 2-2", "0-3 1-3 1-1 2-3"]), (1, "1-1".into()));
    assert_eq!(opens((3, 2, 4), &["2-1", "0-2", "2-2", "0-1"]), (3, "0-1".into()));
    let fewer = |players| {
        let game =
            Hearts::new(one_deal(Standard { players, passing: false, ..Standard::default() }), 3);
        legal(&game)
    };
    assert_eq!([3, 4, 5, 6].map(fewer), ["2c", "2c", "3c", "4c"]);
}

#[test]
fn players_follow_suit_and_hearts_must_be_broken() {
    let mut game = game(rules((3, 3, 3)), &["0-1 1-2 2-1", "0-2 1-3 2-2", "0-3 1-1 2-3"]);
    play(&mut game, "1-2");
    assert_eq!((game.to_move(), legal(&game).as_str()), (Some(1), "1-3"));
    // 1-2 is the special card for three values, and it has been played: hearts may be led.
    play(&mut game, "1-3 1-1");
    assert_eq!(game.scores(), [0, 3, 0]);
    assert_eq!((game.to_move(), legal(&game).as_str()), (Some(1), "0-2 2-2"));

    let texts = [
        "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac",
        "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad",
        "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah",
        "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
    ];
    let standard = |options| {
        let mut game = self::game(one_deal(Standard { passing: false, ..options }), &texts);
        play(&mut game, "2c 2d");
        // Only hearts are held: a point falls on the first trick.
        assert_eq!(legal(&game).split(' ').count(), 13);
        play(&mut game, "2h");
        legal(&game)
    };
    let spades = standard(Standard::default());
    assert_eq!(spades, "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Ks As");
    let free = standard(Standard { points_on_first_trick: true, ..Standard::default() });
    assert_eq!(free, "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As");
}

#[test]
fn what_breaks_hearts_depends_on_the_rules() {
    let texts = [
        "2c Ac Qs 3h 4h 5h 6h 7h 8h 9h Th Jh Qh",
        "3c 4c 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd",
        "5c 6c 2h 2s 3s 4s 5s 6s 7s 8s 9s Ts Ks",
        "7c 8c 9c Tc Jc Qc Kc Kd Ad Js As Kh Ah",
    ];
    let leads = |queen_breaks_hearts| {
        let options = Standard { passing: false, queen_breaks_hearts, ..Standard::default() };
        let mut game = game(one_deal(options), &texts);
        play(&mut game, "2c 3c 5c 7c Kd Qs 2d 2s");
        assert_eq!(game.scores(), [0, 0, 0, 13]);
        legal(&game)
    };
    assert_eq!(leads(false), "8c 9c Tc Jc Qc Kc Ad Js As");
    assert_eq!(leads(true), "8c 9c Tc Jc Qc Kc Ad Kh Ah Js As");
}

#[test]
fn the_jack_of_diamonds_is_rewarded_beside_the_moon() {
    // Seat 0 has the highest cards of every suit and takes every trick.
    let texts = [
        "2c Ac Kc Qc Ad Kd Qd Ah Kh Qh As Ks Qs",
        "3c 6c 9c 2d 5d 8d Jd 4h 7h Th 2s 5s 8s",
        "4c 7c Tc 3d 6d 9d 2h 5h 8h Jh 3s 6s 9s",
        "5c 8c Jc 4d 7d Td 3h 6h 9h 4s 7s Ts Js",
    ];
    let finish = |moon, jack| {
        let options = Standard { passing: false, moon, jack, ..Standard::default() };
        let mut game = game(one_deal(options), &texts);
        play(&mut game, "2c 3c 4c 5c");
        assert_eq!(game.to_move(), Some(3));
        // The eight of clubs is taken by the ace, then all others are led from the top.
        play(&mut game, "8c Ac 6c 7c Ad Jd 3d 4d");
        assert_eq!(game.scores()[0], if jack { -10 } else { 0 });
        assert_eq!(game.view(1).fact("jack"), Some(jack.then_some(0_usize).into()));
        while let Some(seat) = game.to_move() {
            let view = game.view(seat);
            let mut cards: Vec<DeckCard> = view.playable().collect();
            cards.sort_by_key(|&card| game.rules_in_force().value(card));
            let card = if seat == 0 { cards.last() } else { cards.first() };
            game.play(&Move::Play(*card.unwrap())).unwrap();
        }
        assert_eq!(game.view(None).last().unwrap()[4], ("jack", jack.then_some(0_usize).into()));
        game.scores()
    };
    assert_eq!(finish(Moon::None, true), [16, 0, 0, 0]);
    assert_eq!(finish(Moon::Add, true), [-10, 26, 26, 26]);
    assert_eq!(finish(Moon::Subtract, true), [-36, 0, 0, 0]);
    assert_eq!(finish(Moon::Add, false), [0, 26, 26, 26]);
}

#[test]
fn bounds_with_the_jack_of_diamonds() {
    let bounds = |options| Hearts::new(Rules::standard(options).unwrap(), 1).bounds();
    let one = Standard { jack: true, passing: false, target: None, ..Standard::default() };
    let found = bounds(one);
    assert_eq!((found.score, found.margin, found.total), (Some(-10..=26), Some(36), None));
    assert_eq!(bounds(Standard { moon: Moon::None, ..one }).total, Some(16));
    assert_eq!(bounds(Standard { moon: Moon::Subtract, ..one }).score, Some(-36..=26));
    // Every deal adds at least 16 to the sum of all totals, which is at most 4 × 29 before the last.
    let found = bounds(Standard { target: Some(30), ..one });
    let deals = 4 * 29 / 16 + 1;
    assert_eq!(found.moves, Some(deals as u64 * 52));
    assert_eq!((found.score, found.margin), (Some(-10 * deals..=55), Some(55 + 10 * deals)));
}

#[test]
fn perft_counts_small_deals() {
    // Seat 1 opens with 1-2, seat 0 must follow with 1-1. That is the special card of two values,
    // so seat 1 may lead 0-2 or 2-1; everything else is forced.
    let deal = game(rules((3, 2, 2)), &["0-1 1-1 2-2", "0-2 1-2 2-1"]);
    let counts: Vec<u64> =
        (0..=7).map(|depth| perft(&deal, depth, &Monitor::new()).unwrap()).collect();
    assert_eq!(counts, [1, 1, 1, 2, 2, 2, 2, 2]);

    // Nobody can follow: seat 0 opens with 1-2, seats 1 and 2 discard any of 3. Then seat 0 leads
    // one of 2 (no hearts held), the others discard any of 2 each, and so on: 3·3 · 2·2·2 · 1 = 72.
    let deal = game(rules((3, 3, 3)), &["1-1 1-2 1-3", "0-1 0-2 0-3", "2-1 2-2 2-3"]);
    let counts: Vec<u64> =
        (0..=9).map(|depth| perft(&deal, depth, &Monitor::new()).unwrap()).collect();
    assert_eq!(counts, [1, 1, 3, 9, 18, 36, 72, 72, 72, 72]);
}

#[test]
fn passes_are_all_triples_in_order() {
    // C(17,3), C(13,3), C(10,3), C(8,3) for 3 to 6 players.
    for (players, triples) in [(3, 680), (4, 286), (5, 120), (6, 56)] {
        let rules = Rules::standard(Standard { players, ..Standard::default() }).unwrap();
        let game = Hearts::new(rules, 1);
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        assert_eq!(moves.len(), triples);
        let triple = |chosen: &Move| match chosen {
            Move::Pass(cards) => *cards,
            Move::Play(_) => panic!("a card is played before the passing is done"),
        };
        assert!(moves.is_sorted_by_key(triple));
        assert_eq!(perft(&game, 2, &Monitor::new()).unwrap(), (triples * triples) as u64);
    }
}

#[test]
fn cards_are_passed_left_right_across_and_kept() {
    let rotation = |players, offsets: &[usize]| {
        let rules = Rules::standard(Standard { players, ..Standard::default() }).unwrap();
        let mut game = Hearts::new(rules, 5);
        let mut random = Random::new(5);
        for &offset in offsets {
            let before: Vec<Vec<DeckCard>> = (0..players).map(|seat| game.hand(seat)).collect();
            for seat in 0..if offset > 0 { players } else { 0 } {
                assert_eq!(game.to_move(), Some(seat));
                assert!(game.view(seat).is_passing());
                step(&mut game, &mut random);
            }
            assert!(!game.view(0).is_passing());
            for seat in 0..players {
                let hand = game.hand(seat);
                assert_eq!(hand.len(), rules.hand_size());
                let giver = (seat + players - offset) % players;
                let fresh = hand.iter().filter(|card| !before[seat].contains(card));
                let fresh: Vec<&DeckCard> = fresh.collect();
                assert_eq!(fresh.len(), if offset > 0 { 3 } else { 0 });
                assert!(fresh.into_iter().all(|card| before[giver].contains(card)));
            }
            for _ in 0..rules.cards() {
                step(&mut game, &mut random);
            }
        }
    };
    rotation(3, &[1, 2, 0, 1]);
    rotation(4, &[1, 3, 2, 0, 1]);
    rotation(5, &[1, 4, 0, 1]);
    rotation(6, &[1, 5, 3, 0, 1]);
}

#[test]
fn a_seed_always_means_the_same_deal() {
    let game = Hearts::new(rules((3, 4, 3)), 1);
    let texts: Vec<String> = (0..3).map(|seat| rules((3, 4, 3)).texts(&game.hand(seat))).collect();
    assert_eq!(texts, ["1-2 1-4 2-2 2-3", "0-2 1-3 2-1 2-4", "0-1 0-3 0-4 1-1"]);
}

proptest! {
    #[test]
    fn penalties_sum_to_the_hearts_and_the_special_card_dealt(
        suits in 2_usize..9, values in 2_usize..40, players in 2_usize..12, seed: u64,
    ) {
        prop_assume!(players <= suits * values);
        let rules = Rules::new(suits, values, players).unwrap();
        let mut game = Hearts::new(rules, seed);
        let dealt: Vec<DeckCard> = (0..players).flat_map(|seat| game.hand(seat)).collect();
        prop_assert_eq!(dealt.len(), suits * values / players * players);
        let hearts = dealt.iter().filter(|&&card| rules.suit(card) == 0).count();
        let special = if dealt.contains(&rules.card(1, values - 1).unwrap()) { values } else { 0 };
        let moves = random_playout(&mut game, &mut Random::new(seed)).unwrap();
        prop_assert_eq!(moves as usize, dealt.len());
        prop_assert_eq!(game.scores().iter().sum::<i64>(), (hearts + special) as i64);
    }
}

#[test]
fn a_standard_deal_has_26_points_or_a_moon() {
    const DEALS: u64 = 60_000;
    let means = [Moon::None, Moon::Add, Moon::Subtract].map(|moon| {
        let rules = one_deal(Standard { passing: false, moon, ..Standard::default() });
        let shot = match moon {
            Moon::None => 26,
            Moon::Add => 78,
            Moon::Subtract => -26,
        };
        let mut random = Random::new(8);
        let mut sum = 0;
        for seed in 0..DEALS {
            let mut game = Hearts::new(rules, seed);
            random_playout(&mut game, &mut random).unwrap();
            let scores = game.scores();
            let total: i64 = scores.iter().sum();
            assert!(
                total == 26
                    || (total == shot && scores.iter().any(|&s| s == shot / 3 || s == shot))
            );
            sum += total;
        }
        sum as f64 / DEALS as f64 / 4.0
    });
    // 26/4, and with the moon added: random play is known to average about 6.64 a seat. Moons are
    // about one deal in a hundred; each is worth 13 a seat, so 0.05 is over three deviations.
    assert_eq!(means[0], 6.5);
    assert!((means[1] - 6.64).abs() < 0.05, "{means:?}");
    assert!(means[2] < 6.5, "{means:?}");
}

#[test]
fn a_match_ends_with_the_deal_that_reaches_the_target() {
    for target in [1, 26, 60, 100] {
        let rules =
            Rules::standard(Standard { target: Some(target), ..Standard::default() }).unwrap();
        let mut game = Hearts::new(rules, u64::from(target));
        let mut random = Random::new(3);
        let mut before = game.scores();
        while game.to_move().is_some() {
            let begins = game.view(0).is_passing() && game.to_move() == Some(0);
            if begins {
                before = game.scores();
            }
            step(&mut game, &mut random);
        }
        assert!(before.iter().all(|&score| score < i64::from(target)));
        assert!(game.scores().iter().any(|&score| score >= i64::from(target)));
    }
}

#[test]
fn explicit_deals_are_dealt_in_order_and_again_in_a_new_game() {
    let rules = Rules::standard(Standard { passing: false, ..Standard::default() }).unwrap();
    let suits = ["c", "d", "h", "s"].map(|suit| {
        let cards = "23456789TJQKA".chars().map(|rank| format!("{rank}{suit}"));
        rules.parse(&cards.collect::<Vec<_>>().join(" ")).unwrap()
    });
    let mut turned = suits.clone();
    turned.rotate_left(1);
    let deals = [suits.to_vec(), turned.to_vec()];
    let first = Hearts::with_deals(rules, 1, &deals).unwrap();
    let mut game = first.new_game(2);
    assert_eq!(game, Hearts::with_deals(rules, 2, &deals).unwrap());
    // A sampled state has none of the later deals.
    assert_eq!(Hearts::sample(&first.view(0), &mut Random::new(1)).start().len(), 1);
    // Clubs take every trick and all points: seat 0 shoots the moon, everybody else gets 26.
    let mut random = Random::new(3);
    while game.view(0).last().is_none() {
        step(&mut game, &mut random);
    }
    assert_eq!(game.scores(), [0, 26, 26, 26]);
    assert_eq!(game.hand(3), suits[0]);
    let last = game.view(None).last().unwrap();
    let scores = Fact::list([0_i64, 26, 26, 26]);
    assert_eq!(last[..2], [("number", 1_u32.into()), ("scores", scores)]);
    assert_eq!(last[3], ("moon", 0_u32.into()));
    let error = Hearts::with_deals(one_deal(Standard::default()), 0, &deals).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected one deal, found 2: without a target there are no others"
    );
    let error = Hearts::with_deals(rules, 0, &[suits.to_vec(), Vec::new()]).unwrap_err();
    assert_eq!(error.to_string(), "deal 2: expected 4 hands, found 0");
}
