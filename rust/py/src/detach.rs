//! The only gate through which long-running work leaves Python: it releases the GIL, handles
//! Ctrl-C, reports progress and applies the requested number of threads.
//!
//! Work runs on a thread pool. Where no threads can be started it runs on the calling thread, which
//! then checks for Ctrl-C whenever the work checks its monitor.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cardcore::monitor::{Monitor, Stopped};
use cardcore::play::batch::{Team, Worker};
use cardcore::process::PerProcess;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder, Yield};

use crate::convert;
use crate::errors::IntoPython;

/// Initialize what the threads of all pools share: the first of them would do so behind a lock that
/// a fork could inherit.
pub fn load() {
    crossbeam_epoch::default_collector();
}

/// How often signals are checked and progress is reported.
pub const TICK: Duration = Duration::from_millis(50);

/// Run work that may be short: finished before another thread could help, let alone anyone press
/// Ctrl-C. Then the calling thread does it alone.
pub fn run_unless_short<T: Send, E: IntoPython + Send>(
    py: Python<'_>,
    short: bool,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Monitor) -> Result<T, E> + Send,
) -> PyResult<T> {
    if !short {
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

/// Run long-running work.
///
/// While it runs on other threads, the calling thread checks for signals and calls `progress(done,
/// total)`; an exception from either stops the work and is raised instead of the resulting error.
pub fn run<T: Send, E: IntoPython + Send>(
    py: Python<'_>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Monitor) -> Result<T, E> + Send,
) -> PyResult<T> {
    let threads = check_run(threads, progress)?;
    let progress = progress.map(|report| report.clone().unbind());
    match py.detach(|| pool(threads)) {
        Some(pool) => run_on(py, &pool, progress.as_ref(), work),
        None => run_here(py, progress, work),
    }
}

/// How long threads spin for more short work before they sleep. Waking one takes about as long, so
/// this costs at most twice as much as knowing in advance whether there will be more.
const SPIN: Duration = Duration::from_micros(100);

/// Run short work on this many threads, one per core for `None`. The calling thread is one of them;
/// the others keep spinning for a while, so that repeated work does not have to wake them.
pub fn share<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(Team<'_>) -> T + Send,
) -> T {
    py.detach(|| {
        let size = threads.or_else(|| Some(pool(None)?.current_num_threads())).unwrap_or(1);
        let helpers = if size > 1 { cached_pool(Purpose::Help, Some(size - 1)) } else { None };
        let Some(helpers) = helpers else { return work(Team::ALONE) };
        let call = |worker: Worker<'_>| {
            let busy = AtomicUsize::new(size - 1);
            helpers.in_place_scope(|scope| {
                scope.spawn_broadcast(|_, helper| {
                    worker(helper.index() + 1);
                    spin();
                    busy.fetch_sub(1, Ordering::Release);
                });
                worker(0);
                // The scope would put this thread to sleep.
                let begin = Instant::now();
                while busy.load(Ordering::Acquire) > 0 && begin.elapsed() < SPIN {
                    std::thread::yield_now();
                }
            });
        };
        work(Team { size, call: &call })
    })
}

/// Keep this pool thread spinning for a while after its current task.
fn spin() {
    thread_local! {
        static SPINS: Cell<bool> = const { Cell::new(false) };
    }

    if SPINS.replace(true) {
        return;
    }
    rayon::spawn(|| {
        let mut idle = Instant::now();
        while idle.elapsed() < SPIN {
            match rayon::yield_now() {
                Some(Yield::Executed) => idle = Instant::now(),
                _ => std::thread::yield_now(),
            }
        }
        SPINS.set(false);
    });
}

/// Run long-running work that distributes itself among threads.
pub fn run_on_all<T: Send, E: IntoPython + Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(Team<'_>, &Monitor) -> Result<T, E> + Send,
) -> PyResult<T> {
    match py.detach(|| pool(threads)) {
        Some(pool) => run_on(py, &pool, None, |monitor| {
            let size = rayon::current_num_threads();
            let call = |worker: Worker<'_>| {
                rayon::scope(|scope| {
                    for number in 1..size {
                        scope.spawn(move |_| worker(number));
                    }
                    worker(0);
                });
            };
            work(Team { size, call: &call }, monitor)
        }),
        None => run_here(py, None, |monitor| work(Team::ALONE, monitor)),
    }
}

