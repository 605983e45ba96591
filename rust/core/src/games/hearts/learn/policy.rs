//! The policy, by self-play policy gradient (REINFORCE; Williams, 1992) with group baselines.
//!
//! Every deal is played several times with moves drawn from the policy. A seat's return is its
//! margin, the mean score of the others less its own, and its advantage is the return of a play less
//! the mean over all plays of the deal: the luck of the cards cancels out. With a critic, a value
//! net that sees all hands, the advantage of a card is instead what happens from its trick on, less
//! what the critic expected (generalized advantage estimation; Schulman et al., 2016): what went
//! well or badly before is no longer credited to it. Most deals are played by
//! the policy alone; in the others some seats are played by bots and by an earlier version, so that
//! it does not learn to play against itself only.

use rayon::prelude::*;

use super::super::compact::{Deck, SEATS};
use super::super::policy::Policy;
use super::super::rules::Rules;
use super::super::value::ValueNet;
use super::episode::{Course, Player, Record, Start, Table};
use super::stages::put;
use crate::monitor::{Monitor, Stopped};
use crate::nets::{Adam, TensorFile};
use crate::parallel;
use crate::random::Random;

/// The length and pace of training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicySettings {
    /// The number of deals in all.
    pub deals: u32,
    /// The plays of each deal.
    pub plays: u32,
    /// The deals between two changes of the weights.
    pub batch: u32,
    /// The learning rate at the start; it falls to a twentieth.
    pub rate: f32,
    /// The reward for playing at random at the start; it falls to zero.
    pub entropy: f32,
    /// The percentage of deals with other players at the table.
    pub mixed: u32,
}

impl PolicySettings {
    /// The pace with a critic, when the policy is good already.
    #[must_use]
    pub const fn with_critic() -> Self {
        Self { deals: 250_000, plays: 4, batch: 512, rate: 0.015, entropy: 0.004, mixed: 40 }
    }
}

impl Default for PolicySettings {
    fn default() -> Self {
        Self { deals: 100_000, plays: 8, batch: 256, rate: 0.02, entropy: 0.01, mixed: 40 }
    }
}

/// A policy in training.
#[derive(Clone, Debug)]
pub struct PolicyLearner {
    rules: Rules,
    deck: Deck,
    settings: PolicySettings,
    seed: u64,
    policy: Policy,
    earlier: Policy,
    critic: Option<ValueNet>,
    adam: Adam,
    /// The deals played so far.
    deals: u32,
}

/// What a step of training has shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyStep {
    /// The deals played so far.
    pub deals: u32,
    /// The margin against the other players, in points a deal, over the mixed tables of the step.
    pub margin: f64,
    /// The mean probability that the policy gave to the cards it played.
    pub certainty: f64,
}

impl PolicyStep {
    pub(super) const fn into_pair(self) -> (u32, f64) {
        (self.deals, self.margin)
    }
}

/// The deals of a unit of parallel work; its gradient is summed separately.
const CHUNK: u32 = 8;

/// Advantages are divided by this: about their standard deviation, in points.
const SCALE: f32 = 8.0;

/// How often the earlier version is replaced in the course of training.
const GENERATIONS: u32 = 16;

/// The sums of a chunk.
struct Chunk {
    gradient: Vec<f32>,
    margins: f64,
    tables: u32,
    chosen: f64,
    decisions: usize,
}

impl PolicyLearner {
    /// Begin to learn the standard game; `None` for other games.
    #[must_use]
    pub fn new(rules: &Rules, settings: PolicySettings, seed: u64) -> Option<Self> {
        let policy = Policy::new(rules)?;
        Some(Self {
            rules: *rules,
            deck: Deck::new(rules)?,
            settings,
            seed,
            earlier: policy.clone(),
            critic: None,
            adam: Adam::new(policy.size()),
            policy,
            deals: 0,
        })
    }

    /// The policy so far.
    #[must_use]
    pub const fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Begin with the weights of a policy, and a critic for its play.
    #[must_use]
    pub fn continued(mut self, policy: Policy, critic: ValueNet) -> Self {
        self.earlier = policy.clone();
        self.policy = policy;
        self.critic = Some(critic);
        self
    }

    /// Add what is needed to resume to a file; returns the number of deals played.
    pub(super) fn save(&self, file: &mut TensorFile) -> u32 {
        if let Some(critic) = &self.critic {
            *file = critic.to_file();
        }
        put(file, "policy", &self.policy.weights);
        put(file, "earlier", &self.earlier.weights);
        self.deals
    }

    /// Take up training where it was saved.
    pub(super) fn restore(&mut self, policy: Policy, earlier: Policy, deals: u32) {
        (self.policy, self.earlier, self.deals) = (policy, earlier, deals);
    }

    pub(super) const fn adam(&self) -> &Adam {
        &self.adam
    }

