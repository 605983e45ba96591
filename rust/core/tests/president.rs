//! The match of President: contract, turns, trades, views and samples.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use cardcore::cards::{Card, parse_cards};
use cardcore::game::{Fact, Game, View as _, bot};
use cardcore::games::president::{
    Move, OrderedSet, President, Role, Rules, RulesError, Stage, TradeRule,
};
use cardcore::monitor::Monitor;
use cardcore::play::{Origin, Session};
use cardcore::play::{conformance, perft, playout, random_playout};
use cardcore::random::Random;

const TRADES: [TradeRule; 2] = [TradeRule::Request, TradeRule::Best];

fn new(players: usize, rounds: u32, trade: TradeRule, seed: u64) -> President {
    President::new(Rules::new(players, rounds, trade).unwrap(), seed)
}

fn deal(rounds: u32, hands: &[&str]) -> President {
    try_deal(rounds, hands).unwrap()
}

fn try_deal(rounds: u32, hands: &[&str]) -> Result<President, RulesError> {
    let rules = Rules::new(hands.len(), rounds, TradeRule::Request)?;
    let hands: Vec<Vec<Card>> = hands.iter().map(|hand| parse_cards(hand).unwrap()).collect();
    President::with_deal(rules, 1, &hands)
}

fn play(state: &mut President, texts: &[&str]) {
    for text in texts {
        assert_eq!(state.play(&Move::parse(text).unwrap()), Ok(()), "{text}");
    }
}

fn legal(state: &President) -> Vec<String> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

fn fact(state: &President, seat: usize, name: &str) -> Fact {
    let facts = state.view(seat).facts();
    facts.into_iter().find(|(known, _)| *known == name).unwrap().1
}

/// A match at the first trade of its second round.
fn at_trade(players: usize, trade: TradeRule, seed: u64) -> President {
    let mut state = new(players, 2, trade, seed);
    let mut random = Random::new(seed);
    while state.view(0).traders().is_none() {
        let seat = state.to_move().unwrap();
        let chosen = state.view(seat).random_move(&mut random).unwrap();
        state.play(&chosen).unwrap();
    }
    state
}

#[test]
fn the_game_conforms_for_any_number_of_players() {
    for players in 2..=13 {
        for trade in TRADES {
            let games = if players < 6 { 2 } else { 1 };
            conformance::check(|seed| new(players, 2, trade, seed), games).unwrap();
        }
    }
}

