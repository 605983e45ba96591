//! Leduc poker.

use super::{round, won};
use crate::cfr::{Model, RoundEnd, Tree};

/// Six cards, two of each of three ranks: card / 2 is the rank.
pub struct Leduc {
    first: Tree,
    second: Tree,
    ends: Vec<RoundEnd>,
    /// For each leaf of the first tree, its index among those that continue.
    closed: Vec<Option<usize>>,
}

impl Leduc {
    pub fn new() -> Self {
        let (first, ends) = round(1);
        let mut count = 0..;
        let closed = ends.iter().map(|end| match end {
            RoundEnd::Closed { .. } => count.next(),
            RoundEnd::Folded { .. } => None,
        });
        Self { second: first.clone(), first, closed: closed.collect(), ends }
    }

    /// What each player has paid before a link, and the board card it turns up.
    fn link(&self, link: usize) -> (f32, usize) {
        let leaf = self.closed.iter().position(|&closed| closed == Some(link / 6)).unwrap();
        (won(self.ends[leaf], 0, 1.0, 2.0, std::cmp::Ordering::Greater), link % 6)
    }
}

impl Model for Leduc {
    fn first(&self) -> &Tree {
        &self.first
    }

    fn second(&self, _: usize) -> &Tree {
        &self.second
    }

    fn links(&self) -> usize {
        6 * self.closed.iter().flatten().count()
    }

    fn links_of(&self, leaf: usize) -> std::ops::Range<usize> {
        self.closed[leaf].map_or(0..0, |index| 6 * index..6 * index + 6)
    }

    fn states(&self) -> (usize, usize) {
        (6, 6)
    }

    fn chances(&self) -> &[f32] {
        &[1.0 / 6.0; 6]
    }

    fn leaf_values(&self, leaf: usize, player: usize, opponent: &[f32], values: &mut [f32]) {
        for (own, value) in values.iter_mut().enumerate() {
            for (other, reach) in opponent.iter().enumerate().filter(|&(other, _)| other != own) {
                *value += 1.2 * reach * won(self.ends[leaf], player, 1.0, 2.0, own.cmp(&other));
            }
        }
    }

    fn reach_after_link(&self, link: usize, _: usize, reach: &[f32]) -> Vec<f32> {
        let (_, up) = self.link(link);
        reach
            .iter()
            .enumerate()
            .map(|(card, &reach)| if card == up { 0.0 } else { reach })
            .collect()
    }

    fn second_leaf_values(
        &self,
        link: usize,
        leaf: usize,
        player: usize,
        opponent: &[f32],
        values: &mut [f32],
    ) {
        let (base, up) = self.link(link);
        let strength = |card: usize| (card / 2 == up / 2, card / 2);
        for (own, value) in values.iter_mut().enumerate().filter(|&(own, _)| own != up) {
            for (other, reach) in opponent.iter().enumerate().filter(|&(other, _)| other != own) {
                let order = strength(own).cmp(&strength(other));
                *value += 1.2 / 4.0 * reach * won(self.ends[leaf], player, base, 4.0, order);
            }
        }
    }

    fn values_before_link(&self, _: usize, _: usize, values: &[f32], _: [&[f32]; 2]) -> Vec<f32> {
        values.to_vec()
    }
}
