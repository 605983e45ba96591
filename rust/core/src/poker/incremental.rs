//! Hands that grow card by card, for enumerations: what several hands share is added up once.
//!
//! A [`Partial`] is the set of its cards and the sums behind the tables of [`best_of`]: adding a
//! card is two additions, joining two partial hands as well, and ranking is the lookup alone.
//!
//! [`best_of`]: super::best_of

use super::best_of::{BestOf, COUNTS};
use crate::cards::{Card, CardSet};

/// Some cards of a hand, none to seven, all different.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::poker::best_of::BestOf;
/// use cardcore::poker::incremental::Partial;
///
/// let board = Partial::of(parse_cards("Ks Qs Js Ts 2c")?);
/// let [royal, low] = ["As 2d", "9s 2d"].map(|hole| parse_cards(hole).map(Partial::of));
/// let best = BestOf::<7>::new();
/// assert_eq!(best.strength_of(board.join(royal?)), 7461);
/// assert_eq!(best.strength_of(board.join(low?)), 7460);
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Partial {
    /// A bit for each card.
    set: u64,
    /// The keys of its ranks, and the number of cards of each suit.
    counts: u64,
}

impl Partial {
    /// No cards.
    pub const EMPTY: Self = Self { set: 0, counts: 0 };

    /// These cards, which must be different.
    #[must_use]
    pub fn of(cards: impl IntoIterator<Item = Card>) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }

    /// One card more; it must not be there already.
    #[inline]
    #[must_use]
    pub fn with(self, card: Card) -> Self {
        let number = card.number();
        self.join(Self { set: 1 << number, counts: COUNTS[usize::from(number)] })
    }

    /// The cards of both, which must have none in common.
    #[inline]
    #[must_use]
    pub const fn join(self, other: Self) -> Self {
        // Written so for hands that break the rule: they get some strength, and nothing overflows.
        let counts = self.counts.wrapping_add(other.counts);
        Self { set: self.set | other.set, counts }
    }

    /// The cards.
    #[must_use]
    pub fn cards(self) -> CardSet {
        CardSet::from_bits(self.set).unwrap_or_default()
    }

    /// The same without a check, as bits.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.set
    }

    /// The sums over the cards, as tables by rank use them.
    pub(super) const fn counts(self) -> u64 {
        self.counts
    }
}

impl FromIterator<Card> for Partial {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        Self::of(cards)
    }
}

impl<const CARDS: usize> BestOf<CARDS> {
    /// The strength of the best five of a hand that is complete; unspecified if it does not have
    /// `CARDS` cards.
    #[inline]
    #[must_use]
    pub fn strength_of(self, hand: Partial) -> u16 {
        self.lookup(hand.set, hand.counts.wrapping_add(self.no_cards()))
    }
}

impl BestOf<7> {
    /// The strength as if suits did not matter.
    #[inline]
    pub(super) fn strength_by_ranks(self, hand: Partial) -> u16 {
        self.by_ranks(hand.counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poker::HandRank;
    use crate::random::Random;

    #[test]
    fn hands_that_grew_rank_as_hands_that_are_given() {
        let mut deck: Vec<Card> = Card::all().collect();
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            random.shuffle(&mut deck);
            let five = Partial::of(deck[..5].iter().copied());
            let six = five.with(deck[5]);
            let seven =
                Partial::of(deck[..2].iter().copied()).join(deck[2..7].iter().copied().collect());
            let given = |cards: usize| HandRank::of(&deck[..cards]).unwrap().strength();
            assert_eq!(BestOf::<5>::new().strength_of(five), given(5));
            assert_eq!(BestOf::<6>::new().strength_of(six), given(6));
            assert_eq!(BestOf::<7>::new().strength_of(seven), given(7));
            assert_eq!(seven.cards(), deck[..7].iter().copied().collect());
        }
    }
}
