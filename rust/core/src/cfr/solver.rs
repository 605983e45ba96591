//! The DCFR solver: alternating updates of both strategies, and their averages.

use rayon::prelude::*;

use super::Model;
use super::tree::{Layout, Tree};
use super::walk::{Discount, Mode, Tables, Walk, add, normalized, propagate_reaches};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// The reaches and values of a link during a pass through the first tree.
#[derive(Clone, Default)]
struct Visit {
    reaches: [Vec<f32>; 2],
    values: Vec<f32>,
}

/// The second tree after a link.
struct Link {
    layout: Layout,
    tables: Tables,
}

/// The state of a solve.
pub struct Solver<'a, M: Model> {
    model: &'a M,
    layout: Layout,
    first: Tables,
    second: Vec<Link>,
    iterations: u32,
    /// The player who follows given averages in the second half of its private states, if any.
    follower: Option<usize>,
}

impl<'a, M: Model> Solver<'a, M> {
    /// Start with uniform strategies.
    pub fn new(model: &'a M) -> Self {
        let (before, after) = model.states();
        let layout = Layout::new(model.first(), before);
        let first = Tables::new(&layout);
        let second = (0..model.links()).map(|link| {
            let layout = Layout::new(model.second(link), after);
            let tables = Tables::new(&layout);
            Link { layout, tables }
        });
        let second = second.collect();
        Self { model, layout, first, second, iterations: 0, follower: None }
    }

    /// Run one iteration: update the first player, then the second.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn iterate(&mut self, monitor: &Monitor) -> Result<(), Stopped> {
        self.iterations += 1;
        for player in 0..2 {
            self.pass(player, Mode::Update(Discount::of(self.iterations)), monitor)?;
        }
        Ok(())
    }

    /// The average strategy in the first tree and after every link.
    pub fn averages(&self) -> (Vec<f32>, Vec<Vec<f32>>) {
        self.strategies(|tables| &tables.strategy_sums)
    }

    /// The normalized strategies from one of the tables of every tree.
    pub(super) fn strategies(&self, of: fn(&Tables) -> &[f32]) -> (Vec<f32>, Vec<Vec<f32>>) {
        let (before, after) = self.model.states();
        let of_links = self.second.iter().enumerate().map(|(number, link)| {
            normalized(self.model.second(number), &link.layout, of(&link.tables), after)
        });
        let first = normalized(self.model.first(), &self.layout, of(&self.first), before);
        (first, of_links.collect())
    }

    /// Let a player follow these strategies in the second half of its private states.
    pub(super) fn follow(&mut self, player: usize, first: &[f32], second: &[Vec<f32>]) {
        self.set_averages(first, second);
        self.follower = Some(player);
    }

    /// Use given strategies as the averages.
    pub fn set_averages(&mut self, first: &[f32], second: &[Vec<f32>]) {
        self.first.strategy_sums.copy_from_slice(first);
        for (link, averages) in self.second.iter_mut().zip(second) {
            link.tables.strategy_sums.copy_from_slice(averages);
        }
    }

    /// Traverse the whole game once for a player: the first tree to find the reaches of all links,
    /// the links in parallel, then the first tree again with their values.
    pub(super) fn pass(
        &mut self,
        player: usize,
        mode: Mode,
        monitor: &Monitor,
    ) -> Result<f64, Stopped> {
        let model = self.model;
        let (before, after) = model.states();
        let chances = model.chances();
        let follower = self.follower;
        let walk = |mode| Walk {
            tree: model.first(),
            layout: &self.layout,
            states: before,
            player,
            mode,
            follower,
        };
        let mut visits = vec![Visit::default(); model.links()];
        let mut tables =
            std::mem::replace(&mut self.first, Tables { regrets: vec![], strategy_sums: vec![] });
        let mut record = |leaf: usize, reaches: [&[f32]; 2]| {
            for visit in &mut visits[model.links_of(leaf)] {
                visit.reaches = reaches.map(<[f32]>::to_vec);
            }
            Vec::new()
        };
        propagate_reaches(&walk(mode), &tables, Tree::ROOT, [chances, chances], &mut record);

        let parts =
            self.second.par_iter_mut().zip(visits.par_iter_mut()).enumerate().with_max_len(1);
        let solved = parallel::sum(
            parts,
            || (),
            |(), (number, (Link { layout, tables }, visit))| {
                let tree = model.second(number);
                let walk = Walk { tree, layout, states: after, player, mode, follower };
                visit.values = after_link(model, number, &walk, tables, &visit.reaches);
                monitor.check()
            },
            |(), ()| (),
        );
        let walk = walk(mode);
        let mut leaf_values = |leaf: usize, [_, opponent]: [&[f32]; 2]| {
            let links = model.links_of(leaf);
            let mut values = vec![0.0; before];
            if links.is_empty() {
                model.leaf_values(leaf, player, opponent, &mut values);
            }
            for visit in &visits[links] {
                add(&mut values, &visit.values);
            }
            values
        };
        if solved.is_ok() {
            let values = walk.values(&mut tables, Tree::ROOT, [chances, chances], &mut leaf_values);
            self.first = tables;
            let products = values.iter().zip(chances);
            return Ok(products
                .map(|(&value, &chance)| f64::from(value) * f64::from(chance))
                .sum());
        }
        self.first = tables;
        Err(Stopped)
    }
}

/// A player's values before a link, from a traversal of the tree after it.
fn after_link<M: Model>(
    model: &M,
    link: usize,
    walk: &Walk<'_>,
    tables: &mut Tables,
    [own, opponent]: &[Vec<f32>; 2],
) -> Vec<f32> {
    let player = walk.player;
    let own_after = model.reach_after_link(link, player, own);
    let opponent_after = model.reach_after_link(link, 1 - player, opponent);
    let reached = opponent_after.iter().any(|&reach| reach > 0.0);
    let mut leaf_values = |leaf: usize, [_, opponent]: [&[f32]; 2]| {
        let mut values = vec![0.0; walk.states];
        // A node the opponent never reaches has counterfactual value zero.
        if reached && opponent.iter().any(|&reach| reach > 0.0) {
            model.second_leaf_values(link, leaf, player, opponent, &mut values);
        }
        values
    };
    if !reached && !matches!(walk.mode, Mode::Update(_)) {
        return vec![0.0; model.states().0];
    }
    let values = walk.values(tables, Tree::ROOT, [&own_after, &opponent_after], &mut leaf_values);
    if !reached {
        return vec![0.0; model.states().0];
    }
    model.values_before_link(link, player, &values, [opponent, &opponent_after])
}
