//! The game of five-card draw: counts, chips, pots, what is hidden, bots.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests may panic")]

use std::collections::BTreeMap;

use cardcore::cards::{Card, parse_cards};
use cardcore::game::{Fact, Facts, Game, View, bot};
use cardcore::games::draw::{
    Chips, FiveCardDraw, HandResult, MOST_PLAYERS, Move, Phase, Refusal, Rules, RulesError, Seats,
    pots, shares, uncalled,
};
use cardcore::monitor::Monitor;
use cardcore::play::Session;
use cardcore::play::arena;
use cardcore::play::{conformance, perft, playout, random_playout};
use cardcore::poker::HandRank;
use cardcore::random::Random;

fn rules(players: u32, hands: u32, stack: Chips) -> Rules {
    Rules { players, hands, stack, ..Rules::default() }
}

/// A match whose first hand is dealt from this text.
fn dealt(rules: Rules, deck: &str) -> Session<FiveCardDraw> {
    let deck = parse_cards(deck).unwrap();
    Session::new(FiveCardDraw::with_decks(rules, 1, &[deck]).unwrap(), None)
}

fn play(table: &mut Session<FiveCardDraw>, moves: &str) {
    for text in moves.split(", ") {
        let seat = table.state().to_move();
        table.play_text(text).unwrap_or_else(|error| panic!("{text} by {seat:?}: {error}"));
    }
}

/// Seat 0 holds aces, seat 1 kings, seat 2 queens, seat 3 and 4 nothing; nobody improves.
const ACES_KINGS_QUEENS: &str = "As Ah 9d 7c 4s  Ks Kh 9c 7d 4h  Qs Qh 9s 7h 4d  \
    Js Th 8c 6d 3s  Jh Tc 8d 6s 3h  2c 2d 2h 2s 3c 3d 4c 5c 5d 5h 5s 6c 6h 7s 8h 8s 9h Td Ts Jc \
    Jd Qc Qd Kc Kd Ac Ad";

#[test]
fn perft_counts_bets_and_discards() {
    let game = FiveCardDraw::new(rules(2, 1, 100), 1).unwrap();
    // Two players check or bet; a bet is folded, called or raised, three times at most; after a
    // check or a call each has 32 discards.
    let ends = |depth: u32| perft(&game, depth, &Monitor::new()).unwrap();
    assert_eq!(ends(1), 2);
    assert_eq!(ends(2), 2 + 3);
    // check check, check bet, bet fold, bet call, bet raise.
    assert_eq!(ends(3), 32 + 3 + 1 + 32 + 3);
    // A raised bet is folded, called or raised again.
    assert_eq!(ends(4), 32 * 32 + (1 + 32 + 3) + 1 + 32 * 32 + (1 + 32 + 3));
    // check check and bet call go on to the second round; of the raises two are left after check
    // bet raise, but one after bet raise raise.
    let checked = 32 * 32 * 2;
    let after_check_bet = 1 + 32 * 32 + (1 + 32 + 3);
    let after_bet_raise = 1 + 32 * 32 + (1 + 32 + 2);
    assert_eq!(ends(5), checked + after_check_bet + 1 + checked + after_bet_raise);
}

#[test]
fn a_round_has_one_bet_and_three_raises() {
    let mut table = dealt(rules(2, 1, 100), ACES_KINGS_QUEENS);
    play(&mut table, "bet, raise, raise, raise");
    let texts: Vec<String> = table.legal_moves().iter().map(Move::to_string).collect();
    assert_eq!(texts, ["fold", "call"]);
    let error = table.play_text("raise").unwrap_err().to_string();
    let expected =
        "seat 0, move 'raise': all 3 raises of the round are made, expected fold or call";
    assert_eq!(error, expected);
    play(&mut table, "call");
    // Antes 1 and four bets of 2 each, then seat 0 begins again.
    let view = table.state().view(0);
    assert_eq!((view.pot(), view.phase(), view.to_move()), (18, Phase::Discard, Some(0)));
    play(&mut table, "discard, discard, bet, call");
    assert_eq!(table.state().scores(), [13, -13]);
}

