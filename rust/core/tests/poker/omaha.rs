//! Omaha against the best of all choices of two hole cards and three cards of the board.

use cardcore::poker::Ranking;
use cardcore::poker::omaha::Omaha;
use cardcore::poker::order::FiveCardEvaluator;
use cardcore::random::Random;

/// The best of all choices, one by one.
fn best_choice(five: FiveCardEvaluator, hole: &[u8], board: &[u8]) -> Option<u16> {
    let mut best = None;
    for (a, &first) in hole.iter().enumerate() {
        for &second in &hole[a + 1..] {
            for (b, &third) in board.iter().enumerate() {
                for (c, &fourth) in board.iter().enumerate().skip(b + 1) {
                    for &fifth in &board[c + 1..] {
                        best = best.max(five.strength([first, second, third, fourth, fifth]));
                    }
                }
            }
        }
    }
    best
}

fn both() -> [(Omaha, FiveCardEvaluator); 2] {
    let five = |ranking| FiveCardEvaluator::of(ranking).unwrap();
    [(Omaha::new(), five(Ranking::High)), (Omaha::eight_or_better(), five(Ranking::EightOrBetter))]
}

fn check<const HOLE: usize, const BOARD: usize>(deck: &[u8]) {
    let hole: [u8; HOLE] = std::array::from_fn(|place| deck[place]);
    let board: [u8; BOARD] = std::array::from_fn(|place| deck[HOLE + place]);
    for (omaha, five) in both() {
        let strength = omaha.strength(hole, board);
        assert!(strength.is_some());
        assert_eq!(strength, best_choice(five, &hole, &board), "{hole:?} {board:?}");
    }
}

fn check_random_deals(rounds: u32) {
    let mut random = Random::new(9);
    let mut deck: Vec<u8> = (0..52).collect();
    for round in 0..rounds {
        random.shuffle(&mut deck);
        match round % 4 {
            // Two suits, or few ranks, so that flushes, full houses and the like abound.
            0 => deck.sort_by_key(|card| card % 4 > 1),
            1 => deck.sort_by_key(|card| card / 4 % 3 != 1),
            2 => deck.sort_by_key(|card| card % 4 != 2 && card / 4 % 5 != 1),
            _ => {}
        }
        let few = &mut deck[..20];
        if round % 4 != 3 {
            random.shuffle(few);
        }
        check::<4, 3>(&deck);
        check::<4, 4>(&deck);
        check::<4, 5>(&deck);
        check::<5, 3>(&deck);
        check::<5, 4>(&deck);
        check::<5, 5>(&deck);
        check::<6, 3>(&deck);
        check::<6, 4>(&deck);
        check::<6, 5>(&deck);
    }
}

#[test]
fn random_hands_are_the_best_of_all_choices() {
    check_random_deals(20_000);
}

#[test]
#[ignore = "a thousand million lookups: `make test-slow`"]
fn many_random_hands_are_the_best_of_all_choices() {
    check_random_deals(1_000_000);
}

/// Every pair of ranks on every multiset of ranks of a board that has no three cards of a suit: the
/// rows of the tables, all of them.
#[test]
fn every_pair_of_ranks_on_every_board_is_the_best_of_all_choices() {
    let (mut boards, mut hands) = (0, 0);
    let mut ranks = [0_u8; 5];
    loop {
        if ranks[0] != ranks[4] {
            boards += 1;
            // Neighbors differ in suit, and so do equal ranks.
            let board: [u8; 5] = std::array::from_fn(|i| 4 * ranks[i] + i as u8 % 4);
            let unseen: Vec<u8> = (0..52).filter(|card| !board.contains(card)).collect();
            for high in 0..13 {
                for low in 0..=high {
                    let first = unseen.iter().find(|&&card| card / 4 == high);
                    let second = unseen.iter().rev().find(|&&card| card / 4 == low);
                    let (Some(&first), Some(&second)) = (first, second) else { continue };
                    if first == second {
                        continue;
                    }
                    hands += 1;
                    let hole = [first, second];
                    for (omaha, five) in both() {
                        let best = best_choice(five, &hole, &board);
                        assert_eq!(omaha.strength(hole, board), best, "{hole:?} {board:?}");
                    }
                }
            }
        }
        let Some(last) = (0..5).rev().find(|&place| ranks[place] < 12) else { break };
        let next = ranks[last] + 1;
        ranks[last..].fill(next);
    }
    assert_eq!(boards, 6_175);
    // 91 pairs on each board, but for those that lack cards: on the 13 · 12 boards with four of a
    // rank the 13 pairs with it, on the 13 · C(13, 2) with three of a rank the pair of it.
    assert_eq!(hands, 6_175 * 91 - 156 * 13 - 13 * 78);
}

/// Every pair of suited hole cards with every board that has three to five cards of the suit.
#[test]
fn every_flush_is_the_best_of_all_choices() {
    let five = FiveCardEvaluator::of(Ranking::High).unwrap();
    let mut flushes = 0;
    for suited in (0..1_u16 << 13).filter(|set| (3..=5).contains(&set.count_ones())) {
        let mut board: Vec<u8> =
            (0..13).filter(|rank| suited >> rank & 1 == 1).map(|rank| 4 * rank + 2).collect();
        // Filled up with other suits: some boards are paired, some not.
        let others = [3, 51, 16, 28].into_iter().filter(|card| card % 4 != 2);
        board.extend(others.take(5 - board.len()));
        let board: [u8; 5] = board.try_into().unwrap();
        for high in 0..13 {
            for low in 0..high {
                let hole = [4 * high + 2, 4 * low + 2];
                if hole.iter().any(|card| board.contains(card)) {
                    continue;
                }
                flushes += 1;
                let best = best_choice(five, &hole, &board);
                assert_eq!(Omaha::new().strength(hole, board), best, "{hole:?} {board:?}");
            }
        }
    }
    // C(13, 3) boards with C(10, 2) pairs, and so on.
    assert_eq!(flushes, 286 * 45 + 715 * 36 + 1287 * 28);
}

#[test]
fn invalid_hands_have_no_strength() {
    let omaha = Omaha::new();
    let (hole, board) = ([3, 14, 15, 26], [35, 44, 51, 0, 9]);
    assert!(omaha.strength(hole, board).is_some());
    for bad in (52..=255).chain([3, 35]) {
        for place in 1..4 {
            let mut hole = hole;
            hole[place] = bad;
            assert_eq!(omaha.strength(hole, board), None, "{hole:?}");
        }
        for place in 1..5 {
            let mut board = board;
            board[place] = bad;
            assert_eq!(omaha.strength(hole, board), None, "{board:?}");
        }
    }
    assert_eq!(omaha.strength(hole, [35, 44]), None);
    assert_eq!(omaha.strength(hole, [35, 44, 51, 0, 9, 10]), None);
}
