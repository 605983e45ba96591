//! Chopsticks: counts by hand, the solvers against each other and against brute force, known
//! results, and the game behind the contract.

#![expect(clippy::unwrap_used, reason = "what every test needs may fail the test")]

use std::collections::HashSet;

use cardcore::game::{Fact, Game, View as _, bot};
use cardcore::games::chopsticks::{
    Chopsticks, Hands, HouseRules, Lines, Move, RatedMove, Reach, Refusal, Rules, Table,
    TableError, Tablebase, TieBreak,
};
use cardcore::monitor::Monitor;
use cardcore::play::{conformance, perft, playout};
use cardcore::random::Random;
use proptest::prelude::*;

const USUAL: HouseRules = HouseRules {
    fingers: 5,
    hands: 2,
    rollover: false,
    splits: true,
    swaps: false,
    revive: true,
    split_to_zero: true,
    halves_only: false,
    sudden_death: false,
    misere: false,
    start: 1,
};

fn rules(house: HouseRules) -> Rules {
    Rules::new(house).unwrap()
}

fn hands(rules: &Rules, numbers: &[i64]) -> Hands {
    Hands::new(rules, numbers).unwrap()
}

/// All ordered hands of one player, the first hand counting most.
fn ordered_hands(rules: &Rules) -> Vec<Hands> {
    let base = i64::from(rules.fingers());
    let count = u32::from(rules.hands());
    (0..base.pow(count))
        .map(|code| {
            let numbers: Vec<i64> =
                (0..count).rev().map(|place| code / base.pow(place) % base).collect();
            hands(rules, &numbers)
        })
        .collect()
}

/// Rules of every kind, small enough to compare the solvers on every position.
fn many_rules() -> Vec<Rules> {
    let mut list = Vec::new();
    for flags in 0..1_u32 << 8 {
        let flag = |bit: u32| flags >> bit & 1 == 1;
        for (fingers, hands) in [(2, 1), (2, 3), (3, 2), (5, 1), (5, 2), (3, 3)] {
            list.extend(Rules::new(HouseRules {
                fingers,
                hands,
                rollover: flag(0),
                splits: flag(1),
                swaps: flag(2),
                revive: flag(3),
                split_to_zero: flag(4),
                halves_only: flag(5),
                sudden_death: flag(6),
                misere: flag(7),
                start: 1,
            }));
        }
    }
    list
}

fn texts(rules: &Rules, me: &[i64], opponent: &[i64]) -> Vec<String> {
    let list = rules.successors(hands(rules, me), hands(rules, opponent));
    list.iter().map(|next| next.chosen.to_string()).collect()
}

#[test]
fn moves_come_in_the_fixed_order() {
    let usual = Rules::default();
    // Both own hands do the same, so the right one is not listed.
    assert_eq!(texts(&usual, &[1, 1], &[1, 1]), ["tap L L", "tap L R", "split 0 2", "split 2 0"]);
    assert_eq!(
        texts(&usual, &[2, 1], &[1, 1]),
        ["tap L L", "tap L R", "tap R L", "tap R R", "split 0 3", "split 3 0"]
    );
    // Both taps put the hand out: one stands for both. No hand takes more than four fingers.
    assert_eq!(texts(&usual, &[4, 3], &[0, 2]), ["tap L R"]);
    assert_eq!(texts(&usual, &[4, 0], &[0, 2]), ["tap L R", "split 3 1", "split 2 2", "split 1 3"]);
    assert!(texts(&usual, &[0, 0], &[1, 1]).is_empty());
    assert!(texts(&usual, &[1, 1], &[0, 0]).is_empty());
    let three = rules(HouseRules { hands: 3, ..USUAL });
    assert_eq!(
        texts(&three, &[1, 0, 2], &[0, 3, 0]),
        // From left, middle and right hand; 0 1 2, 2 1 0 and 1 2 0 would be swaps.
        ["tap L M", "tap R M", "split 0 0 3", "split 3 0 0", "split 1 1 1"]
    );
    let one = rules(HouseRules { hands: 1, ..USUAL });
    assert_eq!(texts(&one, &[1], &[1]), ["tap L L"]);
}

