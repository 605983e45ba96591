//! The contract that every game implements, and the types all games share.
//!
//! A [`Game`] is a state machine: the seat to move, the legal moves, the state after a move, and
//! the scores. Every player, human or [`Bot`], receives a [`View`] of what its seat may know, never
//! the state itself. Views keep their fields private to the file that defines them, so a bot cannot
//! look past its view even by mistake. Spectators get a view too, and each game decides what the
//! other seats learn about a move.
//!
//! [`conformance`](crate::play::conformance) checks these guarantees for any game.

use std::error::Error;
use std::fmt;

use thiserror::Error;

use crate::cards::Card;
use crate::random::Random;

use encoding::{Encoder, EncodingError};

mod bots;
mod bounds;
pub mod encoding;
mod net;
pub mod packing;
mod parameters;
mod past;
mod temper;
mod trajectory;

pub use bots::{Bot, BotEntry, BotError, BotSpec, RandomBot, RolloutsError, Weighed, bot};
pub use bounds::Bounds;
pub use net::{ENCODER as NET_ENCODER, NetError, NetPlayer};
pub use parameters::{Expected, Parameter, ParameterError, Setting};
pub use past::{Memory, Past, SeatPast};
pub use temper::Temper;
pub use trajectory::Trajectory;

/// A place at the table, counted from 0.
pub type Seat = usize;

