//! Tests of the solver on games with known values.
//!
//! Kuhn and Leduc poker have published values. One-card draw adds what distinguishes five-card
//! draw: publicly visible draw counts, card removal, and hands that change. Its best responses are
//! computed by enumeration.

mod by_enumeration;
mod kuhn;
mod leduc;
mod one_card_draw;
mod sampled;

use by_enumeration::{Enumeration, deals};
pub use kuhn::Kuhn;
pub use leduc::Leduc;
use one_card_draw::OneCardDraw;
use sampled::{KuhnTable, LeducTable, evaluated};

use super::{Layout, Model, RoundEnd, SampledGame, SampledSolver, Solver, Tree, add_round};
use crate::monitor::Monitor;

/// The tree of a betting round, and the ends of its leaves.
fn round(raises: u32) -> (Tree, Vec<RoundEnd>) {
    let (mut tree, mut ends) = (Tree::default(), Vec::new());
    add_round(&mut tree, raises, &mut |tree, end| {
        tree.leaf();
        ends.push(end);
    });
    (tree, ends)
}

/// A player's winnings at the end of a round, if each player paid `base` before it.
fn won(end: RoundEnd, player: usize, base: f32, size: f32, order: std::cmp::Ordering) -> f32 {
    match end {
        RoundEnd::Folded { player: folded, bets } => {
            let lost = base + size * bets as f32;
            if folded == player { -lost } else { lost }
        }
        RoundEnd::Closed { bets } => (base + size * bets as f32) * f32::from(order as i8),
    }
}

/// The value to the first player and the exploitability after some iterations.
fn solved<M: Model>(solver: &mut Solver<'_, M>, iterations: u32) -> (f64, f64) {
    let monitor = Monitor::new();
    for _ in 0..iterations {
        solver.iterate(&monitor).unwrap();
    }
    let (value, first) = solver.evaluate(0, &monitor).unwrap();
    let (other, second) = solver.evaluate(1, &monitor).unwrap();
    assert!((value + other).abs() < 1e-5, "what one wins the other loses: {value} {other}");
    (value, (first + second) / 2.0)
}

#[test]
fn kuhn_poker_has_the_published_value() {
    let (value, exploitability) = solved(&mut Solver::new(&Kuhn::new()), 20_000);
    assert!((value + 1.0 / 18.0).abs() < 1e-4, "{value}");
    assert!(exploitability.abs() < 1e-4, "{exploitability}");
}

#[test]
fn leduc_poker_has_the_published_value() {
    let leduc = Leduc::new();
    let (value, exploitability) = solved(&mut Solver::new(&leduc), 2000);
    assert!((value + 0.0856).abs() < 2e-4, "{value}");
    assert!((0.0..1e-3).contains(&exploitability), "{exploitability}");
}

#[test]
fn one_card_draw_matches_enumeration() {
    let game = OneCardDraw::new();
    assert_eq!(game.ends.len(), 9);
    for (iterations, bound) in [(3, 1.0), (1500, 2e-3)] {
        let mut solver = Solver::new(&game);
        let (_, exploitability) = solved(&mut solver, iterations);
        let layouts = [Layout::new(&game.first, 6), Layout::new(&game.second, 36)];
        let enumerated: f64 = [0, 1]
            .map(|responder| {
                let (layouts, averages) = (layouts.clone(), solver.averages());
                Enumeration { game: &game, layouts, averages, responder }.value(
                    Tree::ROOT,
                    None,
                    &deals(),
                )
            })
            .iter()
            .sum();
        assert!((exploitability - enumerated / 2.0).abs() < 1e-5, "{exploitability} {enumerated}");
        assert!(exploitability < bound, "{exploitability} after {iterations}");
    }
}

#[test]
fn threads_do_not_change_the_result() {
    let game = OneCardDraw::new();
    let solve = || {
        let mut solver = Solver::new(&game);
        solved(&mut solver, 20);
        solver.averages()
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    assert_eq!(solve(), pool.install(solve));
}

/// A sampled solution after this many deals.
fn sampled_solution<G: SampledGame>(game: &G, deals: u64) -> SampledSolver {
    let mut solver = SampledSolver::new(game, 32, 1);
    while solver.deals < deals {
        solver.advance(game, &Monitor::new()).unwrap();
    }
    solver
}

#[test]
fn sampling_finds_the_published_values_between_two_players() {
    let kuhn = KuhnTable { players: 2 };
    let (values, gains) = evaluated(&kuhn, &sampled_solution(&kuhn, 300_000), 2, &kuhn.deals());
    assert!((values[0] + 1.0 / 18.0).abs() < 0.002, "{values:?}");
    assert!(gains.iter().all(|&gain| (-1e-9..0.01).contains(&gain)), "{gains:?}");

    let leduc = LeducTable::new(2);
    let (values, gains) = evaluated(&leduc, &sampled_solution(&leduc, 100_000), 2, &leduc.deals());
    assert!((values[0] + 0.0856).abs() < 0.005, "{values:?}");
    assert!(gains.iter().all(|&gain| (-1e-9..0.1).contains(&gain)), "{gains:?}");
}

#[test]
fn sampling_comes_near_equilibria_between_three_players() {
    let kuhn = KuhnTable { players: 3 };
    let (values, gains) = evaluated(&kuhn, &sampled_solution(&kuhn, 300_000), 3, &kuhn.deals());
    assert!(values.iter().sum::<f64>().abs() < 1e-6, "{values:?}");
    assert!(gains.iter().all(|&gain| (-1e-9..0.01).contains(&gain)), "{gains:?}");

    let leduc = LeducTable::new(3);
    let gains = |deals| evaluated(&leduc, &sampled_solution(&leduc, deals), 3, &leduc.deals()).1;
    let (before, after) = (gains(1_000), gains(100_000));
    for (before, after) in before.iter().zip(&after) {
        assert!(*after > -1e-9 && *after < before / 5.0, "{before} {after}");
    }
}
