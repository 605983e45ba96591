//! A game of Hearts between bots, then the moves of a person among them.
//!
//! `cargo run --release --example play_hearts`

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use cardcore::game::{Game as _, View as _, bot};
use cardcore::games::hearts::{Hearts, Rules, Standard};
use cardcore::play::playout;
use cardcore::random::Random;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::standard(Standard::default())?;
    let mut random = Random::new(1);

    // Bots in all four seats.
    let mut game = Hearts::new(rules, 7);
    let mut bots = [
        Some(bot("search:worlds=20")?),
        Some(bot("greedy")?),
        Some(bot("rule")?),
        Some(bot("random")?),
    ];
    let moves = playout(&mut game, &mut bots, &mut random)?;
    println!("{moves} moves, points {:?}", game.scores());

    // Nobody plays for seat 0: the bots stop when it is its turn, and it sees only its own cards.
    let mut game = Hearts::new(rules, 8);
    bots[0] = None;
    while game.to_move().is_some() {
        playout(&mut game, &mut bots, &mut random)?;
        let Some(seat) = game.to_move() else { break };
        let mut legal = Vec::new();
        game.view(seat).legal_moves(&mut legal);
        game.play(&legal[0])?;
    }
    println!("with the first legal card: {:?}", game.scores());
    Ok(())
}
