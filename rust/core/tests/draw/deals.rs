//! Dealing: the order of the deck, the button, and what a seed means.

use cardcore::cards::parse_cards;
use cardcore::game::{Game as _, View as _};
use cardcore::games::draw::{FiveCardDraw, Phase, Rules};
use cardcore::play::{Session, random_playout};
use cardcore::random::Random;

use crate::{ACES_KINGS_QUEENS, dealt, play, rules};

#[test]
fn cards_are_dealt_in_deck_order() {
    let mut session = dealt(rules(2, 1, 100), "AsAhAdAcKs QsQhQdQcKh 2c3c4c5c6c 7d8d9dTdJd");
    let hand =
        |session: &Session<FiveCardDraw>, seat| session.state().view(seat).hand().to_string();
    assert_eq!(hand(&session, 0), "Ks Ac Ad Ah As");
    play(&mut session, "check, check, discard Ks Ah As");
    assert_eq!(hand(&session, 0), "2c 3c 4c Ac Ad");
    play(&mut session, "discard Qs Qh Qd Qc Kh");
    assert_eq!(hand(&session, 1), "5c 6c 7d 8d 9d");
    let view = session.state().view(1);
    assert_eq!((view.drawn(0), view.drawn(1)), (Some(3), Some(5)));
    assert_eq!(view.discarded().to_string(), "Qc Qd Qh Qs Kh");
}

#[test]
fn players_without_chips_sit_out_and_the_button_skips_them() {
    // Seat 1 is all in for its ante of 1 in the first hand and loses.
    let deck = parse_cards(ACES_KINGS_QUEENS).unwrap();
    let rules = Rules { small_bet: 1, big_bet: 1, ..rules(3, 3, 2) };
    let mut state = FiveCardDraw::with_deals(rules, 1, &[deck]).unwrap();
    for text in ["bet", "call", "fold", "discard", "discard"] {
        state.play(&state.parse_move(text).unwrap()).unwrap();
    }
    let view = state.view(1);
    assert_eq!([0, 1, 2].map(|seat| view.stack(seat) + view.paid(seat)), [5, 0, 1]);
    // Seat 2 had the button, seat 0 is next; seat 1 has no cards.
    assert_eq!((view.button(), view.hand().len()), (0, 0));
    assert_eq!(view.live().iter().collect::<Vec<_>>(), [0, 2]);
    // Seat 2 is all in for the ante: no betting, both draw, seat 2 first.
    assert_eq!((view.phase(), view.to_move()), (Phase::Discard, Some(2)));
}

#[test]
fn a_seed_means_the_same_match_and_new_games_differ() {
    let template = FiveCardDraw::new(rules(3, 4, 20), 1).unwrap();
    let play_out = |seed: u64| {
        let mut state = template.new_game(seed);
        random_playout(&mut state, &mut Random::new(seed)).unwrap();
        state
    };
    assert_eq!(play_out(5), play_out(5));
    assert_ne!(template.new_game(5).view(0).hand(), template.new_game(6).view(0).hand());
    // The explicit hand is dealt again, the others from the new seed.
    let deck = parse_cards(ACES_KINGS_QUEENS).unwrap();
    let given = FiveCardDraw::with_deals(rules(3, 4, 20), 1, std::slice::from_ref(&deck)).unwrap();
    let again = FiveCardDraw::with_deals(rules(3, 4, 20), 5, &[deck]).unwrap();
    assert_eq!(given.new_game(5), again);
}
