//! The small game in which opponents are modeled: coarser buckets than those of the shipped solution, so
//! that a best response takes milliseconds.

use super::super::model::{DrawModel, Trees};
use super::super::removal::Removal;
use super::super::rules::Limits;
use crate::cfr::{Layout, Node, Solver, Tree};
use crate::monitor::{Monitor, Stopped};

/// About how many buckets there are before the draw, and at most how many after it.
const BUCKETS: (usize, usize) = (48, 24);

/// Iterations to solve it.
const ITERATIONS: u32 = 150;

/// The abstract game, its equilibrium, and where each bucket stands among all hands.
#[derive(Debug)]
pub(super) struct Abstraction {
    pub limits: Limits,
    pub trees: Trees,
    pub removal: Removal,
    /// The layouts of strategies before and after the draw. Nobody can be all in, so the bets after the
    /// draw have the same tree after every link.
    pub layouts: [Layout; 2],
    /// What is to be decided at each node of both trees.
    pub kinds: [Vec<Kind>; 2],
    /// The equilibrium: before the draw, and after every link.
    pub nash: (Vec<f32>, Vec<Vec<f32>>),
    /// The part of hands that is weaker, by bucket: before the draw by what it draws to, the same by the
    /// hand as dealt, and after the draw.
    pub by_potential: Vec<f64>,
    pub by_strength: Vec<f64>,
    pub after: Vec<f64>,
}

/// What is to be decided at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing: it is a leaf.
    End,
    /// To check or bet.
    Open,
    /// To fold, call or perhaps raise, after this many bets and raises in the round.
    Answer { bets: u32 },
    /// How many cards to draw.
    Draw,
}

impl Abstraction {
    /// Count and solve the game with these limits.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn build(limits: Limits, monitor: &Monitor) -> Result<Self, Stopped> {
        let trees = Trees::new(&limits);
        let removal = Removal::count(limits.ranking, BUCKETS.0, BUCKETS.1, monitor)?;
        let (before, after) = removal.buckets.counts();
        let layouts = [Layout::new(&trees.first, before), Layout::new(trees.second(0), after)];
        let nash = {
            let model = DrawModel { limits, trees: &trees, removal: &removal };
            let mut solver = Solver::new(&model);
            for _ in 0..ITERATIONS {
                solver.iterate(monitor)?;
            }
            solver.averages()
        };
        let kinds = [kinds(&trees.first), kinds(trees.second(0))];
        let finals = best_finals(&removal);
        let masses: Vec<f64> = (0..after)
            .map(|bucket| {
                let rows = removal.chances.iter().zip(&finals);
                rows.map(|(&chance, row)| f64::from(chance) * f64::from(row[bucket])).sum()
            })
            .collect();
        let after = places(&masses, &(0..after).map(|bucket| bucket as f64).collect::<Vec<_>>());
        let chances: Vec<f64> = removal.chances.iter().map(|&chance| chance.into()).collect();
        let potential: Vec<f64> = finals.iter().map(|row| mean(row, &after)).collect();
        let starts: Vec<f64> =
            removal.buckets.families.iter().flatten().map(|&start| start.into()).collect();
        let by_potential = places(&chances, &potential);
        let by_strength = places(&chances, &starts);
        Ok(Self { limits, trees, removal, layouts, kinds, nash, by_potential, by_strength, after })
    }

    /// The game for the solver.
    pub fn model(&self) -> DrawModel<'_> {
        DrawModel { limits: self.limits, trees: &self.trees, removal: &self.removal }
    }
}

/// By bucket before the draw, the distribution of final buckets after the draw that ends highest.
fn best_finals(removal: &Removal) -> Vec<Vec<f32>> {
    let (before, after) = removal.buckets.counts();
    let value = |row: &[f32]| -> f32 {
        row.iter().enumerate().map(|(bucket, chance)| chance * bucket as f32 / after as f32).sum()
    };
    (0..before)
        .map(|bucket| {
            let rows = removal.draws.iter().map(|draw| draw.row(bucket));
            let best = rows.fold(None::<&[f32]>, |best, row| match best {
                Some(best) if value(best) >= value(row) => Some(best),
                _ => Some(row),
            });
            best.unwrap_or_default().to_vec()
        })
        .collect()
}

/// The mean of values by bucket.
pub(super) fn mean(chances: &[f32], values: &[f64]) -> f64 {
    chances.iter().zip(values).map(|(&chance, value)| f64::from(chance) * value).sum()
}

/// The part of the mass below each bucket, with half of its own, if they are ordered by these keys.
fn places(masses: &[f64], keys: &[f64]) -> Vec<f64> {
    let total: f64 = masses.iter().sum();
    let place = |key: &f64| {
        let part = masses.iter().zip(keys).map(|(mass, other)| match other.total_cmp(key) {
            std::cmp::Ordering::Less => *mass,
            std::cmp::Ordering::Equal => mass / 2.0,
            std::cmp::Ordering::Greater => 0.0,
        });
        part.sum::<f64>() / total
    };
    keys.iter().map(place).collect()
}

/// What is to be decided at each node of a tree.
fn kinds(tree: &Tree) -> Vec<Kind> {
    let mut kinds = vec![Kind::End; tree.nodes().len()];
    mark(tree, Tree::ROOT, Kind::Open, &mut kinds);
    kinds
}

fn mark(tree: &Tree, node: usize, kind: Kind, kinds: &mut [Kind]) {
    let Some(Node::Decision { children, .. }) = tree.nodes().get(node) else { return };
    let kind = if children.len() > 3 { Kind::Draw } else { kind };
    kinds[node] = kind;
    for (action, &child) in children.iter().enumerate() {
        let next = match (kind, action) {
            (Kind::Open, 1) => Kind::Answer { bets: 1 },
            (Kind::Answer { bets }, 2) => Kind::Answer { bets: bets + 1 },
            _ => Kind::Open,
        };
        mark(tree, child, next, kinds);
    }
}
