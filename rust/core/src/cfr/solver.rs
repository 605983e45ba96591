//! The solver: both strategies improved in turn, and their averages.

use rayon::prelude::*;

use super::Model;
use super::tree::{Layout, Tree};
use super::walk::{Discount, Memory, Purpose, Walk, add, scout, shares};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// What is known of a link on the way through the first tree.
#[derive(Clone, Default)]
struct Visit {
    reaches: [Vec<f32>; 2],
    values: Vec<f32>,
}

/// The state of solving a game.
pub struct Solver<'a, M: Model> {
    model: &'a M,
    layouts: [Layout; 2],
    first: Memory,
    second: Vec<Memory>,
    rounds: u32,
}

impl<'a, M: Model> Solver<'a, M> {
    /// Begin with strategies that make all moves equally often.
    pub fn new(model: &'a M) -> Self {
        let (before, after) = model.states();
        let layouts = [Layout::new(model.first(), before), Layout::new(model.second(), after)];
        let (first, second) = (Memory::new(&layouts[0]), Memory::new(&layouts[1]));
        Self { model, layouts, first, second: vec![second; model.links()], rounds: 0 }
    }

    /// Improve both strategies once, the second player's after the first's.
    ///
    /// # Errors
    ///
    /// The monitor's stop.
    pub fn iterate(&mut self, monitor: &Monitor) -> Result<(), Stopped> {
        self.rounds += 1;
        for player in 0..2 {
            self.pass(player, Purpose::Learn(Discount::of(self.rounds)), monitor)?;
        }
        Ok(())
    }

    /// The average strategy of the first tree, and that after every link.
    pub fn averages(&self) -> (Vec<f32>, Vec<Vec<f32>>) {
        self.strategies(|memory| &memory.sums)
    }

    /// The strategies that follow from some of the numbers of every tree.
    pub(super) fn strategies(&self, of: fn(&Memory) -> &[f32]) -> (Vec<f32>, Vec<Vec<f32>>) {
        let (before, after) = self.model.states();
        let [first, second] = &self.layouts;
        let tree = self.model.second();
        let of_links = self.second.iter().map(|link| shares(tree, second, of(link), after));
        (shares(self.model.first(), first, of(&self.first), before), of_links.collect())
    }

    /// Take strategies for the average ones.
    pub fn set_averages(&mut self, first: &[f32], second: &[Vec<f32>]) {
        self.first.sums.copy_from_slice(first);
        for (memory, averages) in self.second.iter_mut().zip(second) {
            memory.sums.copy_from_slice(averages);
        }
    }

    /// Go through the whole game once for a player: the first tree to find the reaches of all links,
    /// the links in parallel, and the first tree again with their values.
    pub(super) fn pass(
        &mut self,
        player: usize,
        purpose: Purpose,
        monitor: &Monitor,
    ) -> Result<f64, Stopped> {
        let model = self.model;
        let (before, after) = model.states();
        let chances = model.chances();
        let walk = |purpose| Walk {
            tree: model.first(),
            layout: &self.layouts[0],
            states: before,
            player,
            purpose,
        };
        let mut visits = vec![Visit::default(); model.links()];
        let mut memory =
            std::mem::replace(&mut self.first, Memory { regrets: vec![], sums: vec![] });
        let mut note = |leaf: usize, reaches: [&[f32]; 2]| {
            for visit in &mut visits[model.links_of(leaf)] {
                visit.reaches = reaches.map(<[f32]>::to_vec);
            }
            Vec::new()
        };
        scout(&walk(purpose), &memory, Tree::ROOT, [chances, chances], &mut note);

        let layout = &self.layouts[1];
        let parts =
            self.second.par_iter_mut().zip(visits.par_iter_mut()).enumerate().with_max_len(1);
        let solved = parallel::sum(
            parts,
            || (),
            |(), (link, (memory, visit))| {
                let walk = Walk { tree: model.second(), layout, states: after, player, purpose };
                visit.values = after_link(model, link, &walk, memory, &visit.reaches);
                monitor.check()
            },
            |(), ()| (),
        );
        let walk = walk(purpose);
        let mut settle = |leaf: usize, [_, opponent]: [&[f32]; 2]| {
            let links = model.links_of(leaf);
            let mut values = vec![0.0; before];
            if links.is_empty() {
                model.settle(leaf, player, opponent, &mut values);
            }
            for visit in &visits[links] {
                add(&mut values, &visit.values);
            }
            values
        };
        if solved.is_ok() {
            let values = walk.values(&mut memory, Tree::ROOT, [chances, chances], &mut settle);
            self.first = memory;
            let products = values.iter().zip(chances);
            return Ok(products
                .map(|(&value, &chance)| f64::from(value) * f64::from(chance))
                .sum());
        }
        self.first = memory;
        Err(Stopped)
    }
}

/// The values of a player before a link, for which the tree after it is walked through.
fn after_link<M: Model>(
    model: &M,
    link: usize,
    walk: &Walk<'_>,
    memory: &mut Memory,
    [own, opponent]: &[Vec<f32>; 2],
) -> Vec<f32> {
    let player = walk.player;
    let own_after = model.enter(link, player, own);
    let opponent_after = model.enter(link, 1 - player, opponent);
    let reached = opponent_after.iter().any(|&reach| reach > 0.0);
    let mut settle = |leaf: usize, [_, opponent]: [&[f32]; 2]| {
        let mut values = vec![0.0; walk.states];
        // Where the opponent never comes nothing is won or lost.
        if reached && opponent.iter().any(|&reach| reach > 0.0) {
            model.settle_second(link, leaf, player, opponent, &mut values);
        }
        values
    };
    if !reached && !matches!(walk.purpose, Purpose::Learn(_)) {
        return vec![0.0; model.states().0];
    }
    let values = walk.values(memory, Tree::ROOT, [&own_after, &opponent_after], &mut settle);
    if !reached {
        return vec![0.0; model.states().0];
    }
    model.leave(link, player, &values, [opponent, &opponent_after])
}
