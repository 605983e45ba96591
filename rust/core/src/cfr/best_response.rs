//! The best response to the opponent's average strategy.

use super::Model;
use super::solver::Solver;
use super::walk::Purpose;
use crate::monitor::{Monitor, Stopped};

impl<M: Model> Solver<'_, M> {
    /// What the average strategies are worth to a player when they play each other, and what the best
    /// response to the opponent's is worth.
    ///
    /// # Errors
    ///
    /// The monitor's stop.
    pub fn worth(&mut self, player: usize, monitor: &Monitor) -> Result<(f64, f64), Stopped> {
        let played = self.pass(player, Purpose::Play, monitor)?;
        Ok((played, self.pass(player, Purpose::Respond, monitor)?))
    }

    /// The best responses that were found last.
    pub fn responses(&self) -> (Vec<f32>, Vec<Vec<f32>>) {
        self.strategies(|memory| &memory.regrets)
    }
}

/// The values of a node at which the best move is made, of those `of_children`, move by move; and in
/// `best` a 1 for every best move, a 0 for the others.
pub(super) fn best_values(of_children: &[f32], states: usize, best: &mut [f32]) -> Vec<f32> {
    let mut values = vec![f32::NEG_INFINITY; states];
    for of_child in of_children.chunks_exact(states) {
        for (value, &of_child) in values.iter_mut().zip(of_child) {
            *value = value.max(of_child);
        }
    }
    for (best, of_child) in best.chunks_exact_mut(states).zip(of_children.chunks_exact(states)) {
        for ((best, of_child), value) in best.iter_mut().zip(of_child).zip(&values) {
            *best = f32::from(u8::from(of_child == value));
        }
    }
    values
}
