//! Work distribution among the threads of a step.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::monitor::Monitor;

use super::BatchError;

/// Does one worker's part of a step, given the worker's number.
pub type Worker<'a> = &'a (dyn Fn(usize) + Sync);

/// The threads that share the work of a step.
#[derive(Clone, Copy)]
pub struct Team<'a> {
    /// The number of workers.
    pub size: usize,
    /// Calls a worker with every number below `size`, each on its own thread if available, and
    /// returns when all calls have returned.
    pub call: &'a (dyn Fn(Worker<'_>) + Sync),
}

impl Team<'_> {
    /// The calling thread alone.
    pub const ALONE: Self = Self { size: 1, call: &|worker| worker(0) };

    /// Process every chunk. Adjacent chunks go to the same worker, so that they are still in its
    /// core's cache in the next step; idle workers steal from the others.
    pub(super) fn each<T: Send>(
        self,
        chunks: impl ExactSizeIterator<Item = T>,
        monitor: &Monitor,
        work: impl Fn(T) -> Result<(), BatchError> + Sync,
    ) -> Result<(), BatchError> {
        let queues = queues(chunks, self.size);
        let (failed, error) = (AtomicBool::new(false), Mutex::new(None));
        (self.call)(&|worker| {
            while let Some(chunk) = next(&queues, worker)
                && !failed.load(Ordering::Relaxed)
            {
                if let Err(found) = work(chunk).and_then(|()| Ok(monitor.check()?)) {
                    lock(&error).get_or_insert(found);
                    failed.store(true, Ordering::Relaxed);
                }
            }
        });
        error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// One worker's queue of chunks, alone in its cache line to avoid false sharing.
#[repr(align(128))]
struct Queue<T>(Mutex<Vec<T>>);

/// Distribute the chunks evenly among the workers.
fn queues<T>(chunks: impl ExactSizeIterator<Item = T>, workers: usize) -> Vec<Queue<T>> {
    let (count, workers) = (chunks.len(), workers.max(1));
    let mut chunks = chunks.enumerate().peekable();
    let queue = |worker| {
        let end = count * (worker + 1) / workers;
        std::iter::from_fn(|| chunks.next_if(|(place, _)| *place < end).map(|(_, chunk)| chunk))
            .collect()
    };
    (0..workers).map(queue).map(|queue| Queue(Mutex::new(queue))).collect()
}

/// The next chunk for a worker: from its own queue, then from another's, each of which keeps its
/// last one. Moving that one's data between cores takes longer than waiting for it.
fn next<T>(queues: &[Queue<T>], worker: usize) -> Option<T> {
    let (before, [own, after @ ..]) = queues.split_at_checked(worker)? else { return None };
    let spare = |Queue(queue): &Queue<T>| {
        let mut queue = lock(queue);
        if queue.len() > 1 { queue.pop() } else { None }
    };
    // Hold one lock at a time: two workers may look at each other's queues.
    let next = lock(&own.0).pop();
    next.or_else(|| after.iter().chain(before).find_map(spare))
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
