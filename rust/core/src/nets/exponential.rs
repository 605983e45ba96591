//! The exponential function as a polynomial: the same bits on every machine, which the system's own
//! function does not promise.

/// e to the power of `x`, within two units in the last place of the result for every finite result
/// above the smallest normal number; 0 below it, and the largest finite number instead of infinity.
///
/// The power of two nearest to the result is split off, the rest is a polynomial of degree six.
///
/// ```
/// assert!((cardcore::nets::exp(1.0) - std::f32::consts::E).abs() < 1e-6);
/// ```
#[must_use]
#[inline]
pub fn exp(x: f32) -> f32 {
    if x < -87.0 {
        return 0.0;
    }
    let x = x.min(88.0);
    // Adding and subtracting 1.5 × 2²³ rounds to the nearest whole number.
    const ROUND: f32 = 12_582_912.0;
    let power = (x * std::f32::consts::LOG2_E + ROUND) - ROUND;
    // ln 2 in two parts, so that the rest is exact to the last bit.
    let rest = (x - power * 0.693_359_4) - power * -2.121_944_4e-4;
    let mut sum = 1.987_569_1e-4_f32;
    for coefficient in [1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 0.166_666_66, 0.5] {
        sum = sum * rest + coefficient;
    }
    let fraction = (sum * (rest * rest) + rest) + 1.0;
    let scale = f32::from_bits(((power as i32 + 127) as u32) << 23);
    fraction * scale
}

/// The hyperbolic tangent, within 2.5e-7 of the exact value.
///
/// ```
/// assert_eq!((cardcore::nets::tanh(0.0), cardcore::nets::tanh(20.0)), (0.0, 1.0));
/// ```
#[must_use]
#[inline]
pub fn tanh(x: f32) -> f32 {
    // Beyond 10 the result rounds to 1.
    let power = exp(2.0 * x.clamp(-10.0, 10.0));
    (power - 1.0) / (power + 1.0)
}

/// Turn scores into probabilities in place.
///
/// ```
/// let mut scores = [1.0, 1.0];
/// cardcore::nets::softmax(&mut scores);
/// assert_eq!(scores, [0.5, 0.5]);
/// ```
#[inline]
pub fn softmax(scores: &mut [f32]) {
    let highest = scores.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = exp(*score - highest);
        sum += *score;
    }
    for score in scores.iter_mut() {
        *score /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_matches_the_exact_function() {
        for step in -87_000..=88_000 {
            let x = step as f32 / 1000.0;
            let expected = f64::from(x).exp();
            let error = (f64::from(exp(x)) / expected - 1.0).abs();
            assert!(error < 3e-7, "{x}: {error}");
        }
        assert_eq!((exp(0.0), exp(-1000.0)), (1.0, 0.0));
        assert!(exp(1000.0).is_finite());
    }

    #[test]
    fn tanh_matches_the_exact_function() {
        for step in -20_000..=20_000 {
            let x = step as f32 / 1000.0;
            let error = (f64::from(tanh(x)) - f64::from(x).tanh()).abs();
            assert!(error < 2.5e-7, "{x}: {error}");
        }
    }

    #[test]
    fn probabilities_sum_to_one() {
        let mut scores = [1.0, 2.0, -500.0, 2.0];
        softmax(&mut scores);
        assert!((scores.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert_eq!(scores[1], scores[3]);
        assert_eq!(scores[2], 0.0);
    }
}
