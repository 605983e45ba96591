//! Solving a table: batches of deals, and checkpoints to continue from.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::stakes::Stakes;
use super::table::Table;
use crate::cfr::{SampledGame as _, SampledSolver};
use crate::games::draw::equilibrium::buckets::Buckets;
use crate::games::draw::equilibrium::rules::EquilibriumError;
use crate::games::draw::equilibrium::sets::Sets;
use crate::games::draw::rules::Rules;
use crate::monitor::Monitor;

/// The deals of a batch.
pub(super) const BATCH: u64 = 512;

const MAGIC: &[u8] = b"cardcore draw training 1\n";

/// How much work to put into a blueprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// About how many buckets hands have before the draw.
    pub hands: u32,
    /// How many buckets strengths have after it, at most.
    pub strengths: u32,
    /// The seed of the deals.
    pub seed: u64,
}

impl Work {
    /// That of the blueprints that are part of the library.
    pub const SHIPPED: Self = Self { hands: 90, strengths: 50, seed: 0 };

    fn check(&self) -> Result<(), EquilibriumError> {
        for (name, least, most, found) in
            [("hands", 20, 500, self.hands), ("strengths", 10, 200, self.strengths)]
        {
            if !(least..=most).contains(&found) {
                return Err(EquilibriumError::OutOfRange { name, least, most, found });
            }
        }
        Ok(())
    }
}

/// A blueprint in the making.
#[derive(Clone, Debug)]
pub struct Training {
    pub(super) table: Table,
    pub(super) work: Work,
    pub(super) solver: SampledSolver,
}

impl Training {
    /// Begin for a table by these rules.
    ///
    /// # Errors
    ///
    /// Rules that cannot be solved, numbers out of range.
    pub fn new(rules: &Rules, work: Work) -> Result<Self, EquilibriumError> {
        work.check()?;
        let table = Self::table(rules, work)?;
        let solver = SampledSolver::new(&table, BATCH, work.seed);
        Ok(Self { table, work, solver })
    }

    fn table(rules: &Rules, work: Work) -> Result<Table, EquilibriumError> {
        let stakes = Stakes::of_solvable(rules)?;
        let sets = Sets::of(rules.ranking);
        let buckets = Buckets::cut(sets, work.hands as usize, work.strengths as usize);
        Ok(Table::new(rules.seats(), stakes, buckets))
    }

    /// The deals so far.
    #[must_use]
    pub const fn deals(&self) -> u64 {
        self.solver.deals
    }

    /// Play at least this many deals in all.
    ///
    /// # Errors
    ///
    /// If the monitor stops it. What was finished is kept.
    pub fn advance(&mut self, deals: u64, monitor: &Monitor) -> Result<(), EquilibriumError> {
        monitor.expect(deals.saturating_sub(self.solver.deals));
        while self.solver.deals < deals {
            self.solver.advance(&self.table, monitor)?;
        }
        Ok(())
    }

    /// Serialize everything that is needed to continue.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = &self.solver.numbers;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.solver.deals.to_le_bytes());
        bytes.extend(self.fingerprint().to_le_bytes());
        let content: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        bytes.extend(compress_to_vec(&content, 1));
        bytes
    }

    /// Continue from a checkpoint of the same work.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new), and bytes that are not a checkpoint of it.
    pub fn resume(rules: &Rules, work: Work, bytes: &[u8]) -> Result<Self, EquilibriumError> {
        let mut training = Self::new(rules, work)?;
        let wrong = EquilibriumError::Unreadable { reason: "it is not a checkpoint of this work" };
        let read = || {
            let (deals, rest) = bytes.strip_prefix(MAGIC)?.split_first_chunk::<8>()?;
            let (fingerprint, rest) = rest.split_first_chunk::<8>()?;
            let length = 4 * training.solver.numbers.len();
            let content = decompress_to_vec_with_limit(rest, length).ok()?;
            let numbers: Vec<f32> =
                content.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
            let is_whole = 4 * numbers.len() == length
                && u64::from_le_bytes(*fingerprint) == training.fingerprint()
                && numbers.iter().all(|number| number.is_finite());
            let deals = u64::from_le_bytes(*deals);
            (is_whole && deals.is_multiple_of(BATCH)).then_some((numbers, deals))
        };
        let (numbers, deals) = read().ok_or(wrong)?;
        training.solver = training.solver.resumed(numbers, deals);
        Ok(training)
    }

    /// A number that differs for other work.
    fn fingerprint(&self) -> u64 {
        let Stakes { ante, small_bet, big_bet, raises } = self.table.stakes;
        let Work { hands, strengths, seed } = self.work;
        let numbers =
            [ante, small_bet, big_bet, raises, hands, strengths, self.table.players as u32];
        numbers.into_iter().fold(seed ^ self.table.length() as u64, |sum, number| {
            sum.wrapping_mul(0x0000_0100_0000_01b3) ^ u64::from(number)
        })
    }
}