#[test]
fn every_refusal_says_what_was_expected() {
    let refused = |table: &Session<FiveCardDraw>, text: &str| {
        let mut state = table.state().clone();
        let refusal = state.play(&text.parse().unwrap()).unwrap_err();
        assert_eq!(state, *table.state());
        refusal
    };
    let mut table = dealt(rules(2, 1, 3), ACES_KINGS_QUEENS);
    assert_eq!(refused(&table, "call"), Refusal::NothingToCall);
    assert_eq!(refused(&table, "fold"), Refusal::NothingToCall);
    assert_eq!(refused(&table, "raise"), Refusal::NothingToCall);
    assert_eq!(refused(&table, "discard"), Refusal::Betting { expected: "check or bet" });
    play(&mut table, "bet");
    assert_eq!(refused(&table, "check"), Refusal::BetOpen { owed: 2 });
    assert_eq!(refused(&table, "bet"), Refusal::BetOpen { owed: 2 });
    assert_eq!(refused(&table, "raise"), Refusal::NothingToRaiseWith { stack: 2 });
    assert_eq!(refused(&table, "discard As"), Refusal::Betting { expected: "fold, call or raise" });
    play(&mut table, "call");
    assert_eq!(refused(&table, "check"), Refusal::Drawing);
    let foreign = refused(&table, "discard As Ks");
    assert_eq!(foreign.to_string(), "'Ks' is not in the hand 4s 7c 9d Ah As");
    play(&mut table, "discard, discard");
    // Both are all in: the second round is left out and the match is over.
    assert_eq!(refused(&table, "check"), Refusal::Over);
    assert_eq!(table.state().scores(), [3, -3]);
}

#[test]
fn texts_that_are_no_moves_are_told() {
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
    let with = |decks: &[Vec<Card>]| FiveCardDraw::with_decks(rules(3, 2, 9), 1, decks);
    assert!(with(&[deck.clone(), deck[..30].to_vec()]).is_ok());
    let short = with(&[deck.clone(), deck[..29].to_vec()]).unwrap_err();
    assert_eq!(short, RulesError::DeckSize { place: 2, least: 30, found: 29 });
    let many = with(&[deck.clone(), deck.clone(), deck.clone()]).unwrap_err();
    assert_eq!(many, RulesError::TooManyDecks { most: 2, found: 3 });
    let twice = with(&[[&deck[..], &deck[..1]].concat()]).unwrap_err();
    assert_eq!(twice.to_string(), "deal: deck 1: card 53 of 53, '2c': duplicate of card 1");
}

#[test]
fn cards_come_in_the_order_of_the_deck() {
    let mut table = dealt(rules(2, 1, 100), "AsAhAdAcKs QsQhQdQcKh 2c3c4c5c6c 7d8d9dTdJd");
    let hand = |table: &Session<FiveCardDraw>, seat| table.state().view(seat).hand().to_string();
    assert_eq!(hand(&table, 0), "Ks Ac Ad Ah As");
    play(&mut table, "check, check, discard Ks Ah As");
    assert_eq!(hand(&table, 0), "2c 3c 4c Ac Ad");
    play(&mut table, "discard Qs Qh Qd Qc Kh");
    assert_eq!(hand(&table, 1), "5c 6c 7d 8d 9d");
    let view = table.state().view(1);
    assert_eq!((view.drawn(0), view.drawn(1)), (Some(3), Some(5)));
    assert_eq!(view.discarded().to_string(), "Qc Qd Qh Qs Kh");
}

/// The same with the aces at seat 2 and the queens at seat 0.
fn aces_last() -> String {
    let swapped = [("As", "Qs"), ("Ah", "Qh")].into_iter();
    swapped.fold(ACES_KINGS_QUEENS.to_owned(), |deck, (ace, queen)| {
        deck.replace(ace, "?").replace(queen, ace).replace('?', queen)
    })
}

/// A match with these decks for its hands, after these moves.
fn played(rules: Rules, decks: &[&str], moves: &str) -> FiveCardDraw {
    let decks: Vec<Vec<Card>> = decks.iter().map(|deck| parse_cards(deck).unwrap()).collect();
    let mut table = Session::new(FiveCardDraw::with_decks(rules, 1, &decks).unwrap(), None);
    play(&mut table, moves);
    table.state().clone()
}

