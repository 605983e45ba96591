//! Parallel folds on the current rayon pool.
//!
//! Work runs on the threads of the rayon pool it is called from; outside a pool, the calling thread
//! does it alone. Rayon would instead fall back on a global pool, which panics where no thread can
//! be started, and whose threads a forked process does not have.

use std::cell::Cell;

use rayon::iter::plumbing::{Producer, ProducerCallback};
use rayon::prelude::*;

thread_local! {
    /// Whether this thread does all of its work itself.
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Run `work` on the calling thread only, even inside a pool: a thread that waits for others may
/// steal other tasks meanwhile, such as one that needs a lock it already holds.
pub(crate) fn alone<T>(work: impl FnOnce() -> T) -> T {
    /// Restores the previous value, also after a panic.
    struct Before(bool);

    impl Drop for Before {
        fn drop(&mut self) {
            ALONE.set(self.0);
        }
    }

    let _before = Before(ALONE.replace(true));
    work()
}

/// Fold all parts in parallel: `add` folds the parts of one thread into a sum that starts as
/// `start`, and `join` combines the sums. The order of the parts is preserved.
pub(crate) fn sum<P, T: Send, E: Send>(
    parts: impl IndexedParallelIterator<Item = P>,
    start: impl Fn() -> T + Send + Sync,
    add: impl Fn(T, P) -> Result<T, E> + Send + Sync,
    join: impl Fn(T, T) -> T + Send + Sync,
) -> Result<T, E> {
    match rayon::current_thread_index().filter(|_| !ALONE.get()) {
        Some(_) => {
            parts.try_fold(&start, add).try_reduce(&start, |left, right| Ok(join(left, right)))
        }
        None => parts.with_producer(Alone { sum: start(), add }),
    }
}

/// Folds all parts on the calling thread.
struct Alone<T, A> {
    sum: T,
    add: A,
}

impl<P, T, E, A: Fn(T, P) -> Result<T, E>> ProducerCallback<P> for Alone<T, A> {
    type Output = Result<T, E>;

    fn callback<I: Producer<Item = P>>(self, parts: I) -> Self::Output {
        parts.into_iter().try_fold(self.sum, self.add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers 0 to 999 in order; fails at `fails`.
    fn numbers(fails: usize) -> Result<Vec<usize>, usize> {
        sum(
            (0..1000).into_par_iter().with_max_len(1),
            Vec::new,
            |mut sum, number| {
                sum.push(number);
                if number == fails { Err(number) } else { Ok(sum) }
            },
            |left, right| [left, right].concat(),
        )
    }

    #[test]
    fn the_calling_thread_matches_a_pool() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let expected: Vec<usize> = (0..1000).collect();
        assert_eq!(numbers(1000), Ok(expected.clone()));
        assert_eq!(pool.install(|| numbers(1000)), Ok(expected));
        assert_eq!(numbers(700), Err(700));
        assert_eq!(pool.install(|| numbers(700)), Err(700));
    }

    #[test]
    fn outside_a_pool_only_the_calling_thread_works() {
        let here = std::thread::current().id();
        let elsewhere = sum(
            (0..1000).into_par_iter().with_max_len(1),
            || 0,
            |count, _| Ok::<_, ()>(count + usize::from(std::thread::current().id() != here)),
            |left, right| left + right,
        );
        assert_eq!(elsewhere, Ok(0));
    }

    #[test]
    fn alone_uses_only_the_calling_thread() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let elsewhere = || {
            let here = std::thread::current().id();
            sum(
                (0..1000).into_par_iter().with_max_len(1),
                || 0,
                |count, _| Ok::<_, ()>(count + usize::from(std::thread::current().id() != here)),
                |left, right| left + right,
            )
        };
        assert_eq!(pool.install(|| alone(elsewhere)), Ok(0));
        assert!(!ALONE.get());
    }
}
