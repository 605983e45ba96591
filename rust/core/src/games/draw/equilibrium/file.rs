//! The binary format of a solution: versioned, with a checksum, and validated when read.
//!
//! All numbers are little-endian. After [`MAGIC`] and the version come the limits, the effort, the
//! seed, value and exploitability, the bucket boundaries, and the strategies; at the end a checksum
//! of everything before it.
//!
//! Strategies are stored move by move as deflated differences between neighboring buckets, which
//! play alike. The last move of a decision is omitted: it is the complement of the others.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::buckets::Buckets;
use super::families::families;
use super::model::Trees;
use super::rules::{EquilibriumError, Limits, MAX_RAISES};
use super::solution::{Effort, Equilibrium};
use crate::cfr::{Node, Tree};
use crate::games::draw::rules::{RANKINGS, Rules};
use crate::poker::Ranking;

const MAGIC: &[u8] = b"cardcore draw equilibrium\n";

/// The versions: for the high ranking, with the number of the ranking in [`RANKINGS`], and with the stack
/// as well. The first that can say it is written.
const HIGH_VERSION: u16 = 2;
const RANKING_VERSION: u16 = 3;
const STACK_VERSION: u16 = 4;

/// The highest compression level of miniz.
const COMPRESSION: u8 = 10;

/// The maximum number of buckets before and after the draw.
const MAX_BUCKETS: (usize, usize) = (4096, 1024);

impl Equilibrium {
    /// Serialize the solution.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let Limits { ranking, ante, small_bet, big_bet, raises, stack } = self.limits;
        let version = match (self.limits.is_deep(), ranking) {
            (true, Ranking::High) => HIGH_VERSION,
            (true, _) => RANKING_VERSION,
            (false, _) => STACK_VERSION,
        };
        bytes.extend(version.to_le_bytes());
        if version >= RANKING_VERSION {
            let number = RANKINGS.iter().position(|&other| other == ranking).unwrap_or(0);
            bytes.push(number as u8);
        }
        if version >= STACK_VERSION {
            bytes.extend(stack.to_le_bytes());
        }
        let Effort { hands, strengths, iterations, deals } = self.effort;
        for number in [ante, small_bet, big_bet, raises, hands, strengths, iterations] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(deals.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.value.to_le_bytes());
        bytes.extend(self.exploitability.to_le_bytes());
        for list in self.buckets.families.iter().chain([&self.buckets.strengths]) {
            bytes.extend((list.len() as u32).to_le_bytes());
            bytes.extend(list.iter().flat_map(|start| start.to_le_bytes()));
        }
        bytes.extend(self.buckets.utilities.iter().flat_map(|utility| utility.to_le_bytes()));
        let shape = shape(&self.trees, &self.buckets);
        bytes.extend(pack(&shape, &[self.first.as_slice(), &self.second].concat()));
        let checksum = checksum(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Parse a solution.
    ///
    /// # Errors
    ///
    /// Bytes that are not a solution, are damaged, or were written by a later version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EquilibriumError> {
        let wrong = |reason| EquilibriumError::Unreadable { reason };
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| wrong("the header is missing"))?;
        let (content, sum) =
            bytes.split_last_chunk::<8>().ok_or_else(|| wrong("it is truncated"))?;
        let rest = rest.get(..rest.len().saturating_sub(8)).unwrap_or(&[]);
        let mut reader = Reader(rest);
        let version = reader.number().map(u16::from_le_bytes);
        let version = version.unwrap_or(0);
        if !(HIGH_VERSION..=STACK_VERSION).contains(&version) {
            return Err(wrong("it was written by another version of cardcore"));
        }
        if checksum(content) != u64::from_le_bytes(*sum) {
            return Err(wrong("it is damaged: the checksum does not match"));
        }
        read(reader, version).ok_or_else(|| wrong("the content is invalid"))
    }
}

fn read(mut reader: Reader<'_>, version: u16) -> Option<Equilibrium> {
    let ranking = match version >= RANKING_VERSION {
        true => *RANKINGS.get(usize::from(u8::from_le_bytes(reader.number()?)))?,
        false => Ranking::High,
    };
    let stack = match version >= STACK_VERSION {
        true => Some(u32::from_le_bytes(reader.number()?)),
        false => None,
    };
    let mut number = || reader.number().map(u32::from_le_bytes);
    let (ante, small_bet, big_bet, raises) = (number()?, number()?, number()?, number()?);
    let limits = Limits { ranking, ante, small_bet, big_bet, raises, stack: 0 };
    let (hands, strengths, iterations) = (number()?, number()?, number()?);
    let effort =
        Effort { hands, strengths, iterations, deals: u64::from_le_bytes(reader.number()?) };
    let seed = u64::from_le_bytes(reader.number()?);
    let value = f64::from_le_bytes(reader.number()?);
    let exploitability = f64::from_le_bytes(reader.number()?);
    let most = Rules::MAX_CHIPS;
    let chips = [limits.ante, limits.small_bet, limits.big_bet];
    if limits.raises > MAX_RAISES
        || chips.iter().any(|&chips| chips > most)
        || !value.is_finite()
        || !exploitability.is_finite()
    {
        return None;
    }
    let deep = limits.most() as u32;
    if stack.is_some_and(|stack| !(1..deep).contains(&stack)) {
        return None;
    }
    let limits = Limits { stack: stack.unwrap_or(deep), ..limits };
    let mut places = Vec::with_capacity(families(ranking));
    for _ in 0..families(ranking) {
        places.push(reader.list()?);
    }
    let strengths = reader.list()?;
    let utilities = (0..strengths.len()).map(|_| reader.number().map(u32::from_le_bytes));
    let utilities = utilities.collect::<Option<Vec<u32>>>()?;
    let buckets = Buckets::new(ranking, places, strengths, utilities)?;
    if buckets.counts().0 > MAX_BUCKETS.0 || buckets.counts().1 > MAX_BUCKETS.1 {
        return None;
    }
    let trees = Trees::new(&limits);
    let shape = shape(&trees, &buckets);
    let mut first = unpack(&shape, reader.0)?;
    let of_first: usize = numbers(&trees.first, buckets.counts().0);
    let second = first.split_off(of_first.min(first.len()));
    Some(Equilibrium::assemble(
        limits,
        effort,
        seed,
        (value, exploitability),
        buckets,
        (first, second),
    ))
}

