//! Solutions at hand: the one that comes with the library, and those that were solved before.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use once_cell::race::OnceBox;

use super::rules::{EquilibriumError, Limits};
use super::solution::{Effort, Equilibrium};
use crate::games::draw::rules::Rules;
use crate::lazy::Lazy;
use crate::monitor::Monitor;
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
/// Rules that cannot be solved.
pub fn equilibrium_of(rules: &Rules) -> Result<Arc<Equilibrium>, EquilibriumError> {
    let limits = Limits::of_solvable(rules)?;
    if let Some(usual) = USUAL.as_ref().filter(|usual| usual.limits() == limits) {
        return Ok(Arc::clone(usual));
    }
    let shelf = || SOLVED.get().lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(solved) = shelf().get(&limits) {
        return Ok(Arc::clone(solved));
    }
    let keeper = KEEPER.get();
    let kept = keeper.and_then(|keeper| keeper.find(limits));
    let kept = kept.and_then(|bytes| Equilibrium::from_bytes(&bytes).ok());
    let solved = match kept.filter(|kept| kept.limits() == limits) {
        Some(kept) => kept,
        None => {
            if let Some(keeper) = keeper {
                keeper.begin(limits);
            }
            let solved = Equilibrium::solve(rules, Effort::QUICK, 0, &Monitor::new())?;
            if let Some(keeper) = keeper {
                keeper.keep(limits, &solved.to_bytes());
            }
            solved
        }
    };
    Ok(Arc::clone(shelf().entry(limits).or_insert_with(|| Arc::new(solved))))
}
