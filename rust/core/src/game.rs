//! The contract every game keeps, and what belongs to no game in particular.
//!
//! A [`Game`] is a state machine: whose turn it is, which moves are legal, what a move leads to,
//! and the scores. Whoever decides, person or [`Bot`], is handed a [`View`]: what one seat may
//! know, and never the state itself. Views keep their fields private to the file that defines
//! them, so a bot cannot look past its view even by mistake. A bystander has a view too, and what
//! the others hear of a move is up to the game as well.
//!
//! [`conformance`](crate::play::conformance) checks all that is promised here for any game.

use std::error::Error;
use std::fmt;

use thiserror::Error;

use crate::cards::Card;
use crate::random::Random;

use encoding::{Encoder, EncodingError};

mod bots;
mod bounds;
pub mod encoding;
mod parameters;
mod trajectory;

pub use bots::{Bot, BotEntry, BotError, BotSpec, RandomBot, Weighed, bot};
pub use bounds::Bounds;
pub use parameters::{Expected, Parameter, ParameterError, Setting};
pub use trajectory::Trajectory;

/// A place at the table, counted from 0.
pub type Seat = usize;

/// The rules of one game as a state machine.
///
/// Rules and start are part of the state: it knows the seed and the deals that it was made from,
/// so that it can be made again, and so that a state and a list of moves determine everything that
/// follows.
pub trait Game: Clone + fmt::Debug + PartialEq + Send + Sync + Sized + 'static {
    /// One decision of one seat.
    type Move: Clone + fmt::Debug + PartialEq + Send + Sync + 'static;

    /// What one seat may know of a state.
    type View<'a>: View<Move = Self::Move>;

    /// Why a move is illegal.
    type Refusal: Error + Send + Sync + 'static;

    /// The name of the game, as users type it.
    const NAME: &'static str;

    /// Whether a lower score is the better one.
    const LOW_SCORE_WINS: bool;

    /// Whether every seat sees everything. A game that does not say so hides something.
    const OPEN: bool = false;

    /// A new game under the same rules and with the same given deals, with everything else that is
    /// random drawn from this seed.
    fn new_game(&self, seed: u64) -> Self;

    /// How many seats the table has.
    fn seats(&self) -> usize;

    /// The seat whose turn it is; `None` once the game is over.
    fn to_move(&self) -> Option<Seat>;

    /// The seats that may decide now, the seat to move first. More than one where players decide
    /// at the same time: none of them can observe what another of them chooses.
    fn deciders(&self) -> Vec<Seat> {
        self.to_move().into_iter().collect()
    }

    /// What every game under these rules stays within.
    fn bounds(&self) -> Bounds;

    /// Put the legal moves of the seat to move into `moves`, in the game's fixed order, in place
    /// of what was there. There is at least one unless the game is over; then there is none.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Make a move for the seat to move.
    ///
    /// # Errors
    ///
    /// An illegal move is refused and leaves the state as it was.
    fn play(&mut self, chosen: &Self::Move) -> Result<(), Self::Refusal>;

    /// The points of every seat so far; the final ones once the game is over.
    fn scores(&self) -> Vec<i64>;

    /// What a seat may know; of `None`, and of a seat that does not exist, what a bystander may.
    fn view(&self, viewer: impl Into<Option<Seat>>) -> Self::View<'_>;

    /// A full state that is consistent with everything the view shows: what is hidden from the
    /// viewer is drawn at random among what it may be. Where nothing is hidden it is the state.
    fn sample(view: &Self::View<'_>, random: &mut Random) -> Self;

    /// A history consistent with everything the view shows: the state at the beginning of the
    /// hand, round or deal under way, which is the whole game where there is only one, and the
    /// moves made since. What is hidden from the viewer is drawn at random; replaying the moves
    /// shows the same view again. Where nothing is hidden, and once the game is over, it is the
    /// sampled state with no moves.
    fn resample(view: &Self::View<'_>, random: &mut Random) -> Trajectory<Self> {
        Trajectory { start: Self::sample(view, random), moves: Vec::new() }
    }

    /// The rules in force, as the names and values a record keeps.
    fn rules(&self) -> Facts;

    /// What the game was made from besides its rules, as the names and values a record keeps:
    /// `seed` if anything was random, and `deal` or `deals` if they were given.
    fn start(&self) -> Facts;

    /// The text of a move in this game.
    fn move_text(&self, chosen: &Self::Move) -> String;

    /// What everybody else hears of a move that is made in this state. It tells nobody more than
    /// they see afterwards. A game that hides something and does not say what is heard of a move
    /// lets the others hear nothing but [`UNHEARD`].
    fn public_text(&self, chosen: &Self::Move) -> String {
        if Self::OPEN { self.move_text(chosen) } else { UNHEARD.to_owned() }
    }

    /// Read a move from its text. That the text is a move does not make it legal.
    ///
    /// # Errors
    ///
    /// Text that is not a move of this game, with what was expected.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// The game's own players, weakest first.
    fn bots() -> &'static [BotEntry<Self>];

    /// What puts games under these rules into numbers, for programs that learn. A game that does not
    /// say so has none.
    ///
    /// # Errors
    ///
    /// Rules under which there would be too many numbers.
    fn encoder(&self) -> Result<Box<dyn Encoder<Self>>, EncodingError> {
        Err(EncodingError::None { game: Self::NAME })
    }
}

