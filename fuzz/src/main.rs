//! Hostile input for every parser and for the moves of every game.
//!
//!     cargo run --profile fuzz -p cardcore-fuzz -- --seconds 60
//!     cargo run --profile fuzz -p cardcore-fuzz -- --inputs 1000000 --seed 7 cards row
//!
//! A [`Target`](targets::Target) is fed mutations of its corpus, the lines of
//! `fuzz/corpus/<target>.txt`, and in a game also of the current legal moves. It fails when a
//! parser panics, when a guarantee about what it accepts is violated, or when one input takes ten
//! seconds. The failing input is printed, and belongs into a test and into the corpus.
//!
//! Mutating lines by their words needs no instrumented build, so it runs on stable Rust.

#![expect(clippy::print_stdout, reason = "the program prints a report")]

mod arguments;
mod games;
mod mutate;
mod parsers;
mod run;
mod targets;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match arguments::Arguments::read(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let mut targets = targets::all();
    if !arguments.names.is_empty() {
        targets.retain(|target| arguments.names.iter().any(|name| name == target.name()));
    }
    let shares = u32::try_from(targets.len()).unwrap_or(u32::MAX).max(1);
    println!("seed {}", arguments.seed);
    for target in &mut targets {
        match run::run(target.as_mut(), arguments.budget.share(shares), arguments.seed) {
            Ok(report) => println!("{report}"),
            Err(failure) => {
                println!("{failure}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
