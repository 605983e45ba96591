//! The table to a horizon and the tablebase for small and large rules.

use cardcore::games::chopsticks::{HouseRules, Policy, Rules, Table, Tablebase};

fn main() {
    divan::main();
}

/// Values of all levels; what the start is worth to player A is checked first.
fn table(bencher: divan::Bencher<'_, '_>, depth: u32, policy: Policy, start_value: i8) {
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
    table(bencher, depth, Policy::First, start_value);
}

#[divan::bench(args = [(20, 0), (10_000, -1)])]
fn table_counts(bencher: divan::Bencher<'_, '_>, (depth, start_value): (u32, i8)) {
    table(bencher, depth, Policy::Counts, start_value);
}

/// Fingers, hands, and the distance of the start, which the first player loses.
#[divan::bench(args = [(5, 2, 26)])]
fn tablebase_usual(bencher: divan::Bencher<'_, '_>, (fingers, hands, distance): (i64, i64, u32)) {
    tablebase(bencher, fingers, hands, Some(distance));
}

#[divan::bench(args = [(16, 2), (5, 3), (16, 3)], sample_count = 5)]
fn tablebase_large(bencher: divan::Bencher<'_, '_>, (fingers, hands): (i64, i64)) {
    tablebase(bencher, fingers, hands, None);
}

fn tablebase(bencher: divan::Bencher<'_, '_>, fingers: i64, hands: i64, distance: Option<u32>) {
    let house = HouseRules { fingers, hands, ..HouseRules::default() };
    let Ok(rules) = Rules::new(house) else { return };
    let start = rules.start();
    let solved = Tablebase::new(rules);
    println!("{fingers} {hands} {:?} {:?} {}", solved.value(start,start), solved.distance(start,start), solved.longest());
    assert_eq!(solved.distance(start, start), Ok(distance));
    bencher.bench(|| Tablebase::new(rules));
}
