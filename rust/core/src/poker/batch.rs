//! Batch evaluation of many hands in parallel.

use rayon::prelude::*;
use thiserror::Error;

use crate::cards::Card;
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

/// Apply `answer` to every hand once it is known that its cards are distinct.
///
/// Whether they are is found out for many hands at once, which the compiler turns into comparisons
/// of sixteen bytes: a fraction of what it costs hand by hand.
///
/// ```
/// use cardcore::monitor::Monitor;
/// use cardcore::poker::batch::{InvalidHand, map_distinct_hands};
/// use cardcore::poker::evaluate::Evaluator;
///
/// let (evaluator, monitor) = (Evaluator::new(), Monitor::new());
/// let strengths = |hands: &[[u8; 5]]| {
///     map_distinct_hands(hands, |hand| evaluator.strength_of_distinct(hand), &monitor)
/// };
/// let [royal, lowest] = [[51, 47, 43, 39, 35], [0, 5, 10, 15, 20]];
/// assert_eq!(strengths(&[royal, lowest])?, Ok(vec![7461, 0]));
/// assert_eq!(strengths(&[royal, [0; 5]])?, Err(InvalidHand { row: 1 }));
/// # Ok::<(), cardcore::monitor::Stopped>(())
/// ```
///
/// # Errors
///
/// If the monitor stops it; in the inner result, the first row that is not a hand of distinct
/// cards.
pub fn map_distinct_hands<const CARDS: usize, Answer: Copy + Default + Send>(
    hands: &[[u8; CARDS]],
    answer: impl Fn([u8; CARDS]) -> Answer + Sync,
    monitor: &Monitor,
) -> Result<Result<Vec<Answer>, InvalidHand>, Stopped> {
    let mut answers = vec![Answer::default(); hands.len()];
    let answer_chunk =
        |bad: Option<usize>,
         (index, (hands, answers)): (usize, (&[[u8; CARDS]], &mut [Answer]))| {
            monitor.advance(hands.len() as u64)?;
            for (&hand, place) in hands.iter().zip(answers) {
                *place = answer(hand);
            }
            let found = || Some(index * CHUNK + first_invalid(hands)?);
            Ok(bad.or_else(found))
        };
    let chunks = hands.par_chunks(CHUNK).zip(answers.par_chunks_mut(CHUNK)).enumerate();
    let bad = parallel::sum(chunks.with_max_len(1), || None, answer_chunk, Option::or)?;
    Ok(bad.map_or(Ok(answers), |row| Err(InvalidHand { row })))
}

/// Rows that are compared at once.
const ROWS: usize = 64;

/// The most cards of a row.
const MAX_CARDS: usize = 8;

/// By distance, which bytes of some rows have a byte of the same row that far behind them.
struct Masks<const CARDS: usize>;

impl<const CARDS: usize> Masks<CARDS> {
    const MASKS: [[u8; ROWS * MAX_CARDS]; MAX_CARDS] = {
        let mut masks = [[0; ROWS * MAX_CARDS]; MAX_CARDS];
        let mut distance = 1;
        while distance < MAX_CARDS {
            let mut byte = 0;
            while byte < ROWS * MAX_CARDS {
                masks[distance][byte] = (byte % CARDS + distance < CARDS) as u8;
                byte += 1;
            }
            distance += 1;
        }
        masks
    };
}

/// The first row that is not a hand of distinct cards.
fn first_invalid<const CARDS: usize>(hands: &[[u8; CARDS]]) -> Option<usize> {
    // Rows are copied, so that all loops have a fixed length and none a remainder byte by byte. Where
    // the last rows end, those before them stay, at first hands without a repeated card.
    let mut copy: [u8; (ROWS + 1) * MAX_CARDS] = std::array::from_fn(|byte| (byte % CARDS) as u8);
    let (mut highest, mut repeats) = (0, 0);
    for rows in hands.chunks(ROWS) {
        copy[..rows.as_flattened().len()].copy_from_slice(rows.as_flattened());
        let bytes = &copy[..ROWS * CARDS];
        highest = bytes.iter().fold(highest, |highest, &byte| highest.max(byte));
        for (distance, mask) in Masks::<CARDS>::MASKS.iter().enumerate().take(CARDS).skip(1) {
            let pairs = bytes.iter().zip(&copy[distance..distance + ROWS * CARDS]);
            repeats = pairs.zip(mask).fold(repeats, |repeats, ((one, other), mask)| {
                repeats | u8::from(one == other) & mask
            });
        }
    }
    if repeats == 0 && usize::from(highest) < Card::COUNT {
        return None;
    }
    let is_invalid = |hand: &[u8; CARDS]| {
        let bits = hand.iter().fold(0_u64, |set, &card| set | 1 << (card % 64));
        bits.count_ones() as usize != CARDS
            || hand.iter().any(|&card| usize::from(card) >= Card::COUNT)
    };
    hands.iter().position(is_invalid)
}

/// Apply `answer` to the number of every row, for hands that are not one array.
///
/// ```
/// use cardcore::monitor::Monitor;
/// use cardcore::poker::batch::{InvalidHand, map_rows};
///
/// let hands = [[0, 13], [7, 7]];
/// let sum = |row: usize| {
///     let [one, other]: [u8; 2] = hands[row];
///     (one != other).then_some(one + other)
/// };
/// assert_eq!(map_rows(1, sum, &Monitor::new())?, Ok(vec![13]));
/// assert_eq!(map_rows(2, sum, &Monitor::new())?, Err(InvalidHand { row: 1 }));
/// # Ok::<(), cardcore::monitor::Stopped>(())
/// ```
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Place one bad hand among good ones.
    fn check<const CARDS: usize>() {
        let good: [u8; CARDS] = std::array::from_fn(|card| 7 * card as u8);
        for length in [1, 63, 64, 65, 200] {
            let hands = vec![good; length];
            assert_eq!(first_invalid(&hands), None);
            for row in [0, length / 2, length - 1] {
                for place in 0..CARDS {
                    for (other, &card) in good.iter().enumerate() {
                        let mut hands = hands.clone();
                        hands[row][place] = if place == other { 52 } else { card };
                        assert_eq!(first_invalid(&hands), Some(row), "{place} {other}");
                    }
                    let mut hands = hands.clone();
                    hands[row][place] = 255;
                    assert_eq!(first_invalid(&hands), Some(row));
                }
            }
        }
    }

    #[test]
    fn one_bad_hand_is_found_among_many() {
        check::<5>();
        check::<6>();
        check::<7>();
    }
}
