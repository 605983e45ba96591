//! Many hands with wild cards at once, in parallel.

use super::hand::DeckHand;
use super::valuation::{Counts, LineCounts, WildValuation};
use crate::discard::BestDiscards;
use crate::discard::batch::{best_of_all, count_all};
use crate::discard::subsets::SubsetTable;
use crate::monitor::{Monitor, Stopped};
use crate::poker::batch::NotAHand;

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
        let deck = self.paytable().deck();
        let counts: &mut [LineCounts<COLUMNS>] = counts.as_chunks_mut().0.as_chunks_mut().0;
        let read = |numbers| DeckHand::from_numbers(numbers, deck);
        count_all(hands, counts, monitor, read, |hand, counts| self.keep(table, hand, counts))
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
        let deck = self.paytable().deck();
        let read = |numbers| DeckHand::from_numbers(numbers, deck);
        best_of_all(hands, monitor, read, |hand| {
            let choice = self.best_of(&self.values_by(tables, hand));
            (choice.discard, self.number(choice.value))
        })
    }
}
