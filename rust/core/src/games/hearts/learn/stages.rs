//! The whole of training: four stages, one after another, and checkpoints to resume from.
//!
//! 1. The policy, from nothing, with group baselines.
//! 2. A critic: a value net for that policy.
//! 3. The policy again, with the critic.
//! 4. The value net of the final policy, which the search uses.

use super::super::policy::{Policy, PolicyError};
use super::super::rules::{Rules, RulesError, Standard};
use super::super::value::ValueNet;
use super::policy::{PolicyLearner, PolicySettings};
use super::value::{ValueLearner, ValueSettings};
use crate::monitor::{Monitor, Stopped};
use crate::nets::{Adam, Mlp, Tensor, TensorError, TensorFile};

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
    pub const DEFAULT_DEALS: u32 = 250_000;

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
    Policy(PolicyLearner),
    Critic(ValueLearner),
    WithCritic(PolicyLearner),
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
        let learner = PolicyLearner::new(&rules, pace, settings.seed);
        let stage = Stage::Policy(learner.ok_or(LearningError::Checkpoint)?);
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
        let (stage, step) = match &mut self.stage {
            Stage::Policy(learner) => (0, learner.step(monitor)?.into_pair()),
            Stage::Critic(learner) => (1, learner.step(monitor)?.into_pair()),
            Stage::WithCritic(learner) => (2, learner.step(monitor)?.into_pair()),
            Stage::Value(learner) => (3, learner.step(monitor)?.into_pair()),
        };
        let (deals, figure) = step;
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

    fn critic_learner(&self, policy: Policy, critic: ValueNet, seed: u64) -> Option<PolicyLearner> {
        let deals = self.stage_deals(2);
        let settings = PolicySettings { deals, ..PolicySettings::with_critic() };
        let learner = PolicyLearner::new(&self.rules, settings, seed)?;
        Some(learner.continued(policy, critic))
    }

    /// Everything needed to resume, in the safetensors format.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut file = TensorFile::default();
        let (stage, deals, adam) = match &self.stage {
            Stage::Policy(learner) => (0, learner.save(&mut file), learner.adam()),
            Stage::Critic(learner) => (1, learner.save(&mut file), learner.adam()),
            Stage::WithCritic(learner) => (2, learner.save(&mut file), learner.adam()),
            Stage::Value(learner) => (3, learner.save(&mut file), learner.adam()),
        };
        let ([first, second], steps) = adam.moments();
        put(&mut file, "first", first);
        put(&mut file, "second", second);
        for (key, value) in [
            ("format", FORMAT.to_owned()),
            ("version", "1".to_owned()),
            ("game", "hearts".to_owned()),
            ("players", self.settings.players.to_string()),
            ("deals", self.settings.deals.to_string()),
            ("seed", self.settings.seed.to_string()),
            ("stage", stage.to_string()),
            ("played", deals.to_string()),
            ("steps", steps.to_string()),
        ] {
            file.metadata.insert(key.to_owned(), value);
        }
        file.to_bytes()
    }

    /// Resume from a checkpoint: the weights will be those of training without a pause.
    ///
    /// # Errors
    ///
    /// Anything that is not a complete checkpoint.
    pub fn resume(content: &[u8]) -> Result<Self, LearningError> {
        let file = TensorFile::from_bytes(content)?;
        let value = |key: &str| file.metadata.get(key).map_or("", String::as_str);
        if value("format") != FORMAT || value("version") != "1" || value("game") != "hearts" {
            return Err(LearningError::Checkpoint);
        }
        let number = |key: &str| value(key).parse::<u64>().map_err(|_| LearningError::Checkpoint);
        let small = |key: &str| {
            let number = number(key)?;
            u32::try_from(number)
                .ok()
                .filter(|&number| number <= LearningSettings::MAX_DEALS + 1_000_000)
                .ok_or(LearningError::Checkpoint)
        };
        let players = small("players")? as usize;
        let settings = LearningSettings { players, deals: small("deals")?, seed: number("seed")? };
        let mut learning = Self::new(settings)?;
        let stage = small("stage")?;
        let played = small("played")?;
        learning.stage = learning.restored(stage, played, &file)?;
        let moments = ["first", "second"].map(|name| {
            file.tensors.get(name).map(|tensor| tensor.numbers().to_vec()).unwrap_or_default()
        });
        let [first, second] = moments;
        let adam = Adam::resume(first, second, small("steps")?);
        let adam = adam.ok_or(LearningError::Checkpoint)?;
        let is_set = match &mut learning.stage {
            Stage::Policy(learner) | Stage::WithCritic(learner) => learner.set_adam(adam),
            Stage::Critic(learner) | Stage::Value(learner) => learner.set_adam(adam),
        };
        if is_set { Ok(learning) } else { Err(LearningError::Checkpoint) }
    }

    /// The stage of a checkpoint, without its optimizer.
    fn restored(&self, stage: u32, played: u32, file: &TensorFile) -> Result<Stage, LearningError> {
        let wrong = LearningError::Checkpoint;
        let policy = self.read_policy(file, "policy")?;
        let value_learner = |stage| {
            let mut learner = self.value_learner(policy.clone(), stage)?;
            learner.restore(file, played).then_some(learner)
        };
        Ok(match stage {
            0 | 2 => {
                let earlier = self.read_policy(file, "earlier")?;
                let mut learner = match self.stage.clone() {
                    Stage::Policy(learner) if stage == 0 => learner,
                    _ => {
                        let net = Mlp::from_file(file).map_err(|_| LearningError::Checkpoint)?;
                        let critic = ValueNet::new(self.settings.players, net);
                        let critic = critic.ok_or(LearningError::Checkpoint)?;
                        let seed = self.settings.seed.wrapping_add(2);
                        self.critic_learner(policy.clone(), critic, seed).ok_or(wrong)?
                    }
                };
                learner.restore(policy, earlier, played);
                if stage == 0 { Stage::Policy(learner) } else { Stage::WithCritic(learner) }
            }
            1 => Stage::Critic(value_learner(1).ok_or(wrong)?),
            3 => Stage::Value(value_learner(3).ok_or(wrong)?),
            _ => return Err(wrong),
        })
    }

    fn read_policy(&self, file: &TensorFile, name: &str) -> Result<Policy, LearningError> {
        let mut policy = Policy::new(&self.rules).ok_or(LearningError::Checkpoint)?;
        let weights = file.tensor(name, &[policy.size()])?;
        policy.weights.copy_from_slice(weights);
        Ok(policy)
    }
}

/// The value of `format` in the metadata of a checkpoint.
const FORMAT: &str = "cardcore-learning";

/// Tenths of the deals, at least one.
const fn part(deals: u32, tenths: u32) -> u32 {
    let deals = deals as u64 * tenths as u64 / 10;
    if deals == 0 { 1 } else { deals as u32 }
}

/// Add a list of numbers to a file.
pub(super) fn put(file: &mut TensorFile, name: &str, numbers: &[f32]) {
    if let Some(tensor) = Tensor::new(&[numbers.len()], numbers.to_vec()) {
        file.tensors.insert(name.to_owned(), tensor);
    }
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
    /// Not a checkpoint, or one of another version.
    #[error("expected a checkpoint of learning hearts")]
    Checkpoint,
}
