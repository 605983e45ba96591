//! Discounted counterfactual regret minimisation for two players, with whole vectors of private
//! states at a time.
//!
//! The game has two stages. The first is one public tree; some of its leaves settle the game, others
//! lead on through *links*, each of which has a second public tree of its own. At a link the private
//! states change: a card is drawn, or one is turned up. What the states are, how they change and how
//! the game is settled is up to a [`Model`], so the same solver serves games of three cards, whose
//! values are known, and five-card draw.
//!
//! A *reach* has, for every private state of a player, the chance of that state times the chance that
//! the player has made the moves that lead here. *Values* of a player are sums over the states of the
//! opponent, weighted with its reach. They do not contain the player's own chances.
//!
//! Links are solved in parallel. Each has its regrets to itself and all sums are taken in a fixed
//! order, so the result is the same on any number of threads.

use rayon::prelude::*;

use super::tree::{Node, Tree};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// A game of two players and two stages.
pub(super) trait Model: Sync {
    /// The public tree of the first stage.
    fn first(&self) -> &Tree;

    /// The public tree of the second stage, the same after every link.
    fn second(&self) -> &Tree;

    /// How many links there are.
    fn links(&self) -> usize;

    /// The links that a leaf of the first tree leads to; none if the game is settled there.
    fn links_of(&self, leaf: usize) -> std::ops::Range<usize>;

    /// How many private states a player has in the first stage, and in the second.
    fn states(&self) -> (usize, usize);

    /// The chances of a player's private states at the beginning.
    fn chances(&self) -> &[f32];

    /// What a leaf of the first tree is worth to a player in each state, put into `values`.
    fn settle(&self, leaf: usize, player: usize, opponent: &[f32], values: &mut [f32]);

    /// The reach of a player after a link, of that before it.
    fn enter(&self, link: usize, player: usize, reach: &[f32]) -> Vec<f32>;

    /// What a leaf of the second tree is worth to a player in each state, put into `values`.
    fn settle_second(
        &self,
        link: usize,
        leaf: usize,
        player: usize,
        opponent: &[f32],
        values: &mut [f32],
    );

    /// The values of a player before a link, of those after it and the opponent's reach before and
    /// after it.
    fn leave(&self, link: usize, player: usize, values: &[f32], opponent: [&[f32]; 2]) -> Vec<f32>;
}

/// Where the numbers of every node of a tree begin; they are kept move by move, state by state.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    begins: Vec<usize>,
    length: usize,
}

impl Layout {
    /// The layout of a tree whose players have so many states each.
    pub fn new(tree: &Tree, states: usize) -> Self {
        let mut length = 0;
        let begins = tree.nodes().iter().map(|node| {
            let begin = length;
            if let Node::Decision { children, .. } = node {
                length += children.len() * states;
            }
            begin
        });
        let begins = begins.collect();
        Self { begins, length }
    }

    /// Where the numbers of a node begin.
    pub fn begin(&self, node: usize) -> usize {
        self.begins.get(node).copied().unwrap_or(0)
    }

    /// How many numbers there are in all.
    pub const fn length(&self) -> usize {
        self.length
    }
}

/// Regrets and the sum of all strategies so far, of both players at every node of one tree.
#[derive(Clone, Debug)]
struct Memory {
    regrets: Vec<f32>,
    sums: Vec<f32>,
}

impl Memory {
    fn new(layout: &Layout) -> Self {
        Self { regrets: vec![0.0; layout.length()], sums: vec![0.0; layout.length()] }
    }
}

/// How an iteration weighs what came before it.
#[derive(Clone, Copy, Debug)]
struct Discount {
    positive: f32,
    negative: f32,
    sums: f32,
}

impl Discount {
    /// α = 1.5, β = 0, γ = 4, as of iteration number `round` from 1.
    fn of(round: u32) -> Self {
        let (now, before) = (f64::from(round), f64::from(round - 1));
        let power = before.powf(1.5);
        Self {
            positive: (power / (power + 1.0)) as f32,
            negative: 0.5,
            sums: (before / now).powi(4) as f32,
        }
    }
}

