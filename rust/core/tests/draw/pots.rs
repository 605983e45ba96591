//! Pots and their winners, compared with settling chip by chip.

use std::collections::BTreeMap;

use cardcore::cards::Card;
use cardcore::game::{Game as _, View as _};
use cardcore::games::draw::{
    Chips, FiveCardDraw, HandResult, MAX_PLAYERS, Move, Rules, Seats, pots, shares, uncalled,
};
use cardcore::random::Random;

use crate::variants::any_variant;
use crate::{ACES_KINGS_QUEENS, aces_last, dealt, play, played, rules, stacks};

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
        .last_hand()
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
fn odd_chips_go_left_of_the_button() {
    // All three hold the same straight. Seat 2 has the button, so seat 0 is the first to its left.
    let deck = "2c 3c 4d 5d 6h  2d 3d 4h 5h 6s  2h 3h 4s 5s 6c  \
        7c 8c 9c Tc Jc Qc Kc Ac 7d 8d 9d Td Jd Qd Kd";
    let mut session = dealt(
        Rules { ante: 2, ..rules(4, 1, 100) },
        &format!("{deck} 7h 8h 9h Th Jh Qh Kh Ah 7s 8s 9s Ts Js Qs Ks As"),
    );
    // Seat 3 holds 7c to Jc, a straight flush, and folds: 8 + 3 bets of 2 = 14 for three winners.
    play(&mut session, "bet, call, call, fold, discard, discard, discard, check, check, check");
    let last = session.state().view(0).last_hand().unwrap();
    assert_eq!(last.won[..4], [6, 4, 4, 0]);
    assert_eq!(session.state().scores(), [2, 0, 0, -2]);
    assert!(last.shown[3].is_empty());

    let three: Seats = [0, 2, 4].into_iter().collect();
    assert_eq!(shares(11, three, 0), [3, 0, 5, 0, 3]);
    assert_eq!(shares(11, three, 2), [3, 0, 3, 0, 5]);
    assert_eq!(shares(11, three, 4), [5, 0, 3, 0, 3]);
    assert_eq!(shares(2, three, 3), [0, 0, 0, 0, 2]);
    assert_eq!(shares(9, Seats::EMPTY, 3), [0; 5]);
}

/// A hand settled chip by chip, independently of the library: every chip of every payment has a
/// height; players who paid at a height and have not folded are eligible for the chips there;
/// heights with the same players form one pot.
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
fn pots_match_settling_single_chips() {
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
        let mut all = [0; MAX_PLAYERS];
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
        if cards.is_empty() { 0 } else { rules.ranking.strength(&cards).unwrap() }
    };
    let keys: Vec<u16> = (0..seats).map(key).collect();
    let expected = settle(&last.paid[..seats], &live, &keys, last.button);
    assert_eq!(last.won[..seats], expected, "{last:?}");
    *all_ins += u32::from(last.pots.len() > 1);
}

/// A random move; at pot-limit and no-limit, sometimes with an amount that is not listed.
fn any_amount(state: &FiveCardDraw, seat: usize, random: &mut Random) -> Move {
    let view = state.view(seat);
    let chosen = view.random_move(random).unwrap();
    let Some((least, most)) = view.raise_to() else { return chosen };
    let amount = least + random.below(most - least + 1);
    match chosen {
        Move::BetOf(_) => Move::BetOf(amount),
        Move::RaiseTo(_) => Move::RaiseTo(amount),
        other => other,
    }
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
            ..Rules::default()
        };
        let rules = if seed % 2 == 0 { rules } else { any_variant(rules, &mut random) };
        let total = u64::from(rules.players * rules.stack);
        let mut state = FiveCardDraw::new(rules, seed).unwrap();
        let mut number = None;
        while let Some(seat) = state.to_move() {
            let chosen = any_amount(&state, seat, &mut random);
            state.play(&chosen).unwrap();
            let view = state.view(0);
            let stacks: u64 = (0..rules.seats()).map(|seat| u64::from(view.stack(seat))).sum();
            assert_eq!(stacks + u64::from(view.pot()), total, "seed {seed}");
            assert_eq!(state.scores().iter().sum::<i64>(), 0);
            if let Some(last) = view.last_hand().filter(|last| Some(last.number) != number) {
                // Every hand has a decision, so none is missed.
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
