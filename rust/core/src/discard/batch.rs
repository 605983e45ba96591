//! Batch analysis of many hands in parallel.

use rayon::prelude::*;

use super::hand::Hand;
use super::mask::Mask;
use super::subsets::{SubsetTable, by_category, subset_indices};
use super::valuation::Valuation;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::poker::Category;
use crate::poker::batch::InvalidHand;

/// The number of draws by discard mask and hand category, for one hand.
pub type CategoryCounts = [[u32; Category::COUNT]; Mask::COUNT];

/// The best discards of many hands.
#[derive(Clone, Debug, PartialEq)]
pub struct BestDiscards {
    /// The masks, as numbers.
    pub masks: Vec<u8>,
    /// Their values.
    pub values: Vec<f64>,
}

/// Hands between two checks of the monitor, a hundred microseconds. Small enough that no thread
/// waits long for another.
const CHUNK: usize = 512;

/// Write the counts of every hand, given as card numbers, into `counts`, up to the shorter length.
///
/// ```
/// use cardcore::discard::count_categories_many;
/// use cardcore::monitor::Monitor;
///
/// // For each of the 32 discards, how many draws end in each of the nine categories.
/// let mut counts = vec![[[0; 9]; 32]];
/// count_categories_many(&[[51, 47, 43, 39, 35]], &mut counts, &Monitor::new())??;
/// assert_eq!(counts[0][0], [0, 0, 0, 0, 0, 0, 0, 0, 1]); // the royal flush stands pat
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the monitor stops it; in the inner result, the first row that is not five distinct cards.
pub fn count_categories_many(
    hands: &[[u8; 5]],
    counts: &mut [CategoryCounts],
    monitor: &Monitor,
) -> Result<Result<(), InvalidHand>, Stopped> {
    let table = by_category();
    count_all(hands, counts, monitor, Hand::from_numbers, |hand, counts| {
        count_categories(table, hand, counts);
    })
}

/// Count one hand.
// Not inlined: the loop over hands and this function together need too many registers.
#[inline(never)]
fn count_categories(
    table: &SubsetTable<{ Category::COUNT }>,
    hand: Hand,
    counts: &mut CategoryCounts,
) {
    table.keep_exactly(&subset_indices(hand.cards()), counts);
}

/// Let `count` write the counts of every hand that `read` parses from card numbers into `counts`,
/// up to the shorter length.
///
/// # Errors
///
/// If the monitor stops it; in the inner result, the first invalid row.
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
    .map(check_rows)
}

/// The best discard of every hand, given as card numbers.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::discard::{NaturalValuation, Objective, best_discards};
/// use cardcore::monitor::Monitor;
///
/// let cards: Vec<u8> = parse_cards("Ah Kh Qh Jh 2c")?.iter().map(|card| card.number()).collect();
/// let hands: Vec<[u8; 5]> = cards.try_into().into_iter().collect();
/// let valuation = NaturalValuation::new("jacks-or-better-9-6".parse::<Objective>()?);
/// let best = best_discards(&valuation, &hands, &Monitor::new())??;
/// assert_eq!(best.masks, [0b10000]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the monitor stops it; in the inner result, the first row that is not five distinct cards of
/// the deck.
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

/// Apply `best` to every hand that `read` parses from card numbers.
///
/// # Errors
///
/// If the monitor stops it; in the inner result, the first invalid row.
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
                        let (discard, best_value) = best(hand);
                        (*mask, *value) = (discard.number(), best_value);
                    }
                    None => bad = bad.or(Some(row)),
                }
            }
            Ok(bad)
        },
        Option::or,
    )?;
    Ok(check_rows(bad).map(|()| BestDiscards { masks, values }))
}

fn check_rows(bad: Option<usize>) -> Result<(), InvalidHand> {
    bad.map_or(Ok(()), |row| Err(InvalidHand { row }))
}
