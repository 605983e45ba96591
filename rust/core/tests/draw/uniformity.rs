//! Samples are uniform: hands, discards and the deck are any of the unseen cards.
//!
//! There are too many worlds to list. But if all are equally likely, so are all pairs of cards
//! drawn at random from two different places, and all pairs drawn from one.

use cardcore::cards::{Card, CardSet};
use cardcore::game::Game as _;
use cardcore::games::draw::FiveCardDraw;
use cardcore::random::Random;

use crate::uniform::assert_uniform;
use crate::{ACES_KINGS_QUEENS, played, rules};

/// Check that what `places` finds in samples of a view is a uniform ordered pair of unseen cards.
fn check(
    what: &str,
    game: &FiveCardDraw,
    viewer: Option<usize>,
    places: impl Fn(&FiveCardDraw, &mut Random) -> [Card; 2],
) {
    let view = game.view(viewer);
    let unseen = !(view.hand() | view.discarded());
    let pairs = unseen.iter().flat_map(|first| {
        unseen.iter().filter(move |&second| first != second).map(move |second| [first, second])
    });
    let mut random = Random::new(1);
    assert_uniform(what, pairs, || {
        let sampled = FiveCardDraw::sample(&view, &mut random);
        places(&sampled, &mut random)
    });
}

/// A random card of a set.
fn any(cards: CardSet, random: &mut Random) -> Card {
    *random.pick(&cards.iter().collect::<Vec<_>>()).unwrap()
}

/// Three players: seat 0 drew two cards, seat 1 three, seat 2 has folded.
fn after_the_draw() -> FiveCardDraw {
    let moves = "bet, call, fold, discard 9d 7c, discard Ks Kh 9c";
    played(rules(3, 2, 30), &[ACES_KINGS_QUEENS], moves)
}

#[test]
fn hands_and_discards_of_others() {
    let game = after_the_draw();
    let hand = |sampled: &FiveCardDraw, seat| sampled.view(seat).hand();
    let discarded = |sampled: &FiveCardDraw, seat| sampled.view(seat).discarded();
    check("two hands", &game, Some(0), |sampled, random| {
        [any(hand(sampled, 1), random), any(hand(sampled, 2), random)]
    });
    check("a hand and its discards", &game, Some(0), |sampled, random| {
        [any(hand(sampled, 1), random), any(discarded(sampled, 1), random)]
    });
    check("a folded hand and discards", &game, Some(0), |sampled, random| {
        [any(hand(sampled, 2), random), any(discarded(sampled, 1), random)]
    });
    check("two cards of a hand", &game, Some(2), |sampled, random| {
        let first = any(hand(sampled, 0), random);
        [first, any(hand(sampled, 0) - CardSet::from(first), random)]
    });
    check("discards of two seats", &game, None, |sampled, random| {
        [any(discarded(sampled, 0), random), any(discarded(sampled, 1), random)]
    });
}

#[test]
fn cards_to_be_drawn() {
    // Seat 1 discards its whole hand: its new cards come from the deck.
    let game = played(rules(3, 2, 30), &[ACES_KINGS_QUEENS], "bet, call, fold, discard 9d 7c");
    check("the deck", &game, Some(0), |sampled, random| {
        let before = sampled.view(1).hand();
        let mut drawn = sampled.clone();
        drawn.play(&cardcore::games::draw::Move::Discard(before)).unwrap();
        [any(before, random), any(drawn.view(1).hand(), random)]
    });
}