/// The strategy that follows from regrets: each move as often as it is regretted.
fn match_regrets(regrets: &[f32], states: usize) -> Vec<f32> {
    let moves = regrets.len() / states.max(1);
    let mut strategy: Vec<f32> = regrets.iter().map(|regret| regret.max(0.0)).collect();
    normalize(&mut strategy, states, moves);
    strategy
}

/// Make the numbers of the moves add up to 1 in every state; where all are 0, to equal shares.
pub(super) fn normalize(strategy: &mut [f32], states: usize, moves: usize) {
    let mut totals = vec![0.0_f32; states];
    for numbers in strategy.chunks_exact(states) {
        for (total, number) in totals.iter_mut().zip(numbers) {
            *total += number;
        }
    }
    let share = 1.0 / moves as f32;
    for numbers in strategy.chunks_exact_mut(states) {
        for (number, &total) in numbers.iter_mut().zip(&totals) {
            *number = if total > 0.0 { *number / total } else { share };
        }
    }
}

fn times(left: &[f32], right: &[f32]) -> Vec<f32> {
    left.iter().zip(right).map(|(left, right)| left * right).collect()
}

fn add(sum: &mut [f32], more: &[f32]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

/// What is done on the way through one tree.
#[derive(Clone, Copy)]
enum Purpose {
    /// Improve the player's strategy against that of the opponent.
    Learn(Discount),
    /// Play the average strategies.
    Play,
    /// Play the best moves against the opponent's average strategy, and keep them for regrets.
    Respond,
}

/// What is found at the leaves of a tree.
type Settle<'a> = dyn FnMut(usize, [&[f32]; 2]) -> Vec<f32> + 'a;

/// One walk through one tree for one player.
struct Walk<'a> {
    tree: &'a Tree,
    layout: &'a Layout,
    states: usize,
    player: usize,
    purpose: Purpose,
}

impl Walk<'_> {
    /// The strategy at a node.
    fn strategy(&self, memory: &Memory, begin: usize, end: usize) -> Vec<f32> {
        if let Purpose::Learn(_) = self.purpose {
            return match_regrets(&memory.regrets[begin..end], self.states);
        }
        let mut strategy = memory.sums[begin..end].to_vec();
        normalize(&mut strategy, self.states, (end - begin) / self.states.max(1));
        strategy
    }

    /// The player's values at a node, given the reaches of the player and of the opponent.
    fn values(
        &self,
        memory: &mut Memory,
        node: usize,
        reaches: [&[f32]; 2],
        settle: &mut Settle<'_>,
    ) -> Vec<f32> {
        let (decides, children) = match &self.tree.nodes()[node] {
            Node::Leaf(leaf) => return settle(*leaf, reaches),
            Node::Decision { player, children } => (*player, children),
        };
        let [own, opponent] = reaches;
        let begin = self.layout.begin(node);
        let end = begin + children.len() * self.states;
        let strategy = self.strategy(memory, begin, end);
        let of_moves = strategy.chunks_exact(self.states).zip(children);
        if decides != self.player {
            let mut values = vec![0.0; self.states];
            for (chances, &child) in of_moves {
                let reach = times(opponent, chances);
                add(&mut values, &self.values(memory, child, [own, &reach], settle));
            }
            return values;
        }
        let mut of_children = Vec::with_capacity(end - begin);
        for (chances, &child) in of_moves {
            let reach = times(own, chances);
            of_children.extend(self.values(memory, child, [&reach, opponent], settle));
        }
        if let Purpose::Respond = self.purpose {
            let mut values = vec![f32::NEG_INFINITY; self.states];
            for of_child in of_children.chunks_exact(self.states) {
                for (value, &of_child) in values.iter_mut().zip(of_child) {
                    *value = value.max(of_child);
                }
            }
            let best = memory.regrets[begin..end].chunks_exact_mut(self.states);
            for (best, of_child) in best.zip(of_children.chunks_exact(self.states)) {
                for ((best, of_child), value) in best.iter_mut().zip(of_child).zip(&values) {
                    *best = f32::from(u8::from(of_child == value));
                }
            }
            return values;
        }
        let mut values = vec![0.0; self.states];
        let of_moves = strategy.chunks_exact(self.states);
        for (chances, of_child) in of_moves.zip(of_children.chunks_exact(self.states)) {
            add(&mut values, &times(chances, of_child));
        }
        if let Purpose::Learn(discount) = self.purpose {
            let regrets = memory.regrets[begin..end].chunks_exact_mut(self.states);
            for (regrets, of_child) in regrets.zip(of_children.chunks_exact(self.states)) {
                for ((regret, of_child), value) in regrets.iter_mut().zip(of_child).zip(&values) {
                    let kept = if *regret > 0.0 { discount.positive } else { discount.negative };
                    *regret = *regret * kept + (of_child - value);
                }
            }
            let sums = memory.sums[begin..end].chunks_exact_mut(self.states);
            for (sums, chances) in sums.zip(strategy.chunks_exact(self.states)) {
                for ((sum, chance), own) in sums.iter_mut().zip(chances).zip(own) {
                    *sum = *sum * discount.sums + chance * own;
                }
            }
        }
        values
    }
}

