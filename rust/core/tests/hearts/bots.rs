//! The greedy player: its exact evaluation, and its strength.

use cardcore::game::{Fact, Game as _, View as _, bot};
use cardcore::games::hearts::{DeckCard, Hearts, Rules, Standard, danger, evaluate};
use cardcore::play::playout;
use cardcore::random::Random;

use crate::{game, hands, one_deal, play, rules};

#[test]
fn cards_have_the_documented_evaluation() {
    let rates = |game: &Hearts| -> Vec<(String, i64)> {
        let view = game.view(game.to_move().unwrap());
        view.playable().map(|card| (view.rules().text(card), evaluate(&view, card))).collect()
    };
    let rated = |text: &str| -> Vec<(String, i64)> {
        let pair = |(card, score): (&str, &str)| (card.to_owned(), score.parse().unwrap());
        text.split(' ').map(|part| pair(part.split_once('=').unwrap())).collect()
    };
    let shape = rules((3, 5, 3));
    let mut deal =
        game(shape, &["0-1 0-5 1-2 1-4 2-1", "0-2 1-1 1-5 2-2 2-5", "0-3 0-4 2-3 2-4 1-3"]);
    // The lead of suit 1 with the special card out: 5 - 2 - 5.
    assert_eq!(rates(&deal), rated("1-2=-2"));
    play(&mut deal, "1-2");
    // 1-1 loses and counts its value; 1-5 wins a trick without points.
    assert_eq!(rates(&deal), rated("1-1=1 1-5=0"));
    play(&mut deal, "1-5 1-3");
    // Leads: 5 - value, less 5 in suit 1 while 1-4 is out; hearts are not broken.
    assert_eq!(rates(&deal), rated("1-1=-1 2-2=3 2-5=0"));
    play(&mut deal, "2-2 2-4");
    assert_eq!(rates(&deal), rated("2-1=1"));
    play(&mut deal, "2-1 2-3 0-1");
    // 0-1 lies on suit 2: 2-5 would win it, 1 × 15.
    assert_eq!(rates(&deal), rated("2-5=-15"));
    play(&mut deal, "2-5 1-1");
    // Void in suit 1: hearts 10; nothing else is left.
    assert_eq!(rates(&deal), rated("0-3=10 0-4=10"));
    play(&mut deal, "0-3");
    // The special card follows suit and wins a heart: -50 - 15.
    assert_eq!(rates(&deal), rated("1-4=-65"));
    play(&mut deal, "1-4");
    assert_eq!(deal.scores(), [1 + 5, 1, 0]);
    // A lead of hearts is worth -10, whatever the value.
    assert_eq!(rates(&deal), rated("0-5=-10"));

    // The special card discarded on another suit: -50 + 100.
    let mut discarded =
        game(rules((3, 4, 3)), &["1-2 2-1 2-2 0-1", "1-4 2-3 2-4 0-2", "1-1 1-3 0-3 0-4"]);
    play(&mut discarded, "1-2 1-4 1-1 2-3");
    assert_eq!(rates(&discarded), rated("0-3=10 0-4=10 1-3=50"));
}

#[test]
fn greedy_plays_and_passes_better_than_chance() {
    let mean = |names: [&str; 4], passing: bool| -> Vec<f64> {
        let rules = one_deal(Standard { passing, ..Standard::default() });
        let mut sums = vec![0; 4];
        let mut random = Random::new(7);
        for seed in 0..2000 {
            let mut game = Hearts::new(rules, seed);
            let mut bots: Vec<_> = names.iter().map(|name| bot::<Hearts>(name).ok()).collect();
            playout(&mut game, &mut bots, &mut random).unwrap();
            for (sum, score) in sums.iter_mut().zip(game.scores()) {
                *sum += score;
            }
        }
        sums.into_iter().map(|sum| sum as f64 / 2000.0).collect()
    };
    let mixed = mean(["greedy", "random", "greedy", "random"], false);
    assert!(mixed[0] + 1.0 < mixed[1] && mixed[2] + 1.0 < mixed[3], "{mixed:?}");
    // All four seats play greedily; two of them pass by danger, the others at random.
    let mut sums = [0_i64; 4];
    let mut random = Random::new(7);
    let rules = one_deal(Standard::default());
    for seed in 0..4000 {
        let mut game = Hearts::new(rules, seed);
        let mut bots: Vec<_> = (0..4).map(|_| bot::<Hearts>("greedy").ok()).collect();
        for seat in 0..4 {
            let name = if seat % 2 == 0 { "greedy" } else { "random" };
            let chosen =
                bot::<Hearts>(name).unwrap().choose(&game.view(seat), &mut random).unwrap();
            game.play(&chosen).unwrap();
        }
        playout(&mut game, &mut bots, &mut random).unwrap();
        for (sum, score) in sums.iter_mut().zip(game.scores()) {
            *sum += score;
        }
    }
    assert!(sums[0] + 2000 < sums[1] && sums[2] + 2000 < sums[3], "{sums:?}");
}

#[test]
fn bots_that_know_the_jack_take_it_more_often_than_others() {
    let rules = one_deal(Standard { jack: true, ..Standard::default() });
    let greedy = || bot::<Hearts>("greedy").ok();
    for (name, deals) in [("rule", 1000), ("policy", 1000), ("search:worlds=12", 150)] {
        let mut random = Random::new(3);
        let mut taken = 0;
        for seed in 0..deals {
            let mut game = Hearts::new(rules, seed);
            let mut bots = vec![bot::<Hearts>(name).ok(), greedy(), greedy(), greedy()];
            playout(&mut game, &mut bots, &mut random).unwrap();
            let jack = game.view(None).last().unwrap().into_iter().find(|(key, _)| *key == "jack");
            taken += u64::from(jack.unwrap().1 == Fact::from(0_usize));
        }
        // Four equal players would take a quarter each.
        assert!(taken * 100 >= deals * 40, "{name}: {taken} of {deals}");
    }
}

#[test]
fn an_unguarded_queen_is_passed_and_a_guarded_one_kept() {
    let rules = Rules::standard(Standard::default()).unwrap();
    let rest = "3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d";
    let more = "3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 2h";
    let passes = |hand: &str| {
        let deck = "2c 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As";
        let own = rules.parse(hand).unwrap();
        let others = rules.parse(deck).unwrap();
        let last: Vec<DeckCard> = others.into_iter().filter(|card| !own.contains(card)).collect();
        let deal =
            [own, hands(&rules, &[rest])[0].clone(), hands(&rules, &[more])[0].clone(), last];
        let game = Hearts::with_deals(rules, 0, &[deal.to_vec()]).unwrap();
        let view = game.view(0);
        let queen = rules.parse("Qs").unwrap()[0];
        let chosen = bot::<Hearts>("greedy").unwrap().choose(&view, &mut Random::new(0)).unwrap();
        (danger(&view, queen), game.move_text(&chosen))
    };
    let open = passes("2c 3h 4h 5h 6h 7h 8h 9h Th Jh Qs Ks As");
    assert_eq!(open, (61, "pass Qs Ks As".to_owned()));
    let guarded = passes("2c 3h 4h 5h 6h 7h 8h 9h 2s 3s 4s 5s Qs");
    assert_eq!(guarded, (0, "pass 7h 8h 9h".to_owned()));
}
