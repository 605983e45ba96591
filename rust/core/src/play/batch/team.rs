//! How the threads of a step share its rows.

use std::sync::atomic::{AtomicBool, Ordering};
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
        let (failed, error) = (AtomicBool::new(false), Mutex::new(None));
        (self.call)(&|worker| {
            while let Some(piece) = next(&shares, worker)
                && !failed.load(Ordering::Relaxed)
            {
                if let Err(found) = work(piece).and_then(|()| Ok(monitor.check()?)) {
                    lock(&error).get_or_insert(found);
                    failed.store(true, Ordering::Relaxed);
                }
            }
        });
        error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// The pieces of one worker. Nobody else's lie in the same line of a cache: cores take such a line from
/// each other whenever one of them writes to it.
#[repr(align(128))]
struct Share<T>(Mutex<Vec<T>>);

/// Give every worker as many of the pieces.
fn shares<T>(pieces: impl ExactSizeIterator<Item = T>, workers: usize) -> Vec<Share<T>> {
    let (count, workers) = (pieces.len(), workers.max(1));
    let mut pieces = pieces.enumerate().peekable();
    let share = |worker| {
        let end = count * (worker + 1) / workers;
        std::iter::from_fn(|| pieces.next_if(|(place, _)| *place < end).map(|(_, piece)| piece))
            .collect()
    };
    (0..workers).map(share).map(|share| Share(Mutex::new(share))).collect()
}

/// The next piece for a worker: of its own share, then of those of the others, each of whom keeps the
/// last one. To bring what belongs to it from one core to another takes longer than to wait for it.
fn next<T>(shares: &[Share<T>], worker: usize) -> Option<T> {
    let (before, [own, after @ ..]) = shares.split_at_checked(worker)? else { return None };
    let spare = |Share(share): &Share<T>| {
        let mut share = lock(share);
        if share.len() > 1 { share.pop() } else { None }
    };
    // One lock at a time: two workers may look at each other's shares.
    let next = lock(&own.0).pop();
    next.or_else(|| after.iter().chain(before).find_map(spare))
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
