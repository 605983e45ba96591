//! A full state drawn at random among those that one seat cannot tell from the true one.
//!
//! Drawn is what the view leaves open: the other hands, the cards out of play, the deals to come.
//! It is drawn uniformly from all ways to deal the unseen cards that respect
//!
//! - how many cards everyone holds;
//! - the trade that the seat took part in: cards it knows to be in the other hand stay there, and
//!   the lower side holds nothing that its answers rule out;
//! - the opening of the first round: nobody but its leader was dealt the lowest card, and what is
//!   below that card is out of play.
//!
//! Trades between others leave no trace in the view but their progress; each gets a story that
//! fits the hands: if it is done, that the upper side took the highest cards and gave them back;
//! if it is under way, requests and gifts at random from hands as they may have been before.

use crate::game::{Seat, View as _};
use crate::random::Random;

use super::order::{OrderedSet, card_at};
use super::rules::{MOST_PLAYERS, TradeRule};
use super::state::President;
use super::trade::{Stage, Trade};
use super::view::{Exchange, PresidentView};

pub(super) fn sample(view: &PresidentView<'_>, random: &mut Random) -> President {
    let mut state = view.without_secrets();
    state.seed = random.word();
    let others = (0..view.rules().players()).filter(|&seat| Some(seat) != view.seat());
    let mut pool = view.unseen();
    let mut missing = [0; MOST_PLAYERS];
    for seat in others.clone() {
        state.hands[seat] = view.known(seat);
        pool = pool - state.hands[seat];
        missing[seat] = view.count(seat) - state.hands[seat].len();
    }
    place_lowest(view, &mut state, &mut pool, &mut missing, random);
    for trade in foreign(view).filter(|trade| trade.stage() != Stage::Done) {
        missing[trade.upper] = missing[trade.upper] + trade.returned - trade.taken;
        missing[trade.lower] = missing[trade.lower] + trade.taken - trade.returned;
    }
    // The one seat that some cards are ruled out for draws first: every choice it has leaves the
    // others equally many, so the draw stays uniform.
    let mut seats: Vec<Seat> = others.collect();
    seats.sort_by_key(|&seat| view.excluded(seat).is_empty());
    for seat in seats {
        let drawn = draw(pool - view.excluded(seat), missing[seat], random);
        state.hands[seat] = state.hands[seat] | drawn;
        pool = pool - drawn;
    }
    for exchange in foreign(view) {
        tell(view, exchange, &mut state, random);
    }
    state
}

/// The trades that the seat takes no part in.
fn foreign(view: &PresidentView<'_>) -> impl Iterator<Item = Exchange> {
    let seat = view.seat();
    let is_own = move |trade: &Exchange| [Some(trade.upper), Some(trade.lower)].contains(&seat);
    view.exchanges().filter(move |trade| !is_own(trade))
}

/// A random set of `count` cards.
fn draw(from: OrderedSet, count: usize, random: &mut Random) -> OrderedSet {
    let mut places = [0; 52];
    let mut size = 0;
    for place in from.places() {
        places[size] = place;
        size += 1;
    }
    let mut drawn = 0;
    for index in 0..count.min(size) {
        let other = index + random.below((size - index) as u32) as usize;
        places.swap(index, other);
        drawn |= 1 << places[index];
    }
    OrderedSet::from_bits(drawn)
}

/// In the first round, put the lowest card dealt into its holder's hand and those below it out
/// of play.
fn place_lowest(
    view: &PresidentView<'_>,
    state: &mut President,
    pool: &mut OrderedSet,
    missing: &mut [usize; MOST_PLAYERS],
    random: &mut Random,
) {
    if view.round() > 0 {
        return;
    }
    if let Some(lowest) = view.lowest_dealt() {
        *pool = *pool - OrderedSet::below(super::place(lowest));
        return;
    }
    let Some(leader) = view.to_move() else { return };
    let own = view.hand().places().next().unwrap_or(52);
    let candidates: Vec<u8> = (*pool & OrderedSet::below(own)).places().collect();
    let out_of_play = pool.len() - missing.iter().sum::<usize>();
    // If the lowest card dealt is candidate number j, the j candidates below it are out of play.
    // The number of deals of the rest, relative to that for j = 0, falls with every further card
    // that must be out of play by the chance that it is.
    let mut weights = Vec::with_capacity(candidates.len());
    let mut weight = 1.0;
    for below in 0..candidates.len() {
        weights.push(weight);
        let rest = (pool.len() - below).saturating_sub(1);
        let room = out_of_play.saturating_sub(below);
        weight *= if rest == 0 { 0.0 } else { room as f64 / rest as f64 };
    }
    let mut level = random.unit() * weights.iter().sum::<f64>();
    let fits = |&(_, weight): &(&u8, f64)| {
        level -= weight;
        level < 0.0
    };
    let chosen = candidates.iter().zip(weights).find(fits).map(|(&place, _)| place);
    let Some(place) = chosen.or_else(|| candidates.first().copied()) else { return };
    state.opening = card_at(place);
    state.hands[leader] = state.opening.map_or(OrderedSet::EMPTY, OrderedSet::from);
    *pool = *pool - OrderedSet::below(place) - state.hands[leader];
    missing[leader] = missing[leader].saturating_sub(1);
}

/// Invent how a trade between others went. The hands are those after it if it is done, else those
/// before it.
fn tell(view: &PresidentView<'_>, exchange: Exchange, state: &mut President, random: &mut Random) {
    let Exchange { upper, lower, size, taken, returned } = exchange;
    let mut trade = Trade::new(upper, lower, size);
    if exchange.stage() == Stage::Done {
        trade.taken = (state.hands[lower] | view.played_by(lower)).highest(size);
        trade.returned = trade.taken;
    } else if let Ok([above, below]) = state.hands.get_disjoint_mut([upper, lower]) {
        if view.rules().trade() == TradeRule::Best && taken > 0 {
            trade.take_best(above, below);
        }
        while trade.taken.len() < taken
            && let Some(card) = draw(*below, 1, random).lowest()
        {
            trade.request(card.rank(), above, below);
        }
        while trade.returned.len() < returned
            && let Some(card) = draw(*above, 1, random).lowest()
        {
            trade.give(card, above, below);
        }
    }
    if let Some(place) = state.trades.iter_mut().find(|other| other.upper == upper) {
        *place = trade;
    }
}