#[test]
fn house_rules_change_the_moves() {
    let splits = |house, me: &[i64]| -> Vec<String> {
        let all = texts(&rules(house), me, &[1, 1]);
        all.into_iter().filter_map(|text| Some(text.strip_prefix("split ")?.to_owned())).collect()
    };
    assert_eq!(splits(USUAL, &[3, 1]), ["2 2", "0 4", "4 0"]);
    assert!(splits(HouseRules { splits: false, ..USUAL }, &[3, 1]).is_empty());
    let swaps = HouseRules { swaps: true, ..USUAL };
    assert_eq!(splits(swaps, &[3, 1]), ["2 2", "1 3", "0 4", "4 0"]);
    assert_eq!(splits(HouseRules { split_to_zero: false, ..USUAL }, &[3, 1]), ["2 2"]);
    assert_eq!(splits(USUAL, &[4, 0]), ["3 1", "2 2", "1 3"]);
    assert!(splits(HouseRules { revive: false, ..USUAL }, &[4, 0]).is_empty());
    let halves = HouseRules { halves_only: true, ..USUAL };
    assert_eq!(splits(halves, &[4, 0]), ["2 2"]);
    assert!(splits(halves, &[3, 0]).is_empty() && splits(halves, &[3, 1]).is_empty());
    let rollover = rules(HouseRules { rollover: true, ..USUAL });
    assert_eq!([rollover.tapped(4, 1), rollover.tapped(4, 4), rollover.tapped(1, 2)], [0, 3, 3]);
}

