//! Roles and trades: requests, gifts and what is public.

use cardcore::cards::Card;
use cardcore::game::{Game as _, View as _};
use cardcore::games::president::{Move, OrderedSet, President, Role, Rules, Stage, TradeRule};
use cardcore::random::Random;

use crate::{at_trade, deal_of, legal, play};

#[test]
fn roles_follow_the_places() {
    use Role::{Bum, Neutral, President as First, ViceBum, VicePresident};
    let roles = |players| (1..=players).map(|place| Role::of(place, players)).collect::<Vec<_>>();
    assert_eq!(roles(2), [First, Bum]);
    assert_eq!(roles(3), [First, Neutral, Bum]);
    assert_eq!(roles(4), [First, VicePresident, ViceBum, Bum]);
    assert_eq!(roles(6), [First, VicePresident, Neutral, Neutral, ViceBum, Bum]);
    assert_eq!(roles(13).iter().filter(|&&role| role == Neutral).count(), 9);
}

#[test]
fn a_request_takes_the_highest_suit_and_a_refused_rank_is_excluded() {
    for seed in 0..50 {
        let mut state = at_trade(5, TradeRule::Request, seed);
        let (upper, lower) = state.view(0).traders().unwrap();
        let roles = state.roles().unwrap();
        assert_eq!((roles[upper], roles[lower]), (Role::President, Role::Bum));
        for _ in 0..13 {
            if state.view(upper).trade().unwrap().stage() != Stage::Request {
                break;
            }
            let Move::Request(rank) = Move::parse(&legal(&state)[0]).unwrap() else { panic!() };
            let held = state.hand(lower).iter().filter(|card| card.rank() == rank).last();
            let before = state.hand(upper);
            play(&mut state, &[&format!("request {rank}")]);
            match held {
                Some(card) => {
                    assert_eq!(state.hand(upper) - before, OrderedSet::from(card));
                    assert!(!state.hand(lower).contains(card));
                }
                None => {
                    assert!(!legal(&state).contains(&format!("request {rank}")));
                    let error = state.clone().play(&Move::Request(rank)).unwrap_err();
                    assert!(error.to_string().contains("was refused already"), "{error}");
                }
            }
        }
        assert_eq!(state.view(upper).trade().unwrap().taken.len(), 2);
        let gifts = legal(&state);
        assert_eq!(gifts.len(), 12);
        let (first, second) = (gifts[0].clone(), gifts[5].clone());
        play(&mut state, &[&first, &second]);
        assert_eq!((state.hand(upper).len(), state.hand(lower).len()), (10, 10));
        let (upper, lower) = state.view(0).traders().unwrap();
        assert_eq!((roles[upper], roles[lower]), (Role::VicePresident, Role::ViceBum));
    }
}

#[test]
fn under_best_the_highest_cards_are_given() {
    for players in 2..=7 {
        for seed in 0..20 {
            let state = at_trade(players, TradeRule::Best, seed);
            let (upper, lower) = state.view(0).traders().unwrap();
            let taken = state.view(upper).trade().unwrap().taken;
            assert_eq!(taken.len(), 2);
            assert_eq!((state.hand(lower) | taken).highest(2), taken);
            assert!(legal(&state).iter().all(|text| text.starts_with("give ")));
        }
    }
}

#[test]
fn the_president_leads_after_the_trades() {
    let mut random = Random::new(1);
    for (players, trades) in [(2, 1), (3, 1), (4, 2), (7, 2)] {
        let mut state = at_trade(players, TradeRule::Request, 3);
        let president = state.view(0).traders().unwrap().0;
        assert_eq!(state.view(0).exchanges().count(), trades);
        while state.view(0).traders().is_some() {
            let seat = state.to_move().unwrap();
            let chosen = state.view(seat).random_move(&mut random).unwrap();
            state.play(&chosen).unwrap();
        }
        assert_eq!(state.to_move(), Some(president));
        assert!(!legal(&state).contains(&"pass".to_owned()));
        assert!((0..players).all(|seat| state.hand(seat).len() == 52 / players));
    }
}

#[test]
fn spectators_see_only_the_progress_of_a_trade() {
    let state = at_trade(5, TradeRule::Request, 2);
    let (upper, lower) = state.view(0).traders().unwrap();
    let uninvolved = (0..5).find(|&seat| seat != upper && seat != lower).unwrap();
    let lower_hand: Vec<Card> = state.hand(lower).iter().collect();
    let seen: Vec<_> = lower_hand
        .iter()
        .map(|card| {
            let mut next = state.clone();
            next.play(&Move::Request(card.rank())).unwrap();
            assert_ne!(next.view(upper).facts(), state.view(upper).facts());
            assert_ne!(next.view(lower).facts(), state.view(lower).facts());
            next.view(uninvolved).facts()
        })
        .collect();
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn explicit_deals_are_dealt_by_round_and_again_in_a_new_game() {
    let rules = Rules::new(2, 3, TradeRule::Best).unwrap();
    let deals = [deal_of(&["3d", "4d"]), deal_of(&["5d 6d 7d", "8c 8h 2s"])];
    let state = President::with_deals(rules, 7, &deals).unwrap();
    let mut next = state.new_game(8);
    assert_eq!(next, President::with_deals(rules, 8, &deals).unwrap());
    // A sampled first round has none of the second deal.
    assert!(President::sample(&state.view(0), &mut Random::new(1)).start().len() == 1);
    next.play(&Move::parse("3d").unwrap()).unwrap();
    // Seat 0 was out first: the other gave its two highest cards, and gets two back.
    assert_eq!(next.hand(0).to_string(), "5d 6d 7d 8h 2s");
    assert_eq!(next.hand(1).to_string(), "8c");
}
