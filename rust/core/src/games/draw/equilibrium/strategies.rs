//! What strategies win from each other in the model, mixtures of them, and responses that are safe if the
//! strategy they answer turns out to be another.

use super::model::{DrawModel, FirstEnd};
use super::removal::Removal;
use super::response::assembled;
use super::rules::EquilibriumError;
use super::solution::{Equilibrium, of_parts};
use crate::cfr::{
    Layout, Node, Strategy, Tree, exploitability, normalized, restricted_response, value,
};
use crate::monitor::{Monitor, Stopped};

impl Equilibrium {
    /// The chips per hand that this strategy wins from another one with the same buckets, in the model with
    /// card removal, averaged over both seats.
    ///
    /// # Errors
    ///
    /// Strategies with other stakes or buckets, the monitor's stop.
    pub fn value_against(&self, other: &Self, monitor: &Monitor) -> Result<f64, EquilibriumError> {
        self.check_same_model(other)?;
        let removal = self.removal(monitor)?;
        Ok(value(&self.model(&removal), &self.strategy(), &other.strategy(), monitor)?)
    }

    /// The chips per hand that a best response wins from this strategy, averaged over both seats.
    ///
    /// # Errors
    ///
    /// The monitor's stop.
    pub fn best_response_value(&self, monitor: &Monitor) -> Result<f64, EquilibriumError> {
        let removal = self.removal(monitor)?;
        Ok(exploitability(&self.model(&removal), &self.strategy(), monitor)?)
    }

    /// A restricted Nash response: the best strategy against an opponent who follows this one with a
    /// probability, drawn once a hand, and otherwise plays as well as possible.
    ///
    /// # Errors
    ///
    /// The monitor's stop.
    pub fn restricted_response(
        &self,
        probability: f64,
        iterations: u32,
        monitor: &Monitor,
    ) -> Result<Self, EquilibriumError> {
        monitor.expect(2 * u64::from(iterations));
        let removal = self.removal(monitor)?;
        let (model, probability) = (self.model(&removal), probability as f32);
        let found =
            restricted_response(&model, &self.strategy(), probability, iterations, monitor)?;
        Ok(self.with(&found))
    }

    /// The strategy of a player who follows this one with a probability, drawn once a hand, and else another
    /// one with the same buckets.
    ///
    /// # Errors
    ///
    /// Strategies with other stakes or buckets, the monitor's stop.
    pub fn mixed_with(
        &self,
        other: &Self,
        probability: f64,
        monitor: &Monitor,
    ) -> Result<Self, EquilibriumError> {
        self.check_same_model(other)?;
        let removal = self.removal(monitor)?;
        let (own, probability) = (self.realized(&removal), probability as f32);
        let mix = |left: &[f32], right: &[f32]| -> Vec<f32> {
            let pairs = left.iter().zip(right);
            pairs.map(|(left, right)| probability * left + (1.0 - probability) * right).collect()
        };
        let others = other.realized(&removal);
        let second = own.1.iter().zip(&others.1).map(|(left, right)| mix(left, right)).collect();
        Ok(self.with(&(mix(&own.0, &others.0), second)))
    }

    fn check_same_model(&self, other: &Self) -> Result<(), EquilibriumError> {
        let buckets = |strategy: &Self| {
            let buckets = &strategy.buckets;
            (buckets.families.clone(), buckets.strengths.clone(), buckets.utilities.clone())
        };
        let same = self.limits == other.limits && buckets(self) == buckets(other);
        if same { Ok(()) } else { Err(EquilibriumError::OtherModel) }
    }

    fn removal(&self, monitor: &Monitor) -> Result<Removal, Stopped> {
        let effort = self.effort;
        let (hands, strengths) = (effort.hands as usize, effort.strengths as usize);
        Removal::count(self.limits.ranking, hands, strengths, monitor)
    }

    const fn model<'a>(&'a self, removal: &'a Removal) -> DrawModel<'a> {
        DrawModel { limits: self.limits, trees: &self.trees, removal }
    }

    /// The weights of all moves.
    fn strategy(&self) -> Strategy {
        (of_parts(&self.first), self.layouts.by_link(&self.second).map(of_parts).collect())
    }

    /// A strategy with these weights of moves.
    fn with(&self, (first, second): &Strategy) -> Self {
        let (before, after) = self.buckets.counts();
        let first = normalized(&self.trees.first, self.layouts.layout(None), first, before);
        let second: Vec<Vec<f32>> = (0..)
            .zip(second)
            .map(|(link, numbers)| {
                let layout = self.layouts.layout(Some(link));
                normalized(self.trees.second(link), layout, numbers, after)
            })
            .collect();
        assembled(self.limits, self.effort, self.seed, &self.buckets, (&first, &second))
    }

    /// The probability of each move times that of getting there by the own moves. Those of a mixture are
    /// the mean of its parts'.
    fn realized(&self, removal: &Removal) -> Strategy {
        let (before, after) = self.buckets.counts();
        let (first, second) = self.strategy();
        let chances = normalized(&self.trees.first, self.layouts.layout(None), &first, before);
        let mut realized = vec![0.0; first.len()];
        let mut of_links: Vec<Vec<f32>> = second.iter().map(|link| vec![0.0; link.len()]).collect();
        for player in 0..2 {
            let mut links = Vec::new();
            let walk = Realization {
                tree: &self.trees.first,
                layout: self.layouts.layout(None),
                chances: &chances,
                player,
            };
            walk.follow(Tree::ROOT, &removal.chances, &mut realized, &mut |leaf, reach| {
                if let FirstEnd::Link(link) = self.trees.first_ends[leaf] {
                    links.push((link, reach.to_vec()));
                }
            });
            for (link, reach) in links {
                let (tree, layout) = (self.trees.second(link), self.layouts.layout(Some(link)));
                let chances = normalized(tree, layout, &second[link], after);
                let walk = Realization { tree, layout, chances: &chances, player };
                let reach = removal.draws[self.trees.links[link].drawn[player]].weighted(&reach);
                walk.follow(Tree::ROOT, &reach, &mut of_links[link], &mut |_, _| ());
            }
        }
        (realized, of_links)
    }
}

/// A player's way through a tree.
struct Realization<'a> {
    tree: &'a Tree,
    layout: &'a Layout,
    chances: &'a [f32],
    player: usize,
}

impl Realization<'_> {
    /// Write the probabilities of the player's moves below a node, and visit its leaves with those of
    /// getting there.
    fn follow(
        &self,
        node: usize,
        reach: &[f32],
        realized: &mut [f32],
        at_leaf: &mut dyn FnMut(usize, &[f32]),
    ) {
        let (player, children) = match &self.tree.nodes()[node] {
            Node::Leaf(leaf) => return at_leaf(*leaf, reach),
            Node::Decision { player, children } => (*player, children),
        };
        for (action, &child) in children.iter().enumerate() {
            if player != self.player {
                self.follow(child, reach, realized, at_leaf);
                continue;
            }
            let begin = self.layout.begin(node) + action * reach.len();
            let chances = &self.chances[begin..begin + reach.len()];
            let made: Vec<f32> =
                reach.iter().zip(chances).map(|(reach, made)| reach * made).collect();
            realized[begin..begin + reach.len()].copy_from_slice(&made);
            self.follow(child, &made, realized, at_leaf);
        }
    }
}
