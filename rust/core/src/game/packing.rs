//! Observations and histories in bytes: a bit for every number that is 0 or 1.
//!
//! A packed observation has the bits of all binary sections in order, the lowest bit of a byte
//! first, and after them the numbers of the other sections as little-endian single-precision
//! floats. Nothing is lost.

use std::ops::Range;

use super::encoding::Section;

/// Where the numbers of an observation go in its packed form.
///
/// ```
/// use cardcore::game::encoding::Section;
/// use cardcore::game::packing::Packing;
///
/// let sections = [Section::new("held", 3, "held cards"), Section::fractions("points", 1, "points")];
/// let packing = Packing::new(&sections);
/// assert_eq!((packing.bit_bytes(), packing.size()), (1, 5)); // three bits, then four bytes
/// let mut bytes = [0; 5];
/// packing.pack(&[1.0, 0.0, 1.0, 0.5], &mut bytes);
/// assert_eq!(bytes[0], 0b101);
/// assert_eq!(bytes[1..], 0.5_f32.to_le_bytes());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    binary: Vec<Range<usize>>,
    others: Vec<Range<usize>>,
    bit_bytes: usize,
    size: usize,
}

impl Packing {
    /// The packed form of these sections.
    #[must_use]
    pub fn new(sections: &[Section]) -> Self {
        let (mut binary, mut others): (Vec<Range<usize>>, Vec<Range<usize>>) = Default::default();
        let mut start = 0;
        for section in sections {
            let ranges = if section.is_binary { &mut binary } else { &mut others };
            let end = start + section.size;
            match ranges.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => ranges.push(start..end),
            }
            start = end;
        }
        let count = |ranges: &[Range<usize>]| ranges.iter().map(Range::len).sum::<usize>();
        let bit_bytes = count(&binary).div_ceil(8);
        let size = bit_bytes + count(&others) * size_of::<f32>();
        Self { binary, others, bit_bytes, size }
    }

    /// The number of bytes.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The number of bytes with bits, which come first.
    #[must_use]
    pub const fn bit_bytes(&self) -> usize {
        self.bit_bytes
    }

    /// Pack an observation.
    pub fn pack(&self, numbers: &[f32], bytes: &mut [u8]) {
        let (bits, floats) = bytes.split_at_mut(self.bit_bytes.min(bytes.len()));
        let numbers_of = |ranges: &[Range<usize>]| {
            let slices = ranges.iter().filter_map(|range| numbers.get(range.clone()));
            slices.flatten().copied().collect::<Vec<f32>>()
        };
        match self.binary.as_slice() {
            [range] => pack_bits(numbers.get(range.clone()).unwrap_or_default(), bits),
            ranges => pack_bits(&numbers_of(ranges), bits),
        }
        let others = self.others.iter().filter_map(|range| numbers.get(range.clone())).flatten();
        for (number, bytes) in others.zip(floats.chunks_exact_mut(size_of::<f32>())) {
            bytes.copy_from_slice(&number.to_le_bytes());
        }
    }
}

/// Pack numbers that are 0 or 1, the lowest bit of a byte first.
///
/// ```
/// let mut bytes = [0];
/// cardcore::game::packing::pack_bits(&[0.0, 1.0, 1.0], &mut bytes);
/// assert_eq!(bytes, [0b110]);
/// ```
pub fn pack_bits(numbers: &[f32], bytes: &mut [u8]) {
    for (numbers, byte) in numbers.chunks(8).zip(bytes) {
        let bit = |byte, (index, &number): (usize, &f32)| byte | u8::from(number != 0.0) << index;
        *byte = numbers.iter().enumerate().fold(0, bit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_before_floats() {
        let sections =
            [Section::new("a", 3, ""), Section::fractions("b", 1, ""), Section::new("c", 6, "")];
        let packing = Packing::new(&sections);
        assert_eq!((packing.bit_bytes(), packing.size()), (2, 6));
        let mut bytes = [0; 6];
        packing.pack(&[1.0, 0.0, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0], &mut bytes);
        assert_eq!(bytes, [0b1000_0101, 0b1, 0, 0, 0, 0x3f]);
    }
}
