//! Networks as bots: any game with an encoder is played by a multilayer perceptron from a file.
//!
//! `net:FILE` names the file, in the format of [`nets`](crate::nets). A network of kind `mlp` has one
//! output for every numbered action, one of kind `action-scorer` one output for an observation
//! followed by the features of a move. The legal action with the highest output is chosen, the first
//! of equals, or one is drawn with the probabilities that softmax makes of the outputs.
//!
//! The metadata repeat the layout of the inputs, so a network that was trained under other rules or
//! with an older encoder is refused instead of playing nonsense.

use std::fmt;
use std::io::Read as _;
use std::sync::Arc;

use smallvec::SmallVec;
use thiserror::Error;

use super::encoding::{
    ActionSpace, Actions, Composed, Encoder, EncodingError, Features, Section, encoder, total_size,
};
use super::{Bot, Game, View as _};
use crate::nets::{
    HeaderError, Mlp, MlpError, NetHeader, NetKind, TensorError, TensorFile, Trace, softmax,
};
use crate::random::Random;

/// The name and version of the inputs: the sections of the game's encoder.
pub const ENCODER: &str = "sections-1";

/// A network that plays games under some rules.
pub struct NetPlayer<G: Game> {
    net: Mlp,
    encoder: Box<dyn Encoder<G>>,
    actions: Actions,
    features: Features,
    is_sampled: bool,
    /// The sizes of a basic observation, of all of it, and of a move's features.
    basic: usize,
    observation: usize,
    described: usize,
}

impl<G: Game> NetPlayer<G> {
    /// Read a file for games under the rules of this one.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, and those of [`from_file`](Self::from_file).
    pub fn load(path: &str, game: &G) -> Result<Self, NetError> {
        let read = |error: std::io::Error| NetError::Read { reason: error.to_string() };
        let mut content = Vec::new();
        // A special file may have no end.
        let most = TensorFile::MAX_BYTES as u64 + 1;
        let file = std::fs::File::open(path).map_err(read)?;
        file.take(most).read_to_end(&mut content).map_err(read)?;
        Self::from_file(&TensorFile::from_bytes(&content)?, game)
    }

    /// A player from a file's content, for games under the rules of this one.
    ///
    /// # Errors
    ///
    /// A net of another game, kind or encoder; inputs or outputs that do not fit the rules.
    pub fn from_file(file: &TensorFile, game: &G) -> Result<Self, NetError> {
        let header = NetHeader::read(&file.metadata)?;
        let expect = |key: &'static str, expected: &str, found: &str| {
            if expected == found {
                return Ok(());
            }
            let (expected, found) = (expected.to_owned(), found.to_owned());
            Err(HeaderError::Value { key, expected, found })
        };
        expect("game", G::NAME, &header.game)?;
        expect("encoder", ENCODER, &header.encoder)?;
        let actions = match header.kind {
            NetKind::ActionScorer => Actions::Listed,
            NetKind::Mlp => Actions::Numbered(choice(
                file,
                "actions",
                &[("factored", ActionSpace::Factored), ("flat", ActionSpace::Flat)],
            )?),
            NetKind::TabledPolicy => {
                expect("kind", "mlp or action-scorer", header.kind.name())?;
                Actions::Listed
            }
        };
        let features =
            choice(file, "features", &[("basic", Features::Basic), ("full", Features::Full)])?;
        let is_sampled = choice(file, "choice", &[("best", false), ("sample", true)])?;
        let encoder = encoder(game)?;
        let sections = features.sections(encoder.as_ref());
        let moves = encoder.move_sections();
        let layout = |key: &'static str, sections: &[Section]| {
            let value = file.metadata.get(key).ok_or(HeaderError::Missing { key })?;
            expect(key, &layout(sections), value)
        };
        layout("observation", &sections)?;
        if actions == Actions::Listed {
            layout("move", &moves)?;
        }
        let net = Mlp::from_file(file)?;
        let (observation, described) = (total_size(&sections), total_size(&moves));
        let (inputs, outputs) = match actions {
            Actions::Numbered(space) => (observation, encoder.action_count(space)),
            Actions::Listed => (observation + described, 1),
        };
        for (what, expected, found) in
            [("inputs", inputs, net.inputs()), ("outputs", outputs, net.outputs())]
        {
            if expected != found {
                return Err(NetError::Size { what, expected, found });
            }
        }
        let basic = total_size(&encoder.sections());
        Ok(Self { net, encoder, actions, features, is_sampled, basic, observation, described })
    }

    fn observe(&self, view: &G::View<'_>, picked: &[u32], numbers: &mut Vec<f32>) {
        numbers.clear();
        numbers.resize(self.observation, 0.0);
        self.features.observe(self.encoder.as_ref(), view, picked, self.basic, numbers);
    }

    /// The index of the chosen score; `None` if there is none.
    fn pick(&self, scores: &mut [f32], random: &mut Random) -> Option<usize> {
        if self.is_sampled && scores.len() > 1 {
            softmax(scores);
            let mut rest = random.unit() as f32;
            let drawn = scores.iter().position(|&chance| {
                rest -= chance;
                rest < 0.0
            });
            return drawn.or_else(|| best(scores));
        }
        best(scores)
    }
}

