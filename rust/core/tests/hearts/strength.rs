//! The stronger bots: rule-based, shooting the moon, and search.

use cardcore::game::{Game as _, View as _, bot};
use cardcore::games::hearts::{Hearts, HeartsModel, Rules, Standard};
use cardcore::monitor::Monitor;
use cardcore::play::{arena, random_playout};
use cardcore::random::Random;
use cardcore::search::{Budget, search};

use crate::{game, one_deal, play, rules};

/// The mean score of the first bot and that of the others.
fn means(bots: [&str; 4], games: u64) -> (f64, f64) {
    let template = Hearts::new(one_deal(Standard::default()), 0);
    let tally = arena::run(&template, &bots, 0..games, 1, &Monitor::new()).unwrap();
    let mean = |bot: usize| tally.mean(bot).0;
    (mean(0), (mean(1) + mean(2) + mean(3)) / 3.0)
}

#[test]
fn each_bot_beats_those_below_it() {
    // Measured over more games: 3.5 points.
    let (rule, _) = means(["rule", "greedy", "greedy", "greedy"], 8_000);
    assert!(rule < 3.8, "{rule}");
    let (shooter, others) = means(["shooter", "rule", "rule", "rule"], 8_000);
    assert!(shooter + 0.5 < others, "{shooter} {others}");
    let (searcher, others) = means(["search:version=1:worlds=10", "rule", "rule", "rule"], 160);
    assert!(searcher + 1.0 < others, "{searcher} {others}");
    // Measured over more games: 3.5 and 4.6 points better.
    let (policy, others) = means(["policy", "rule", "rule", "rule"], 8_000);
    assert!(policy + 2.5 < others, "{policy} {others}");
    let (policy, others) = means(["policy", "greedy", "greedy", "greedy"], 8_000);
    assert!(policy + 3.5 < others, "{policy} {others}");
}

#[test]
fn a_search_chooses_the_same_on_any_number_of_threads() {
    let shapes = [
        one_deal(Standard::default()),
        one_deal(Standard { players: 3, ..Standard::default() }),
        one_deal(Standard { players: 6, ..Standard::default() }),
        rules((3, 5, 4)),
        rules((5, 16, 5)),
    ];
    for shape in shapes {
        let mut state = Hearts::new(shape, 4);
        let mut random = Random::new(2);
        for _ in 0..9 {
            let chosen = state.view(state.to_move().unwrap()).random_move(&mut random).unwrap();
            let view = state.view(state.to_move().unwrap());
            let weigh = || {
                let budget = Budget::of_worlds(40);
                search::<Hearts, _>(&HeartsModel::default(), &view, budget, 5, &Monitor::new())
            };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
            assert_eq!(pool.install(weigh).unwrap(), weigh().unwrap());
            state.play(&chosen).unwrap();
        }
    }
}

#[test]
fn the_moon_is_shot_to_the_end() {
    // All high cards in every suit: the leader takes everything.
    let rules = one_deal(Standard { passing: false, ..Standard::default() });
    let deal = [
        "2c Ac Kc Qc Ad Kd Qd Ah Kh Qh As Ks Qs",
        "3c 4c 5c 2d 3d 4d 2h 3h 4h 5h 2s 3s 4s",
        "6c 7c 8c 5d 6d 7d 6h 7h 8h 5s 6s 7s 8s",
        "9c Tc Jc 8d 9d Td Jd 9h Th Jh 9s Ts Js",
    ];
    for name in ["shooter", "search:version=1:worlds=40"] {
        let mut state = game(rules, &deal);
        play(&mut state, "2c 3c 6c 9c");
        // Seat 3 has the lead, and gives it back at once.
        play(&mut state, "8d Ad 2d 5d");
        let mut random = Random::new(1);
        while let Some(seat) = state.to_move() {
            let name = if seat == 0 { name } else { "rule" };
            let chosen = bot::<Hearts>(name).unwrap().choose(&state.view(seat), &mut random);
            state.play(&chosen.unwrap()).unwrap();
        }
        assert_eq!(state.scores(), [0, 26, 26, 26], "{name}");
    }
}

