//! `search` and its rollout policy `plan`: reproducible, cancellable, and stronger than other bots.

use cardcore::game::{Game as _, bot};
use cardcore::games::president::{Move, President, PresidentModel, TradeRule};
use cardcore::monitor::Monitor;
use cardcore::play::arena;
use cardcore::random::Random;
use cardcore::search::{Budget, search};

use crate::{TRADES, at_trade, deal, new, play};

fn choose(name: &str, state: &President) -> String {
    let seat = state.to_move().unwrap();
    let mut bot = bot::<President>(name).unwrap();
    bot.choose(&state.view(seat), &mut Random::new(1)).unwrap().to_string()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let playing = new(4, 1, TradeRule::Request, 3);
    let trading = at_trade(5, TradeRule::Request, 4);
    let giving = at_trade(4, TradeRule::Best, 5);
    for state in [playing, trading, giving] {
        let view = state.view(state.to_move());
        let weigh = || {
            let budget = Budget::of_worlds(100);
            search(&PresidentModel::default(), &view, budget, 5, &Monitor::new()).unwrap()
        };
        let alone = weigh();
        assert!(alone.len() > 1, "{alone:?}");
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(weigh), alone);
        }
        // Places are from 1 to the number of players.
        let places = 1.0..=state.seats() as f64;
        assert!(alone.iter().all(|weighed| places.contains(&weighed.points)));
    }
}

#[test]
fn two_players_are_left_to_version_1() {
    let state = new(2, 1, TradeRule::Request, 3);
    assert_eq!(choose("search:worlds=30", &state), choose("search:version=1:worlds=30", &state));
    let policy = choose("search:worlds=30:gate=100", &new(3, 1, TradeRule::Request, 3));
    assert_eq!(policy, choose("policy", &new(3, 1, TradeRule::Request, 3)));
}

#[test]
fn a_choice_can_be_stopped() {
    let state = at_trade(4, TradeRule::Request, 1);
    let monitor = Monitor::watched(|monitor| {
        if monitor.progress().0 >= 20 {
            monitor.stop();
        }
    });
    let mut bot = bot::<President>("search:worlds=100000").unwrap();
    let view = state.view(state.to_move());
    assert!(bot.choose_cancellable(&view, &mut Random::new(1), &monitor).is_err());
    assert_eq!(monitor.progress(), (20, 100_000));
}

#[test]
fn parameters_change_the_candidates() {
    let state = at_trade(4, TradeRule::Request, 1);
    let view = state.view(state.to_move());
    let thought_of = |name: &str| {
        let mut bot = bot::<President>(name).unwrap();
        bot.weigh(&view, &mut Random::new(1), &Monitor::new()).unwrap().len()
    };
    assert_eq!(thought_of("search:worlds=8:candidates=5"), 5);
    assert_eq!(thought_of("search:worlds=8:trades=rule"), 1);
    assert_eq!(thought_of("search:worlds=8:playout=random:candidates=3"), 3);
    let error = bot::<President>("search:trades=never").err().unwrap();
    assert_eq!(
        error.to_string(),
        "bot 'search:trades=never': trades = 'never': expected one of search, rule"
    );
    assert!(bot::<President>("plan:worlds=5").is_err());
    let state = new(4, 1, TradeRule::Request, 1);
    let is_reproducible = |name| arena::is_reproducible(&state, &[name, "plan"]).unwrap();
    assert!(is_reproducible("search") && !is_reproducible("search:2ms"));
}

#[test]
fn unbeatable_cards_are_kept_until_they_win() {
    // Spending the two leaves three cards that do not win the lead again.
    let hands = ["3d 7d 8d 9d Jd", "2s 4c 6h 9h Ts", "Tc Jc Qc Kc Kd", "Th Jh Qh Kh Ks"];
    let mut state = deal(1, &hands);
    play(&mut state, &["3d", "4c", "Kd", "Ks", "pass"]);
    assert_eq!(choose("plan", &state), "pass");
    // With one other card left it wins: the two, and then that card.
    let mut state = deal(1, &["3d 8d 7s", "2s 5c 4h", "Tc Jc Qc"]);
    play(&mut state, &["3d", "5c", "Tc", "pass"]);
    for name in ["plan", "search:worlds=50"] {
        assert_eq!(choose(name, &state), "2s", "{name}");
    }
}

#[test]
fn both_pass_voluntarily() {
    for name in ["plan", "search:worlds=30"] {
        let (mut on_purpose, mut random) = (0, Random::new(1));
        for seed in 0..6 {
            let mut state = new(4, 1, TradeRule::Request, seed);
            let mut bot = bot::<President>(name).unwrap();
            while let Some(seat) = state.to_move() {
                let mut moves = Vec::new();
                state.legal_moves(&mut moves);
                let chosen = bot.choose(&state.view(seat), &mut random).unwrap();
                on_purpose += usize::from(chosen == Move::Pass && moves.len() > 1);
                state.play(&chosen).unwrap();
            }
        }
        assert!(on_purpose > 5, "{name}: {on_purpose}");
    }
}

/// The mean place of a bot in one seat among others, in matches of two rounds with every seat.
fn mean_place(name: &str, other: &str, players: usize, blocks: u64, trade: TradeRule) -> f64 {
    let bots: Vec<&str> = (0..players).map(|seat| if seat == 0 { name } else { other }).collect();
    let template = new(players, 2, trade, 0);
    let games = blocks * players as u64;
    let tally = arena::run(&template, &bots, 0..games, 1, &Monitor::new()).unwrap();
    tally.mean(0).0 / 2.0
}

#[test]
fn plan_beats_shortest() {
    for (players, blocks) in [(2, 40), (3, 60), (4, 60), (8, 30)] {
        let even = (players + 1) as f64 / 2.0;
        for trade in TRADES {
            let place = mean_place("plan", "shortest", players, blocks, trade);
            assert!(place < even - 0.05, "{place} among {players}");
        }
    }
}

#[test]
fn search_beats_plan() {
    for (players, blocks) in [(2, 6), (3, 8), (4, 8), (7, 3), (13, 1)] {
        let even = (players + 1) as f64 / 2.0;
        for trade in TRADES {
            let place = mean_place("search:worlds=30", "plan", players, blocks, trade);
            assert!(place < even - 0.1, "{place} among {players}");
        }
    }
}
