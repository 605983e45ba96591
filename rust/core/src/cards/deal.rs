//! Deals of many random hands at once.
//!
//! The order of draws is part of what a seed means. Block `b` has the rows from
//! [`ROWS_PER_STREAM`]` * b` on and draws from stream `b` of the seed, row by row. Every row starts
//! with the deck ordered by card number; its card at index `i` is a Fisher-Yates step: swap
//! positions `i` and `i + below(52 - i)` of the deck. A row therefore depends only on the seed, its
//! number and its number of cards.

use rayon::prelude::*;

use super::Card;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// Rows per random stream: enough to amortize seeding, few enough that small arrays are split among
/// threads.
pub const ROWS_PER_STREAM: usize = 1024;

/// Fill the rows of an array with `cards` distinct cards each, in parallel.
///
/// ```
/// use cardcore::cards::deal_many;
/// use cardcore::monitor::Monitor;
///
/// let mut hands = [0; 10];
/// deal_many(&mut hands, 5, 7, &Monitor::new())?;
/// assert_eq!(hands, [16, 17, 2, 18, 22, 21, 32, 6, 17, 11]);
/// # Ok::<(), cardcore::monitor::Stopped>(())
/// ```
///
/// # Errors
///
/// If the monitor stops it.
///
/// # Panics
///
/// Unless a row has 1 to 52 cards.
pub fn deal_many(
    rows: &mut [u8],
    cards: usize,
    seed: u64,
    monitor: &Monitor,
) -> Result<(), Stopped> {
    assert!((1..=Card::COUNT).contains(&cards), "a row has 1 to 52 cards");
    let blocks = rows.par_chunks_mut(cards * ROWS_PER_STREAM).enumerate();
    let deal_block = |(), (block, rows): (usize, &mut [u8])| {
        let mut random = Random::stream(seed, block as u64);
        rows.chunks_mut(cards).for_each(|row| deal(row, &mut random));
        monitor.advance((rows.len() / cards) as u64)
    };
    parallel::sum(blocks.with_max_len(1), || (), deal_block, |(), ()| ())
}

fn deal(row: &mut [u8], random: &mut Random) {
    let mut deck: [u8; Card::COUNT] = std::array::from_fn(|number| number as u8);
    for (position, card) in row.iter_mut().enumerate() {
        let drawn = position + random.below((Card::COUNT - position) as u32) as usize;
        deck.swap(position, drawn);
        *card = deck[position];
    }
}
