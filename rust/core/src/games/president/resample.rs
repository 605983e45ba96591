//! A round as it may have gone: the hands as they were dealt, the trades and the plays.
//!
//! The sampler draws the hidden hands and tells how the trades of others went, so the round only
//! has to be wound back: what was played returns to the hands, then what was traded. Which ranks
//! were requested is known, but not in which order; any order that the answers allow will do.

use super::moves::Move;
use super::order::{OrderedSet, value};
use super::rules::TradeRule;
use super::sample::Sampler;
use super::state::{Deal, President};
use super::trade::Trade;
use super::view::PresidentView;
use crate::game::Trajectory;
use crate::random::Random;

/// A round that the viewer cannot tell from the one under way.
pub(super) fn resample(view: &PresidentView<'_>, random: &mut Random) -> Trajectory<President> {
    let state = Sampler::new(view).draw(random);
    if state.is_over() {
        return Trajectory { start: state, moves: Vec::new() };
    }
    let hands = dealt(&state);
    let requests = state.rules.trade() == TradeRule::Request;
    let mut moves = Vec::new();
    for trade in &state.trades {
        if requests {
            moves.extend(requested(trade));
        }
        moves.extend(trade.returned.iter().map(Move::Give));
    }
    moves.extend(state.plays.iter().map(|&(_, chosen)| chosen));
    Trajectory { start: state.with_round_dealt(hands), moves }
}

/// The hands that a round began with.
fn dealt(state: &President) -> Deal {
    let mut hands = state.hands;
    for &(seat, chosen) in &state.plays {
        if let Move::Play(combination) = chosen {
            hands[seat] = hands[seat] | combination.cards();
        }
    }
    for trade in &state.trades {
        hands[trade.lower] = (hands[trade.lower] - trade.returned) | trade.taken;
        // What was taken and given back at once is in the lower hand alone.
        hands[trade.upper] = (hands[trade.upper] | trade.returned) - trade.taken;
    }
    hands
}

/// The requests of a trade. A rank that was refused although a card of it had been taken was named
/// again after that card, and before the last one, which ended the requests.
fn requested(trade: &Trade) -> Vec<Move> {
    let cards = || trade.taken.iter();
    let is_taken = |rank| !(trade.taken & OrderedSet::of_value(value(rank))).is_empty();
    let refused = trade.refusals().filter(|&rank| !is_taken(rank));
    let mut ranks: Vec<_> = refused.collect();
    for card in cards().filter(|card| trade.was_refused(card.rank())) {
        ranks.push(card.rank());
    }
    ranks.extend(trade.refusals().filter(|&rank| is_taken(rank)));
    ranks.extend(cards().map(|card| card.rank()).filter(|&rank| !trade.was_refused(rank)));
    ranks.into_iter().map(Move::Request).collect()
}
