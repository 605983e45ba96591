//! One-card draw poker, with card removal.

use super::{round, won};
use crate::cfr::{Model, RoundEnd, Tree, add_round};

/// Six cards, two of each of three ranks, one dealt to each player. A betting round with bets of 1,
/// an optional draw of a replacement card, and a betting round with bets of 2. After the draw a
/// private state is 6 × the card dealt + the card held.
pub struct OneCardDraw {
    pub first: Tree,
    pub ends: Vec<RoundEnd>,
    pub second: Tree,
    pub second_ends: Vec<RoundEnd>,
    /// For each leaf of the first tree, how its round ended and its link, if any.
    pub leaves: Vec<(RoundEnd, Option<usize>)>,
    /// For each link, what each player has paid and whether each draws.
    pub links: Vec<(f32, [bool; 2])>,
}

impl OneCardDraw {
    pub fn new() -> Self {
        let (mut first, mut leaves, mut links) = (Tree::default(), Vec::new(), Vec::new());
        let mut ends = Vec::new();
        add_round(&mut first, 1, &mut |tree, end| {
            ends.push(end);
            let RoundEnd::Closed { bets } = end else {
                tree.leaf();
                leaves.push((end, None));
                return;
            };
            let draws = tree.decision(0);
            for first_draws in [false, true] {
                tree.expect_child(draws);
                let answer = tree.decision(1);
                for second_draws in [false, true] {
                    tree.expect_child(answer);
                    tree.leaf();
                    leaves.push((end, Some(links.len())));
                    links.push((1.0 + bets as f32, [first_draws, second_draws]));
                }
            }
        });
        let (second, second_ends) = round(1);
        Self { first, ends, second, second_ends, leaves, links }
    }
}

/// The probability of an ordered deal of this many cards.
fn chance_of_deal(cards: u32) -> f32 {
    1.0 / (0..cards).map(|dealt| 6 - dealt).product::<u32>() as f32
}

impl Model for OneCardDraw {
    fn first(&self) -> &Tree {
        &self.first
    }

    fn second(&self, _: usize) -> &Tree {
        &self.second
    }

    fn links(&self) -> usize {
        self.links.len()
    }

    fn links_of(&self, leaf: usize) -> std::ops::Range<usize> {
        self.leaves[leaf].1.map_or(0..0, |link| link..link + 1)
    }

    fn states(&self) -> (usize, usize) {
        (6, 36)
    }

    fn chances(&self) -> &[f32] {
        &[1.0; 6]
    }

    fn leaf_values(&self, leaf: usize, player: usize, opponent: &[f32], values: &mut [f32]) {
        for (own, value) in values.iter_mut().enumerate() {
            for (_, reach) in opponent.iter().enumerate().filter(|&(other, _)| other != own) {
                let won = won(self.leaves[leaf].0, player, 1.0, 1.0, std::cmp::Ordering::Equal);
                *value += chance_of_deal(2) * reach * won;
            }
        }
    }

    fn reach_after_link(&self, link: usize, player: usize, reach: &[f32]) -> Vec<f32> {
        let draws = self.links[link].1[player];
        let state =
            |state: usize| if draws == (state / 6 != state % 6) { reach[state / 6] } else { 0.0 };
        (0..36).map(state).collect()
    }

    fn second_leaf_values(
        &self,
        link: usize,
        leaf: usize,
        player: usize,
        opponent: &[f32],
        values: &mut [f32],
    ) {
        let (base, draws) = self.links[link];
        let chance = chance_of_deal(2 + u32::from(draws[0]) + u32::from(draws[1]));
        let end = self.second_ends[leaf];
        for (own, value) in values.iter_mut().enumerate() {
            for (other, reach) in opponent.iter().enumerate() {
                let cards = [own / 6, own % 6];
                if !cards.contains(&(other / 6)) && !cards.contains(&(other % 6)) {
                    let order = (own % 6 / 2).cmp(&(other % 6 / 2));
                    *value += chance * reach * won(end, player, base, 2.0, order);
                }
            }
        }
    }

    fn values_before_link(
        &self,
        link: usize,
        player: usize,
        values: &[f32],
        _: [&[f32]; 2],
    ) -> Vec<f32> {
        let draws = self.links[link].1[player];
        let is_possible = |dealt: usize, held: usize| draws == (dealt != held);
        let sum = |dealt: usize| {
            (0..6)
                .filter(|&held| is_possible(dealt, held))
                .map(|held| values[6 * dealt + held])
                .sum()
        };
        (0..6).map(sum).collect()
    }
}
