//! One walk through one public tree for one player: to learn, to play, or to respond.

use super::best_response::best_values;
use super::tree::{Layout, Node, Tree};

/// Regrets and the sum of all strategies so far, of both players at every node of one tree.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub regrets: Vec<f32>,
    pub sums: Vec<f32>,
}

impl Memory {
    pub fn new(layout: &Layout) -> Self {
        Self { regrets: vec![0.0; layout.length()], sums: vec![0.0; layout.length()] }
    }
}

/// How an iteration weighs what came before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Discount {
    positive: f32,
    negative: f32,
    sums: f32,
}

impl Discount {
    /// α = 1.5, β = 0, γ = 4, as of iteration number `round` from 1.
    pub fn of(round: u32) -> Self {
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
fn normalize(strategy: &mut [f32], states: usize, moves: usize) {
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

/// The chances of all moves of a tree, of numbers that are proportional to them in every state.
pub fn shares(tree: &Tree, layout: &Layout, numbers: &[f32], states: usize) -> Vec<f32> {
    let mut chances = numbers.to_vec();
    for (place, node) in tree.nodes().iter().enumerate() {
        if let Node::Decision { children, .. } = node {
            let begin = layout.begin(place);
            let end = begin + children.len() * states;
            normalize(&mut chances[begin..end], states, children.len());
        }
    }
    chances
}

fn times(left: &[f32], right: &[f32]) -> Vec<f32> {
    left.iter().zip(right).map(|(left, right)| left * right).collect()
}

pub(super) fn add(sum: &mut [f32], more: &[f32]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

/// What is done on the way through one tree.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// Improve the player's strategy against that of the opponent.
    Learn(Discount),
    /// Play the average strategies.
    Play,
    /// Play the best moves against the opponent's average strategy, and keep them for regrets.
    Respond,
}

/// What is found at the leaves of a tree.
pub(super) type Settle<'a> = dyn FnMut(usize, [&[f32]; 2]) -> Vec<f32> + 'a;

/// One walk through one tree for one player.
pub(super) struct Walk<'a> {
    pub tree: &'a Tree,
    pub layout: &'a Layout,
    pub states: usize,
    pub player: usize,
    pub purpose: Purpose,
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
    pub fn values(
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
            return best_values(&of_children, self.states, &mut memory.regrets[begin..end]);
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

/// Go through a tree without learning, to see with which reaches its leaves are come to.
pub(super) fn scout(
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
