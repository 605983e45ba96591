//! Best responses in one-card draw by enumerating every deal, independent of the solver.

use super::one_card_draw::OneCardDraw;
use super::won;
use crate::cfr::{Layout, Node, Tree};

/// A player's best response to average strategies of one-card draw, by enumerating all deals: both
/// players' cards, then the cards they would draw.
pub struct Enumeration<'a> {
    pub game: &'a OneCardDraw,
    pub layouts: [Layout; 2],
    pub averages: (Vec<f32>, Vec<Vec<f32>>),
    pub responder: usize,
}

/// A deal, and the probability that the opponent's moves reach the current node with it.
pub type Reached = ([usize; 4], f64);

impl Enumeration<'_> {
    /// What the responder wins at a node over all these deals. Deals in which it holds the same
    /// cards are in one information set. `link` is set after the draw.
    pub fn value(&self, node: usize, link: Option<usize>, deals: &[Reached]) -> f64 {
        let tree = if link.is_some() { &self.game.second } else { &self.game.first };
        let (player, children) = match &tree.nodes()[node] {
            Node::Decision { player, children } => (*player, children),
            Node::Leaf(leaf) => return self.end(*leaf, link, deals),
        };
        if player != self.responder {
            let moves = children.iter().enumerate().map(|(index, &child)| {
                let chance = |deal| f64::from(self.chance(node, index, link, player, deal));
                let reached: Vec<Reached> =
                    deals.iter().map(|&(deal, reach)| (deal, reach * chance(deal))).collect();
                self.value(child, link, &reached)
            });
            return moves.sum();
        }
        let mut total = 0.0;
        for state in 0..36 {
            let same: Vec<Reached> = deals
                .iter()
                .copied()
                .filter(|&(deal, _)| self.state(player, link, deal) == state)
                .collect();
            if !same.is_empty() {
                let values = children.iter().map(|&child| self.value(child, link, &same));
                total += values.fold(f64::NEG_INFINITY, f64::max);
            }
        }
        total
    }

    /// A player's private state: its card before the draw, both cards after it.
    fn state(&self, player: usize, link: Option<usize>, deal: [usize; 4]) -> usize {
        match link {
            None => deal[player],
            Some(link) => 6 * deal[player] + self.held(player, link, deal),
        }
    }

    fn held(&self, player: usize, link: usize, deal: [usize; 4]) -> usize {
        let draws = self.game.links[link].1;
        match (draws[player], player == 1 && draws[0]) {
            (false, _) => deal[player],
            (true, false) => deal[2],
            (true, true) => deal[3],
        }
    }

    fn chance(
        &self,
        node: usize,
        index: usize,
        link: Option<usize>,
        player: usize,
        deal: [usize; 4],
    ) -> f32 {
        let state = self.state(player, link, deal);
        match link {
            None => self.averages.0[self.layouts[0].begin(node) + 6 * index + state],
            Some(link) => self.averages.1[link][self.layouts[1].begin(node) + 36 * index + state],
        }
    }

    fn end(&self, leaf: usize, link: Option<usize>, deals: &[Reached]) -> f64 {
        match (link, self.game.leaves.get(leaf)) {
            (None, Some((_, Some(link)))) => self.value(Tree::ROOT, Some(*link), deals),
            (None, _) => {
                let won = won(
                    self.game.leaves[leaf].0,
                    self.responder,
                    1.0,
                    1.0,
                    std::cmp::Ordering::Equal,
                );
                deals.iter().map(|(_, reach)| reach * f64::from(won)).sum()
            }
            (Some(link), _) => {
                let base = self.game.links[link].0;
                let ranks = |player, deal| self.held(player, link, deal) / 2;
                let won = |deal| {
                    let (own, other) =
                        (ranks(self.responder, deal), ranks(1 - self.responder, deal));
                    won(self.game.second_ends[leaf], self.responder, base, 2.0, own.cmp(&other))
                };
                deals.iter().map(|&(deal, reach)| reach * f64::from(won(deal))).sum()
            }
        }
    }
}

/// All ordered deals of four of six cards, equally likely.
pub fn deals() -> Vec<Reached> {
    let numbers = (0..6 * 6 * 6 * 6_usize).map(|n| [n % 6, n / 6 % 6, n / 36 % 6, n / 216]);
    let distinct = numbers.filter(|deal| (0..4).all(|index| !deal[..index].contains(&deal[index])));
    distinct.map(|deal| (deal, 1.0 / 360.0)).collect()
}
