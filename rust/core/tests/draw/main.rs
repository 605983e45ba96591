//! Five-card draw: the contract, and what the other tests share.

#![expect(clippy::unwrap_used, clippy::panic, reason = "shared test code may panic")]

mod betting;
mod bots;
mod deals;
mod equilibrium;
mod illegal_moves;
mod pots;
#[path = "../uniform/mod.rs"]
mod uniform;
mod uniformity;
mod variants;
mod views;

use cardcore::cards::{Card, parse_cards};
use cardcore::game::Game as _;
use cardcore::games::draw::{Chips, FiveCardDraw, Rules};
use cardcore::play::{Session, conformance};
use cardcore::random::Random;

/// Seat 0 holds aces, seat 1 kings, seat 2 queens, seats 3 and 4 nothing; nobody improves.
const ACES_KINGS_QUEENS: &str = "As Ah 9d 7c 4s  Ks Kh 9c 7d 4h  Qs Qh 9s 7h 4d  \
    Js Th 8c 6d 3s  Jh Tc 8d 6s 3h  2c 2d 2h 2s 3c 3d 4c 5c 5d 5h 5s 6c 6h 7s 8h 8s 9h Td Ts Jc \
    Jd Qc Qd Kc Kd Ac Ad";

/// The same with the aces in seat 2 and the queens in seat 0.
fn aces_last() -> String {
    let swapped = [("As", "Qs"), ("Ah", "Qh")].into_iter();
    swapped.fold(ACES_KINGS_QUEENS.to_owned(), |deck, (ace, queen)| {
        deck.replace(ace, "?").replace(queen, ace).replace('?', queen)
    })
}

fn rules(players: u32, hands: u32, stack: Chips) -> Rules {
    Rules { players, hands, stack, ..Rules::default() }
}

/// A match whose first hand is dealt from this text.
fn dealt(rules: Rules, deck: &str) -> Session<FiveCardDraw> {
    let deck = parse_cards(deck).unwrap();
    Session::new(FiveCardDraw::with_deals(rules, 1, &[deck]).unwrap())
}

fn play(session: &mut Session<FiveCardDraw>, moves: &str) {
    for text in moves.split(", ") {
        let seat = session.state().to_move();
        session.play_text(text).unwrap_or_else(|error| panic!("{text} by {seat:?}: {error}"));
    }
}

/// A match with these decks, after these moves.
fn played(rules: Rules, decks: &[&str], moves: &str) -> FiveCardDraw {
    let decks: Vec<Vec<Card>> = decks.iter().map(|deck| parse_cards(deck).unwrap()).collect();
    let mut session = Session::new(FiveCardDraw::with_deals(rules, 1, &decks).unwrap());
    play(&mut session, moves);
    session.state().clone()
}

fn stacks(state: &FiveCardDraw) -> Vec<Chips> {
    (0..state.seats()).map(|seat| state.view(0).stack(seat)).collect()
}

#[test]
fn the_game_conforms() {
    for players in 2..=5 {
        let large = |seed| FiveCardDraw::new(rules(players, 2, 40), seed).unwrap();
        conformance::check(large, 12).unwrap();
        let tiny =
            |seed| FiveCardDraw::new(rules(players, 3, 1 + seed as Chips % 7), seed).unwrap();
        conformance::check(tiny, 25).unwrap();
    }
    let deck: Vec<Card> = Card::all().collect();
    let given = |seed: u64| {
        let mut decks = vec![deck.clone(); 2];
        Random::new(seed).shuffle(&mut decks[0]);
        Random::new(seed + 1).shuffle(&mut decks[1]);
        decks[1].truncate(20);
        FiveCardDraw::with_deals(rules(2, 3, 9), seed, &decks).unwrap()
    };
    conformance::check(given, 25).unwrap();
}
