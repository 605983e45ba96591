//! The arena's confidence intervals have their nominal coverage, also with few blocks.
//!
//! Whole matches, whose scores are sums of many deals: `bench/intervals.md` also has single deals,
//! whose scores are so skewed that no interval from a handful of them can be right.

#![expect(clippy::unwrap_used, reason = "shared test code may panic")]

use cardcore::game::Game;
use cardcore::games::draw::{FiveCardDraw, Rules as DrawRules};
use cardcore::games::hearts::{Hearts, Rules, Standard};
use cardcore::monitor::Monitor;
use cardcore::play::{Tally, arena};

const DRAW: [&str; 2] = ["random", "pattern"];
const HEARTS: [&str; 4] = ["greedy", "random", "random", "random"];

fn play<G: Game>(template: &G, bots: &[&str], blocks: u64, seed: u64) -> Tally {
    let games = blocks * bots.len() as u64;
    arena::run(template, bots, 0..games, seed, &Monitor::new()).unwrap()
}

/// In how many of `seeds` arenas of some blocks the interval of the first bot covers its true mean.
fn covered<G: Game>(template: &G, bots: &[&str], truth: f64, blocks: u64, seeds: u64) -> u64 {
    let covers = |seed: &u64| {
        let (mean, half) = play(template, bots, blocks, *seed).mean(0);
        (mean - truth).abs() <= half.unwrap()
    };
    (0..seeds).filter(covers).count() as u64
}

/// Compare the coverage for all numbers of blocks with bounds in hundredths of a percent.
fn check<G: Game>(
    template: &G,
    bots: &[&str],
    long_run: u64,
    seeds: u64,
    bounds: &[(u64, u64, u64)],
) {
    let truth = play(template, bots, long_run, u64::MAX).mean(0).0;
    for &(blocks, least, most) in bounds {
        let found = 10_000 * covered(template, bots, truth, blocks, seeds) / seeds;
        assert!((least..=most).contains(&found), "{bots:?}, {blocks} blocks: {found}");
    }
}

fn draw() -> FiveCardDraw {
    FiveCardDraw::new(DrawRules::default(), 0).unwrap()
}

fn hearts() -> Hearts {
    Hearts::new(Rules::standard(Standard::default()).unwrap(), 0)
}

/// With 400 arenas four standard deviations are 4.4 percent to either side.
const ROUGHLY: [(u64, u64, u64); 4] =
    [(2, 9_000, 9_900), (3, 9_000, 9_900), (5, 9_000, 9_900), (10, 9_000, 9_900)];

/// The required coverage.
const GOAL: [(u64, u64, u64); 5] = [
    (2, 9_300, 9_750),
    (3, 9_300, 9_750),
    (5, 9_300, 9_750),
    (10, 9_300, 9_750),
    (50, 9_400, 9_600),
];

#[test]
fn few_blocks_cover_the_mean_of_draw() {
    check(&draw(), &DRAW, 4_000, 400, &ROUGHLY);
}

#[test]
fn few_blocks_cover_the_mean_of_hearts() {
    check(&hearts(), &HEARTS, 2_000, 400, &ROUGHLY);
}

#[test]
#[ignore = "two thousand arenas of every size: `make test-slow`"]
fn the_coverage_of_draw_is_what_it_should_be() {
    check(&draw(), &DRAW, 200_000, 2_000, &GOAL);
}

#[test]
#[ignore = "two thousand arenas of every size: `make test-slow`"]
fn the_coverage_of_hearts_is_what_it_should_be() {
    check(&hearts(), &HEARTS, 100_000, 2_000, &GOAL);
}
