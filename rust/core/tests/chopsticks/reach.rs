//! The positions reachable from the start: known results, and their successors.

use std::collections::HashSet;

use cardcore::games::chopsticks::{HouseRules, Reach, Rules, Tablebase};
use cardcore::monitor::Monitor;

use crate::{STANDARD, rules};

/// Value and distance of the start, the number of reachable positions, and how many are over.
fn known(house: HouseRules) -> (i8, Option<u32>, usize, usize) {
    let rules = rules(house);
    let (tablebase, start) = (Tablebase::new(rules), rules.start());
    let reach = Reach::new(&rules, start, start, &Monitor::new()).unwrap();
    let over = reach.positions().iter().filter(|p| rules.outcome(p.me, p.opponent).is_some());
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
    assert_eq!(known(STANDARD), (-1, Some(26), 191, 14));
    // Cut-off without splits.
    assert_eq!(known(HouseRules { splits: false, ..STANDARD }), (-1, Some(8), 92, 8));
    // Roll-over without splits, and with all splits.
    let rollover = HouseRules { rollover: true, ..STANDARD };
    assert_eq!(known(HouseRules { splits: false, ..rollover }), (0, None, 200, 14));
    assert_eq!(known(rollover), (0, None, 207, 14));
    // Roll-over with free splits that do not put out one's own hand: 204 positions, whether or not
    // a hand that is out may be revived and numbers swapped.
    for (revive, swaps) in [(true, false), (true, true), (false, false), (false, true)] {
        let house = HouseRules { split_to_zero: false, revive, swaps, ..rollover };
        assert_eq!(known(house), (0, None, 204, 14));
    }
}

#[test]
fn reachable_positions_are_listed_once_with_their_successors() {
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
