//! What the moves of `equity` bring, by its own reckoning of equities and pot odds.
//!
//! A call is worth its part of the pot less its price, and a raise gains or loses on top of that what
//! the extra bets bring against those who would pay them. So the best of them is the move that the bot
//! makes, apart from its bluffs and the hands it calls with in order not to be bluffed. A discard is
//! worth its part of the pot at the showdown, if every player puts in one more bet. In other games than
//! five-card draw with one draw, only the best discard is considered.

use super::bots::{chance, eligible_pot, equity_discard, hand_of, has_ranges, read_opponent};
use super::moves::Move;
use super::odds::Odds;
use super::result::strength;
use super::state::Phase;
use super::structure::Structure;
use super::view::DrawView;
use crate::discard::{Hand, Mask, keep_pattern};
use crate::game::{View as _, Weighed};
use crate::poker::{Category, Ranking};

/// All betting moves, or the discards that make some sense, best first: chips relative to folding.
pub(super) fn weigh(view: &DrawView<'_>) -> Vec<Weighed<Move>> {
    if !view.is_my_turn() {
        return Vec::new();
    }
    let found = match (view.phase(), hand_of(view)) {
        (Phase::Discard, Some(hand)) if has_ranges(view.rules()) => discards(view, hand),
        (Phase::Discard, _) => equity_discard(view).map(|best| (best, 0.0)).into_iter().collect(),
        _ => bets(view),
    };
    let score = score_after_folding(view);
    let weigh = |(chosen, chips): (Move, f64)| Weighed {
        chosen,
        points: score + chips,
        // The scores of all seats add up to zero.
        margin: score + chips,
        half_width: None,
        worlds: 0,
    };
    let mut weighed: Vec<Weighed<Move>> = found.into_iter().map(weigh).collect();
    weighed.sort_by(|left, right| right.margin.total_cmp(&left.margin));
    weighed
}

fn score_after_folding(view: &DrawView<'_>) -> f64 {
    let stack = view.seat().map_or(0, |seat| view.stack(seat));
    f64::from(stack) - f64::from(view.rules().stack)
}

fn bets(view: &DrawView<'_>) -> Vec<(Move, f64)> {
    let price = view.to_call();
    let called = chance(view, 0) * f64::from(eligible_pot(view, price)) - f64::from(price);
    // The bet is won from every opponent, or lost once.
    let gain = (view.opponents().len() + 1) as f64 * chance(view, 1) - 1.0;
    let raised = |chips: u32| called + f64::from(chips) * gain;
    let mut all = vec![(Move::Check, called), (Move::Call, called), (Move::Fold, 0.0)];
    if view.rules().betting == Structure::Limit {
        all.extend([Move::Bet, Move::Raise].map(|chosen| (chosen, raised(view.bet_size()))));
    } else {
        let matched = view.seat().map_or(0, |seat| view.bet(seat)) + price;
        let extra = |chosen: Move| match chosen {
            Move::BetOf(chips) | Move::RaiseTo(chips) => chips.saturating_sub(matched),
            _ => 0,
        };
        all.extend(
            view.sizes().into_iter().flatten().map(|chosen| (chosen, raised(extra(chosen)))),
        );
    }
    all.into_iter().filter(|&(chosen, _)| view.allows(chosen)).collect()
}

/// The discards that keep a made hand: nobody breaks up three of a kind or better, unless that is
/// best.
fn discards(view: &DrawView<'_>, hand: Hand) -> Vec<(Move, f64)> {
    let reads = view.opponents().iter().map(|seat| read_opponent(view, seat, 0));
    let chances = Odds::shared().discards(hand, reads);
    let best = (0..Mask::COUNT).max_by(|&left, &right| chances[left].total_cmp(&chances[right]));
    let is_made =
        Category::of_strength(strength(view.hand(), Ranking::High)) >= Category::ThreeOfAKind;
    let made = if is_made { keep_pattern(hand) } else { Mask::NONE };
    let players = f64::from(u32::try_from(view.live().len()).unwrap_or(0));
    let pot = f64::from(view.pot()) + players * f64::from(view.rules().big_bet);
    Mask::all()
        .filter(|&mask| Some(mask.index()) == best || mask.number() & made.number() == 0)
        .map(|mask| (Move::Discard(hand.chosen(mask).collect()), pot * chances[mask.index()]))
        .collect()
}
