//! Learning by self-play, and the files of what was learned.

use cardcore::game::{Bot as _, Game as _, View as _, bot};
use cardcore::games::president::learn::{Learning, LearningSettings};
use cardcore::games::president::{
    Ends, Options, Passing, Policy, PolicyBot, Preset, President, Rules,
};
use cardcore::monitor::Monitor;
use cardcore::nets::TensorFile;
use cardcore::random::Random;

const SHORT: LearningSettings =
    LearningSettings { preset: Preset::Report, players: 4, deals: 200, seed: 3 };

/// Train to the end; after every step a checkpoint may replace what is trained.
fn train(settings: LearningSettings, resumes: bool) -> Vec<u8> {
    let mut learning = Learning::new(settings).unwrap();
    while !learning.is_done() {
        learning.step(&Monitor::new()).unwrap();
        if resumes {
            learning = Learning::resume(&learning.checkpoint()).unwrap();
        }
    }
    learning.policy().to_file().to_bytes()
}

#[test]
fn the_same_seed_gives_the_same_weights_on_any_number_of_threads() {
    let here = train(SHORT, false);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    assert_eq!(pool.install(|| train(SHORT, true)), here);
    assert_ne!(train(LearningSettings { seed: 4, ..SHORT }, false), here);
}

#[test]
fn all_presets_and_numbers_of_players_are_learned() {
    for preset in Preset::ALL {
        for players in [2, 3, 5, 13] {
            let settings = LearningSettings { preset, players, deals: 8, seed: 1 };
            let file = TensorFile::from_bytes(&train(settings, false)).unwrap();
            let policy = Policy::from_file(&file).unwrap();
            assert_eq!((policy.preset(), policy.players()), (preset, players));
            assert_eq!(policy.to_file(), file);
        }
    }
    assert!(Learning::new(LearningSettings { players: 14, ..SHORT }).is_err());
}

#[test]
fn a_stop_changes_nothing() {
    let mut learning = Learning::new(SHORT).unwrap();
    learning.step(&Monitor::new()).unwrap();
    let before = learning.checkpoint();
    let monitor = Monitor::new();
    monitor.stop();
    assert!(learning.step(&monitor).is_err());
    assert_eq!(learning.checkpoint(), before);
}

#[test]
fn damaged_files_are_refused() {
    let learning = Learning::new(SHORT).unwrap();
    let checkpoint = learning.checkpoint();
    let mut random = Random::new(1);
    for _ in 0..200 {
        let mut damaged = checkpoint.clone();
        let header = 700.min(damaged.len() as u32);
        damaged[random.below(header) as usize] = random.word() as u8;
        damaged.truncate(random.below(2 * checkpoint.len() as u32) as usize);
        // Never a panic; a harmless change may leave a readable file.
        let _ = Learning::resume(&damaged);
    }
    let file = learning.policy().to_file();
    let error = Learning::resume(&file.to_bytes()).unwrap_err().to_string();
    assert_eq!(error, "expected a checkpoint of learning president");
    let wrong = |key: &str, value: &str| {
        let mut other = file.clone();
        other.metadata.insert(key.to_owned(), value.to_owned());
        Policy::from_file(&other).unwrap_err().to_string()
    };
    assert_eq!(
        wrong("preset", "bridge"),
        "the net's preset: expected one of report, basic, big-two, daihinmin"
    );
    assert_eq!(wrong("players", "14"), "the net's players: expected 2 to 13");
    assert_eq!(wrong("game", "hearts"), "the net's game is 'hearts': expected president");
}

#[test]
fn other_rules_are_played_like_plan() {
    let options = Options { passing: Passing::Locked, ends: Ends::First, ..Options::REPORT };
    let mut state = President::new(Rules::of(options).unwrap(), 2);
    let mut random = Random::new(1);
    let policy: &'static Policy = Box::leak(Box::new(Policy::new(Preset::Report, 4)));
    while let Some(seat) = state.to_move() {
        let view = state.view(seat);
        let choose = |name| bot::<President>(name).unwrap().choose(&view, &mut Random::new(7));
        assert_eq!(choose("policy"), choose("plan"));
        let one = "search:version=1:worlds=4";
        assert_eq!(choose("search:version=2:worlds=4"), choose(one));
        assert_eq!(policy.choose(&view), None);
        assert_eq!(PolicyBot::with(policy).choose(&view, &mut random), choose("plan"));
        let chosen = view.random_move(&mut random).unwrap();
        state.play(&chosen).unwrap();
    }
}

/// The mean place of a bot in one seat among others, in matches of two rounds with every seat.
fn mean_place(name: &str, other: &str, options: Options, games: u64) -> f64 {
    let rules = Rules::of(Options { rounds: 2, ..options }).unwrap();
    let players = rules.players();
    let bots: Vec<&str> = (0..players).map(|seat| if seat == 0 { name } else { other }).collect();
    let template = President::new(rules, 0);
    let games = games / players as u64 * players as u64;
    let tally = cardcore::play::arena::run(&template, &bots, 0..games, 1, &Monitor::new());
    tally.unwrap().mean(0).0 / 2.0
}

#[test]
fn policy_beats_plan_at_every_table() {
    for players in 2..=13 {
        let even = (players + 1) as f64 / 2.0;
        let place = mean_place("policy", "plan", Options { players, ..Options::REPORT }, 2000);
        assert!(place < even - 0.02 * players as f64, "{place} among {players}");
    }
}

#[test]
fn policy_beats_plan_by_all_presets() {
    for options in [Options::BASIC, Options::DAIHINMIN] {
        let place = mean_place("policy", "plan", options, 2000);
        assert!(place < 2.4, "{place} by {options:?}");
    }
    // Cards are won there: more is better.
    let won = mean_place("policy", "plan", Options::BIG_TWO, 2000);
    assert!(won > 0.3, "{won}");
}

#[test]
fn a_temperature_weakens_the_policy() {
    let place = |name| mean_place(name, "policy", Options::REPORT, 2000);
    let [strong, weak, weakest] =
        ["policy", "policy:temperature=8:cutoff=30", "policy:temperature=90:cutoff=90"].map(place);
    assert!(strong + 0.1 < weak && weak + 0.1 < weakest, "{strong} {weak} {weakest}");
    // With a cutoff of nothing only the best move is left, in trades too.
    let rules = Rules::of(Options { rounds: 2, ..Options::DAIHINMIN }).unwrap();
    let mut state = President::new(rules, 3);
    while let Some(seat) = state.to_move() {
        let view = state.view(seat);
        let choose = |name| bot::<President>(name).unwrap().choose(&view, &mut Random::new(7));
        let chosen = choose("policy").unwrap();
        assert_eq!(choose("policy:temperature=9:cutoff=0"), Some(chosen));
        state.play(&chosen).unwrap();
    }
}
