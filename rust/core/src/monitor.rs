//! The way long work reports its progress and is asked to stop.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use thiserror::Error;

/// Shared between long work and whoever waits for it.
///
/// The work calls [`advance`](Monitor::advance) every few milliseconds and gives up when that
/// fails; the one who waits reads [`progress`](Monitor::progress) and may call
/// [`stop`](Monitor::stop) from any thread.
///
/// ```
/// use cardcore::monitor::Monitor;
///
/// let monitor = Monitor::new();
/// monitor.expect(10);
/// assert!(monitor.advance(4).is_ok());
/// assert_eq!(monitor.progress(), (4, 10));
/// monitor.stop();
/// assert!(monitor.advance(1).is_err());
/// ```
#[derive(Debug, Default)]
pub struct Monitor {
    stopped: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    watch: Option<Watch>,
}

/// Is shown the monitor whenever the work looks at it.
struct Watch(Box<dyn Fn(&Monitor) + Send + Sync>);

impl fmt::Debug for Watch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Watch")
    }
}

/// The work was asked to stop before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before the work was done")]
pub struct Stopped;

impl Monitor {
    /// A monitor for work that has not begun.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A monitor for work that nobody waits for on another thread: whenever the work looks whether to
    /// go on, `watch` is called first, and may [`stop`](Monitor::stop) it.
    ///
    /// ```
    /// use cardcore::monitor::Monitor;
    ///
    /// let monitor = Monitor::watched(|monitor| if monitor.progress().0 > 4 { monitor.stop() });
    /// assert!(monitor.advance(4).is_ok());
    /// assert!(monitor.advance(1).is_err());
    /// ```
    #[must_use]
    pub fn watched(watch: impl Fn(&Self) + Send + Sync + 'static) -> Self {
        Self { watch: Some(Watch(Box::new(watch))), ..Self::default() }
    }

    /// Say how many steps there will be in all.
    pub fn expect(&self, steps: u64) {
        self.total.store(steps, Ordering::Relaxed);
    }

    /// Report steps done, and learn whether to go on.
    ///
    /// # Errors
    ///
    /// Once [`stop`](Monitor::stop) was called.
    pub fn advance(&self, steps: u64) -> Result<(), Stopped> {
        self.done.fetch_add(steps, Ordering::Relaxed);
        self.check()
    }

    /// Learn whether to go on, within a step that may be long.
    ///
    /// # Errors
    ///
    /// Once [`stop`](Monitor::stop) was called.
    pub fn check(&self) -> Result<(), Stopped> {
        if let Some(Watch(watch)) = &self.watch {
            watch(self);
        }
        if self.stopped.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// Ask the work to stop.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Steps done, and steps in all (0 while unknown).
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }
}
