//! Canonical hands with wild cards: one per class under suit permutations and interchangeable wild
//! cards.

use super::deck::Deck;
use super::hand::DeckHand;
use super::indexing::{JOKER, RANKS};
use crate::cards::DeckCard;
use crate::combinatorics::{binomial, for_each_multiset};
use crate::discard::canonical::{CanonicalHand, suit_classes, suit_names};
use crate::monitor::{Monitor, Stopped};

/// All hands of a deck up to suit isomorphism. Where only the rank of a wild card matters, hands
/// that differ only in the suits of their wild cards are equivalent as well.
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
/// assert_eq!(hands.iter().map(|hand| u32::from(hand.weight)).sum::<u32>(), deck.hands());
/// # Ok::<(), cardcore::monitor::Stopped>(())
/// ```
pub fn canonical_hands(
    deck: Deck,
    monitor: &Monitor,
) -> Result<Vec<CanonicalHand<DeckCard>>, Stopped> {
    match deck.wild_ranks() {
        Some(wild) => Ok(by_rank(deck, wild)),
        None => by_card(deck, monitor),
    }
}

fn by_rank(deck: Deck, wild: u16) -> Vec<CanonicalHand<DeckCard>> {
    // The suit classes of up to five sorted cards, by which neighbors have equal ranks.
    let classes: Vec<Vec<_>> = (0..6)
        .map(|length: usize| {
            let patterns = 1_usize << length.saturating_sub(1);
            (0..patterns).map(|equal| suit_classes(length, equal)).collect()
        })
        .collect();
    let copies = |rank: usize| if rank == JOKER { usize::from(deck.has_joker()) } else { 4 };
    let mut hands = Vec::new();
    for_each_multiset(RANKS, 5, &copies, &mut |ranks| {
        let is_wild = |rank: usize| wild >> rank & 1 == 1;
        let natural: Vec<usize> = ranks.iter().copied().filter(|&rank| !is_wild(rank)).collect();
        let equal = natural
            .windows(2)
            .enumerate()
            .fold(0, |bits, (index, pair)| bits | usize::from(pair[0] == pair[1]) << index);
        let of_rank = |rank: usize| ranks.iter().filter(|&&other| other == rank).count();
        let wild_ways: u64 = (0..JOKER)
            .filter(|&rank| is_wild(rank))
            .map(|rank| binomial(4, of_rank(rank)))
            .product();
        for &(suits, weight) in &classes[natural.len()][equal] {
            let mut suits = suits.iter();
            let mut numbers = [0_u8; 5];
            for (index, number) in numbers.iter_mut().enumerate() {
                let rank = ranks[index];
                let same_rank = ranks[..index].iter().filter(|&&other| other == rank).count() as u8;
                let suit = match is_wild(rank) {
                    true => same_rank,
                    false => suits.next().copied().unwrap_or(0),
                };
                *number = if rank == JOKER { 52 } else { 4 * rank as u8 + suit };
            }
            let weight = u16::from(weight) * wild_ways as u16;
            hands.extend(
                DeckHand::from_numbers(numbers, deck).map(|hand| CanonicalHand { hand, weight }),
            );
        }
    });
    hands
}

fn by_card(deck: Deck, monitor: &Monitor) -> Result<Vec<CanonicalHand<DeckCard>>, Stopped> {
    /// One bit for each card of the first suit.
    const CLUBS: u64 = 0x0001_1111_1111_1111;

    let renamed = |cards: u64, names: [u8; 4]| {
        let joker = cards & 1 << 52;
        (0..4).zip(names).fold(joker, |set, (suit, name)| set | (cards >> suit & CLUBS) << name)
    };
    // Only permutations that map wild cards to wild cards are symmetries.
    let wild = deck.wild().bits();
    let names: Vec<[u8; 4]> = suit_names().filter(|&names| renamed(wild, names) == wild).collect();
    let mut hands = Vec::new();
    let length = deck.len();
    for a in 0..length {
        for b in a + 1..length {
            monitor.check()?;
            for c in b + 1..length {
                for d in c + 1..length {
                    for e in d + 1..length {
                        let cards = 1_u64 << a | 1 << b | 1 << c | 1 << d | 1 << e;
                        // The representative is the one with the lowest cards.
                        let key = cards.reverse_bits();
                        let mut same = 0;
                        let first = names.iter().all(|&names| {
                            let other = renamed(cards, names).reverse_bits();
                            same += usize::from(other == key);
                            other <= key
                        });
                        if first {
                            let numbers = [a, b, c, d, e].map(|number| number as u8);
                            let weight = (names.len() / same.max(1)) as u16;
                            hands.extend(
                                DeckHand::from_numbers(numbers, deck)
                                    .map(|hand| CanonicalHand { hand, weight }),
                            );
                        }
                    }
                }
            }
        }
    }
    Ok(hands)
}
