//! What a strategy stores for decisions to which it never leads itself.
//!
//! Whatever the opponent does, a player who follows the strategy does not meet them, so they do not
//! change what can be won from it. They matter only to somebody who asks what to do after other moves of
//! its own. There the most likely move is stored alone, which takes little space: there is a solution for
//! every short stack.

use super::model::{FirstEnd, Layouts, Trees};
use super::removal::Removal;
use crate::cfr::{Node, Tree};

/// Decisions that fewer than this part of the hands of a bucket lead to are taken for unreached.
const LEAST: f32 = 1e-3;

/// The strategy of both players, in units of 1/255.
pub(super) struct Unreached<'a> {
    pub trees: &'a Trees,
    pub layouts: &'a Layouts,
    pub removal: &'a Removal,
}

impl Unreached<'_> {
    /// Keep only the most likely moves where a player's own moves do not lead.
    pub fn purify(&self, first: &mut [u8], second: &mut [u8]) {
        let chances = &self.removal.chances;
        for player in 0..2 {
            let mut reaches = Vec::new();
            let mut at_leaf = |leaf: usize, reach: &[f32]| reaches.push((leaf, reach.to_vec()));
            let dealt = vec![1.0; chances.len()];
            self.visit((None, Tree::ROOT), player, &dealt, first, &mut at_leaf);
            for (leaf, reach) in reaches {
                let FirstEnd::Link(link) = self.trees.first_ends[leaf] else { continue };
                let draws = &self.removal.draws[self.trees.links[link].drawn[player]];
                let held: Vec<f32> =
                    reach.iter().zip(chances).map(|(reach, chance)| reach * chance).collect();
                // What would be held if all hands drew this many cards.
                let all = draws.weighted(chances);
                let drawn = draws.weighted(&held);
                let reach: Vec<f32> =
                    drawn.iter().zip(all).map(|(drawn, all)| drawn / all.max(1e-12)).collect();
                self.visit((Some(link), Tree::ROOT), player, &reach, second, &mut |_, _| ());
            }
        }
    }

    /// Purify the decisions from a node on, which is reached by this part of the hands of every bucket.
    fn visit(
        &self,
        (link, node): (Option<usize>, usize),
        player: usize,
        reach: &[f32],
        parts: &mut [u8],
        at_leaf: &mut dyn FnMut(usize, &[f32]),
    ) {
        let (decides, children) = match &self.trees.tree(link).nodes()[node] {
            Node::Leaf(leaf) => return at_leaf(*leaf, reach),
            Node::Decision { player, children } => (*player, children),
        };
        let (begin, states) = (self.layouts.begin(link, node), reach.len());
        if decides == player {
            for (state, _) in reach.iter().enumerate().filter(|(_, reach)| **reach < LEAST) {
                let numbers = (0..children.len()).map(|place| begin + place * states + state);
                let most = numbers.clone().fold(begin + state, |most, number| {
                    if parts[number] > parts[most] { number } else { most }
                });
                numbers.for_each(|number| parts[number] = if number == most { 255 } else { 0 });
            }
        }
        for (place, &child) in children.iter().enumerate() {
            let of_move = &parts[begin + place * states..][..states];
            let reach: Vec<f32> = match decides == player {
                true => {
                    let chances = of_move.iter().map(|&part| f32::from(part) / 255.0);
                    reach.iter().zip(chances).map(|(reach, chance)| reach * chance).collect()
                }
                false => reach.to_vec(),
            };
            self.visit((link, child), player, &reach, parts, at_leaf);
        }
    }
}
