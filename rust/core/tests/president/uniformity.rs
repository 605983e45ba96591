//! Samples are uniform over all deals consistent with the view. The tests find these by trying
//! every deal of the hidden cards: each is played from the start and must give the same view.

use cardcore::cards::Card;
use cardcore::game::{Game as _, Seat, View as _};
use cardcore::games::president::{Move, OrderedSet, President, Rules, TradeRule};
use cardcore::random::Random;

use crate::uniform::{assert_uniform, assert_weighted};
use crate::{TRADES, deal_of};

/// The hands of all seats.
type World = Vec<OrderedSet>;

/// A match after some moves.
struct Position {
    rules: Rules,
    deals: Vec<Vec<Vec<Card>>>,
    moves: Vec<Move>,
    state: President,
}

/// One round with hands of one card, which the seats win in order, and then these hands; or these
/// hands alone.
fn position(trade: TradeRule, first: Option<&[&str]>, hands: &[&str], moves: &[&str]) -> Position {
    let deals: Vec<_> = first.into_iter().chain([hands]).map(deal_of).collect();
    let rules = Rules::new(hands.len(), deals.len() as u32, trade).unwrap();
    let mut state = President::with_deals(rules, 1, &deals).unwrap();
    let first = first.unwrap_or_default();
    let opening = first.iter().copied().take(first.len().saturating_sub(1));
    let moves: Vec<Move> =
        opening.chain(moves.iter().copied()).map(|text| Move::parse(text).unwrap()).collect();
    moves.iter().for_each(|chosen| state.play(chosen).unwrap());
    Position { rules, deals, moves, state }
}

fn world(state: &President) -> World {
    (0..state.seats()).map(|seat| state.hand(seat)).collect()
}

impl Position {
    /// All worlds with the same view, for a viewer that knows all moves.
    fn worlds(&self, viewer: Option<Seat>) -> Vec<World> {
        let last = self.deals.last().unwrap();
        let mut dealt = vec![Vec::new(); last.len()];
        if let Some(seat) = viewer {
            dealt[seat] = last[seat].clone();
        }
        let cards: Vec<Card> = Card::all().filter(|card| !dealt.concat().contains(card)).collect();
        let mut found = Vec::new();
        deal_all(&cards, last[0].len(), &mut dealt, &mut |dealt| {
            let mut deals = self.deals.clone();
            *deals.last_mut().unwrap() = dealt.to_vec();
            let mut state = President::with_deals(self.rules, 1, &deals).unwrap();
            let accepted = self.moves.iter().all(|chosen| state.play(chosen).is_ok());
            let (seen, shown) = (state.view(viewer), self.state.view(viewer));
            if accepted && seen.to_move() == shown.to_move() && seen.facts() == shown.facts() {
                found.push(world(&state));
            }
        });
        found
    }

    /// Check that all worlds of a viewer are equally frequent.
    fn check(&self, what: &str, viewer: Option<Seat>, expected: usize) {
        let worlds = self.worlds(viewer);
        assert_eq!(worlds.len(), expected, "{what}");
        let view = self.state.view(viewer);
        let mut random = Random::new(1);
        assert_uniform(what, worlds, || world(&President::sample(&view, &mut random)));
    }
}

/// Every way to deal cards to the hands that have none yet.
fn deal_all(
    cards: &[Card],
    size: usize,
    dealt: &mut [Vec<Card>],
    visit: &mut impl FnMut(&[Vec<Card>]),
) {
    let Some(seat) = dealt.iter().position(Vec::is_empty) else { return visit(dealt) };
    each_hand(cards, size, &mut Vec::new(), &mut |hand| {
        dealt[seat] = hand.to_vec();
        let rest: Vec<Card> = cards.iter().copied().filter(|card| !hand.contains(card)).collect();
        deal_all(&rest, size, dealt, visit);
        dealt[seat].clear();
    });
}

fn each_hand(cards: &[Card], size: usize, hand: &mut Vec<Card>, visit: &mut impl FnMut(&[Card])) {
    if hand.len() == size {
        return visit(hand);
    }
    for (index, &card) in cards.iter().enumerate() {
        hand.push(card);
        each_hand(&cards[index + 1..], size, hand, visit);
        hand.pop();
    }
}

/// All two-card subsets of these cards.
fn pairs(from: OrderedSet) -> Vec<OrderedSet> {
    let mut found = Vec::new();
    let cards: Vec<Card> = from.iter().collect();
    each_hand(&cards, 2, &mut Vec::new(), &mut |pair| found.push(pair.iter().copied().collect()));
    found
}

#[test]
fn the_opening_card_before_it_is_played() {
    let new = |hands: &[&str]| position(TradeRule::Request, None, hands, &[]);
    // A lower card than 5d for the leader: eight of them.
    new(&["5d", "3h"]).check("one card", Some(0), 8);
    // The leader has the lowest of all: with the lowest three seat 2 may have any of the 50 other
    // cards, then 49, 48, 47.
    new(&["4d", "3h", "9c"]).check("three hands", Some(0), 194);
    // 4 * 46 hands with one three, 6 with two.
    new(&["4d 4c", "3h Ks"]).check("two cards", Some(0), 190);
    // Seat 1 leads, so its card is the lower one: half of 52 * 51.
    new(&["5d", "3h"]).check("a spectator", None, 1_326);
}

#[test]
fn the_opening_card_once_it_is_known() {
    // The leader: any two of the 52 - 5 cards above the 4d.
    let made = position(TradeRule::Request, None, &["4d", "9d", "Tc"], &[]);
    made.check("the leader", Some(0), 47 * 46);
    // Seat 0 has seen 4d and its own two: one of 52 - 5 - 2.
    let made = position(TradeRule::Request, None, &["9d Kd", "4d 5d"], &["4d", "9d"]);
    made.check("the round goes on", Some(0), 45);
}

