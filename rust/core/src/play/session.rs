//! A game in progress: a state with its history, so that it can be shown, recorded and replayed
//! move by move.

use std::sync::Arc;

use thiserror::Error;

use crate::game::{Facts, Game, IllegalMove, MoveError, Seat, Trajectory, View as _};
use crate::random::Random;

/// A played move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The seat that played it.
    pub seat: Seat,
    /// Its text.
    pub text: String,
    /// What the other seats were told, if it differs from the text.
    public: Option<String>,
}

impl PlayedMove {
    /// The move as a seat or, for `None`, a spectator was told.
    #[must_use]
    pub fn text_for(&self, viewer: Option<Seat>) -> &str {
        let own = viewer == Some(self.seat);
        self.public.as_deref().filter(|_| !own).unwrap_or(&self.text)
    }
}

/// A state and the moves that led to it.
///
/// ```
/// use cardcore::games::ends::{Ends, Row, Rules};
/// use cardcore::play::Session;
///
/// let row = Row::new(vec![3, 1, 2])?;
/// let mut session = Session::new(Ends::with_row(Rules::default(), row));
/// session.play_text("L")?;
/// assert_eq!(session.history()[0].text, "L");
/// // What is wrong changes nothing.
/// assert!(session.play_text("middle").is_err());
/// assert_eq!(session.history().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Session<G: Game> {
    state: G,
    is_dealt: bool,
    /// Shared with existing views; most are dropped before the next move.
    history: Arc<Vec<PlayedMove>>,
    /// The same moves as the game knows them: what a text means may depend on the position.
    moves: Arc<Vec<G::Move>>,
}

impl<G: Game> Session<G> {
    /// A game starting from this state.
    #[must_use]
    pub fn new(state: G) -> Self {
        Self { state, is_dealt: true, history: Arc::default(), moves: Arc::default() }
    }

    /// A game that continues from a state sampled from a view: it can be played, but it was never
    /// dealt and has no start.
    #[must_use]
    pub fn sampled(state: G) -> Self {
        Self { is_dealt: false, ..Self::new(state) }
    }

    /// The same game without a start: one that began otherwise than records tell.
    #[must_use]
    pub fn without_start(self) -> Self {
        Self { is_dealt: false, ..self }
    }

    /// A game replayed move by move from a trajectory. One that starts with a later hand, round or
    /// deal of a match has no start of its own.
    ///
    /// # Errors
    ///
    /// An illegal move.
    pub fn replay(trajectory: Trajectory<G>) -> Result<Self, PlayError> {
        let Trajectory { start, moves } = trajectory;
        let is_whole = start.view(None).part().is_none_or(|part| part.number == 1);
        let is_dealt = is_whole && start.to_move().is_some();
        let mut session = Self { is_dealt, ..Self::new(start) };
        for chosen in &moves {
            session.play(chosen)?;
        }
        Ok(session)
    }

    /// A game that a seat or, for `None`, a spectator cannot distinguish from this one, with the
    /// history of the current hand, round or deal. In perfect-information games it is this one.
    ///
    /// # Errors
    ///
    /// None, unless the game violates its contract.
    pub fn resample(&self, viewer: Option<Seat>, random: &mut Random) -> Result<Self, PlayError> {
        if G::OPEN {
            return Ok(self.clone());
        }
        Self::replay(G::resample(&self.state.view(viewer), random))
    }

    /// The game as one of several simultaneous deciders sees it: earlier deciders have made
    /// arbitrary choices, which it cannot observe. `None` for a seat that may not decide now.
    #[must_use]
    pub fn at_turn_of(&self, seat: Seat) -> Option<Self> {
        if !self.state.deciders().contains(&seat) {
            return None;
        }
        let mut session = self.clone();
        while session.state.to_move() != Some(seat) {
            let chosen = session.legal_moves().into_iter().next()?;
            session.play(&chosen).ok()?;
        }
        Some(session)
    }

    /// The state of the game.
    #[must_use]
    pub const fn state(&self) -> &G {
        &self.state
    }

    /// What the game was created from; `None` if it was sampled.
    #[must_use]
    pub fn start(&self) -> Option<Facts> {
        self.is_dealt.then(|| self.state.start())
    }

    /// The moves made so far.
    #[must_use]
    pub const fn history(&self) -> &Arc<Vec<PlayedMove>> {
        &self.history
    }

    /// The moves made so far with their seats: what nobody was told is part of them.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (Seat, &G::Move)> {
        self.history.iter().map(|made| made.seat).zip(self.moves.iter())
    }

    /// The legal moves of the seat to move.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.state.legal_moves(&mut moves);
        moves
    }

    /// Play a move.
    ///
    /// # Errors
    ///
    /// A move after the end of the game, or an illegal move; nothing changes.
    pub fn play(&mut self, chosen: &G::Move) -> Result<(), PlayError> {
        let text = self.state.move_text(chosen);
        let Some(seat) = self.state.to_move() else { return Err(PlayError::Over { text }) };
        let public = Some(self.state.public_text(chosen)).filter(|public| *public != text);
        match self.state.play(chosen) {
            Ok(()) => {
                Arc::make_mut(&mut self.history).push(PlayedMove { seat, text, public });
                Arc::make_mut(&mut self.moves).push(chosen.clone());
                Ok(())
            }
            Err(illegal) => {
                let reason = illegal.to_string();
                Err(PlayError::Illegal(IllegalMove { seat, text, reason }))
            }
        }
    }

    /// Play a move given as text.
    ///
    /// # Errors
    ///
    /// Text that is not a move, a move after the end, an illegal move; nothing changes.
    pub fn play_text(&mut self, text: &str) -> Result<(), PlayError> {
        let chosen = self.state.parse_move(text)?;
        self.play(&chosen)
    }
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The text is not a move of the game.
    #[error(transparent)]
    Unreadable(#[from] MoveError),
    /// The rules reject the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game is over.
    #[error("move '{text}': the game is over")]
    Over {
        /// The move as text.
        text: String,
    },
}