#[test]
fn perft_agrees_with_the_count_by_hand() {
    let game = Chopsticks::new(Rules::default(), 10).unwrap();
    // Two taps and two splits to begin with. After a tap the other player has (2, 1) against
    // (1, 1): four taps, two splits. After a split it has (1, 1) against a single hand: one tap,
    // two splits. 6 + 6 + 3 + 3 = 18.
    let counts: Vec<u64> =
        (0..=2).map(|depth| perft(&game, depth, &Monitor::new()).unwrap()).collect();
    assert_eq!(counts, [1, 4, 18]);
    // Without splits only taps are left: 2, then 4 each.
    let house = HouseRules { splits: false, ..USUAL };
    let game = Chopsticks::new(rules(house), 10).unwrap();
    assert_eq!(perft(&game, 2, &Monitor::new()).unwrap(), 8);
}

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
fn lines_are_those_of_the_whole_tree() {
    for house in
        [USUAL, HouseRules { rollover: true, ..USUAL }, HouseRules { misere: true, ..USUAL }]
    {
        let rules = rules(house);
        let table = Table::new(rules, 6, TieBreak::Counts);
        for (a, b) in [([1, 1], [1, 1]), ([2, 1], [0, 3]), ([4, 4], [3, 2]), ([0, 0], [1, 1])] {
            let (a, b) = (hands(&rules, &a), hands(&rules, &b));
            let game = Chopsticks::from_hands(rules, 3, a, b).unwrap();
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
fn the_policy_chooses_among_equal_values() {
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
        // There is one way at most to finish a player off, so nothing can differ in two plies.
        assert_eq!(differences > 0, depth > 2, "depth {depth}");
    }
}

#[test]
fn the_array_holds_every_value() {
    for (house, depth) in [
        (USUAL, 0),
        (USUAL, 1),
        (USUAL, 7),
        (USUAL, 40),
        (USUAL, 101),
        (HouseRules { fingers: 4, hands: 3, ..USUAL }, 5),
        (HouseRules { fingers: 7, hands: 1, rollover: true, ..USUAL }, 9),
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
fn a_level_depends_on_the_plies_left_and_the_player_only() {
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
fn tables_refuse_what_they_do_not_know() {
    let table = Table::new(Rules::default(), 3, TieBreak::First);
    let start = Rules::default().start();
    let three = rules(HouseRules { hands: 3, ..USUAL }).start();
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

/// The tablebase against tables: beyond the longest distance the values are the same, and before
/// it a result is in a table exactly from its distance on.
#[test]
fn tablebase_and_table_agree_for_all_kinds_of_rules() {
    let mut decided_starts = 0;
    for rules in many_rules() {
        let tablebase = Tablebase::new(rules);
        let longest = tablebase.longest();
        let table = Table::new(rules, longest + 3, TieBreak::First);
        let all = ordered_hands(&rules);
        let (values, distances) = (tablebase.values(), tablebase.distances());
        let mut place = 0;
        for &me in &all {
            for &opponent in &all {
                let value = tablebase.value(me, opponent).unwrap();
                let distance = tablebase.distance(me, opponent).unwrap();
                assert_eq!(values[place], value);
                assert_eq!(u32::try_from(distances[place]).ok(), distance);
                place += 1;
                assert_eq!(table.value(me, opponent, 0), Ok(value));
                assert_eq!(table.value(opponent, me, 1), Ok(-value));
                assert_eq!(distance.is_some(), value != 0 || rules.verdict(me, opponent).is_some());
                let Some(distance) = distance.filter(|_| value != 0) else { continue };
                let level = table.depth() - distance;
                let seen = |level: u32| match level % 2 {
                    0 => table.value(me, opponent, level).unwrap(),
                    _ => -table.value(opponent, me, level).unwrap(),
                };
                assert_eq!(seen(level), value, "{rules:?} {me} {opponent}");
                if distance > 0 {
                    assert_eq!(seen(level + 1), 0, "{rules:?} {me} {opponent}");
                }
            }
        }
        decided_starts += u32::from(tablebase.value(rules.start(), rules.start()) != Ok(0));
    }
    assert!(decided_starts > 100);
}

#[test]
fn the_winner_hurries_and_the_loser_delays() {
    for house in [USUAL, HouseRules { hands: 3, fingers: 4, ..USUAL }] {
        let rules = rules(house);
        let tablebase = Tablebase::new(rules);
        for &me in &ordered_hands(&rules) {
            for &opponent in &ordered_hands(&rules) {
                let value = tablebase.value(me, opponent).unwrap();
                let distance = tablebase.distance(me, opponent).unwrap();
                let moves = tablebase.moves(me, opponent).unwrap();
                let Some(best) = tablebase.best_move(me, opponent).unwrap() else {
                    assert!(moves.is_empty() && rules.verdict(me, opponent).is_some());
                    continue;
                };
                assert_eq!(best.value, value);
                assert_eq!(best.distance.map(|plies| plies + 1), distance);
                let same = |m: &&cardcore::games::chopsticks::SolvedMove| {
                    (m.value, m.distance) == (best.value, best.distance)
                };
                assert_eq!(moves.iter().find(same), Some(&best));
                assert!(moves.iter().all(|m| m.value <= value));
                let fellows = moves.iter().filter(|m| m.value == value).map(|m| m.distance);
                match value {
                    1 => assert_eq!(fellows.min(), Some(best.distance)),
                    -1 => assert_eq!(fellows.max(), Some(best.distance)),
                    _ => assert!(best.distance.is_none()),
                }
            }
        }
    }
}

/// Value and distance of the start, positions that can come up from it, and how many are over.
fn known(house: HouseRules) -> (i8, Option<u32>, usize, usize) {
    let rules = rules(house);
    let (tablebase, start) = (Tablebase::new(rules), rules.start());
    let reach = Reach::new(&rules, start, start, &Monitor::new()).unwrap();
    let over = reach.positions().iter().filter(|p| rules.verdict(p.me, p.opponent).is_some());
    (
        tablebase.value(start, start).unwrap(),
        tablebase.distance(start, start).unwrap(),
        reach.positions().len(),
        over.count(),
    )
}

#[test]
fn known_results() {
    // The report's rules: lost for the first player, in more plies than its game allows.
    assert_eq!(known(USUAL), (-1, Some(26), 191, 14));
    // Cut-off without splits.
    assert_eq!(known(HouseRules { splits: false, ..USUAL }), (-1, Some(8), 92, 8));
    // Roll-over without splits, and with all splits.
    let rollover = HouseRules { rollover: true, ..USUAL };
    assert_eq!(known(HouseRules { splits: false, ..rollover }), (0, None, 200, 14));
    assert_eq!(known(rollover), (0, None, 207, 14));
    // Roll-over with free splits that do not put out one's own hand: 204 positions, whether or
    // not a hand that is out may be revived and numbers swapped.
    for (revive, swaps) in [(true, false), (true, true), (false, false), (false, true)] {
        let house = HouseRules { split_to_zero: false, revive, swaps, ..rollover };
        assert_eq!(known(house), (0, None, 204, 14));
    }
}

#[test]
fn reached_positions_are_listed_once_and_lead_on() {
    let rules = Rules::default();
    let start = rules.start();
    let reach = Reach::new(&rules, start, start, &Monitor::new()).unwrap();
    let positions = reach.positions();
    let distinct: HashSet<_> = positions.iter().map(|p| (p.me, p.opponent)).collect();
    assert_eq!(distinct.len(), positions.len());
    assert!(positions.windows(2).all(|pair| pair[0].plies <= pair[1].plies));
    for position in positions {
        let expected: HashSet<_> = rules
            .successors(position.me, position.opponent)
            .iter()
            .map(|next| (next.opponent.sorted(), next.me.sorted()))
            .collect();
        let found: HashSet<_> = position
            .next
            .iter()
            .map(|&place| (positions[place].me, positions[place].opponent))
            .collect();
        assert_eq!((found.len(), &found), (position.next.len(), &expected));
        assert!(position.next.iter().all(|&place| positions[place].plies <= position.plies + 1));
    }
}

#[test]
fn solving_reports_and_stops() {
    let rules = rules(HouseRules { fingers: 16, ..USUAL });
    let monitor = Monitor::new();
    let tablebase = Tablebase::solve(rules, &monitor).unwrap();
    // C(17, 2) = 136 hand sets for each player.
    assert_eq!(monitor.progress(), (136 * 136, 136 * 136));
    assert_eq!(tablebase.distances(), Tablebase::new(rules).distances());
    let table = Table::solve(rules, 3, TieBreak::First, &monitor).unwrap();
    assert_eq!(table.value(rules.start(), rules.start(), 0), Ok(0));
    monitor.stop();
    assert!(Tablebase::solve(rules, &monitor).is_err());
    assert!(Table::solve(rules, 3, TieBreak::First, &monitor).is_err());
}

#[test]
fn the_game_conforms() {
    let three = HouseRules { hands: 3, fingers: 4, rollover: true, swaps: true, ..USUAL };
    let strict = HouseRules { revive: false, split_to_zero: false, ..USUAL };
    let sudden = HouseRules { sudden_death: true, misere: true, ..USUAL };
    let one = HouseRules { hands: 1, fingers: 7, rollover: true, start: 3, ..USUAL };
    for house in [USUAL, three, strict, sudden, one] {
        let rules = rules(house);
        let new = |seed: u64| Chopsticks::new(rules, i64::try_from(seed % 12).unwrap()).unwrap();
        conformance::check(new, 40).unwrap();
    }
}

#[test]
fn scores_and_the_end() {
    let rules = Rules::default();
    let new = |moves, a: [i64; 2], b: [i64; 2]| {
        Chopsticks::from_hands(rules, moves, hands(&rules, &a), hands(&rules, &b)).unwrap()
    };
    for (a, b, scores) in
        [([0, 0], [1, 1], [-1, 1]), ([1, 1], [0, 0], [1, -1]), ([0, 0], [0, 0], [0, 0])]
    {
        let game = new(10, a, b);
        assert_eq!((game.to_move(), game.scores()), (None, scores.to_vec()));
    }
    let mut game = new(1, [4, 0], [1, 1]);
    for text in ["tap L L", "tap R L"] {
        let chosen = game.parse_move(text).unwrap();
        assert_eq!(game.play(&chosen), Ok(()));
    }
    assert_eq!((game.to_move(), game.scores()), (None, vec![-1, 1]));
    assert_eq!(game.new_game(7), new(1, [4, 0], [1, 1]));
    let tie = new(0, [1, 1], [1, 1]);
    assert_eq!((tie.to_move(), tie.scores()), (None, vec![0, 0]));
    assert_eq!(
        Chopsticks::new(rules, -1).unwrap_err().to_string(),
        "moves -1: expected 0 to 2147483647"
    );
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let usual = Rules::default();
    let split = |numbers: &[i64]| Move::Split(hands(&usual, numbers));
    let tap = |own, other| Move::Tap { own, other, hands: 2 };
    let refuse = |rules: &Rules, me: [i64; 2], opponent: [i64; 2], chosen: Move| {
        rules.successor(hands(rules, &me), hands(rules, &opponent), &chosen).unwrap_err()
    };
    assert_eq!(refuse(&usual, [0, 0], [1, 1], tap(0, 0)), Refusal::Over);
    assert_eq!(refuse(&usual, [0, 1], [1, 1], tap(0, 0)), Refusal::OwnHandOut);
    assert_eq!(refuse(&usual, [0, 1], [1, 0], tap(1, 1)), Refusal::OtherHandOut);
    let same = refuse(&usual, [1, 1], [1, 1], tap(1, 0));
    assert_eq!(same, Refusal::SameAs { first: tap(0, 0) });
    assert_eq!(
        same.to_string(),
        "it leads to the same position as 'tap L L', which stands for both"
    );
    let far = Move::Tap { own: 2, other: 0, hands: 3 };
    assert_eq!(refuse(&usual, [1, 1], [1, 1], far), Refusal::NoSuchHand { hands: 2 });
    let total = refuse(&usual, [1, 1], [1, 1], split(&[2, 1]));
    assert_eq!(total, Refusal::Total { found: 3, expected: 2 });
    assert_eq!(refuse(&usual, [1, 1], [1, 1], split(&[1, 1])), Refusal::NotOneTransfer);
    assert_eq!(refuse(&usual, [2, 1], [1, 1], split(&[1, 2])), Refusal::Swap);
    let strict = rules(HouseRules { revive: false, split_to_zero: false, ..USUAL });
    assert_eq!(refuse(&strict, [2, 0], [1, 1], split(&[1, 1])), Refusal::Revival);
    assert_eq!(refuse(&strict, [1, 1], [1, 1], split(&[2, 0])), Refusal::Emptied);
    let halves = rules(HouseRules { halves_only: true, ..USUAL });
    assert_eq!(refuse(&halves, [4, 0], [1, 1], split(&[3, 1])), Refusal::NotHalved);
    let none = rules(HouseRules { splits: false, ..USUAL });
    assert_eq!(refuse(&none, [1, 1], [1, 1], split(&[2, 0])), Refusal::NoSplits);
}

#[test]
fn texts_are_read_as_the_listed_move() {
    let game = Chopsticks::new(Rules::default(), 10).unwrap();
    let read = |text: &str| game.parse_move(text).map(|chosen| chosen.to_string());
    assert_eq!(read("tap R R").unwrap(), "tap L R");
    assert_eq!(read(" TAP  l r ").unwrap(), "tap L R");
    assert_eq!(read("split 2,0").unwrap(), "split 2 0");
    for (text, reason) in [
        ("", "expected a move such as 'tap L R' or 'split 1 1'"),
        ("tap L", "expected a move such as 'tap L R' or 'split 1 1'"),
        ("tap L M", "unknown hand 'M', expected one of L, R"),
        ("split 2", "found 1 hands, expected 2"),
        ("split 2 x", "'x' is no number of fingers"),
        ("split 5 0", "hand 1 of 2 has 5 fingers, expected 0 to 4"),
        ("split -1 3", "hand 1 of 2 has -1 fingers, expected 0 to 4"),
        ("split 99999999999999999999 0", "'99999999999999999999' is no number of fingers"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), format!("move '{text}': {reason}"));
    }
}

#[test]
fn rules_without_sense_are_errors() {
    for (house, message) in [
        (HouseRules { fingers: 1, ..USUAL }, "fingers 1: expected 2 to 16"),
        (HouseRules { fingers: 17, ..USUAL }, "fingers 17: expected 2 to 16"),
        (HouseRules { fingers: -5, ..USUAL }, "fingers -5: expected 2 to 16"),
        (HouseRules { hands: 0, ..USUAL }, "hands 0: expected 1 to 3"),
        (HouseRules { hands: 4, ..USUAL }, "hands 4: expected 1 to 3"),
        (HouseRules { start: 0, ..USUAL }, "start 0: expected 1 to 4"),
        (HouseRules { start: 5, ..USUAL }, "start 5: expected 1 to 4"),
        (HouseRules { swaps: true, splits: false, ..USUAL }, "swaps makes no sense without splits"),
        (
            HouseRules { swaps: true, hands: 1, ..USUAL },
            "swaps makes no sense without a second hand",
        ),
        (
            HouseRules { halves_only: true, splits: false, ..USUAL },
            "halves_only makes no sense without splits",
        ),
        (
            HouseRules { halves_only: true, hands: 1, ..USUAL },
            "halves_only makes no sense without a second hand",
        ),
        (
            HouseRules { halves_only: true, revive: false, ..USUAL },
            "halves_only makes no sense without revive",
        ),
        (
            HouseRules { halves_only: true, swaps: true, ..USUAL },
            "halves_only and swaps exclude each other",
        ),
    ] {
        assert_eq!(Rules::new(house).unwrap_err().to_string(), message);
    }
    assert_eq!(Rules::new(HouseRules::default()), Ok(Rules::default()));
    assert_eq!(HouseRules::default(), USUAL);
}

#[test]
fn a_view_shows_everything_to_everybody() {
    let rules = Rules::default();
    let (a, b) = (hands(&rules, &[2, 1]), hands(&rules, &[0, 3]));
    let game = Chopsticks::from_hands(rules, 4, a, b).unwrap();
    let tuple = |x: i64, y: i64| Fact::Tuple(vec![Fact::Number(x), Fact::Number(y)]);
    let fact = |seat, name: &str| {
        let facts = game.view(seat).facts();
        facts.into_iter().find(|(known, _)| *known == name).unwrap().1
    };
    assert_eq!((fact(0, "hand"), fact(1, "hand")), (tuple(2, 1), tuple(0, 3)));
    assert_eq!(fact(2, "hand"), Fact::None);
    assert_eq!(fact(1, "hands"), Fact::List(vec![tuple(2, 1), tuple(0, 3)]));
    assert_eq!(fact(0, "plies_left"), Fact::Number(8));
}

/// Play bots against each other from a state; gives the score of player A.
fn score(game: &Chopsticks, bots: [&str; 2], seed: u64) -> i64 {
    let mut game = game.clone();
    let mut bots = bots.map(|name| Some(bot(name).unwrap()));
    playout(&mut game, &mut bots, &mut Random::new(seed)).unwrap();
    game.scores()[0]
}

#[test]
fn bots_move_in_their_turn_only() {
    let playing = Chopsticks::new(Rules::default(), 10).unwrap();
    let over = Chopsticks::new(Rules::default(), 0).unwrap();
    for entry in Chopsticks::bots() {
        let choose = |game: &Chopsticks, seat: usize| {
            (entry.make)().choose(&game.view(seat), &mut Random::new(1))
        };
        assert!(choose(&playing, 0).is_some());
        assert_eq!(choose(&playing, 1), None, "{}", entry.name);
        assert_eq!(choose(&playing, 2), None, "{}", entry.name);
        assert_eq!(choose(&over, 0), None, "{}", entry.name);
    }
}

#[test]
fn bots_get_what_the_solvers_promise() {
    let rules = Rules::default();
    let table = Table::new(rules, 20, TieBreak::First);
    let tablebase = Tablebase::new(rules);
    for (seed, &a) in ordered_hands(&rules).iter().enumerate() {
        for &b in &ordered_hands(&rules) {
            let seed = seed as u64;
            let game = Chopsticks::from_hands(rules, 10, a, b).unwrap();
            let value = i64::from(table.value(a, b, 0).unwrap());
            assert_eq!(score(&game, ["table", "table"], seed), value, "{a} against {b}");
            assert!(score(&game, ["table", "random"], seed) >= value);
            assert!(score(&game, ["random", "table"], seed) <= value);
            // Enough moves for the longest win.
            let game = Chopsticks::from_hands(rules, 17, a, b).unwrap();
            let value = i64::from(tablebase.value(a, b).unwrap());
            assert_eq!(score(&game, ["perfect", "perfect"], seed), value);
            assert!(score(&game, ["perfect", "random"], seed) >= value);
            assert!(score(&game, ["random", "perfect"], seed) <= value);
        }
    }
}

prop_compose! {
    fn any_rules()(
        fingers in 2_i64..=16,
        hands in 1_i64..=3,
        flags in any::<[bool; 8]>(),
        start in 1_i64..=15,
    ) -> Option<Rules> {
        let [rollover, splits, swaps, revive, split_to_zero, halves_only, sudden_death, misere] = flags;
        Rules::new(HouseRules {
            fingers, hands, rollover, splits, swaps, revive, split_to_zero, halves_only,
            sudden_death, misere, start,
        }).ok()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Under any rules the listed moves are exactly those that are accepted, lead to different
    /// positions, and can be read back; there is one while the game is not over.
    #[test]
    fn listed_moves_are_the_legal_ones(
        rules in any_rules().prop_filter_map("rules that make sense", |rules| rules),
        numbers in any::<[u8; 6]>(),
    ) {
        let count = usize::from(rules.hands());
        let take = |skip: usize| {
            let numbers = numbers.iter().skip(skip).take(count);
            let small: Vec<i64> = numbers.map(|&n| i64::from(n % rules.fingers())).collect();
            hands(&rules, &small)
        };
        let (me, opponent) = (take(0), take(3));
        let list = rules.successors(me, opponent);
        prop_assert_eq!(list.is_empty(), rules.verdict(me, opponent).is_some());
        let distinct: HashSet<_> = list.iter().map(|next| (next.me, next.opponent)).collect();
        prop_assert_eq!(distinct.len(), list.len());
        for next in &list {
            prop_assert_eq!(rules.successor(me, opponent, &next.chosen), Ok(*next));
            prop_assert_eq!(Move::parse(&rules, &next.chosen.to_string()), Ok(next.chosen));
            prop_assert_eq!(next.me.total(), me.total());
        }
        let accepted = (0..rules.hands())
            .flat_map(|own| (0..rules.hands()).map(move |other| (own, other)))
            .map(|(own, other)| Move::Tap { own, other, hands: rules.hands() })
            .chain(ordered_hands(&rules).into_iter().map(Move::Split))
            .filter(|chosen| rules.successor(me, opponent, chosen).is_ok())
            .count();
        prop_assert_eq!(accepted, list.len());
    }
}
