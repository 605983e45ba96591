//! The value net, by regression on the outcomes of deals that a policy plays.

use rayon::prelude::*;

use super::super::compact::{Deck, SEATS, each};
use super::super::policy::Policy;
use super::super::rules::Rules;
use super::super::value::{self, Ones, UNIT, ValueNet};
use super::episode::{Start, open};
use crate::monitor::{Monitor, Stopped};
use crate::nets::{Adam, Gradient, Mlp, TensorFile, Trace};
use crate::parallel;
use crate::random::Random;

/// The length and pace of training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueSettings {
    /// The number of deals.
    pub deals: u32,
    /// The deals between two changes of the weights.
    pub batch: u32,
    /// The learning rate at the start; it falls to a hundredth.
    pub rate: f32,
    /// The percentage of cards that are played at random.
    pub noise: u32,
    /// The sizes of the hidden layers.
    pub hidden: [usize; 2],
}

impl Default for ValueSettings {
    fn default() -> Self {
        Self { deals: 250_000, batch: 64, rate: 0.003, noise: 6, hidden: [128, 32] }
    }
}

/// A value net in training.
#[derive(Clone, Debug)]
pub struct ValueLearner {
    rules: Rules,
    deck: Deck,
    settings: ValueSettings,
    seed: u64,
    policy: Policy,
    net: Mlp,
    adam: Adam,
    deals: u32,
}

/// What a step of training has shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueStep {
    /// The deals played so far.
    pub deals: u32,
    /// The root of the mean squared error of the estimates before the step, in points.
    pub error: f64,
}

/// The deals of a unit of parallel work.
const CHUNK: u32 = 8;

struct Chunk {
    gradient: Gradient,
    squares: f64,
    positions: usize,
}

impl ValueLearner {
    /// Begin to learn the outcomes of deals played by a policy; `None` if it is for other rules.
    #[must_use]
    pub fn new(rules: &Rules, policy: Policy, settings: ValueSettings, seed: u64) -> Option<Self> {
        let deck = Deck::new(rules).filter(|deck| deck.seats == policy.players())?;
        let [first, second] = settings.hidden;
        let net = Mlp::random(&[value::inputs(deck.seats), first, second, deck.seats], seed);
        let adam = Adam::new(net.no_gradient().0.len());
        Some(Self { rules: *rules, deck, settings, seed, policy, net, adam, deals: 0 })
    }

    /// The net so far.
    #[must_use]
    pub fn net(&self) -> Option<ValueNet> {
        ValueNet::new(self.deck.seats, self.net.clone())
    }

    /// The policy that plays.
    #[must_use]
    pub const fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Add what is needed to resume to a file; returns the number of deals played.
    pub(super) fn save(&self, file: &mut TensorFile) -> u32 {
        self.net.write(file);
        file.put("policy", self.policy.as_ref().weights());
        self.deals
    }

    /// Take up training where it was saved; false if the net does not fit.
    pub(super) fn restore(&mut self, file: &TensorFile, deals: u32) -> bool {
        let net = Mlp::from_file(file).ok();
        let fits = |net: &Mlp| net.no_gradient().0.len() == self.net.no_gradient().0.len();
        let net = net.filter(|net| fits(net) && net.inputs() == self.net.inputs());
        let is_read = net.is_some();
        if let Some(net) = net {
            (self.net, self.deals) = (net, deals);
        }
        is_read
    }

    pub(super) const fn adam(&self) -> &Adam {
        &self.adam
    }

    /// Take up the state of the optimizer, if it is for as many weights.
    pub(super) fn set_adam(&mut self, adam: Adam) -> bool {
        let fits = adam.moments().0[0].len() == self.net.no_gradient().0.len();
        if fits {
            self.adam = adam;
        }
        fits
    }

