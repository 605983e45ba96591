//! Shortest lines that empty a hand, compared with brute force.

use cardcore::games::president::{Demand, Kinds, OrderedSet, combinations, moves_to_victory};
use cardcore::random::Random;
use proptest::prelude::*;

use crate::{draw, sources};

/// The fewest moves by dynamic programming over all subsets of the hand.
fn fewest(hand: OrderedSet) -> usize {
    let places: Vec<u8> = hand.order_indices().collect();
    let compress = |cards: OrderedSet| {
        let bit = |place| 1_usize << places.iter().position(|&other| other == place).unwrap();
        cards.order_indices().fold(0, |bits, place| bits | bit(place))
    };
    let mut by_lowest = vec![Vec::new(); places.len()];
    for found in combinations(hand, Demand::default()) {
        let bits = compress(found.cards());
        by_lowest[bits.trailing_zeros() as usize].push(bits);
    }
    let mut fewest = vec![0_u8; 1 << places.len()];
    for left in 1..fewest.len() {
        let moves = &by_lowest[left.trailing_zeros() as usize];
        let best =
            moves.iter().filter(|&bits| left & bits == *bits).map(|bits| fewest[left ^ bits]);
        fewest[left] = best.min().unwrap() + 1;
    }
    usize::from(fewest[fewest.len() - 1])
}

#[test]
fn shortest_lines_equal_a_brute_force_partition() {
    let mut random = Random::new(3);
    let sizes =
        (0..=13).flat_map(|size| std::iter::repeat_n(size, 60)).chain([16; 12]).chain([19, 20]);
    for (round, size) in sizes.enumerate() {
        let hand = draw(sources()[round % 4], size, &mut random);
        assert_eq!(moves_to_victory(hand, Kinds::ALL).unwrap().moves.len(), fewest(hand), "{hand}");
    }
}

#[test]
fn lines_use_every_card_once() {
    let mut random = Random::new(4);
    for round in 0..2_000 {
        let hand = draw(sources()[round % 4], 20 + round % 7, &mut random);
        let line = moves_to_victory(hand, Kinds::ALL).unwrap();
        let mut left = hand;
        for found in &line.moves {
            assert!(found.cards().is_subset(left), "{hand}: {line:?}");
            left = left - found.cards();
        }
        assert!(left.is_empty(), "{hand}: {line:?}");
    }
}

#[test]
fn lines_have_limits() {
    assert_eq!(moves_to_victory(OrderedSet::EMPTY, Kinds::ALL).unwrap().moves, []);
    let error = moves_to_victory(OrderedSet::from_bits((1 << 27) - 1), Kinds::ALL).unwrap_err();
    assert_eq!(error.to_string(), "expected a hand of at most 26 cards, found 27");
}

proptest! {
    #[test]
    fn one_card_more_costs_at_most_one_move_more(bits in 0_u64..1 << 52, place in 0_u8..52) {
        let hand = OrderedSet::from_bits(bits).highest(18);
        let more = hand | OrderedSet::from_bits(1 << place);
        let (few, many) = (moves_to_victory(hand, Kinds::ALL).unwrap(), moves_to_victory(more, Kinds::ALL).unwrap());
        // The new card alone is a move.
        prop_assert!(many.moves.len() <= few.moves.len() + 1);
    }
}
