//! The decisions of the learning seats in some plays of a deal.

use std::ops::Range;

use crate::nets::{Selected, Tables, softmax};
use crate::random::Random;

/// Decisions, each with all the moves it was between.
#[derive(Debug, Default)]
pub struct Record {
    decisions: Vec<Decision>,
    moves: Vec<Candidate>,
    /// The indices of the weights that every move selects.
    indices: Vec<u32>,
}

/// Whose decision it is, of which phase, and when.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The seat.
    pub seat: usize,
    /// The phase: which tables decide.
    pub phase: usize,
    /// The part of the deal, for advantages that differ from one to the next; 0 if there is one.
    pub step: usize,
}

#[derive(Clone, Copy, Debug)]
struct Decision {
    seat: u8,
    step: u8,
    /// Its first move, their number, and the one chosen.
    begin: u32,
    count: u16,
    chosen: u16,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// Its first index, and their number.
    begin: u32,
    tables: u16,
    score: f32,
    probability: f32,
}

impl Record {
    /// Forget everything.
    pub fn clear(&mut self) {
        self.decisions.clear();
        self.moves.clear();
        self.indices.clear();
    }

    /// The number of decisions so far.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.decisions.len()
    }

    /// Whether nothing was decided.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.decisions.is_empty()
    }

    /// Draw one of the moves by their probabilities, record the decision, and return the move's
    /// place; 0 if there is none.
    pub fn draw<const N: usize>(
        &mut self,
        policy: &Tables,
        Turn { seat, phase, step }: Turn,
        moves: impl Iterator<Item = Selected<N>>,
        random: &mut Random,
    ) -> usize {
        let begin = self.moves.len();
        let offset = policy.begin(phase) as u32;
        let mut scores = smallvec::SmallVec::<[f32; 32]>::new();
        for selected in moves {
            let score = policy.score(phase, &selected);
            scores.push(score);
            let indices = selected.indices();
            self.moves.push(Candidate {
                begin: self.indices.len() as u32,
                tables: indices.len() as u16,
                score,
                probability: 0.0,
            });
            self.indices.extend(indices.iter().map(|&index| offset + u32::from(index)));
        }
        softmax(&mut scores);
        let mut left = random.unit() as f32;
        let mut chosen = scores.len().saturating_sub(1);
        for (number, &probability) in scores.iter().enumerate() {
            self.moves[begin + number].probability = probability;
            if left >= 0.0 && left < probability {
                chosen = number;
            }
            left -= probability;
        }
        self.decisions.push(Decision {
            seat: seat as u8,
            step: step as u8,
            begin: begin as u32,
            count: scores.len() as u16,
            chosen: chosen as u16,
        });
        chosen
    }

    /// Add the gradient of the policy loss for some decisions, each weighted by the advantage of its
    /// seat in its step. `entropy` rewards playing at random. Returns the sum of the probabilities
    /// that the chosen moves had.
    pub fn add_gradient(
        &self,
        decisions: Range<usize>,
        advantage: impl Fn(usize, usize) -> f32,
        entropy: f32,
        gradient: &mut [f32],
    ) -> f64 {
        let mut chosen_sum = 0.0;
        for decision in self.decisions.get(decisions).unwrap_or_default() {
            let begin = decision.begin as usize;
            let moves = &self.moves[begin..begin + usize::from(decision.count)];
            let advantage = advantage(usize::from(decision.seat), usize::from(decision.step));
            let mean: f32 = moves.iter().map(|one| one.probability * one.score).sum();
            for (number, one) in moves.iter().enumerate() {
                let is_chosen = number == usize::from(decision.chosen);
                let share = if is_chosen { 1.0 } else { 0.0 };
                chosen_sum += f64::from(share * one.probability);
                let slope = advantage * (one.probability - share)
                    + entropy * one.probability * (one.score - mean);
                let begin = one.begin as usize;
                for &index in &self.indices[begin..begin + usize::from(one.tables)] {
                    gradient[index as usize] += slope;
                }
            }
        }
        chosen_sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let select = |place: usize| {
            let mut selected = Selected::<2>::new();
            selected.put([(place, 3)]);
            selected.put([(place / 2, 2)]);
            selected
        };
        let mut tables = Tables::new(&[5]);
        tables.weights_mut().copy_from_slice(&[0.3, -0.2, 0.9, 0.1, -0.4]);
        let mut record = Record::default();
        let turn = Turn { seat: 1, phase: 0, step: 2 };
        let chosen = record.draw(&tables, turn, (0..3).map(select), &mut Random::new(1));
        let mut gradient = vec![0.0; 5];
        let advantage = |seat, step| if (seat, step) == (1, 2) { 0.7 } else { f32::NAN };
        let sum = record.add_gradient(0..1, advantage, 0.05, &mut gradient);
        // The loss: minus the advantage times the logarithm of the probability, minus the entropy.
        let loss = |tables: &Tables| {
            let scores: Vec<f64> =
                (0..3).map(|place| f64::from(tables.score(0, &select(place)))).collect();
            let all: f64 = scores.iter().map(|score| score.exp()).sum();
            let probability = |place: usize| scores[place].exp() / all;
            let entropy: f64 =
                (0..3).map(|place| -probability(place) * probability(place).ln()).sum();
            (-0.7 * probability(chosen).ln() - 0.05 * entropy, probability(chosen))
        };
        assert!((sum - loss(&tables).1).abs() < 1e-5);
        for (index, &slope) in gradient.iter().enumerate() {
            let moved = |by: f32| {
                let mut other = tables.clone();
                other.weights_mut()[index] += by;
                loss(&other).0
            };
            let expected = (moved(1e-2) - moved(-1e-2)) / 2e-2;
            assert!((f64::from(slope) - expected).abs() < 1e-3, "{index}: {slope} {expected}");
        }
    }
}