#[test]
fn every_card_has_an_estimate() {
    let rules = one_deal(Standard { passing: false, ..Standard::default() });
    let deal = [
        "2c Ac Kc Qc Ad Kd Qd Ah Kh Qh As Ks Qs",
        "3c 4c 5c 2d 3d 4d 2h 3h 4h 5h 2s 3s 4s",
        "6c 7c 8c 5d 6d 7d 6h 7h 8h 5s 6s 7s 8s",
        "9c Tc Jc 8d 9d Td Jd 9h Th Jh 9s Ts Js",
    ];
    let mut state = game(rules, &deal);
    play(&mut state, "2c 3c 6c 9c 8d");
    let mut searcher = bot::<Hearts>("search:worlds=100").unwrap();
    let view = state.view(0);
    let weighed = searcher.weigh(&view, &mut Random::new(3), &Monitor::new()).unwrap();
    // The ace, king and queen of diamonds are equivalent.
    assert_eq!(weighed.len(), 1);
    assert_eq!(state.move_text(&weighed[0].chosen), "Ad");
    let chosen = searcher.choose(&view, &mut Random::new(3)).unwrap();
    assert_eq!(chosen, weighed[0].chosen);
}

#[test]
fn search_parameters_are_known_by_name() {
    for name in [
        "search:version=1:worlds=2:playout=greedy:noise=0",
        "search:version=1:1ms:playout=random",
        "search:version=1:worlds=2:passes=0:moon=no:solved=3",
        "search:version=2:worlds=2:depth=0:gate=0",
        "search:version=2:1ms:depth=2:goal=deal",
    ] {
        let mut state = Hearts::new(one_deal(Standard::default()), 5);
        let mut random = Random::new(1);
        while let Some(seat) = state.to_move() {
            let mut searcher = bot::<Hearts>(name).unwrap();
            let chosen = searcher.choose(&state.view(seat), &mut random).unwrap();
            state.play(&chosen).unwrap();
        }
    }
    let error = |name| bot::<Hearts>(name).err().unwrap().to_string();
    assert_eq!(
        error("search:playout=best"),
        "bot 'search:playout=best': playout = 'best': expected one of rule, greedy, random"
    );
    assert_eq!(
        error("search:fast"),
        "bot 'search:fast': 'fast' is not a parameter, expected name=value with one of worlds, \
         time, prune, temperature, cutoff, version, depth, gate, goal, adapt, playout, noise, passes, \
         moon, solved, or a time such as 10ms"
    );
    assert_eq!(error("rule:5ms"), "bot 'rule:5ms': it takes no parameters, found '5ms'");
    let state = Hearts::new(Rules::new(4, 13, 4).unwrap(), 1);
    let is_reproducible = |name| arena::is_reproducible(&state, &[name]).unwrap();
    assert!(is_reproducible("search:worlds=5") && !is_reproducible("search:5ms"));
}

#[test]
fn large_decks_are_played_too() {
    for shape in [(5, 16, 5), (2, 3, 5), (2, 2, 2), (9, 8, 11), (2, 40, 3)] {
        for name in ["rule", "shooter", "policy", "search:worlds=3", "search:version=2:worlds=3"] {
            let mut state = Hearts::new(Rules::new(shape.0, shape.1, shape.2).unwrap(), 1);
            let mut random = Random::new(1);
            for _ in 0..6 {
                let Some(seat) = state.to_move() else { break };
                let chosen = bot::<Hearts>(name).unwrap().choose(&state.view(seat), &mut random);
                state.play(&chosen.unwrap()).unwrap();
            }
            assert!(random_playout(&mut state, &mut random).is_ok());
        }
    }
}

#[test]
fn clearly_worse_cards_are_pruned_unless_disabled() {
    let state = Hearts::new(one_deal(Standard::default()), 4);
    let view = state.view(state.to_move().unwrap());
    let worlds = |name: &str| -> Vec<u64> {
        let mut bot = bot::<Hearts>(name).unwrap();
        let weighed = bot.weigh(&view, &mut Random::new(1), &Monitor::new()).unwrap();
        weighed.iter().map(|weighed| weighed.worlds).collect()
    };
    let all = worlds("search:version=1:worlds=64:prune=no");
    assert!(all.len() > 30 && all.iter().all(|&worlds| worlds == 64), "{all:?}");
    let dropped = worlds("search:version=1:worlds=64");
    assert_eq!(dropped.len(), all.len());
    assert!(dropped.iter().filter(|&&worlds| worlds < 64).count() > 20, "{dropped:?}");
}
