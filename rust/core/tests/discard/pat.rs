//! Showdown equity against an opponent who stands pat, compared with enumerating every pair of
//! hands.

use std::collections::HashMap;

use cardcore::cards::{Card, CardSet};
use cardcore::discard::{Hand, Mask, against_pat};
use cardcore::monitor::{Monitor, Stopped};
use cardcore::poker::evaluate::Evaluator;
use cardcore::random::Random;

use crate::hand;

fn choose(cards: &[Card], count: usize, chosen: &mut Vec<Card>, visit: &mut impl FnMut(&[Card])) {
    if count == 0 {
        visit(chosen);
        return;
    }
    for (index, &card) in cards.iter().enumerate() {
        chosen.push(card);
        choose(&cards[index + 1..], count - 1, chosen, visit);
        chosen.pop();
    }
}

fn strength(cards: &[Card]) -> u16 {
    Evaluator::new().strength_of_cards(cards.try_into().unwrap())
}

/// Every hand of five unseen cards with its strength.
fn opponents(hand: Hand) -> Vec<(u64, u16)> {
    let unseen: Vec<Card> = (!hand.set()).iter().collect();
    let mut hands = Vec::with_capacity(1_533_939);
    choose(&unseen, 5, &mut Vec::new(), &mut |cards| {
        hands.push((cards.iter().copied().collect::<CardSet>().bits(), strength(cards)));
    });
    hands
}

/// Wins and ties by enumerating every draw and every opposing hand.
fn count_all(hand: Hand, opponents: &[(u64, u16)], discard: Mask) -> (u64, u64) {
    let unseen: Vec<Card> = (!hand.set()).iter().collect();
    let kept: Vec<Card> = hand.chosen(discard.complement()).collect();
    let (mut wins, mut ties) = (0, 0);
    choose(&unseen, discard.len(), &mut Vec::new(), &mut |drawn| {
        let cards: Vec<Card> = kept.iter().chain(drawn).copied().collect();
        let (ours, set) = (strength(&cards), drawn.iter().copied().collect::<CardSet>().bits());
        for &(theirs, strength) in opponents {
            wins += u64::from(theirs & set == 0 && strength < ours);
            ties += u64::from(theirs & set == 0 && strength == ours);
        }
    });
    (wins, ties)
}

/// Wins and ties of all discards in another way: sweep over the strengths from below, counting for
/// every set of up to four cards the weaker hands that contain it, with inclusion–exclusion over
/// the subsets of each draw.
fn sweep(hand: Hand, opponents: &[(u64, u16)]) -> [(i64, i64); 32] {
    let mut by_strength: Vec<Vec<u64>> = vec![Vec::new(); 7462];
    for &(set, strength) in opponents {
        by_strength[usize::from(strength)].push(set);
    }
    let unseen: Vec<Card> = (!hand.set()).iter().collect();
    let bits = |cards: &[Card]| cards.iter().copied().collect::<CardSet>().bits();
    let mut draws: Vec<Vec<(u8, u64)>> = vec![Vec::new(); 7462];
    for discard in Mask::all().filter(|mask| mask.len() < 5) {
        let kept: Vec<Card> = hand.chosen(discard.complement()).collect();
        choose(&unseen, discard.len(), &mut Vec::new(), &mut |drawn| {
            let cards: Vec<Card> = kept.iter().chain(drawn).copied().collect();
            draws[usize::from(strength(&cards))].push((discard.number(), bits(drawn)));
        });
    }
    // Dense numbers for the sets of up to four cards.
    let mut numbers: HashMap<u64, u32> = HashMap::new();
    for size in 0..5 {
        choose(&unseen, size, &mut Vec::new(), &mut |cards| {
            let next = numbers.len() as u32;
            numbers.insert(bits(cards), next);
        });
    }
    let subsets = |set: u64| {
        let mut subset = set;
        std::iter::from_fn(move || {
            if subset == u64::MAX {
                return None;
            }
            let found = subset;
            subset = if subset == 0 { u64::MAX } else { (subset - 1) & set };
            Some(found)
        })
    };
    let sign = |set: u64| if set.count_ones().is_multiple_of(2) { 1 } else { -1 };
    let mut holding = vec![0_i64; numbers.len()];
    let mut counts = [(0, 0); 32];
    for (sets, draws) in by_strength.iter().zip(&draws) {
        let total = |holding: &[i64], drawn: u64| -> i64 {
            subsets(drawn).map(|set| sign(set) * holding[numbers[&set] as usize]).sum()
        };
        let before: Vec<i64> = draws.iter().map(|&(_, drawn)| total(&holding, drawn)).collect();
        for &set in sets {
            for subset in subsets(set).filter(|subset| subset.count_ones() < 5) {
                holding[numbers[&subset] as usize] += 1;
            }
        }
        for (&(discard, drawn), before) in draws.iter().zip(before) {
            let count = &mut counts[usize::from(discard)];
            count.0 += before;
            count.1 += total(&holding, drawn) - before;
        }
    }
    counts
}

