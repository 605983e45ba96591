//! The generic search: the same choice on any number of threads, within its budget, and better than
//! its rollout policy.

#![expect(clippy::unwrap_used, reason = "shared test code may panic")]

use std::time::Duration;

use cardcore::game::{Bot, BotEntry, BotError, BotSpec, Game, RandomBot, View as _, bot};
use cardcore::games::ends::{End, Ends, Rules as EndsRules};
use cardcore::games::hearts::{Hearts, Rules, Standard};
use cardcore::monitor::Monitor;
use cardcore::play::arena;
use cardcore::random::Random;
use cardcore::search::{BotRollouts, Budget, RandomRollouts, SearchBot, search};

fn hearts(seed: u64) -> Hearts {
    Hearts::new(Rules::standard(Standard::default()).unwrap(), seed)
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game = hearts(3);
    let view = game.view(0);
    let weigh = || {
        search::<Hearts, _>(
            &RandomRollouts::default(),
            &view,
            Budget::of_worlds(100),
            5,
            &Monitor::new(),
        )
        .unwrap()
    };
    let alone = weigh();
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(weigh), alone);
    }
    let step = Monitor::new().step();
    let within =
        search::<Hearts, _>(&RandomRollouts::default(), &view, Budget::of_worlds(100), 5, &step)
            .unwrap();
    assert_eq!(within, alone);
    assert_eq!(alone.len(), 286);
}

#[test]
fn losing_candidates_are_eliminated_and_the_best_has_all_worlds() {
    let game = hearts(3);
    let view = game.view(0);
    let monitor = Monitor::new();
    let weighed =
        search::<Hearts, _>(&RandomRollouts::default(), &view, Budget::of_worlds(64), 5, &monitor)
            .unwrap();
    assert_eq!(weighed[0].worlds, 64);
    assert_eq!(monitor.progress(), (64, 64));
    // Half of them are eliminated after every batch of 8, 16, 32 worlds.
    let with = |worlds| weighed.iter().filter(|move_| move_.worlds == worlds).count();
    assert!(with(8) >= 143 && with(16) >= 71 && with(64) <= 36, "{} {}", with(8), with(16));
    assert!(weighed.iter().all(|move_| move_.half_width.is_some()));
}

#[test]
fn a_search_plays_better_than_its_rollouts() {
    let rules = EndsRules::new(8, 1, 10, End::Left).unwrap();
    let mut won = 0;
    for game in 0..60 {
        let mut state = Ends::new(rules, game);
        let mut random = Random::new(game);
        let mut searcher = SearchBot::<Ends, RandomRollouts>::new(
            RandomRollouts::default(),
            Budget::of_worlds(60),
        );
        let seat = (game % 2) as usize;
        while let Some(turn) = state.to_move() {
            let view = state.view(turn);
            let chosen = if turn == seat {
                searcher.choose(&view, &mut random)
            } else {
                Bot::<Ends>::choose(&mut RandomBot, &view, &mut random)
            };
            state.play(&chosen.unwrap()).unwrap();
        }
        let scores = state.scores();
        won += i32::from(scores[seat] > scores[1 - seat]);
    }
    assert!(won >= 45, "{won} of 60");
}

#[test]
fn a_search_can_be_stopped_and_ends_in_time() {
    let game = hearts(1);
    let view = game.view(0);
    let monitor = Monitor::watched(|monitor| {
        if monitor.progress().0 >= 20 {
            monitor.stop();
        }
    });
    let mut bot = SearchBot::<Hearts, RandomRollouts>::new(
        RandomRollouts::default(),
        Budget::of_worlds(200_000),
    );
    assert!(bot.choose_cancellable(&view, &mut Random::new(1), &monitor).is_err());
    assert_eq!(monitor.progress(), (20, 200_000));
    // A time limit that expires at once leaves the first batch.
    let budget = Budget::of_time(Duration::from_micros(1));
    let weighed =
        search::<Hearts, _>(&RandomRollouts::default(), &view, budget, 5, &Monitor::new()).unwrap();
    assert_eq!(weighed[0].worlds, 8);
    let bot = SearchBot::<Hearts, RandomRollouts>::new(RandomRollouts::default(), budget);
    assert!(!Bot::<Hearts>::is_reproducible(&bot));
}

