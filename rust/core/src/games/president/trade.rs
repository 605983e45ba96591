//! The trade of cards between two players before a round.

use crate::cards::{Card, Rank};
use crate::game::Seat;

use super::options::TradeRule;
use super::order::{OrderedSet, card_at, value};

/// One trade: `size` cards go from the lower side to the upper, then as many back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trade {
    /// The seat that requests, and gives back cards of its choice.
    pub upper: Seat,
    /// The seat that must give.
    pub lower: Seat,
    /// The number of cards each way.
    pub size: usize,
    /// What the lower side has given.
    pub taken: OrderedSet,
    /// What the upper side has given back.
    pub returned: OrderedSet,
    /// The refused ranks, one bit per value from 3.
    refused: u16,
}

/// The stage of a trade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The upper side requests a rank.
    Request,
    /// The upper side gives a card back.
    Give,
    /// The trade is done.
    Done,
}

impl Stage {
    /// The stage of a trade of `size` cards, given how many have been taken and returned.
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
    /// A trade that has not started.
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

    /// The current stage.
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
    pub fn refused_ranks(&self) -> impl Iterator<Item = Rank> + use<> {
        let refused = self.refused;
        (3..=15).rev().filter(move |value| refused >> (value - 3) & 1 == 1).filter_map(super::rank)
    }

    /// Whether this rank was refused.
    #[must_use]
    pub const fn was_refused(&self, rank: Rank) -> bool {
        self.refused >> (value(rank) - 3) & 1 == 1
    }

    /// Take the lower side's highest card of a rank, or record the refusal.
    pub(super) fn request(&mut self, rank: Rank, upper: &mut OrderedSet, lower: &mut OrderedSet) {
        let card = (*lower & OrderedSet::of_value(value(rank))).highest(1);
        if card.is_empty() {
            self.refused |= 1 << (value(rank) - 3);
        } else {
            self.take(card, upper, lower);
        }
    }

    /// Take all the cards that the lower side must give without requests.
    pub(super) fn take_best(&mut self, upper: &mut OrderedSet, lower: &mut OrderedSet) {
        self.take(lower.highest(self.size), upper, lower);
    }

    /// Take the cards that requests for the highest ranks, one after another, would still yield.
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
    /// rank or overall, and has none of the ranks it refused.
    #[must_use]
    pub fn excluded(&self, rule: TradeRule) -> OrderedSet {
        let from = |order_index: u8| OrderedSet::FULL - OrderedSet::below(order_index);
        match rule {
            TradeRule::None => OrderedSet::EMPTY,
            TradeRule::Best => self.taken.order_indices().next().map_or(OrderedSet::EMPTY, from),
            TradeRule::Request => {
                let refused = self.refused_ranks().map(|rank| OrderedSet::of_value(value(rank)));
                let above = self.taken.order_indices().map(|order_index| {
                    from(order_index)
                        & card_at(order_index).map_or(OrderedSet::EMPTY, |card| {
                            OrderedSet::of_value(value(card.rank()))
                        })
                });
                refused.chain(above).fold(OrderedSet::EMPTY, |all, cards| all | cards)
            }
        }
    }
}
