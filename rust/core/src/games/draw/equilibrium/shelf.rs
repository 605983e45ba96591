//! Solutions at hand: the one that comes with the library, and those that were solved before.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use once_cell::race::OnceBox;

use super::rules::{EquilibriumError, Limits};
use super::solution::{Effort, Equilibrium};
use crate::games::draw::rules::Rules;
use crate::lazy::Lazy;
use crate::monitor::Monitor;
use crate::parallel;
use crate::process::PerProcess;

/// The solution of the default rules.
static USUAL: Lazy<Option<Arc<Equilibrium>>> =
    Lazy::new(|| Equilibrium::from_bytes(include_bytes!("default.equilibrium")).ok().map(Arc::new));

/// What was solved in this process.
static SOLVED: PerProcess<Mutex<BTreeMap<Limits, Arc<Equilibrium>>>> = PerProcess::new();

/// Where solutions are kept between processes.
pub trait Keeper: Send + Sync {
    /// The bytes that were kept for these limits.
    fn find(&self, limits: Limits) -> Option<Vec<u8>>;

    /// Told before a game is solved, which takes a while.
    fn begin(&self, limits: Limits);

    /// Keep bytes for these limits, as well as may be.
    fn keep(&self, limits: Limits, bytes: &[u8]);
}

static KEEPER: OnceBox<Box<dyn Keeper>> = OnceBox::new();

/// Have solutions kept; only the first keeper of a process is asked.
pub fn keep_with(keeper: Box<dyn Keeper>) {
    // Another keeper is as good.
    let _ = KEEPER.set(Box::new(keeper));
}

/// The solution for a game of two by these rules: that of the library, of this process or of the
/// [`Keeper`], or else it is solved now, in some seconds.
///
/// # Errors
///
/// Rules that cannot be solved, the monitor's stop.
pub fn equilibrium_of(
    rules: &Rules,
    monitor: &Monitor,
) -> Result<Arc<Equilibrium>, EquilibriumError> {
    let limits = Limits::of_solvable(rules)?;
    if let Some(usual) = USUAL.as_ref().filter(|usual| usual.limits() == limits) {
        return Ok(Arc::clone(usual));
    }
    // Others wait rather than solve the same. Nobody waits for ever: who solves does so alone, and so
    // takes up no other work that could ask for the lock again.
    let mut shelf = SOLVED.get().lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(solved) = shelf.get(&limits) {
        return Ok(Arc::clone(solved));
    }
    let solved = Arc::new(match kept(limits) {
        Some(kept) => kept,
        None => parallel::alone(|| solve(rules, limits, monitor))?,
    });
    shelf.insert(limits, Arc::clone(&solved));
    Ok(solved)
}

/// What the keeper has for these limits.
fn kept(limits: Limits) -> Option<Equilibrium> {
    let kept = Equilibrium::from_bytes(&KEEPER.get()?.find(limits)?).ok()?;
    (kept.limits() == limits).then_some(kept)
}

fn solve(
    rules: &Rules,
    limits: Limits,
    monitor: &Monitor,
) -> Result<Equilibrium, EquilibriumError> {
    if let Some(keeper) = KEEPER.get() {
        keeper.begin(limits);
    }
    let solved = Equilibrium::solve(rules, Effort::QUICK, 0, monitor)?;
    if let Some(keeper) = KEEPER.get() {
        keeper.keep(limits, &solved.to_bytes());
    }
    Ok(solved)
}
