//! Rollouts: what moves bring in sampled deals if bots play the hand, round or deal to its end.
//!
//! Every move is tried in every deal, and the players of a deal share their randomness whatever the
//! move, so the luck of the cards cancels when moves are compared. Every deal has its own random
//! stream: the scores do not depend on the number of threads.

use rayon::prelude::*;
use thiserror::Error;

use crate::game::{BotError, BotSpec, Fact, Game, MoveError, View as _};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// Why rollouts failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RolloutError {
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// An invalid bot specification.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The number of bots is not the number of seats.
    #[error("bots: expected {expected}, one per seat, found {found}")]
    WrongNumber {
        /// The number of seats.
        expected: usize,
        /// The number of bots.
        found: usize,
    },
    /// Text that is not a move of the game.
    #[error(transparent)]
    Unreadable(#[from] MoveError),
    /// A game that is not like the first.
    #[error("game {index}: expected a game of {expected}, like the first")]
    OtherGame {
        /// The index of the game.
        index: usize,
        /// The name of the first game.
        expected: &'static str,
    },
    /// A move that is illegal in one of the deals, or an illegal choice of a bot.
    #[error("game {game}: {reason}")]
    IllegalMove {
        /// The index of the deal.
        game: usize,
        /// Why it is illegal.
        reason: String,
    },
}

/// Try moves in sampled deals; returns the scores of every seat, by deal and then by move.
///
/// Scores are those of the hand, round or deal in progress, or of the game if it has no such parts.
/// Instead of a move, `None` leaves the decision to the bot of the seat to move.
///
/// ```
/// use cardcore::game::Game as _;
/// use cardcore::games::ends::{Ends, Row, Rules};
/// use cardcore::monitor::Monitor;
/// use cardcore::play::roll_out;
///
/// let state = Ends::with_row(Rules::default(), Row::new(vec![2, 9, 1, 3])?);
/// let mut moves = Vec::new();
/// state.legal_moves(&mut moves);
/// let moves: Vec<_> = moves.into_iter().map(Some).collect();
/// let scores = roll_out(&[state], &moves, &["optimal", "greedy"], 1, &Monitor::new())?;
/// // One deal and two moves, each with the scores of both seats.
/// assert_eq!(scores.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Invalid bots, a number of bots other than the number of seats, an illegal move, a stop by the
/// monitor.
pub fn roll_out<G: Game>(
    states: &[G],
    moves: &[Option<G::Move>],
    bots: &[&str],
    seed: u64,
    monitor: &Monitor,
) -> Result<Vec<i64>, RolloutError> {
    let Some(first) = states.first() else { return Ok(Vec::new()) };
    let seats = first.seats();
    if bots.len() != seats || states.iter().any(|state| state.seats() != seats) {
        return Err(RolloutError::WrongNumber { expected: seats, found: bots.len() });
    }
    let bots: Vec<BotSpec<G>> =
        bots.iter().map(|name| BotSpec::for_game(name, first)).collect::<Result<_, _>>()?;
    monitor.expect(states.len() as u64);
    parallel::sum(
        (0..states.len()).into_par_iter(),
        Vec::new,
        |mut scores, game| {
            let random = Random::stream(seed, game as u64);
            for chosen in moves {
                let mut state = states[game].clone();
                finish(&mut state, chosen.as_ref(), &bots, random.clone(), monitor).map_err(
                    |error| match error {
                        Failed::Stopped(stopped) => stopped.into(),
                        Failed::Illegal(reason) => RolloutError::IllegalMove { game, reason },
                    },
                )?;
                scores.append(&mut part_scores(&state));
            }
            monitor.advance(1)?;
            Ok(scores)
        },
        |mut left, mut right| {
            left.append(&mut right);
            left
        },
    )
}

/// Why one rollout failed.
enum Failed {
    Stopped(Stopped),
    Illegal(String),
}

