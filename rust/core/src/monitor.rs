//! The way long work reports its progress and is asked to stop.

use std::fmt;
use std::sync::Arc;
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
pub struct Monitor(Arc<Shared>);

/// What a monitor and those of the steps within its work have in common.
#[derive(Debug, Default)]
struct Shared {
    stopped: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    watch: Option<Watch>,
    /// Of the work that this is a step of.
    outer: Option<Arc<Shared>>,
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
        Self(Arc::new(Shared { watch: Some(Watch(Box::new(watch))), ..Shared::default() }))
    }

    /// A monitor for one step of the work, which counts steps of its own and stops with the whole.
    ///
    /// ```
    /// use cardcore::monitor::Monitor;
    ///
    /// let monitor = Monitor::new();
    /// let step = monitor.step();
    /// assert!(step.advance(4).is_ok());
    /// assert_eq!((monitor.progress(), step.progress()), ((0, 0), (4, 0)));
    /// monitor.stop();
    /// assert!(step.check().is_err());
    /// ```
    #[must_use]
    pub fn step(&self) -> Self {
        Self(Arc::new(Shared { outer: Some(Arc::clone(&self.0)), ..Shared::default() }))
    }

    /// Whether this is one step of other work. That is split among the threads there are, so the
    /// step is not split again.
    #[must_use]
    pub fn is_step(&self) -> bool {
        self.0.outer.is_some()
    }

    /// Say how many steps there will be in all.
    pub fn expect(&self, steps: u64) {
        self.0.total.store(steps, Ordering::Relaxed);
    }

    /// Report steps done, and learn whether to go on.
    ///
    /// # Errors
    ///
    /// Once [`stop`](Monitor::stop) was called.
    pub fn advance(&self, steps: u64) -> Result<(), Stopped> {
        self.0.done.fetch_add(steps, Ordering::Relaxed);
        self.check()
    }

    /// Learn whether to go on, within a step that may be long.
    ///
    /// # Errors
    ///
    /// Once [`stop`](Monitor::stop) was called.
    pub fn check(&self) -> Result<(), Stopped> {
        let mut shared = &self.0;
        loop {
            if let Some(Watch(watch)) = &shared.watch {
                watch(&Self(Arc::clone(shared)));
            }
            if shared.stopped.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            let Some(outer) = &shared.outer else { return Ok(()) };
            shared = outer;
        }
    }

    /// Ask the work to stop.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// Steps done, and steps in all (0 while unknown).
    pub fn progress(&self) -> (u64, u64) {
        (self.0.done.load(Ordering::Relaxed), self.0.total.load(Ordering::Relaxed))
    }
}
