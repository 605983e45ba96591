//! The overhead of the arena over a bare loop that plays the same games.

#![expect(clippy::unwrap_used, reason = "a benchmark may panic")]

use cardcore::game::{Game, bot};
use cardcore::games::president::{President, Rules, TradeRule};
use cardcore::monitor::Monitor;
use cardcore::play::arena;
use cardcore::play::playout;
use cardcore::random::Random;
use divan::counter::ItemsCount;

const GAMES: u64 = 2_000;
const BOTS: [&str; 4] = ["greedy", "random", "random", "random"];

fn main() {
    divan::main();
}

fn template() -> President {
    President::new(Rules::new(BOTS.len(), 1, TradeRule::Request).unwrap(), 0)
}

/// The sum of the scores of all seats in all games: the same for both.
fn bare_loop(template: &President) -> i128 {
    let mut total = 0;
    for game in 0..GAMES {
        let (deal, play) = arena::seeds(1, game, BOTS.len());
        let mut state = template.new_game(deal);
        let mut players: Vec<_> = (0..BOTS.len())
            .map(|seat| bot(BOTS[arena::bot_at(seat, game, BOTS.len())]).ok())
            .collect();
        playout(&mut state, &mut players, &mut Random::new(play)).unwrap();
        total += state.scores().iter().map(|&score| i128::from(score)).sum::<i128>();
    }
    total
}

fn arena_total(template: &President) -> i128 {
    arena::run(template, &BOTS, 0..GAMES, 1, &Monitor::new()).unwrap().totals.iter().sum()
}

#[divan::bench]
fn bare(bencher: divan::Bencher<'_, '_>) {
    let template = template();
    assert_eq!(bare_loop(&template), arena_total(&template));
    bencher.counter(ItemsCount::new(GAMES)).bench(|| bare_loop(&template));
}

#[divan::bench(args = [1, 2])]
fn in_the_arena(bencher: divan::Bencher<'_, '_>, threads: usize) {
    let template = template();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    assert_eq!(pool.install(|| arena_total(&template)), bare_loop(&template));
    bencher.counter(ItemsCount::new(GAMES)).bench(|| pool.install(|| arena_total(&template)));
}
