use thiserror::Error;

use crate::game::Game;
use crate::monitor::{Monitor, Stopped};

/// The greatest depth: beyond it the count is out of reach, and the stack would be too.
pub const DEEPEST: u32 = 128;

/// Why there is no count.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PerftError {
    /// The work was asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// More moves than can be looked ahead.
    #[error("depth: expected 0 to {DEEPEST}, found {0}")]
    TooDeep(u32),
    /// A listed move was refused: the game breaks its contract.
    #[error("a listed move was refused: {0}")]
    Refused(String),
}

/// How many sequences of `depth` moves there are from a state. Two engines that agree on it agree
/// on the rules: the check of move generators that chess programs use, but for one thing. Here a
/// game that ends sooner counts once, so that no line is lost; there it does not count.
///
/// Cost: one `play` per node of the tree but the last level, which is only counted.
///
/// # Errors
///
/// Depths beyond [`DEEPEST`], the monitor's stop, a listed move that is refused.
pub fn perft<G: Game>(state: &G, depth: u32, monitor: &Monitor) -> Result<u64, PerftError> {
    if depth > DEEPEST {
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
        next.play(chosen).map_err(|refusal| PerftError::Refused(refusal.to_string()))?;
        leaves += count(&next, depth - 1, monitor)?;
    }
    Ok(leaves)
}