/// Make a move, unless the bots decide, and play the part in progress to its end.
fn finish<G: Game>(
    state: &mut G,
    chosen: Option<&G::Move>,
    bots: &[BotSpec<G>],
    mut random: Random,
    monitor: &Monitor,
) -> Result<(), Failed> {
    let part = |state: &G| state.view(None).part().map(|part| part.number);
    let begun = part(state);
    let mut players: Vec<_> = bots.iter().map(BotSpec::make).collect();
    let step = monitor.step();
    let mut next = chosen.cloned();
    while let Some(seat) = state.to_move().filter(|_| part(state) == begun) {
        let chosen = match (next.take(), players.get_mut(seat)) {
            (Some(chosen), _) => Some(chosen),
            (None, Some(player)) => player
                .choose_cancellable(&state.view(seat), &mut random, &step)
                .map_err(Failed::Stopped)?,
            (None, None) => None,
        };
        let Some(chosen) = chosen else { break };
        state.play(&chosen).map_err(|illegal| Failed::Illegal(illegal.to_string()))?;
        monitor.check().map_err(Failed::Stopped)?;
    }
    Ok(())
}

/// The scores of the part that has ended last, or of the game if it has no parts.
fn part_scores<G: Game>(state: &G) -> Vec<i64> {
    let last = state.view(None).last().unwrap_or_default();
    let found = last.into_iter().find(|(name, _)| *name == "scores");
    match found {
        Some((_, Fact::List(scores))) => scores
            .into_iter()
            .map(|score| if let Fact::Number(score) = score { score } else { 0 })
            .collect(),
        _ => state.scores(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hearts::{Hearts, Rules, Standard};
    use crate::play::playout_limited;

    fn deals() -> Vec<Hearts> {
        (0..6)
            .map(|seed| {
                let mut state = Hearts::new(Rules::standard(Standard::default()).unwrap(), seed);
                let mut bots: Vec<_> =
                    (0..4).map(|_| Some(BotSpec::parse("rule").unwrap().make())).collect();
                playout_limited(&mut state, &mut bots, &mut Random::new(1), 30).unwrap();
                state
            })
            .collect()
    }

    #[test]
    fn a_deal_is_scored_and_the_match_goes_on() {
        let found = roll_out(&deals(), &[None], &["rule"; 4], 1, &Monitor::new()).unwrap();
        assert_eq!(found.len(), 6 * 4);
        for scores in found.chunks(4) {
            let sum: i64 = scores.iter().sum();
            assert!(sum == 26 || sum == 78, "{scores:?}");
        }
    }

    #[test]
    fn the_move_of_a_bot_brings_what_the_bot_brings() {
        let state = deals().swap_remove(0);
        let view = state.view(state.to_move());
        let bot = || BotSpec::<Hearts>::parse("rule").unwrap().make();
        let chosen = bot().choose(&view, &mut Random::new(3));
        let found = roll_out(&[state], &[None, chosen], &["rule"; 4], 1, &Monitor::new()).unwrap();
        assert_eq!(found[..4], found[4..]);
    }

    #[test]
    fn threads_make_no_difference() {
        let deals = deals();
        let run = || roll_out(&deals, &[None, None], &["policy"; 4], 7, &Monitor::new()).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        assert_eq!(run(), pool.install(run));
    }

    #[test]
    fn wrong_bots_and_a_stop_are_errors() {
        let deals = deals();
        let error = roll_out(&deals, &[None], &["rule"; 3], 1, &Monitor::new()).unwrap_err();
        assert_eq!(error.to_string(), "bots: expected 4, one per seat, found 3");
        let error = roll_out(&deals, &[None], &["best"; 4], 1, &Monitor::new()).unwrap_err();
        assert!(error.to_string().starts_with("unknown bot 'best' for hearts"), "{error}");
        let monitor = Monitor::new();
        monitor.stop();
        let error = roll_out(&deals, &[None], &["rule"; 4], 1, &monitor).unwrap_err();
        assert!(matches!(error, RolloutError::Stopped(_)), "{error}");
    }
}
