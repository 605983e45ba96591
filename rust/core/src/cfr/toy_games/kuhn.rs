//! Kuhn poker.

use super::{round, won};
use crate::cfr::{Model, RoundEnd, Tree};

/// Three cards, one each, with a single bet of 1.
pub struct Kuhn {
    tree: Tree,
    ends: Vec<RoundEnd>,
    none: Tree,
}

impl Kuhn {
    pub fn new() -> Self {
        let (tree, ends) = round(0);
        Self { tree, ends, none: Tree::default() }
    }
}

impl Model for Kuhn {
    fn first(&self) -> &Tree {
        &self.tree
    }

    fn second(&self, _: usize) -> &Tree {
        &self.none
    }

    fn links(&self) -> usize {
        0
    }

    fn links_of(&self, _: usize) -> std::ops::Range<usize> {
        0..0
    }

    fn states(&self) -> (usize, usize) {
        (3, 1)
    }

    fn chances(&self) -> &[f32] {
        &[1.0 / 3.0; 3]
    }

    fn leaf_values(&self, leaf: usize, player: usize, opponent: &[f32], values: &mut [f32]) {
        for (own, value) in values.iter_mut().enumerate() {
            for (other, reach) in opponent.iter().enumerate().filter(|&(other, _)| other != own) {
                // Given one's own card, each other card has probability 1/2 rather than 1/3.
                *value += 1.5 * reach * won(self.ends[leaf], player, 1.0, 1.0, own.cmp(&other));
            }
        }
    }

    fn reach_after_link(&self, _: usize, _: usize, _: &[f32]) -> Vec<f32> {
        Vec::new()
    }

    fn second_leaf_values(&self, _: usize, _: usize, _: usize, _: &[f32], _: &mut [f32]) {}

    fn values_before_link(&self, _: usize, _: usize, _: &[f32], _: [&[f32]; 2]) -> Vec<f32> {
        Vec::new()
    }
}
