//! Deals and moves that are rejected, and the reasons given.

use cardcore::cards::parse_cards;
use cardcore::games::president::{President, Rules, RulesError, TradeRule};
use cardcore::play::Session;

use crate::{deal, deal_of, try_deal};

#[test]
fn invalid_deals_are_rejected() {
    let error = |hands: &[&str]| try_deal(1, hands).unwrap_err().to_string();
    assert_eq!(error(&["", ""]), "expected hands of 1 to 26 cards, found 0 in hand 1");
    let uneven = "expected as many cards in every hand, found 1 in hand 1 and 2 in hand 2";
    assert_eq!(error(&["3d", "4d 5d"]), uneven);
    assert_eq!(error(&["3d", "4d", "3d"]), "hand 3: '3d' is in hand 1 too");
    let rules = Rules::new(3, 1, TradeRule::Best).unwrap();
    let missing = President::with_deals(rules, 0, &[Vec::new()]).unwrap_err().to_string();
    assert_eq!(missing, "expected a hand for each of 3 players, found 0");
    let twice = vec![parse_cards("3d").unwrap().repeat(2); 3];
    let error = President::with_deals(rules, 0, &[twice]).unwrap_err().to_string();
    assert_eq!(error, "hand 1: card 2 of 2, '3d': duplicate of card 1");
    let one_too_many = [deal_of(&["3d", "4d", "5d"]), deal_of(&["3d", "4d", "5d"])];
    let error = President::with_deals(rules, 0, &one_too_many).unwrap_err().to_string();
    assert_eq!(error, "expected at most 1 deals, one per round, found 2");
    let rules = Rules::new(3, 2, TradeRule::Best).unwrap();
    // Two cards are traded before the second round.
    let error = President::with_deals(rules, 0, &one_too_many).unwrap_err().to_string();
    assert_eq!(error, "deal 2: expected hands of 2 to 17 cards, found 1 in hand 1");
    let players = Rules::new(1, 1, TradeRule::Best).unwrap_err().to_string();
    assert_eq!(players, "expected 2 to 13 players, found 1");
    assert_eq!(Rules::new(4, 0, TradeRule::Best).unwrap_err(), RulesError::NoRound);
}

#[test]
fn errors_say_what_was_expected() {
    let state = deal(2, &["3d 4d 4c", "5d 6d 7d", "8d 9d Td"]);
    let mut session = Session::new(state);
    let mut rejected = |text: &str| session.play_text(text).unwrap_err().to_string();
    assert_eq!(rejected("5d"), "seat 0, move '5d': '5d' is not in the hand");
    let opening = "seat 0, move '4d': the first move must contain the lowest card dealt, '3d'";
    assert_eq!(rejected("4d"), opening);
    let trade = "seat 0, move 'give 3d': no trade is under way, expected cards or 'pass'";
    assert_eq!(rejected("give 3d"), trade);
    assert_eq!(rejected("3d 4d"), "move '3d 4d': 2 cards played together must be of one rank");
    assert!(rejected("request X").contains("expected a rank after 'request'"));
    assert!(rejected("give").contains("expected 1 card, found 0"));
    session.play_text("3D").unwrap();
    session.play_text("6d").unwrap();
    session.play_text("pass").unwrap();
    let low = "seat 0, move '4d': does not beat '6d', expected a higher card or 'pass'";
    assert_eq!(session.play_text("4d").unwrap_err().to_string(), low);
    let texts: Vec<&str> = session.history().iter().map(|made| made.text.as_str()).collect();
    assert_eq!(texts, ["3d", "6d", "pass"]);
}
