//! The bots: they follow their policies, and replan when they must.

use cardcore::game::{Game as _, Seat, bot};
use cardcore::games::ends::{End, Ends, Policy, Side};
use cardcore::play::playout;
use cardcore::random::Random;

use crate::{SIDES, cards, margin, row, solved, tied};

/// The scores of a game between two bots.
fn play(cards: &[i64], ties: End, names: [&str; 2]) -> Vec<i64> {
    let mut state = Ends::with_row(tied(ties), row(cards));
    let mut bots = names.map(|name| Some(bot(name).unwrap()));
    playout(&mut state, &mut bots, &mut Random::new(1)).unwrap();
    state.scores()
}

#[test]
fn bots_follow_their_policies() {
    for seed in 0..200 {
        let cards = cards(seed as usize % 40, -5, 9, seed);
        for ties in End::ALL {
            for (name, policy) in [
                ("greedy", Policy::Greedy),
                ("lookahead", Policy::Lookahead),
                ("optimal", Policy::Optimal),
            ] {
                for (seat, first) in SIDES.into_iter().enumerate() {
                    let names: [&str; 2] =
                        if seat == 0 { [name, "greedy"] } else { ["greedy", name] };
                    let line = solved(&cards, policy, first, ties);
                    assert_eq!(play(&cards, ties, names)[seat], line.score(Side::Player));
                }
            }
            let scores = play(&cards, ties, ["perfect", "perfect"]);
            assert_eq!(scores[0] - scores[1], margin(&cards));
            for other in ["random", "greedy", "lookahead", "optimal"] {
                let scores = play(&cards, ties, ["perfect", other]);
                assert!(scores[0] - scores[1] >= margin(&cards), "{cards:?} {other}");
            }
        }
    }
}

#[test]
fn the_bot_replans_when_the_opponent_deviates() {
    let state = Ends::with_row(tied(End::Left), row(&cards(30, 1, 9, 4)));
    let mut planner = bot::<Ends>("optimal").unwrap();
    let (mut state, mut random): (Ends, _) = (state, Random::new(2));
    while let Some(seat) = state.to_move() {
        let chosen = if seat == 0 {
            let fresh = bot::<Ends>("optimal").unwrap().choose(&state.view(0), &mut random);
            assert_eq!(planner.choose(&state.view(0), &mut random), fresh);
            fresh.unwrap()
        } else {
            *random.pick(&End::ALL).unwrap()
        };
        state.play(&chosen).unwrap();
    }
    let nobody: Seat = 0;
    assert_eq!(planner.choose(&state.view(nobody), &mut random), None);
}
