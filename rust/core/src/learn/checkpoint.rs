//! The file from which training resumes, in the safetensors format.

use thiserror::Error;

use crate::nets::{Adam, TensorError, TensorFile};

/// Everything needed to resume: named tensors, and numbers in the metadata.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    game: &'static str,
    /// The tensors of what is learned.
    pub file: TensorFile,
}

/// The value of `format` in the metadata.
const FORMAT: &str = "cardcore-learning";

impl Checkpoint {
    /// A checkpoint of learning a game, with the tensors of what is learned.
    #[must_use]
    pub fn new(game: &'static str, file: TensorFile, adam: &Adam) -> Self {
        let mut checkpoint = Self { game, file };
        let ([first, second], steps) = adam.moments();
        checkpoint.file.put("first", first);
        checkpoint.file.put("second", second);
        for (key, value) in [("format", FORMAT), ("version", "1"), ("game", game)] {
            checkpoint.file.metadata.insert(key.to_owned(), value.to_owned());
        }
        checkpoint.set("steps", steps.into());
        checkpoint
    }

    /// Add a number.
    pub fn set(&mut self, key: &str, number: u64) {
        self.set_word(key, &number.to_string());
    }

    /// Add a word.
    pub fn set_word(&mut self, key: &str, word: &str) {
        self.file.metadata.insert(key.to_owned(), word.to_owned());
    }

    /// Read a checkpoint of learning a game.
    ///
    /// # Errors
    ///
    /// A file of something else.
    pub fn read(game: &'static str, content: &[u8]) -> Result<Self, CheckpointError> {
        let checkpoint = Self { game, file: TensorFile::from_bytes(content)? };
        let is = |key: &str, expected: &str| checkpoint.word(key) == expected;
        if is("format", FORMAT) && is("version", "1") && is("game", game) {
            Ok(checkpoint)
        } else {
            Err(checkpoint.wrong())
        }
    }

    /// A word of the metadata; empty if there is none.
    #[must_use]
    pub fn word(&self, key: &str) -> &str {
        self.file.metadata.get(key).map_or("", String::as_str)
    }

    /// A number of the metadata.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn number(&self, key: &str) -> Result<u64, CheckpointError> {
        self.word(key).parse().map_err(|_| self.wrong())
    }

    /// A number of the metadata that is at most this large.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn at_most(&self, key: &str, most: u32) -> Result<u32, CheckpointError> {
        let number = self.number(key)?;
        u32::try_from(number).ok().filter(|&number| number <= most).ok_or_else(|| self.wrong())
    }

    /// The state of the optimizer.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn adam(&self) -> Result<Adam, CheckpointError> {
        let numbers = |name: &str| {
            self.file.tensors.get(name).map(|tensor| tensor.numbers().to_vec()).unwrap_or_default()
        };
        let steps = self.at_most("steps", u32::MAX)?;
        Adam::resume(numbers("first"), numbers("second"), steps).ok_or_else(|| self.wrong())
    }

    /// The file in bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.file.to_bytes()
    }

    /// That a file is no such checkpoint.
    #[must_use]
    pub const fn wrong(&self) -> CheckpointError {
        CheckpointError::Other { game: self.game }
    }
}

/// Why a file is not a checkpoint of learning a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// A file that is not one of tensors, or with tensors of another size.
    #[error(transparent)]
    Tensor(#[from] TensorError),
    /// Not a checkpoint, or one of another game or version.
    #[error("expected a checkpoint of learning {game}")]
    Other {
        /// The game that was expected.
        game: &'static str,
    },
}