    /// Whether all deals are played.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.deals >= self.settings.deals
    }

    /// Play the deals of a batch and change the weights.
    ///
    /// # Errors
    ///
    /// If the monitor stops it; nothing has changed then.
    pub fn step(&mut self, monitor: &Monitor) -> Result<ValueStep, Stopped> {
        let left = 1.0 - self.deals as f32 / self.settings.deals.max(1) as f32;
        let chunks = self.settings.batch.div_ceil(CHUNK);
        let first = self.deals / CHUNK;
        let add = |mut done: Vec<Chunk>, number: u32| {
            monitor.advance(u64::from(CHUNK))?;
            done.push(self.chunk(first + number));
            Ok(done)
        };
        let join = |mut left: Vec<Chunk>, mut right: Vec<Chunk>| {
            left.append(&mut right);
            left
        };
        let parts = (0..chunks).into_par_iter().with_max_len(1);
        let done = parallel::sum(parts, Vec::new, add, join)?;
        let positions: usize = done.iter().map(|chunk| chunk.positions).sum();
        let squares: f64 = done.iter().map(|chunk| chunk.squares).sum();
        let mut sum = self.net.no_gradient();
        for chunk in &done {
            for (sum, &slope) in sum.0.iter_mut().zip(&chunk.gradient.0) {
                *sum += slope;
            }
        }
        let scale = 1.0 / positions.max(1) as f32;
        sum.0.iter_mut().for_each(|slope| *slope *= scale);
        let rate = self.settings.rate * left.max(0.01);
        self.adam.step(self.net.parameters_mut(), &sum.0, rate);
        self.deals += chunks * CHUNK;
        let count = (positions * self.deck.seats).max(1) as f64;
        Ok(ValueStep { deals: self.deals, error: (squares / count).sqrt() * f64::from(UNIT) })
    }

    /// Play the deals of a chunk, and add the gradient of the squared error.
    fn chunk(&self, number: u32) -> Chunk {
        let deck = &self.deck;
        let gradient = self.net.no_gradient();
        let mut chunk = Chunk { gradient, squares: 0.0, positions: 0 };
        let mut trace = Trace::default();
        let mut seen: Vec<(Ones, usize, [f32; SEATS])> = Vec::new();
        for deal in 0..CHUNK {
            let index = u64::from(number) * u64::from(CHUNK) + u64::from(deal);
            let mut random = Random::stream(self.seed, index);
            let start = Start::deal(&self.rules, index, &mut random);
            seen.clear();
            let scores = self.play(&start, &mut random, &mut seen).map(|score| score as f32);
            for (ones, leader, points) in &seen {
                let outputs = self.net.forward_ones(ones, &mut trace);
                let mut slopes = [0.0; SEATS];
                for (place, (slope, &output)) in slopes.iter_mut().zip(outputs).enumerate() {
                    let seat = (leader + place) % deck.seats % SEATS;
                    *slope = output - (scores[seat] - points[seat]) / UNIT;
                    chunk.squares += f64::from(*slope * *slope);
                }
                self.net.backward(ones, &mut trace, &slopes[..deck.seats], &mut chunk.gradient);
            }
            chunk.positions += seen.len();
        }
        chunk
    }

    /// Play a deal by the policy with some random cards; what there is to learn at the start of
    /// every trick is added to `seen`.
    fn play(
        &self,
        start: &Start,
        random: &mut Random,
        seen: &mut Vec<(Ones, usize, [f32; SEATS])>,
    ) -> [i32; SEATS] {
        let deck = &self.deck;
        let mut passed = [0; SEATS];
        if start.offset > 0 {
            for (seat, cards) in passed.iter_mut().enumerate().take(deck.seats) {
                *cards = self.policy.pass(deck, start.hands[seat], start.offset);
            }
        }
        let mut tracked = open(deck, start, passed);
        while !tracked.position.is_over() {
            let position = &tracked.position;
            if position.size == 0 {
                let left = position.hands.iter().fold(0, |left, hand| left | hand);
                if left & (deck.hearts | deck.special) == 0 {
                    break;
                }
                let points = position.points.map(f32::from);
                seen.push((value::ones(deck, position), usize::from(position.turn), points));
            }
            let card = if random.below(100) < self.settings.noise {
                let playable = position.playable(deck);
                let index = random.below(playable.count_ones()) as usize;
                each(playable).nth(index).unwrap_or(0)
            } else {
                self.policy.play(deck, &tracked)
            };
            tracked.play(deck, card);
        }
        tracked.position.scores(deck)
    }
}
