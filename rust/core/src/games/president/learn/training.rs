//! The whole of training, and checkpoints to resume from.

use super::super::learned::Policy;
use super::super::options::{Options, Preset};
use super::super::rules::{Rules, RulesError};
use super::deals::Deals;
use crate::learn::{Checkpoint, CheckpointError, PolicyLearner, PolicySettings, PolicyStep};
use crate::monitor::{Monitor, Stopped};
use crate::nets::TensorFile;

/// What to learn, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LearningSettings {
    /// The rules.
    pub preset: Preset,
    /// The number of players, 2 to 13.
    pub players: usize,
    /// The number of deals.
    pub deals: u32,
    /// The seed: the same seed gives the same weights.
    pub seed: u64,
}

impl LearningSettings {
    /// The number of deals for the weights that come with the package.
    pub const DEFAULT_DEALS: u32 = 350_000;

    /// The most deals.
    pub const MAX_DEALS: u32 = 100_000_000;
}

impl Default for LearningSettings {
    fn default() -> Self {
        Self { preset: Preset::Report, players: 4, deals: Self::DEFAULT_DEALS, seed: 1 }
    }
}

/// Training in progress.
#[derive(Clone, Debug)]
pub struct Learning {
    settings: LearningSettings,
    learner: PolicyLearner<Deals>,
}

/// What a step of training has shown: for the margin, places or points a round.
pub type LearningStep = PolicyStep;

/// The game of the checkpoints.
const GAME: &str = "president";

impl Learning {
    /// Begin to learn.
    ///
    /// # Errors
    ///
    /// A number of players other than 2 to 13.
    pub fn new(settings: LearningSettings) -> Result<Self, LearningError> {
        let LearningSettings { preset, players, deals, seed } = settings;
        let rules = Rules::of(Options { players, rounds: 2, ..preset.options() })?;
        let pace = PolicySettings { deals, batch: 64, rate: 0.04, ..PolicySettings::default() };
        let policy = Policy::new(preset, players);
        let learner = PolicyLearner::new(Deals { rules }, policy, pace, seed);
        Ok(Self { settings, learner })
    }

    /// What is learned.
    #[must_use]
    pub const fn settings(&self) -> LearningSettings {
        self.settings
    }

    /// Whether all deals are played.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.learner.is_done()
    }

    /// The policy so far.
    #[must_use]
    pub const fn policy(&self) -> &Policy {
        self.learner.policy()
    }

    /// Train for one batch.
    ///
    /// # Errors
    ///
    /// If the monitor stops it; nothing has changed then.
    pub fn step(&mut self, monitor: &Monitor) -> Result<LearningStep, Stopped> {
        self.learner.step(monitor)
    }

    /// Everything needed to resume, in the safetensors format.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut file = TensorFile::default();
        let played = self.learner.save(&mut file);
        let mut checkpoint = Checkpoint::new(GAME, file, self.learner.adam());
        let LearningSettings { preset, players, deals, seed } = self.settings;
        checkpoint.set_word("preset", preset.name());
        let numbers = [("players", players as u64), ("deals", deals.into()), ("seed", seed)];
        for (key, number) in numbers.into_iter().chain([("played", played.into())]) {
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
        let mut learning = Self::new(LearningSettings {
            preset: Preset::named(checkpoint.word("preset")).ok_or(checkpoint.wrong())?,
            players: small("players")? as usize,
            deals: small("deals")?,
            seed: checkpoint.number("seed")?,
        })?;
        let blank = learning.policy().clone();
        let read = |name: &str| {
            let mut policy = blank.clone();
            let size = policy.as_ref().weights().len();
            let weights = checkpoint.file.tensor(name, &[size]).map_err(CheckpointError::from)?;
            policy.as_mut().weights_mut().copy_from_slice(weights);
            Ok::<_, LearningError>(policy)
        };
        learning.learner.restore(small("played")?, read)?;
        if learning.learner.set_adam(checkpoint.adam()?) {
            Ok(learning)
        } else {
            Err(checkpoint.wrong().into())
        }
    }
}

/// Why training cannot begin or resume.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LearningError {
    /// Invalid rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Not a checkpoint, or one of another game or version.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}
