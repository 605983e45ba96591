//! The boards that may still come, one for all that differ by suits nobody notices.

use rayon::prelude::*;

use super::suits::{Permutation, multiplicity};
use crate::cards::{Card, CardSet};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// All ways to complete a board.
pub(super) struct Runouts {
    pub board: CardSet,
    /// The cards that may come.
    pub deck: CardSet,
    /// How many come.
    pub missing: usize,
    /// Permutations of suits that leave everything else as it is.
    pub symmetries: Vec<Permutation>,
}

/// Boards between two checks of the monitor.
const CHECK: u32 = 256;

impl Runouts {
    /// Fold over the whole boards in parallel; `add` gets a board and how many it stands for.
    pub fn fold<T: Send>(
        &self,
        start: impl Fn() -> T + Send + Sync,
        add: impl Fn(&mut T, CardSet, u32) + Send + Sync,
        join: impl Fn(T, T) -> T + Send + Sync,
        monitor: &Monitor,
    ) -> Result<T, Stopped> {
        let cards: Vec<Card> = self.deck.iter().collect();
        // A part of the work has the same two highest cards, as far as that many come.
        let fixed = self.missing.min(2);
        let mut parts = Vec::new();
        choose(&cards, fixed, CardSet::EMPTY, &mut |chosen, below| {
            parts.push((chosen, below));
            Ok(())
        })?;
        monitor.expect(parts.len() as u64);
        let work = |mut sums: T, &(chosen, below): &(CardSet, usize)| {
            let mut boards = 0;
            choose(&cards[..below], self.missing - fixed, chosen, &mut |runout, _| {
                boards += 1;
                if boards % CHECK == 0 {
                    monitor.check()?;
                }
                if let Some(stands_for) = multiplicity(runout.bits(), &self.symmetries) {
                    add(&mut sums, self.board | runout, stands_for);
                }
                Ok(())
            })?;
            monitor.advance(1)?;
            Ok(sums)
        };
        parallel::sum(parts.par_iter().with_max_len(1), start, work, join)
    }
}

/// Visit all ways to add some of the cards to those chosen, and the index of the lowest one added.
fn choose(
    cards: &[Card],
    count: usize,
    chosen: CardSet,
    visit: &mut impl FnMut(CardSet, usize) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    if count == 0 {
        return visit(chosen, cards.len());
    }
    for (index, &card) in cards.iter().enumerate().skip(count - 1) {
        choose(&cards[..index], count - 1, chosen | card.into(), visit)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::suits::permutations;
    use super::*;

    #[test]
    fn boards_that_stand_for_others_count_for_all() {
        for missing in 0..=4 {
            let count = |symmetries: Vec<Permutation>| {
                let runouts =
                    Runouts { board: CardSet::EMPTY, deck: CardSet::FULL, missing, symmetries };
                let add = |sum: &mut (u64, u64), board: CardSet, stands_for: u32| {
                    assert_eq!(board.len(), missing);
                    *sum = (sum.0 + 1, sum.1 + u64::from(stands_for));
                };
                let join = |a: (u64, u64), b: (u64, u64)| (a.0 + b.0, a.1 + b.1);
                runouts.fold(|| (0, 0), add, join, &Monitor::new()).unwrap()
            };
            // Sets of cards up to suits: the sequence of Waugh, "A fast and optimal hand
            // isomorphism algorithm" (2013), for flops and hole cards.
            let all = [1, 52, 1326, 22_100, 270_725][missing];
            assert_eq!(count(Vec::new()), (all, all));
            let different = [1, 13, 169, 1_755, 16_432][missing];
            assert_eq!(count(permutations().collect()), (different, all));
        }
    }
}