fn stacks(state: &FiveCardDraw) -> Vec<Chips> {
    (0..state.seats()).map(|seat| state.view(0).stack(seat)).collect()
}

#[test]
fn a_short_stack_plays_for_the_main_pot_only() {
    // Stacks of 10. Hand 1: seat 1 loses its ante, seat 2 the ante, a bet of 2 and one of 4, and
    // they pay the ante of hand 2.
    let decks = [ACES_KINGS_QUEENS, &aces_last()];
    let first = "bet, fold, call, discard, discard, check, bet, call";
    let state = played(rules(3, 2, 10), &decks, first);
    assert_eq!(stacks(&state), [17, 8, 2]);
    assert_eq!((state.view(0).button(), state.to_move()), (0, Some(1)));
    // Hand 2: seat 2 bets its last 2, seat 0 raises to 4 and seat 1 calls: 3 + 6 chips in the
    // main pot, 4 in the side pot. Seat 2 has the aces now, seat 1 kings, seat 0 queens.
    let second = "check, bet, raise, call, discard, discard, discard, check, check";
    let state = played(rules(3, 2, 10), &decks, &format!("{first}, {second}"));
    let pots: Vec<(Chips, Vec<usize>, Vec<usize>)> = state
        .view(0)
        .last()
        .unwrap()
        .pots
        .iter()
        .map(|pot| (pot.chips, pot.seats.iter().collect(), pot.winners.iter().collect()))
        .collect();
    assert_eq!(pots, [(9, vec![0, 1, 2], vec![2]), (4, vec![0, 1], vec![1])]);
    assert_eq!((stacks(&state), state.to_move()), (vec![13, 8, 9], None));
    assert_eq!(state.scores(), [3, -2, -1]);
}

#[test]
fn what_nobody_calls_comes_back() {
    // Hand 1 leaves 18 and 2 chips, the ante of hand 2 17 and 1.
    let rules = Rules { small_bet: 3, ..rules(2, 2, 10) };
    let decks = [ACES_KINGS_QUEENS; 2];
    let first = "bet, call, discard, discard, bet, call";
    let state = played(rules, &decks, &format!("{first}, check, bet"));
    assert_eq!((stacks(&state), state.view(1).to_call()), (vec![14, 1], 1));
    // Seat 1 calls with its last chip: two of the three chips go back at once, and there is
    // nothing more to bet.
    let state = played(rules, &decks, &format!("{first}, check, bet, call"));
    assert_eq!((stacks(&state), state.view(1).pot()), (vec![16, 0], 4));
    let state = played(rules, &decks, &format!("{first}, check, bet, call, discard, discard"));
    assert_eq!((stacks(&state), state.to_move()), (vec![20, 0], None));
}

#[test]
fn a_bet_for_less_is_raised_by_a_full_bet() {
    // Seat 2 wins ante and bet of the others in hand 1; after the ante of hand 2 they have 2.
    let rules = Rules { small_bet: 3, big_bet: 1, ..rules(3, 2, 5) };
    let decks = [&aces_last(), ACES_KINGS_QUEENS];
    let first = "check, check, check, discard, discard, discard, bet, call, call";
    let state = played(rules, &decks, first);
    assert_eq!((stacks(&state), state.to_move()), (vec![2, 2, 8], Some(1)));
    // Seat 1 bets its 2, seat 2 raises by 3 to 5, seat 0 has 2 to call with.
    let state = played(rules, &decks, &format!("{first}, bet, raise"));
    assert_eq!((state.view(0).bet(2), state.view(0).to_call()), (5, 2));
    let refusal = state.clone().play(&Move::Raise).unwrap_err();
    assert_eq!(refusal, Refusal::NothingToRaiseWith { stack: 2 });
    // Nobody called the last 3.
    let state = played(rules, &decks, &format!("{first}, bet, raise, call"));
    assert_eq!((stacks(&state), state.view(0).pot()), (vec![0, 0, 6], 9));
}

