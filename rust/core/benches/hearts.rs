//! Deals of Hearts per second: random and greedy play with the standard deck, and the large deck.

#![expect(clippy::unwrap_used, reason = "a benchmark may panic")]

use cardcore::game::{Bot, Game as _, View as _, bot};
use cardcore::games::hearts::{Hearts, Rules, Sampler, Standard, solve};
use cardcore::monitor::Monitor;
use cardcore::play::{playout, random_playout};
use cardcore::random::Random;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// One deal of the standard game without passing.
fn one_deal() -> Rules {
    Rules::standard(Standard { passing: false, target: None, ..Standard::default() }).unwrap()
}

/// Deal and play; the points must be all of a deal, or those of a moon.
fn deals(rules: Rules, count: u64, mut play: impl FnMut(&mut Hearts, &mut Random)) {
    let mut random = Random::new(1);
    for seed in 0..count {
        let mut game = Hearts::new(rules, seed);
        play(&mut game, &mut random);
        let sum: i64 = game.scores().iter().sum();
        assert!(sum == 26 || sum == 78, "{sum}");
    }
}

#[divan::bench]
fn random_deals(bencher: divan::Bencher<'_, '_>) {
    let rules = one_deal();
    bencher.counter(ItemsCount::new(10_000_usize)).bench(|| {
        deals(rules, 10_000, |game, random| {
            random_playout(game, random).unwrap();
        });
    });
}

fn seated(seats: usize, name: &str) -> Vec<Option<Box<dyn Bot<Hearts>>>> {
    (0..seats).map(|_| bot(name).ok()).collect()
}

fn seat_four(bencher: divan::Bencher<'_, '_>, name: &str) {
    let rules = one_deal();
    let mut bots = seated(4, name);
    bencher.counter(ItemsCount::new(10_000_usize)).bench_local(|| {
        deals(rules, 10_000, |game, random| {
            playout(game, &mut bots, random).unwrap();
        });
    });
}

#[divan::bench]
fn random_bots(bencher: divan::Bencher<'_, '_>) {
    seat_four(bencher, "random");
}

#[divan::bench]
fn greedy_bots(bencher: divan::Bencher<'_, '_>) {
    seat_four(bencher, "greedy");
}

/// One greedy deal of 4 suits of 1,000 values among 10 players.
#[divan::bench]
fn large_deck(bencher: divan::Bencher<'_, '_>) {
    let rules = Rules::new(4, 1000, 10).unwrap();
    bencher.bench(|| {
        let mut game = Hearts::new(rules, 1);
        playout(&mut game, &mut seated(10, "greedy"), &mut Random::new(1)).unwrap();
        assert_eq!(game.scores().iter().sum::<i64>(), 2000);
    });
}

/// A deal of the standard game after this many cards, with random moves of a fixed seed.
fn after(cards: usize) -> Hearts {
    let mut game = Hearts::new(one_deal(), 3);
    let mut random = Random::new(3);
    for _ in 0..cards {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        game.play(&moves[random.below(moves.len() as u32) as usize]).unwrap();
    }
    let view = game.view(0);
    let sampled = Hearts::sample(&view, &mut random);
    assert_eq!(sampled.view(0).facts(), view.facts());
    game
}

/// A sampled state after a number of cards, preparing the sampler each time.
#[divan::bench(args = [0, 20, 32, 40])]
fn samples(bencher: divan::Bencher<'_, '_>, cards: usize) {
    let game = after(cards);
    let mut random = Random::new(1);
    bencher.bench_local(|| Hearts::sample(&game.view(0), &mut random));
}

/// The same from a sampler that was prepared once.
#[divan::bench(args = [0, 20, 32, 40])]
fn prepared_samples(bencher: divan::Bencher<'_, '_>, cards: usize) {
    let game = after(cards);
    let sampler = Sampler::new(&game.view(0));
    let mut random = Random::new(1);
    bencher.bench_local(|| sampler.draw(&mut random));
}

/// The part that a prepared sampler does not save: a copy of the state.
#[divan::bench]
fn copies(bencher: divan::Bencher<'_, '_>) {
    let game = after(20);
    bencher.bench_local(|| game.clone());
}

/// Four hands of six cards, all open.
#[divan::bench(sample_count = 10)]
fn solve_twenty_four(bencher: divan::Bencher<'_, '_>) {
    let game = Hearts::new(Rules::new(4, 6, 4).unwrap(), 5);
    let solution = solve(&game, &Monitor::new()).unwrap();
    let mut played = game.clone();
    solution.moves.iter().for_each(|card| played.play(card).unwrap());
    assert_eq!((played.to_move(), played.scores()), (None, solution.scores));
    bencher.bench(|| solve(&game, &Monitor::new()).unwrap());
}
