//! Many hands at once, in parallel.

use rayon::prelude::*;

use super::hand::Hand;
use super::mask::Mask;
use super::subsets::{SubsetTable, by_class, places};
use super::valuation::Valuation;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::poker::Category;
use crate::poker::batch::InvalidHand;

/// Draws by discard mask and class: the counts of one hand.
pub type ClassCounts = [[u32; Category::COUNT]; Mask::COUNT];

/// The best discards of many hands.
#[derive(Clone, Debug, PartialEq)]
pub struct BestDiscards {
    /// The numbers of the masks.
    pub masks: Vec<u8>,
    /// What they are worth.
    pub values: Vec<f64>,
}

/// Hands between two looks at the monitor: a hundred microseconds. Threads take them chunk by
/// chunk, so that none waits long for another.
const CHUNK: usize = 512;

/// Put the counts of every hand, given as card numbers, into `counts`, as far as both reach.
///
/// # Errors
///
/// When the monitor asks to stop; inside, the first row that is not five distinct cards.
pub fn count_classes_of_all(
    hands: &[[u8; 5]],
    counts: &mut [ClassCounts],
    monitor: &Monitor,
) -> Result<Result<(), InvalidHand>, Stopped> {
    let table = by_class();
    count_all(hands, counts, monitor, Hand::from_numbers, |hand, counts| {
        count_classes(table, hand, counts);
    })
}

/// Count one hand.
// Inlined into the loop over hands, its many numbers and the loop's own share too few registers.
#[inline(never)]
fn count_classes(table: &SubsetTable<{ Category::COUNT }>, hand: Hand, counts: &mut ClassCounts) {
    table.keep_exactly(&places(hand.cards()), counts);
}

/// Let `count` put the counts of every hand that `read` makes of card numbers into `counts`, as far as
/// both reach.
///
/// # Errors
///
/// When the monitor asks to stop; inside, the first row that is not a hand.
pub(super) fn count_all<H, C: Send>(
    hands: &[[u8; 5]],
    counts: &mut [C],
    monitor: &Monitor,
    read: impl Fn([u8; 5]) -> Option<H> + Sync,
    count: impl Fn(H, &mut C) + Sync,
) -> Result<Result<(), InvalidHand>, Stopped> {
    monitor.expect(hands.len() as u64);
    let chunks = hands.par_chunks(CHUNK).zip(counts.par_chunks_mut(CHUNK)).enumerate();
    parallel::sum(
        chunks.with_max_len(1),
        || None,
        |mut bad, (index, (hands, counts))| {
            monitor.advance(hands.len() as u64)?;
            for (row, (&numbers, counts)) in (index * CHUNK..).zip(hands.iter().zip(counts)) {
                match read(numbers) {
                    Some(hand) => count(hand, counts),
                    None => bad = bad.or(Some(row)),
                }
            }
            Ok(bad)
        },
        Option::or,
    )
    .map(verdict)
}

/// The best discard of every hand, given as card numbers.
///
/// # Errors
///
/// When the monitor asks to stop; inside, the first row that is not five distinct cards of the deck.
pub fn best_discards<V: Valuation>(
    valuation: &V,
    hands: &[[u8; 5]],
    monitor: &Monitor,
) -> Result<Result<BestDiscards, InvalidHand>, Stopped> {
    let tables = valuation.tables(monitor)?;
    let read = |numbers| valuation.hand_from_numbers(numbers);
    best_of_all(hands, monitor, read, |hand| {
        let choice = valuation.best_by(tables, hand);
        (choice.discard, valuation.number(choice.value))
    })
}

/// What `best` says of every hand that `read` makes of card numbers.
///
/// # Errors
///
/// When the monitor asks to stop; inside, the first row that is not a hand.
pub(super) fn best_of_all<H>(
    hands: &[[u8; 5]],
    monitor: &Monitor,
    read: impl Fn([u8; 5]) -> Option<H> + Sync,
    best: impl Fn(H) -> (Mask, f64) + Sync,
) -> Result<Result<BestDiscards, InvalidHand>, Stopped> {
    monitor.expect(hands.len() as u64);
    let (mut masks, mut values) = (vec![0; hands.len()], vec![0.0; hands.len()]);
    let outputs = masks.par_chunks_mut(CHUNK).zip(values.par_chunks_mut(CHUNK));
    let chunks = hands.par_chunks(CHUNK).zip(outputs).enumerate();
    let bad = parallel::sum(
        chunks.with_max_len(1),
        || None,
        |mut bad, (index, (hands, (masks, values)))| {
            monitor.advance(hands.len() as u64)?;
            let outputs = masks.iter_mut().zip(values);
            for (row, (&numbers, (mask, value))) in (index * CHUNK..).zip(hands.iter().zip(outputs))
            {
                match read(numbers) {
                    Some(hand) => {
                        let (discard, worth) = best(hand);
                        (*mask, *value) = (discard.number(), worth);
                    }
                    None => bad = bad.or(Some(row)),
                }
            }
            Ok(bad)
        },
        Option::or,
    )?;
    Ok(verdict(bad).map(|()| BestDiscards { masks, values }))
}

fn verdict(bad: Option<usize>) -> Result<(), InvalidHand> {
    bad.map_or(Ok(()), |row| Err(InvalidHand { row }))
}
