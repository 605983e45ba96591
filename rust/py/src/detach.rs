//! The one gate through which long work leaves Python: the GIL is released, Ctrl-C is answered,
//! progress is reported, and the number of threads is the caller's choice.

use std::collections::BTreeMap;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cardcore::monitor::{Monitor, Stopped};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::value_error;

/// How often signals are looked at and progress is reported.
const TICK: Duration = Duration::from_millis(50);

/// Run work that is over before anyone would press Ctrl-C, on the calling thread.
pub fn briefly<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Monitor) -> Result<T, Stopped> + Send,
) -> PyResult<T> {
    py.detach(|| work(&Monitor::new())).map_err(stopped_error)
}

/// Run work that may take longer than a blink.
///
/// While it runs on threads of its own, the calling thread looks for signals and calls
/// `progress(done, total)`; an exception from either stops the work and is raised.
pub fn run<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&Monitor) -> Result<T, Stopped> + Send,
) -> PyResult<T> {
    let pool = pool(threads)?;
    let monitor = Monitor::new();
    let monitor = &monitor;
    let (result, interruption) = py.detach(|| {
        std::thread::scope(|scope| {
            let (finished, waiting) = channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped when the work ends in any way, which wakes the waiting thread.
                let _finished = finished;
                match pool {
                    Some(pool) => pool.install(|| work(monitor)),
                    None => work(monitor),
                }
            });
            let mut interruption = None;
            while waiting.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if interruption.is_none() {
                    interruption = Python::attach(|py| tick(py, monitor, progress.as_ref())).err();
                    if interruption.is_some() {
                        monitor.stop();
                    }
                }
            }
            (worker.join(), interruption)
        })
    });
    match (result, interruption) {
        (_, Some(interruption)) => Err(interruption),
        (Ok(Ok(value)), None) => {
            tick(py, monitor, progress.as_ref())?;
            Ok(value)
        }
        (Ok(Err(stopped)), None) => Err(stopped_error(stopped)),
        (Err(panic), None) => std::panic::resume_unwind(panic),
    }
}

/// Work stops early only when it was told to, and then the reason is raised instead of this.
fn stopped_error(stopped: Stopped) -> PyErr {
    PyRuntimeError::new_err(stopped.to_string())
}

fn tick(py: Python<'_>, monitor: &Monitor, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    py.check_signals()?;
    if let Some(report) = progress {
        report.call1(py, monitor.progress())?;
    }
    Ok(())
}

/// A pool of this many threads; `None` for the process-wide pool. Pools are kept: starting
/// threads takes as long as ranking tens of thousands of hands.
fn pool(threads: Option<usize>) -> PyResult<Option<Arc<ThreadPool>>> {
    static POOLS: Mutex<BTreeMap<usize, Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());

    let count = match threads {
        None => return Ok(None),
        Some(0) => return Err(value_error("threads: expected at least 1, found 0")),
        Some(count) => count.min(MOST_THREADS),
    };
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.get(&count) {
        return Ok(Some(Arc::clone(pool)));
    }
    let made = ThreadPoolBuilder::new().num_threads(count).build();
    let made = made.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(Some(Arc::clone(pools.entry(count).or_insert(Arc::new(made)))))
}

/// More threads than this help no machine.
const MOST_THREADS: usize = 1024;
