//! The one gate through which long work leaves Python: the GIL is released, Ctrl-C is answered,
//! progress is reported, and the number of threads is the caller's choice.
//!
//! Work is done by a pool of threads, and where none can be started by the calling thread, which
//! then looks for Ctrl-C itself whenever the work looks at its monitor.

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

/// Have ready what the threads of all pools share: the first of them would make it behind a lock
/// that a fork could inherit.
pub fn load() {
    crossbeam_epoch::default_collector();
}

/// How often signals are looked at and progress is reported.
pub const TICK: Duration = Duration::from_millis(50);

/// Run work that may be brief: done before another thread could begin with it, let alone anyone
/// press Ctrl-C. Then the calling thread does it alone.
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
    let threads = check_run(threads, progress)?;
    let progress = progress.map(|report| report.clone().unbind());
    match py.detach(|| pool(threads)) {
        Some(pool) => run_on(py, &pool, progress.as_ref(), work),
        None => run_here(py, progress, work),
    }
}

/// How long threads look for more brief work before they sleep. To wake one takes about as long, so
/// this costs at most twice as much as knowing whether there will be more.
const LINGER: Duration = Duration::from_micros(100);

/// Run brief work that is shared by so many threads, one per core for `None`. The calling thread is
/// one of them; the others stay awake for a while, so that work which comes again and again does not
/// have to wait for them.
pub fn share<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(Team<'_>) -> T + Send,
) -> T {
    py.detach(|| {
        let size = threads.or_else(|| Some(pool(None)?.current_num_threads())).unwrap_or(1);
        let helpers = if size > 1 { kept(Purpose::Help, Some(size - 1)) } else { None };
        let Some(helpers) = helpers else { return work(Team::ALONE) };
        let call = |worker: Worker<'_>| {
            let busy = AtomicUsize::new(size - 1);
            helpers.in_place_scope(|scope| {
                scope.spawn_broadcast(|_, helper| {
                    worker(helper.index() + 1);
                    linger();
                    busy.fetch_sub(1, Ordering::Release);
                });
                worker(0);
                // The scope would send this thread to sleep.
                let begin = Instant::now();
                while busy.load(Ordering::Acquire) > 0 && begin.elapsed() < LINGER {
                    std::thread::yield_now();
                }
            });
        };
        work(Team { size, call: &call })
    })
}

/// Keep this thread of a pool awake for a while after what it does now.
fn linger() {
    thread_local! {
        static LINGERS: Cell<bool> = const { Cell::new(false) };
    }

    if LINGERS.replace(true) {
        return;
    }
    rayon::spawn(|| {
        let mut idle = Instant::now();
        while idle.elapsed() < LINGER {
            match rayon::yield_now() {
                Some(Yield::Executed) => idle = Instant::now(),
                _ => std::thread::yield_now(),
            }
        }
        LINGERS.set(false);
    });
}

/// Run work that may take longer than a blink, and that shares out what it does.
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
                // Nobody has stopped listening.
                let _ = finished.send(work(monitor));
            });
            let mut interruption = None;
            loop {
                match waiting.recv_timeout(TICK) {
                    Ok(result) => return (Some(result), interruption),
                    // The work has panicked, which goes on where the scope ends.
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
    /// What the watch has found, and when it looked last.
    struct Watched {
        last: Instant,
        interruption: Option<PyErr>,
    }

    let progress = progress.map(Arc::new);
    let watched = Arc::new(Mutex::new(Watched { last: Instant::now(), interruption: None }));
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

/// What the caller gets: an interruption before all else.
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
    // Work that ends without a result has panicked, and that has gone on already.
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
    threads.map(|count| convert::whole_number("threads", count, 1..=MAX_THREADS)).transpose()
}

/// More threads than this help no machine.
pub const MAX_THREADS: i128 = 1024;

/// A pool of this many threads, of one per core for `None`; none if they cannot be started.
fn pool(threads: Option<usize>) -> Option<Arc<ThreadPool>> {
    kept(Purpose::Work, threads)
}

/// What the threads of a pool are for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Purpose {
    /// All there is to do.
    Work,
    /// Brief work that the calling thread does too, which should not wait for any that is long.
    Help,
}

/// Pools are kept: starting threads takes as long as ranking tens of thousands of hands.
fn kept(purpose: Purpose, threads: Option<usize>) -> Option<Arc<ThreadPool>> {
    type Pools = BTreeMap<(Purpose, Option<usize>), Arc<ThreadPool>>;

    // A process that was forked has the pools of its parent, but none of their threads.
    static POOLS: PerProcess<Mutex<Pools>> = PerProcess::new();

    let mut pools = POOLS.get().lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.get(&(purpose, threads)) {
        return Some(Arc::clone(pool));
    }
    let made = ThreadPoolBuilder::new().num_threads(threads.unwrap_or_default()).build().ok()?;
    Some(Arc::clone(pools.entry((purpose, threads)).or_insert(Arc::new(made))))
}
