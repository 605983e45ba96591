//! How sure a sampled figure is.

/// The 97.5% quantile of the normal distribution: 95% of all samples lie within so many standard
/// deviations of the mean, half of the others on either side.
pub const QUANTILE: f64 = 1.959_963_984_540_054;