#[test]
fn nobody_is_raised_who_cannot_answer() {
    // Now seat 0 has the chips. Seat 1 bets its last 2 and seat 2 folds.
    let rules = Rules { small_bet: 3, big_bet: 1, ..rules(3, 2, 5) };
    let first = "check, check, check, discard, discard, discard, bet, call, call";
    let state = played(rules, &[ACES_KINGS_QUEENS; 2], &format!("{first}, bet, fold"));
    assert_eq!((stacks(&state), state.to_move()), (vec![8, 0, 2], Some(0)));
    assert_eq!(state.clone().play(&Move::Raise).unwrap_err(), Refusal::NobodyToCall);
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    assert_eq!(moves, [Move::Fold, Move::Call]);
}

#[test]
fn odd_chips_go_left_of_the_button() {
    // All three hold the same straight. Seat 2 has the button, so seat 0 is the first to its left.
    let deck = "2c 3c 4d 5d 6h  2d 3d 4h 5h 6s  2h 3h 4s 5s 6c  \
        7c 8c 9c Tc Jc Qc Kc Ac 7d 8d 9d Td Jd Qd Kd";
    let mut table = dealt(
        Rules { ante: 2, ..rules(4, 1, 100) },
        &format!("{deck} 7h 8h 9h Th Jh Qh Kh Ah 7s 8s 9s Ts Js Qs Ks As"),
    );
    // Seat 3 holds 7c to Jc, a straight flush, and folds: 8 + 3 bets of 2 = 14 for three winners.
    play(&mut table, "bet, call, call, fold, discard, discard, discard, check, check, check");
    let last = table.state().view(0).last().unwrap();
    assert_eq!(last.won[..4], [6, 4, 4, 0]);
    assert_eq!(table.state().scores(), [2, 0, 0, -2]);
    assert!(last.shown[3].is_empty());

    let three: Seats = [0, 2, 4].into_iter().collect();
    assert_eq!(shares(11, three, 0), [3, 0, 5, 0, 3]);
    assert_eq!(shares(11, three, 2), [3, 0, 3, 0, 5]);
    assert_eq!(shares(11, three, 4), [5, 0, 3, 0, 3]);
    assert_eq!(shares(2, three, 3), [0, 0, 0, 0, 2]);
    assert_eq!(shares(9, Seats::EMPTY, 3), [0; 5]);
}

/// A hand settled chip by chip, in no way like the library does it: every chip of every payment
/// lies at a height; those who paid at a height and have not folded play for the chips there;
/// heights with the same players are one pot.
fn settle(paid: &[Chips], live: &[bool], keys: &[u16], button: usize) -> Vec<Chips> {
    let count = paid.len();
    let mut stacks: BTreeMap<Vec<usize>, Chips> = BTreeMap::new();
    for height in 0..paid.iter().copied().max().unwrap_or(0) {
        let there: Vec<usize> = (0..count).filter(|&seat| paid[seat] > height).collect();
        let players = there.iter().copied().filter(|&seat| live[seat]).collect();
        *stacks.entry(players).or_default() += there.len() as Chips;
    }
    let mut won = vec![0; count];
    for (players, mut chips) in stacks {
        let best = players.iter().map(|&seat| keys[seat]).max().unwrap();
        let around = (1..=count).map(|step| (button + step) % count);
        let winners: Vec<usize> =
            around.filter(|seat| players.contains(seat) && keys[*seat] == best).collect();
        while chips >= winners.len() as Chips {
            winners.iter().for_each(|&seat| won[seat] += 1);
            chips -= winners.len() as Chips;
        }
        won[winners[0]] += chips;
    }
    won
}

