//! A game of your own: implement the trait and you get perft, bots, search, the arena and the
//! conformance checks. This is subtraction Nim: take one to three sticks, and the last stick wins.
//!
//! `cargo run --release --example write_a_game`

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use cardcore::game::{BotEntry, Bounds, Fact, Facts, Game, MoveError, RandomBot, Seat, View};
use cardcore::monitor::Monitor;
use cardcore::play::{conformance, perft};
use cardcore::random::Random;

#[derive(Clone, Debug, PartialEq)]
struct Nim {
    sticks: u32,
    taken: Vec<u32>,
}

impl Nim {
    fn left(&self) -> u32 {
        self.sticks - self.taken.iter().sum::<u32>()
    }
}

#[derive(Debug, thiserror::Error)]
#[error("expected to take 1 to 3 sticks, and not more than are left")]
struct Illegal;

/// Everything is open, so a view is the state and a seat.
struct Seen<'a>(&'a Nim, Option<Seat>);

impl View for Seen<'_> {
    type Move = u32;
    const FACTS: &'static [&'static str] = &["left"];

    fn seat(&self) -> Option<Seat> {
        self.1
    }

    fn to_move(&self) -> Option<Seat> {
        self.0.to_move()
    }

    fn legal_moves(&self, moves: &mut Vec<u32>) {
        moves.clear();
        if self.is_my_turn() {
            self.0.legal_moves(moves);
        }
    }

    fn fact(&self, name: &str) -> Option<Fact> {
        (name == "left").then(|| self.0.left().into())
    }
}

impl Game for Nim {
    type Move = u32;
    type View<'a> = Seen<'a>;
    type IllegalReason = Illegal;

    const NAME: &'static str = "nim";
    const LOW_SCORE_WINS: bool = false;
    const OPEN: bool = true;

    fn new_game(&self, _seed: u64) -> Self {
        Self { sticks: self.sticks, taken: Vec::new() }
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self) -> Option<Seat> {
        (self.left() > 0).then_some(self.taken.len() % 2)
    }

    fn bounds(&self) -> Bounds {
        let moves = Some(self.sticks.into());
        Bounds { seats: 2..=2, moves, score: Some(-1..=1), margin: Some(2), total: Some(0) }
    }

    fn legal_moves(&self, moves: &mut Vec<u32>) {
        moves.clear();
        moves.extend(1..=self.left().min(3));
    }

    fn play(&mut self, chosen: &u32) -> Result<(), Illegal> {
        if !(1..=self.left().min(3)).contains(chosen) {
            return Err(Illegal);
        }
        self.taken.push(*chosen);
        Ok(())
    }

    fn scores(&self) -> Vec<i64> {
        let won = i64::from(self.to_move().is_none());
        let last = (self.taken.len() + 1) % 2;
        (0..2).map(|seat| if seat == last { won } else { -won }).collect()
    }

    fn view(&self, viewer: impl Into<Option<Seat>>) -> Seen<'_> {
        Seen(self, viewer.into())
    }

    fn sample(view: &Seen<'_>, _random: &mut Random) -> Self {
        view.0.clone()
    }

    fn rules(&self) -> Facts {
        vec![("sticks", self.sticks.into())]
    }

    fn start(&self) -> Facts {
        Vec::new()
    }

    fn move_text(&self, chosen: &u32) -> String {
        chosen.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u32, MoveError> {
        text.parse().map_err(|_| MoveError::new(text, "expected a number of sticks"))
    }

    fn bots() -> &'static [BotEntry<Self>] {
        const BOTS: &[BotEntry<Nim>] = &[RandomBot::entry()];
        BOTS
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Nim { sticks: 12, taken: Vec::new() };
    conformance::check(|_| game.clone(), 100)?;
    let lines = perft(&game, 4, &Monitor::new())?;
    println!("follows the contract; {lines} sequences of four moves");
    Ok(())
}
