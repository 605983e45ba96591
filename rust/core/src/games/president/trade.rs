//! The exchange of cards between two players before a round.

use crate::cards::{Card, Rank};
use crate::game::Seat;

use super::order::{OrderedSet, card_at, value};
use super::rules::TradeRule;

/// One exchange: `size` cards go from the lower side to the upper, then as many back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trade {
    /// Who requests and gives back as they like.
    pub upper: Seat,
    /// Who must give.
    pub lower: Seat,
    /// How many cards go either way.
    pub size: usize,
    /// What the lower side has given.
    pub taken: OrderedSet,
    /// What the upper side has given back.
    pub returned: OrderedSet,
    /// The ranks that were requested in vain, one bit per value from 3.
    refused: u16,
}

/// What a trade waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The upper side names a rank.
    Request,
    /// The upper side gives a card back.
    Give,
    /// Nothing: the trade is done.
    Done,
}

impl Stage {
    /// The stage of a trade of `size` cards of which some have gone up and some come back.
    pub(super) const fn of(size: usize, taken: usize, returned: usize) -> Self {
        if taken < size {
            Self::Request
        } else if returned < size {
            Self::Give
        } else {
            Self::Done
        }
    }
}

impl Trade {
    /// A trade that has not begun.
    #[must_use]
    pub const fn new(upper: Seat, lower: Seat, size: usize) -> Self {
        Self {
            upper,
            lower,
            size,
            taken: OrderedSet::EMPTY,
            returned: OrderedSet::EMPTY,
            refused: 0,
        }
    }

    /// What the trade waits for.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        Stage::of(self.size, self.taken.len(), self.returned.len())
    }

    /// The ranks that may be requested, highest first: those that have not been refused.
    pub fn requests(&self) -> impl Iterator<Item = Rank> + use<> {
        let refused = self.refused;
        (3..=15).rev().filter(move |value| refused >> (value - 3) & 1 == 0).filter_map(super::rank)
    }

    /// The ranks that were refused, highest first.
    pub fn refusals(&self) -> impl Iterator<Item = Rank> + use<> {
        let refused = self.refused;
        (3..=15).rev().filter(move |value| refused >> (value - 3) & 1 == 1).filter_map(super::rank)
    }

    /// Whether this rank was requested in vain.
    #[must_use]
    pub const fn was_refused(&self, rank: Rank) -> bool {
        self.refused >> (value(rank) - 3) & 1 == 1
    }

    /// Take the lower side's highest card of a rank, or note that there is none.
    pub(super) fn request(&mut self, rank: Rank, upper: &mut OrderedSet, lower: &mut OrderedSet) {
        let card = (*lower & OrderedSet::of_value(value(rank))).highest(1);
        if card.is_empty() {
            self.refused |= 1 << (value(rank) - 3);
        } else {
            self.take(card, upper, lower);
        }
    }

    /// Take all the cards that the lower side must give unasked.
    pub(super) fn take_best(&mut self, upper: &mut OrderedSet, lower: &mut OrderedSet) {
        self.take(lower.highest(self.size), upper, lower);
    }

    /// Take the cards that requests for the highest ranks, one after the other, would still bring.
    pub(super) fn take_rest(&mut self, upper: &mut OrderedSet, lower: &mut OrderedSet) {
        self.take(lower.highest(self.size - self.taken.len()), upper, lower);
    }

    fn take(&mut self, cards: OrderedSet, upper: &mut OrderedSet, lower: &mut OrderedSet) {
        *lower = *lower - cards;
        *upper = *upper | cards;
        self.taken = self.taken | cards;
    }

    /// Give a card back.
    pub(super) fn give(&mut self, card: Card, upper: &mut OrderedSet, lower: &mut OrderedSet) {
        let card = OrderedSet::from(card);
        *upper = *upper - card;
        *lower = *lower | card;
        self.returned = self.returned | card;
    }

    /// Cards that the lower side cannot have had besides those it gave: it gave its highest, by
    /// rank or of all, and has none of the ranks it refused.
    #[must_use]
    pub fn excluded(&self, rule: TradeRule) -> OrderedSet {
        let from = |place: u8| OrderedSet::FULL - OrderedSet::below(place);
        match rule {
            TradeRule::Best => self.taken.places().next().map_or(OrderedSet::EMPTY, from),
            TradeRule::Request => {
                let refused = self.refusals().map(|rank| OrderedSet::of_value(value(rank)));
                let above = self.taken.places().map(|place| {
                    from(place)
                        & card_at(place).map_or(OrderedSet::EMPTY, |card| {
                            OrderedSet::of_value(value(card.rank()))
                        })
                });
                refused.chain(above).fold(OrderedSet::EMPTY, |all, cards| all | cards)
            }
        }
    }
}
