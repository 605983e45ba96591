//! Confidence intervals of sampled figures.
//!
//! All 95% intervals come from here. Means use Student's t interval, which is honest for small
//! samples where the normal distribution is not: with two samples it would cover 69% instead of
//! 95%.

use crate::lazy::Lazy;

/// The 97.5% quantile of the normal distribution: a two-sided 95% interval extends this many
/// standard errors to either side of the mean.
pub const QUANTILE: f64 = 1.959_963_984_540_054;

/// The level of all intervals.
const LEVEL: f64 = 0.95;

/// Below this many degrees of freedom quantiles are tabulated; above, a series is as precise.
const TABULATED: usize = 64;

static QUANTILES: Lazy<Vec<f64>> =
    Lazy::new(|| (0..TABULATED).map(|freedom| student(LEVEL, freedom as u64)).collect());

/// The half width of the 95% confidence interval of the mean of some integers, where `squares` is
/// the sum of their squared deviations from the mean; `None` for fewer than two.
///
/// Student's t interval, with 1 added to the sum of squares: otherwise two equal numbers would
/// prove that all are equal. For large samples the difference is negligible.
///
/// ```
/// use cardcore::confidence::half_width;
///
/// // The mean of 4, 6 and 8 is 6, with squared deviations of 4, 0 and 4.
/// let half_width = half_width(3, 8.0);
/// assert!(half_width.is_some_and(|half_width| (half_width - 5.27).abs() < 0.01));
/// assert_eq!(cardcore::confidence::half_width(1, 0.0), None);
/// ```
#[must_use]
pub fn half_width(count: u64, squares: f64) -> Option<f64> {
    let freedom = count.checked_sub(1).filter(|&freedom| freedom > 0)?;
    let variance = (squares.max(0.0) + 1.0) / freedom as f64;
    Some(quantile(freedom) * (variance / count as f64).sqrt())
}

/// The 97.5% quantile of Student's t distribution, to a relative precision of 10⁻⁹.
///
/// ```
/// assert!((cardcore::confidence::quantile(1) - 12.706).abs() < 0.001);
/// ```
#[must_use]
pub fn quantile(freedom: u64) -> f64 {
    let tabulated = usize::try_from(freedom).ok().and_then(|freedom| QUANTILES.get(freedom));
    if let Some(&quantile) = tabulated {
        return quantile;
    }
    // The Cornish-Fisher expansion (Fisher and Cornish, 1960): Abramowitz and Stegun, 26.7.5.
    let (z, one) = (QUANTILE, 1.0 / freedom as f64);
    let square = z * z;
    let terms = [
        (square + 1.0) / 4.0,
        ((5.0 * square + 16.0) * square + 3.0) / 96.0,
        (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0,
        ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0)
            / 92_160.0,
    ];
    z * (1.0 + terms.iter().rev().fold(0.0, |sum, term| (sum + term) * one))
}

/// The two-sided quantile of Student's t distribution: a fraction `level` of all samples lies
/// within this many standard errors of the mean. Infinite for 0 degrees of freedom.
///
/// With x = √ν tan θ the density is a power of cos θ; it is integrated numerically and the angle
/// found by Newton's method, which converges from one side because the integral is concave.
///
/// ```
/// assert!((cardcore::confidence::student(0.99, 10) - 3.169).abs() < 0.001);
/// ```
#[must_use]
pub fn student(level: f64, freedom: u64) -> f64 {
    if freedom == 0 || level >= 1.0 {
        return f64::INFINITY;
    }
    let freedom = freedom as f64;
    // cos θ through 1 − sin² θ: with many degrees of freedom all angles are small.
    let power = |angle: f64| ((freedom - 1.0) / 2.0 * (-angle.sin().powi(2)).ln_1p()).exp();
    // The tail beyond forty standard deviations is below floating-point precision.
    let end = std::f64::consts::FRAC_PI_2.min(40.0 / freedom.sqrt());
    let mut rest = level.max(0.0) * integral(power, 0.0, end);
    let mut angle = 0.0;
    for _ in 0..100 {
        let next = angle + rest / power(angle);
        rest -= integral(power, angle, next);
        let has_converged = next - angle <= 1e-15 * next;
        angle = next;
        if has_converged {
            break;
        }
    }
    freedom.sqrt() * angle.tan()
}

