//! The betting after the draw: what responses win against weighted final hands.

use crate::cfr::{Node, RoundEnd};
use crate::games::draw::equilibrium::solution::Equilibrium;

/// How a response chooses its moves after the draw: by the estimates of both pools, by those of one, or as
/// the solution does.
#[derive(Clone, Copy)]
pub(super) enum Choice {
    Both = 0,
    First = 1,
    Second = 2,
    Own = 3,
}

/// What each choice brings by the estimates of each pool.
pub(super) type Values = [[f64; 2]; 4];

/// The second betting round after a link.
pub(super) struct SecondRound<'a> {
    pub solution: &'a Equilibrium,
    pub responder: usize,
    pub link: usize,
    /// The bucket of every cell of strengths.
    pub buckets: &'a [usize],
    /// The cells of the responder's final hands.
    pub held: &'a [usize],
}

impl SecondRound<'_> {
    /// The values of every hand held from a node on, against hands of these weights by cell, one for each
    /// pool.
    pub fn values(&self, node: usize, weights: &[[f64; 2]]) -> Vec<Values> {
        let solution = self.solution;
        let (player, children) = match &solution.trees.second(self.link).nodes()[node] {
            Node::Leaf(leaf) => return self.leaf(*leaf, weights),
            Node::Decision { player, children } => (*player, children),
        };
        let states = solution.buckets().1;
        let begin = solution.layouts.begin(Some(self.link), node);
        let chance = |place: usize, bucket: usize| {
            f64::from(solution.second[begin + place * states + bucket]) / 255.0
        };
        if player != self.responder {
            let mut sums = vec![Values::default(); self.held.len()];
            for (place, &child) in children.iter().enumerate() {
                let of_cells = weights.iter().zip(self.buckets);
                let weights: Vec<[f64; 2]> = of_cells
                    .map(|(weights, &bucket)| weights.map(|weight| weight * chance(place, bucket)))
                    .collect();
                for (sum, values) in sums.iter_mut().zip(self.values(child, &weights)) {
                    for (sum, value) in sum.iter_mut().flatten().zip(values.iter().flatten()) {
                        *sum += value;
                    }
                }
            }
            return sums;
        }
        let children: Vec<Vec<Values>> =
            children.iter().map(|&child| self.values(child, weights)).collect();
        let of_hand = |(hand, &cell): (usize, &usize)| {
            let moves = || children.iter().map(move |child| child[hand]);
            let best = |choice: Choice, estimate: fn([f64; 2]) -> f64| {
                let of_choice = moves().map(|values| values[choice as usize]);
                of_choice.fold([f64::NEG_INFINITY; 2], |best, values| {
                    if estimate(values) > estimate(best) { values } else { best }
                })
            };
            let mut own = [0.0; 2];
            for (place, values) in moves().enumerate() {
                let chance = chance(place, self.buckets[cell]);
                own[0] += chance * values[Choice::Own as usize][0];
                own[1] += chance * values[Choice::Own as usize][1];
            }
            [
                best(Choice::Both, |[first, second]| first + second),
                best(Choice::First, |[first, _]| first),
                best(Choice::Second, |[_, second]| second),
                own,
            ]
        };
        self.held.iter().enumerate().map(of_hand).collect()
    }

    fn leaf(&self, leaf: usize, weights: &[[f64; 2]]) -> Vec<Values> {
        let (limits, trees) = (self.solution.limits(), &self.solution.trees);
        let end = trees.second_ends(self.link)[leaf];
        let won = limits.won(end, self.responder, trees.links[self.link].bets, limits.big_bet);
        let mut below = Vec::with_capacity(weights.len() + 1);
        let mut total = [0.0; 2];
        for weights in weights {
            below.push(total);
            total = [total[0] + weights[0], total[1] + weights[1]];
        }
        below.push(total);
        let value = |&cell: &usize| match end {
            RoundEnd::Folded { .. } => [total.map(|total| won * total); 4],
            // The cell of the hand itself has hands of the same strength.
            RoundEnd::Closed { .. } => {
                let (weaker, until) = (below[cell], below[cell + 1]);
                let pool = |pool: usize| won * (weaker[pool] - (total[pool] - until[pool]));
                [[pool(0), pool(1)]; 4]
            }
        };
        self.held.iter().map(value).collect()
    }
}
