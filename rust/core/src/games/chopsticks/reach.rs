//! The positions reachable from a given one.

use thiserror::Error;

use super::hand_sets::HandSets;
use super::hands::{Hands, PositionError};
use super::rules::Rules;
use crate::monitor::{Monitor, Stopped};

/// A reachable position, up to permutation of hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedPosition {
    /// The hands of the player to move, in ascending order.
    pub me: Hands,
    /// The hands of the other player, in ascending order.
    pub opponent: Hands,
    /// The minimum number of plies to reach it.
    pub plies: u32,
    /// The successors, as indices into the list of all positions, without duplicates; none if the
    /// game is over.
    pub next: Vec<usize>,
}

/// The positions reachable from a given one, ordered by the minimum number of plies
/// (breadth-first).
///
/// Cost: one visit of every move of every such position.
///
/// ```
/// use cardcore::games::chopsticks::{Reach, Rules};
/// use cardcore::monitor::Monitor;
///
/// let rules = Rules::default();
/// let reach = Reach::new(&rules, rules.start(), rules.start(), &Monitor::new())?;
/// assert_eq!(reach.positions().len(), 191);
/// # Ok::<(), cardcore::games::chopsticks::ReachError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    positions: Vec<ReachedPosition>,
}

impl Reach {
    /// Find the reachable positions, starting with the given one.
    ///
    /// # Errors
    ///
    /// Invalid hands, or a stop by the monitor.
    pub fn new(
        rules: &Rules,
        me: Hands,
        opponent: Hands,
        monitor: &Monitor,
    ) -> Result<Self, ReachError> {
        let hand_sets = HandSets::new(*rules);
        let first = hand_sets.position(me.check(rules)?, opponent.check(rules)?);
        let mut index_of: Vec<Option<usize>> = vec![None; hand_sets.positions()];
        let mut positions = Vec::new();
        let mut visit = |position: usize, plies: u32, found: &mut Vec<ReachedPosition>| {
            *index_of[position].get_or_insert_with(|| {
                let (me, opponent) = hand_sets.hands_of(position);
                found.push(ReachedPosition { me, opponent, plies, next: Vec::new() });
                found.len() - 1
            })
        };
        visit(first, 0, &mut positions);
        let mut index = 0;
        while let Some(ReachedPosition { me, opponent, plies, .. }) = positions.get(index) {
            let (me, opponent, plies) = (*me, *opponent, plies + 1);
            let mut next = Vec::new();
            for successor in rules.successors(me, opponent) {
                let target = hand_sets.position(successor.opponent, successor.me);
                let target = visit(target, plies, &mut positions);
                if !next.contains(&target) {
                    next.push(target);
                }
            }
            positions[index].next = next;
            index += 1;
            monitor.advance(1)?;
        }
        Ok(Self { positions })
    }

    /// The positions.
    #[must_use]
    pub fn positions(&self) -> &[ReachedPosition] {
        &self.positions
    }
}

/// Why the search failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReachError {
    /// Invalid hands.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
