use crate::game::{Bot, Game, View as _};
use crate::monitor::{Monitor, Stopped};
use crate::random::Random;

/// Play with one bot per seat until the game is over or a seat without a bot is to move; returns
/// the number of moves played.
///
/// ```
/// use cardcore::game::{Game as _, View as _, bot};
/// use cardcore::games::ends::{Ends, Rules};
/// use cardcore::play::playout;
/// use cardcore::random::Random;
///
/// // Seat 1 has no bot: the play stops whenever it is to move.
/// let mut game = Ends::new(Rules::default(), 1);
/// let mut bots = [Some(bot("optimal")?), None];
/// let mut random = Random::new(1);
/// playout(&mut game, &mut bots, &mut random)?;
/// while let Some(chosen) = game.view(1).random_move(&mut random) {
///     game.play(&chosen)?;
///     playout(&mut game, &mut bots, &mut random)?;
/// }
/// assert_eq!(game.to_move(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A rejected move: the bot or the game violates its contract. The state is as it was before that
/// move.
pub fn playout<G: Game>(
    state: &mut G,
    bots: &mut [Option<Box<dyn Bot<G>>>],
    random: &mut Random,
) -> Result<u64, G::IllegalReason> {
    playout_limited(state, bots, random, u64::MAX)
}

/// Like [`playout`], limited to `maximum` moves.
///
/// ```
/// use cardcore::game::bot;
/// use cardcore::games::ends::{Ends, Rules};
/// use cardcore::play::playout_limited;
/// use cardcore::random::Random;
///
/// let mut game = Ends::new(Rules::default(), 1);
/// let mut bots = [Some(bot("optimal")?), Some(bot("random")?)];
/// assert_eq!(playout_limited(&mut game, &mut bots, &mut Random::new(1), 5)?, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As for [`playout`].
pub fn playout_limited<G: Game>(
    state: &mut G,
    bots: &mut [Option<Box<dyn Bot<G>>>],
    random: &mut Random,
    maximum: u64,
) -> Result<u64, G::IllegalReason> {
    let mut moves = 0;
    while let Some(seat) = state.to_move().filter(|_| moves < maximum) {
        let bot = bots.get_mut(seat).and_then(Option::as_mut);
        let chosen = bot.and_then(|bot| bot.choose(&state.view(seat), random));
        let Some(chosen) = chosen else { break };
        state.play(&chosen)?;
        moves += 1;
    }
    Ok(moves)
}

/// Play a game to its end with uniformly random moves; returns the number of moves.
///
/// ```
/// use cardcore::game::Game as _;
/// use cardcore::games::hearts::{Hearts, Rules};
/// use cardcore::play::random_playout;
/// use cardcore::random::Random;
///
/// let mut game = Hearts::new(Rules::new(4, 13, 4)?, 7);
/// assert_eq!(random_playout(&mut game, &mut Random::new(1))?, 52);
/// assert_eq!(game.scores().iter().sum::<i64>(), 26);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A listed move that is rejected: the game violates its contract.
pub fn random_playout<G: Game>(
    state: &mut G,
    random: &mut Random,
) -> Result<u64, G::IllegalReason> {
    random_moves(state, random, u64::MAX)
}

// Inlined so that an unlimited playout does not pay for the limit.
#[inline(always)]
fn random_moves<G: Game>(
    state: &mut G,
    random: &mut Random,
    maximum: u64,
) -> Result<u64, G::IllegalReason> {
    let mut moves = 0;
    while let Some(seat) = state.to_move().filter(|_| moves < maximum) {
        let Some(chosen) = state.view(seat).random_move(random) else { break };
        state.play(&chosen)?;
        moves += 1;
    }
    Ok(moves)
}

/// The sums of all seats' scores over random games under the rules of `template`: the baseline of
/// random play. Single-threaded; the same seed gives the same sums.
///
/// ```
/// use cardcore::games::hearts::{Hearts, Rules};
/// use cardcore::monitor::Monitor;
/// use cardcore::play::random_scores;
///
/// let template = Hearts::new(Rules::new(4, 13, 4)?, 0);
/// let sums = random_scores(&template, 100, 1, &Monitor::new())?;
/// assert_eq!(sums.iter().sum::<i64>(), 2600);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// Moves between two checks of the monitor.
    const MOVES_PER_CHECK: u64 = 256;

    monitor.expect(games);
    let mut sums = vec![0; template.seats()];
    let mut random = Random::new(seed);
    for _ in 0..games {
        let mut state = template.new_game(random.word());
        // Only legal moves are played. If the game rejected one, the playout would end, and the
        // conformance check would catch it. Matches have no length limit.
        while random_moves(&mut state, &mut random, MOVES_PER_CHECK)
            .is_ok_and(|made| made == MOVES_PER_CHECK)
        {
            monitor.check()?;
        }
        for (sum, score) in sums.iter_mut().zip(state.scores()) {
            *sum += score;
        }
        monitor.advance(1)?;
    }
    Ok(sums)
}
