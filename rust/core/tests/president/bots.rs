//! The bots: the strength of `shortest` against the others.

use cardcore::game::{Game as _, bot};
use cardcore::games::president::{President, TradeRule};
use cardcore::play::playout;
use cardcore::random::Random;

use crate::new;

/// The mean place of `name` in one seat among `other`s, over every seat.
fn mean_place(name: &str, other: &str, players: usize, matches: u64) -> f64 {
    let mut total = 0;
    for seed in 0..matches {
        let seat = seed as usize % players;
        let mut bots: Vec<_> = (0..players)
            .map(|place| bot::<President>(if place == seat { name } else { other }).ok())
            .collect();
        let mut state = new(players, 2, TradeRule::Request, seed);
        playout(&mut state, &mut bots, &mut Random::new(seed)).unwrap();
        total += state.scores()[seat];
    }
    total as f64 / (2 * matches) as f64
}

#[test]
fn shortest_beats_the_others() {
    for (players, matches) in [(2, 20), (3, 90), (4, 200), (7, 210)] {
        let even = (players + 1) as f64 / 2.0;
        for other in ["greedy", "random"] {
            let place = mean_place("shortest", other, players, matches);
            assert!(place < even - 0.3, "{place} among {players} with {other}");
        }
    }
}
