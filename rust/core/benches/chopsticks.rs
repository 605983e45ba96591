//! The table to a horizon and the tablebase for small and large rules.

#![expect(clippy::unwrap_used, reason = "a benchmark may panic")]

use cardcore::games::chopsticks::{HouseRules, Rules, Table, Tablebase, TieBreak};

fn main() {
    divan::main();
}

/// Values of all levels; the value of the start for player A is checked first.
fn table(bencher: divan::Bencher<'_, '_>, depth: u32, policy: TieBreak, start_value: i8) {
    let rules = Rules::default();
    let solve = || {
        let table = Table::new(rules, depth, policy);
        let best = table.best_move(rules.start(), rules.start(), 0);
        (table.value(rules.start(), rules.start(), 0), best.is_ok(), table.values())
    };
    assert_eq!((solve().0, solve().1), (Ok(start_value), true));
    bencher.bench(solve);
}

#[divan::bench(args = [(20, 0), (100, -1), (1_000, -1), (10_000, -1)])]
fn table_first(bencher: divan::Bencher<'_, '_>, (depth, start_value): (u32, i8)) {
    table(bencher, depth, TieBreak::First, start_value);
}

#[divan::bench(args = [(20, 0), (10_000, -1)])]
fn table_counts(bencher: divan::Bencher<'_, '_>, (depth, start_value): (u32, i8)) {
    table(bencher, depth, TieBreak::Counts, start_value);
}

/// Fingers, hands, and the distance of the start if it is not a draw.
#[divan::bench(args = [(5, 2, Some(26)), (16, 2, None), (5, 3, None), (16, 3, None)], sample_count = 20)]
fn tablebase(bencher: divan::Bencher<'_, '_>, case: (i64, i64, Option<u32>)) {
    let (fingers, hands, distance) = case;
    let house = HouseRules { fingers, hands, ..HouseRules::default() };
    let rules = Rules::new(house).unwrap();
    assert_eq!(Tablebase::new(rules).distance(rules.start(), rules.start()), Ok(distance));
    bencher.bench(|| Tablebase::new(rules));
}
