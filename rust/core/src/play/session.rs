//! A game on a table: a state together with how it came about, so that it can be recorded and
//! played again move by move.

use thiserror::Error;

use crate::game::{Fact, Game, IllegalMove, MoveError, Seat};

/// Where the cards of a game came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The seed of everything random, if there is anything.
    pub seed: Option<u64>,
    /// The deal, if it was given instead of drawn from the seed.
    pub deal: Option<Fact>,
}

/// A state, where it came from, and the moves that led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Session<G: Game> {
    state: G,
    origin: Option<Origin>,
    history: Vec<String>,
}

impl<G: Game> Session<G> {
    /// A new game. One without an origin, such as a state sampled from a view, can be played but
    /// not recorded.
    #[must_use]
    pub const fn new(state: G, origin: Option<Origin>) -> Self {
        Self { state, origin, history: Vec::new() }
    }

    /// The state of the game.
    #[must_use]
    pub const fn state(&self) -> &G {
        &self.state
    }

    /// Where the game came from.
    #[must_use]
    pub const fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// The moves made so far, as text.
    #[must_use]
    pub fn history(&self) -> &[String] {
        &self.history
    }

    /// The legal moves of the seat to move.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.state.legal_moves(&mut moves);
        moves
    }

    /// Make a move.
    ///
    /// # Errors
    ///
    /// A move after the end of the game or an illegal move; nothing is changed.
    pub fn play(&mut self, chosen: &G::Move) -> Result<(), PlayError> {
        let text = self.state.move_text(chosen);
        let Some(seat) = self.state.to_move() else { return Err(PlayError::Over { text }) };
        match self.state.play(chosen) {
            Ok(()) => {
                self.history.push(text);
                Ok(())
            }
            Err(refusal) => Err(refuse(seat, text, &refusal)),
        }
    }

    /// Make a move given as text.
    ///
    /// # Errors
    ///
    /// Text that is no move, a move after the end, an illegal move; nothing is changed.
    pub fn play_text(&mut self, text: &str) -> Result<(), PlayError> {
        let chosen = self.state.parse_move(text)?;
        self.play(&chosen)
    }
}

fn refuse(seat: Seat, text: String, refusal: &impl std::error::Error) -> PlayError {
    PlayError::Illegal(IllegalMove { seat, text, reason: refusal.to_string() })
}

/// Why a move was not made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The text is no move of the game.
    #[error(transparent)]
    Unreadable(#[from] MoveError),
    /// The rules refuse the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game is over.
    #[error("move '{text}': the game is over")]
    Over {
        /// The move as text.
        text: String,
    },
}