/// What is heard of a move of which nothing may be known.
pub const UNHEARD: &str = "moves";

/// What one seat, or a bystander, may know of a state.
pub trait View {
    /// A move of the game.
    type Move;

    /// The names of the game's own facts, in the order they are shown.
    const FACTS: &'static [&'static str];

    /// The seat that is looking; `None` for a bystander.
    fn seat(&self) -> Option<Seat>;

    /// The seat whose turn it is; `None` once the game is over.
    fn to_move(&self) -> Option<Seat>;

    /// Put the legal moves into `moves` in the game's fixed order, in place of what was there;
    /// none unless it is the viewer's turn.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// The fact of this name; `None` if it is not one of [`Self::FACTS`]. A seat with cards of
    /// its own has them as `hand`.
    fn fact(&self, name: &str) -> Option<Fact>;

    /// Which hand, round or deal of a match is being played; `None` if there is only one.
    fn part(&self) -> Option<Part> {
        None
    }

    /// How the last hand, round or deal of a match ended: its `number`, the `scores` it brought
    /// every seat, and what else the game tells. `None` if none has ended.
    fn last(&self) -> Option<Facts> {
        None
    }

    /// Everything the viewer may know, by name: the game's own facts, then `part` and `last`.
    fn facts(&self) -> Facts {
        let own = Self::FACTS.iter().filter_map(|&name| Some((name, self.fact(name)?)));
        own.chain([
            ("part", self.part().map(|part| part.facts()).into()),
            ("last", self.last().into()),
        ])
        .collect()
    }

    /// Whether the viewer is the seat whose turn it is.
    fn is_my_turn(&self) -> bool {
        self.to_move().is_some_and(|seat| self.seat() == Some(seat))
    }

    /// One of the legal moves, each equally likely; `None` unless it is the viewer's turn.
    fn random_move(&self, random: &mut Random) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let index = random.below(u32::try_from(moves.len()).unwrap_or(u32::MAX)) as usize;
        (index < moves.len()).then(|| moves.swap_remove(index))
    }
}

/// A hand, round or deal of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is called: `hand`, `round` or `deal`.
    pub kind: &'static str,
    /// Its number, from 1.
    pub number: u32,
    /// How many there are in all, if that is known.
    pub of: Option<u32>,
}

impl Part {
    /// What it is, by name.
    #[must_use]
    pub fn facts(&self) -> Facts {
        vec![("kind", self.kind.into()), ("number", self.number.into()), ("of", self.of.into())]
    }
}

/// Named values, in the order they are shown.
pub type Facts = Vec<(&'static str, Fact)>;

/// A value in a form that every front end can carry: Python objects, JSON, a table on a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fact {
    /// Nothing there.
    None,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A seed: any 64 bits.
    Seed(u64),
    /// Words.
    Text(String),
    /// A card of the 52.
    Card(Card),
    /// A few values that belong together, such as a suit and a value.
    Tuple(Vec<Fact>),
    /// Values of one kind.
    List(Vec<Fact>),
    /// Named values.
    Map(Facts),
}

impl Fact {
    /// A list of anything that is a fact.
    pub fn list<T: Into<Self>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl From<bool> for Fact {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<i64> for Fact {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Fact {
    fn from(number: u32) -> Self {
        Self::Number(i64::from(number))
    }
}

impl From<usize> for Fact {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<&str> for Fact {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Fact {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Facts> for Fact {
    fn from(facts: Facts) -> Self {
        Self::Map(facts)
    }
}

impl From<Card> for Fact {
    fn from(card: Card) -> Self {
        Self::Card(card)
    }
}

impl<T: Into<Self>> From<Option<T>> for Fact {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}

/// A move that the rules refuse, with its seat, its text and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seat {seat}, move '{text}': {reason}")]
pub struct IllegalMove {
    /// Whose turn it was.
    pub seat: Seat,
    /// The move as text.
    pub text: String,
    /// Why it is illegal.
    pub reason: String,
}

/// Text that is not a move of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move '{text}': {reason}")]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// What is wrong with it and what was expected.
    pub reason: String,
}

impl MoveError {
    /// The error for this text and reason.
    pub fn new(text: &str, reason: impl fmt::Display) -> Self {
        Self { text: text.to_owned(), reason: reason.to_string() }
    }
}
