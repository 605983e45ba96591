//! Samples respect what a trade or the opening revealed.

use cardcore::game::{Game as _, View as _};
use cardcore::games::president::{OrderedSet, President};
use cardcore::random::Random;

use crate::{TRADES, at_trade, deal, play};

#[test]
fn samples_respect_what_a_trade_revealed() {
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
    // 50 unseen cards, 46 of them not threes: 4 * 46 + 6 = 190 hands, 6 with two threes, and 46 + 3
    // with the 3d. Five standard deviations either way.
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
            (hands
                & OrderedSet::below(cardcore::games::president::order_index(
                    "4c".parse().unwrap()
                )))
            .is_empty()
        );
    }
}
