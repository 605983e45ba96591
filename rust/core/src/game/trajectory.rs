//! A history: a state and the moves made since.

use super::Game;

/// A state and the moves made since.
///
/// [`Game::resample`] samples one that the viewer cannot distinguish from what happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory<G: Game> {
    /// The state before the first of the moves.
    pub start: G,
    /// The moves, in order.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Trajectory<G> {
    /// The state after all moves.
    ///
    /// # Errors
    ///
    /// An illegal move.
    pub fn replay(&self) -> Result<G, G::IllegalReason> {
        let mut state = self.start.clone();
        for chosen in &self.moves {
            state.play(chosen)?;
        }
        Ok(state)
    }
}
