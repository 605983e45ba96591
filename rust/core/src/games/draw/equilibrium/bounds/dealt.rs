//! One hand of the responder: what its discards are worth after every way to the draw.
//!
//! The new cards are dealt at random. What every final hand would be worth against opponents who may also
//! hold those new cards is known without them, so only the difference to that is estimated: an exact mean
//! over all new cards plus the mean of the differences (a control variate).

use super::pool::{Pool, deal_pools, set_of, strength_after};
use super::second_round::{SecondRound, Values};
use super::{Game, Worth};
use crate::cfr::Tree;
use crate::combinatorics::binomial;
use crate::games::draw::equilibrium::holding::Holding;
use crate::poker::Ranking;
use crate::random::Random;

/// A number of cards is worth a closer look if its best discard has at most this much less equity.
const CLOSE: f64 = 0.15;

/// The responder's cards, and the opponents that they leave.
pub(super) struct Dealt<'a> {
    game: &'a Game<'a>,
    cards: [u8; 5],
    set: u64,
    /// The bucket that the solution puts them in.
    pub bucket: usize,
    /// What the solution discards, by the number of cards, as masks.
    pub discards: [usize; 6],
    /// How many draws are dealt, by the number of cards.
    samples: [usize; 6],
    /// The part of the opponent's hands in every bucket.
    chances: Vec<f64>,
    pools: [Pool; 2],
}

impl<'a> Dealt<'a> {
    pub fn new(game: &'a Game<'a>, cards: [u8; 5], random: &mut Random) -> Self {
        let holding = Holding::of(Ranking::High, &cards);
        let buckets = &game.solution.buckets;
        let set = set_of(&cards);
        let mut chances = vec![0.0; game.counts_drawn.len()];
        let others = game.hands.iter().filter(|hand| hand.set & set == 0);
        let all = binomial(game.deck.cards.len() - 5, 5) as f64;
        others.for_each(|hand| chances[usize::from(hand.bucket)] += 1.0 / all);
        let best = buckets.discards.best(&holding);
        let most = best.iter().fold(0.0, |most: f64, best| most.max(best.value));
        let samples = best.map(|best| match best.value > most - CLOSE {
            true => game.precision.draws,
            false => game.precision.others,
        });
        Self {
            game,
            cards,
            set,
            bucket: buckets.of_holding(&holding),
            discards: best.map(|best| best.discard.index()),
            samples,
            chances,
            pools: deal_pools(&game.hands, &game.counts_drawn, &game.deck, set, random),
        }
    }

    /// The probability of a reach by bucket.
    pub fn mass(&self, reach: &[f32]) -> f64 {
        reach.iter().zip(&self.chances).map(|(&reach, chance)| f64::from(reach) * chance).sum()
    }

    /// By the responder's seat, link and discard: its value, weighted with how often the opponent
    /// gets there.
    pub fn after_draws(&self, random: &mut Random) -> [Vec<Vec<Worth>>; 2] {
        let mut worth = self.game.reaches.each_ref().map(|links| {
            let of_link = |reach: &Vec<f32>| match reach.is_empty() {
                true => Vec::new(),
                false => vec![Worth::default(); 32],
            };
            links.iter().map(of_link).collect::<Vec<_>>()
        });
        for count in 0..=self.game.deck.most_drawn {
            self.add_draws_of(count, random, &mut worth);
        }
        worth
    }

    fn add_draws_of(&self, count: usize, random: &mut Random, worth: &mut [Vec<Vec<Worth>>; 2]) {
        let game = self.game;
        let masks: Vec<usize> =
            game.deck.discards().filter(|&(_, size)| size == count).map(|(mask, _)| mask).collect();
        let starts = &game.solution.buckets.strengths;
        let buckets: Vec<usize> = (0..starts.len()).collect();
        let ways: Vec<Way<'_>> = self.ways(count);
        let known = self.values(&ways, 0, starts, &buckets, &buckets);

        let left: Vec<u8> =
            game.deck.cards.iter().copied().filter(|card| self.set >> card & 1 == 0).collect();
        let all = binomial(left.len(), count) as usize;
        let mut frequencies = vec![vec![0.0; starts.len()]; masks.len()];
        for_each_subset(&left, count, &mut |drawn| {
            for (mask, frequencies) in masks.iter().zip(&mut frequencies) {
                let strength = strength_after(self.cards, *mask, drawn);
                frequencies[game.solution.buckets.of_strength(strength)] += 1.0 / all as f64;
            }
        });
        for (way, known) in ways.iter().zip(&known) {
            for (mask, frequencies) in masks.iter().zip(&frequencies) {
                let sum = &mut worth[way.responder][way.link][*mask];
                for (&part, values) in frequencies.iter().zip(known) {
                    sum.add(&Worth::of(values), part, [[part; 2]; 2]);
                }
            }
        }

        let draws = Draws::new(&left, count, self.samples[count], random);
        for (number, drawn) in draws.cards.iter().enumerate() {
            let strengths: Vec<u16> =
                masks.iter().map(|&mask| strength_after(self.cards, mask, drawn)).collect();
            let mut cuts: Vec<u16> = starts.clone();
            cuts.extend(strengths.iter().flat_map(|&strength| [strength, strength + 1]));
            cuts.retain(|&cut| cut < Ranking::High.strengths());
            cuts.sort_unstable();
            cuts.dedup();
            let of_strength = |strength| game.solution.buckets.of_strength(strength);
            let cells: Vec<usize> = cuts.iter().map(|&cut| of_strength(cut)).collect();
            let held: Vec<usize> = strengths
                .iter()
                .map(|strength| cuts.partition_point(|cut| cut < strength))
                .collect();
            let values = self.values(&ways, set_of(drawn), &cuts, &cells, &held);
            let (all, halves) = draws.weights(number);
            for ((way, known), values) in ways.iter().zip(&known).zip(values) {
                for ((mask, &strength), values) in masks.iter().zip(&strengths).zip(values) {
                    let sum = &mut worth[way.responder][way.link][*mask];
                    let expected = Worth::of(&known[of_strength(strength)]);
                    sum.add(&Worth::of(&values), all, halves);
                    sum.add(&expected, -all, halves.map(|half| half.map(|weight| -weight)));
                }
            }
        }
    }