#[test]
fn pots_of_any_payments_are_those_of_single_chips() {
    let mut random = Random::new(3);
    for _ in 0..50_000 {
        let count = 2 + random.below(4) as usize;
        let paid: Vec<Chips> = (0..count).map(|_| random.below(9)).collect();
        let keys: Vec<u16> = (0..count).map(|_| random.below(3) as u16).collect();
        let mut live: Vec<bool> = (0..count).map(|_| random.below(3) > 0).collect();
        // No betting leaves a folded player with the highest payment.
        let most = (0..count).max_by_key(|&seat| paid[seat]).unwrap();
        live[most] = true;
        let button = random.below(count as u32) as usize;
        let mut all = [0; MOST_PLAYERS];
        all[..count].copy_from_slice(&paid);
        let mut won = vec![0; count];
        let found = pots(&all, (0..count).filter(|&seat| live[seat]).collect());
        for pot in &found {
            let best = pot.seats.iter().map(|seat| keys[seat]).max();
            let winners = pot.seats.iter().filter(|&seat| Some(keys[seat]) == best).collect();
            for (won, share) in won.iter_mut().zip(shares(pot.chips, winners, button)) {
                *won += share;
            }
        }
        assert_eq!(won, settle(&paid, &live, &keys, button), "{paid:?} {live:?} {keys:?} {button}");
        assert!(found.windows(2).all(|pair| (pair[1].seats - pair[0].seats).is_empty()));
        let mut sorted = paid.clone();
        sorted.sort_unstable();
        let excess = sorted[count - 1] - sorted[count - 2];
        assert_eq!(uncalled(&all).map_or(0, |(_, chips)| chips), excess);
    }
}

fn check_result(last: &HandResult, rules: &Rules, all_ins: &mut u32) {
    let seats = rules.seats();
    let live: Vec<bool> =
        (0..seats).map(|seat| last.pots.iter().any(|pot| pot.seats.contains(seat))).collect();
    let key = |seat: usize| {
        let cards: Vec<Card> = last.shown[seat].iter().collect();
        if cards.is_empty() { 0 } else { HandRank::of(&cards).unwrap().strength() }
    };
    let keys: Vec<u16> = (0..seats).map(key).collect();
    let expected = settle(&last.paid[..seats], &live, &keys, last.button);
    assert_eq!(last.won[..seats], expected, "{last:?}");
    *all_ins += u32::from(last.pots.len() > 1);
}

#[test]
fn chips_are_conserved_in_every_hand_of_100_000_matches() {
    let (mut side_pots, mut hands, mut broke) = (0, 0_u32, 0_u32);
    for seed in 0..100_000 {
        let mut random = Random::stream(seed, 9);
        let rules = Rules {
            players: 2 + random.below(4),
            hands: 1 + random.below(6),
            stack: 1 + random.below(14),
            ante: random.below(4),
            small_bet: 1 + random.below(3),
            big_bet: 1 + random.below(6),
            raises: random.below(4),
        };
        let total = u64::from(rules.players * rules.stack);
        let mut state = FiveCardDraw::new(rules, seed).unwrap();
        let mut number = None;
        while let Some(seat) = state.to_move() {
            let chosen = state.view(seat).random_move(&mut random).unwrap();
            state.play(&chosen).unwrap();
            let view = state.view(0);
            let stacks: u64 = (0..rules.seats()).map(|seat| u64::from(view.stack(seat))).sum();
            assert_eq!(stacks + u64::from(view.pot()), total, "seed {seed}");
            assert_eq!(state.scores().iter().sum::<i64>(), 0);
            if let Some(last) = view.last().filter(|last| Some(last.number) != number) {
                // No hand goes by without a decision, so none is missed.
                assert_eq!(last.number, number.map_or(0, |number| number + 1));
                number = Some(last.number);
                check_result(last, &rules, &mut side_pots);
                hands += 1;
            }
        }
        let view = state.view(0);
        let left = (0..rules.seats()).filter(|&seat| view.stack(seat) > 0).count();
        assert!(left == 1 || number == Some(rules.hands - 1));
        broke += u32::from(left < rules.seats());
    }
    assert!(hands > 200_000 && side_pots > 20_000 && broke > 20_000, "{hands} {side_pots} {broke}");
}

#[test]
fn the_contract_is_kept() {
    for players in 2..=5 {
        let large = |seed| FiveCardDraw::new(rules(players, 2, 40), seed).unwrap();
        conformance::check(large, 12).unwrap();
        let tiny =
            |seed| FiveCardDraw::new(rules(players, 3, 1 + seed as Chips % 7), seed).unwrap();
        conformance::check(tiny, 25).unwrap();
    }
    let deck: Vec<Card> = Card::all().collect();
    let given = |seed: u64| {
        let mut decks = vec![deck.clone(); 2];
        Random::new(seed).shuffle(&mut decks[0]);
        Random::new(seed + 1).shuffle(&mut decks[1]);
        decks[1].truncate(20);
        FiveCardDraw::with_decks(rules(2, 3, 9), seed, &decks).unwrap()
    };
    conformance::check(given, 25).unwrap();
}