/// The number of strategy values in a tree.
fn numbers(tree: &Tree, states: usize) -> usize {
    decisions(tree).map(|moves| moves * states).sum()
}

/// The number of moves of each decision of a tree.
fn decisions(tree: &Tree) -> impl Iterator<Item = usize> + '_ {
    tree.nodes().iter().filter_map(|node| match node {
        Node::Decision { children, .. } => Some(children.len()),
        Node::Leaf(_) => None,
    })
}

/// The number of moves and of states of each decision.
type Shape = [(usize, usize)];

fn shape(trees: &Trees, buckets: &Buckets) -> Box<Shape> {
    let (before, after) = buckets.counts();
    let first = decisions(&trees.first).map(|moves| (moves, before));
    let links = 0..trees.links.len();
    let second = links.flat_map(|link| decisions(trees.second(link)).map(|moves| (moves, after)));
    first.chain(second).collect()
}

/// Serialize strategies of a shape; in every state the moves add up to 255.
fn pack(shape: &Shape, numbers: &[u8]) -> Vec<u8> {
    let mut differences = Vec::with_capacity(numbers.len());
    let mut numbers = numbers.iter().copied();
    for &(moves, states) in shape {
        for _ in 1..moves {
            let mut before = 0_u8;
            for number in numbers.by_ref().take(states) {
                differences.push(number.wrapping_sub(before));
                before = number;
            }
        }
        numbers.by_ref().take(states).for_each(drop);
    }
    compress_to_vec(&differences, COMPRESSION)
}

/// Parse strategies of a shape; `None` if invalid.
fn unpack(shape: &Shape, bytes: &[u8]) -> Option<Vec<u8>> {
    let length = shape.iter().map(|(moves, states)| (moves - 1) * states).sum();
    let differences = decompress_to_vec_with_limit(bytes, length).ok()?;
    if differences.len() != length {
        return None;
    }
    let mut differences = differences.into_iter();
    let mut numbers = Vec::with_capacity(2 * length);
    for &(moves, states) in shape {
        let mut left = vec![255_u8; states];
        for _ in 1..moves {
            let mut number = 0_u8;
            for (left, difference) in left.iter_mut().zip(differences.by_ref()) {
                number = number.wrapping_add(difference);
                *left = left.checked_sub(number)?;
                numbers.push(number);
            }
        }
        numbers.extend(left);
    }
    Some(numbers)
}

/// The unread bytes.
pub(super) struct Reader<'a>(pub &'a [u8]);

impl Reader<'_> {
    pub fn number<const BYTES: usize>(&mut self) -> Option<[u8; BYTES]> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*number)
    }

    pub fn list(&mut self) -> Option<Vec<u16>> {
        let length = u32::from_le_bytes(self.number()?) as usize;
        if length > MAX_BUCKETS.0 {
            return None;
        }
        (0..length).map(|_| self.number().map(u16::from_le_bytes)).collect()
    }
}

/// The 64-bit FNV hash (Fowler, Noll and Vo).
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const SHAPE: [(usize, usize); 4] = [(2, 50), (3, 70), (6, 11), (1, 3)];

    #[test]
    fn packing_round_trips() {
        let mut random = Random::new(3);
        for smooth in [false, true] {
            let mut numbers = Vec::new();
            for (moves, states) in SHAPE {
                let start = numbers.len();
                numbers.resize(start + moves * states, 0_u8);
                for state in 0..states {
                    let mut left = 255_u32;
                    for action in 0..moves {
                        let part = match (action + 1 == moves, smooth) {
                            (true, _) => left,
                            (false, true) => left * u32::from(state * 2 > states),
                            (false, false) => random.below(left + 1),
                        };
                        numbers[start + action * states + state] = part as u8;
                        left -= part;
                    }
                }
            }
            let bytes = pack(&SHAPE, &numbers);
            assert_eq!(unpack(&SHAPE, &bytes), Some(numbers.clone()));
            assert!(!smooth || bytes.len() < numbers.len() / 4, "{}", bytes.len());
            assert_eq!(unpack(&SHAPE, &bytes[..bytes.len() - 1]), None);
        }
    }

    #[test]
    fn numbers_that_do_not_add_up_are_rejected() {
        let length = SHAPE.iter().map(|(moves, states)| (moves - 1) * states).sum();
        let mut differences = vec![0_u8; length];
        assert!(unpack(&SHAPE, &compress_to_vec(&differences, 1)).is_some());
        // Two of the three moves of a decision are played 200 times out of 255.
        (differences[50], differences[120]) = (200, 200);
        assert_eq!(unpack(&SHAPE, &compress_to_vec(&differences, 1)), None);
        let long = vec![0; length + 1];
        assert_eq!(unpack(&SHAPE, &compress_to_vec(&long, 1)), None);
        assert_eq!(unpack(&SHAPE, &compress_to_vec(&long[2..], 1)), None);
    }
}
