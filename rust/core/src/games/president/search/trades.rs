//! Trades in a rollout.

use super::super::combination::Kind;
use super::super::moves::Move;
use super::super::order::OrderedSet;
use super::super::plan::{Plan, PlanRules};
use super::super::round::{Player, Round};
use super::super::rules::MAX_PLAYERS;
use super::super::trade::Stage;
use super::Prepared;

/// Make a move in a trade and complete all trades by rule: the upper side takes the highest cards
/// and gives its lowest single cards.
pub(super) fn complete(round: &mut Round, prepared: &Prepared, chosen: Move) {
    let mut hands = [OrderedSet::EMPTY; MAX_PLAYERS];
    for (hand, player) in hands.iter_mut().zip(&round.players) {
        *hand = player.hand();
    }
    for (index, trade) in prepared.trades.iter().enumerate() {
        let mut trade = *trade;
        let Ok([above, below]) = hands.get_disjoint_mut([trade.upper, trade.lower]) else {
            continue;
        };
        match chosen {
            Move::Request(rank) if index == 0 => trade.request(rank, above, below),
            Move::Give(card) if index == 0 => trade.give(card, above, below),
            _ => {}
        }
        if trade.stage() == Stage::Request {
            trade.take_rest(above, below);
        }
        while trade.stage() == Stage::Give
            && let Some(card) = gift(*above, round.policy.plan).lowest()
        {
            trade.give(card, above, below);
        }
    }
    for (hand, player) in hands.into_iter().zip(&mut round.players) {
        *player = Player::new(hand, Plan::of(hand, round.policy.plan));
    }
    let dealt = hands.iter().fold(OrderedSet::EMPTY, |all, &hand| all | hand);
    let holder = || {
        let lowest = dealt.lowest()?;
        hands.iter().position(|hand| hand.contains(lowest))
    };
    round.turn = prepared.leader.or_else(holder).unwrap_or(prepared.seat);
}

/// The lowest single card in the plan for a hand; the lowest of all if there is none.
fn gift(hand: OrderedSet, rules: PlanRules) -> OrderedSet {
    let plan = Plan::of(hand, rules);
    let alone = plan.moves().iter().filter(|planned| planned.kind() == Kind::OneCard);
    let lowest = alone.map(|planned| planned.cards()).min();
    lowest.unwrap_or_else(|| hand - hand.highest(hand.len().saturating_sub(1)))
}