#[test]
fn pat_hands_and_one_card_draws_match_brute_force() {
    for cards in ["2h 3h 4h 5h 7c", "Ah Ad Kc 7s 2d"] {
        let hand = hand(cards);
        let opponents = opponents(hand);
        let showdown = against_pat(hand, &Monitor::new()).unwrap();
        for discard in Mask::all().filter(|mask| mask.len() <= 1) {
            let found = (showdown.wins[discard.index()], showdown.ties[discard.index()]);
            assert_eq!(found, count_all(hand, &opponents, discard), "{cards} {discard:?}");
        }
    }
}

#[test]
fn keeping_a_pair_of_aces_and_a_king() {
    let hand = hand("Ah Ad Kc 7s 2d");
    let showdown = against_pat(hand, &Monitor::new()).unwrap();
    let discard = Mask::from_number(0b11000).unwrap();
    // C(47, 2) draws times C(45, 5) hands: 1,081 × 1,221,759.
    assert_eq!(showdown.totals[24], 1_320_721_479);
    let found = (showdown.wins[24], showdown.ties[24]);
    assert_eq!(found, count_all(hand, &opponents(hand), discard));
    assert_eq!(found, (1_236_592_274, 20_070));
    assert!((showdown.equity(Mask::NONE) - 0.920_889).abs() < 5e-7);
}

#[test]
fn all_discards_agree_with_a_sweep_over_the_strengths() {
    let hand = hand("9d Td 6c Qd 8h");
    let showdown = against_pat(hand, &Monitor::new()).unwrap();
    let counts = sweep(hand, &opponents(hand));
    for mask in Mask::all().filter(|mask| mask.len() < 5) {
        let found = (showdown.wins[mask.index()] as i64, showdown.ties[mask.index()] as i64);
        assert_eq!(found, counts[mask.index()], "{mask:?}");
    }
}

#[test]
fn ties_of_five_new_cards_match_brute_force() {
    let hand = hand("Ah Kh Qh Jh 9h");
    let mut by_strength: Vec<Vec<u64>> = vec![Vec::new(); 7462];
    for (set, strength) in opponents(hand) {
        by_strength[usize::from(strength)].push(set);
    }
    let ties: u64 = by_strength
        .iter()
        .map(|sets| {
            let disjoint = |set: &u64| sets.iter().filter(|&other| set & other == 0).count() as u64;
            sets.iter().map(disjoint).sum::<u64>()
        })
        .sum();
    let showdown = against_pat(hand, &Monitor::new()).unwrap();
    assert_eq!(showdown.ties[31], ties);
    // C(47, 5) × C(42, 5) pairs, and neither side is better than the other.
    assert_eq!(showdown.totals[31], 1_533_939 * 850_668);
    assert_eq!(2 * showdown.wins[31] + ties, showdown.totals[31]);
}

#[test]
fn the_best_discard_is_the_highest_equity() {
    let mut random = Random::new(3);
    let mut deck: Vec<Card> = Card::all().collect();
    for _ in 0..3 {
        random.shuffle(&mut deck);
        let hand = Hand::of(&deck[..5]).unwrap();
        let showdown = against_pat(hand, &Monitor::new()).unwrap();
        let best = showdown.best();
        assert!(Mask::all().all(|mask| showdown.equity(mask) <= showdown.equity(best)));
        for mask in Mask::all().map(Mask::index) {
            assert!(showdown.wins[mask] + showdown.ties[mask] <= showdown.totals[mask]);
        }
    }
    let monitor = Monitor::new();
    monitor.stop();
    assert_eq!(against_pat(hand("Ah Kh Qh Jh 9h"), &monitor), Err(Stopped));
}
