//! How likely each model of the opponent is, after what it did.

use super::library::{Library, Path};

/// The part of the belief that returns to the prior with every hand, so that a change of style is noticed.
const LEAK: f64 = 0.002;

/// The probability that a move is made for reasons that no model has: no single hand refutes a model.
const SURPRISE: f64 = 1e-6;

/// The probabilities of the models.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Belief {
    /// Empty before the first hand.
    chances: Vec<f64>,
}

impl Belief {
    /// Take a hand into account in which the opponent was the player in this seat.
    pub fn observe(&mut self, library: &Library, seat: usize, path: Path) {
        if self.chances.is_empty() {
            self.chances.clone_from(&library.prior);
        }
        let mut total = 0.0;
        for (chance, &likelihood) in self.chances.iter_mut().zip(library.likelihoods(seat, path)) {
            *chance *= f64::from(likelihood) + SURPRISE;
            total += *chance;
        }
        for (chance, prior) in self.chances.iter_mut().zip(&library.prior) {
            *chance = (1.0 - LEAK) * *chance / total + LEAK * prior;
        }
    }

    /// The models that matter, at most this many, with their probabilities.
    pub fn likely(&self, most: usize) -> Vec<(usize, f64)> {
        /// Models less likely than this are left out.
        const LEAST: f64 = 0.01;

        let mut models: Vec<(usize, f64)> = self.chances.iter().copied().enumerate().collect();
        models.sort_by(|left, right| right.1.total_cmp(&left.1));
        let enough = models.iter().take(most).take_while(|(_, chance)| *chance >= LEAST).count();
        models.truncate(enough.max(1));
        models
    }

    /// How much has changed: the sum of all differences of probabilities.
    pub fn distance(&self, other: &Self) -> f64 {
        if other.chances.is_empty() {
            return 2.0;
        }
        self.chances.iter().zip(&other.chances).map(|(left, right)| (left - right).abs()).sum()
    }
}
