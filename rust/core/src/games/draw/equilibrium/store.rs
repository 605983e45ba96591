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

/// The solutions of the default stakes for stacks with which a player can be all in, by the number of
/// chips.
static SHORT: [OnceBox<Option<Arc<Equilibrium>>>; SHORT_STACKS] =
    [const { OnceBox::new() }; SHORT_STACKS];

/// The stacks that do not cover every bet: from 0, which nobody has.
const SHORT_STACKS: usize = 25;

/// Their files, one after the other, each with its length before it.
const SHORT_FILES: &[u8] = include_bytes!("short.equilibria");

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
    Limits::of_solvable(rules).is_ok_and(is_shipped_for)
}

/// Whether a shipped solution fits these limits.
pub(in crate::games::draw) fn is_shipped_for(limits: Limits) -> bool {
    shipped(limits.in_lowest_terms()).is_some()
}

/// Whether [`solution_for`] these limits returns at once.
pub(in crate::games::draw) fn is_at_hand(limits: Limits) -> bool {
    is_shipped_for(limits) || SOLVED.get(limits.in_lowest_terms()).is_some()
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
    let found = solution_for(limits, monitor)?;
    Ok(found.scaled_to(limits).map_or(found, Arc::new))
}

/// A solution for these limits, of a game that can be solved; perhaps for a fraction or a multiple of
/// them.
///
/// # Errors
///
/// The monitor's stop.
pub(in crate::games::draw) fn solution_for(
    limits: Limits,
    monitor: &Monitor,
) -> Result<Arc<Equilibrium>, EquilibriumError> {
    let limits = limits.in_lowest_terms();
    if let Some(shipped) = shipped(limits) {
        return Ok(Arc::clone(shipped));
    }
    SOLVED.get_or_make(limits, monitor, || match stored(limits) {
        Some(stored) => Ok(stored),
        // On one thread, as the cache demands. The steps are not those of the work around it.
        None => parallel::alone(|| solve(limits, &monitor.step())),
    })
}

/// The shipped solution for limits in lowest terms.
fn shipped(limits: Limits) -> Option<&'static Arc<Equilibrium>> {
    let deep = SHIPPED.as_ref()?;
    let stakes = Limits { stack: deep.limits().stack, ..limits };
    if stakes != deep.limits().in_lowest_terms() {
        return None;
    }
    if limits.is_deep() {
        return Some(deep);
    }
    let short = SHORT.get(limits.stack as usize)?;
    short.get_or_init(|| Box::new(read_short(limits).map(Arc::new))).as_ref()
}

/// The solution for a short stack.
fn read_short(limits: Limits) -> Option<Equilibrium> {
    let mut rest = SHORT_FILES;
    for _ in 1..limits.stack {
        rest = next_file(rest)?.1;
    }
    let found = Equilibrium::from_bytes(next_file(rest)?.0).ok()?;
    (found.limits() == limits).then_some(found)
}

/// The first of several files, and the rest.
fn next_file(files: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = files.split_first_chunk()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize)
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
