//! Permutations of suits: what they do to sets of cards, and which of them nobody notices.

use std::collections::HashMap;

use super::Holding;
use crate::cards::CardSet;

/// Where each suit goes.
pub(super) type Permutation = [u32; 4];

/// Every rank of one suit.
const SUIT: u64 = 0x0001_1111_1111_1111;

/// The cards after a permutation of suits.
#[inline]
pub(super) fn permute(set: u64, to: Permutation) -> u64 {
    (set & SUIT) << to[0]
        | (set >> 1 & SUIT) << to[1]
        | (set >> 2 & SUIT) << to[2]
        | (set >> 3 & SUIT) << to[3]
}

/// All permutations except the one that changes nothing.
pub(super) fn permutations() -> impl Iterator<Item = Permutation> {
    let distinct = |to: &Permutation| to.iter().fold(0, |set, suit| set | 1 << suit) == 0b1111;
    (0..256_u32)
        .map(|number| [number >> 6 & 3, number >> 4 & 3, number >> 2 & 3, number & 3])
        .filter(distinct)
        .filter(|to| *to != [0, 1, 2, 3])
}

/// The permutations that leave the board, the deck and the hands of every player as they are,
/// except the one that changes nothing.
pub(super) fn symmetries(
    board: CardSet,
    deck: CardSet,
    players: &[&[Holding]],
) -> Vec<Permutation> {
    let is_fixed = |set: CardSet, to| permute(set.bits(), to) == set.bits();
    let mut left: Vec<Permutation> =
        permutations().filter(|&to| is_fixed(board, to) && is_fixed(deck, to)).collect();
    for hands in players {
        if left.is_empty() {
            break;
        }
        let weights: HashMap<u64, u32> =
            hands.iter().map(|hand| (hand.cards.bits(), hand.weight)).collect();
        left.retain(|&to| {
            hands
                .iter()
                .all(|hand| weights.get(&permute(hand.cards.bits(), to)) == Some(&hand.weight))
        });
    }
    left
}

/// The least of what the permutations make of some sets, which stands for all of them.
pub(super) fn canonical<const SETS: usize>(
    sets: [u64; SETS],
    permutations: &[Permutation],
) -> [u64; SETS] {
    // Empty sets are the places of players who are not there.
    let image = |set, to| if set == 0 { 0 } else { permute(set, to) };
    let images = permutations.iter().map(|&to| sets.map(|set| image(set, to)));
    images.fold(sets, Ord::min)
}

/// How many boards a board stands for; `None` if another one stands for it.
#[inline]
pub(super) fn multiplicity(set: u64, permutations: &[Permutation]) -> Option<u32> {
    let mut same = 1;
    for &to in permutations {
        let image = permute(set, to);
        if image < set {
            return None;
        }
        same += u32::from(image == set);
    }
    Some((permutations.len() as u32 + 1) / same)
}

/// Give every hand the mean of the sums of the hands that permutations make of it. Sums over boards
/// of which one stands for several are right only for such hands together.
pub(super) fn share_among_images<Sums: Copy>(
    hands: &[Holding],
    sums: &mut [Sums],
    permutations: &[Permutation],
    mean: impl Fn(&[Sums]) -> Sums,
) {
    if permutations.is_empty() {
        return;
    }
    let mut images: HashMap<[u64; 1], Vec<usize>> = HashMap::new();
    for (index, hand) in hands.iter().enumerate() {
        images.entry(canonical([hand.cards.bits()], permutations)).or_default().push(index);
    }
    for indices in images.values() {
        let own: Vec<Sums> = indices.iter().map(|&index| sums[index]).collect();
        let mean = mean(&own);
        indices.iter().for_each(|&index| sums[index] = mean);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_move_suits_and_keep_ranks() {
        assert_eq!(permutations().count(), 23);
        let set = CardSet::FULL.bits() & 0b0110_0001;
        assert_eq!(permute(set, [1, 0, 2, 3]), 0b0101_0010);
        for to in permutations() {
            assert_eq!(permute(CardSet::FULL.bits(), to), CardSet::FULL.bits());
        }
    }
}
