use crate::game::{Bot, Game, View as _};
use crate::random::Random;

/// Play on with one bot per seat until the game is over or it is the turn of a seat that has no
/// bot; gives the number of moves made.
///
/// # Errors
///
/// A move that is refused: bot or game break their contract. The state is then as it was before
/// that move.
pub fn playout<G: Game>(
    state: &mut G,
    bots: &mut [Option<Box<dyn Bot<G>>>],
    random: &mut Random,
) -> Result<u64, G::Refusal> {
    let mut moves = 0;
    while let Some(seat) = state.to_move() {
        let bot = bots.get_mut(seat).and_then(Option::as_mut);
        let chosen = bot.and_then(|bot| bot.choose(&state.view(seat), random));
        let Some(chosen) = chosen else { break };
        state.play(&chosen)?;
        moves += 1;
    }
    Ok(moves)
}

/// Play a game to its end with uniformly random moves; gives the number of moves made.
///
/// # Errors
///
/// A listed move that is refused: the game breaks its contract.
pub fn random_playout<G: Game>(state: &mut G, random: &mut Random) -> Result<u64, G::Refusal> {
    let mut moves = 0;
    while let Some(seat) = state.to_move() {
        let Some(chosen) = state.view(seat).random_move(random) else { break };
        state.play(&chosen)?;
        moves += 1;
    }
    Ok(moves)
}
