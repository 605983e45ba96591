//! The table of the depth-limited game: its values, lines and tie-breaks.

use cardcore::game::Game as _;
use cardcore::games::chopsticks::{
    Chopsticks, HouseRules, Lines, RatedMove, Rules, Table, TableError, TieBreak,
};

use crate::{STANDARD, hands, ordered_hands, rules};

/// Wins and losses of all lines for player A, one by one.
fn count_lines(game: &Chopsticks) -> Lines {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    if moves.is_empty() {
        let score = game.scores()[0];
        return Lines { wins: u128::from(score == 1), losses: u128::from(score == -1) };
    }
    moves.iter().fold(Lines::default(), |sum, chosen| {
        let mut next = game.clone();
        next.play(chosen).unwrap();
        let lines = count_lines(&next);
        Lines { wins: sum.wins + lines.wins, losses: sum.losses + lines.losses }
    })
}

#[test]
fn line_counts_match_the_whole_tree() {
    for house in [
        STANDARD,
        HouseRules { rollover: true, ..STANDARD },
        HouseRules { misere: true, ..STANDARD },
    ] {
        let rules = rules(house);
        let table = Table::new(rules, 6, TieBreak::Counts);
        for (a, b) in [([1, 1], [1, 1]), ([2, 1], [0, 3]), ([4, 4], [3, 2]), ([0, 0], [1, 1])] {
            let (a, b) = (hands(&rules, &a), hands(&rules, &b));
            let game = Chopsticks::with_hands(rules, 3, a, b).unwrap();
            let lines = count_lines(&game);
            assert_eq!(table.lines(a, b, 0).unwrap(), lines);
            let moves = table.moves(a, b, 0).unwrap();
            if !moves.is_empty() {
                let under = moves.iter().map(|rated| table.lines(rated.a, rated.b, 1).unwrap());
                assert_eq!(under.map(|lines| lines.wins).sum::<u128>(), lines.wins);
            }
        }
    }
}

#[test]
fn lines_saturate_and_then_repeat() {
    let rules = Rules::default();
    let start = rules.start();
    let table = Table::new(rules, 10_000, TieBreak::Counts);
    let full = Lines { wins: u128::MAX, losses: u128::MAX };
    assert_eq!(table.lines(start, start, 0).unwrap(), full);
    let near = table.lines(start, start, 10_000 - 20).unwrap();
    let short = Table::new(rules, 20, TieBreak::Counts);
    assert_eq!(short.lines(start, start, 0).unwrap(), near);
    assert!(near.wins < u128::from(u64::MAX) && near.wins > 0);
}

#[test]
fn the_tie_break_chooses_among_equal_values() {
    let rules = Rules::default();
    for depth in [1, 2, 7, 20] {
        let (first, counts) =
            (Table::new(rules, depth, TieBreak::First), Table::new(rules, depth, TieBreak::Counts));
        let mut differences = 0;
        for &a in &ordered_hands(&rules) {
            for &b in &ordered_hands(&rules) {
                for level in 0..=depth.min(3) {
                    let moves = first.moves(a, b, level).unwrap();
                    assert_eq!(moves, counts.moves(a, b, level).unwrap());
                    let (plain, rich) = (
                        first.best_move(a, b, level).unwrap(),
                        counts.best_move(a, b, level).unwrap(),
                    );
                    let (Some(plain), Some(rich)) = (plain, rich) else {
                        assert!(moves.is_empty() && rich.is_none() && plain.is_none());
                        continue;
                    };
                    let sign = if level % 2 == 0 { 1 } else { -1 };
                    let margin = |rated: &RatedMove| {
                        let lines = counts.lines(rated.a, rated.b, level + 1).unwrap();
                        sign * (lines.wins as i128 - lines.losses as i128)
                    };
                    let value = first.value(a, b, level).unwrap();
                    assert_eq!((plain.value, rich.value), (value, value));
                    let equals: Vec<_> = moves.iter().filter(|m| m.value == value).collect();
                    assert_eq!(plain, *equals[0]);
                    let most = equals.iter().map(|m| margin(m)).max().unwrap();
                    let best = equals.iter().find(|m| margin(m) == most).unwrap();
                    assert_eq!(rich, **best);
                    differences += usize::from(rich != plain);
                }
            }
        }
        // There is at most one way to finish a player off, so nothing can differ in two plies.
        assert_eq!(differences > 0, depth > 2, "depth {depth}");
    }
}

#[test]
fn the_array_has_every_value() {
    for (house, depth) in [
        (STANDARD, 0),
        (STANDARD, 1),
        (STANDARD, 7),
        (STANDARD, 40),
        (STANDARD, 101),
        (HouseRules { fingers: 4, hands: 3, ..STANDARD }, 5),
        (HouseRules { fingers: 7, hands: 1, rollover: true, ..STANDARD }, 9),
    ] {
        let rules = rules(house);
        let table = Table::new(rules, depth, TieBreak::First);
        let values = table.values().unwrap();
        let all = ordered_hands(&rules);
        assert_eq!(table.side(), all.len());
        let mut expected = Vec::new();
        for level in 0..=depth {
            for &a in &all {
                expected.extend(all.iter().map(|&b| table.value(a, b, level).unwrap()));
            }
        }
        assert!(values == expected, "{house:?} {depth}");
    }
}

#[test]
fn a_level_depends_only_on_the_plies_left_and_the_player() {
    let rules = Rules::default();
    let (even, odd) =
        (Table::new(rules, 30, TieBreak::First), Table::new(rules, 29, TieBreak::First));
    for &a in &ordered_hands(&rules) {
        for &b in &ordered_hands(&rules) {
            for level in 0..29 {
                let value = even.value(a, b, level + 1).unwrap();
                assert_eq!(value, -odd.value(b, a, level).unwrap());
            }
        }
    }
}

#[test]
fn invalid_queries_of_a_table_are_errors() {
    let table = Table::new(Rules::default(), 3, TieBreak::First);
    let start = Rules::default().start();
    let three = rules(HouseRules { hands: 3, ..STANDARD }).start();
    let error = table.value(start, start, 4).unwrap_err();
    assert_eq!(error.to_string(), "level 4: expected 0 to 3");
    let error = table.moves(start, three, 0).unwrap_err();
    assert_eq!(error.to_string(), "found 3 hands, expected 2");
    let deep = Table::new(Rules::default(), u32::MAX, TieBreak::First);
    assert!(matches!(deep.values(), Err(TableError::TooLarge { .. })));
    assert_eq!(deep.value(start, start, 0), Ok(-1));
    assert!(table.moves(start, start, 3).unwrap().is_empty());
    assert_eq!(table.best_move(start, start, 3), Ok(None));
}
