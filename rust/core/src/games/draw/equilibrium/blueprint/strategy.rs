//! A blueprint: a strategy for every seat of a table, and how it plays a hand of the game.

use std::collections::HashMap;
use std::sync::Arc;

use super::layout::{Kind, Set, Spot};
use super::stakes::Stakes;
use super::table::{Here, Table, position};
use super::training::{Training, Work};
use crate::cfr::{Chances, Decision, MAX_MOVES, SampledGame as _, matched};
use crate::game::{Bot, View as _};
use crate::games::draw::equilibrium::families::family_name;
use crate::games::draw::moves::Move;
use crate::games::draw::state::FiveCardDraw;
use crate::games::draw::view::DrawView;
use crate::random::Random;

/// The unit of probabilities.
pub(super) const ONE: u8 = 255;

/// Probabilities are rounded to this many parts of [`ONE`], which makes a file a third as large.
const STEP: f32 = 17.0;

/// A bucket that was reached less often plays like the next one.
const LEAST_VISITS: f32 = 3.0;

/// A strategy for all seats of a table, found by sampled regret minimization.
#[derive(Clone, Debug)]
pub struct Blueprint {
    pub(super) table: Table,
    pub(super) work: Work,
    pub(super) deals: u64,
    /// The probabilities of all moves in units of 1/255, in the order of the layout.
    pub(super) parts: Vec<u8>,
    /// Which sets of the layout were reached while it was made.
    pub(super) reached: Vec<bool>,
}

impl Training {
    /// The average strategy so far.
    #[must_use]
    pub fn blueprint(&self) -> Blueprint {
        let table = self.table.clone();
        let mut parts = vec![0; table.length()];
        let least = LEAST_VISITS * self.solver.mean_weight();
        let sets = table.layout.sets(table.buckets.counts());
        let mut reached = Vec::with_capacity(sets.len());
        for set in &sets {
            let known: Vec<Option<[u8; MAX_MOVES]>> = (0..set.buckets)
                .map(|bucket| {
                    let (chances, total) =
                        self.solver.average(set.begin + bucket * set.moves, set.moves);
                    (total > least).then(|| rounded(&chances[..set.moves]))
                })
                .collect();
            reached.push(known.iter().any(Option::is_some));
            for bucket in 0..set.buckets {
                let Some(found) = nearest(&known, bucket) else { break };
                let begin = set.begin + bucket * set.moves;
                parts[begin..begin + set.moves].copy_from_slice(&found[..set.moves]);
            }
        }
        fill(&mut parts, &sets, &reached);
        Blueprint { table, work: self.work, deals: self.solver.deals, parts, reached }
    }
}

/// The entry of the nearest bucket that has one.
fn nearest<T: Copy>(known: &[Option<T>], bucket: usize) -> Option<T> {
    (0..known.len()).find_map(|distance| {
        let below = bucket.checked_sub(distance).and_then(|place| known.get(place));
        below.copied().flatten().or_else(|| known.get(bucket + distance).copied().flatten())
    })
}

/// Probabilities in units of 1/255 that add up to 1.
fn rounded(chances: &[f32]) -> [u8; MAX_MOVES] {
    let mut parts = [0; MAX_MOVES];
    let (mut exact, mut whole) = (0.0, 0);
    for (place, (part, chance)) in parts.iter_mut().zip(chances).enumerate() {
        exact += chance * f32::from(ONE);
        let until = (exact / STEP).round() * STEP;
        let until = if place + 1 == chances.len() { ONE } else { until.min(255.0) as u8 };
        *part = until.saturating_sub(whole);
        whole = until.max(whole);
    }
    parts
}

/// Fill in the sets that were not reached: as others of their kind play on average. A kind that was
/// never reached checks and calls.
pub(super) fn fill(parts: &mut [u8], sets: &[Set], reached: &[bool]) {
    let mut sums: HashMap<Kind, (u32, Vec<u32>)> = HashMap::new();
    for (set, _) in sets.iter().zip(reached).filter(|(_, reached)| **reached) {
        let length = set.buckets * set.moves;
        let (count, sums) = sums.entry(set.kind).or_insert_with(|| (0, vec![0; length]));
        *count += 1;
        for (sum, part) in sums.iter_mut().zip(&parts[set.begin..set.begin + length]) {
            *sum += u32::from(*part);
        }
    }
    for (set, _) in sets.iter().zip(reached).filter(|(_, reached)| !**reached) {
        for bucket in 0..set.buckets {
            let begin = set.begin + bucket * set.moves;
            let mut chances = [0.0; MAX_MOVES];
            match sums.get(&set.kind) {
                Some((count, sums)) => {
                    let scale = 1.0 / (*count as f32 * f32::from(ONE));
                    for (place, chance) in chances.iter_mut().enumerate().take(set.moves) {
                        *chance = sums[bucket * set.moves + place] as f32 * scale;
                    }
                }
                None => chances[set.passive()] = 1.0,
            }
            parts[begin..begin + set.moves]
                .copy_from_slice(&rounded(&chances[..set.moves])[..set.moves]);
        }
    }
}

