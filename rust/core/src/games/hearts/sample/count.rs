//! Numbers of deals, which exceed every machine word for the largest decks.
//!
//! A count is a 128-bit integer times a power of two. Sums and products are exact as long as they
//! fit into 128 bits, as in the standard game: at most 48!/8!⁶ < 2¹¹² deals, for six players.
//! Beyond that, at least the first 127 bits are kept, with a truncation error below 2⁻¹²⁶ of the
//! result. A count takes fewer than 2²⁰ such steps, so its relative error is below 2⁻¹⁰⁰.

/// A number of deals: `mantissa` times two to the power of `exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    mantissa: u128,
    exponent: i32,
}

impl Count {
    pub(super) const ZERO: Self = Self::of(0);
    pub(super) const ONE: Self = Self::of(1);

    /// An exact integer.
    pub(super) const fn of(number: u128) -> Self {
        Self { mantissa: number, exponent: 0 }
    }

    /// The sum.
    pub(super) fn plus(self, other: Self) -> Self {
        if self.mantissa == 0 {
            return other;
        }
        let (high, low) =
            if self.exponent < other.exponent { (other, self) } else { (self, other) };
        if high.mantissa == 0 {
            return low;
        }
        // Align the exponents: to the lower one if the bits suffice. One bit is left free for the
        // sum.
        let apart = high.exponent.abs_diff(low.exponent);
        let up = apart.min(high.mantissa.leading_zeros().saturating_sub(1));
        let exponent = high.exponent - up as i32;
        let low = low.mantissa.checked_shr(apart - up).unwrap_or(0);
        let high = high.mantissa << up;
        match high.checked_add(low) {
            Some(mantissa) => Self { mantissa, exponent },
            None => Self { mantissa: (high >> 1) + (low >> 1), exponent: exponent + 1 },
        }
    }

    /// The product.
    pub(super) fn times(self, other: Self) -> Self {
        let exponent = self.exponent + other.exponent;
        if let Some(mantissa) = self.mantissa.checked_mul(other.mantissa) {
            return Self { mantissa, exponent };
        }
        let (high, low) = wide_product(self.mantissa, other.mantissa);
        // The product does not fit, so its upper half is not zero.
        let shift = 128 - high.leading_zeros();
        let mantissa =
            high.checked_shl(128 - shift).unwrap_or(0) | low.checked_shr(shift).unwrap_or(0);
        Self { mantissa, exponent: exponent + shift as i32 }
    }

    /// The quotient by a small number, to 115 bits.
    pub(super) fn divided_by(self, divisor: u16) -> Self {
        let up = self.mantissa.leading_zeros().min(127);
        let mantissa = (self.mantissa << up) / u128::from(divisor.max(1));
        Self { mantissa, exponent: self.exponent - up as i32 }
    }

    /// The unit in which to draw below this count: one if it is exact, otherwise so small that the
    /// count is a 128-bit number.
    pub(super) fn unit(self) -> i32 {
        if self.exponent == 0 { 0 } else { self.exponent - self.mantissa.leading_zeros() as i32 }
    }

    /// This count in units of two to the power of `unit`, rounded down.
    pub(super) fn in_units(self, unit: i32) -> u128 {
        let apart = self.exponent.abs_diff(unit);
        let shifted = if self.exponent < unit {
            self.mantissa.checked_shr(apart)
        } else {
            self.mantissa.checked_shl(apart)
        };
        shifted.unwrap_or(0)
    }
}

/// The upper and lower half of a 256-bit product.
const fn wide_product(left: u128, right: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a, b) = (left >> 64, left & LOW);
    let (c, d) = (right >> 64, right & LOW);
    let (bd, ad, bc) = (b * d, a * d, b * c);
    let middle = (bd >> 64) + (ad & LOW) + (bc & LOW);
    let high = a * c + (ad >> 64) + (bc >> 64) + (middle >> 64);
    (high, middle << 64 | bd & LOW)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A count as a number of up to 2¹⁰²³.
    fn size(count: Count) -> f64 {
        count.mantissa as f64 * f64::from(count.exponent).exp2()
    }

    #[test]
    fn counts_are_exact_up_to_128_bits() {
        let big = Count::of(u128::MAX / 3);
        assert_eq!(big.times(Count::of(3)), Count::of(u128::MAX / 3 * 3));
        assert_eq!(big.plus(big).plus(big), Count::of(u128::MAX / 3 * 3));
        assert_eq!(big.plus(Count::ZERO), big);
        assert_eq!(Count::ZERO.plus(big), big);
        assert_eq!(big.times(Count::ZERO), Count::ZERO);
        assert_eq!(big.in_units(big.unit()), u128::MAX / 3);
    }

    #[test]
    fn larger_counts_keep_their_leading_bits() {
        // 3^200 and its half, and (2^127 + 1)^2 = 2^254 + 2^128 + 1.
        let power = (0..200).fold(Count::ONE, |power, _| power.times(Count::of(3)));
        assert!((size(power) / 3_f64.powi(200) - 1.0).abs() < 1e-14);
        let odd = Count::of((1 << 127) + 1);
        assert_eq!(odd.times(odd), Count { mantissa: (1 << 127) + 2, exponent: 127 });
        let most = Count::of(u128::MAX);
        assert_eq!(most.times(most), Count { mantissa: u128::MAX - 1, exponent: 128 });
        assert_eq!(most.plus(most), Count { mantissa: u128::MAX - 1, exponent: 1 });
        // A much smaller number is lost, a large one is not.
        assert_eq!(power.plus(Count::ONE), power);
        let doubled =
            power.plus(Count { mantissa: power.mantissa >> 3, exponent: power.exponent + 3 });
        assert!((size(doubled) / size(power) - 2.0).abs() < 1e-14);
        assert!((size(power.divided_by(3)) / 3_f64.powi(199) - 1.0).abs() < 1e-14);
        assert!(power.in_units(power.unit()) >= 1 << 127);
        assert_eq!(Count::of(5).in_units(2), 1);
        assert_eq!(Count::of(5).in_units(-2), 20);
    }
}
