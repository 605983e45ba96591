//! A history: a state and the moves made since.

use super::Game;

/// A state and the moves made since.
///
/// [`Game::resample`] samples one that the viewer cannot distinguish from what happened.
///
/// ```
/// use cardcore::game::{Game as _, View as _};
/// use cardcore::games::hearts::{Hearts, Rules};
/// use cardcore::random::Random;
///
/// let mut game = Hearts::new(Rules::new(4, 13, 4)?, 7);
/// for _ in 0..10 {
///     let mut moves = Vec::new();
///     game.legal_moves(&mut moves);
///     game.play(&moves[0])?;
/// }
/// // A history of other hands that seat 2 cannot tell from this one.
/// let trajectory = Hearts::resample(&game.view(2), &mut Random::new(1));
/// assert_eq!(trajectory.moves.len(), 10);
/// assert_eq!(trajectory.replay()?.view(2).facts(), game.view(2).facts());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
