//! Hearts: the contract, and what the other tests share.

#![expect(clippy::unwrap_used, clippy::panic, reason = "shared test code may panic")]

mod bots;
mod deals;
mod illegal_moves;
mod learning;
mod sampling;
mod solving;
mod strength;
#[path = "../uniform/mod.rs"]
mod uniform;
mod uniformity;

use cardcore::game::{Game as _, View as _};
use cardcore::games::hearts::{DeckCard, Hearts, Moon, Rules, Standard};
use cardcore::play::conformance;
use cardcore::random::Random;

/// Shapes with undealt cards, with the usual opening or special card missing, with more than one
/// word of cards, and the smallest ones, in which the special card is the opening card.
const SHAPES: [(usize, usize, usize); 16] = [
    (4, 13, 4),
    (2, 2, 2),
    (2, 2, 3),
    (2, 2, 4),
    (2, 3, 2),
    (2, 3, 5),
    (3, 2, 4),
    (3, 3, 2),
    (3, 5, 4),
    (5, 3, 7),
    (2, 32, 3),
    (2, 40, 3),
    (9, 8, 11),
    (7, 2, 13),
    (3, 4, 12),
    (6, 11, 9),
];

fn rules((suits, values, players): (usize, usize, usize)) -> Rules {
    Rules::new(suits, values, players).unwrap()
}

fn one_deal(options: Standard) -> Rules {
    Rules::standard(Standard { target: None, ..options }).unwrap()
}

fn hands(rules: &Rules, texts: &[&str]) -> Vec<Vec<DeckCard>> {
    texts.iter().map(|text| rules.parse(text).unwrap()).collect()
}

fn game(rules: Rules, texts: &[&str]) -> Hearts {
    Hearts::with_deals(rules, 0, &[hands(&rules, texts)]).unwrap()
}

fn play(game: &mut Hearts, texts: &str) {
    for text in texts.split_whitespace() {
        game.play(&game.parse_move(text).unwrap()).unwrap();
    }
}

fn legal(game: &Hearts) -> String {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves.iter().map(|chosen| game.move_text(chosen)).collect::<Vec<_>>().join(" ")
}

fn step(game: &mut Hearts, random: &mut Random) {
    let seat = game.to_move().unwrap();
    let chosen = game.view(seat).random_move(random).unwrap();
    game.play(&chosen).unwrap();
}

#[test]
fn generalized_games_conform() {
    check_shapes(4);
}

#[test]
fn standard_games_conform() {
    check_standard(1, 10);
}

#[test]
#[ignore = "takes minutes"]
fn many_games_conform() {
    check_shapes(40);
    check_standard(4, 80);
}

/// Check some deals of every shape.
fn check_shapes(deals: u64) {
    for shape in SHAPES {
        conformance::check(|seed| Hearts::new(rules(shape), seed), deals).unwrap();
    }
}

/// Check some matches and single deals by every kind of standard rules.
fn check_standard(matches: u64, deals: u64) {
    for players in 3..=6 {
        let options = Standard { players, target: Some(30), ..Standard::default() };
        let rules = Rules::standard(options).unwrap();
        conformance::check(|seed| Hearts::new(rules, seed), matches).unwrap();
        let rules = one_deal(Standard { passing: false, ..options });
        conformance::check(|seed| Hearts::new(rules, seed), deals).unwrap();
    }
    let house = one_deal(Standard {
        passing: false,
        moon: Moon::Subtract,
        points_on_first_trick: true,
        queen_breaks_hearts: true,
        ..Standard::default()
    });
    conformance::check(|seed| Hearts::new(house, seed), deals).unwrap();
    for players in [3, 4] {
        let options = Standard { players, jack: true, target: Some(30), ..Standard::default() };
        let rules = Rules::standard(options).unwrap();
        conformance::check(|seed| Hearts::new(rules, seed), matches).unwrap();
        let rules = one_deal(Standard { passing: false, moon: Moon::Subtract, ..options });
        conformance::check(|seed| Hearts::new(rules, seed), deals).unwrap();
    }
}
