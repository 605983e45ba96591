//! One target, fed until its time is over.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use cardcore::random::Random;

use crate::arguments::Budget;
use crate::mutate::mutate;
use crate::targets::{Target, corpus};

/// Inputs that take longer than this count as hanging.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often the clock is checked and the watchdog is reset.
const ROUND: u64 = 256;

/// The result of a target.
pub struct Report {
    name: &'static str,
    inputs: u64,
    accepted: u64,
    time: Duration,
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, inputs, accepted, time } = self;
        let speed = *inputs as f64 / time.as_secs_f64().max(f64::MIN_POSITIVE);
        write!(formatter, "{name:<16} {inputs:>10} inputs, {accepted:>10} accepted, {speed:>9.0}/s")
    }
}

/// The failing input.
pub struct Failure {
    name: &'static str,
    text: String,
    number: u64,
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, text, number } = self;
        write!(formatter, "{name}: input {number} failed: {text:?}")
    }
}

/// Feed a target: its corpus unchanged, then mutations of it.
pub fn run(target: &mut dyn Target, budget: Budget, seed: u64) -> Result<Report, Failure> {
    let name = target.name();
    let corpus = corpus(name);
    let mut random = Random::new(seed);
    let (watch, _alive) = watch(name);
    let begin = Instant::now();
    let (mut inputs, mut accepted) = (0, 0);
    let is_over = |inputs: u64| match budget {
        Budget::Time(time) => inputs.is_multiple_of(ROUND) && begin.elapsed() >= time,
        Budget::Inputs(most) => inputs >= most,
    };
    while !is_over(inputs) {
        let as_it_is = usize::try_from(inputs).ok().and_then(|place| corpus.get(place)).cloned();
        let text = as_it_is.unwrap_or_else(|| mutate(&corpus, target.examples(), &mut random));
        if inputs.is_multiple_of(ROUND) {
            // The watchdog may already be gone.
            let _ = watch.send(inputs);
        }
        inputs += 1;
        match catch_unwind(AssertUnwindSafe(|| target.feed(&text, &mut random))) {
            Ok(was_accepted) => accepted += u64::from(was_accepted),
            Err(_) => return Err(Failure { name, text, number: inputs }),
        }
    }
    Ok(Report { name, inputs, accepted, time: begin.elapsed() })
}

/// A watchdog that aborts the process when nothing was sent for too long. With the seed and the
/// number of inputs, `--inputs` reproduces the failure.
fn watch(name: &'static str) -> (Sender<u64>, thread::JoinHandle<()>) {
    let (sender, receiver) = channel();
    let watcher = thread::spawn(move || {
        let mut last = 0;
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(inputs) => last = inputs,
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    eprintln!("{name}: hangs within {ROUND} inputs after the first {last}");
                    std::process::exit(1);
                }
            }
        }
    });
    (sender, watcher)
}