/// The rules of one game as a state machine.
///
/// The state includes the rules, the seed and any explicit deals it was created from. It can
/// therefore be recreated, and a state plus a list of moves determines everything that follows.
///
/// ```
/// use cardcore::game::{Game, View as _};
/// use cardcore::games::ends::{Ends, Rules};
/// use cardcore::games::toy_poker::{Kuhn, ToyPoker};
///
/// /// Plays the first legal move until the game is over; it knows nothing about the game.
/// fn play_first<G: Game>(mut state: G) -> Result<(u32, Vec<i64>), G::IllegalReason> {
///     let (mut moves, mut played) = (Vec::new(), 0);
///     while let Some(seat) = state.to_move() {
///         state.view(seat).legal_moves(&mut moves);
///         state.play(&moves[0])?;
///         played += 1;
///     }
///     Ok((played, state.scores()))
/// }
///
/// assert_eq!(play_first(Ends::new(Rules::default(), 1))?.0, 20);
/// // The first legal move of Kuhn poker is a call: both check, and the higher card wins the antes.
/// let deal = ToyPoker::<Kuhn>::with_deal(&[2, 0])?;
/// assert_eq!(play_first(deal)?, (2, vec![1, -1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Clone + fmt::Debug + PartialEq + Send + Sync + Sized + 'static {
    /// One decision of one seat.
    type Move: Clone + fmt::Debug + PartialEq + Send + Sync + 'static;

    /// What one seat may know about a state.
    type View<'a>: View<Move = Self::Move>;

    /// Why a move is illegal.
    type IllegalReason: Error + Send + Sync + 'static;

    /// The name of the game, as users type it.
    const NAME: &'static str;

    /// Whether the lowest score wins, unless the rules say otherwise.
    const LOW_SCORE_WINS: bool;

    /// Whether this is a perfect-information game. Hidden information is the default.
    const OPEN: bool = false;

    /// Whether the lowest score wins by the rules of this game.
    fn low_score_wins(&self) -> bool {
        Self::LOW_SCORE_WINS
    }

    /// A new game with the same rules and the same explicit deals; everything else random is drawn
    /// from this seed.
    fn new_game(&self, seed: u64) -> Self;

    /// What a match cycles through from one deal to the next, by name: the direction of the pass in
    /// Hearts, the seat of the button in five-card draw. [`new_game`](Game::new_game) begins with
    /// the first. Vectorized environments vary it, so that single deals do not all begin alike.
    fn start_names(&self) -> &'static [&'static str] {
        &["first"]
    }

    /// A new game that begins with one of the [`start_names`](Game::start_names), by its index.
    fn new_game_from(&self, seed: u64, _start: usize) -> Self {
        self.new_game(seed)
    }

    /// The number of seats.
    fn seats(&self) -> usize;

    /// The seat whose turn it is; `None` once the game is over.
    fn to_move(&self) -> Option<Seat>;

    /// The seats that may decide now, the seat to move first. With simultaneous decisions there are
    /// several, and none of them can observe what the others choose.
    fn deciders(&self) -> Vec<Seat> {
        self.to_move().into_iter().collect()
    }

    /// Limits that hold for every game under these rules.
    fn bounds(&self) -> Bounds;

    /// Replace the contents of `moves` with the legal moves of the seat to move, in the game's
    /// fixed order. There is at least one unless the game is over; then there are none.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Whether a move would be in the list of [`legal_moves`](Game::legal_moves) if it were legal. Some
    /// moves are too many to list, such as the amounts of a bet: only a selection of them is.
    fn is_listed(&self, _chosen: &Self::Move) -> bool {
        true
    }

    /// Make a move for the seat to move.
    ///
    /// # Errors
    ///
    /// An illegal move is rejected and leaves the state unchanged.
    fn play(&mut self, chosen: &Self::Move) -> Result<(), Self::IllegalReason>;

    /// The points of every seat so far; the final ones once the game is over.
    fn scores(&self) -> Vec<i64>;

    /// The same in place of what is in a list, which games that last a few moves fill without
    /// allocating.
    fn write_scores(&self, scores: &mut Vec<i64>) {
        *scores = self.scores();
    }

    /// What a seat may know; for `None` or a seat that does not exist, what a spectator may know.
    fn view(&self, viewer: impl Into<Option<Seat>>) -> Self::View<'_>;

    /// A full state consistent with the view: information hidden from the viewer is sampled at
    /// random from all possibilities. In a perfect-information game this is the state itself.
    fn sample(view: &Self::View<'_>, random: &mut Random) -> Self;

    /// A history consistent with the view: the state at the start of the current hand, round or
    /// deal (the whole game if there is only one) and the moves made since. Hidden information is
    /// sampled at random; replaying the moves reproduces the view. In perfect-information games,
    /// and once the game is over, this is the sampled state with no moves.
    fn resample(view: &Self::View<'_>, random: &mut Random) -> Trajectory<Self> {
        Trajectory { start: Self::sample(view, random), moves: Vec::new() }
    }

    /// The rules in force, as the names and values stored in a record.
    fn rules(&self) -> Facts;

    /// What the game was created from besides its rules, as the names and values stored in a
    /// record: `seed` if anything was random, and `deal` or `deals` if they were given explicitly.
    fn start(&self) -> Facts;

    /// The text of a move in this game.
    fn move_text(&self, chosen: &Self::Move) -> String;

    /// What the other seats learn about a move made in this state. It reveals no more than their
    /// views show afterwards. By default, games with hidden information reveal only
    /// [`HIDDEN_MOVE_TEXT`].
    fn public_text(&self, chosen: &Self::Move) -> String {
        if Self::OPEN { self.move_text(chosen) } else { HIDDEN_MOVE_TEXT.to_owned() }
    }

    /// Parse a move from its text. A parsed move is not necessarily legal.
    ///
    /// # Errors
    ///
    /// Text that is not a move of this game, with what was expected.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// The game's bots, weakest first.
    fn bots() -> &'static [BotEntry<Self>];

    /// The observation and action encoder for games under these rules, for reinforcement learning.
    /// Games without one return an error.
    ///
    /// # Errors
    ///
    /// No encoder, or rules under which the encoding would be too large.
    fn encoder(&self) -> Result<Box<dyn Encoder<Self>>, EncodingError> {
        Err(EncodingError::None { game: Self::NAME })
    }
}

