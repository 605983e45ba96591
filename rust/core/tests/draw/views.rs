//! Hidden information: views show no other cards, and samples may deal any unseen one.

use cardcore::cards::{Card, parse_cards};
use cardcore::game::{Fact, Facts, Game as _, View as _};
use cardcore::games::draw::FiveCardDraw;
use cardcore::random::Random;

use crate::{ACES_KINGS_QUEENS, rules};

/// Every card that occurs anywhere in some facts.
fn cards_in(facts: &Facts, found: &mut Vec<Card>) {
    fn visit(fact: &Fact, found: &mut Vec<Card>) {
        match fact {
            Fact::Card(card) => found.push(*card),
            Fact::List(items) | Fact::Tuple(items) => {
                items.iter().for_each(|item| visit(item, found));
            }
            Fact::Map(items) => cards_in(items, found),
            Fact::Text(text) => {
                found.extend(text.split(' ').filter_map(|word| word.parse::<Card>().ok()))
            }
            _ => {}
        }
    }
    facts.iter().for_each(|(_, fact)| visit(fact, found));
}

#[test]
fn a_view_shows_only_own_and_public_cards() {
    for seed in 0..400 {
        let players = 2 + (seed % 4) as u32;
        let mut state = FiveCardDraw::new(rules(players, 3, 12), seed).unwrap();
        let mut random = Random::new(seed);
        loop {
            for seat in 0..=state.seats() {
                let view = state.view(seat);
                let mut allowed = view.hand() | view.discarded();
                for shown in view.last_hand().map(|last| last.shown).into_iter().flatten() {
                    allowed = allowed | shown;
                }
                let mut found = Vec::new();
                cards_in(&view.facts(), &mut found);
                assert!(found.iter().all(|&card| allowed.contains(card)), "{found:?}");
                assert!(seat < state.seats() || view.hand().is_empty());
            }
            let Some(seat) = state.to_move() else { break };
            let chosen = state.view(seat).random_move(&mut random).unwrap();
            state.play(&chosen).unwrap();
        }
    }
}

#[test]
fn samples_deal_every_unseen_card_once() {
    let deck = parse_cards(ACES_KINGS_QUEENS).unwrap();
    let mut state = FiveCardDraw::with_deals(rules(3, 2, 30), 1, &[deck]).unwrap();
    for text in ["bet", "call", "fold", "discard 9d 7c", "discard Ks Kh 9c"] {
        state.play(&state.parse_move(text).unwrap()).unwrap();
    }
    let mut seen_elsewhere = state.view(2).hand();
    for seed in 0..300 {
        let sampled = FiveCardDraw::sample(&state.view(1), &mut Random::new(seed));
        let own = sampled.view(1);
        assert_eq!(
            (own.hand(), own.discarded()),
            (state.view(1).hand(), state.view(1).discarded())
        );
        let (first, folded) = (sampled.view(0), sampled.view(2));
        assert_eq!((first.hand().len(), first.discarded().len()), (5, 2));
        assert_eq!((folded.hand().len(), folded.discarded().len()), (5, 0));
        let mine = own.hand() | own.discarded();
        let others = first.hand() | first.discarded() | folded.hand();
        assert_eq!((others.len(), (others & mine).len()), (12, 0));
        seen_elsewhere = seen_elsewhere | others;
    }
    // In 300 samples, every card that seat 1 has not seen occurred in other hands.
    let mine = state.view(1).hand() | state.view(1).discarded();
    assert_eq!(seen_elsewhere - mine, !mine);
}