#[test]
fn small_deals_conform() {
    let small = |seed: u64| {
        let mut deck: Vec<Card> = Card::all().collect();
        Random::new(seed).shuffle(&mut deck);
        let size = 1 + (seed % 5) as usize;
        let hands: Vec<Vec<Card>> = deck.chunks(size).take(3).map(<[Card]>::to_vec).collect();
        let rules = Rules::new(3, 1, TradeRule::Request).unwrap();
        President::with_deal(rules, seed, &hands).unwrap()
    };
    conformance::check(small, 60).unwrap();
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

/// Hands and plays hold as many cards as were dealt, and none twice.
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
fn passing_does_not_bind_and_the_last_mover_leads_anew() {
    let mut state = deal(1, &["3d 9d 9c", "4d 5d Td", "8d Jd 2d"]);
    play(&mut state, &["3d", "pass", "8d", "pass", "Td"]);
    assert_eq!(state.to_move(), Some(2));
    play(&mut state, &["pass", "pass"]);
    assert_eq!(state.to_move(), Some(1));
    assert_eq!(legal(&state), ["5d", "4d"]);
    let before = state.clone();
    assert_eq!(state.play(&Move::Pass).unwrap_err().to_string(), "whoever leads may not pass");
    assert_eq!(state, before);
}

#[test]
fn when_the_last_mover_is_out_the_next_player_leads() {
    // Counting passes against all players, the report's way, nobody could ever lead again.
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
fn a_request_takes_the_highest_suit_and_a_refused_rank_is_gone() {
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
                    let refusal = state.clone().play(&Move::Request(rank)).unwrap_err();
                    assert!(refusal.to_string().contains("was refused already"), "{refusal}");
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
fn the_best_cards_go_unasked() {
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
fn bystanders_see_nothing_of_a_trade_but_its_progress() {
    let state = at_trade(5, TradeRule::Request, 2);
    let (upper, lower) = state.view(0).traders().unwrap();
    let bystander = (0..5).find(|&seat| seat != upper && seat != lower).unwrap();
    let lower_hand: Vec<Card> = state.hand(lower).iter().collect();
    let seen: Vec<_> = lower_hand
        .iter()
        .map(|card| {
            let mut next = state.clone();
            next.play(&Move::Request(card.rank())).unwrap();
            assert_ne!(next.view(upper).facts(), state.view(upper).facts());
            assert_ne!(next.view(lower).facts(), state.view(lower).facts());
            next.view(bystander).facts()
        })
        .collect();
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn samples_respect_what_a_trade_told() {
    for (trade, seed) in TRADES.into_iter().flat_map(|trade| (0..12).map(move |s| (trade, s))) {
        let mut state = at_trade(4, trade, seed);
        let (upper, lower) = state.view(0).traders().unwrap();
        let mut random = Random::new(seed);
        let round = state.view(0).round();
        while let Some(seat) = state.to_move().filter(|_| state.view(0).round() == round) {
            for draw in 0..4 {
                let mut random = Random::stream(seed, draw);
                let mine = President::sample(&state.view(upper), &mut random);
                let record = *state.view(upper).trade().unwrap();
                let known = record.returned - state.view(upper).played_by(lower);
                assert!(known.is_subset(mine.hand(lower)));
                assert!(known.is_subset(state.hand(lower)));
                let excluded = record.excluded(trade);
                assert!(((mine.hand(lower) - record.returned) & excluded).is_empty());
                assert!(((state.hand(lower) - record.returned) & excluded).is_empty());
                let theirs = President::sample(&state.view(lower), &mut random);
                let known = record.taken - record.returned - state.view(lower).played_by(upper);
                assert!(known.is_subset(theirs.hand(upper)));
                assert!(known.is_subset(state.hand(upper)));
            }
            let chosen = state.view(seat).random_move(&mut random).unwrap();
            state.play(&chosen).unwrap();
        }
    }
}

#[test]
fn samples_of_the_opening_are_uniform() {
    // Seat 0 knows that the leader, seat 1, was dealt a lower card than 4d: one or two threes.
    let state = deal(1, &["4d 4c", "3h Ks"]);
    assert_eq!(state.to_move(), Some(1));
    let mut random = Random::new(5);
    let (mut two, mut diamond) = (0, 0);
    for _ in 0..19_000 {
        let hand = President::sample(&state.view(0), &mut random).hand(1);
        let threes = hand & OrderedSet::of_value(3);
        assert!(!threes.is_empty() && hand.len() == 2);
        two += i32::from(threes.len() == 2);
        diamond += i32::from(threes.contains("3d".parse().unwrap()));
    }
    // 50 unseen cards, 46 of them no threes: 4 * 46 + 6 = 190 hands, 6 with two threes, and
    // 46 + 3 with the 3d. Five standard deviations either way.
    assert!((two - 600).abs() < 120, "{two}");
    assert!((diamond - 4_900).abs() < 305, "{diamond}");
}

#[test]
fn what_is_below_the_opening_card_is_out_of_play() {
    let mut state = deal(1, &["5c 9h", "4c 8s", "6d 6c"]);
    play(&mut state, &["4c"]);
    for seed in 0..50 {
        let sampled = President::sample(&state.view(2), &mut Random::new(seed));
        let hands = sampled.hand(0) | sampled.hand(1);
        assert!(
            (hands & OrderedSet::below(cardcore::games::president::place("4c".parse().unwrap())))
                .is_empty()
        );
    }
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
fn deals_that_cannot_be_played_are_refused() {
    let error = |hands: &[&str]| try_deal(1, hands).unwrap_err().to_string();
    assert_eq!(error(&["3d"]), "expected 2 to 13 players, found 1");
    assert_eq!(error(&["", ""]), "expected hands of 1 to 26 cards, found 0 in hand 1");
    let uneven = "expected as many cards in every hand, found 1 in hand 1 and 2 in hand 2";
    assert_eq!(error(&["3d", "4d 5d"]), uneven);
    assert_eq!(error(&["3d", "4d", "3d"]), "hand 3: '3d' is in hand 1 too");
    let rules = Rules::new(3, 1, TradeRule::Best).unwrap();
    let missing = President::with_deal(rules, 0, &[]).unwrap_err().to_string();
    assert_eq!(missing, "expected a hand for each of 3 players, found 0");
    let twice = vec![parse_cards("3d").unwrap().repeat(2); 3];
    let error = President::with_deal(rules, 0, &twice).unwrap_err().to_string();
    assert_eq!(error, "hand 1: card 2 of 2, '3d': duplicate of card 1");
    assert_eq!(Rules::new(4, 0, TradeRule::Best).unwrap_err(), RulesError::NoRound);
    assert!("worst".parse::<TradeRule>().is_err());
}

#[test]
fn refusals_say_what_was_expected() {
    let state = deal(2, &["3d 4d 4c", "5d 6d 7d", "8d 9d Td"]);
    let mut table = Session::new(state, Some(Origin { seed: Some(1), deal: None }));
    let mut refused = |text: &str| table.play_text(text).unwrap_err().to_string();
    assert_eq!(refused("5d"), "seat 0, move '5d': '5d' is not in the hand");
    let opening = "seat 0, move '4d': the first move must contain the lowest card dealt, '3d'";
    assert_eq!(refused("4d"), opening);
    let trade = "seat 0, move 'give 3d': no trade is under way, expected cards or 'pass'";
    assert_eq!(refused("give 3d"), trade);
    assert_eq!(refused("3d 4d"), "move '3d 4d': 2 cards played together must be of one rank");
    assert!(refused("request X").contains("expected a rank after 'request'"));
    assert!(refused("give").contains("expected 1 cards, found 0"));
    table.play_text("3D").unwrap();
    table.play_text("6d").unwrap();
    table.play_text("pass").unwrap();
    let low = "seat 0, move '4d': does not beat '6d', expected a higher card or 'pass'";
    assert_eq!(table.play_text("4d").unwrap_err().to_string(), low);
    assert_eq!(table.history(), ["3d", "6d", "pass"]);
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

/// The mean place of `name` in one seat among `other`s, over every seat.
fn mean_place(name: &str, other: &str, players: usize, matches: u64) -> f64 {
    let mut total = 0;
    for seed in 0..matches {
        let seat = seed as usize % players;
        let mut bots: Vec<_> = (0..players)
            .map(|place| bot::<President>(if place == seat { name } else { other }).ok())
            .collect();
        let mut state = new(players, 2, TradeRule::Request, seed);
        playout(&mut state, &mut bots, &mut Random::new(seed)).unwrap();
        total += state.scores()[seat];
    }
    total as f64 / (2 * matches) as f64
}

#[test]
fn shortest_beats_the_others() {
    for (players, matches) in [(2, 20), (3, 90), (4, 200), (7, 210)] {
        let even = (players + 1) as f64 / 2.0;
        for other in ["greedy", "random"] {
            let place = mean_place("shortest", other, players, matches);
            assert!(place < even - 0.3, "{place} among {players} with {other}");
        }
    }
}