    /// The links that a draw of this many cards may lead to.
    fn ways(&self, count: usize) -> Vec<Way<'a>> {
        let game = self.game;
        let mut ways = Vec::new();
        for (responder, reaches) in game.reaches.iter().enumerate() {
            for (link, reach) in reaches.iter().enumerate().filter(|(_, reach)| !reach.is_empty()) {
                let [own, other] = game.solution.trees.sides(link, responder);
                if own == count {
                    ways.push(Way { responder, link, other, reach });
                }
            }
        }
        ways
    }

    /// The values of final hands in these cells on all ways, if the opponent does not hold the cards that
    /// were drawn; none are if they are unknown.
    fn values(
        &self,
        ways: &[Way<'_>],
        drawn: u64,
        cuts: &[u16],
        buckets: &[usize],
        held: &[usize],
    ) -> Vec<Vec<Values>> {
        let mut all = vec![Vec::new(); ways.len()];
        let others = self.game.deck.cards.len() - 5;
        let count = drawn.count_ones() as usize;
        for other in 0..=self.game.deck.most_drawn {
            let numbers: Vec<usize> =
                (0..ways.len()).filter(|&number| ways[number].other == other).collect();
            if numbers.is_empty() {
                continue;
            }
            let reaches: Vec<&[f32]> = numbers.iter().map(|&number| ways[number].reach).collect();
            let weigh = |pool: &Pool| pool[other].weigh(drawn, cuts, &reaches);
            // Of all hands without the drawn cards, these many deals have none of them among the new ones.
            let hands = binomial(others - count, 5) as f64;
            let kept =
                binomial(others - 5 - count, other) as f64 / binomial(others - 5, other) as f64;
            let scale = 1.0 / (hands * kept);
            let weights = self.pools.each_ref().map(weigh);
            for (place, &number) in numbers.iter().enumerate() {
                let [first, second] = &weights;
                let cells = first[place].iter().zip(&second[place]);
                let weights: Vec<[f64; 2]> =
                    cells.map(|(first, second)| [first * scale, second * scale]).collect();
                let Way { responder, link, .. } = ways[number];
                let solution = self.game.solution;
                let round = SecondRound { solution, responder, link, buckets, held };
                all[number] = round.values(Tree::ROOT, &weights);
            }
        }
        all
    }
}

/// A way to the draw and through it.
struct Way<'a> {
    responder: usize,
    link: usize,
    /// The number of cards that the opponent draws.
    other: usize,
    reach: &'a [f32],
}

/// New cards of the responder.
struct Draws {
    cards: Vec<Vec<u8>>,
    /// Whether these are all there are; otherwise half of them decides and the other half values.
    are_all: bool,
}

impl Draws {
    fn new(left: &[u8], count: usize, samples: usize, random: &mut Random) -> Self {
        let all = binomial(left.len(), count) as usize;
        let mut cards = Vec::new();
        if all <= samples {
            for_each_subset(left, count, &mut |drawn| cards.push(drawn.to_vec()));
            return Self { cards, are_all: true };
        }
        let mut left = left.to_vec();
        for _ in 0..samples {
            for place in 0..count {
                let other = place + random.below((left.len() - place) as u32) as usize;
                left.swap(place, other);
            }
            cards.push(left[..count].to_vec());
        }
        Self { cards, are_all: false }
    }

    /// The weight of a draw in a mean; and in the means of the half that decides and of the other one, for
    /// both ways to divide them.
    fn weights(&self, number: usize) -> (f64, [[f64; 2]; 2]) {
        let all = 1.0 / self.cards.len() as f64;
        let of_half = |half: usize| match (self.are_all, number % 2 == half) {
            (true, _) => [all; 2],
            (false, true) => [2.0 * all, 0.0],
            (false, false) => [0.0, 2.0 * all],
        };
        (all, [of_half(0), of_half(1)])
    }
}

/// Visit all subsets of some cards.
fn for_each_subset(cards: &[u8], count: usize, visit: &mut dyn FnMut(&[u8])) {
    fn extend(cards: &[u8], chosen: &mut Vec<u8>, left: usize, visit: &mut dyn FnMut(&[u8])) {
        if left == 0 {
            return visit(chosen);
        }
        for (place, &card) in cards.iter().enumerate() {
            chosen.push(card);
            extend(&cards[place + 1..], chosen, left - 1, visit);
            chosen.pop();
        }
    }
    extend(cards, &mut Vec::with_capacity(count), count, visit);
}
