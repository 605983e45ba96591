//! One game, played by playouts and by a session.

use cardcore::game::{Fact, Game as _, Seat, bot};
use cardcore::play::{PlayError, Session, playout, playout_limited, random_playout};
use cardcore::random::Random;

use crate::{Lowest, SOUND};

#[test]
fn playouts_end_and_are_reproducible() {
    let play = |seed: u64| {
        let mut state = Lowest::<SOUND>::new(seed);
        let moves = random_playout(&mut state, &mut Random::new(seed)).unwrap();
        (state, moves)
    };
    for seed in 0..50 {
        let (state, moves) = play(seed);
        assert_eq!(state.to_move(), None);
        assert!((3..=5).contains(&moves));
        assert_eq!(play(seed), (state, moves));
    }
    let mut state = Lowest::<SOUND>::new(0);
    let one = || Some(bot("one").unwrap());
    let moves = playout(&mut state, &mut [one(), None], &mut Random::new(0)).unwrap();
    assert_eq!((moves, state.to_move()), (1, Some(1)));
    let moves = playout(&mut state, &mut [one(), one()], &mut Random::new(0)).unwrap();
    assert_eq!((moves, state.to_move()), (4, None));
}

#[test]
fn a_session_has_a_history_and_rejected_moves_change_nothing() {
    let state = Lowest::<SOUND>::new(3);
    let mut session = Session::new(state);
    session.play_text("take 2").unwrap();
    let before = session.clone();
    let error = session.play_text("take 3").unwrap_err();
    assert_eq!(error.to_string(), "seat 1, move 'take 3': expected 1 or 2 and at most 3");
    let error = session.play_text("sit down").unwrap_err();
    assert_eq!(error.to_string(), "move 'sit down': expected 'take' and a number");
    assert_eq!(session, before);
    session.play_text("take 2").unwrap();
    session.play_text("take 1").unwrap();
    assert!(matches!(session.play_text("take 1"), Err(PlayError::Over { .. })));
    let told: Vec<(Seat, &str)> =
        session.history().iter().map(|made| (made.seat, made.text_for(None))).collect();
    assert_eq!(told, [(0, "take 2"), (1, "take 2"), (0, "take 1")]);
    assert_eq!(session.start(), Some(vec![("seed", Fact::Seed(3))]));
    assert_eq!(Session::sampled(session.state().clone()).start(), None);
}

#[test]
fn unknown_bots_are_errors() {
    let error = bot::<Lowest<SOUND>>("two").err().unwrap();
    assert_eq!(error.to_string(), "unknown bot 'two' for lowest, expected one of random, one");
}

#[test]
fn a_playout_can_be_limited() {
    let mut whole = Lowest::<SOUND>::new(9);
    let mut parts = whole.clone();
    let bots = || [Some(bot("random").unwrap()), Some(bot("random").unwrap())];
    let moves = playout(&mut whole, &mut bots(), &mut Random::new(1)).unwrap();
    let (mut seated, mut random, mut made) = (bots(), Random::new(1), 0);
    while playout_limited(&mut parts, &mut seated, &mut random, 1).unwrap() == 1 {
        made += 1;
    }
    assert_eq!((parts, made), (whole, moves));
}
