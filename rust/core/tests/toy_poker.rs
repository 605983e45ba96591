//! Kuhn and Leduc poker.

use cardcore::game::{Game as _, View as _};
use cardcore::games::toy_poker::{Kuhn, Leduc, Move, ToyPoker};
use cardcore::monitor::Monitor;
use cardcore::play::{conformance, perft};

#[test]
fn they_pass_the_conformance_kit() {
    conformance::check(ToyPoker::<Kuhn>::new, 200).unwrap();
    conformance::check(ToyPoker::<Leduc>::new, 200).unwrap();
}

#[test]
fn lines_are_counted() {
    // Call call, call raise fold or call, raise fold or call.
    assert_eq!(perft(&ToyPoker::<Kuhn>::new(1), 9, &Monitor::new()), Ok(5));
    // A round ends in a fold in 4 ways and with the chips matched in 5: 4 + 5 * (4 + 5).
    assert_eq!(perft(&ToyPoker::<Leduc>::new(1), 9, &Monitor::new()), Ok(49));
}

#[test]
fn every_card_is_dealt_as_often() {
    let mut counts = [[0_u32; 3]; 3];
    for seed in 0..30_000 {
        let cards = ToyPoker::<Leduc>::new(seed);
        let hand = |seat| format!("{:?}", cards.view(seat).fact("hand"));
        let rank = |seat| ["J", "Q", "K"].iter().position(|rank| hand(seat).contains(rank));
        counts[rank(0).unwrap()][rank(1).unwrap()] += 1;
    }
    // A pair has a chance of 1/15, any two others 2/15; five standard deviations.
    for (first, row) in counts.iter().enumerate() {
        for (second, &count) in row.iter().enumerate() {
            let expected = if first == second { 2000 } else { 4000 };
            assert!(count.abs_diff(expected) < 300, "{counts:?}");
        }
    }
}

#[test]
fn deals_are_checked() {
    let error = |ranks: &[u8]| ToyPoker::<Kuhn>::with_deal(ranks).unwrap_err().to_string();
    assert_eq!(error(&[1]), "deal: expected 2 cards, found 1");
    assert_eq!(error(&[1, 1]), "deal: expected at most 1 of J, Q and K each, found rank 1");
    assert_eq!(error(&[1, 3]), "deal: expected at most 1 of J, Q and K each, found rank 3");
    let mut game = ToyPoker::<Leduc>::with_deal(&[0, 2, 0]).unwrap();
    for chosen in [Move::Raise, Move::Raise, Move::Call, Move::Call, Move::Call] {
        game.play(&chosen).unwrap();
    }
    assert_eq!(game.scores(), [5, -5]);
    assert!(game.play(&Move::Call).is_err());
}