/// What is known of a link on the way through the first tree.
#[derive(Clone, Default)]
struct Visit {
    reaches: [Vec<f32>; 2],
    values: Vec<f32>,
}

/// The state of solving a game.
pub(super) struct Solver<'a, M: Model> {
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

    /// What the average strategies are worth to a player when they play each other, and what the best
    /// response to the opponent's is worth.
    ///
    /// # Errors
    ///
    /// The monitor's stop.
    pub fn worth(&mut self, player: usize, monitor: &Monitor) -> Result<(f64, f64), Stopped> {
        let played = self.pass(player, Purpose::Play, monitor)?;
        Ok((played, self.pass(player, Purpose::Respond, monitor)?))
    }

    /// The average strategy of the first tree, and that after every link.
    pub fn averages(&self) -> (Vec<f32>, Vec<Vec<f32>>) {
        let average = |memory: &Memory, tree: &Tree, layout: &Layout, states: usize| {
            let mut strategy = memory.sums.clone();
            for (place, node) in tree.nodes().iter().enumerate() {
                if let Node::Decision { children, .. } = node {
                    let begin = layout.begin(place);
                    let end = begin + children.len() * states;
                    normalize(&mut strategy[begin..end], states, children.len());
                }
            }
            strategy
        };
        let (before, after) = self.model.states();
        let [first, second] = &self.layouts;
        let of_links = self.second.iter();
        let of_links = of_links.map(|link| average(link, self.model.second(), second, after));
        (average(&self.first, self.model.first(), first, before), of_links.collect())
    }

    /// The best responses that were found last.
    pub fn responses(&self) -> (Vec<f32>, Vec<Vec<f32>>) {
        let mut responses = Self {
            layouts: self.layouts.clone(),
            first: Memory { regrets: Vec::new(), sums: self.first.regrets.clone() },
            second: Vec::with_capacity(self.second.len()),
            ..*self
        };
        let second = self.second.iter().map(|link| link.regrets.clone());
        responses.second.extend(second.map(|sums| Memory { regrets: Vec::new(), sums }));
        responses.averages()
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
    fn pass(&mut self, player: usize, purpose: Purpose, monitor: &Monitor) -> Result<f64, Stopped> {
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

/// Go through a tree without learning, to see with which reaches its leaves are come to.
fn scout(
    walk: &Walk<'_>,
    memory: &Memory,
    node: usize,
    reaches: [&[f32]; 2],
    note: &mut Settle<'_>,
) {
    match &walk.tree.nodes()[node] {
        Node::Leaf(leaf) => drop(note(*leaf, reaches)),
        Node::Decision { player, children } => {
            let [own, opponent] = reaches;
            let begin = walk.layout.begin(node);
            let strategy = walk.strategy(memory, begin, begin + children.len() * walk.states);
            for (chances, &child) in strategy.chunks_exact(walk.states).zip(children) {
                if *player == walk.player {
                    scout(walk, memory, child, [&times(own, chances), opponent], note);
                } else {
                    scout(walk, memory, child, [own, &times(opponent, chances)], note);
                }
            }
        }
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
