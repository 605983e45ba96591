//! Whole matches of five-card draw: random moves and the bots.

#![expect(clippy::unwrap_used, reason = "a benchmark may panic")]

use cardcore::game::Game as _;
use cardcore::games::draw::{FiveCardDraw, Rules};
use cardcore::monitor::Monitor;
use cardcore::play::arena;
use cardcore::play::random_playout;
use cardcore::random::Random;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

fn template(players: u32) -> FiveCardDraw {
    FiveCardDraw::new(Rules { players, hands: 20, stack: 200, ..Rules::default() }, 0).unwrap()
}

/// Play matches with random moves; returns the number of decisions. The scores are checked.
fn random_matches(template: &FiveCardDraw, matches: u64) -> u64 {
    (0..matches)
        .map(|seed| {
            let mut state = template.new_game(seed);
            let moves = random_playout(&mut state, &mut Random::new(seed)).unwrap();
            assert_eq!((state.to_move(), state.scores().iter().sum::<i64>()), (None, 0));
            moves
        })
        .sum()
}

#[divan::bench(args = [2, 5])]
fn random_decisions(bencher: divan::Bencher<'_, '_>, players: u32) {
    let template = template(players);
    let decisions = random_matches(&template, 100);
    bencher.counter(ItemsCount::new(decisions)).bench(|| random_matches(&template, 100));
}

/// Hands of a match between two bots of a kind, on one thread.
#[divan::bench(args = ["random", "pattern", "class", "equity", "nash"])]
fn hands(bencher: divan::Bencher<'_, '_>, name: &str) {
    let template = template(2);
    let play = || arena::run(&template, &[name, name], 0..100, 1, &Monitor::new());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let tally = pool.install(play).unwrap();
    assert_eq!(tally.totals.iter().sum::<i128>(), 0);
    bencher.counter(ItemsCount::new(100_u64 * 20)).bench(|| pool.install(play));
}
