//! A policy in training, by self-play policy gradient (REINFORCE; Williams, 1992) with Adam.
//!
//! What a game has to do is play a deal several times and add the gradient of its decisions
//! ([`SelfPlay`]); batches, threads, the fall of the learning rate and of the reward for exploring,
//! and the earlier versions that the policy plays against are the same for all.

use rayon::prelude::*;

use super::record::Record;
use crate::monitor::{Monitor, Stopped};
use crate::nets::{Adam, Tables, TensorFile};
use crate::parallel;
use crate::random::Random;

/// A game that a policy learns.
pub trait SelfPlay: Sync {
    /// The policy that learns.
    type Policy: Clone + Sync + AsRef<Tables> + AsMut<Tables>;

    /// Play the deal with this number several times, with moves drawn from the policy, and add to
    /// the sums.
    fn play(
        &self,
        policies: Policies<'_, Self::Policy>,
        deal: u64,
        random: &mut Random,
        record: &mut Record,
        sums: &mut Sums,
    );
}

/// The policies at a table, and how they learn at the moment.
#[derive(Debug)]
pub struct Policies<'a, P> {
    /// The policy that learns.
    pub learner: &'a P,
    /// An earlier version of it.
    pub earlier: &'a P,
    /// The plays of each deal.
    pub plays: u32,
    /// The percentage of deals with other players at the table.
    pub mixed: u32,
    /// The reward for playing at random.
    pub entropy: f32,
}

impl<P> Copy for Policies<'_, P> {}

impl<P> Clone for Policies<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

/// What some deals add up to.
#[derive(Debug)]
pub struct Sums {
    /// The slopes of the loss.
    pub gradient: Vec<f32>,
    /// The margin of the policy at tables with other players, and their number.
    pub margins: f64,
    /// The number of these tables.
    pub tables: u32,
    /// The probabilities that the chosen moves had.
    pub chosen: f64,
    /// The number of decisions.
    pub decisions: usize,
}

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

impl Default for PolicySettings {
    fn default() -> Self {
        Self { deals: 100_000, plays: 8, batch: 256, rate: 0.02, entropy: 0.01, mixed: 40 }
    }
}

/// What a step of training has shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyStep {
    /// The deals played so far.
    pub deals: u32,
    /// The margin against the other players a deal, over the mixed tables of the step.
    pub margin: f64,
    /// The mean probability that the policy gave to the moves it made.
    pub certainty: f64,
}

/// A policy in training.
#[derive(Clone, Debug)]
pub struct PolicyLearner<G: SelfPlay> {
    game: G,
    settings: PolicySettings,
    seed: u64,
    policy: G::Policy,
    earlier: G::Policy,
    /// The mean of the weights over the last steps.
    mean: G::Policy,
    adam: Adam,
    /// The deals played so far.
    deals: u32,
}

/// The deals of a unit of parallel work; its gradient is summed separately.
const CHUNK: u32 = 8;

/// The part of the deals, one in this many, at whose steps the weights are averaged at the end
/// (Polyak and Juditsky, 1992): what single steps do at random cancels out.
const AVERAGED: u64 = 4;

/// How often the earlier version is replaced in the course of training.
const GENERATIONS: u32 = 16;

impl<G: SelfPlay> PolicyLearner<G> {
    /// Begin with a policy.
    #[must_use]
    pub fn new(game: G, policy: G::Policy, settings: PolicySettings, seed: u64) -> Self {
        let adam = Adam::new(policy.as_ref().weights().len());
        let (earlier, mean) = (policy.clone(), policy.clone());
        Self { game, settings, seed, earlier, mean, policy, adam, deals: 0 }
    }

    /// The game that is learned.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The policy so far; once all deals are played, the mean over the last steps.
    #[must_use]
    pub const fn policy(&self) -> &G::Policy {
        &self.policy
    }

    /// Add what is needed to resume to a file; returns the number of deals played.
    pub fn save(&self, file: &mut TensorFile) -> u32 {
        file.put("policy", self.policy.as_ref().weights());
        file.put("earlier", self.earlier.as_ref().weights());
        file.put("mean", self.mean.as_ref().weights());
        self.deals
    }

