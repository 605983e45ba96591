//! Solves five-card draw for a table of three to five players, as the blueprints of the library were.
//!
//! `cargo run --release --example solve_table -- PLAYERS DEALS CHECKPOINT BLUEPRINT`
//!
//! It continues from the checkpoint, if there is one, and writes the blueprint at the end.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::fs;
use std::time::Instant;

use cardcore::games::draw::Rules;
use cardcore::games::draw::equilibrium::{Training, Work};
use cardcore::monitor::Monitor;

/// The deals between two checkpoints.
const STEP: u64 = 1 << 19;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [players, deals, path, blueprint] = arguments.as_slice() else {
        return Err(
            "expected players, deals, and the paths of a checkpoint and of the blueprint".into()
        );
    };
    let rules = Rules { players: players.parse()?, ..Rules::default() };
    let deals: u64 = deals.parse()?;
    let mut training = match fs::read(path) {
        Ok(bytes) => Training::resume(&rules, Work::SHIPPED, &bytes)?,
        Err(_) => Training::new(&rules, Work::SHIPPED)?,
    };
    println!("{} numbers", training.numbers());
    let monitor = Monitor::new();
    while training.deals() < deals {
        let begin = Instant::now();
        training.advance((training.deals() + STEP).min(deals), &monitor)?;
        println!("{} deals, {:.1} s", training.deals(), begin.elapsed().as_secs_f64());
        fs::write(format!("{path}.new"), training.to_bytes())?;
        fs::rename(format!("{path}.new"), path)?;
    }
    let found = training.blueprint().to_bytes();
    println!("{} bytes", found.len());
    fs::write(blueprint, found)?;
    Ok(())
}
