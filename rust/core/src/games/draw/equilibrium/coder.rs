//! Strategies in few bytes: an adaptive range coder, after that of LZMA.
//!
//! Strategies of neighbouring buckets are alike, and most moves are made always or never. So each
//! number is first said to be that of the bucket before or not, and if not it is spelt in eight bits,
//! of which each is expected as it has been before in the same company.

/// How likely a bit is 0, in parts of 2¹¹.
type Likelihood = u16;

const BITS: u32 = 11;
const EVEN: Likelihood = 1 << (BITS - 1);
/// How quickly a likelihood follows what it sees.
const SHIFT: u32 = 5;
/// Below this the range is widened by a byte.
const NARROW: u32 = 1 << 24;

/// Something that bits go into or come out of.
trait Bits {
    /// Put a bit in, or get one out: then what is given is of no account.
    fn bit(&mut self, likelihood: &mut Likelihood, bit: bool) -> bool;
}

fn learn(likelihood: &mut Likelihood, bit: bool) {
    if bit {
        *likelihood -= *likelihood >> SHIFT;
    } else {
        *likelihood += ((1 << BITS) - *likelihood) >> SHIFT;
    }
}

struct Encoder {
    low: u64,
    range: u32,
    /// The last byte that a carry may still change, and how many bytes of 255 follow it.
    held: u8,
    waiting: usize,
    begun: bool,
    bytes: Vec<u8>,
}

impl Encoder {
    const fn new() -> Self {
        Self { low: 0, range: u32::MAX, held: 0, waiting: 0, begun: false, bytes: Vec::new() }
    }

    fn shift(&mut self) {
        if self.low < 0xff00_0000 || self.low > u64::from(u32::MAX) {
            let carry = (self.low >> 32) as u8;
            if self.begun {
                self.bytes.push(self.held.wrapping_add(carry));
            }
            for _ in 0..self.waiting {
                self.bytes.push(0xff_u8.wrapping_add(carry));
            }
            self.waiting = 0;
            self.begun = true;
            self.held = (self.low >> 24) as u8;
        } else {
            self.waiting += 1;
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        self.bytes
    }
}

impl Bits for Encoder {
    fn bit(&mut self, likelihood: &mut Likelihood, bit: bool) -> bool {
        let bound = (self.range >> BITS) * u32::from(*likelihood);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        learn(likelihood, bit);
        while self.range < NARROW {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

struct Decoder<'a> {
    bytes: std::slice::Iter<'a, u8>,
    range: u32,
    code: u32,
}

impl<'a> Decoder<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { bytes: bytes.iter(), range: u32::MAX, code: 0 };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.byte();
        }
        decoder
    }

    /// The next byte; 0 after the last, which is what was meant or will not be believed.
    fn byte(&mut self) -> u32 {
        self.bytes.next().copied().unwrap_or(0).into()
    }
}

impl Bits for Decoder<'_> {
    fn bit(&mut self, likelihood: &mut Likelihood, _: bool) -> bool {
        let bound = (self.range >> BITS) * u32::from(*likelihood);
        let bit = self.code >= bound;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        learn(likelihood, bit);
        while self.range < NARROW {
            self.range <<= 8;
            self.code = self.code << 8 | self.byte();
        }
        bit
    }
}

/// What has been seen so far.
struct Experience {
    same: [[Likelihood; 4]; 8],
    spelt: Vec<[[Likelihood; 256]; 4]>,
}

impl Experience {
    fn new() -> Self {
        Self { same: [[EVEN; 4]; 8], spelt: vec![[[EVEN; 256]; 4]; 8] }
    }

    /// Put a number in, or get one out, in the company of the one before it.
    fn number(&mut self, bits: &mut impl Bits, place: usize, before: u8, number: u8) -> u8 {
        let (place, kind) = (place % 8, kind(before));
        if bits.bit(&mut self.same[place][kind], number != before) {
            let likelihoods = &mut self.spelt[place][kind];
            let mut spelt = 1_usize;
            for shift in (0..8).rev() {
                let bit = bits.bit(&mut likelihoods[spelt & 255], number >> shift & 1 == 1);
                spelt = spelt << 1 | usize::from(bit);
            }
            return (spelt & 255) as u8;
        }
        before
    }
}

const fn kind(number: u8) -> usize {
    match number {
        0 => 0,
        1..=127 => 1,
        128..=254 => 2,
        255 => 3,
    }
}

/// The shape of strategies: how many moves the nodes have, each with so many states.
pub(super) type Shape = [(usize, usize)];

/// Go through strategies of a shape: move by move, state by state; the last move takes the rest.
fn go_through(bits: &mut impl Bits, shape: &Shape, numbers: &mut [u8]) -> Option<()> {
    let mut experience = Experience::new();
    let mut begin = 0;
    for &(moves, states) in shape {
        let of_node = numbers.get_mut(begin..begin + moves * states)?;
        begin += moves * states;
        let mut left = vec![255_u8; states];
        for (place, of_move) in of_node.chunks_exact_mut(states.max(1)).enumerate() {
            let mut before = 0;
            for (number, left) in of_move.iter_mut().zip(&mut left) {
                let is_last = place + 1 == moves;
                let known = if is_last { Some(*left) } else { (*left == 0).then_some(0) };
                *number = match known {
                    Some(known) => known,
                    None => experience.number(bits, place, before, *number),
                };
                *left = left.checked_sub(*number)?;
                before = *number;
            }
        }
    }
    (begin == numbers.len()).then_some(())
}

/// Strategies as bytes; in every state the numbers of the moves add up to 255.
pub(super) fn encode(shape: &Shape, mut numbers: Vec<u8>) -> Vec<u8> {
    let mut encoder = Encoder::new();
    // Nothing can go wrong where the numbers add up.
    let _ = go_through(&mut encoder, shape, &mut numbers);
    encoder.finish()
}

/// The strategies that bytes stand for; `None` if they are none.
pub(super) fn decode(shape: &Shape, bytes: &[u8]) -> Option<Vec<u8>> {
    let length = shape.iter().map(|(moves, states)| moves * states).sum();
    let mut numbers = vec![0; length];
    go_through(&mut Decoder::new(bytes), shape, &mut numbers)?;
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn what_goes_in_comes_out() {
        let mut random = Random::new(3);
        let shape = [(2, 50), (3, 70), (6, 11), (1, 3)];
        for smooth in [false, true] {
            let mut numbers = Vec::new();
            for (moves, states) in shape {
                let begin = numbers.len();
                numbers.resize(begin + moves * states, 0_u8);
                for state in 0..states {
                    let mut left = 255_u32;
                    for place in 0..moves {
                        let part = match (place + 1 == moves, smooth) {
                            (true, _) => left,
                            (false, true) => left * u32::from(state * 2 > states),
                            (false, false) => random.below(left + 1),
                        };
                        numbers[begin + place * states + state] = part as u8;
                        left -= part;
                    }
                }
            }
            let bytes = encode(&shape, numbers.clone());
            assert_eq!(decode(&shape, &bytes), Some(numbers.clone()));
            assert!(!smooth || bytes.len() < numbers.len() / 4, "{}", bytes.len());
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused() {
        let mut random = Random::new(4);
        let shape = [(2, 50), (3, 70), (6, 11)];
        for _ in 0..200 {
            let bytes: Vec<u8> = (0..random.below(300)).map(|_| random.word() as u8).collect();
            if let Some(numbers) = decode(&shape, &bytes) {
                let sum: u32 = (0..3).map(|place| u32::from(numbers[100 + 70 * place])).sum();
                assert_eq!(sum, 255);
            }
        }
    }
}
