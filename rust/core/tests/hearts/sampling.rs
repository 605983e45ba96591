//! What a seat knows about other hands, and states sampled from it.

use std::collections::HashMap;

use cardcore::game::{Game as _, View as _};
use cardcore::games::hearts::{DeckCard, Hearts, Rules, Standard};
use cardcore::play::random_playout;
use cardcore::random::Random;

use crate::{SHAPES, game, one_deal, play, rules, step};

#[test]
fn sampled_states_can_always_be_played() {
    // A hundred thousand samples from all stages of all kinds of games, each played to its end.
    let mut count = 0;
    let mut random = Random::new(4);
    let mut kinds: Vec<Rules> = SHAPES[1..10].iter().map(|&shape| rules(shape)).collect();
    kinds.extend((3..=6).flat_map(|players| {
        [true, false].map(|passing| one_deal(Standard { players, passing, ..Standard::default() }))
    }));
    for seed in 0.. {
        if count >= 100_000 {
            break;
        }
        let mut game = Hearts::new(kinds[seed as usize % kinds.len()], seed);
        while let Some(turn) = game.to_move() {
            let seat = (turn + random.below(2) as usize) % game.seats();
            let view = game.view(seat);
            let mut sampled = Hearts::sample(&view, &mut random);
            assert_eq!(sampled.view(seat).facts(), view.facts());
            random_playout(&mut sampled, &mut random).unwrap();
            assert_eq!(sampled.to_move(), None);
            count += 1;
            step(&mut game, &mut random);
        }
    }
}

#[test]
fn samples_are_uniform() {
    // Three suits of four values among three players, two tricks played: seat 1 is known to be void
    // in suit 1, seat 0 is the viewer. All worlds with the same view, by trying all deals.
    let start = ["0-1 1-2 2-1 2-4", "0-2 0-3 2-2 2-3", "0-4 1-1 1-3 1-4"];
    let moves = "1-2 2-2 1-4 1-1 2-1 2-3";
    let mut truth = game(rules((3, 4, 3)), &start);
    play(&mut truth, moves);
    let own = rules((3, 4, 3)).parse("0-1 2-4").unwrap();
    assert_eq!(truth.hand(0), own);
    let mut worlds: HashMap<Vec<DeckCard>, u32> = HashMap::new();
    let mut random = Random::new(6);
    const SAMPLES: u32 = 30_000;
    for _ in 0..SAMPLES {
        let sampled = Hearts::sample(&truth.view(0), &mut random);
        *worlds.entry(sampled.hand(1)).or_default() += 1;
    }
    // Hidden: 0-2 0-3 0-4 1-3, two each. Seat 1 is void in suit 1, so seat 2 has 1-3, and seat 1
    // has two of the three hearts.
    assert_eq!(worlds.len(), 3);
    for (hand, &count) in &worlds {
        let expected = f64::from(SAMPLES) / 3.0;
        // Five deviations of a binomial with a third.
        let bound = 5.0 * (expected * 2.0 / 3.0).sqrt();
        assert!((f64::from(count) - expected).abs() < bound, "{hand:?}: {count}");
    }
}

#[test]
fn a_passer_knows_where_its_cards_are() {
    let mut game = Hearts::new(one_deal(Standard::default()), 2);
    let mut random = Random::new(2);
    for _ in 0..4 {
        step(&mut game, &mut random);
    }
    while game.to_move().is_some() {
        for seat in 0..4 {
            let (receiver, cards) = game.view(seat).passed().unwrap();
            assert_eq!(receiver, (seat + 1) % 4);
            let sampled = Hearts::sample(&game.view(seat), &mut random);
            for card in cards {
                assert_eq!(
                    sampled.hand(receiver).contains(&card),
                    game.hand(receiver).contains(&card)
                );
            }
        }
        step(&mut game, &mut random);
    }
}

#[test]
fn voids_are_inferred_from_plays() {
    let mut deal = game(rules((3, 3, 3)), &["1-1 1-2 0-1", "0-2 0-3 2-1", "2-2 2-3 1-3"]);
    play(&mut deal, "1-2 0-2");
    let view = deal.view(0);
    assert_eq!([0, 1, 2].map(|seat| view.voids(seat)), [vec![], vec![1], vec![]]);

    // A heart led before hearts are broken implies a hand of hearts.
    let texts = ["0-1 0-2 0-3 1-2", "1-1 1-3 1-4 2-1", "0-4 2-2 2-3 2-4"];
    let mut deal = game(rules((3, 4, 3)), &texts);
    play(&mut deal, "1-2 1-1 2-2 0-1");
    let view = deal.view(1);
    assert_eq!([0, 1, 2].map(|seat| view.voids(seat)), [vec![1, 2], vec![], vec![1]]);
    // Once the special card is out, which is 1-2 for three values, it implies nothing.
    let mut deal = game(rules((3, 3, 2)), &["1-2 0-1 0-2 0-3", "1-1 2-1 2-2 2-3"]);
    play(&mut deal, "1-2 1-1 0-1");
    assert_eq!(deal.view(1).voids(0), Vec::<usize>::new());

    // Points discarded on the first trick imply a hand of points: its only possible spade is the
    // queen.
    let texts = [
        "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac",
        "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Qs",
        "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad",
        "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Ks As Ah",
    ];
    let mut deal = game(one_deal(Standard { passing: false, ..Standard::default() }), &texts);
    play(&mut deal, "2c 2h 2d 2s");
    assert_eq!(deal.view(0).voids(1), [0, 1], "clubs, diamonds");
    let mut random = Random::new(1);
    let mut queens = [0; 4];
    for _ in 0..200 {
        let sampled = Hearts::sample(&deal.view(0), &mut random);
        let held = sampled.hand(1);
        assert!(held.iter().all(|&card| sampled.rules_in_force().cost(card) > 0));
        let queen = sampled.rules_in_force().special();
        queens[(0..4).find(|&seat| sampled.hand(seat).contains(&queen)).unwrap()] += 1;
    }
    assert!(queens[0] == 0 && queens[1] > 0, "{queens:?}");
    play(&mut deal, "3c Qs");
    assert_eq!(deal.view(0).voids(1), [0, 1, 3]);
}
