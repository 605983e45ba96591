//! Betting rounds: the number of moves, and what short stacks may do.

use cardcore::game::{Game as _, View as _};
use cardcore::games::draw::{FiveCardDraw, IllegalReason, Move, Phase, Rules};
use cardcore::monitor::Monitor;
use cardcore::play::perft;

use crate::{ACES_KINGS_QUEENS, aces_last, dealt, play, played, rules, stacks};

#[test]
fn perft_counts_bets_and_discards() {
    let game = FiveCardDraw::new(rules(2, 1, 100), 1).unwrap();
    // Two players check or bet; a bet is folded, called or raised, at most three times; after a
    // check or a call each has 32 discards.
    let ends = |depth: u32| perft(&game, depth, &Monitor::new()).unwrap();
    assert_eq!(ends(1), 2);
    assert_eq!(ends(2), 2 + 3);
    // check check, check bet, bet fold, bet call, bet raise.
    assert_eq!(ends(3), 32 + 3 + 1 + 32 + 3);
    // A raised bet is folded, called or raised again.
    assert_eq!(ends(4), 32 * 32 + (1 + 32 + 3) + 1 + 32 * 32 + (1 + 32 + 3));
    // check check and bet call continue to the second round; two raises are left after check bet
    // raise, but one after bet raise raise.
    let checked = 32 * 32 * 2;
    let after_check_bet = 1 + 32 * 32 + (1 + 32 + 3);
    let after_bet_raise = 1 + 32 * 32 + (1 + 32 + 2);
    assert_eq!(ends(5), checked + after_check_bet + 1 + checked + after_bet_raise);
}

#[test]
fn a_round_has_one_bet_and_three_raises() {
    let mut session = dealt(rules(2, 1, 100), ACES_KINGS_QUEENS);
    play(&mut session, "bet, raise, raise, raise");
    let texts: Vec<String> = session.legal_moves().iter().map(Move::to_string).collect();
    assert_eq!(texts, ["fold", "call"]);
    let error = session.play_text("raise").unwrap_err().to_string();
    let expected =
        "seat 0, move 'raise': all 3 raises of the round are made, expected fold or call";
    assert_eq!(error, expected);
    play(&mut session, "call");
    // Antes 1 and four bets of 2 each, then seat 0 acts first again.
    let view = session.state().view(0);
    assert_eq!((view.pot(), view.phase(), view.to_move()), (18, Phase::Discard, Some(0)));
    play(&mut session, "discard, discard, bet, call");
    assert_eq!(session.state().scores(), [13, -13]);
}

#[test]
fn uncalled_bets_are_returned() {
    // Hand 1 leaves 18 and 2 chips, the ante of hand 2 17 and 1.
    let rules = Rules { small_bet: 3, ..rules(2, 2, 10) };
    let decks = [ACES_KINGS_QUEENS; 2];
    let first = "bet, call, discard, discard, bet, call";
    let state = played(rules, &decks, &format!("{first}, check, bet"));
    assert_eq!((stacks(&state), state.view(1).to_call()), (vec![14, 1], 1));
    // Seat 1 calls with its last chip: two of the three chips are returned at once, and there is
    // nothing more to bet.
    let state = played(rules, &decks, &format!("{first}, check, bet, call"));
    assert_eq!((stacks(&state), state.view(1).pot()), (vec![16, 0], 4));
    let state = played(rules, &decks, &format!("{first}, check, bet, call, discard, discard"));
    assert_eq!((stacks(&state), state.to_move()), (vec![20, 0], None));
}

#[test]
fn a_short_bet_is_raised_by_a_full_bet() {
    // Seat 2 wins ante and bet of the others in hand 1; after the ante of hand 2 they have 2.
    let rules = Rules { small_bet: 3, big_bet: 1, ..rules(3, 2, 5) };
    let decks = [&aces_last(), ACES_KINGS_QUEENS];
    let first = "check, check, check, discard, discard, discard, bet, call, call";
    let state = played(rules, &decks, first);
    assert_eq!((stacks(&state), state.to_move()), (vec![2, 2, 8], Some(1)));
    // Seat 1 bets its 2, seat 2 raises by 3 to 5, seat 0 has 2 to call with.
    let state = played(rules, &decks, &format!("{first}, bet, raise"));
    assert_eq!((state.view(0).bet(2), state.view(0).to_call()), (5, 2));
    let reason = state.clone().play(&Move::Raise).unwrap_err();
    assert_eq!(reason, IllegalReason::NothingToRaiseWith { stack: 2 });
    // The last 3 were not called.
    let state = played(rules, &decks, &format!("{first}, bet, raise, call"));
    assert_eq!((stacks(&state), state.view(0).pot()), (vec![0, 0, 6], 9));
}

#[test]
fn no_raise_without_an_opponent_with_chips() {
    // Now seat 0 has the chips. Seat 1 bets its last 2 and seat 2 folds.
    let rules = Rules { small_bet: 3, big_bet: 1, ..rules(3, 2, 5) };
    let first = "check, check, check, discard, discard, discard, bet, call, call";
    let state = played(rules, &[ACES_KINGS_QUEENS; 2], &format!("{first}, bet, fold"));
    assert_eq!((stacks(&state), state.to_move()), (vec![8, 0, 2], Some(0)));
    let reason = state.clone().play(&Move::Raise).unwrap_err();
    assert!(matches!(reason, IllegalReason::NobodyToCall { .. }), "{reason}");
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    assert_eq!(moves, [Move::Fold, Move::Call]);
}
