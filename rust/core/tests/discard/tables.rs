//! The discard tables: every way to count them, batches, and the canonical hands.

use std::collections::HashMap;

use cardcore::cards::{Card, Suit};
use cardcore::discard::{
    CANONICAL_HANDS, DiscardTable, Hand, Mask, Valuation, best_discards, canonical,
    canonical_hands, count_categories_many,
};
use cardcore::monitor::Monitor;
use cardcore::poker::batch::InvalidHand;
use cardcore::random::Random;
use proptest::prelude::*;

use crate::{hand, valuation};

fn random_hand(random: &mut Random) -> Hand {
    let mut deck: Vec<Card> = Card::all().collect();
    random.shuffle(&mut deck);
    Hand::of(&deck[..5]).unwrap()
}

#[test]
fn subset_tables_and_enumeration_agree() {
    let mut random = Random::new(11);
    let special = ["As Ks Qs Js Ts", "2c 2d 2h 2s 3c", "5c 4c 3c 2c Ac", "8c 8d 8h Ks Kc"];
    let hands = special.map(hand).into_iter().chain((0..16).map(|_| random_hand(&mut random)));
    for hand in hands {
        assert_eq!(DiscardTable::of(hand), DiscardTable::by_enumeration(hand), "{hand}");
    }
}

#[test]
fn the_printed_table_matches_except_for_misprints() {
    // Probabilities as printed by the report, by mask, where print and mask are unambiguous.
    // (The row for mask 31 is a stand-in from another hand.)
    let printed: [(usize, [f64; 9]); 5] = [
        (0, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        (1, [0.74468, 0.25532, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        (4, [0.65957, 0.25532, 0.0, 0.0, 0.08511, 0.0, 0.0, 0.0, 0.0]),
        (15, [0.49040, 0.42829, 0.04975, 0.02300, 0.00387, 0.00275, 0.00161, 0.00029, 0.00003]),
        (28, [0.50435, 0.41295, 0.04385, 0.01733, 0.01011, 0.00993, 0.00111, 0.00012, 0.00025]),
    ];
    let counts = DiscardTable::of(hand("9d Td 6c Qc 8h")).counts();
    for (mask, row) in printed {
        let draws = f64::from(counts[mask].iter().sum::<u32>());
        for (count, expected) in counts[mask].into_iter().zip(row) {
            let found = f64::from(count) / draws;
            assert!((found - expected).abs() < 5.1e-6, "mask {mask}: {found} is not {expected}");
        }
    }
}

#[test]
fn rows_add_up_and_batches_equal_single_hands() {
    let mut random = Random::new(12);
    let hands: Vec<Hand> = (0..5_000).map(|_| random_hand(&mut random)).collect();
    let numbers: Vec<[u8; 5]> = hands.iter().map(|hand| hand.cards().map(Card::number)).collect();
    let mut counts = vec![[[0; 9]; 32]; hands.len()];
    count_categories_many(&numbers, &mut counts, &Monitor::new()).unwrap().unwrap();
    let class = valuation("class");
    let best = best_discards(&class, &numbers, &Monitor::new()).unwrap().unwrap();
    for (row, &hand) in hands.iter().enumerate() {
        let choice = class.best(hand);
        assert_eq!(best.masks[row], choice.discard.number(), "{hand}");
        assert_eq!(best.values[row], class.number(choice.value), "{hand}");
        let counts = counts[row];
        assert_eq!(counts, DiscardTable::of(hand).counts(), "{hand}");
        for mask in Mask::all() {
            assert_eq!(counts[mask.index()].iter().sum::<u32>(), mask.draws(), "{hand}");
        }
    }
}

#[test]
fn the_first_invalid_row_is_named() {
    let mut numbers = vec![[0, 1, 2, 3, 4]; 3_000];
    numbers[1_700][2] = 52;
    numbers[2_900] = [7; 5];
    let mut counts = vec![[[0; 9]; 32]; numbers.len()];
    let bad = Err(InvalidHand { row: 1_700 });
    assert_eq!(count_categories_many(&numbers, &mut counts, &Monitor::new()), Ok(bad));
    let found = best_discards(&valuation("class"), &numbers, &Monitor::new()).unwrap();
    assert_eq!(found.map(|_| ()), bad);
}

proptest! {
    #[test]
    fn renaming_suits_changes_nothing(seed: u64) {
        let mut random = Random::new(seed);
        let hand = random_hand(&mut random);
        let mut names = Suit::ALL;
        random.shuffle(&mut names);
        let renamed = hand.cards().map(|card| {
            Card::new(card.rank(), names[usize::from(card.suit().number())])
        });
        let renamed = Hand::of(&renamed).unwrap();
        prop_assert_eq!(
            *DiscardTable::of(hand).outcomes(),
            *DiscardTable::of(renamed).outcomes()
        );
        prop_assert_eq!(canonical(hand), canonical(renamed));
    }

    #[test]
    fn reordering_cards_reorders_masks(seed: u64) {
        let mut random = Random::new(seed);
        let hand = random_hand(&mut random);
        let mut order = [0_usize, 1, 2, 3, 4];
        random.shuffle(&mut order);
        let other = Hand::of(&order.map(|position| hand.cards()[position])).unwrap();
        let (table, reordered) = (DiscardTable::of(hand), DiscardTable::of(other));
        for mask in Mask::all() {
            let moved = Mask::from_fn(|position| mask.contains(order[position]));
            prop_assert_eq!(
                table.outcomes()[mask.index()],
                reordered.outcomes()[moved.index()]
            );
        }
    }
}

#[test]
fn every_hand_has_one_canonical_hand() {
    let hands = canonical_hands();
    assert_eq!(hands.len(), CANONICAL_HANDS);
    let mut weights: HashMap<[Card; 5], u32> = HashMap::new();
    let cards: Vec<Card> = Card::all().collect();
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        let hand = Hand::of(&[a, b, c, d, e].map(|i: usize| cards[i])).unwrap();
                        *weights.entry(canonical(hand).cards()).or_default() += 1;
                    }
                }
            }
        }
    }
    assert_eq!(weights.len(), hands.len());
    for canonical in hands {
        assert_eq!(weights.get(&canonical.hand.cards()), Some(&canonical.weight));
    }
}
