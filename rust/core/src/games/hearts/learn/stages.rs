//! The whole of training: four stages, one after another, and checkpoints to resume from.
//!
//! 1. The policy, from nothing, with group baselines.
//! 2. A critic: a value net for that policy.
//! 3. The policy again, with the critic.
//! 4. The value net of the final policy, which the search uses.

use super::super::compact::Deck;
use super::super::policy::{Policy, PolicyError};
use super::super::rules::{Rules, RulesError, Standard};
use super::super::value::ValueNet;
use super::policy::{Deals, WITH_CRITIC};
use super::value::{ValueLearner, ValueSettings};
use crate::learn::{Checkpoint, CheckpointError, PolicyLearner, PolicySettings};
use crate::monitor::{Monitor, Stopped};
use crate::nets::{Mlp, TensorError, TensorFile};

/// What to learn, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LearningSettings {
    /// The number of players, 3 to 6.
    pub players: usize,
    /// The number of deals of the longest stages.
    pub deals: u32,
    /// The seed: the same seed gives the same weights.
    pub seed: u64,
}

impl LearningSettings {
    /// The number of deals for the weights that come with the package.
    pub const DEFAULT_DEALS: u32 = 1_000_000;

    /// The most deals.
    pub const MAX_DEALS: u32 = 100_000_000;
}

impl Default for LearningSettings {
    fn default() -> Self {
        Self { players: 4, deals: Self::DEFAULT_DEALS, seed: 1 }
    }
}

/// The names of the stages.
pub const STAGES: [&str; 4] = ["policy", "critic", "policy with critic", "value net"];

/// Training in progress.
#[derive(Clone, Debug)]
pub struct Learning {
    settings: LearningSettings,
    rules: Rules,
    stage: Stage,
}

/// The stage that is being trained.
#[derive(Clone, Debug)]
enum Stage {
    Policy(PolicyLearner<Deals>),
    Critic(ValueLearner),
    WithCritic(PolicyLearner<Deals>),
    Value(ValueLearner),
}

/// What a step of training has shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearningStep {
    /// The number of the stage, from 0.
    pub stage: usize,
    /// The deals of the stage that are played, and those in all.
    pub deals: (u32, u32),
    /// For a policy, its margin against other bots in points a deal, while it tries moves at random;
    /// for a value net, its error in points.
    pub figure: f64,
}

impl Learning {
    /// Begin to learn the standard game.
    ///
    /// # Errors
    ///
    /// A number of players other than 3 to 6.
    pub fn new(settings: LearningSettings) -> Result<Self, LearningError> {
        let options = Standard { players: settings.players, target: None, ..Standard::default() };
        let rules = Rules::standard(options)?;
        let deals = part(settings.deals, 4);
        let pace = PolicySettings { deals, ..PolicySettings::default() };
        let deck = Deck::new(&rules).ok_or(WRONG)?;
        let policy = Policy::new(&rules).ok_or(WRONG)?;
        let game = Deals { rules, deck, critic: None };
        let stage = Stage::Policy(PolicyLearner::new(game, policy, pace, settings.seed));
        Ok(Self { settings, rules, stage })
    }

    /// What is learned.
    #[must_use]
    pub const fn settings(&self) -> LearningSettings {
        self.settings
    }

