//! The bots: whose turn it is, and what the solvers guarantee them.

use cardcore::game::{Game as _, bot};
use cardcore::games::chopsticks::{Chopsticks, Rules, Table, Tablebase, TieBreak};
use cardcore::play::playout;
use cardcore::random::Random;

use crate::ordered_hands;

/// Play bots against each other from a state; returns the score of player A.
fn score(game: &Chopsticks, bots: [&str; 2], seed: u64) -> i64 {
    let mut game = game.clone();
    let mut bots = bots.map(|name| Some(bot(name).unwrap()));
    playout(&mut game, &mut bots, &mut Random::new(seed)).unwrap();
    game.scores()[0]
}

#[test]
fn bots_only_move_on_their_turn() {
    let playing = Chopsticks::new(Rules::default(), 10).unwrap();
    let over = Chopsticks::new(Rules::default(), 0).unwrap();
    for entry in Chopsticks::bots() {
        let choose = |game: &Chopsticks, seat: usize| {
            (entry.make)().choose(&game.view(seat), &mut Random::new(1))
        };
        assert!(choose(&playing, 0).is_some());
        assert_eq!(choose(&playing, 1), None, "{}", entry.name);
        assert_eq!(choose(&playing, 2), None, "{}", entry.name);
        assert_eq!(choose(&over, 0), None, "{}", entry.name);
    }
}

#[test]
fn bots_achieve_the_solved_values() {
    let rules = Rules::default();
    let table = Table::new(rules, 20, TieBreak::First);
    let tablebase = Tablebase::new(rules);
    for (seed, &a) in ordered_hands(&rules).iter().enumerate() {
        for &b in &ordered_hands(&rules) {
            let seed = seed as u64;
            let game = Chopsticks::with_hands(rules, 10, a, b).unwrap();
            let value = i64::from(table.value(a, b, 0).unwrap());
            assert_eq!(score(&game, ["table", "table"], seed), value, "{a} against {b}");
            assert!(score(&game, ["table", "random"], seed) >= value);
            assert!(score(&game, ["random", "table"], seed) <= value);
            // Enough moves for the longest win.
            let game = Chopsticks::with_hands(rules, 17, a, b).unwrap();
            let value = i64::from(tablebase.value(a, b).unwrap());
            assert_eq!(score(&game, ["perfect", "perfect"], seed), value);
            assert!(score(&game, ["perfect", "random"], seed) >= value);
            assert!(score(&game, ["random", "perfect"], seed) <= value);
        }
    }
}
