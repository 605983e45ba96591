//! Rows of growing length: against the dog and with optimal play, in both integer widths.

use cardcore::games::ends::{End, Policy, Row, Rules, Side, solve, value};
use cardcore::monitor::Monitor;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

fn row(count: usize, high: i64) -> Row {
    Rules::new(count, 1, high, End::Left).map(|rules| rules.row(1)).unwrap_or_default()
}

fn bench_solve(bencher: divan::Bencher<'_, '_>, row: &Row, policy: Policy) {
    let line = || solve(row, policy, Side::Player, End::Left, &Monitor::new());
    let margin = line().map(|line| line.score(Side::Player) - line.score(Side::Dog));
    let perfect = value(row.cards().iter().copied(), &Monitor::new());
    match policy {
        Policy::Minimax => assert_eq!(margin.ok(), perfect.ok()),
        _ => assert!(margin.ok() >= perfect.ok()),
    }
    bencher.counter(ItemsCount::new(row.cards().len())).bench(line);
}

#[divan::bench(args = [2_500, 5_000, 10_000, 20_000], sample_count = 10)]
fn optimal(bencher: divan::Bencher<'_, '_>, count: usize) {
    bench_solve(bencher, &row(count, 100), Policy::Optimal);
}

/// Sums beyond 32 bits.
#[divan::bench(args = [2_500, 5_000, 10_000, 20_000], sample_count = 10)]
fn optimal_wide(bencher: divan::Bencher<'_, '_>, count: usize) {
    bench_solve(bencher, &row(count, 4_000_000_000), Policy::Optimal);
}

#[divan::bench(args = [2_500, 5_000, 10_000, 20_000], sample_count = 10)]
fn minimax(bencher: divan::Bencher<'_, '_>, count: usize) {
    bench_solve(bencher, &row(count, 100), Policy::Minimax);
}

/// Sums beyond 32 bits.
#[divan::bench(args = [2_500, 5_000, 10_000, 20_000], sample_count = 10)]
fn minimax_wide(bencher: divan::Bencher<'_, '_>, count: usize) {
    bench_solve(bencher, &row(count, 4_000_000_000), Policy::Minimax);
}

#[divan::bench(args = [10_000, 100_000, 1_000_000], sample_count = 10)]
fn both_perfect(bencher: divan::Bencher<'_, '_>, count: usize) {
    let row = row(count, 1_000_000);
    let margin = || value(row.cards().iter().copied(), &Monitor::new());
    let mirrored = value(row.cards().iter().rev().copied(), &Monitor::new());
    assert_eq!(margin(), mirrored);
    bencher.counter(ItemsCount::new(count)).bench(margin);
}
