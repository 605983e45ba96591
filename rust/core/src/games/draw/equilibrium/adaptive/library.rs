//! The models of opponents, and how likely each of them makes the moves of a hand.

use std::sync::Arc;

use super::super::model::FirstEnd;
use super::super::rules::Limits;
use super::abstraction::Abstraction;
use super::players::Player;
use crate::cache::Cache;
use crate::cfr::{Node, Tree};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// The number of models with random thresholds, and their seed.
const RANDOM_PLAYERS: usize = 160;
const SEED: u64 = 37;

/// The libraries of this process by their limits in lowest terms.
static LIBRARIES: Cache<Limits, Library> = Cache::new(2);

/// The models of a game.
#[derive(Debug)]
pub(super) struct Library {
    pub game: Abstraction,
    pub models: Vec<Model>,
    pub prior: Vec<f64>,
    /// For both players, by path and model, the probability that the moves of the path are made by a
    /// player who follows the model, over all hands it may hold.
    paths: [Vec<f32>; 2],
}

/// A model of an opponent.
#[derive(Debug)]
pub(super) struct Model {
    player: Player,
    /// Its moves after the draw, if they are the same after every link.
    second: Option<Vec<f32>>,
}

/// The public end of a hand: where the first tree ended, or a link and where the second tree ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    Before(usize),
    After { link: usize, leaf: usize },
}

impl Library {
    /// The library for these limits, built now if need be: that takes a few seconds.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn of(limits: Limits, monitor: &Monitor) -> Result<Arc<Self>, Stopped> {
        let limits = limits.in_lowest_terms();
        LIBRARIES.get_or_make(limits, monitor, || {
            parallel::alone(|| Self::build(limits, &monitor.step()))
        })
    }

    /// Whether the library for these limits is built.
    pub fn is_ready(limits: Limits) -> bool {
        LIBRARIES.get(limits.in_lowest_terms()).is_some()
    }

    fn build(limits: Limits, monitor: &Monitor) -> Result<Self, Stopped> {
        let game = Abstraction::build(limits, monitor)?;
        let (players, prior): (Vec<_>, Vec<_>) =
            Player::all(&game, RANDOM_PLAYERS, SEED, monitor)?.into_iter().unzip();
        let total: f64 = prior.iter().sum();
        let prior = prior.into_iter().map(|chance| chance / total).collect();
        let models: Vec<Model> =
            players.into_iter().map(|player| Model::new(&game, player)).collect();
        let mut paths = [Vec::new(), Vec::new()];
        for (seat, table) in paths.iter_mut().enumerate() {
            table.resize(path_count(&game) * models.len(), 0.0);
            for (number, model) in models.iter().enumerate() {
                follow(&game, model, seat, &mut |path, chance| {
                    table[path_index(&game, path) * models.len() + number] = chance;
                });
                monitor.check()?;
            }
        }
        Ok(Self { game, models, prior, paths })
    }

    /// The probability of a path under every model of the player in a seat.
    pub fn likelihoods(&self, seat: usize, path: Path) -> &[f32] {
        let (count, begin) = (self.models.len(), path_index(&self.game, path));
        self.paths[seat].get(begin * count..(begin + 1) * count).unwrap_or_default()
    }
}

fn path_count(game: &Abstraction) -> usize {
    game.trees.first_ends.len() + game.trees.links.len() * game.trees.second_ends(0).len()
}

fn path_index(game: &Abstraction, path: Path) -> usize {
    match path {
        Path::Before(leaf) => leaf,
        Path::After { link, leaf } => {
            game.trees.first_ends.len() + link * game.trees.second_ends(0).len() + leaf
        }
    }
}

impl Model {
    fn new(game: &Abstraction, player: Player) -> Self {
        let states = game.removal.buckets.counts().1;
        let second = matches!(player, Player::Threshold(_)).then(|| {
            let mut table = vec![0.0; game.layouts[1].length()];
            for (node, decision) in game.trees.second(0).nodes().iter().enumerate() {
                if let Node::Decision { children, .. } = decision {
                    let begin = game.layouts[1].begin(node);
                    let chances = &mut table[begin..begin + children.len() * states];
                    player.write(game, Some(0), node, chances);
                }
            }
            table
        });
        Self { player, second }
    }

    /// Write the probabilities of all moves at a node, move by move, each by bucket.
    fn write(&self, game: &Abstraction, link: Option<usize>, node: usize, chances: &mut [f32]) {
        match (&self.second, link) {
            (Some(table), Some(_)) => {
                let begin = game.layouts[1].begin(node);
                chances.copy_from_slice(&table[begin..begin + chances.len()]);
            }
            _ => self.player.write(game, link, node, chances),
        }
    }
}

/// A part of one public tree as the player in a seat goes through it.
pub(super) struct Walk<'a> {
    pub game: &'a Abstraction,
    pub model: &'a Model,
    pub seat: usize,
    /// The link that was passed, if the draw is over.
    pub link: Option<usize>,
}

impl Walk<'_> {
    /// Visit the leaves below a node with the probability, by bucket, that the player gets there, and the
    /// player's nodes with those of all its moves, move by move.
    pub fn reach(
        &self,
        node: usize,
        own: &[f32],
        at_leaf: &mut dyn FnMut(usize, &[f32]),
        at_node: &mut dyn FnMut(usize, &[f32]),
    ) {
        let trees = &self.game.trees;
        match &trees.tree(self.link).nodes()[node] {
            Node::Leaf(leaf) => at_leaf(*leaf, own),
            Node::Decision { player, children } if *player == self.seat => {
                let mut made = vec![0.0; children.len() * own.len()];
                self.model.write(self.game, self.link, node, &mut made);
                for of_move in made.chunks_exact_mut(own.len()) {
                    for (chance, own) in of_move.iter_mut().zip(own) {
                        *chance *= own;
                    }
                }
                at_node(node, &made);
                for (own, &child) in made.chunks_exact(own.len()).zip(children) {
                    self.reach(child, own, at_leaf, at_node);
                }
            }
            Node::Decision { children, .. } => {
                for &child in children {
                    self.reach(child, own, at_leaf, at_node);
                }
            }
        }
    }
}

/// Visit all paths with the probability that a player in a seat makes its moves.
fn follow(game: &Abstraction, model: &Model, seat: usize, visit: &mut dyn FnMut(Path, f32)) {
    let mut links = Vec::new();
    let walk = Walk { game, model, seat, link: None };
    let mut at_leaf = |leaf: usize, reach: &[f32]| match game.trees.first_ends[leaf] {
        FirstEnd::Settled(_) => visit(Path::Before(leaf), reach.iter().sum()),
        FirstEnd::Link(link) => links.push((link, reach.to_vec())),
    };
    walk.reach(Tree::ROOT, &game.removal.chances, &mut at_leaf, &mut |_, _| ());
    for (link, before) in links {
        let drawn = game.trees.links[link].drawn[seat];
        let after = game.removal.draws[drawn].weighted(&before);
        let walk = Walk { game, model, seat, link: Some(link) };
        let mut at_leaf = |leaf: usize, reach: &[f32]| {
            visit(Path::After { link, leaf }, reach.iter().sum());
        };
        walk.reach(Tree::ROOT, &after, &mut at_leaf, &mut |_, _| ());
    }
}
