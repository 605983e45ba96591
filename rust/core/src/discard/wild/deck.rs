use crate::cards::{Card, CardSet, DeckCard};
use crate::discard::canonical::suit_names;

/// A deck, and which of its cards are wild.
///
/// ```
/// use cardcore::cards::{CardSet, DeckCard, parse_cards};
/// use cardcore::discard::wild::Deck;
///
/// let deuces: CardSet = parse_cards("2c 2d 2h 2s")?.into_iter().collect();
/// let deck = Deck::new(deuces, true);
/// assert_eq!((deck.len(), deck.hands(), deck.wild_cards()), (53, 2_869_685, 5));
/// assert!(deck.is_wild(DeckCard::JOKER));
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deck {
    wild: CardSet,
    joker: bool,
}

impl Deck {
    /// The standard 52 cards, none of them wild.
    pub const STANDARD: Self = Self::new(CardSet::EMPTY, false);

    /// The 52 cards with some of them wild, and optionally a joker, which is always wild.
    #[must_use]
    pub const fn new(wild: CardSet, joker: bool) -> Self {
        Self { wild, joker }
    }

    /// The wild cards, without the joker.
    #[must_use]
    pub const fn wild(self) -> CardSet {
        self.wild
    }

    /// Whether there is a joker.
    #[must_use]
    pub const fn has_joker(self) -> bool {
        self.joker
    }

    /// The number of cards.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a deck is never empty")]
    pub const fn len(self) -> usize {
        Card::COUNT + self.joker as usize
    }

    /// The cards, ordered by number.
    pub fn cards(self) -> impl Iterator<Item = DeckCard> {
        (0..self.len() as u8).filter_map(DeckCard::from_number)
    }

    /// The number of wild cards.
    #[must_use]
    pub const fn wild_cards(self) -> usize {
        self.wild.len() + self.joker as usize
    }

    /// Whether a card is wild.
    #[must_use]
    pub fn is_wild(self, card: DeckCard) -> bool {
        card.card().is_none_or(|card| self.wild.contains(card))
    }

    /// Whether all four twos are wild.
    #[must_use]
    pub const fn has_wild_deuces(self) -> bool {
        self.wild.bits() & 0b1111 == 0b1111
    }

    /// The number of five-card hands.
    #[must_use]
    pub const fn hands(self) -> u32 {
        if self.joker { 2_869_685 } else { 2_598_960 }
    }

    /// The number of ways to draw `count` cards to a hand, 0 to 5.
    #[must_use]
    pub const fn draws(self, count: usize) -> u32 {
        DRAWS[self.joker as usize][if count < 6 { count } else { 5 }]
    }

    /// The least common multiple of all numbers of draws: the EVs of all discards of a hand are
    /// integers over it, times the payouts' scale.
    #[must_use]
    pub const fn common_draws(self) -> u32 {
        COMMON_DRAWS[self.joker as usize]
    }

    /// The suits in which the card of a rank, from the two as 0, is not wild, as bits.
    pub(super) const fn natural_suits(self, rank: usize) -> u8 {
        (!self.wild.bits() >> (4 * rank) & 0b1111) as u8
    }

    /// The permutations of the suits, as new names, that map wild cards to wild cards.
    pub(super) fn symmetries(self) -> Vec<[u8; 4]> {
        let renamed = |suits: u8, names: [u8; 4]| {
            (0..4).zip(names).fold(0, |all, (suit, name)| all | (suits >> suit & 1) << name)
        };
        let keeps = |names: &[u8; 4]| {
            (0..13).all(|rank| {
                let suits = self.natural_suits(rank);
                renamed(suits, *names) == suits
            })
        };
        suit_names().filter(keeps).collect()
    }
}

/// C(47, k) and C(48, k): ways to draw k of the unseen cards.
const DRAWS: [[u32; 6]; 2] =
    [[1, 47, 1_081, 16_215, 178_365, 1_533_939], [1, 48, 1_128, 17_296, 194_580, 1_712_304]];

/// Their least common multiples.
const COMMON_DRAWS: [u32; 2] = [7_669_695, 8_561_520];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_binomials_and_have_no_smaller_multiple() {
        for joker in [false, true] {
            let deck = Deck::new(CardSet::EMPTY, joker);
            let unseen = deck.len() as u64 - 5;
            for count in 0..6 {
                let ways = (0..count).fold(1, |ways, i| ways * (unseen - i) / (i + 1));
                assert_eq!(u64::from(deck.draws(count as usize)), ways);
            }
            let hands = (0..5).fold(1, |ways, i| ways * (unseen + 5 - i) / (i + 1));
            assert_eq!(u64::from(deck.hands()), hands);
            let multiple = |n: &u32| (0..6).all(|count| n.is_multiple_of(deck.draws(count)));
            let common = (1..).map(|n| n * deck.draws(5)).find(multiple);
            assert_eq!(common, Some(deck.common_draws()));
        }
    }
}
