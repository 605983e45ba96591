//! How the threads of a step share its rows.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::monitor::Monitor;

use super::BatchError;

/// Does its part of the work of a step; it is told its number.
pub type Worker<'a> = &'a (dyn Fn(usize) + Sync);

/// The threads that share the work of a step.
#[derive(Clone, Copy)]
pub struct Team<'a> {
    /// How many workers there are.
    pub size: usize,
    /// Calls a worker with all numbers below `size`, each on a thread of its own as far as there are
    /// any, and comes back when all calls have.
    pub call: &'a (dyn Fn(Worker<'_>) + Sync),
}

impl Team<'_> {
    /// The calling thread.
    pub const ALONE: Self = Self { size: 1, call: &|worker| worker(0) };

    /// Do the same with every piece. Those that lie side by side go to the same worker, so that in the
    /// next step they are still in the cache of its core; who is done helps the others.
    pub(super) fn each<T: Send>(
        self,
        pieces: impl ExactSizeIterator<Item = T>,
        monitor: &Monitor,
        work: impl Fn(T) -> Result<(), BatchError> + Sync,
    ) -> Result<(), BatchError> {
        let shares = shares(pieces, self.size);
        let failed = Mutex::new(None);
        (self.call)(&|worker| {
            while let Some(piece) = next(&shares, worker).filter(|_| lock(&failed).is_none()) {
                let done = work(piece).and_then(|()| Ok(monitor.check()?));
                if let Err(error) = done {
                    lock(&failed).get_or_insert(error);
                }
            }
        });
        failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// Give every worker as many of the pieces.
fn shares<T>(pieces: impl ExactSizeIterator<Item = T>, workers: usize) -> Vec<Mutex<Vec<T>>> {
    let (count, workers) = (pieces.len(), workers.max(1));
    let mut pieces = pieces.enumerate().peekable();
    let share = |worker| {
        let end = count * (worker + 1) / workers;
        std::iter::from_fn(|| pieces.next_if(|(place, _)| *place < end).map(|(_, piece)| piece))
            .collect()
    };
    (0..workers).map(share).map(Mutex::new).collect()
}

/// The next piece for a worker: of its own share, then of those of the others.
fn next<T>(shares: &[Mutex<Vec<T>>], worker: usize) -> Option<T> {
    let (before, from) = shares.split_at_checked(worker)?;
    from.iter().chain(before).find_map(|share| lock(share).pop())
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