    /// Take up training where it was saved, after this number of deals; `read` reads a policy of the
    /// file.
    ///
    /// # Errors
    ///
    /// What `read` finds wrong.
    pub fn restore<E>(
        &mut self,
        deals: u32,
        read: impl Fn(&str) -> Result<G::Policy, E>,
    ) -> Result<(), E> {
        (self.policy, self.earlier, self.mean) = (read("policy")?, read("earlier")?, read("mean")?);
        self.deals = deals;
        Ok(())
    }

    /// The state of the optimizer.
    #[must_use]
    pub const fn adam(&self) -> &Adam {
        &self.adam
    }

    /// Take up the state of the optimizer; false if it is for another number of weights.
    #[must_use]
    pub fn set_adam(&mut self, adam: Adam) -> bool {
        let fits = adam.moments().0[0].len() == self.policy.as_ref().weights().len();
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
        let add = |mut chunks: Vec<Sums>, number: u32| {
            monitor.advance(u64::from(CHUNK))?;
            chunks.push(self.chunk(first + number, entropy));
            Ok(chunks)
        };
        let join = |mut left: Vec<Sums>, mut right: Vec<Sums>| {
            left.append(&mut right);
            left
        };
        let parts = (0..chunks).into_par_iter().with_max_len(1);
        let chunks_done = parallel::sum(parts, Vec::new, add, join)?;
        let mut all = self.nothing();
        for chunk in &chunks_done {
            for (sum, &slope) in all.gradient.iter_mut().zip(&chunk.gradient) {
                *sum += slope;
            }
            all.margins += chunk.margins;
            all.tables += chunk.tables;
            all.chosen += chunk.chosen;
            all.decisions += chunk.decisions;
        }
        let scale = 1.0 / all.decisions.max(1) as f32;
        all.gradient.iter_mut().for_each(|slope| *slope *= scale);
        let rate = self.settings.rate * left.max(0.05);
        self.adam.step(self.policy.as_mut().weights_mut(), &all.gradient, rate);
        let generation = |deals: u32| {
            u64::from(deals) * u64::from(GENERATIONS) / u64::from(self.settings.deals.max(1))
        };
        let before = self.deals;
        self.deals += chunks * CHUNK;
        if generation(before) != generation(self.deals) {
            self.earlier = self.policy.clone();
        }
        self.average(chunks * CHUNK);
        Ok(PolicyStep {
            deals: self.deals,
            margin: all.margins / f64::from(all.tables.max(1)),
            certainty: all.chosen / all.decisions.max(1) as f64,
        })
    }

    /// Add the weights to the mean after a step of this many deals; the mean becomes the policy at the
    /// end.
    fn average(&mut self, step: u32) {
        let all = u64::from(self.settings.deals);
        let begin = all - all / AVERAGED;
        let number = u64::from(self.deals / step).saturating_sub(begin / u64::from(step));
        if number == 0 {
            return;
        }
        let share = 1.0 / number as f32;
        let weights = self.policy.as_ref().weights();
        for (mean, &weight) in self.mean.as_mut().weights_mut().iter_mut().zip(weights) {
            *mean += (weight - *mean) * share;
        }
        if self.is_done() {
            self.policy = self.mean.clone();
        }
    }

    /// Play the deals of a chunk.
    fn chunk(&self, number: u32, entropy: f32) -> Sums {
        let mut sums = self.nothing();
        let mut record = Record::default();
        let &PolicySettings { plays, mixed, .. } = &self.settings;
        let (learner, earlier) = (&self.policy, &self.earlier);
        for deal in 0..CHUNK {
            let index = u64::from(number) * u64::from(CHUNK) + u64::from(deal);
            let mut random = Random::stream(self.seed, index);
            record.clear();
            let policies = Policies { learner, earlier, plays, mixed, entropy };
            self.game.play(policies, index, &mut random, &mut record, &mut sums);
            sums.decisions += record.len();
        }
        sums
    }

    fn nothing(&self) -> Sums {
        let gradient = vec![0.0; self.policy.as_ref().weights().len()];
        Sums { gradient, margins: 0.0, tables: 0, chosen: 0.0, decisions: 0 }
    }
}
