use thiserror::Error;

use crate::game::Game;
use crate::random::Random;

/// Two implementations of one game that disagree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("after {moves:?}: {what} differs, {left} against {right}")]
pub struct Difference {
    /// The moves played so far.
    pub moves: Vec<String>,
    /// What differs.
    pub what: &'static str,
    /// The first implementation's answer.
    pub left: String,
    /// The second implementation's answer.
    pub right: String,
}

/// Play the same random moves in two implementations of one game and compare the seat to move, the
/// ordered legal moves and the scores at every step. Returns the moves as text.
///
/// ```
/// use cardcore::games::ends::{Ends, Row, Rules};
/// use cardcore::play::lockstep;
/// use cardcore::random::Random;
///
/// let game = |cards| Row::new(cards).map(|row| Ends::with_row(Rules::default(), row));
/// assert!(lockstep(game(vec![3, 1, 2])?, game(vec![3, 1, 2])?, &mut Random::new(1)).is_ok());
/// let difference = lockstep(game(vec![3, 1])?, game(vec![4, 2])?, &mut Random::new(1));
/// assert!(difference.is_err_and(|found| found.what == "the list of scores"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The first difference, with the moves that led to it.
pub fn lockstep<A: Game, B: Game>(
    mut left: A,
    mut right: B,
    random: &mut Random,
) -> Result<Vec<String>, Box<Difference>> {
    let mut history = Vec::new();
    let (mut left_moves, mut right_moves) = (Vec::new(), Vec::new());
    loop {
        left.legal_moves(&mut left_moves);
        right.legal_moves(&mut right_moves);
        let left_texts: Vec<String> = left_moves.iter().map(|m| left.move_text(m)).collect();
        let right_texts: Vec<String> = right_moves.iter().map(|m| right.move_text(m)).collect();
        let differs = |what, left: String, right: String| {
            Err(Box::new(Difference { moves: history.clone(), what, left, right }))
        };
        if left.to_move() != right.to_move() {
            let (left, right) = (left.to_move(), right.to_move());
            return differs("the seat to move", format!("{left:?}"), format!("{right:?}"));
        }
        if left_texts != right_texts {
            let (left, right) = (format!("{left_texts:?}"), format!("{right_texts:?}"));
            return differs("the list of legal moves", left, right);
        }
        if left.scores() != right.scores() {
            let (left, right) = (left.scores(), right.scores());
            return differs("the list of scores", format!("{left:?}"), format!("{right:?}"));
        }
        if left_moves.is_empty() {
            return Ok(history);
        }
        let index = random.below(u32::try_from(left_moves.len()).unwrap_or(u32::MAX)) as usize;
        let results = (left.play(&left_moves[index]), right.play(&right_moves[index]));
        if let (Err(_), _) | (_, Err(_)) = &results {
            let (left, right) = (format!("{:?}", results.0), format!("{:?}", results.1));
            return differs("the answer to a listed move", left, right);
        }
        history.extend(left_texts.into_iter().nth(index));
    }
}
