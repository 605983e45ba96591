//! Work that may be split among threads.
//!
//! The threads are those of the rayon pool on which the work is begun; outside of one the calling
//! thread does it alone. Rayon would fall back on a pool for the whole process instead, which is a
//! panic where no thread can be started, and whose threads a forked process waits for in vain.

use std::cell::Cell;

use rayon::iter::plumbing::{Producer, ProducerCallback};
use rayon::prelude::*;

thread_local! {
    /// Whether this thread does all of its work itself.
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Do work on the calling thread alone, even on one of a pool: who waits for parts that others do may
/// be given anything else to do meanwhile, such as work that needs a lock that is held already.
pub(crate) fn alone<T>(work: impl FnOnce() -> T) -> T {
    /// What was before holds again after a panic as well.
    struct Before(bool);

    impl Drop for Before {
        fn drop(&mut self) {
            ALONE.set(self.0);
        }
    }

    let _before = Before(ALONE.replace(true));
    work()
}

/// Add up what comes of all parts: `add` those that one thread has to a sum that begins as `start`,
/// and `join` the sums. The order of the parts is kept.
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

/// Does all parts in turn.
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

    /// The numbers 0 to 999 in order, and the first that is asked to fail.
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
    fn the_calling_thread_finds_what_a_pool_does() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let expected: Vec<usize> = (0..1000).collect();
        assert_eq!(numbers(1000), Ok(expected.clone()));
        assert_eq!(pool.install(|| numbers(1000)), Ok(expected));
        assert_eq!(numbers(700), Err(700));
        assert_eq!(pool.install(|| numbers(700)), Err(700));
    }

    #[test]
    fn outside_of_a_pool_no_other_thread_is_asked() {
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
    fn who_works_alone_asks_no_other_thread_of_the_pool() {
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
