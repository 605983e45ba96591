//! How a state may have come about.

use super::Game;

/// A state and the moves made since.
///
/// [`Game::resample`] makes one that a viewer cannot tell from what happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory<G: Game> {
    /// The state before the first of the moves.
    pub start: G,
    /// The moves, in order.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Trajectory<G> {
    /// The state that the moves lead to.
    ///
    /// # Errors
    ///
    /// A move that is illegal.
    pub fn replay(&self) -> Result<G, G::Refusal> {
        let mut state = self.start.clone();
        for chosen in &self.moves {
            state.play(chosen)?;
        }
        Ok(state)
    }
}
