//! Learning by self-play, and the files of what was learned.

use cardcore::game::{Bot as _, Game as _, View as _, bot};
use cardcore::games::hearts::learn::{Learning, LearningSettings};
use cardcore::games::hearts::{Hearts, Policy, PolicyBot, Standard, ValueNet};
use cardcore::monitor::Monitor;
use cardcore::nets::TensorFile;
use cardcore::play::arena;
use cardcore::random::Random;

use crate::{one_deal, rules};

const SHORT: LearningSettings = LearningSettings { players: 4, deals: 1100, seed: 3 };

/// Train to the end; after every step a checkpoint may replace what is trained.
fn train(settings: LearningSettings, resumes: bool) -> (Vec<u8>, Vec<u8>) {
    let mut learning = Learning::new(settings).unwrap();
    let mut stages = Vec::new();
    while !learning.is_done() {
        stages.push(learning.step(&Monitor::new()).unwrap().stage);
        if resumes {
            learning = Learning::resume(&learning.checkpoint()).unwrap();
        }
    }
    stages.dedup();
    assert_eq!(stages, [0, 1, 2, 3]);
    let net = learning.value_net().unwrap();
    (learning.policy().to_file().to_bytes(), net.to_file().to_bytes())
}

#[test]
fn the_same_seed_gives_the_same_weights_on_any_number_of_threads() {
    let here = train(SHORT, false);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    assert_eq!(pool.install(|| train(SHORT, true)), here);
    assert_ne!(train(LearningSettings { seed: 4, ..SHORT }, false).0, here.0);
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
fn damaged_checkpoints_are_refused() {
    let checkpoint = Learning::new(SHORT).unwrap().checkpoint();
    let mut random = Random::new(1);
    for _ in 0..200 {
        let mut damaged = checkpoint.clone();
        let header = 700.min(damaged.len() as u32);
        damaged[random.below(header) as usize] = random.word() as u8;
        damaged.truncate(random.below(2 * checkpoint.len() as u32) as usize);
        // Never a panic; a harmless change may leave a readable file.
        let _ = Learning::resume(&damaged);
    }
    let policy = Learning::new(SHORT).unwrap().policy().to_file().to_bytes();
    let error = Learning::resume(&policy).unwrap_err().to_string();
    assert_eq!(error, "expected a checkpoint of learning hearts");
    assert!(Learning::new(LearningSettings { players: 7, ..SHORT }).is_err());
}

#[test]
fn policies_and_nets_read_as_written() {
    for players in 3..=6 {
        let settings = LearningSettings { players, deals: 40, seed: 1 };
        let mut learning = Learning::new(settings).unwrap();
        while !learning.is_done() {
            learning.step(&Monitor::new()).unwrap();
        }
        let file = learning.policy().to_file();
        let read = TensorFile::from_bytes(&file.to_bytes()).unwrap();
        assert_eq!(&Policy::from_file(&read).unwrap(), learning.policy());
        let net = learning.value_net().unwrap();
        assert_eq!(ValueNet::from_file(&net.to_file()).unwrap(), net);
        let error = ValueNet::from_file(&file).unwrap_err().to_string();
        assert_eq!(error, "the net's kind is 'tabled-policy': expected mlp");
        let mut other = file;
        other.metadata.insert("players".to_owned(), "9".to_owned());
        let error = Policy::from_file(&other).unwrap_err().to_string();
        assert_eq!(error, "the net's players: expected 3 to 6");
    }
}

#[test]
fn other_games_are_played_like_rule() {
    for shape in [(3, 5, 4), (5, 16, 5)] {
        let mut state = Hearts::new(rules(shape), 2);
        let mut random = Random::new(1);
        while let Some(seat) = state.to_move() {
            let view = state.view(seat);
            let choose = |name| bot::<Hearts>(name).unwrap().choose(&view, &mut Random::new(7));
            assert_eq!(choose("policy"), choose("rule"));
            assert_eq!(choose("search:version=2:worlds=5"), choose("search:worlds=5"));
            let chosen = view.random_move(&mut random).unwrap();
            state.play(&chosen).unwrap();
        }
    }
}

#[test]
fn a_policy_for_other_players_is_not_used() {
    let settings = LearningSettings { players: 3, deals: 1, seed: 1 };
    let policy = Learning::new(settings).unwrap().policy().clone();
    let policy: &'static Policy = Box::leak(Box::new(policy));
    let state = Hearts::new(one_deal(Standard::default()), 1);
    let view = state.view(0);
    assert_eq!(policy.choose(&view), None);
    let rule = bot::<Hearts>("rule").unwrap().choose(&view, &mut Random::new(1));
    assert_eq!(PolicyBot::with(policy).choose(&view, &mut Random::new(1)), rule);
}

#[test]
fn a_temperature_weakens_the_policy() {
    let rules = one_deal(Standard::default());
    let play = |name: &str, seed| {
        let mut state = Hearts::new(rules, seed);
        let (mut made, mut random) = (Vec::new(), Random::new(5));
        let mut player = bot::<Hearts>(name).unwrap();
        while let Some(seat) = state.to_move() {
            let chosen = player.choose(&state.view(seat), &mut random).unwrap();
            state.play(&chosen).unwrap();
            made.push(chosen);
        }
        made
    };
    for seed in 0..5 {
        let best = play("policy", seed);
        // With a cutoff of nothing only the best move is left.
        assert_eq!(play("policy:temperature=9:cutoff=0", seed), best);
        assert_ne!(play("policy:temperature=9:cutoff=9", seed), best);
    }
    let mean = |name| {
        let bots = [name, "policy", "policy", "policy"];
        let played = arena::run(&Hearts::new(rules, 0), &bots, 0..2000, 1, &Monitor::new());
        played.unwrap().mean(0).0
    };
    let [strong, weak, weakest] =
        ["policy", "policy:temperature=2:cutoff=9", "policy:temperature=90:cutoff=90"].map(mean);
    assert!(strong + 0.5 < weak && weak + 0.5 < weakest, "{strong} {weak} {weakest}");
}
