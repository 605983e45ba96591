//! The one gate through which long work leaves Python: the GIL is released, Ctrl-C is answered,
//! progress is reported, and the number of threads is the caller's choice.

use std::collections::BTreeMap;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cardcore::monitor::Monitor;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::convert;
use crate::errors::IntoPython;

/// How often signals are looked at and progress is reported.
pub const TICK: Duration = Duration::from_millis(50);

/// Run work that may be brief: done before another thread could begin with it, let alone anyone
/// press Ctrl-C. Then the calling thread does it alone, so it must be too small to be split.
pub fn run_unless_brief<T: Send, E: IntoPython + Send>(
    py: Python<'_>,
    brief: bool,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Monitor) -> Result<T, E> + Send,
) -> PyResult<T> {
    if !brief {
        return run(py, threads, progress, work);
    }
    check_run(threads, progress)?;
    let monitor = Monitor::new();
    let value = py.detach(|| work(&monitor)).map_err(IntoPython::into_python)?;
    if let Some(report) = progress {
        report.call1(monitor.progress())?;
    }
    Ok(value)
}

/// Run work that may take longer than a blink.
///
/// While it runs on threads of its own, the calling thread looks for signals and calls
/// `progress(done, total)`; an exception from either stops the work and is raised, instead of the
/// error with which the work then gives up.
pub fn run<T: Send, E: IntoPython + Send>(
    py: Python<'_>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Monitor) -> Result<T, E> + Send,
) -> PyResult<T> {
    let pool = pool(check_run(threads, progress)?)?;
    let progress = progress.map(|report| report.clone().unbind());
    let monitor = Monitor::new();
    let monitor = &monitor;
    let (result, interruption) = py.detach(|| {
        std::thread::scope(|scope| {
            let (finished, waiting) = channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped when the work ends in any way, which wakes the waiting thread.
                let _finished = finished;
                pool.install(|| work(monitor))
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
        (Ok(Err(error)), None) => Err(error.into_python()),
        (Err(panic), None) => std::panic::resume_unwind(panic),
    }
}

fn tick(py: Python<'_>, monitor: &Monitor, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    py.check_signals()?;
    if let Some(report) = progress {
        report.call1(py, monitor.progress())?;
    }
    Ok(())
}

/// Check the options of long work, before any of it is done; gives the number of threads.
#[pyfunction]
pub fn check_run(
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<usize>> {
    if let Some(report) = progress.filter(|report| !report.is_callable()) {
        let found = convert::shown(report);
        return Err(PyTypeError::new_err(format!("progress: expected a function, found {found}")));
    }
    threads.map(|count| convert::whole_number("threads", count, 1..=MOST_THREADS)).transpose()
}

/// More threads than this help no machine.
pub const MOST_THREADS: i128 = 1024;

/// A pool of this many threads, of one per core for `None`. Pools are kept: starting threads takes
/// as long as ranking tens of thousands of hands.
fn pool(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    // A process that was forked has the pools of its parent, but none of their threads.
    type Pools = BTreeMap<(u32, Option<usize>), Arc<ThreadPool>>;
    static POOLS: Mutex<Pools> = Mutex::new(BTreeMap::new());

    let key = (std::process::id(), threads);
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.get(&key) {
        return Ok(Arc::clone(pool));
    }
    let made = ThreadPoolBuilder::new().num_threads(threads.unwrap_or_default()).build();
    let made = made.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(Arc::clone(pools.entry(key).or_insert(Arc::new(made))))
}
