//! Turns, from the opening to the end of a match.

use cardcore::game::{Fact, Game as _, View as _};
use cardcore::games::president::{Move, OrderedSet, President, TradeRule};
use cardcore::monitor::Monitor;
use cardcore::play::{perft, random_playout};
use cardcore::random::Random;

use crate::{TRADES, deal, legal, new, play};

fn fact(state: &President, seat: usize, name: &str) -> Fact {
    let facts = state.view(seat).facts();
    facts.into_iter().find(|(known, _)| *known == name).unwrap().1
}

/// Hands and plays contain as many cards as were dealt, without duplicates.
fn check_cards(state: &President) {
    let rules = state.match_rules();
    let view = state.view(0);
    let hands = (0..rules.players()).map(|seat| state.hand(seat));
    let played = (0..rules.players()).map(|seat| view.played_by(seat));
    let sets: Vec<OrderedSet> = hands.chain(played).collect();
    let all = sets.iter().fold(OrderedSet::EMPTY, |all, &set| all | set);
    let dealt = rules.players() * rules.hand_size();
    assert_eq!((all.len(), sets.iter().map(|set| set.len()).sum::<usize>()), (dealt, dealt));
}

#[test]
fn no_match_stalls_cards_are_conserved_and_nobody_without_cards_has_a_turn() {
    for players in 2..=13 {
        for (trade, seed) in TRADES.into_iter().flat_map(|trade| (0..40).map(move |s| (trade, s))) {
            let mut state = new(players, 3, trade, seed);
            let mut random = Random::stream(seed, players as u64);
            let mut moves = 0;
            while let Some(seat) = state.to_move() {
                assert!(!state.hand(seat).is_empty());
                let round = state.view(seat).round();
                let chosen = state.view(seat).random_move(&mut random).unwrap();
                state.play(&chosen).unwrap();
                if state.view(seat).round() == round {
                    check_cards(&state);
                }
                moves += 1;
                assert!(moves < 20_000, "seed {seed} of {players} players does not end");
            }
            let sum: i64 = state.scores().iter().sum();
            assert_eq!(sum, 3 * (players * (players + 1) / 2) as i64);
        }
    }
}

#[test]
fn the_lowest_card_opens() {
    let mut state = deal(1, &["5c 5d 9h", "4c 4h 8s", "6d 6c 6h"]);
    assert_eq!(state.to_move(), Some(1));
    assert_eq!(legal(&state), ["4c 4h", "4c"]);
    assert_eq!(fact(&state, 1, "opening"), Fact::Card("4c".parse().unwrap()));
    assert_eq!(fact(&state, 0, "opening"), Fact::None);
    play(&mut state, &["4c"]);
    assert_eq!(fact(&state, 1, "opening"), Fact::None);
    assert_eq!(legal(&state), ["6h", "6c", "6d", "pass"]);
}

#[test]
fn passing_is_not_final_and_the_last_mover_leads_again() {
    let mut state = deal(1, &["3d 9d 9c", "4d 5d Td", "8d Jd 2d"]);
    play(&mut state, &["3d", "pass", "8d", "pass", "Td"]);
    assert_eq!(state.to_move(), Some(2));
    play(&mut state, &["pass", "pass"]);
    assert_eq!(state.to_move(), Some(1));
    assert_eq!(legal(&state), ["5d", "4d"]);
    let before = state.clone();
    assert_eq!(state.play(&Move::Pass).unwrap_err().to_string(), "the leader may not pass");
    assert_eq!(state, before);
}

#[test]
fn when_the_last_mover_is_out_the_next_player_leads() {
    // If passes were counted against all players, as in the report, nobody could ever lead again.
    let mut state = deal(1, &["3d 2s", "4d 4c", "5d 5c", "6d 6c"]);
    play(&mut state, &["3d", "4d", "5d", "6d", "2s"]);
    assert_eq!(fact(&state, 1, "finished"), Fact::list([0_u32]));
    assert_eq!(state.to_move(), Some(1));
    play(&mut state, &["pass", "pass"]);
    assert_eq!(legal(&state), ["pass"]);
    play(&mut state, &["pass"]);
    assert_eq!((state.to_move(), legal(&state)), (Some(1), vec!["4c".to_owned()]));
    play(&mut state, &["4c", "5c"]);
    assert_eq!((state.to_move(), state.scores()), (None, vec![1, 2, 3, 4]));
}

#[test]
fn perft_from_fixed_deals() {
    let counts = |state: &President, depth| {
        (1..=depth).map(|plies| perft(state, plies, &Monitor::new()).unwrap()).collect::<Vec<_>>()
    };
    // The pair or 3d. After the pair: 4d 4c, which ends the round, or pass, then 5d 5c or pass.
    // After 3d: two fours or pass, then two fives or pass each time.
    let state = deal(1, &["3d 3c", "4d 4c", "5d 5c"]);
    assert_eq!(counts(&state, 3), [2, 2 + 3, (1 + 2) + 3 * 3]);
}

#[test]
fn a_seed_gives_the_same_match_again() {
    let run = |seed| {
        let mut state = new(5, 3, TradeRule::Request, seed);
        random_playout(&mut state, &mut Random::new(seed)).unwrap();
        state
    };
    assert_eq!(run(9), run(9));
    assert_ne!(run(9), run(10));
}
