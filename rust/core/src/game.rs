//! The contract every game keeps, and what belongs to no game in particular.
//!
//! A [`Game`] is a state machine: whose turn it is, which moves are legal, what a move leads to,
//! and the scores. Whoever decides, person or [`Bot`], is handed a [`View`]: what one seat may
//! know, and never the state itself. Views keep their fields private to the file that defines
//! them, so a bot cannot look past its view even by mistake.
//!
//! [`conformance`](crate::play::conformance) checks all that is promised here for any game.

use std::error::Error;
use std::fmt;

use thiserror::Error;

use crate::cards::Card;
use crate::random::Random;

/// A place at the table, counted from 0.
pub type Seat = usize;

/// The rules of one game as a state machine.
///
/// Randomness is part of the state: a state that still has something to deal carries the seed
/// for it, so that a state and a list of moves determine everything that follows.
pub trait Game: Clone + fmt::Debug + PartialEq + Send + Sync + Sized + 'static {
    /// One decision of one seat.
    type Move: Clone + fmt::Debug + PartialEq + Send + Sync;

    /// What one seat may know of a state.
    type View<'a>: View<Move = Self::Move>;

    /// Why a move is illegal.
    type Refusal: Error + Send + Sync + 'static;

    /// The name of the game, as users type it.
    const NAME: &'static str;

    /// Whether a lower score is the better one.
    const LOW_SCORE_WINS: bool;

    /// A new game under the same rules, with everything random drawn from this seed.
    fn new_game(&self, seed: u64) -> Self;

    /// How many seats the table has.
    fn seats(&self) -> usize;

    /// The seat whose turn it is; `None` once the game is over.
    fn to_move(&self) -> Option<Seat>;

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

    /// What this seat may know. A seat that does not exist sees what a bystander sees.
    fn view(&self, seat: Seat) -> Self::View<'_>;

    /// A full state that is consistent with everything the view shows: what is hidden from the
    /// seat is drawn at random among what it may be. Where nothing is hidden it is the state.
    fn sample(view: &Self::View<'_>, random: &mut Random) -> Self;

    /// The rules in force, as the names and values a record keeps.
    fn rules(&self) -> Facts;

    /// The text of a move in this game.
    fn move_text(&self, chosen: &Self::Move) -> String;

    /// Read a move from its text. That the text is a move does not make it legal.
    ///
    /// # Errors
    ///
    /// Text that is no move of this game, with what was expected.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// The game's own players, weakest first.
    fn bots() -> &'static [BotEntry<Self>];
}

/// What one seat may know of a state.
pub trait View {
    /// A move of the game.
    type Move;

    /// The seat that is looking.
    fn seat(&self) -> Seat;

    /// The seat whose turn it is; `None` once the game is over.
    fn to_move(&self) -> Option<Seat>;

    /// Put the legal moves into `moves` in the game's fixed order, in place of what was there;
    /// none unless it is this seat's turn.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Everything the seat may know, by name. A seat with cards of its own has them as `hand`.
    fn facts(&self) -> Facts;

    /// One of the legal moves, each equally likely; `None` unless it is this seat's turn.
    fn random_move(&self, random: &mut Random) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let index = random.below(u32::try_from(moves.len()).unwrap_or(u32::MAX)) as usize;
        (index < moves.len()).then(|| moves.swap_remove(index))
    }
}

/// A player that is part of the library.
pub trait Bot<G: Game>: Send + Sync {
    /// Choose one of the legal moves; `None` if there is none to choose from.
    ///
    /// Everything random in the choice comes from `random`.
    fn choose(&mut self, view: &G::View<'_>, random: &mut Random) -> Option<G::Move>;
}

/// A bot that users can ask for by name.
#[derive(Debug)]
pub struct BotEntry<G: Game> {
    /// The name users type.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Seat a new one.
    pub make: fn() -> Box<dyn Bot<G>>,
}

/// The bot of this name.
///
/// # Errors
///
/// A name that the game does not have, with those it has.
pub fn bot<G: Game>(name: &str) -> Result<Box<dyn Bot<G>>, UnknownBot> {
    match G::bots().iter().find(|entry| entry.name == name) {
        Some(entry) => Ok((entry.make)()),
        None => Err(UnknownBot {
            name: name.to_owned(),
            game: G::NAME,
            known: G::bots().iter().map(|entry| entry.name).collect(),
        }),
    }
}

/// The bot that takes any legal move, each equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl RandomBot {
    /// The entry that every game lists.
    #[must_use]
    pub const fn entry<G: Game>() -> BotEntry<G> {
        BotEntry {
            name: "random",
            summary: "any legal move, each equally likely",
            make: || Box::new(Self),
        }
    }
}

impl<G: Game> Bot<G> for RandomBot {
    fn choose(&mut self, view: &G::View<'_>, random: &mut Random) -> Option<G::Move> {
        view.random_move(random)
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

/// Text that is no move of the game.
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

/// A bot that the game does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown bot '{name}' for {game}, expected one of {}", known.join(", "))]
pub struct UnknownBot {
    /// The name asked for.
    pub name: String,
    /// The game.
    pub game: &'static str,
    /// The names there are.
    pub known: Vec<&'static str>,
}
