//! Many hands with wild cards at once, in parallel.

use rayon::prelude::*;

use super::hand::DeckHand;
use super::valuation::{Counts, LineCounts, WildValuation};
use crate::discard::BestDiscards;
use crate::discard::subsets::SubsetTable;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::poker::batch::NotAHand;

/// Hands between two looks at the monitor.
const CHUNK: usize = 512;

impl WildValuation {
    /// Put the counts of every hand, given as card numbers, into `counts`, each as wide as
    /// [`Self::columns`] says.
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop; inside, the first row that is not five distinct cards.
    pub fn count_all(
        &self,
        hands: &[[u8; 5]],
        counts: &mut [u32],
        monitor: &Monitor,
    ) -> Result<Result<(), NotAHand>, Stopped> {
        match &self.tables(monitor)?.counts {
            Counts::Narrow(table) => self.count_all_by(table, hands, counts, monitor),
            Counts::Middle(table) => self.count_all_by(table, hands, counts, monitor),
            Counts::Wide(table) => self.count_all_by(table, hands, counts, monitor),
        }
    }

    fn count_all_by<const COLUMNS: usize>(
        &self,
        table: &SubsetTable<COLUMNS>,
        hands: &[[u8; 5]],
        counts: &mut [u32],
        monitor: &Monitor,
    ) -> Result<Result<(), NotAHand>, Stopped> {
        monitor.expect(hands.len() as u64);
        let deck = self.paytable().deck();
        let counts: &mut [LineCounts<COLUMNS>] = counts.as_chunks_mut().0.as_chunks_mut().0;
        let chunks = hands.par_chunks(CHUNK).zip(counts.par_chunks_mut(CHUNK)).enumerate();
        let bad = parallel::sum(
            chunks.with_max_len(1),
            || None,
            |mut bad, (index, (hands, counts))| {
                monitor.advance(hands.len() as u64)?;
                for (row, (&numbers, counts)) in (index * CHUNK..).zip(hands.iter().zip(counts)) {
                    match DeckHand::from_numbers(numbers, deck) {
                        Some(hand) => self.keep(table, hand, counts),
                        None => bad = bad.or(Some(row)),
                    }
                }
                Ok(bad)
            },
            Option::or,
        )?;
        Ok(bad.map_or(Ok(()), |row| Err(NotAHand { row })))
    }

    /// The best discard of every hand, given as card numbers.
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop; inside, the first row that is not five distinct cards.
    pub fn best_discards(
        &self,
        hands: &[[u8; 5]],
        monitor: &Monitor,
    ) -> Result<Result<BestDiscards, NotAHand>, Stopped> {
        let tables = self.tables(monitor)?;
        monitor.expect(hands.len() as u64);
        let deck = self.paytable().deck();
        let (mut masks, mut values) = (vec![0; hands.len()], vec![0.0; hands.len()]);
        let outputs = masks.par_chunks_mut(CHUNK).zip(values.par_chunks_mut(CHUNK));
        let chunks = hands.par_chunks(CHUNK).zip(outputs).enumerate();
        let bad = parallel::sum(
            chunks.with_max_len(1),
            || None,
            |mut bad, (index, (hands, (masks, values)))| {
                monitor.advance(hands.len() as u64)?;
                let outputs = masks.iter_mut().zip(values);
                let rows = (index * CHUNK..).zip(hands.iter().zip(outputs));
                for (row, (&numbers, (mask, value))) in rows {
                    match DeckHand::from_numbers(numbers, deck) {
                        Some(hand) => {
                            let choice = self.best_of(&self.values_by(tables, hand));
                            (*mask, *value) = (choice.discard.number(), self.number(choice.value));
                        }
                        None => bad = bad.or(Some(row)),
                    }
                }
                Ok(bad)
            },
            Option::or,
        )?;
        Ok(match bad {
            Some(row) => Err(NotAHand { row }),
            None => Ok(BestDiscards { masks, values }),
        })
    }
}