    /// Whether all stages are done.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        matches!(&self.stage, Stage::Value(learner) if learner.is_done())
    }

    /// The policy so far.
    #[must_use]
    pub const fn policy(&self) -> &Policy {
        match &self.stage {
            Stage::Policy(learner) | Stage::WithCritic(learner) => learner.policy(),
            Stage::Critic(learner) | Stage::Value(learner) => learner.policy(),
        }
    }

    /// The value net of the last stage so far; `None` before it.
    #[must_use]
    pub fn value_net(&self) -> Option<ValueNet> {
        match &self.stage {
            Stage::Value(learner) => learner.net(),
            _ => None,
        }
    }

    /// Train for one batch; nothing happens when all is done.
    ///
    /// # Errors
    ///
    /// If the monitor stops it; nothing has changed then.
    pub fn step(&mut self, monitor: &Monitor) -> Result<LearningStep, Stopped> {
        let (stage, deals, figure) = match &mut self.stage {
            Stage::Policy(learner) => {
                let step = learner.step(monitor)?;
                (0, step.deals, step.margin)
            }
            Stage::Critic(learner) => {
                let step = learner.step(monitor)?;
                (1, step.deals, step.error)
            }
            Stage::WithCritic(learner) => {
                let step = learner.step(monitor)?;
                (2, step.deals, step.margin)
            }
            Stage::Value(learner) => {
                let step = learner.step(monitor)?;
                (3, step.deals, step.error)
            }
        };
        let all = self.stage_deals(stage);
        self.proceed();
        Ok(LearningStep { stage, deals: (deals.min(all), all), figure })
    }

    /// The deals of a stage.
    const fn stage_deals(&self, stage: usize) -> u32 {
        match stage {
            0 => part(self.settings.deals, 4),
            1 => part(self.settings.deals, 3),
            _ => self.settings.deals,
        }
    }

    /// Go on to the next stage once one is done.
    fn proceed(&mut self) {
        let seed = self.settings.seed;
        let next = match &self.stage {
            Stage::Policy(learner) if learner.is_done() => {
                self.value_learner(learner.policy().clone(), 1).map(Stage::Critic)
            }
            Stage::Critic(learner) if learner.is_done() => {
                let critic = learner.net();
                critic.and_then(|critic| {
                    let policy = learner.policy().clone();
                    self.critic_learner(policy, critic, seed.wrapping_add(2)).map(Stage::WithCritic)
                })
            }
            Stage::WithCritic(learner) if learner.is_done() => {
                self.value_learner(learner.policy().clone(), 3).map(Stage::Value)
            }
            _ => None,
        };
        if let Some(next) = next {
            self.stage = next;
        }
    }

    fn value_learner(&self, policy: Policy, stage: usize) -> Option<ValueLearner> {
        let settings = ValueSettings { deals: self.stage_deals(stage), ..ValueSettings::default() };
        let seed = self.settings.seed.wrapping_add(stage as u64);
        ValueLearner::new(&self.rules, policy, settings, seed)
    }

    fn critic_learner(
        &self,
        policy: Policy,
        critic: ValueNet,
        seed: u64,
    ) -> Option<PolicyLearner<Deals>> {
        let settings = PolicySettings { deals: self.stage_deals(2), ..WITH_CRITIC };
        let deck = Deck::new(&self.rules)?;
        let game = Deals { rules: self.rules, deck, critic: Some(critic) };
        Some(PolicyLearner::new(game, policy, settings, seed))
    }

    /// Everything needed to resume, in the safetensors format.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut file = TensorFile::default();
        let with_critic = |learner: &PolicyLearner<Deals>, file: &mut TensorFile| {
            if let Some(critic) = &learner.game().critic {
                *file = critic.to_file();
            }
            learner.save(file)
        };
        let (stage, played, adam) = match &self.stage {
            Stage::Policy(learner) => (0, learner.save(&mut file), learner.adam()),
            Stage::Critic(learner) => (1, learner.save(&mut file), learner.adam()),
            Stage::WithCritic(learner) => (2, with_critic(learner, &mut file), learner.adam()),
            Stage::Value(learner) => (3, learner.save(&mut file), learner.adam()),
        };
        let mut checkpoint = Checkpoint::new(GAME, file, adam);
        let LearningSettings { players, deals, seed } = self.settings;
        let numbers = [("players", players as u64), ("deals", deals.into()), ("seed", seed)];
        for (key, number) in
            numbers.into_iter().chain([("stage", stage), ("played", played.into())])
        {
            checkpoint.set(key, number);
        }
        checkpoint.to_bytes()
    }

    /// Resume from a checkpoint: the weights will be those of training without a pause.
    ///
    /// # Errors
    ///
    /// Anything that is not a complete checkpoint.
    pub fn resume(content: &[u8]) -> Result<Self, LearningError> {
        let checkpoint = Checkpoint::read(GAME, content)?;
        let small = |key: &str| checkpoint.at_most(key, LearningSettings::MAX_DEALS + 1_000_000);
        let players = small("players")? as usize;
        let (deals, seed) = (small("deals")?, checkpoint.number("seed")?);
        let mut learning = Self::new(LearningSettings { players, deals, seed })?;
        learning.stage = learning.restored(small("stage")?, small("played")?, &checkpoint.file)?;
        let adam = checkpoint.adam()?;
        let is_set = match &mut learning.stage {
            Stage::Policy(learner) | Stage::WithCritic(learner) => learner.set_adam(adam),
            Stage::Critic(learner) | Stage::Value(learner) => learner.set_adam(adam),
        };
        if is_set { Ok(learning) } else { Err(checkpoint.wrong().into()) }
    }

    /// The stage of a checkpoint, without its optimizer.
    fn restored(&self, stage: u32, played: u32, file: &TensorFile) -> Result<Stage, LearningError> {
        let policy = self.read_policy(file, "policy")?;
        let value_learner = |stage| {
            let mut learner = self.value_learner(policy.clone(), stage)?;
            learner.restore(file, played).then_some(learner)
        };
        Ok(match stage {
            0 | 2 => {
                let mut learner = match self.stage.clone() {
                    Stage::Policy(learner) if stage == 0 => learner,
                    _ => {
                        let net = Mlp::from_file(file).map_err(|_| WRONG)?;
                        let critic = ValueNet::new(self.settings.players, net);
                        let critic = critic.ok_or(WRONG)?;
                        let seed = self.settings.seed.wrapping_add(2);
                        self.critic_learner(policy.clone(), critic, seed).ok_or(WRONG)?
                    }
                };
                learner.restore(played, |name| self.read_policy(file, name))?;
                if stage == 0 { Stage::Policy(learner) } else { Stage::WithCritic(learner) }
            }
            1 => Stage::Critic(value_learner(1).ok_or(WRONG)?),
            3 => Stage::Value(value_learner(3).ok_or(WRONG)?),
            _ => return Err(WRONG),
        })
    }

    fn read_policy(&self, file: &TensorFile, name: &str) -> Result<Policy, LearningError> {
        let mut policy = Policy::new(&self.rules).ok_or(WRONG)?;
        let weights = file.tensor(name, &[policy.size()])?;
        policy.as_mut().weights_mut().copy_from_slice(weights);
        Ok(policy)
    }
}

/// The game of the checkpoints.
const GAME: &str = "hearts";

/// That a file is not a checkpoint.
const WRONG: LearningError = LearningError::Checkpoint(CheckpointError::Other { game: GAME });

/// Tenths of the deals, at least one.
const fn part(deals: u32, tenths: u32) -> u32 {
    let deals = deals as u64 * tenths as u64 / 10;
    if deals == 0 { 1 } else { deals as u32 }
}

/// Why training cannot begin or resume.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LearningError {
    /// Invalid rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A file that is not one of tensors.
    #[error(transparent)]
    Tensor(#[from] TensorError),
    /// A policy that is not one.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// Not a checkpoint, or one of another game or version.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}
