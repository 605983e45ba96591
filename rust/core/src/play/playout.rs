use crate::game::{Bot, Game, View as _};
use crate::monitor::{Monitor, Stopped};
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
    play_on(state, bots, random, u64::MAX)
}

/// As [`playout`], but for no more than `most` moves.
///
/// # Errors
///
/// As for [`playout`].
pub fn play_on<G: Game>(
    state: &mut G,
    bots: &mut [Option<Box<dyn Bot<G>>>],
    random: &mut Random,
    most: u64,
) -> Result<u64, G::Refusal> {
    let mut moves = 0;
    while let Some(seat) = state.to_move().filter(|_| moves < most) {
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
    random_moves(state, random, u64::MAX)
}

// Inlined so that a playout to the end does not count against a limit.
#[inline(always)]
fn random_moves<G: Game>(state: &mut G, random: &mut Random, most: u64) -> Result<u64, G::Refusal> {
    let mut moves = 0;
    while let Some(seat) = state.to_move().filter(|_| moves < most) {
        let Some(chosen) = state.view(seat).random_move(random) else { break };
        state.play(&chosen)?;
        moves += 1;
    }
    Ok(moves)
}

/// The sum of every seat's scores over new games under the rules of `template`, played at random:
/// what chance alone comes to. One thread; the same seed gives the same sums.
///
/// # Errors
///
/// If the monitor stops it.
pub fn random_scores<G: Game>(
    template: &G,
    games: u64,
    seed: u64,
    monitor: &Monitor,
) -> Result<Vec<i64>, Stopped> {
    /// Moves between two looks at the monitor.
    const STRETCH: u64 = 256;

    monitor.expect(games);
    let mut sums = vec![0; template.seats()];
    let mut random = Random::new(seed);
    for _ in 0..games {
        let mut state = template.new_game(random.word());
        // Only legal moves are made. A game that refused one would stop there, and its
        // conformance check would tell.
        // A match may be as long as anyone likes.
        while random_moves(&mut state, &mut random, STRETCH).is_ok_and(|made| made == STRETCH) {
            monitor.check()?;
        }
        for (sum, score) in sums.iter_mut().zip(state.scores()) {
            *sum += score;
        }
        monitor.advance(1)?;
    }
    Ok(sums)
}
