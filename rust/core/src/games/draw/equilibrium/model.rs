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
use crate::cfr::{Layout, Node, RoundEnd, Tree, add_round};

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
    /// The second betting round, by the bets before the draw: what is left to bet depends on them.
    seconds: Vec<Round>,
}

/// The tree of a betting round, and how it ends at each leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Round {
    tree: Tree,
    ends: Vec<RoundEnd>,
}

impl Round {
    /// A round of at most this many bets and raises. Without any, it is a leaf.
    fn new(most_bets: u32) -> Self {
        let (mut tree, mut ends) = (Tree::default(), Vec::new());
        add_bets(&mut tree, most_bets, &mut |tree, end| {
            tree.leaf();
            ends.push(end);
        });
        Self { tree, ends }
    }
}

/// Add a round of at most this many bets and raises; if nobody can bet, only its end.
fn add_bets(tree: &mut Tree, most_bets: u32, end: &mut dyn FnMut(&mut Tree, RoundEnd)) {
    match most_bets.checked_sub(1) {
        Some(raises) => add_round(tree, raises, end),
        None => end(tree, RoundEnd::Closed { bets: 0 }),
    }
}

impl Trees {
    /// The trees of a game with these limits.
    pub fn new(limits: &Limits) -> Self {
        let cards = limits.cards();
        let most_bets = limits.most_bets(0, limits.small_bet);
        let (mut first, mut first_ends, mut links) = (Tree::default(), Vec::new(), Vec::new());
        add_bets(&mut first, most_bets, &mut |tree, end| {
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
        let second = |before| Round::new(limits.most_bets(before, limits.big_bet));
        Self { first, first_ends, links, seconds: (0..=most_bets).map(second).collect() }
    }

    /// The tree of the second betting round after a link; a leaf if nobody can bet any more.
    pub fn second(&self, link: usize) -> &Tree {
        &self.seconds[self.links[link].bets as usize].tree
    }

    /// How that round ends at each leaf.
    pub fn second_ends(&self, link: usize) -> &[RoundEnd] {
        &self.seconds[self.links[link].bets as usize].ends
    }

    /// The tree at a link, or the first one.
    pub fn tree(&self, link: Option<usize>) -> &Tree {
        link.map_or(&self.first, |link| self.second(link))
    }

    /// How many cards a player draws at a link, and how many the other does.
    pub fn sides(&self, link: usize, player: usize) -> [usize; 2] {
        let [first, second] = self.links[link].drawn;
        if player == 0 { [first, second] } else { [second, first] }
    }

    /// Whether a player draws at a node of the first tree.
    pub fn is_draw(&self, node: usize) -> bool {
        // To a bet there are at most three answers, and at least five numbers of cards.
        matches!(&self.first.nodes()[node], Node::Decision { children, .. } if children.len() > 3)
    }

    /// Whether a link leads to a second betting round rather than to the showdown.
    pub fn has_second(&self, link: usize) -> bool {
        matches!(self.second(link).nodes().first(), Some(Node::Decision { .. }))
    }
}

/// Where the numbers of a strategy stand: those of the first tree in a table, and those after all links
/// in another.
#[derive(Clone, Debug)]
pub(super) struct Layouts {
    first: Layout,
    /// By the bets before the draw.
    seconds: Vec<Layout>,
    /// The bets before the draw, and the first number, of every link.
    links: Vec<(usize, usize)>,
    /// The length of the second table.
    second_length: usize,
}

impl Layouts {
    /// The layouts of these trees, with this many states before the draw and after it.
    pub fn new(trees: &Trees, (before, after): (usize, usize)) -> Self {
        let seconds = trees.seconds.iter().map(|round| Layout::new(&round.tree, after));
        let seconds: Vec<Layout> = seconds.collect();
        let mut second_length = 0;
        let links = trees.links.iter().map(|link| {
            let begin = second_length;
            second_length += seconds[link.bets as usize].length();
            (link.bets as usize, begin)
        });
        let links = links.collect();
        Self { first: Layout::new(&trees.first, before), seconds, links, second_length }
    }

    /// The lengths of both tables.
    pub const fn lengths(&self) -> [usize; 2] {
        [self.first.length(), self.second_length]
    }

    /// The first number of a node in its table.
    pub fn begin(&self, link: Option<usize>, node: usize) -> usize {
        match link.and_then(|link| self.links.get(link)) {
            Some(&(bets, begin)) => begin + self.seconds[bets].begin(node),
            None => self.first.begin(node),
        }
    }

    /// The layout of the tree at a link, or of the first one.
    pub fn layout(&self, link: Option<usize>) -> &Layout {
        link.map_or(&self.first, |link| &self.seconds[self.links[link].0])
    }

    /// A table of numbers after all links, link by link.
    pub fn by_link<'a, T>(&'a self, numbers: &'a [T]) -> impl Iterator<Item = &'a [T]> {
        self.links.iter().map(|&(bets, begin)| &numbers[begin..][..self.seconds[bets].length()])
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

    fn second(&self, link: usize) -> &Tree {
        self.trees.second(link)
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
        let end = self.trees.second_ends(link)[leaf];
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
