//! Values that belong to one process and must not be shared with its forks.

use once_cell::race::OnceBox;

/// One value per process: a fork gets a new one.
///
/// A lock held by another thread of the parent is never released in the child, which has none of
/// the parent's other threads. With a value of its own, a process only ever waits for threads that
/// exist.
///
/// ```
/// use std::sync::Mutex;
/// use cardcore::process::PerProcess;
///
/// static NAMES: PerProcess<Mutex<Vec<&str>>> = PerProcess::new();
/// NAMES.get().lock()?.push("known in this process");
/// assert_eq!(NAMES.get().lock()?.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PerProcess<T>(OnceBox<Own<T>>);

/// The value of one process, and those of its forks.
#[derive(Debug)]
struct Own<T> {
    process: u32,
    value: T,
    forked: OnceBox<Self>,
}

impl<T: Default> PerProcess<T> {
    /// No value yet for any process.
    #[must_use]
    pub const fn new() -> Self {
        Self(OnceBox::new())
    }

    /// The value of this process, initially the default.
    pub fn get(&self) -> &T {
        self.of(std::process::id())
    }

    fn of(&self, process: u32) -> &T {
        let make = || Box::new(Own { process, value: T::default(), forked: OnceBox::new() });
        let mut own = self.0.get_or_init(make);
        // Only the last entry can belong to this process: the others belong to its ancestors, and
        // the id of one that has ended may be reused.
        loop {
            own = match own.forked.get() {
                Some(forked) => forked,
                None if own.process == process => return &own.value,
                None => own.forked.get_or_init(make),
            }
        }
    }
}

impl<T: Default> Default for PerProcess<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn every_process_has_its_own_value() {
        let values: PerProcess<AtomicU32> = PerProcess::new();
        // The last process reuses the id of an ancestor that has ended.
        for (expected, process) in [(0, 7), (1, 7), (0, 8), (1, 8), (0, 7), (1, 7)] {
            assert_eq!(values.of(process).fetch_add(1, Ordering::Relaxed), expected);
        }
    }
}
