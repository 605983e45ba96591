//! Sums of weighted rows: what a layer of a network is.
//!
//! The order of every sum is that of the inputs, and no two operations are fused, so that any width
//! of vector gives the same bits. Processors with AVX2 get a copy of the loops for eight numbers at a
//! time.

use multiversion::multiversion;

/// The inputs of a layer that are not zero, with their numbers, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct SetInputs {
    slots: Vec<(u32, f32)>,
    count: usize,
}

impl SetInputs {
    /// Collect the inputs that are not zero, the first of which has the number `first`. Which ones
    /// are is hard to predict, so this takes no branch on them.
    #[inline]
    pub fn collect(&mut self, inputs: &[f32], first: usize) {
        if self.slots.len() < inputs.len() {
            self.slots.resize(inputs.len(), (0, 0.0));
        }
        self.count = 0;
        for (number, &amount) in (first as u32..).zip(inputs) {
            if let Some(slot) = self.slots.get_mut(self.count) {
                *slot = (number, amount);
            }
            self.count += usize::from(amount != 0.0);
        }
    }

    /// Collect inputs that are one.
    #[inline]
    pub fn collect_ones(&mut self, ones: &[u16]) {
        self.slots.clear();
        self.slots.extend(ones.iter().map(|&number| (u32::from(number), 1.0)));
        self.count = ones.len();
    }

    /// The collected inputs.
    #[inline]
    pub fn get(&self) -> &[(u32, f32)] {
        self.slots.get(..self.count).unwrap_or_default()
    }
}

/// Add to the sums, for each input in order, that multiple of its row. `rows` has a row as long as
/// the sums for every number; inputs without a row add nothing.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn add_rows(sums: &mut [f32], rows: &[f32], inputs: &[(u32, f32)]) {
    let size = sums.len();
    let row = |number: u32| {
        let begin = number as usize * size;
        rows.get(begin..begin + size)
    };
    // Four rows in one pass save memory traffic and change no bit.
    let (fours, rest) = inputs.as_chunks();
    for &[first, second, third, fourth] in fours {
        let four = (row(first.0), row(second.0), row(third.0), row(fourth.0));
        if let (Some(a), Some(b), Some(c), Some(d)) = four {
            let weights = a.iter().zip(b).zip(c).zip(d);
            for (sum, (((&a, &b), &c), &d)) in sums.iter_mut().zip(weights) {
                *sum = (((*sum + first.1 * a) + second.1 * b) + third.1 * c) + fourth.1 * d;
            }
        } else {
            for (number, amount) in [first, second, third, fourth] {
                add_row(sums, row(number).unwrap_or_default(), amount);
            }
        }
    }
    for &(number, amount) in rest {
        add_row(sums, row(number).unwrap_or_default(), amount);
    }
}

/// Add a multiple of a row.
#[inline(always)]
fn add_row(sums: &mut [f32], row: &[f32], amount: f32) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        *sum += amount * weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn sums_have_the_bits_of_the_definition() {
        let mut random = Random::new(1);
        let mut number = || (random.unit() * 2.0 - 1.0) as f32;
        for size in [1, 7, 8, 52, 256] {
            let rows: Vec<f32> = (0..40 * size).map(|_| number()).collect();
            for set in 0..11 {
                let inputs: Vec<f32> =
                    (0..40).map(|place| if place % 11 < set { number() } else { 0.0 }).collect();
                let begun: Vec<f32> = (0..size).map(|_| number()).collect();
                let mut expected = begun.clone();
                for (row, &amount) in rows.chunks(size).zip(&inputs) {
                    if amount != 0.0 {
                        add_row(&mut expected, row, amount);
                    }
                }
                let (mut found, mut collected) = (begun, SetInputs::default());
                collected.collect(&inputs, 0);
                add_rows(&mut found, &rows, collected.get());
                let bits = |sums: Vec<f32>| sums.into_iter().map(f32::to_bits).collect::<Vec<_>>();
                assert_eq!(bits(found), bits(expected), "{size} {set}");
            }
        }
    }

    #[test]
    fn inputs_without_a_row_add_nothing() {
        let mut sums = [1.0, 2.0];
        add_rows(&mut sums, &[1.0; 4], &[(0, 1.0), (2, 1.0), (1, 1.0), (9, 1.0), (7, 1.0)]);
        assert_eq!(sums, [3.0, 4.0]);
    }

    #[test]
    fn collected_inputs_are_those_that_are_not_zero() {
        let mut collected = SetInputs::default();
        collected.collect(&[0.0, 2.0, -0.0, 3.0], 5);
        assert_eq!(collected.get(), [(6, 2.0), (8, 3.0)]);
        collected.collect_ones(&[4, 1]);
        assert_eq!(collected.get(), [(4, 1.0), (1, 1.0)]);
        collected.collect(&[0.0; 9], 0);
        assert_eq!(collected.get(), []);
    }
}
