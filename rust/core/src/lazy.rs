//! Lazily built tables.

use std::ops::Deref;

use once_cell::race::OnceBox;

/// A value built on first use, without blocking: threads that need it at the same time each build
/// it, and all get the one that finishes first.
///
/// With the standard library's locks, one thread would build and the others would wait. A process
/// forked meanwhile has no building thread and would deadlock.
pub(crate) struct Lazy<T> {
    value: OnceBox<T>,
    build: fn() -> T,
}

impl<T> Lazy<T> {
    /// A value made by `build`, which must be deterministic.
    pub const fn new(build: fn() -> T) -> Self {
        Self { value: OnceBox::new(), build }
    }
}

impl<T> Deref for Lazy<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value.get_or_init(|| Box::new((self.build)()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn concurrent_builders_do_not_block_and_agree() {
        static BOTH_BUILD: Barrier = Barrier::new(2);
        // If one waited for the other, the test would hang.
        static VALUE: Lazy<String> = Lazy::new(|| {
            BOTH_BUILD.wait();
            "built".to_owned()
        });
        let address = || std::ptr::from_ref::<String>(&VALUE).addr();
        let other = std::thread::spawn(address);
        assert_eq!(address(), other.join().unwrap());
        assert_eq!(*VALUE, "built");
    }
}