/// The sections of an observation or a move as in the metadata: names with sizes.
#[must_use]
fn layout(sections: &[Section]) -> String {
    let section = |section: &Section| format!("{} {}", section.name, section.size);
    sections.iter().map(section).collect::<Vec<_>>().join(", ")
}

/// A value of the metadata that is one of a few.
fn choice<T: Copy>(
    file: &TensorFile,
    key: &'static str,
    known: &[(&'static str, T)],
) -> Result<T, HeaderError> {
    let found = file.metadata.get(key).ok_or(HeaderError::Missing { key })?;
    let value = known.iter().find(|(name, _)| name == found).map(|&(_, value)| value);
    value.ok_or_else(|| {
        let names: Vec<_> = known.iter().map(|&(name, _)| name).collect();
        let expected = format!("one of {}", names.join(", "));
        HeaderError::Value { key, expected, found: found.clone() }
    })
}

/// The first index of the highest score.
fn best(scores: &[f32]) -> Option<usize> {
    let mut best: Option<(usize, f32)> = None;
    for (index, &score) in scores.iter().enumerate() {
        if best.is_none_or(|(_, highest)| score > highest) {
            best = Some((index, score));
        }
    }
    best.map(|(index, _)| index)
}

impl<G: Game> fmt::Debug for NetPlayer<G> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("NetPlayer");
        shown.field("game", &G::NAME).field("inputs", &self.net.inputs()).finish_non_exhaustive()
    }
}

/// One seat's use of a network, with buffers that are used again.
pub(super) struct NetBot<G: Game> {
    player: Arc<NetPlayer<G>>,
    trace: Trace,
    numbers: Vec<f32>,
    sums: Vec<f32>,
    mask: Vec<u8>,
    scores: Vec<f32>,
    moves: Vec<G::Move>,
}

impl<G: Game> NetBot<G> {
    pub(super) fn new(player: &Arc<NetPlayer<G>>) -> Self {
        Self {
            player: Arc::clone(player),
            trace: Trace::default(),
            numbers: Vec::new(),
            sums: Vec::new(),
            mask: Vec::new(),
            scores: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// The next numbered action after those picked.
    fn action(
        &mut self,
        view: &G::View<'_>,
        space: ActionSpace,
        picked: &[u32],
        random: &mut Random,
    ) -> Option<u32> {
        let player = &self.player;
        self.mask.clear();
        self.mask.resize(player.encoder.action_count(space), 0);
        player.encoder.mask(view, space, picked, &mut self.mask);
        let allowed = || (0_u32..).zip(&self.mask).filter(|(_, allowed)| **allowed == 1);
        if allowed().nth(1).is_none() {
            return allowed().next().map(|(action, _)| action);
        }
        player.observe(view, picked, &mut self.numbers);
        let outputs = player.net.forward(&self.numbers, &mut self.trace);
        self.scores.clear();
        self.scores.extend(allowed().filter_map(|(action, _)| outputs.get(action as usize)));
        let index = player.pick(&mut self.scores, random)?;
        allowed().nth(index).map(|(action, _)| action)
    }

    /// One of the legal moves, by their features.
    fn listed(&mut self, view: &G::View<'_>, random: &mut Random) -> Option<G::Move> {
        let player = &self.player;
        view.legal_moves(&mut self.moves);
        if self.moves.len() > 1 {
            player.observe(view, &[], &mut self.numbers);
            player.net.begin(&self.numbers, &mut self.sums);
            self.scores.clear();
            for chosen in &self.moves {
                self.numbers.clear();
                self.numbers.resize(player.described, 0.0);
                player.encoder.describe_move(view, chosen, &mut self.numbers);
                let first = player.observation;
                let outputs =
                    player.net.forward_from(&self.sums, &self.numbers, first, &mut self.trace);
                self.scores.extend(outputs.first());
            }
            let index = player.pick(&mut self.scores, random)?;
            return self.moves.get(index).cloned();
        }
        self.moves.pop()
    }
}

impl<G: Game> Bot<G> for NetBot<G> {
    fn choose(&mut self, view: &G::View<'_>, random: &mut Random) -> Option<G::Move> {
        let Actions::Numbered(space) = self.player.actions else {
            return self.listed(view, random);
        };
        let mut picked: SmallVec<[u32; 8]> = SmallVec::new();
        loop {
            let action = self.action(view, space, &picked, random)?;
            match self.player.encoder.compose(view, space, &picked, action)? {
                Composed::Partial => picked.push(action),
                Composed::Complete(chosen) => return Some(chosen),
            }
        }
    }
}

/// Why a file is no network for a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum NetError {
    #[error("the file cannot be read: {reason}")]
    Read { reason: String },
    #[error("the name of its file is missing, expected net:FILE")]
    NoFile,
    #[error(transparent)]
    Tensor(#[from] TensorError),
    #[error(transparent)]
    Header(#[from] HeaderError),
    #[error(transparent)]
    Mlp(#[from] MlpError),
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    #[error("the net has {found} {what}: expected {expected} under these rules")]
    Size { what: &'static str, expected: usize, found: usize },
}