/// Every card that stands anywhere in facts.
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
fn a_view_shows_no_card_but_ones_own_and_those_shown() {
    for seed in 0..400 {
        let players = 2 + (seed % 4) as u32;
        let mut state = FiveCardDraw::new(rules(players, 3, 12), seed).unwrap();
        let mut random = Random::new(seed);
        loop {
            for seat in 0..=state.seats() {
                let view = state.view(seat);
                let mut allowed = view.hand() | view.discarded();
                for shown in view.last().map(|last| last.shown).into_iter().flatten() {
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
fn samples_deal_every_unseen_card_somewhere_and_no_card_twice() {
    let deck = parse_cards(ACES_KINGS_QUEENS).unwrap();
    let mut state = FiveCardDraw::with_decks(rules(3, 2, 30), 1, &[deck]).unwrap();
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
    // In 300 samples every card that seat 1 has not seen turned up with the others.
    let mine = state.view(1).hand() | state.view(1).discarded();
    assert_eq!(seen_elsewhere - mine, !mine);
}

#[test]
fn players_without_chips_sit_out_and_the_button_passes_them() {
    // Seat 1 is all in for its ante of 1 in the first hand and loses.
    let deck = parse_cards(ACES_KINGS_QUEENS).unwrap();
    let rules = Rules { small_bet: 1, big_bet: 1, ..rules(3, 3, 2) };
    let mut state = FiveCardDraw::with_decks(rules, 1, &[deck]).unwrap();
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
    // A match that was dealt by hand is not dealt so again.
    let deck = parse_cards(ACES_KINGS_QUEENS).unwrap();
    let given = FiveCardDraw::with_decks(rules(3, 4, 20), 1, &[deck]).unwrap();
    assert_eq!(given.new_game(5), template.new_game(5));
}

/// The mean score per match of the first bot against others of the second kind, with its
/// standard error.
fn duel(first: &str, second: &str, players: u32, games: u64) -> (f64, f64) {
    let template = FiveCardDraw::new(rules(players, 10, 200), 0).unwrap();
    let mut names = vec![second; players as usize];
    names[0] = first;
    let tally = arena::run(&template, &names, games, 4, &Monitor::new()).unwrap();
    let blocks = tally.blocks as f64;
    let mean = tally.block_totals[0] as f64 / blocks;
    let variance = tally.block_squares[0] as f64 / blocks - mean * mean;
    let seats = f64::from(players);
    (mean / seats, (variance / blocks).sqrt() / seats)
}

#[test]
fn better_bots_win() {
    // The seed is fixed, so this is no matter of luck; the margins are many standard errors.
    for (first, second, players) in [
        ("pattern", "random", 2),
        ("class", "random", 2),
        ("equity", "random", 2),
        ("equity", "pattern", 2),
        ("equity", "class", 2),
        ("equity", "class", 4),
    ] {
        let (mean, error) = duel(first, second, players, 6_000);
        println!("{first} against {second}, {players} players: {mean:.2} ± {error:.2}");
        assert!(mean > 3.0 * error, "{first} against {second}: {mean} ± {error}");
    }
}

#[test]
fn bots_that_are_not_asked_do_not_answer() {
    let state = FiveCardDraw::new(rules(2, 1, 10), 1).unwrap();
    for entry in FiveCardDraw::bots() {
        let mut player = bot::<FiveCardDraw>(entry.name).unwrap();
        assert_eq!(player.choose(&state.view(1), &mut Random::new(1)), None);
        assert!(player.choose(&state.view(0), &mut Random::new(1)).is_some());
    }
    let mut bots = [Some(bot("equity").unwrap()), None];
    let mut state = state;
    playout(&mut state, &mut bots, &mut Random::new(1)).unwrap();
    assert_eq!(state.to_move(), Some(1));
}