#[test]
fn trades_of_ones_own() {
    let hands = ["3d 4d 5d", "Kh Jc 6d"];
    let two = &FOUR[..2];
    // The upper side took Kh after aces and queens were refused, and Jc, and gave 3d 4d back. The
    // third card of seat 1 is none of the 49 - 2 that are left except eight aces and queens, Ks,
    // and Jh, Js.
    let moves = ["request A", "request K", "request Q", "request J", "give 3d", "give 4d"];
    let made = position(TradeRule::Request, Some(two), &hands, &moves);
    made.check("upper side, requests", Some(0), 47 - 8 - 1 - 2);
    // The lower side knows what it gave and received: one card of seat 0 is new to it.
    made.check("lower side, requests", Some(1), 52 - 5);
    let made = position(TradeRule::Best, Some(two), &hands, &["give 3d", "give 4d"]);
    // The kept card is lower than Jc: threes to tens except the visible ones, and Jd.
    made.check("upper side, best", Some(0), 8 * 4 + 1 - 3);
    made.check("lower side, best", Some(1), 52 - 5);
    // In progress: nothing has come back yet, or one card.
    let made = position(TradeRule::Best, Some(two), &hands, &["give 3d"]);
    made.check("upper side, one card back", Some(0), 8 * 4 + 1 - 3);
    let made = position(TradeRule::Request, Some(two), &hands, &["request K"]);
    // Two cards out of the 52 - 3 - 1 that are not Ks.
    made.check("upper side, one request", Some(0), 47 * 46 / 2);
}

/// The moves of the trade between seats 0 and 3 until both cards are back.
fn foreign_trade(trade: TradeRule) -> Vec<&'static str> {
    let requests: &[&str] =
        if trade == TradeRule::Request { &["request 8", "request 7"] } else { &[] };
    [requests, &["give 7d", "give 8d"]].concat()
}

const FOUR: &[&str] = &["3d", "4d", "5d", "6d"];
const HANDS: [&str; 4] = ["3d 4d", "Th 9d", "Kh 6d", "7d 8d"];

#[test]
fn a_trade_of_ones_own_beside_one_of_others() {
    for trade in TRADES {
        let hands = ["9d Td Jd", "9c Tc Jc", "5d 4h 3h", "6d 7d 8d"];
        let mut moves = foreign_trade(trade);
        let ranks = ["2", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5"];
        let requests: Vec<String> = ranks.iter().map(|rank| format!("request {rank}")).collect();
        if trade == TradeRule::Request {
            moves.extend(requests.iter().map(String::as_str));
        }
        moves.push("give 9c");
        let made = position(trade, Some(FOUR), &hands, &moves);
        // Seat 1 took 5d from seat 2 and gave 9c. Seat 2 has kept two of the threes and fours. Seat
        // 0 may hold anything else.
        let view = made.state.view(1);
        let pool = view.unseen() - view.known(2);
        let low = OrderedSet::of_value(3) | OrderedSet::of_value(4);
        let possible = pairs(low).into_iter().flat_map(|kept| {
            (pool - kept).iter().map(move |card| (kept, card)).collect::<Vec<_>>()
        });
        let mut random = Random::new(1);
        assert_uniform("a trade beside another", possible, || {
            let sampled = President::sample(&view, &mut random);
            let held: Vec<Card> = sampled.hand(0).iter().collect();
            (sampled.hand(2) - view.known(2), *random.pick(&held).unwrap())
        });
    }
}

#[test]
fn trades_of_others_that_are_done() {
    for trade in TRADES {
        let made = position(trade, Some(FOUR), &HANDS, &foreign_trade(trade));
        for (viewer, seat) in [(Some(2), 0), (Some(2), 3), (None, 0), (None, 3)] {
            let view = made.state.view(viewer);
            let mut random = Random::new(1);
            // Under `best`, seat 2 has given its higher card to seat 1.
            let possible = pairs(view.unseen() - view.known(1));
            assert_uniform("a trade that is done", possible, || {
                President::sample(&view, &mut random).hand(seat)
            });
        }
    }
}

#[test]
fn trades_of_others_in_progress() {
    // What seat 3 was dealt, after one request, two of them, and a gift.
    for count in 1..4 {
        let moves = &foreign_trade(TradeRule::Request)[..count];
        let made = position(TradeRule::Request, Some(FOUR), &HANDS, moves);
        let view = made.state.view(1);
        let mut random = Random::new(1);
        assert_uniform("a trade under way", pairs(view.unseen()), || {
            let sampled = President::sample(&view, &mut random);
            let trade = *sampled.view(3).trade().unwrap();
            (sampled.hand(3) - trade.returned) | trade.taken
        });
    }
    // The best two of three cards are taken: as many deals as there are lower cards.
    let hands = ["3d 4d Qd", "Th 9d Qh", "Kh 6d Qs", "7d 8d 9h"];
    let made = position(TradeRule::Best, Some(FOUR), &hands, &[]);
    let view = made.state.view(1);
    let lower = |pair: OrderedSet| {
        let lowest = cardcore::games::president::order_index(pair.lowest().unwrap());
        (view.unseen() & OrderedSet::below(lowest)).len() as u32
    };
    let possible = pairs(view.unseen()).into_iter().map(|pair| (pair, lower(pair)));
    let mut random = Random::new(1);
    assert_weighted("the best of three", possible.filter(|&(_, weight)| weight > 0), || {
        President::sample(&view, &mut random).view(3).trade().unwrap().taken
    });
}
