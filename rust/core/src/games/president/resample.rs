//! Resampling of a round's history: the hands as dealt, the trades and the plays.
//!
//! The sampler draws the hidden hands and the hidden trades, so the round only has to be rewound:
//! played cards return to the hands, then traded cards. The requested ranks are known, but not
//! their order; any order consistent with the answers will do.

use super::moves::Move;
use super::options::TradeRule;
use super::order::{OrderedSet, value};
use super::sample::Sampler;
use super::state::{Deal, President};
use super::trade::Trade;
use super::view::PresidentView;
use crate::game::Trajectory;
use crate::random::Random;

/// A round history that the viewer cannot distinguish from the current one.
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

/// The hands at the start of a round.
fn dealt(state: &President) -> Deal {
    let mut hands = state.hands;
    for &(seat, chosen) in &state.plays {
        if let Move::Play(combination) = chosen {
            hands[seat] = hands[seat] | combination.cards();
        }
    }
    for trade in &state.trades {
        hands[trade.lower] = (hands[trade.lower] - trade.returned) | trade.taken;
        // A card that was taken and given back is in the lower hand only.
        hands[trade.upper] = (hands[trade.upper] | trade.returned) - trade.taken;
    }
    hands
}

/// The requests of a trade. A rank that was refused although a card of it had been taken was
/// requested again after that card, and before the last one, which ended the requests.
fn requested(trade: &Trade) -> Vec<Move> {
    let cards = || trade.taken.iter();
    let is_taken = |rank| !(trade.taken & OrderedSet::of_value(value(rank))).is_empty();
    let refused = trade.refused_ranks().filter(|&rank| !is_taken(rank));
    let mut ranks: Vec<_> = refused.collect();
    for card in cards().filter(|card| trade.was_refused(card.rank())) {
        ranks.push(card.rank());
    }
    ranks.extend(trade.refused_ranks().filter(|&rank| is_taken(rank)));
    ranks.extend(cards().map(|card| card.rank()).filter(|&rank| !trade.was_refused(rank)));
    ranks.into_iter().map(Move::Request).collect()
}
