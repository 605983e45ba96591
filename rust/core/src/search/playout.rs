use crate::game::{Bot, Game, View as _};
use crate::random::Random;

/// Play a game to its end, one bot per seat; gives the number of moves made.
///
/// `bots[seat]` decides for a seat, the last one for all seats beyond the list.
///
/// # Errors
///
/// A move that is refused: bot or game break their contract. The state is then as it was before
/// that move.
pub fn playout<G: Game>(
    state: &mut G,
    bots: &mut [Box<dyn Bot<G>>],
    random: &mut Random,
) -> Result<u64, G::Refusal> {
    let mut moves = 0;
    while let Some(seat) = state.to_move() {
        let place = seat.min(bots.len().saturating_sub(1));
        let bot = bots.get_mut(place);
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
