use thiserror::Error;

use crate::game::Game;
use crate::monitor::{Monitor, Stopped};

/// The maximum depth: deeper counts are infeasible and would overflow the stack.
pub const MAX_DEPTH: u32 = 128;

/// Why perft failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PerftError {
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A depth beyond the maximum.
    #[error("depth: expected 0 to {MAX_DEPTH}, found {0}")]
    TooDeep(u32),
    /// A listed move was rejected: the game violates its contract.
    #[error("a listed move was rejected: {0}")]
    Rejected(String),
}

/// Count the move sequences of length `depth` from a state, as chess engines do to validate move
/// generators. Unlike chess perft, a game that ends earlier counts once.
///
/// Cost: one `play` per node of the tree except on the last level, which is only counted.
///
/// ```
/// use cardcore::games::chopsticks::{Chopsticks, Rules};
/// use cardcore::monitor::Monitor;
/// use cardcore::play::perft;
///
/// let start = Chopsticks::new(Rules::default(), 20)?;
/// assert_eq!(perft(&start, 0, &Monitor::new())?, 1);
/// assert!(perft(&start, 6, &Monitor::new())? > perft(&start, 5, &Monitor::new())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Depths beyond [`MAX_DEPTH`], a stop by the monitor, a listed move that is rejected.
pub fn perft<G: Game>(state: &G, depth: u32, monitor: &Monitor) -> Result<u64, PerftError> {
    if depth > MAX_DEPTH {
        return Err(PerftError::TooDeep(depth));
    }
    count(state, depth, monitor)
}

fn count<G: Game>(state: &G, depth: u32, monitor: &Monitor) -> Result<u64, PerftError> {
    if depth == 0 {
        return Ok(1);
    }
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    if moves.is_empty() {
        return Ok(1);
    }
    if depth == 1 {
        return Ok(moves.len() as u64);
    }
    monitor.advance(1)?;
    let mut leaves = 0;
    for chosen in &moves {
        let mut next = state.clone();
        next.play(chosen).map_err(|reason| PerftError::Rejected(reason.to_string()))?;
        leaves += count(&next, depth - 1, monitor)?;
    }
    Ok(leaves)
}
