//! What the own cards have to do with the result of a hand.
//!
//! How good the cards are that a seat is dealt and draws is known to it, has a known mean, and does not
//! depend on how anybody plays. So a multiple of the difference from that mean can be subtracted from the
//! winnings without changing what they are on average: a control variate. The multiples that leave the
//! least variance are found by regression on the hands before.

/// The luck of a seat in one hand: by how much its deal was better than the mean, and its draw, times the
/// pot at the draw.
pub(super) type Luck = [f64; 2];

/// The regression of winnings on luck, over past hands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Regression {
    squares: [[f64; 2]; 2],
    products: [f64; 2],
}

impl Default for Regression {
    /// As if some hands had been observed in which a chip was won for a good deal and half a pot for a good
    /// draw.
    fn default() -> Self {
        Self { squares: [[1.0, 0.0], [0.0, 10.0]], products: [3.0, 10.0] }
    }
}

impl Regression {
    /// The winnings without what was luck.
    pub fn without_luck(&self, won: f64, luck: Luck) -> f64 {
        let [[a, b], [_, d]] = self.squares;
        let determinant = a * d - b * b;
        let [x, y] = self.products;
        let weights = [(d * x - b * y) / determinant, (a * y - b * x) / determinant];
        won - weights[0] * luck[0] - weights[1] * luck[1]
    }

    /// Take a hand into account.
    pub fn observe(&mut self, won: f64, luck: Luck) {
        for (row, &left) in self.squares.iter_mut().zip(&luck) {
            for (cell, right) in row.iter_mut().zip(luck) {
                *cell += left * right;
            }
        }
        for (product, luck) in self.products.iter_mut().zip(luck) {
            *product += won * luck;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn luck_is_taken_out_and_the_mean_stays() {
        let mut random = Random::new(1);
        let (mut regression, mut with, mut without) = (Regression::default(), 0.0, 0.0);
        let (mut sum, mut sum_without) = (0.0, 0.0);
        let hands = 5000;
        for _ in 0..hands {
            let luck = [random.unit() - 0.5, 4.0 * (random.unit() - 0.5)];
            let won = 0.3 + 2.0 * luck[0] + 1.5 * luck[1] + random.unit() - 0.5;
            let left = regression.without_luck(won, luck);
            regression.observe(won, luck);
            with += (won - 0.3).powi(2);
            without += (left - 0.3).powi(2);
            sum += won;
            sum_without += left;
        }
        assert!(without < 0.1 * with, "{without} {with}");
        let count = f64::from(hands);
        assert!((sum_without / count - 0.3).abs() < 0.02, "{}", sum_without / count);
        assert!((sum / count - 0.3).abs() < 0.1);
    }
}