/// Run work on the threads of a pool.
fn run_on<T: Send, E: IntoPython + Send>(
    py: Python<'_>,
    pool: &ThreadPool,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Monitor) -> Result<T, E> + Send,
) -> PyResult<T> {
    let monitor = &Monitor::new();
    let (result, interruption) = py.detach(|| {
        let (finished, waiting) = channel();
        pool.in_place_scope(|scope| {
            scope.spawn(move |_| {
                // The receiver is still alive.
                let _ = finished.send(work(monitor));
            });
            let mut interruption = None;
            loop {
                match waiting.recv_timeout(TICK) {
                    Ok(result) => return (Some(result), interruption),
                    // The work has panicked; the panic propagates where the scope ends.
                    Err(RecvTimeoutError::Disconnected) => return (None, interruption),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if interruption.is_none() {
                    interruption = Python::attach(|py| tick(py, monitor, progress)).err();
                    if interruption.is_some() {
                        monitor.stop();
                    }
                }
            }
        })
    });
    finish(py, monitor, progress, result, interruption)
}

/// Run work on the calling thread.
fn run_here<T: Send, E: IntoPython + Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&Monitor) -> Result<T, E> + Send,
) -> PyResult<T> {
    /// The result of the checks, and the time of the last one.
    struct Checks {
        last: Instant,
        interruption: Option<PyErr>,
    }

    let progress = progress.map(Arc::new);
    let watched = Arc::new(Mutex::new(Checks { last: Instant::now(), interruption: None }));
    let (report, found) = (progress.clone(), Arc::clone(&watched));
    let monitor = Monitor::watched(move |monitor| {
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.interruption.is_none() && found.last.elapsed() >= TICK {
            found.interruption = Python::attach(|py| tick(py, monitor, report.as_deref())).err();
            if found.interruption.is_some() {
                monitor.stop();
            }
            found.last = Instant::now();
        }
    });
    let result = py.detach(|| work(&monitor));
    let interruption = watched.lock().unwrap_or_else(PoisonError::into_inner).interruption.take();
    finish(py, &monitor, progress.as_deref(), Some(result), interruption)
}

/// The result for the caller: an interruption takes precedence.
fn finish<T, E: IntoPython>(
    py: Python<'_>,
    monitor: &Monitor,
    progress: Option<&Py<PyAny>>,
    result: Option<Result<T, E>>,
    interruption: Option<PyErr>,
) -> PyResult<T> {
    if let Some(interruption) = interruption {
        return Err(interruption);
    }
    // Work that ends without a result has panicked, and the panic has already propagated.
    let result = result.map_or_else(
        || Err(Stopped.into_python()),
        |result| result.map_err(IntoPython::into_python),
    );
    let value = result?;
    tick(py, monitor, progress)?;
    Ok(value)
}

fn tick(py: Python<'_>, monitor: &Monitor, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    py.check_signals()?;
    if let Some(report) = progress {
        report.call1(py, monitor.progress())?;
    }
    Ok(())
}

/// Validate the options of long-running work before it starts; returns the number of threads.
#[pyfunction]
pub fn check_run(
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<usize>> {
    if let Some(report) = progress.filter(|report| !report.is_callable()) {
        let found = convert::shown(report);
        return Err(PyTypeError::new_err(format!("progress: expected a function, found {found}")));
    }
    threads.map(|count| convert::whole_number("threads", count, 1..=MAX_THREADS)).transpose()
}

/// More threads than this help on no machine.
pub const MAX_THREADS: i128 = 1024;

/// A pool of this many threads, one per core for `None`; `None` if they cannot be started.
fn pool(threads: Option<usize>) -> Option<Arc<ThreadPool>> {
    cached_pool(Purpose::Work, threads)
}

/// The purpose of a pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Purpose {
    /// Long-running work.
    Work,
    /// Short work that the calling thread takes part in, which should not wait for long work.
    Help,
}

/// Pools are cached: starting threads takes as long as ranking tens of thousands of hands.
fn cached_pool(purpose: Purpose, threads: Option<usize>) -> Option<Arc<ThreadPool>> {
    type Pools = BTreeMap<(Purpose, Option<usize>), Arc<ThreadPool>>;

    // A forked process inherits its parent's pools without their threads.
    static POOLS: PerProcess<Mutex<Pools>> = PerProcess::new();

    let mut pools = POOLS.get().lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.get(&(purpose, threads)) {
        return Some(Arc::clone(pool));
    }
    let made = ThreadPoolBuilder::new().num_threads(threads.unwrap_or_default()).build().ok()?;
    Some(Arc::clone(pools.entry((purpose, threads)).or_insert(Arc::new(made))))
}
