//! The best response to the opponent's average strategy.

use super::Model;
use super::solver::Solver;
use super::walk::Mode;
use crate::monitor::{Monitor, Stopped};

impl<M: Model> Solver<'_, M> {
    /// The value of the average strategies playing each other, and the value of a best response to
    /// the opponent's average strategy, both for one player.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn evaluate(&mut self, player: usize, monitor: &Monitor) -> Result<(f64, f64), Stopped> {
        let played = self.pass(player, Mode::Evaluate, monitor)?;
        Ok((played, self.pass(player, Mode::BestRespond, monitor)?))
    }

    /// The value for one player of the average strategies playing each other.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn value(&mut self, player: usize, monitor: &Monitor) -> Result<f64, Stopped> {
        self.pass(player, Mode::Evaluate, monitor)
    }

    /// The value for one player of a best response to the opponent's average strategy.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn best_response(&mut self, player: usize, monitor: &Monitor) -> Result<f64, Stopped> {
        self.pass(player, Mode::BestRespond, monitor)
    }

    /// The best responses computed last.
    pub fn responses(&self) -> (Vec<f32>, Vec<Vec<f32>>) {
        self.strategies(|tables| &tables.regrets)
    }
}

/// The values at a node where the best move is played, given the values of its children, move by
/// move. `best` is set to 1 for every best move and to 0 for the others.
pub(super) fn best_values(child_values: &[f32], states: usize, best: &mut [f32]) -> Vec<f32> {
    let mut values = vec![f32::NEG_INFINITY; states];
    for child_value in child_values.chunks_exact(states) {
        for (value, &child_value) in values.iter_mut().zip(child_value) {
            *value = value.max(child_value);
        }
    }
    for (best, child_value) in best.chunks_exact_mut(states).zip(child_values.chunks_exact(states))
    {
        for ((best, child_value), value) in best.iter_mut().zip(child_value).zip(&values) {
            *best = f32::from(u8::from(child_value == value));
        }
    }
    values
}
