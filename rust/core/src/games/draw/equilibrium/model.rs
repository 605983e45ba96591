//! A heads-up game with one draw as a model for the CFR solver.
//!
//! The first tree has the bets before the draw, then the number of cards each player draws; every
//! path that ends without a fold is a link. Private states are buckets: of hands before the draw,
//! of strengths after it. A player who draws a given number of cards discards what is best for that
//! number.
//!
//! The opponent's hands are weighted by pairs of disjoint hands (card removal, see
//! [`super::removal`]). Across the draw this is not exact: values after the draw do not know the
//! hand before it. They are therefore rescaled for every hand to the opponent's probabilities
//! before the draw.

use super::removal::{Removal, dot};
use super::rules::Limits;
use crate::cfr::Model;
use crate::cfr::{RoundEnd, Tree, add_round};

/// A leaf of the first tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstEnd {
    /// A player has folded.
    Settled(RoundEnd),
    /// The game continues after this link.
    Link(usize),
}

/// A path through bets and draws to the second betting round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The number of bets each player has paid before the draw.
    pub bets: u32,
    /// The number of cards each player draws.
    pub drawn: [usize; 2],
}

/// The public trees of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trees {
    pub first: Tree,
    pub first_ends: Vec<FirstEnd>,
    pub links: Vec<Link>,
    pub second: Tree,
    pub second_ends: Vec<RoundEnd>,
}

impl Trees {
    /// The trees of a game with this many raises per round, in which up to this many cards are drawn.
    pub fn new(raises: u32, cards: usize) -> Self {
        let (mut first, mut first_ends, mut links) = (Tree::default(), Vec::new(), Vec::new());
        add_round(&mut first, raises, &mut |tree, end| {
            let RoundEnd::Closed { bets } = end else {
                tree.leaf();
                first_ends.push(FirstEnd::Settled(end));
                return;
            };
            let begins = tree.decision(0);
            for of_first in 0..=cards {
                tree.expect_child(begins);
                let answers = tree.decision(1);
                for of_second in 0..=cards {
                    tree.expect_child(answers);
                    tree.leaf();
                    first_ends.push(FirstEnd::Link(links.len()));
                    links.push(Link { bets, drawn: [of_first, of_second] });
                }
            }
        });
        let (mut second, mut second_ends) = (Tree::default(), Vec::new());
        add_round(&mut second, raises, &mut |tree, end| {
            tree.leaf();
            second_ends.push(end);
        });
        Self { first, first_ends, links, second, second_ends }
    }
}

/// The abstract game.
pub(super) struct DrawModel<'a> {
    pub limits: Limits,
    pub trees: &'a Trees,
    pub removal: &'a Removal,
}

impl DrawModel<'_> {
    /// A player's winnings at the end of the first round, by a fold.
    pub fn won_first(&self, end: RoundEnd, player: usize) -> f64 {
        self.limits.won(end, player, 0, self.limits.small_bet)
    }
}

impl Model for DrawModel<'_> {
    fn first(&self) -> &Tree {
        &self.trees.first
    }

    fn second(&self) -> &Tree {
        &self.trees.second
    }

    fn links(&self) -> usize {
        self.trees.links.len()
    }

    fn links_of(&self, leaf: usize) -> std::ops::Range<usize> {
        match self.trees.first_ends[leaf] {
            FirstEnd::Settled(_) => 0..0,
            FirstEnd::Link(link) => link..link + 1,
        }
    }

    fn states(&self) -> (usize, usize) {
        self.removal.buckets.counts()
    }

    fn chances(&self) -> &[f32] {
        &self.removal.chances
    }

    fn leaf_values(&self, leaf: usize, player: usize, opponent: &[f32], values: &mut [f32]) {
        if let FirstEnd::Settled(end) = self.trees.first_ends[leaf] {
            let won = self.won_first(end, player) as f32;
            for (value, row) in values.iter_mut().zip(self.removal.before.rows()) {
                *value = won * dot(row, opponent);
            }
        }
    }

    fn reach_after_link(&self, link: usize, player: usize, reach: &[f32]) -> Vec<f32> {
        self.removal.draws[self.trees.links[link].drawn[player]].weighted(reach)
    }

    fn second_leaf_values(
        &self,
        link: usize,
        leaf: usize,
        player: usize,
        opponent: &[f32],
        values: &mut [f32],
    ) {
        let Link { bets, drawn } = self.trees.links[link];
        let end = self.trees.second_ends[leaf];
        let won = self.limits.won(end, player, bets, self.limits.big_bet) as f32;
        // Pairs are stored from the first player's perspective: by its hand, then the other's.
        let drawn = if player == 0 { drawn } else { [drawn[1], drawn[0]] };
        let rows = self.removal.after(drawn).rows();
        for (own, (value, row)) in values.iter_mut().zip(rows).enumerate() {
            *value = won
                * match end {
                    RoundEnd::Folded { .. } => dot(row, opponent),
                    // Within a bucket, wins and losses are equally likely.
                    RoundEnd::Closed { .. } => {
                        dot(&row[..own], &opponent[..own])
                            - dot(&row[own + 1..], &opponent[own + 1..])
                    }
                };
        }
    }

    fn values_before_link(
        &self,
        link: usize,
        player: usize,
        values: &[f32],
        opponent: [&[f32]; 2],
    ) -> Vec<f32> {
        let Link { drawn, .. } = self.trees.links[link];
        let seen = if player == 0 { drawn } else { [drawn[1], drawn[0]] };
        let mass = self.removal.after(seen).times(opponent[1]);
        let rows = self.removal.draws[drawn[player]].rows().zip(self.removal.before.rows());
        let before = |(draw, pairs): (&[f32], &[f32])| {
            let expected = dot(draw, &mass);
            if expected > 0.0 {
                dot(draw, values) * dot(pairs, opponent[0]) / expected
            } else {
                0.0
            }
        };
        rows.map(before).collect()
    }
}