#[test]
fn no_estimates_out_of_turn() {
    let game = hearts(1);
    let budget = Budget::of_worlds(1);
    for viewer in [Some(1), None] {
        let weighed = search::<Hearts, _>(
            &RandomRollouts::default(),
            &game.view(viewer),
            budget,
            5,
            &Monitor::new(),
        );
        assert_eq!(weighed.unwrap(), []);
        let mut bot = SearchBot::<Hearts, RandomRollouts>::new(RandomRollouts::default(), budget);
        assert_eq!(bot.choose(&game.view(viewer), &mut Random::new(1)), None);
    }
    assert!(game.view(0).is_my_turn());
}

#[test]
fn a_spec_makes_the_same_bot_repeatedly() {
    let timed = BotSpec::<Hearts>::parse("search:5ms").unwrap();
    assert_eq!(timed.name(), "search:5ms");
    let few = BotSpec::<Hearts>::parse("search:worlds=2").unwrap();
    let game = hearts(1);
    let weigh = |mut bot: Box<dyn Bot<Hearts>>| {
        bot.weigh(&game.view(0), &mut Random::new(3), &Monitor::new()).unwrap()
    };
    let expected = weigh(bot("search:worlds=2").unwrap());
    for _ in 0..2 {
        assert!(!timed.make().is_reproducible() && few.make().is_reproducible());
        assert_eq!(weigh(few.make()), expected);
    }
}

#[test]
fn a_bot_without_parameters_takes_none() {
    let error = bot::<Ends>("greedy:worlds=5").err().unwrap();
    assert!(matches!(error, BotError::Parameter { .. }));
    assert_eq!(
        error.to_string(),
        "bot 'greedy:worlds=5': it takes no parameters, found 'worlds=5'"
    );
    let row = Ends::new(EndsRules::new(10, 2, 14, End::Left).unwrap(), 1);
    assert!(arena::is_reproducible(&row, &["greedy", "serch:5ms"]).is_err());
    assert_eq!(arena::is_reproducible(&row, &["greedy", "random"]), Ok(true));
    let takes_some = |entry: &&BotEntry<Ends>| !(entry.make)().parameters().is_empty();
    let names = Ends::bots().iter().filter(takes_some).map(|entry| entry.name);
    assert_eq!(names.collect::<Vec<_>>(), ["perfect"]);
}

#[test]
fn rollouts_by_a_random_bot_are_random_rollouts() {
    let game = hearts(5);
    let view = game.view(0);
    let (budget, monitor) = (Budget::of_worlds(40), Monitor::new());
    let random = RandomRollouts::default();
    let expected = search::<Hearts, _>(&random, &view, budget, 7, &monitor).unwrap();
    let model = BotRollouts::new(BotSpec::<Hearts>::parse("random").unwrap().into());
    assert_eq!(search(&model, &view, budget, 7, &monitor).unwrap(), expected);
    // The same by name; here the bot draws the seed of its search.
    let spec = BotSpec::for_game("search:worlds=40:rollouts=random", &game).unwrap();
    let weighed = spec.make().weigh(&view, &mut Random::new(7), &monitor).unwrap();
    let seed = Random::new(7).word();
    assert_eq!(weighed, search::<Hearts, _>(&random, &view, budget, seed, &monitor).unwrap());
}

#[test]
fn rollouts_that_cannot_be_played_are_refused() {
    let game = hearts(1);
    for (name, reason) in [
        ("greedy:rollouts=random", "expected them after a bot that searches"),
        ("search:rollouts=search:worlds=5", "expected a bot that does not search itself"),
        ("search:rollouts=search:rollouts=random", "expected a bot that does not search itself"),
    ] {
        let found = BotSpec::for_game(name, &game).unwrap_err().to_string();
        assert_eq!(found, format!("bot '{name}': rollouts: {reason}"));
    }
    for (name, beginning) in [
        ("search:rollouts=", "unknown bot ''"),
        ("search:rollouts=nobody", "unknown bot 'nobody'"),
        ("search:rollouts=net:", "bot 'net:': the name of its file is missing"),
        ("search:world=5:rollouts=random", "bot 'search:world=5': unknown parameter 'world'"),
    ] {
        let found = BotSpec::for_game(name, &game).unwrap_err().to_string();
        assert!(found.starts_with(beginning), "{found}");
    }
}