/// The public text of a move that is entirely hidden from the other seats.
pub const HIDDEN_MOVE_TEXT: &str = "moves";

/// What one seat, or a spectator, may know about a state.
///
/// ```
/// use cardcore::game::{Fact, Game as _, View as _};
/// use cardcore::games::hearts::{Hearts, Rules, Standard};
///
/// let game = Hearts::new(Rules::standard(Standard::default())?, 7);
/// let hand = |fact| match fact {
///     Some(Fact::List(cards)) => cards.len(),
///     _ => 0,
/// };
/// // A seat sees its own cards, a spectator none.
/// assert_eq!(hand(game.view(0).fact("hand")), 13);
/// assert_eq!(hand(game.view(None).fact("hand")), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait View {
    /// A move of the game.
    type Move;

    /// The names of the game's own facts, in the order they are shown.
    const FACTS: &'static [&'static str];

    /// The seat this view belongs to; `None` for a spectator.
    fn seat(&self) -> Option<Seat>;

    /// The seat whose turn it is; `None` once the game is over.
    fn to_move(&self) -> Option<Seat>;

    /// Replace the contents of `moves` with the legal moves, in the game's fixed order; none unless
    /// it is the viewer's turn.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// The fact with this name; `None` if it is not one of [`Self::FACTS`]. A seat's own cards are
    /// the fact `hand`.
    fn fact(&self, name: &str) -> Option<Fact>;

    /// The current hand, round or deal of a match; `None` if there is only one.
    fn part(&self) -> Option<Part> {
        None
    }

    /// How the last hand, round or deal of a match ended: its `number`, the `scores` of every seat,
    /// and whatever else the game reports. `None` if none has ended.
    fn last(&self) -> Option<Facts> {
        None
    }

    /// How many hands, rounds or deals of the match are over.
    fn past_count(&self) -> usize {
        0
    }

    /// What the viewer knows of one of those that are over, by its index: what [`last`](View::last)
    /// said when it was the last one, the `moves`, and whatever else the game reports.
    fn past_part(&self, _index: usize) -> Option<Facts> {
        None
    }

    /// Everything the viewer may know now, by name: the game's own facts, then `part` and `last`.
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

    /// A legal move chosen uniformly at random; `None` unless it is the viewer's turn.
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
    /// The total number, if it is known.
    pub of: Option<u32>,
}

impl Part {
    /// Its fields, by name.
    #[must_use]
    pub fn facts(&self) -> Facts {
        vec![("kind", self.kind.into()), ("number", self.number.into()), ("of", self.of.into())]
    }
}

/// Named values, in the order they are shown.
pub type Facts = Vec<(&'static str, Fact)>;

/// A value that every front end can represent: a Python object, JSON, a table on a screen.
///
/// ```
/// use cardcore::game::Fact;
///
/// let facts = vec![("trick", 3_u32.into()), ("winner", Fact::from(None::<usize>))];
/// assert_eq!(facts, [("trick", Fact::Number(3)), ("winner", Fact::None)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fact {
    /// No value.
    None,
    /// A boolean.
    Flag(bool),
    /// An integer.
    Number(i64),
    /// A seed: any 64 bits.
    Seed(u64),
    /// Text.
    Text(String),
    /// A card of the standard deck.
    Card(Card),
    /// A small group of values, such as a suit and a value.
    Tuple(Vec<Fact>),
    /// Values of the same kind.
    List(Vec<Fact>),
    /// Named values.
    Map(Facts),
}

impl Fact {
    /// A list of values that convert to facts.
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

/// A move that the rules reject, with its seat, its text and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seat {seat}, move '{text}': {reason}")]
pub struct IllegalMove {
    /// The seat to move.
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
    /// An error for this text and reason.
    pub fn new(text: &str, reason: impl fmt::Display) -> Self {
        Self { text: text.to_owned(), reason: reason.to_string() }
    }
}