/// The nodes of five-point Gauss-Legendre quadrature, on either side of the middle, and their
/// weights.
const POINTS: [(f64, f64); 3] = [
    (0.0, 0.568_888_888_888_888_9),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_5),
    (0.906_179_845_938_664, 0.236_926_885_056_189_1),
];

/// The number of subintervals: enough for full precision over forty standard deviations.
const INTERVALS: u32 = 128;

fn integral(function: impl Fn(f64) -> f64, begin: f64, end: f64) -> f64 {
    let half = (end - begin) / f64::from(2 * INTERVALS);
    let interval = |number: u32| {
        let middle = begin + half * f64::from(2 * number + 1);
        let [center, sides @ ..] = POINTS;
        let side = |&(node, weight): &(f64, f64)| {
            weight * (function(middle - half * node) + function(middle + half * node))
        };
        half * (center.1 * function(middle) + sides.iter().map(side).sum::<f64>())
    };
    (0..INTERVALS).map(interval).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_match_published_tables() {
        // Fisher and Yates, Statistical Tables, table III; NIST, Engineering Statistics Handbook,
        // 1.3.6.7.2.
        let table = [
            (1, 12.706, 63.657, 636.619),
            (2, 4.303, 9.925, 31.599),
            (3, 3.182, 5.841, 12.924),
            (4, 2.776, 4.604, 8.610),
            (5, 2.571, 4.032, 6.869),
            (9, 2.262, 3.250, 4.781),
            (10, 2.228, 3.169, 4.587),
            (20, 2.086, 2.845, 3.850),
            (30, 2.042, 2.750, 3.646),
            (40, 2.021, 2.704, 3.551),
            (60, 2.000, 2.660, 3.460),
            (120, 1.980, 2.617, 3.373),
        ];
        for (freedom, ninety_five, ninety_nine, ninety_nine_nine) in table {
            for (level, expected) in
                [(0.95, ninety_five), (0.99, ninety_nine), (0.999, ninety_nine_nine)]
            {
                let found = student(level, freedom);
                assert!((found - expected).abs() <= 0.000_501, "{level} {freedom}: {found}");
            }
            assert!((quantile(freedom) - ninety_five).abs() <= 0.000_501, "{freedom}");
        }
    }

    #[test]
    fn few_degrees_of_freedom_match_closed_forms() {
        // With one degree of freedom it is the Cauchy distribution; two and four have closed forms.
        for level in [0.1, 0.5, 0.9, 0.95, 0.999] {
            let cauchy = (std::f64::consts::FRAC_PI_2 * level).tan();
            assert!((student(level, 1) / cauchy - 1.0).abs() < 1e-9, "{level}");
            let two = level * (2.0 / (1.0 - level * level)).sqrt();
            assert!((student(level, 2) / two - 1.0).abs() < 1e-9, "{level}");
            let four = student(level, 4);
            let share = four / (4.0 + four * four).sqrt();
            assert!((1.5 * (share - share.powi(3) / 3.0) - level).abs() < 1e-12, "{level}");
        }
    }

    #[test]
    fn the_series_continues_the_table() {
        for freedom in [64, 65, 100, 1_000, 1_000_000, 1_000_000_000_000] {
            let found = quantile(freedom);
            assert!((found / student(LEVEL, freedom) - 1.0).abs() < 1e-9, "{freedom}: {found}");
        }
        assert!((student(LEVEL, u64::MAX) - QUANTILE).abs() < 1e-12);
        assert_eq!(quantile(7), student(LEVEL, 7));
        assert_eq!(
            [student(0.0, 5), student(1.0, 5), quantile(0)],
            [0.0, f64::INFINITY, f64::INFINITY]
        );
    }

    #[test]
    fn few_equal_numbers_prove_little() {
        assert_eq!([half_width(0, 0.0), half_width(1, 0.0)], [None, None]);
        let two = half_width(2, 0.0).unwrap();
        assert!((two - 12.706_204_736 / 2_f64.sqrt()).abs() < 1e-6);
        assert!(half_width(1_000_000, 0.0).unwrap() < 2e-6);
        // 1, 2 and 3.
        let three = half_width(3, 2.0).unwrap();
        assert!((three - 4.302_652_730 * (1.5_f64 / 3.0).sqrt()).abs() < 1e-6);
    }
}
