//! The double-dummy solver, compared with exhaustive search.

use cardcore::game::Game as _;
use cardcore::games::hearts::{Hearts, Moon, Move, Rules, Standard, solve};
use cardcore::monitor::Monitor;
use cardcore::play::random_playout;
use cardcore::random::Random;

use crate::{one_deal, rules, step};

/// The final scores when every seat minimizes its own score, with the first move on ties.
fn exhaustive(game: &Hearts) -> (Vec<i64>, Vec<Move>) {
    let Some(seat) = game.to_move() else { return (game.scores(), Vec::new()) };
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let mut best: Option<(Vec<i64>, Vec<Move>)> = None;
    for chosen in moves {
        let mut next = game.clone();
        next.play(&chosen).unwrap();
        let (scores, mut line) = exhaustive(&next);
        if best.as_ref().is_none_or(|(lowest, _)| scores[seat] < lowest[seat]) {
            line.insert(0, chosen);
            best = Some((scores, line));
        }
    }
    best.unwrap()
}

#[test]
fn solutions_equal_exhaustive_search() {
    let mut random = Random::new(9);
    let mut solved = 0;
    let mut check = |mut game: Hearts, most: usize, random: &mut Random| {
        while game.cards_left() > most {
            step(&mut game, random);
        }
        while game.to_move().is_some() {
            let solution = solve(&game, &Monitor::new()).unwrap();
            let (scores, moves) = exhaustive(&game);
            assert_eq!((&solution.scores, &solution.moves), (&scores, &moves), "{game:?}");
            solved += 1;
            step(&mut game, random);
        }
    };
    for shape in
        [(2, 4, 2), (2, 5, 3), (3, 4, 3), (3, 4, 4), (4, 3, 4), (2, 6, 5), (4, 3, 2), (3, 3, 7)]
    {
        for seed in 0..8 {
            check(Hearts::new(rules(shape), seed), 9, &mut random);
        }
    }
    for moon in [Moon::None, Moon::Add, Moon::Subtract] {
        for players in 3..=5 {
            for seed in 0..12 {
                let options = Standard { players, passing: false, moon, ..Standard::default() };
                check(Hearts::new(one_deal(options), seed), 10, &mut random);
                let options = Standard { jack: true, ..options };
                check(Hearts::new(one_deal(options), seed), 9, &mut random);
            }
        }
    }
    assert!(solved > 1000, "{solved}");
}

#[test]
fn solving_has_its_limits() {
    let error = |game: &Hearts| solve(game, &Monitor::new()).unwrap_err().to_string();
    let large = Hearts::new(rules((3, 11, 3)), 1);
    assert_eq!(error(&large), "33 cards are left to play, expected at most 32");
    let passing = Hearts::new(Rules::standard(Standard::default()).unwrap(), 1);
    assert_eq!(error(&passing), "cards are still to be passed, expected a position of the play");
    let stopped = Monitor::new();
    stopped.stop();
    let error = solve(&Hearts::new(rules((2, 16, 2)), 1), &stopped).unwrap_err();
    assert_eq!(error.to_string(), "stopped before the work was done");
    let mut over = Hearts::new(rules((2, 2, 2)), 1);
    random_playout(&mut over, &mut Random::new(1)).unwrap();
    assert_eq!(solve(&over, &Monitor::new()).unwrap().scores, over.scores());
}
