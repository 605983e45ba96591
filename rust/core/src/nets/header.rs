//! What the metadata of a file say about a net.

use std::collections::BTreeMap;

use thiserror::Error;

/// The kinds of nets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetKind {
    /// A softmax policy whose scores are sums of table entries.
    TabledPolicy,
    /// A multilayer perceptron from an observation to one number per output.
    Mlp,
    /// A multilayer perceptron from an observation and an action to the score of that action.
    ActionScorer,
}

impl NetKind {
    const ALL: [Self; 3] = [Self::TabledPolicy, Self::Mlp, Self::ActionScorer];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TabledPolicy => "tabled-policy",
            Self::Mlp => "mlp",
            Self::ActionScorer => "action-scorer",
        }
    }
}

/// The required metadata of a net.
///
/// ```
/// use cardcore::nets::{NetHeader, NetKind};
///
/// let header = NetHeader::new("hearts", NetKind::Mlp, "hearts-open-1");
/// assert_eq!(NetHeader::read(&header.metadata())?, header);
/// # Ok::<(), cardcore::nets::HeaderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetHeader {
    /// The game it plays.
    pub game: String,
    /// What it is.
    pub kind: NetKind,
    /// What its inputs mean: the name and version of the features.
    pub encoder: String,
}

impl NetHeader {
    /// The value of `format`.
    pub const FORMAT: &'static str = "cardcore-net";

    /// The version of the metadata.
    pub const VERSION: &'static str = "1";

    /// The header of a net.
    #[must_use]
    pub fn new(game: &str, kind: NetKind, encoder: &str) -> Self {
        Self { game: game.to_owned(), kind, encoder: encoder.to_owned() }
    }

    /// The metadata that say this.
    #[must_use]
    pub fn metadata(&self) -> BTreeMap<String, String> {
        let pairs = [
            ("format", Self::FORMAT),
            ("version", Self::VERSION),
            ("game", &self.game),
            ("kind", self.kind.name()),
            ("encoder", &self.encoder),
        ];
        pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).into()
    }

    /// Read the metadata of a file.
    ///
    /// # Errors
    ///
    /// A missing key, another format or version, an unknown kind.
    pub fn read(metadata: &BTreeMap<String, String>) -> Result<Self, HeaderError> {
        let value = |key: &'static str| metadata.get(key).ok_or(HeaderError::Missing { key });
        let expect = |key: &'static str, expected: &'static str| {
            let found = value(key)?;
            if found == expected {
                return Ok(());
            }
            Err(HeaderError::Value { key, expected: expected.to_owned(), found: found.clone() })
        };
        expect("format", Self::FORMAT)?;
        expect("version", Self::VERSION)?;
        let kind = value("kind")?;
        let known = NetKind::ALL.into_iter().find(|known| known.name() == kind);
        let kind = known.ok_or_else(|| HeaderError::Value {
            key: "kind",
            expected: format!("one of {}", NetKind::ALL.map(NetKind::name).join(", ")),
            found: kind.clone(),
        })?;
        Ok(Self { game: value("game")?.clone(), kind, encoder: value("encoder")?.clone() })
    }

    /// Check that a file is the expected net.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read); a net for something else.
    pub fn check(&self, metadata: &BTreeMap<String, String>) -> Result<(), HeaderError> {
        let found = Self::read(metadata)?;
        let pairs = [
            ("game", self.game.as_str(), found.game),
            ("kind", self.kind.name(), found.kind.name().to_owned()),
            ("encoder", self.encoder.as_str(), found.encoder),
        ];
        for (key, expected, found) in pairs {
            if expected != found {
                return Err(HeaderError::Value { key, expected: expected.to_owned(), found });
            }
        }
        Ok(())
    }
}

/// Why a file is not a net, or not the expected one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum HeaderError {
    #[error("the metadata of the net have no '{key}'")]
    Missing { key: &'static str },
    #[error("the net's {key} is '{found}': expected {expected}")]
    Value { key: &'static str, expected: String, found: String },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_key() {
        let header = NetHeader::new("hearts", NetKind::TabledPolicy, "hearts-cards-1");
        let wrong = |key: &str, value: Option<&str>| {
            let mut metadata = header.metadata();
            match value {
                Some(value) => metadata.insert(key.to_owned(), value.to_owned()),
                None => metadata.remove(key),
            };
            header.check(&metadata).unwrap_err().to_string()
        };
        assert_eq!(header.check(&header.metadata()), Ok(()));
        assert_eq!(wrong("game", None), "the metadata of the net have no 'game'");
        assert_eq!(wrong("version", Some("2")), "the net's version is '2': expected 1");
        assert_eq!(wrong("game", Some("ends")), "the net's game is 'ends': expected hearts");
        assert_eq!(wrong("kind", Some("mlp")), "the net's kind is 'mlp': expected tabled-policy");
        assert_eq!(
            wrong("kind", Some("cnn")),
            "the net's kind is 'cnn': expected one of tabled-policy, mlp, action-scorer"
        );
    }
}
