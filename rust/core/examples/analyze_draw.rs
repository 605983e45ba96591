//! The exact EV of all 32 holds of a five-card hand, and the return of perfect play.
//!
//! `cargo run --release --example analyze_draw`

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use cardcore::cards::parse_cards;
use cardcore::discard::{Hand, Mask, NaturalValuation, Objective, Valuation as _, solve};
use cardcore::monitor::Monitor;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let valuation = NaturalValuation::new("jacks-or-better-9-6".parse::<Objective>()?);
    let hand = Hand::of(&parse_cards("Ah Kh Qh Jh 2c")?)?;
    let best = valuation.best(hand);
    let held: Vec<String> =
        hand.chosen(best.discard.complement()).map(|card| card.to_string()).collect();
    println!("hold {}: EV {:.4} bets", held.join(" "), valuation.number(best.value));
    for (mask, value) in Mask::all().zip(valuation.values(hand)).take(4) {
        println!("  discard {:05b}: {:.4}", mask.number(), valuation.number(value));
    }

    let solution = solve(&valuation, &Monitor::new())?;
    let hands: u64 = solution.hands.iter().map(|hand| u64::from(hand.weight)).sum();
    let denominator = u128::from(hands) * u128::from(valuation.denominator());
    println!("perfect play returns {:.8}", solution.total as f64 / denominator as f64);
    Ok(())
}
