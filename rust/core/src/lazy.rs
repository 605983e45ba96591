//! Tables that are built when they are first asked for.

use std::ops::Deref;

use once_cell::race::OnceBox;

/// A value that is built at its first use, and for which nobody ever waits: threads that ask at the
/// same time each build it, and all of them get the one that is done first.
///
/// With the locks of the standard library one thread would build and the others wait. A process that
/// is forked meanwhile has no thread that builds, and would wait for ever.
pub(crate) struct Lazy<T> {
    value: OnceBox<T>,
    build: fn() -> T,
}

impl<T> Lazy<T> {
    /// What `build` makes, which must be the same every time.
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
    fn nobody_waits_for_a_builder_and_all_get_the_same() {
        static BOTH_BUILD: Barrier = Barrier::new(2);
        // Were one to wait for the other, neither would come to an end.
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