    /// Take up the state of the optimizer, if it is for as many weights.
    pub(super) fn set_adam(&mut self, adam: Adam) -> bool {
        let fits = adam.moments().0[0].len() == self.policy.size();
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
    pub fn step(&mut self, monitor: &Monitor) -> Result<PolicyStep, Stopped> {
        let left = 1.0 - self.deals as f32 / self.settings.deals.max(1) as f32;
        let entropy = self.settings.entropy * left;
        let chunks = self.settings.batch.div_ceil(CHUNK);
        let first = self.deals / CHUNK;
        let add = |mut chunks: Vec<Chunk>, number: u32| {
            monitor.advance(u64::from(CHUNK))?;
            chunks.push(self.chunk(first + number, entropy));
            Ok(chunks)
        };
        let join = |mut left: Vec<Chunk>, mut right: Vec<Chunk>| {
            left.append(&mut right);
            left
        };
        let parts = (0..chunks).into_par_iter().with_max_len(1);
        let chunks_done = parallel::sum(parts, Vec::new, add, join)?;
        let mut gradient = vec![0.0; self.policy.size()];
        let (mut margins, mut tables, mut chosen, mut decisions) = (0.0, 0, 0.0, 0);
        for chunk in &chunks_done {
            for (sum, &slope) in gradient.iter_mut().zip(&chunk.gradient) {
                *sum += slope;
            }
            margins += chunk.margins;
            tables += chunk.tables;
            chosen += chunk.chosen;
            decisions += chunk.decisions;
        }
        let scale = 1.0 / decisions.max(1) as f32;
        gradient.iter_mut().for_each(|slope| *slope *= scale);
        let rate = self.settings.rate * left.max(0.05);
        self.adam.step(&mut self.policy.weights, &gradient, rate);
        let generation = |deals: u32| {
            u64::from(deals) * u64::from(GENERATIONS) / u64::from(self.settings.deals.max(1))
        };
        let before = self.deals;
        self.deals += chunks * CHUNK;
        if generation(before) != generation(self.deals) {
            self.earlier = self.policy.clone();
        }
        Ok(PolicyStep {
            deals: self.deals,
            margin: margins / f64::from(tables.max(1)),
            certainty: chosen / decisions.max(1) as f64,
        })
    }

    /// Play the deals of a chunk.
    fn chunk(&self, number: u32, entropy: f32) -> Chunk {
        let mut chunk = Chunk {
            gradient: vec![0.0; self.policy.size()],
            margins: 0.0,
            tables: 0,
            chosen: 0.0,
            decisions: 0,
        };
        let mut record = Record::default();
        for deal in 0..CHUNK {
            let index = u64::from(number) * u64::from(CHUNK) + u64::from(deal);
            let mut random = Random::stream(self.seed, index);
            let start = Start::deal(&self.rules, index, &mut random);
            let players = self.players(&mut random);
            self.group(&start, players, entropy, &mut random, &mut record, &mut chunk);
        }
        chunk
    }

    /// Who plays a deal.
    fn players(&self, random: &mut Random) -> [Player; SEATS] {
        const OTHERS: [Player; 4] =
            [Player::Rule, Player::Shooter, Player::Greedy, Player::Earlier];
        let mut players = [Player::Learner; SEATS];
        if random.below(100) < self.settings.mixed {
            // At least one seat learns, at least one does not.
            let seats = self.deck.seats as u32;
            let learners = 1 + random.below((1 << seats) - 2);
            for (seat, player) in players.iter_mut().enumerate().take(self.deck.seats) {
                let other = OTHERS[random.below(4) as usize % OTHERS.len()];
                if learners >> seat & 1 == 0 {
                    *player = other;
                }
            }
        }
        players
    }

    /// Play a deal several times, and add the gradient.
    fn group(
        &self,
        start: &Start,
        players: [Player; SEATS],
        entropy: f32,
        random: &mut Random,
        record: &mut Record,
        chunk: &mut Chunk,
    ) {
        let seats = self.deck.seats;
        let table = Table {
            deck: &self.deck,
            learner: &self.policy,
            earlier: &self.earlier,
            critic: self.critic.as_ref(),
            players,
        };
        record.clear();
        let mut plays = Vec::with_capacity(self.settings.plays as usize);
        let mut means = [0.0; SEATS];
        for _ in 0..self.settings.plays {
            let begin = record.len();
            let course = table.play(start, random, record);
            for (mean, own) in means.iter_mut().zip(course.margins) {
                *mean += own / self.settings.plays as f32;
            }
            plays.push((begin..record.len(), course));
        }
        for (decisions, course) in plays {
            let advantages = advantages(&course, &means);
            let gradient = &mut chunk.gradient;
            chunk.chosen +=
                record.add_gradient(&self.policy, decisions, &advantages, entropy, gradient);
        }
        chunk.decisions += record.len();
        let learners = || (0..seats).filter(|&seat| players[seat] == Player::Learner);
        if learners().count() < seats {
            let sum: f32 = learners().map(|seat| means[seat]).sum();
            chunk.margins += f64::from(sum) / learners().count().max(1) as f64;
            chunk.tables += 1;
        }
    }
}

/// The most tricks of a deal.
const TRICKS: usize = 17;

/// How much the surprises of later tricks count, from one trick to the next.
const LAMBDA: f32 = 0.9;

/// The advantages of every seat, of its pass and then of each trick.
fn advantages(course: &Course, means: &[f32; SEATS]) -> Vec<[f32; SEATS]> {
    let Course { margins, expected } = course;
    let by_group = std::array::from_fn(|seat| (margins[seat] - means[seat]) / SCALE);
    let mut advantages = vec![by_group; TRICKS + 1];
    let (mut later, mut next) = ([0.0; SEATS], margins);
    for (trick, now) in expected.iter().enumerate().rev() {
        later = std::array::from_fn(|seat| next[seat] - now[seat] + LAMBDA * later[seat]);
        if let Some(row) = advantages.get_mut(trick + 1) {
            *row = later.map(|advantage| advantage / SCALE);
        }
        next = now;
    }
    advantages
}
