//! Rank hands, and see what a mistyped card says.
//!
//! `cargo run --release --example rank_hands`

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use cardcore::cards::parse_cards;
use cardcore::poker::HandRank;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let flush = HandRank::of(&parse_cards("As Js 8s 6s 2s")?)?;
    let boat = HandRank::of(&parse_cards("7c 7d 7h 2c 2d")?)?;
    assert!(boat > flush);
    println!("{boat} beats {flush}: {} > {}", boat.strength(), flush.strength());

    if let Err(error) = parse_cards("As Xs") {
        println!("{error}");
    }
    Ok(())
}
