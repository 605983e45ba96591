//! Where solutions come from: shipped with the library, stored by an earlier run, or solved now.

use std::sync::Arc;

use once_cell::race::OnceBox;

use super::rules::{EquilibriumError, Limits};
use super::solution::{Effort, Equilibrium};
use crate::cache::Cache;
use crate::games::draw::rules::Rules;
use crate::lazy::Lazy;
use crate::monitor::Monitor;
use crate::parallel;

/// The solution of the default rules.
static SHIPPED: Lazy<Option<Arc<Equilibrium>>> =
    Lazy::new(|| Equilibrium::from_bytes(include_bytes!("default.equilibrium")).ok().map(Arc::new));

/// How many solutions a process keeps, besides the shipped one; each takes about a megabyte.
const CAPACITY: usize = 16;

/// The solutions that this process used last, by their limits in lowest terms.
static SOLVED: Cache<Limits, Equilibrium> = Cache::new(CAPACITY);

/// Storage for solutions that outlives a process, by limits in lowest terms.
pub trait SolutionStore: Send + Sync {
    /// The bytes stored for these limits.
    fn load(&self, limits: Limits) -> Option<Vec<u8>>;

    /// Called before a game is solved, which takes several seconds.
    fn solving(&self, limits: Limits);

    /// Store bytes for these limits. A failure is not reported: the game is then solved again.
    fn save(&self, limits: Limits, bytes: &[u8]);
}

static STORE: OnceBox<Box<dyn SolutionStore>> = OnceBox::new();

/// Set the store of this process. Later calls have no effect.
pub fn set_solution_store(store: Box<dyn SolutionStore>) {
    let _ = STORE.set(Box::new(store));
}

/// Whether the shipped solution fits a game by these rules: nothing has to be solved.
#[must_use]
pub fn is_shipped(rules: &Rules) -> bool {
    Limits::of_solvable(rules).is_ok_and(|limits| shipped(limits.in_lowest_terms()).is_some())
}

/// Whether [`solution_for`] these rules returns at once.
pub(in crate::games::draw) fn is_at_hand(rules: &Rules) -> bool {
    let limits = Limits::from(rules).in_lowest_terms();
    shipped(limits).is_some() || SOLVED.get(limits).is_some()
}

/// A solution for a two-player game by these rules, with their [limits](Equilibrium::limits).
///
/// # Errors
///
/// Rules that cannot be solved, the monitor's stop.
pub fn equilibrium_of(
    rules: &Rules,
    monitor: &Monitor,
) -> Result<Arc<Equilibrium>, EquilibriumError> {
    let limits = Limits::of_solvable(rules)?;
    let found = solution_for(rules, monitor)?;
    Ok(found.scaled_to(limits).map_or(found, Arc::new))
}

/// A solution for a two-player game by these rules, perhaps for a fraction or a multiple of its
/// limits.
///
/// # Errors
///
/// As for [`equilibrium_of`].
pub(in crate::games::draw) fn solution_for(
    rules: &Rules,
    monitor: &Monitor,
) -> Result<Arc<Equilibrium>, EquilibriumError> {
    let limits = Limits::of_solvable(rules)?.in_lowest_terms();
    if let Some(shipped) = shipped(limits) {
        return Ok(Arc::clone(shipped));
    }
    SOLVED.get_or_make(limits, monitor, || match stored(limits) {
        Some(stored) => Ok(stored),
        // On one thread, as the cache demands. The steps are not those of the work around it.
        None => parallel::alone(|| solve(limits, &monitor.step())),
    })
}

fn shipped(limits: Limits) -> Option<&'static Arc<Equilibrium>> {
    SHIPPED.as_ref().filter(|shipped| shipped.limits().in_lowest_terms() == limits)
}

/// What the store has for these limits.
fn stored(limits: Limits) -> Option<Equilibrium> {
    let stored = Equilibrium::from_bytes(&STORE.get()?.load(limits)?).ok()?;
    (stored.limits() == limits).then_some(stored)
}

fn solve(limits: Limits, monitor: &Monitor) -> Result<Equilibrium, EquilibriumError> {
    if let Some(store) = STORE.get() {
        store.solving(limits);
    }
    let solved = Equilibrium::solve_limits(limits, Effort::QUICK, 0, monitor)?;
    if let Some(store) = STORE.get() {
        store.save(limits, &solved.to_bytes());
    }
    Ok(solved)
}
