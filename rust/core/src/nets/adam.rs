//! The optimizer Adam (Kingma and Ba, *Adam: A Method for Stochastic Optimization*, ICLR 2015).

/// The moments of the gradients of some weights.
///
/// ```
/// use cardcore::nets::Adam;
///
/// // Towards the minimum of the square of a number, whose gradient is twice the number.
/// let (mut weights, mut adam) = ([1.0_f32], Adam::new(1));
/// for _ in 0..500 {
///     let gradient = [2.0 * weights[0]];
///     adam.step(&mut weights, &gradient, 0.01);
/// }
/// assert!(weights[0].abs() < 0.05);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: u32,
}

/// How slowly the mean of the gradients and that of their squares follow.
const DECAY: [f32; 2] = [0.9, 0.999];

/// Added to the root of the second moment.
const EPSILON: f32 = 1e-8;

impl Adam {
    /// An optimizer of this many weights.
    #[must_use]
    pub fn new(weights: usize) -> Self {
        Self { first: vec![0.0; weights], second: vec![0.0; weights], steps: 0 }
    }

    /// Take up an optimizer after some steps; `None` if the moments do not match.
    #[must_use]
    pub fn resume(first: Vec<f32>, second: Vec<f32>, steps: u32) -> Option<Self> {
        (first.len() == second.len()).then_some(Self { first, second, steps })
    }

    /// Both moments, and the number of steps.
    #[must_use]
    pub fn moments(&self) -> ([&[f32]; 2], u32) {
        ([&self.first, &self.second], self.steps)
    }

    /// Move the weights down the gradient.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps = self.steps.saturating_add(1);
        // Products instead of powers, which depend on the machine. They are below the precision of
        // the numbers after some thousand steps.
        let correction = DECAY.map(|decay| {
            let power =
                (0..self.steps.min(20_000)).fold(1.0_f64, |power, _| power * f64::from(decay));
            (1.0 - power) as f32
        });
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((weight, &slope), (first, second)) in weights.iter_mut().zip(gradient).zip(moments) {
            *first = DECAY[0] * *first + (1.0 - DECAY[0]) * slope;
            *second = DECAY[1] * *second + (1.0 - DECAY[1]) * slope * slope;
            let spread = (*second / correction[1]).sqrt() + EPSILON;
            *weight -= rate * (*first / correction[0]) / spread;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_minimum_of_a_parabola() {
        let (mut weights, mut adam) = ([5.0, -3.0], Adam::new(2));
        for step in 0..4000 {
            let gradient = [2.0 * (weights[0] - 1.0), 8.0 * (weights[1] - 2.0)];
            adam.step(&mut weights, &gradient, 0.1 / (1.0 + step as f32 / 100.0));
        }
        assert!((weights[0] - 1.0).abs() < 1e-3 && (weights[1] - 2.0).abs() < 1e-3, "{weights:?}");
    }

    #[test]
    fn the_first_step_has_the_length_of_the_rate() {
        let (mut weights, mut adam) = ([0.0], Adam::new(1));
        adam.step(&mut weights, &[123.0], 0.5);
        assert!((weights[0] + 0.5).abs() < 1e-6);
        let ([first, second], steps) = adam.moments();
        assert_eq!(Adam::resume(first.to_vec(), second.to_vec(), steps), Some(adam.clone()));
        assert_eq!(Adam::resume(vec![0.0], vec![], 1), None);
    }
}
