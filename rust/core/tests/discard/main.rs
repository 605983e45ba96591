//! The discard analysis: cancellation, and shared test code.

#![expect(clippy::unwrap_used, reason = "shared test code may panic")]

mod all_pat;
mod drawer;
mod low;
mod pat;
mod paytables;
mod solving;
mod tables;
mod wild;

use cardcore::cards::parse_cards;
use cardcore::discard::{Hand, NaturalValuation, Objective, against_drawer, solve};
use cardcore::monitor::{Monitor, Stopped};

fn hand(text: &str) -> Hand {
    Hand::of(&parse_cards(text).unwrap()).unwrap()
}

fn valuation(name: &str) -> NaturalValuation {
    NaturalValuation::new(name.parse::<Objective>().unwrap())
}

#[test]
fn work_can_be_stopped() {
    let monitor = Monitor::new();
    monitor.stop();
    assert_eq!(solve(&valuation("class"), &monitor).unwrap_err(), Stopped);
    let sampled = against_drawer(hand("9d Td 6c Qc 8h"), &valuation("class"), 10_000, 1, &monitor);
    assert_eq!(sampled, Err(Stopped));
}
