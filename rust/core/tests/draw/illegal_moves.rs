//! Moves, texts, rules and decks that are rejected, and the reasons given.

use cardcore::cards::Card;
use cardcore::game::Game as _;
use cardcore::games::draw::{FiveCardDraw, IllegalReason, Rules, RulesError};
use cardcore::play::Session;

use crate::{ACES_KINGS_QUEENS, dealt, play, rules};

#[test]
fn every_error_says_what_was_expected() {
    let rejected = |session: &Session<FiveCardDraw>, text: &str| {
        let mut state = session.state().clone();
        let reason = state.play(&text.parse().unwrap()).unwrap_err();
        assert_eq!(state, *session.state());
        reason
    };
    let mut session = dealt(rules(2, 1, 3), ACES_KINGS_QUEENS);
    assert_eq!(rejected(&session, "call"), IllegalReason::NothingToCall { level: 0 });
    assert_eq!(rejected(&session, "fold"), IllegalReason::NothingToCall { level: 0 });
    assert_eq!(rejected(&session, "raise"), IllegalReason::NothingToCall { level: 0 });
    assert_eq!(rejected(&session, "discard"), IllegalReason::Betting { expected: "check or bet" });
    play(&mut session, "bet");
    assert_eq!(rejected(&session, "check"), IllegalReason::BetOpen { owed: 2 });
    assert_eq!(rejected(&session, "bet"), IllegalReason::BetOpen { owed: 2 });
    assert_eq!(rejected(&session, "raise"), IllegalReason::NothingToRaiseWith { stack: 2 });
    assert_eq!(
        rejected(&session, "discard As"),
        IllegalReason::Betting { expected: "fold, call or raise" }
    );
    play(&mut session, "call");
    assert_eq!(rejected(&session, "check"), IllegalReason::Drawing);
    let foreign = rejected(&session, "discard As Ks");
    assert_eq!(foreign.to_string(), "'Ks' is not in the hand 4s 7c 9d Ah As");
    play(&mut session, "discard, discard");
    // Both are all in: the second round is skipped and the match is over.
    assert_eq!(rejected(&session, "check"), IllegalReason::Over);
    assert_eq!(session.state().scores(), [3, -3]);
}

#[test]
fn texts_that_are_not_moves_are_rejected() {
    let game = FiveCardDraw::new(Rules::default(), 1).unwrap();
    let error = |text: &str| game.parse_move(text).unwrap_err().to_string();
    let expected = "expected fold, check, call, bet, raise, or discard and cards";
    assert_eq!(error("shove"), format!("move 'shove': {expected}"));
    assert_eq!(error(""), format!("move '': {expected}"));
    assert_eq!(error("bet 5"), "move 'bet 5': expected nothing after 'bet'");
    let duplicate = "move 'discard 6c 6c': card 2 of 2, '6c': duplicate of card 1";
    assert_eq!(error("discard 6c 6c"), duplicate);
    assert_eq!(game.parse_move(" Discard 8H,6c "), game.parse_move("discard 6c 8h"));
}

#[test]
fn rules_and_decks_are_checked() {
    let error = |rules: Rules| FiveCardDraw::new(rules, 1).unwrap_err().to_string();
    assert_eq!(error(rules(1, 1, 1)), "players: expected 2 to 5, found 1");
    assert_eq!(error(rules(6, 1, 1)), "players: expected 2 to 5, found 6");
    assert_eq!(error(rules(2, 0, 1)), "hands: expected 1 to 1000000, found 0");
    assert_eq!(error(rules(2, 1, 0)), "stack: expected 1 to 100000000, found 0");
    let free = Rules { small_bet: 0, ..Rules::default() };
    assert_eq!(error(free), "small_bet: expected 1 to 100000000, found 0");
    let unknown = Rules::default().with("blinds", 1).unwrap_err();
    assert_eq!(unknown.to_string(), "unknown rule 'blinds'");

    let deck: Vec<Card> = Card::all().collect();
    let with = |decks: &[Vec<Card>]| FiveCardDraw::with_deals(rules(3, 2, 9), 1, decks);
    assert!(with(&[deck.clone(), deck[..30].to_vec()]).is_ok());
    let short = with(&[deck.clone(), deck[..29].to_vec()]).unwrap_err();
    assert_eq!(short, RulesError::DeckSize { index: 2, least: 30, each: 10, found: 29 });
    let many = with(&[deck.clone(), deck.clone(), deck.clone()]).unwrap_err();
    assert_eq!(many, RulesError::TooManyDecks { most: 2, found: 3 });
    let twice = with(&[[&deck[..], &deck[..1]].concat()]).unwrap_err();
    assert_eq!(twice.to_string(), "deal: deck 1: card 53 of 53, '2c': duplicate of card 1");
}
