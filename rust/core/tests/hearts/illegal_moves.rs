//! Rules, deals, texts and moves that are rejected, with their exact messages.

use cardcore::game::Game as _;
use cardcore::games::hearts::{Hearts, Moon, Rules, RulesError, Standard};
use cardcore::play::random_playout;
use cardcore::random::Random;

use crate::{game, hands, one_deal, play, rules};

#[test]
fn illegal_moves_say_why_and_change_nothing() {
    let rejected = |game: &Hearts, text: &str| {
        let mut touched = game.clone();
        let error = touched.play(&game.parse_move(text).unwrap()).unwrap_err();
        assert_eq!(touched, *game);
        error.to_string()
    };
    let mut deal =
        game(rules((3, 4, 3)), &["0-1 1-2 2-1 2-4", "0-2 1-3 2-2 1-4", "0-3 1-1 2-3 0-4"]);
    assert_eq!(rejected(&deal, "2-1"), "expected '1-2', which opens the deal");
    assert_eq!(rejected(&deal, "0-2"), "'0-2' is not in the hand: 0-1 1-2 2-1 2-4");
    play(&mut deal, "1-2");
    assert_eq!(rejected(&deal, "2-2"), "expected a card of the suit led: 1-3 1-4");
    play(&mut deal, "1-4 1-1");
    assert_eq!(rejected(&deal, "0-2"), "hearts are not broken, expected one of 1-3 2-2");
    random_playout(&mut deal, &mut Random::new(1)).unwrap();
    assert_eq!(rejected(&deal, "0-1"), "the game is over");

    let passing = Hearts::new(Rules::standard(Standard::default()).unwrap(), 1);
    assert_eq!(rejected(&passing, "2c"), "expected three cards to pass, as in 'pass 2c Ah Qs'");
    let other = rules_text(&passing, 1);
    assert!(rejected(&passing, &format!("pass {other}")).contains("is not in the hand"));
    let playing = Hearts::new(one_deal(Standard { passing: false, ..Standard::default() }), 1);
    let own = rules_text(&playing, playing.to_move().unwrap());
    let expected = "expected a card to play, there is nothing to pass now";
    assert_eq!(rejected(&playing, &format!("pass {own}")), expected);
}

/// Three cards of a seat.
fn rules_text(game: &Hearts, seat: usize) -> String {
    game.rules_in_force().texts(&game.hand(seat)[..3])
}

#[test]
fn text_that_is_not_a_move_is_rejected() {
    let reason = |rules, text| Hearts::new(rules, 1).parse_move(text).unwrap_err().to_string();
    let small = rules((3, 4, 3));
    for (text, expected) in [
        ("", "move '': expected one card, found 0"),
        ("1-2 1-3", "move '1-2 1-3': expected one card, found 2"),
        ("3-1", "move '3-1': '3-1' is not in the deck: expected suits 0 to 2, values 1 to 4"),
        ("0-0", "move '0-0': '0-0' is not in the deck: expected suits 0 to 2, values 1 to 4"),
        ("1", "move '1': '1' is not a card: expected a suit and a value such as 1-12"),
        ("-1-2", "move '-1-2': '-1-2' is not a card: expected a suit and a value such as 1-12"),
        ("Qs", "move 'Qs': 'Qs' is not a card: expected a suit and a value such as 1-12"),
        ("pass 1-2 1-3 0-1", "move 'pass 1-2 1-3 0-1': expected one card, found 3"),
        (
            "0-99999999999999999999",
            "move '0-99999999999999999999': '0-99999999999999999999' is \
            not in the deck: expected suits 0 to 2, values 1 to 4",
        ),
    ] {
        assert_eq!(reason(small, text), expected);
    }
    let three = Rules::standard(Standard { players: 3, ..Standard::default() }).unwrap();
    for (text, expected) in [
        ("2d", "move '2d': '2d' is not in the deck of 3 players"),
        ("pass Qs Ah", "move 'pass Qs Ah': expected 3 cards to pass, found 2"),
        ("pass", "move 'pass': expected 3 cards to pass, found 0"),
        ("Qs Ks", "move 'Qs Ks': expected one card, found 2"),
        ("1-2", "move '1-2': card 1 of 2, '1-': unknown rank '1', expected one of 23456789TJQKA"),
        ("ß€", "move 'ß€': card 1 of 1, 'ß€': unknown rank 'ß', expected one of 23456789TJQKA"),
    ] {
        assert_eq!(reason(three, text), expected);
    }
    let game = Hearts::new(three, 1);
    let pass = |text| game.parse_move(text).unwrap();
    assert_eq!(pass("PASS qs,2c ah"), pass("pass 2c Ah Qs"));
    assert_eq!(game.move_text(&pass("pass Qs Ah 2c")), "pass 2c Ah Qs");
}

#[test]
fn invalid_rules_are_rejected() {
    let wrong =
        |suits, values, players| Rules::new(suits, values, players).unwrap_err().to_string();
    assert_eq!(wrong(1, 13, 4), "suits = 1: expected at least 2");
    assert_eq!(wrong(4, 1, 4), "values = 1: expected at least 2");
    assert_eq!(wrong(4, 13, 1), "players = 1: expected at least 2");
    assert_eq!(wrong(2, 2, 5), "players = 5: expected at most one for each of the 4 cards");
    assert_eq!(wrong(4, 1025, 4), "4 suits of 1025 values: expected at most 4096 cards");
    assert!(matches!(Rules::new(usize::MAX, usize::MAX, 2), Err(RulesError::Cards { .. })));
    assert!(Rules::new(2, 2048, 4096).is_ok() && Rules::new(2048, 2, 2).is_ok());
    let standard = |options| Rules::standard(options).unwrap_err().to_string();
    let players = standard(Standard { players: 7, ..Standard::default() });
    assert_eq!(players, "players = 7: expected 3 to 6");
    let target = standard(Standard { target: Some(0), ..Standard::default() });
    assert_eq!(target, "target = 0: expected 1 to 1000000, or none for one deal");
    let moon = Moon::from_name("full").unwrap_err().to_string();
    assert_eq!(moon, "moon = 'full': expected one of none, add, subtract");
}

#[test]
fn invalid_deals_are_rejected() {
    let rules = rules((2, 3, 2));
    let wrong = |texts: &[&str]| {
        Hearts::with_deals(rules, 0, &[hands(&rules, texts)]).unwrap_err().to_string()
    };
    assert_eq!(wrong(&["0-1 0-2 0-3"]), "expected 2 hands, found 1");
    assert_eq!(wrong(&["0-1 0-2 0-3", "1-1 1-2"]), "hand 2: expected 3 cards, found 2");
    let twice = wrong(&["0-1 0-2 0-3", "1-1 1-2 0-2"]);
    assert_eq!(twice, "hand 2, card 3, '0-2': dealt twice");
    let larger = Rules::new(2, 4, 2).unwrap();
    let foreign = hands(&larger, &["0-1 0-2 1-4", "1-1 1-2 0-3"]);
    let error = Hearts::with_deals(rules, 0, &[foreign]).unwrap_err();
    assert_eq!(error.to_string(), "hand 1, card 3: not in the deck");
}
