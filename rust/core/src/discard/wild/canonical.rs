//! Canonical hands with wild cards: one per class under suit permutations and interchangeable wild
//! cards.
//!
//! A wild card below the ten only counts as one, except that four deuces may pay. The suit of a
//! higher one matters, since it can stand for itself in a natural royal flush.

use std::collections::HashMap;

use super::deck::Deck;
use super::hand::DeckHand;
use super::indexing::JOKER;
use crate::cards::{Card, DeckCard};
use crate::combinatorics::for_each_multiset;
use crate::discard::canonical::{CanonicalHand, SuitClasses, suit_classes};
use crate::monitor::{Monitor, Stopped};

/// The rank number of a ten, the lowest of a royal flush.
const TEN: usize = 8;

/// Cards of one kind, of which a hand has some.
enum Kin {
    /// Cards of one rank in several suits, as bits.
    Suited { rank: u8, suits: u8 },
    /// Wild cards that can replace each other.
    Interchangeable(Vec<u8>),
}

impl Kin {
    /// The number of cards.
    fn len(&self) -> usize {
        match self {
            Self::Suited { suits, .. } => suits.count_ones() as usize,
            Self::Interchangeable(numbers) => numbers.len(),
        }
    }
}

/// The cards of a deck: natural cards and wild deuces by rank, then high wild cards by rank, then the
/// other wild cards.
fn kin(deck: Deck) -> Vec<Kin> {
    let deuces = deck.has_wild_deuces();
    let natural = |rank: usize| match rank {
        0 if deuces => Kin::Interchangeable((0..4).collect()),
        _ => Kin::Suited { rank: rank as u8, suits: deck.natural_suits(rank) },
    };
    let high =
        |rank: usize| Kin::Suited { rank: rank as u8, suits: !deck.natural_suits(rank) & 0b1111 };
    let first = if deuces { 4 } else { 0 };
    let low = (first..4 * TEN as u8).chain([Card::COUNT as u8]).filter(|&number| {
        let card = DeckCard::from_number(number);
        card.is_some_and(|card| deck.is_wild(card) && (card.card().is_some() || deck.has_joker()))
    });
    let wild = (TEN..JOKER).map(high).chain([Kin::Interchangeable(low.collect())]);
    (0..JOKER).map(natural).chain(wild).collect()
}

/// All hands of a deck up to suit isomorphism. Where only the number of wild cards matters, hands
/// that differ only in which of them they have are equivalent as well.
///
/// # Errors
///
/// If the monitor stops it.
///
/// ```
/// use cardcore::cards::CardSet;
/// use cardcore::discard::wild::{Deck, canonical_hands};
/// use cardcore::monitor::Monitor;
///
/// let deck = Deck::new(CardSet::EMPTY, true);
/// let hands = canonical_hands(deck, &Monitor::new())?;
/// // 134,459 hands without the joker, and 16,432 sets of four cards next to it.
/// assert_eq!(hands.len(), 134_459 + 16_432);
/// assert_eq!(hands.iter().map(|hand| hand.weight).sum::<u32>(), deck.hands());
/// # Ok::<(), cardcore::monitor::Stopped>(())
/// ```
pub fn canonical_hands(
    deck: Deck,
    monitor: &Monitor,
) -> Result<Vec<CanonicalHand<DeckCard>>, Stopped> {
    let (kin, permutations) = (kin(deck), deck.symmetries());
    // By the suits that the cards may have, and which neighbors have equal ranks.
    let mut classes: HashMap<([u8; 5], usize), SuitClasses> = HashMap::new();
    let mut hands = Vec::new();
    let mut stopped = Ok(());
    for_each_multiset(kin.len(), 5, &|one| kin[one].len(), &mut |chosen| {
        if hands.len() % 4096 == 0 {
            stopped = stopped.and_then(|()| monitor.check());
        }
        let mut numbers = [0_u8; 5];
        // Cards with a suit come first, by rank.
        let (mut allowed, mut ranks, mut suited, mut equal) = ([0_u8; 5], [0_u8; 5], 0, 0);
        let (mut others, mut ways) = (5, 1);
        for (index, &one) in chosen.iter().enumerate() {
            let same = chosen[..index].iter().filter(|&&other| other == one).count();
            match &kin[one] {
                Kin::Suited { rank, suits } => {
                    if same > 0 {
                        equal |= 1 << (suited - 1);
                    }
                    (allowed[suited], ranks[suited]) = (*suits, *rank);
                    suited += 1;
                }
                Kin::Interchangeable(members) => {
                    others -= 1;
                    numbers[others] = members[same];
                    // C(n, k + 1) is C(n, k) (n - k) / (k + 1).
                    ways = ways * (members.len() - same) as u32 / (same + 1) as u32;
                }
            }
        }
        // Most hands have no wild cards and are in order, whatever their suits.
        let is_sorted = suited == 5
            && (1..5).all(|card| ranks[card - 1] < ranks[card] || equal >> (card - 1) & 1 == 1);
        let suit_classes = classes
            .entry((allowed, equal))
            .or_insert_with(|| suit_classes(&allowed[..suited], equal, &permutations));
        for &(suits, weight) in suit_classes.iter() {
            let mut numbers = numbers;
            for card in 0..suited {
                numbers[card] = 4 * ranks[card] + suits[card];
            }
            if !is_sorted {
                numbers.sort_unstable();
            }
            let weight = u32::from(weight) * ways;
            hands.extend(
                DeckHand::from_numbers(numbers, deck).map(|hand| CanonicalHand { hand, weight }),
            );
        }
    });
    stopped.map(|()| hands)
}
