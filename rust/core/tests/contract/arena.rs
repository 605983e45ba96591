//! Many games between bots.

use cardcore::game::{Game as _, bot};
use cardcore::monitor::Monitor;
use cardcore::play::arena::{self, ArenaError};
use cardcore::play::{FIRST_PLACE, Tally, playout};
use cardcore::random::Random;

use crate::{Lowest, SOUND};

#[test]
fn an_arena_is_the_sum_of_its_games() {
    let template = Lowest::<SOUND>::new(0);
    let (names, seed, games) = (["one", "random"], 9, 101);
    let tally = arena::run(&template, &names, 0..games, seed, &Monitor::new()).unwrap();
    let mut expected = Tally::new(2);
    let mut all = Vec::new();
    for game in 0..games {
        let (deal, play) = arena::seeds(seed, game, 2);
        let mut state = Lowest::<SOUND>::new(deal);
        let seat_bots = [0, 1].map(|seat| arena::bot_at(seat, game, 2));
        let mut seated = seat_bots.map(|index| Some(bot(names[index]).unwrap()));
        playout(&mut state, &mut seated, &mut Random::new(play)).unwrap();
        let mut scores = [0, 0];
        for (seat, &score) in state.scores().iter().enumerate() {
            scores[seat_bots[seat]] = score;
        }
        all.extend(scores);
    }
    expected.count(&all, false);
    assert_eq!(tally, expected);
    assert_eq!((tally.games, tally.blocks), (101, 50));
    assert_eq!(tally.firsts.iter().sum::<u128>(), 101 * FIRST_PLACE);

    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let single = alone.install(|| arena::run(&template, &names, 0..games, seed, &Monitor::new()));
    assert_eq!(single.unwrap(), tally);
}

#[test]
fn tallies_of_any_split_add_up() {
    let template = Lowest::<SOUND>::new(0);
    let run = |games| arena::run(&template, &["one", "random"], games, 9, &Monitor::new()).unwrap();
    // An odd number of games: the last deal is played from one seat only.
    let whole = run(0..13);
    // Every way to split seven deals: a set bit is a split after that deal.
    for cuts in 0..1_u32 << 6 {
        let mut starts = vec![0];
        starts.extend((0..6).filter(|deal| cuts >> deal & 1 == 1).map(|deal| 2 * (deal + 1)));
        let ends = starts.iter().copied().skip(1).chain([13]);
        let mut tallies: Vec<_> =
            starts.iter().zip(ends).map(|(&start, end)| run(start..end)).collect();
        let none = || Tally::new(2);
        assert_eq!(tallies.iter().fold(none(), Tally::joined), whole);
        tallies.reverse();
        assert_eq!(tallies.iter().fold(none(), Tally::joined), whole);
    }
}

#[test]
fn scores_match_the_tally_in_order() {
    let template = Lowest::<SOUND>::new(0);
    let names = ["one", "random"];
    let some = |games| arena::scores(&template, &names, games, 9, &Monitor::new());
    let whole = some(0..100).unwrap();
    let mut expected = Tally::new(2);
    for deal in whole.chunks_exact(4) {
        expected.count(deal, false);
    }
    let squares = whole.chunks_exact(4).map(|deal| i128::from(deal[1] + deal[3]).pow(2));
    assert_eq!(expected.block_squares[1], squares.sum::<i128>());
    let tally = arena::run(&template, &names, 0..100, 9, &Monitor::new()).unwrap();
    assert_eq!(expected, tally);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    assert_eq!(pool.install(|| some(0..100)).unwrap(), whole);
    assert_eq!([some(0..32).unwrap(), some(32..100).unwrap()].concat(), whole);
    let divided = some(1..4).unwrap_err();
    assert_eq!(
        divided.to_string(),
        "start: expected a multiple of 2, the number of seats, found 1"
    );
}

#[test]
fn an_arena_can_be_stopped() {
    let monitor = Monitor::new();
    monitor.stop();
    let template = Lowest::<SOUND>::new(0);
    let stopped = arena::run(&template, &["one", "one"], 0..10, 1, &monitor).unwrap_err();
    assert!(matches!(stopped, ArenaError::Stopped(_)));
    let few = arena::run(&template, &["one"], 0..10, 1, &Monitor::new()).unwrap_err();
    assert_eq!(few.to_string(), "expected 2 bots, one per seat, found 1");
    let run = |games| arena::run(&template, &["one", "one"], games, 1, &Monitor::new());
    let expected = "games: expected 0 to 1000000000000, found 18446744073709551615";
    assert_eq!(run(0..u64::MAX).unwrap_err().to_string(), expected);
    let expected = "start: expected a multiple of 2, the number of seats, found 3";
    assert_eq!(run(3..10).unwrap_err().to_string(), expected);
    assert_eq!(run(4..4).unwrap(), Tally::new(2));
}

#[test]
fn the_interval_of_a_mean_comes_from_whole_blocks() {
    // Block sums 2, 4, 6 of two games each: squared distances of 8 in all, and one is added.
    let mut tally = Tally::new(2);
    for sum in [2, 4, 6] {
        tally.count(&[sum / 2, 0, sum / 2, 0], false);
    }
    let (mean, half) = tally.mean(0);
    assert_eq!(mean, 2.0);
    // 4.303 is what the tables of textbooks have for two degrees of freedom.
    assert!((half.unwrap() - 4.303 * (9_f64 / 2.0 / 3.0).sqrt() / 2.0).abs() < 1e-3);
}

#[test]
fn scores_too_large_to_square_have_only_a_mean() {
    let mut tally = Tally::new(2);
    for _ in 0..3 {
        tally.count(&[i64::MAX, 1, i64::MAX, 1], false);
    }
    let tally = tally.clone().joined(&tally);
    assert_eq!(tally.mean(0), (i64::MAX as f64, None));
    // Six equal blocks prove little, but something.
    let (mean, half) = tally.mean(1);
    assert_eq!(mean, 1.0);
    assert!((half.unwrap() - 2.571 / 30_f64.sqrt() / 2.0).abs() < 1e-3);
}
