//! The value of a deal with all hands open, at the start of a trick: what it will add to every score,
//! as a learned net estimates it if all seats play by the learned policy.
//!
//! The seats are numbered from the one that leads. The inputs are zeros and ones: who holds which
//! card, the points that every seat has, whether one seat has them all, and whether hearts may be
//! led. The outputs are what each seat's score will be less the points it has, in tens of points.

use smallvec::SmallVec;

use super::compact::{Compact, Deck, SEATS, each};
use crate::nets::{HeaderError, Mlp, MlpError, NetHeader, NetKind, TensorFile, Trace};

/// The name and version of these inputs.
pub(super) const ENCODER: &str = "hearts-open-1";

/// The inputs that are one.
pub(super) type Ones = SmallVec<[u16; 96]>;

/// The columns for the points of a seat.
const POINTS: usize = 8;

/// A unit of the outputs, in points.
pub(super) const UNIT: f32 = 10.0;

/// The number of inputs.
pub(super) const fn inputs(seats: usize) -> usize {
    seats * 52 + seats * POINTS + seats + 2 + 1
}

/// The inputs that are one for a deal at the start of a trick.
pub(super) fn ones(deck: &Deck, position: &Compact) -> Ones {
    let mut ones = Ones::new();
    let (seats, leader) = (deck.seats.min(SEATS), usize::from(position.turn));
    let points = |seat: usize| usize::from(position.points[seat % SEATS]);
    for place in 0..seats {
        let seat = (leader + place) % seats;
        ones.extend(each(position.hands[seat]).map(|card| (place * 52) as u16 + card as u16));
        let limits = [0, 1, 3, 6, 12, 15, 20];
        let column: usize = limits.iter().map(|&limit| usize::from(points(seat) > limit)).sum();
        ones.push((seats * 52 + place * POINTS + column) as u16);
    }
    let takers = (0..seats).filter(|&seat| points(seat) > 0).count();
    let moon = match position.only_taker(deck) {
        Some(taker) => (taker + seats - leader) % seats,
        None => seats + usize::from(takers > 0),
    };
    let base = seats * (52 + POINTS);
    ones.push((base + moon) as u16);
    if position.hearts_open {
        ones.push((base + seats + 2) as u16);
    }
    ones
}

/// A value net for one number of players.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueNet {
    players: usize,
    net: Mlp,
}

impl ValueNet {
    /// A net with its inputs and outputs; `None` if their numbers are wrong.
    pub(super) fn new(players: usize, net: Mlp) -> Option<Self> {
        let fits = net.inputs() == inputs(players) && net.outputs() == players;
        fits.then_some(Self { players, net })
    }

    /// The number of players it is for.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Read the net of a file.
    ///
    /// # Errors
    ///
    /// A file of something else.
    pub fn from_file(file: &TensorFile) -> Result<Self, ValueError> {
        Self::header().check(&file.metadata)?;
        let net = Mlp::from_file(file)?;
        let players = file.metadata.get("players").and_then(|players| players.parse().ok());
        let players = players.filter(|players| (3..=6).contains(players));
        let (inputs, outputs) = (net.inputs(), net.outputs());
        let read = players.and_then(|players| Self::new(players, net));
        read.ok_or(ValueError::Size { inputs, outputs })
    }

    /// Write it into a file.
    #[must_use]
    pub fn to_file(&self) -> TensorFile {
        let mut file = TensorFile { metadata: Self::header().metadata(), ..Default::default() };
        file.metadata.insert("players".to_owned(), self.players.to_string());
        self.net.write(&mut file);
        file
    }

    fn header() -> NetHeader {
        NetHeader::new("hearts", NetKind::Mlp, ENCODER)
    }

    /// What a deal at the start of a trick will have added to every score at its end.
    pub(super) fn scores(
        &self,
        deck: &Deck,
        position: &Compact,
        trace: &mut Trace,
    ) -> [f32; SEATS] {
        let leader = usize::from(position.turn);
        let outputs = self.net.forward_ones(&ones(deck, position), trace);
        let mut scores = position.points.map(f32::from);
        for (place, &rest) in outputs.iter().enumerate().take(deck.seats) {
            scores[(leader + place) % deck.seats % SEATS] += UNIT * rest;
        }
        scores
    }
}

/// Why a file is not a value net of Hearts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// Metadata of something else.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// Tensors that are not a net.
    #[error(transparent)]
    Net(#[from] MlpError),
    /// Another number of players, inputs or outputs.
    #[error(
        "expected a net for 3 to 6 players, found one of {inputs} inputs and {outputs} outputs"
    )]
    Size {
        /// The number of inputs.
        inputs: usize,
        /// The number of outputs.
        outputs: usize,
    },
}
