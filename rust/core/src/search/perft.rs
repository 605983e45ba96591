use crate::game::Game;

/// How many sequences of `depth` moves there are from a state; a game that ends sooner counts
/// once. The standard check of a move generator: two engines that agree on it agree on the rules.
///
/// Cost: one `play` per node of the tree but the last level, which is only counted.
///
/// # Errors
///
/// A listed move that is refused: the game breaks its contract.
pub fn perft<G: Game>(state: &G, depth: u32) -> Result<u64, G::Refusal> {
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
    let mut leaves = 0;
    for chosen in &moves {
        let mut next = state.clone();
        next.play(chosen)?;
        leaves += perft(&next, depth - 1)?;
    }
    Ok(leaves)
}
