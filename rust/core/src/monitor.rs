//! Progress and cancellation of long-running work.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use thiserror::Error;

/// Shared between long-running work and its caller.
///
/// The work calls [`advance`](Monitor::advance) every few milliseconds and gives up when that
/// fails; the caller reads [`progress`](Monitor::progress) and may call [`stop`](Monitor::stop)
/// from any thread.
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

/// State shared by a monitor and the monitors of its steps.
#[derive(Debug, Default)]
struct Shared {
    stopped: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    watch: Option<Watch>,
    /// The monitor of the work that this is a step of.
    outer: Option<Arc<Shared>>,
}

/// A callback that runs whenever the work checks its monitor.
struct Watch(Box<dyn Fn(&Monitor) + Send + Sync>);

impl fmt::Debug for Watch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Watch")
    }
}

/// The work was stopped before it was done.
///
/// ```
/// use cardcore::monitor::Monitor;
///
/// let monitor = Monitor::new();
/// monitor.stop();
/// let error = monitor.check().map_err(|stopped| stopped.to_string());
/// assert_eq!(error, Err("stopped before the work was done".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before the work was done")]
pub struct Stopped;

impl Monitor {
    /// A monitor for new work.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A monitor for work without a waiting thread: `watch` is called whenever the work checks
    /// whether to continue, and may [`stop`](Monitor::stop) it.
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

    /// A monitor for one step of the work, with its own progress, that stops with the whole.
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

    /// Whether this is a step of other work. That work is already parallel, so the step is not
    /// split again.
    #[must_use]
    pub fn is_step(&self) -> bool {
        self.0.outer.is_some()
    }

    /// Set the total number of steps.
    pub fn expect(&self, steps: u64) {
        self.0.total.store(steps, Ordering::Relaxed);
    }

    /// Report finished steps and check whether to continue.
    ///
    /// # Errors
    ///
    /// After [`stop`](Monitor::stop) was called.
    pub fn advance(&self, steps: u64) -> Result<(), Stopped> {
        self.0.done.fetch_add(steps, Ordering::Relaxed);
        self.check()
    }

    /// Check whether to continue, within a long step.
    ///
    /// # Errors
    ///
    /// After [`stop`](Monitor::stop) was called.
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