impl Blueprint {
    /// The number of players at the table.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.table.players
    }

    /// The number of buckets before the draw, and after it.
    #[must_use]
    pub fn buckets(&self) -> (usize, usize) {
        self.table.buckets.counts()
    }

    /// The deals it was made from.
    #[must_use]
    pub const fn deals(&self) -> u64 {
        self.deals
    }

    /// The stakes of the game.
    #[must_use]
    pub const fn stakes(&self) -> Stakes {
        self.table.stakes
    }

    /// Whether it covers what a seat sees: the turn of a player in a hand dealt to as many players,
    /// with its stakes or a multiple of them. A player who is all in counts as one who checks and calls.
    #[must_use]
    pub fn covers(&self, view: &DrawView<'_>) -> bool {
        view.is_my_turn() && dealt(view) == self.players() && self.table.stakes.fit(view.rules())
    }

    /// The legal moves with their probabilities; `None` where it does not cover the view.
    #[must_use]
    pub fn chances(&self, view: &DrawView<'_>) -> Option<Vec<(Move, f64)>> {
        let here = self.here(view)?;
        let mut chances: Vec<(Move, f64)> = Vec::with_capacity(here.moves);
        let weights = self.weights(&here);
        let total: u32 = weights.iter().sum();
        for (place, &weight) in weights.iter().enumerate().take(here.moves) {
            if here.draws.is_some_and(|draws| draws.open >> place & 1 == 0) {
                continue;
            }
            let (found, chance) = (here.move_at(view, place), f64::from(weight) / f64::from(total));
            match chances.iter_mut().find(|(known, _)| *known == found) {
                Some((_, sum)) => *sum += chance,
                None => chances.push((found, chance)),
            }
        }
        Some(chances)
    }

    /// A move sampled from the strategy; `None` where it does not cover the view.
    pub fn choose(&self, view: &DrawView<'_>, random: &mut Random) -> Option<Move> {
        let here = self.here(view)?;
        let weights = self.weights(&here);
        Some(here.move_at(view, pick(&weights, random)))
    }

    /// A description of the bucket of the hand.
    #[must_use]
    pub fn describe(&self, view: &DrawView<'_>) -> Option<String> {
        let here = self.here(view)?;
        let buckets = &self.table.buckets;
        let ranking = buckets.ranking;
        if view.draws_left() > 0 {
            let bucket = buckets.of_holding(&here.holding);
            return Some(family_name(ranking, buckets.family_of(bucket)));
        }
        let bucket = buckets.of_strength(here.holding.strength);
        let begin = buckets.strengths.get(bucket).copied().unwrap_or(0);
        let end = buckets.strengths.get(bucket + 1).copied();
        let end = end.unwrap_or_else(|| ranking.strengths());
        Some(format!("{} to {}", ranking.describe(begin), ranking.describe(end - 1)))
    }

    /// The weights of the moves of a hand. They add up to more than 0.
    fn weights(&self, here: &Here) -> [u32; MAX_MOVES] {
        let mut weights = [0; MAX_MOVES];
        let parts = self.parts.get(here.begin..here.begin + here.moves).unwrap_or(&[]);
        for (place, (weight, part)) in weights.iter_mut().zip(parts).enumerate() {
            if here.draws.is_none_or(|draws| draws.open >> place & 1 == 1) {
                *weight = u32::from(*part);
            }
        }
        if weights == [0; MAX_MOVES] {
            let open = here.open();
            weights = std::array::from_fn(|place| u32::from(open >> place & 1));
        }
        weights
    }

    /// Where a view stands.
    fn here(&self, view: &DrawView<'_>) -> Option<Here> {
        if !self.covers(view) {
            return None;
        }
        self.table.here(view, self.spot(view)?)
    }

    /// The probabilities of the open moves of a decision.
    pub(super) fn chances_of(&self, decision: &Decision) -> Chances {
        let parts = self.parts.get(decision.begin..decision.begin + decision.moves).unwrap_or(&[]);
        let mut weights = [0.0; MAX_MOVES];
        for (weight, &part) in weights.iter_mut().zip(parts) {
            *weight = f32::from(part);
        }
        // Normalizes them.
        matched(&weights, decision.open)
    }

    /// The point of the game that a hand has come to.
    fn spot(&self, view: &DrawView<'_>) -> Option<Spot> {
        let layout = &self.table.layout;
        view.moves().iter().try_fold(Spot::BEGIN, |spot, &(seat, made)| {
            layout.made(spot, position(view, seat), made)
        })
    }
}

/// A bot that plays by a blueprint, and nothing where that has no answer.
#[derive(Clone, Debug)]
pub struct BlueprintBot(pub Arc<Blueprint>);

impl Bot<FiveCardDraw> for BlueprintBot {
    fn choose(&mut self, view: &DrawView<'_>, random: &mut Random) -> Option<Move> {
        self.0.choose(view, random)
    }
}

/// The number of players that a hand was dealt to.
pub(super) fn dealt(view: &DrawView<'_>) -> usize {
    view.rules().seats() - view.out().len()
}

/// The place of a move, in proportion to the weights.
fn pick(weights: &[u32; MAX_MOVES], random: &mut Random) -> usize {
    let mut left = random.below(weights.iter().sum());
    for (place, &weight) in weights.iter().enumerate() {
        if left < weight {
            return place;
        }
        left -= weight;
    }
    0
}
