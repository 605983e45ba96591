//! One traversal of one public tree for one player: update, evaluate or best-respond.

use super::best_response::best_values;
use super::tree::{Layout, Node, Tree};

/// The cumulative regrets and strategies of both players at every node of one tree.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub regrets: Vec<f32>,
    pub strategy_sums: Vec<f32>,
}

impl Tables {
    pub fn new(layout: &Layout) -> Self {
        Self { regrets: vec![0.0; layout.length()], strategy_sums: vec![0.0; layout.length()] }
    }
}

/// The discount factors of one iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Discount {
    positive: f32,
    negative: f32,
    strategy_sums: f32,
}

impl Discount {
    /// α = 1.5, β = 0, γ = 4, for iteration number `round`, from 1.
    pub fn of(round: u32) -> Self {
        let (now, before) = (f64::from(round), f64::from(round - 1));
        let power = before.powf(1.5);
        Self {
            positive: (power / (power + 1.0)) as f32,
            negative: 0.5,
            strategy_sums: (before / now).powi(4) as f32,
        }
    }
}

/// Regret matching: play each move in proportion to its positive regret.
fn match_regrets(regrets: &[f32], states: usize) -> Vec<f32> {
    let moves = regrets.len() / states.max(1);
    let mut strategy: Vec<f32> = regrets.iter().map(|regret| regret.max(0.0)).collect();
    normalize(&mut strategy, states, moves);
    strategy
}

/// Normalize the moves of every state to sum to 1; uniform where all are 0.
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

/// The move probabilities of a tree, normalized from proportional numbers in every state.
pub fn normalized(tree: &Tree, layout: &Layout, numbers: &[f32], states: usize) -> Vec<f32> {
    let mut chances = numbers.to_vec();
    for (index, node) in tree.nodes().iter().enumerate() {
        if let Node::Decision { children, .. } = node {
            let begin = layout.begin(index);
            let end = begin + children.len() * states;
            normalize(&mut chances[begin..end], states, children.len());
        }
    }
    chances
}

fn product(left: &[f32], right: &[f32]) -> Vec<f32> {
    left.iter().zip(right).map(|(left, right)| left * right).collect()
}

pub(super) fn add(sum: &mut [f32], more: &[f32]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

/// What a traversal does.
#[derive(Clone, Copy)]
pub(super) enum Mode {
    /// Update the player's regrets and average against the opponent's current strategy.
    Update(Discount),
    /// Evaluate the average strategies.
    Evaluate,
    /// Play a best response to the opponent's average strategy, stored in place of the regrets.
    BestRespond,
}

/// Computes the values of a leaf, given the reaches.
pub(super) type LeafValues<'a> = dyn FnMut(usize, [&[f32]; 2]) -> Vec<f32> + 'a;

/// One traversal of one tree for one player.
pub(super) struct Walk<'a> {
    pub tree: &'a Tree,
    pub layout: &'a Layout,
    pub states: usize,
    pub player: usize,
    pub mode: Mode,
    /// The player who follows its averages in the second half of its states, if any.
    pub follower: Option<usize>,
}

impl Walk<'_> {
    /// The strategy of the deciding player at a node.
    fn strategy(&self, tables: &Tables, decides: usize, begin: usize, end: usize) -> Vec<f32> {
        let is_updating = matches!(self.mode, Mode::Update(_));
        let follows = self.follower == Some(decides);
        if is_updating && !follows {
            return match_regrets(&tables.regrets[begin..end], self.states);
        }
        let mut averages = tables.strategy_sums[begin..end].to_vec();
        normalize(&mut averages, self.states, (end - begin) / self.states.max(1));
        if !is_updating {
            return averages;
        }
        let mut strategy = match_regrets(&tables.regrets[begin..end], self.states);
        let of_moves = strategy.chunks_exact_mut(self.states);
        for (chances, averages) in of_moves.zip(averages.chunks_exact(self.states)) {
            let half = self.states / 2;
            chances[half..].copy_from_slice(&averages[half..]);
        }
        strategy
    }

    /// The player's counterfactual values at a node, given the reaches of the player and the
    /// opponent.
    pub fn values(
        &self,
        tables: &mut Tables,
        node: usize,
        reaches: [&[f32]; 2],
        leaf_values: &mut LeafValues<'_>,
    ) -> Vec<f32> {
        let (decides, children) = match &self.tree.nodes()[node] {
            Node::Leaf(leaf) => return leaf_values(*leaf, reaches),
            Node::Decision { player, children } => (*player, children),
        };
        let [own, opponent] = reaches;
        let begin = self.layout.begin(node);
        let end = begin + children.len() * self.states;
        let strategy = self.strategy(tables, decides, begin, end);
        let of_moves = strategy.chunks_exact(self.states).zip(children);
        if decides != self.player {
            let mut values = vec![0.0; self.states];
            for (chances, &child) in of_moves {
                let reach = product(opponent, chances);
                add(&mut values, &self.values(tables, child, [own, &reach], leaf_values));
            }
            return values;
        }
        let mut child_values = Vec::with_capacity(end - begin);
        for (chances, &child) in of_moves {
            let reach = product(own, chances);
            child_values.extend(self.values(tables, child, [&reach, opponent], leaf_values));
        }
        if let Mode::BestRespond = self.mode {
            return best_values(&child_values, self.states, &mut tables.regrets[begin..end]);
        }
        let mut values = vec![0.0; self.states];
        let of_moves = strategy.chunks_exact(self.states);
        for (chances, child_value) in of_moves.zip(child_values.chunks_exact(self.states)) {
            add(&mut values, &product(chances, child_value));
        }
        if let Mode::Update(discount) = self.mode {
            let regrets = tables.regrets[begin..end].chunks_exact_mut(self.states);
            for (regrets, child_value) in regrets.zip(child_values.chunks_exact(self.states)) {
                for ((regret, child_value), value) in
                    regrets.iter_mut().zip(child_value).zip(&values)
                {
                    let kept = if *regret > 0.0 { discount.positive } else { discount.negative };
                    *regret = *regret * kept + (child_value - value);
                }
            }
            let strategy_sums = tables.strategy_sums[begin..end].chunks_exact_mut(self.states);
            let free =
                if self.follower == Some(self.player) { self.states / 2 } else { self.states };
            for (strategy_sums, chances) in strategy_sums.zip(strategy.chunks_exact(self.states)) {
                let free_sums = strategy_sums.iter_mut().take(free);
                for ((sum, chance), own) in free_sums.zip(chances).zip(own) {
                    *sum = *sum * discount.strategy_sums + chance * own;
                }
            }
        }
        values
    }
}

/// Traverse a tree without updates, to find the reaches of its leaves.
pub(super) fn propagate_reaches(
    walk: &Walk<'_>,
    tables: &Tables,
    node: usize,
    reaches: [&[f32]; 2],
    record: &mut LeafValues<'_>,
) {
    match &walk.tree.nodes()[node] {
        Node::Leaf(leaf) => drop(record(*leaf, reaches)),
        Node::Decision { player, children } => {
            let [own, opponent] = reaches;
            let begin = walk.layout.begin(node);
            let end = begin + children.len() * walk.states;
            let strategy = walk.strategy(tables, *player, begin, end);
            for (chances, &child) in strategy.chunks_exact(walk.states).zip(children) {
                if *player == walk.player {
                    propagate_reaches(
                        walk,
                        tables,
                        child,
                        [&product(own, chances), opponent],
                        record,
                    );
                } else {
                    propagate_reaches(
                        walk,
                        tables,
                        child,
                        [own, &product(opponent, chances)],
                        record,
                    );
                }
            }
        }
    }
}
