//! The bots: their strength against each other, and when they move.

use cardcore::game::{Game as _, bot};
use cardcore::games::draw::FiveCardDraw;
use cardcore::monitor::Monitor;
use cardcore::play::{arena, playout};
use cardcore::random::Random;

use crate::rules;

/// The mean score per match of the first bot against others of the second kind, with its standard
/// error.
fn duel(first: &str, second: &str, players: u32, games: u64) -> (f64, f64) {
    let template = FiveCardDraw::new(rules(players, 10, 200), 0).unwrap();
    let mut names = vec![second; players as usize];
    names[0] = first;
    let tally = arena::run(&template, &names, 0..games, 4, &Monitor::new()).unwrap();
    let blocks = tally.blocks as f64;
    let mean = tally.block_totals[0] as f64 / blocks;
    let variance = tally.block_squares[0] as f64 / blocks - mean * mean;
    let seats = f64::from(players);
    (mean / seats, (variance / blocks).sqrt() / seats)
}

#[test]
fn better_bots_win() {
    // The seed is fixed, so this is deterministic; the margins are many standard errors.
    for (first, second, players) in [
        ("pattern", "random", 2),
        ("class", "random", 2),
        ("equity", "random", 2),
        ("equity", "pattern", 2),
        ("equity", "class", 2),
        ("equity", "class", 4),
    ] {
        let (mean, error) = duel(first, second, players, 60_000);
        println!("{first} against {second}, {players} players: {mean:.2} ± {error:.2}");
        assert!(mean > 3.0 * error, "{first} against {second}: {mean} ± {error}");
    }
}

#[test]
fn bots_do_not_move_out_of_turn() {
    let state = FiveCardDraw::new(rules(2, 1, 10), 1).unwrap();
    for entry in FiveCardDraw::bots() {
        let mut player = bot::<FiveCardDraw>(entry.name).unwrap();
        assert_eq!(player.choose(&state.view(1), &mut Random::new(1)), None);
        assert!(player.choose(&state.view(0), &mut Random::new(1)).is_some());
    }
    let mut bots = [Some(bot("equity").unwrap()), None];
    let mut state = state;
    playout(&mut state, &mut bots, &mut Random::new(1)).unwrap();
    assert_eq!(state.to_move(), Some(1));
}
