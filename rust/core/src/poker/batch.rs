//! Batch evaluation of many hands in parallel.

use rayon::prelude::*;
use thiserror::Error;

use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// Apply `answer`, such as a strength or category lookup, to every hand.
///
/// ```
/// use cardcore::monitor::Monitor;
/// use cardcore::poker::batch::{InvalidHand, map_hands};
/// use cardcore::poker::evaluate::Evaluator;
///
/// let (evaluator, monitor) = (Evaluator::new(), Monitor::new());
/// let strengths = |hands: &[[u8; 5]]| map_hands(hands, |hand| evaluator.strength(hand), &monitor);
/// let [royal, lowest] = [[51, 47, 43, 39, 35], [0, 5, 10, 15, 20]];
/// assert_eq!(strengths(&[royal, lowest])?, Ok(vec![7461, 0]));
/// assert_eq!(strengths(&[royal, [0; 5]])?, Err(InvalidHand { row: 1 }));
/// # Ok::<(), cardcore::monitor::Stopped>(())
/// ```
///
/// # Errors
///
/// If the monitor stops it; in the inner result, the first row without an answer.
pub fn map_hands<const CARDS: usize, Answer: Copy + Default + Send>(
    hands: &[[u8; CARDS]],
    answer: impl Fn([u8; CARDS]) -> Option<Answer> + Sync,
    monitor: &Monitor,
) -> Result<Result<Vec<Answer>, InvalidHand>, Stopped> {
    let mut answers = vec![Answer::default(); hands.len()];
    let answer_chunk =
        |mut bad: Option<usize>,
         (index, (hands, answers)): (usize, (&[[u8; CARDS]], &mut [Answer]))| {
            monitor.advance(hands.len() as u64)?;
            for (row, (&hand, place)) in hands.iter().zip(answers).enumerate() {
                match answer(hand) {
                    Some(answer) => *place = answer,
                    None => bad = bad.or(Some(index * CHUNK + row)),
                }
            }
            Ok(bad)
        };
    let chunks = hands.par_chunks(CHUNK).zip(answers.par_chunks_mut(CHUNK)).enumerate();
    let bad = parallel::sum(chunks.with_max_len(1), || None, answer_chunk, Option::or)?;
    Ok(bad.map_or(Ok(answers), |row| Err(InvalidHand { row })))
}

/// Apply `answer` to the number of every row, for hands that are not one array.
///
/// # Errors
///
/// If the monitor stops it; in the inner result, the first row without an answer.
pub fn map_rows<Answer: Copy + Default + Send>(
    rows: usize,
    answer: impl Fn(usize) -> Option<Answer> + Sync,
    monitor: &Monitor,
) -> Result<Result<Vec<Answer>, InvalidHand>, Stopped> {
    let mut answers = vec![Answer::default(); rows];
    let answer_chunk = |mut bad: Option<usize>, (index, answers): (usize, &mut [Answer])| {
        monitor.advance(answers.len() as u64)?;
        for (row, place) in (index * CHUNK..).zip(answers) {
            match answer(row) {
                Some(answer) => *place = answer,
                None => bad = bad.or(Some(row)),
            }
        }
        Ok(bad)
    };
    let chunks = answers.par_chunks_mut(CHUNK).enumerate();
    let bad = parallel::sum(chunks.with_max_len(1), || None, answer_chunk, Option::or)?;
    Ok(bad.map_or(Ok(answers), |row| Err(InvalidHand { row })))
}

/// A row of an array that is not a hand of distinct cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("row {row} is not a hand of distinct cards")]
pub struct InvalidHand {
    /// The first such row, counted from 0.
    pub row: usize,
}

/// Hands evaluated between two checks of the monitor, some tens of microseconds. Small enough that
/// no thread waits long for another.
const CHUNK: usize = 8192;
