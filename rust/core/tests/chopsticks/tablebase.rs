//! The tablebase of the unlimited game, compared with tables and its own moves.

use cardcore::games::chopsticks::{HouseRules, Rules, Table, Tablebase, TieBreak};
use cardcore::monitor::Monitor;

use crate::{STANDARD, ordered_hands, rules};

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

/// The tablebase compared with tables: beyond the greatest distance the values are the same, and
/// before it a result is in a table exactly from its distance on.
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
                assert_eq!(distance.is_some(), value != 0 || rules.outcome(me, opponent).is_some());
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
fn the_fastest_win_and_the_slowest_loss_are_played() {
    for house in [STANDARD, HouseRules { hands: 3, fingers: 4, ..STANDARD }] {
        let rules = rules(house);
        let tablebase = Tablebase::new(rules);
        for &me in &ordered_hands(&rules) {
            for &opponent in &ordered_hands(&rules) {
                let value = tablebase.value(me, opponent).unwrap();
                let distance = tablebase.distance(me, opponent).unwrap();
                let moves = tablebase.moves(me, opponent).unwrap();
                let Some(best) = tablebase.best_move(me, opponent).unwrap() else {
                    assert!(moves.is_empty() && rules.outcome(me, opponent).is_some());
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

#[test]
fn solving_reports_and_stops() {
    let rules = rules(HouseRules { fingers: 16, ..STANDARD });
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
