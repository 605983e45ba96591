//! The binary format of a blueprint: versioned, with a checksum, and validated when read.
//!
//! All numbers are little-endian. After [`MAGIC`] come the table, the work, the boundaries of the buckets
//! and the strategy; at the end a checksum of everything before it.
//!
//! The strategy is deflated: for every set of buckets whether it was reached, and then its
//! probabilities move by move, as differences between neighboring buckets, which play alike. The last
//! move is the complement of the others. Sets that were not reached are filled in when it is read.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::layout::Set;
use super::stakes::Stakes;
use super::strategy::{Blueprint, ONE, fill};
use super::table::Table;
use super::training::Work;
use crate::cfr::SampledGame as _;
use crate::games::draw::equilibrium::buckets::Buckets;
use crate::games::draw::equilibrium::families::families;
use crate::games::draw::equilibrium::file::{Reader, checksum};
use crate::games::draw::equilibrium::rules::EquilibriumError;
use crate::games::draw::rules::Rules;
use crate::poker::Ranking;

const MAGIC: &[u8] = b"cardcore draw blueprint 1\n";

/// The highest compression level of miniz.
const COMPRESSION: u8 = 10;

impl Blueprint {
    /// Serialize the blueprint.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let Stakes { ante, small_bet, big_bet, raises } = self.table.stakes;
        let Work { hands, strengths, seed } = self.work;
        let players = self.table.players as u32;
        for number in [players, ante, small_bet, big_bet, raises, hands, strengths] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(seed.to_le_bytes());
        bytes.extend(self.deals.to_le_bytes());
        let buckets = &self.table.buckets;
        for list in buckets.families.iter().chain([&buckets.strengths]) {
            bytes.extend((list.len() as u32).to_le_bytes());
            bytes.extend(list.iter().flat_map(|start| start.to_le_bytes()));
        }
        bytes.extend(buckets.utilities.iter().flat_map(|utility| utility.to_le_bytes()));
        let sets = self.table.layout.sets(buckets.counts());
        bytes.extend(compress_to_vec(&differences(&self.parts, &self.reached, &sets), COMPRESSION));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Parse a blueprint.
    ///
    /// # Errors
    ///
    /// Bytes that are not a blueprint, are damaged, or were written by another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EquilibriumError> {
        let wrong = |reason| EquilibriumError::Unreadable { reason };
        if !bytes.starts_with(MAGIC) {
            return Err(wrong("the header is missing"));
        }
        let (content, sum) =
            bytes.split_last_chunk::<8>().ok_or_else(|| wrong("it is truncated"))?;
        if checksum(content) != u64::from_le_bytes(*sum) {
            return Err(wrong("it is damaged: the checksum does not match"));
        }
        let rest = content.get(MAGIC.len()..).unwrap_or(&[]);
        read(Reader(rest)).ok_or_else(|| wrong("the content is invalid"))
    }
}

fn read(mut reader: Reader<'_>) -> Option<Blueprint> {
    let mut number = || reader.number().map(u32::from_le_bytes);
    let players = number()?;
    let (ante, small_bet, big_bet, raises) = (number()?, number()?, number()?, number()?);
    let (hands, strengths) = (number()?, number()?);
    let rules = Rules { players, ante, small_bet, big_bet, raises, ..Rules::default() };
    rules.check().ok()?;
    let stakes = Stakes::of_solvable(&rules).ok()?;
    let seed = u64::from_le_bytes(reader.number()?);
    let deals = u64::from_le_bytes(reader.number()?);
    let mut places = Vec::with_capacity(families(Ranking::High));
    for _ in 0..families(Ranking::High) {
        places.push(reader.list()?);
    }
    let starts = reader.list()?;
    let utilities = (0..starts.len()).map(|_| reader.number().map(u32::from_le_bytes));
    let utilities = utilities.collect::<Option<Vec<u32>>>()?;
    let buckets = Buckets::new(Ranking::High, places, starts, utilities)?;
    let (before, after) = buckets.counts();
    if before > 1000 || after > 400 {
        return None;
    }
    let table = Table::new(rules.seats(), stakes, buckets);
    let sets = table.layout.sets((before, after));
    let limit = sets.len() + table.length();
    let (mut parts, reached) =
        strategy(&decompress_to_vec_with_limit(reader.0, limit).ok()?, &sets, table.length())?;
    fill(&mut parts, &sets, &reached);
    let work = Work { hands, strengths, seed };
    Some(Blueprint { table, work, deals, parts, reached })
}

/// A strategy in bytes; of sets that were not reached only that.
fn differences(parts: &[u8], reached: &[bool], sets: &[Set]) -> Vec<u8> {
    let mut bytes: Vec<u8> = reached.iter().map(|&reached| reached.into()).collect();
    for (set, _) in sets.iter().zip(reached).filter(|(_, reached)| **reached) {
        for chosen in 0..set.moves - 1 {
            let mut before = 0_u8;
            for bucket in 0..set.buckets {
                let part = parts[set.begin + bucket * set.moves + chosen];
                bytes.push(part.wrapping_sub(before));
                before = part;
            }
        }
    }
    bytes
}

/// The strategy in bytes and which sets were reached; `None` if invalid.
fn strategy(bytes: &[u8], sets: &[Set], length: usize) -> Option<(Vec<u8>, Vec<bool>)> {
    let (flags, mut rest) = bytes.split_at_checked(sets.len())?;
    if flags.iter().any(|&flag| flag > 1) {
        return None;
    }
    let reached: Vec<bool> = flags.iter().map(|&flag| flag == 1).collect();
    let mut parts = vec![0; length];
    for (set, _) in sets.iter().zip(&reached).filter(|(_, reached)| **reached) {
        let begin = set.begin;
        for bucket in 0..set.buckets {
            *parts.get_mut(begin + (bucket + 1) * set.moves - 1)? = ONE;
        }
        for chosen in 0..set.moves - 1 {
            let found;
            (found, rest) = rest.split_at_checked(set.buckets)?;
            let mut part = 0_u8;
            for (bucket, difference) in found.iter().enumerate() {
                part = part.wrapping_add(*difference);
                let last = begin + (bucket + 1) * set.moves - 1;
                parts[last] = parts[last].checked_sub(part)?;
                parts[begin + bucket * set.moves + chosen] = part;
            }
        }
    }
    rest.is_empty().then_some((parts, reached))
}
