//! A round of the match that is over.

use super::moves::Move;
use super::order::OrderedSet;
use super::role::Role;
use super::state::President;
use super::trade::Trade;
use crate::game::{Fact, Facts, Seat};

/// What everybody knows of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastRound {
    /// The plays and passes.
    pub plays: Box<[(Seat, Move)]>,
    /// The seats in the order in which they finished.
    pub order: Box<[Seat]>,
    /// Everybody's points.
    pub scores: Box<[i64]>,
}

/// What one seat alone knows of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnRound {
    /// The cards it held after the trades.
    pub hand: OrderedSet,
    /// Its trade before the round.
    pub trade: Option<Trade>,
}

impl PastRound {
    /// The round by its number from 1.
    pub(super) fn facts(&self, number: usize) -> Facts {
        let mut places = vec![0; self.order.len()];
        for (place, &seat) in (1..).zip(&self.order) {
            places[seat] = place;
        }
        let mut facts = round_facts(number, Fact::list(self.scores.iter().copied()), &places);
        facts.push(("moves", Fact::list(self.plays.iter().map(play_fact))));
        facts
    }
}

impl OwnRound {
    /// What a seat knows at the end of a round.
    pub(super) fn of(seat: Seat, state: &President) -> Self {
        let played = state.plays.iter().filter(|&&(player, _)| player == seat);
        let cards = played.filter_map(|(_, chosen)| match chosen {
            Move::Play(combination) => Some(combination.cards()),
            _ => None,
        });
        let hand = cards.fold(state.hand(seat), |hand, cards| hand | cards);
        let trade = state.trades.iter().find(|trade| [trade.upper, trade.lower].contains(&seat));
        Self { hand, trade: trade.copied() }
    }

    /// The cards by name.
    pub(super) fn facts(&self) -> Facts {
        let trade = self.trade.map_or(Fact::None, |trade| {
            Fact::Map(vec![
                ("upper", trade.upper.into()),
                ("lower", trade.lower.into()),
                ("taken", Fact::list(trade.taken.iter())),
                ("returned", Fact::list(trade.returned.iter())),
            ])
        });
        vec![("hand", Fact::list(self.hand.iter())), ("trade", trade)]
    }
}

/// How a round ended, by name.
pub(super) fn round_facts(number: usize, scores: Fact, places: &[usize]) -> Facts {
    let roles = places.iter().map(|&place| Role::of(place, places.len()));
    vec![
        ("number", number.into()),
        ("scores", scores),
        ("places", Fact::list(places.iter().copied())),
        ("roles", role_facts(&roles.collect::<Vec<_>>())),
    ]
}

/// A play or pass with its seat.
pub(super) fn play_fact((seat, play): &(Seat, Move)) -> Fact {
    Fact::Tuple(vec![(*seat).into(), play.to_string().into()])
}

/// Roles by their names.
pub(super) fn role_facts(roles: &[Role]) -> Fact {
    Fact::list(roles.iter().map(|role| role.name()))
}
