//! Empirical correction of the model's joint bucket frequencies after the draw.
//!
//! Counting pairs of disjoint final hands ignores the discarded cards and the reasons for drawing.
//! Their effect is measured: hands are dealt and played up to the draw by nearly converged
//! strategies, and for each pair of draw counts the model's pair frequencies are multiplied by
//! observed over expected counts. Where little was observed, little is changed.

use rayon::prelude::*;

use super::model::{FirstEnd, Trees};
use super::removal::{Matrix, Removal};
use crate::cfr::Layout;
use crate::cfr::{Node, Tree};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// The weight of the prior: this many pairs are assumed to have been observed as expected.
const PRIOR_PAIRS: f64 = 60.0;

/// Deals per random stream.
const CHUNK: u64 = 1 << 14;

/// The first cards of a shuffled deck: a hand for each player, then those that are drawn.
pub(super) fn deal(random: &mut Random) -> [u8; 20] {
    let mut deck: [u8; 52] = std::array::from_fn(|card| card as u8);
    let mut dealt = [0; 20];
    for (index, card) in dealt.iter_mut().enumerate() {
        deck.swap(index, index + random.below(52 - index as u32) as usize);
        *card = deck[index];
    }
    dealt
}

/// The observations: how often each link was reached, and which buckets met, by draw counts.
struct Observations {
    links: Vec<u64>,
    pairs: Vec<u32>,
}

/// The pair frequencies after the draw, corrected with this many deals.
pub(super) fn corrected(
    removal: &Removal,
    trees: &Trees,
    first: &[f32],
    deals: u64,
    seed: u64,
    monitor: &Monitor,
) -> Result<Vec<Matrix>, Stopped> {
    let (before, after) = removal.buckets.counts();
    let layout = Layout::new(&trees.first, before);
    let start =
        || Observations { links: vec![0; trees.links.len()], pairs: vec![0; 36 * after * after] };
    let chunks = usize::try_from(deals.div_ceil(CHUNK)).unwrap_or(usize::MAX);
    let found = parallel::sum(
        (0..chunks).into_par_iter(),
        start,
        |mut found, piece| {
            let mut random = Random::stream(seed, piece as u64);
            for _ in 0..CHUNK {
                play(removal, trees, &layout, first, &mut random, &mut found);
            }
            monitor.check()?;
            Ok(found)
        },
        |mut left, right| {
            left.links.iter_mut().zip(right.links).for_each(|(left, right)| *left += right);
            left.pairs.iter_mut().zip(right.pairs).for_each(|(left, right)| *left += right);
            left
        },
    )?;
    let expected = expected(removal, trees, &layout, first, &found.links);
    let of_counts = |counts: usize| {
        let mut matrix = removal.after[0].clone();
        for own in 0..after {
            for other in 0..after {
                let index = (counts * after + own) * after + other;
                let ratio =
                    (f64::from(found.pairs[index]) + PRIOR_PAIRS) / (expected[index] + PRIOR_PAIRS);
                *matrix.number(own, other) *= ratio as f32;
            }
        }
        matrix
    };
    Ok((0..36).map(of_counts).collect())
}

/// Deal and play one hand up to the second betting round.
fn play(
    removal: &Removal,
    trees: &Trees,
    layout: &Layout,
    first: &[f32],
    random: &mut Random,
    found: &mut Observations,
) {
    let cards = deal(random);
    let (before, after) = removal.buckets.counts();
    let buckets = &removal.buckets;
    let hands = [0, 1].map(|player| buckets.dealt(&cards, player));
    let states = hands.map(|hand| buckets.of_holding(&hand));
    let mut node = Tree::ROOT;
    let leaf = loop {
        match &trees.first.nodes()[node] {
            Node::Leaf(leaf) => break *leaf,
            Node::Decision { player, children } => {
                let begin = layout.begin(node) + states[*player];
                let mut left = random.unit() as f32;
                let mut index = 0;
                while index + 1 < children.len() {
                    left -= first[begin + index * before];
                    if left < 0.0 {
                        break;
                    }
                    index += 1;
                }
                node = children[index];
            }
        }
    };
    let FirstEnd::Link(link) = trees.first_ends[leaf] else { return };
    found.links[link] += 1;
    let [own, other] = trees.links[link].drawn;
    let stub = 2 * buckets.cards();
    let drawn = [&cards[stub..], &cards[stub + own..]];
    let [first, second] = [0, 1].map(|player| {
        let discard = buckets.discards(&hands[player])[trees.links[link].drawn[player]];
        buckets.of_strength(hands[player].redrawn(buckets.ranking, discard, drawn[player]).strength)
    });
    found.pairs[((6 * own + other) * after + first) * after + second] += 1;
    found.pairs[((6 * other + own) * after + second) * after + first] += 1;
}

/// The counts the model expects, given how often each link was reached.
fn expected(
    removal: &Removal,
    trees: &Trees,
    layout: &Layout,
    first: &[f32],
    links: &[u64],
) -> Vec<f64> {
    let (_, after) = removal.buckets.counts();
    let mut expected = vec![0.0; 36 * after * after];
    let mut visit = |leaf: usize, reaches: [&[f32]; 2]| {
        let FirstEnd::Link(link) = trees.first_ends[leaf] else { return };
        if links[link] == 0 {
            return;
        }
        let [own, other] = trees.links[link].drawn;
        let held =
            [removal.draws[own].weighted(reaches[0]), removal.draws[other].weighted(reaches[1])];
        let pairs = &removal.after[0];
        let met = pairs.times(&held[1]);
        let total: f64 =
            held[0].iter().zip(&met).map(|(&held, &met)| f64::from(held) * f64::from(met)).sum();
        let scale = links[link] as f64 / total.max(f64::MIN_POSITIVE);
        for (one, &of_one) in held[0].iter().enumerate() {
            for (two, (&of_two, &pair)) in held[1].iter().zip(pairs.row(one)).enumerate() {
                let met = scale * f64::from(of_one) * f64::from(of_two) * f64::from(pair);
                expected[((6 * own + other) * after + one) * after + two] += met;
                expected[((6 * other + own) * after + two) * after + one] += met;
            }
        }
    };
    let chances = &removal.chances;
    reach_leaves(&trees.first, layout, first, Tree::ROOT, [chances, chances], &mut visit);
    expected
}

/// Visit all leaves of a tree with the reaches of both players.
fn reach_leaves(
    tree: &Tree,
    layout: &Layout,
    strategy: &[f32],
    node: usize,
    reaches: [&[f32]; 2],
    visit: &mut dyn FnMut(usize, [&[f32]; 2]),
) {
    match &tree.nodes()[node] {
        Node::Leaf(leaf) => visit(*leaf, reaches),
        Node::Decision { player, children } => {
            let states = reaches[0].len();
            for (index, &child) in children.iter().enumerate() {
                let begin = layout.begin(node) + index * states;
                let of_move = &strategy[begin..begin + states];
                let moved: Vec<f32> = reaches[*player]
                    .iter()
                    .zip(of_move)
                    .map(|(reach, chance)| reach * chance)
                    .collect();
                let reaches =
                    if *player == 0 { [&moved, reaches[1]] } else { [reaches[0], &moved] };
                reach_leaves(tree, layout, strategy, child, reaches, visit);
            }
        }
    }
}
