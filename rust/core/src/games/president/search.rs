//! What a search has to know of the game: worlds, candidates, and how a round is played out.
//!
//! A world is a deal of the unseen cards, drawn as [`sample`](super::sample) draws it, in which every
//! player has a plan; a playout goes on until the seat is out, so what is looked at is the place in
//! this round. Candidates are the move that `plan` would make, a pass, and the moves that leave the
//! best plans. In a trade every rank and every card is a candidate: the rest of the trade, and the
//! one after it, go by rule, and the round is played out from its lead.

use super::bots::Planner;
use super::combination::Kind;
use super::moves::Move;
use super::order::OrderedSet;
use super::plan::{Plan, cost};
use super::round::{Player, Playout, Round};
use super::rules::MAX_PLAYERS;
use super::sample::Sampler;
use super::state::President;
use super::trade::{Stage, Trade};
use super::view::PresidentView;
use crate::game::{Expected, Parameter, Seat, Setting, View as _};
use crate::random::Random;
use crate::search::{Budget, Model, Outcome};

/// How the rounds of a search are thought through.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    playout: Playout,
    /// Whether requests and gifts are searched as well.
    searches_trades: bool,
    /// The most moves to think of.
    candidates: usize,
}

impl Default for Rounds {
    fn default() -> Self {
        Self { playout: Playout::Plan, searches_trades: true, candidates: 12 }
    }
}

const PARAMETERS: &[Parameter] = &[
    Budget::WORLDS,
    Budget::TIME,
    Budget::PRUNE,
    Parameter {
        name: "candidates",
        summary: "the most moves to think of",
        expected: Expected::Number { minimum: 1, maximum: 100 },
        default: Some("12"),
    },
    Parameter {
        name: "trades",
        summary: "whether requests and gifts are searched, or made by the rule of `plan`",
        expected: Expected::Word(&["search", "rule"]),
        default: Some("search"),
    },
    Parameter {
        name: "playout",
        summary: "how a world is played out: by the rule of `plan`, or with random moves",
        expected: Expected::Word(&["plan", "random"]),
        default: Some("plan"),
    },
];

/// A move is thought of if it leaves a plan that costs at most so much more than the best, in
/// sixteenths of a move.
const SLACK: i32 = 40;

/// What a place is worth in the eyes of the search, and how much better than the rule's own choice
/// another must be: of many candidates in few worlds the best looks better than it is, and who plays
/// as no playout does gets less than was promised.
const PLACE: i32 = 32;
const DOUBT: i32 = 4;

/// Of more moves than this, those that differ in nothing but low cards are thought of once.
const MANY: usize = 150;

/// What all worlds of a view have in common.
#[derive(Debug)]
pub struct Prepared {
    seat: Seat,
    sampler: Sampler,
    /// The round as the seat sees it, with its own plan: the other hands are empty.
    round: Round,
    /// The trades that are not done, the one under way first, and who leads after them.
    trades: Vec<Trade>,
    leader: Seat,
}

impl Model<President> for Rounds {
    type Prepared = Prepared;
    type World = World;
    type Plan = Intention;

    fn prepare(&self, view: &PresidentView<'_>) -> Prepared {
        let seat = view.seat().unwrap_or(0);
        let hand = view.hand();
        let empty = Player::new(OrderedSet::EMPTY, Plan::EMPTY);
        let mut players = smallvec::smallvec![empty; view.rules().players()];
        if let Some(own) = players.get_mut(seat) {
            *own = Player::new(hand, Plan::of(hand));
        }
        let plays = view.plays();
        let passes = plays.iter().rev().take_while(|(_, play)| *play == Move::Pass).count();
        let last = plays.iter().rev().find(|(_, play)| *play != Move::Pass);
        let round = Round {
            players,
            played: OrderedSet::FULL - view.unseen() - hand,
            turn: seat,
            beat: view.beat(),
            last: last.map_or(seat, |&(last, _)| last),
            passes: if view.beat().is_some() { passes } else { 0 },
        };
        let open = view.exchanges().filter(|exchange| exchange.stage() != Stage::Done);
        let trades = open.map(|exchange| match view.trade() {
            Some(own) if own.upper == exchange.upper => *own,
            _ => Trade::new(exchange.upper, exchange.lower, exchange.size),
        });
        Prepared {
            seat,
            sampler: Sampler::new(view),
            round,
            trades: trades.collect(),
            leader: view.exchanges().next().map_or(seat, |exchange| exchange.upper),
        }
    }

    fn candidates(&self, view: &PresidentView<'_>, prepared: &Prepared) -> Vec<(Move, Intention)> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        let favourite = Planner.choose_from(view, &moves);
        let hand = view.hand();
        let mut ranked = if prepared.trades.is_empty() {
            worth_playing(moves, hand, favourite)
        } else {
            moves.into_iter().map(|chosen| (cost(after(hand, chosen)), chosen)).collect()
        };
        // What the rule would do comes first, then a pass: the others must be better than both.
        ranked
            .sort_by_key(|&(cost, chosen)| (Some(chosen) != favourite, chosen != Move::Pass, cost));
        let is_by_rule = !prepared.trades.is_empty() && !self.searches_trades;
        ranked.truncate(if is_by_rule { 1 } else { self.candidates });
        let planned = |(_, chosen)| {
            let plan = Plan::of(after(hand, chosen));
            (chosen, Intention { plan, is_favourite: Some(chosen) == favourite })
        };
        ranked.into_iter().map(planned).collect()
    }

    fn sample_world(&self, prepared: &Prepared, random: &mut Random) -> World {
        let mut round = prepared.round.clone();
        let hands = prepared.sampler.deal(random).hands;
        let is_trading = !prepared.trades.is_empty();
        for (seat, player) in round.players.iter_mut().enumerate() {
            if seat != prepared.seat {
                // A trade changes hands and plans, and random moves need none.
                let is_planned = !is_trading && self.playout == Playout::Plan;
                let plan = if is_planned { Plan::of(hands[seat]) } else { Plan::EMPTY };
                *player = Player::new(hands[seat], plan);
            }
        }
        World(round)
    }

    fn rollout(
        &self,
        prepared: &Prepared,
        World(world): &World,
        (chosen, intention): &(Move, Intention),
        random: &mut Random,
    ) -> Outcome {
        let mut round = world.clone();
        match chosen {
            Move::Play(combination) => {
                round.play(*combination);
                if let Some(own) = round.players.get_mut(prepared.seat) {
                    *own = Player::new(own.hand(), intention.plan);
                }
            }
            Move::Pass => round.pass(),
            Move::Request(_) | Move::Give(_) => trade(&mut round, prepared, *chosen),
        }
        let place = round.finish(prepared.seat, self.playout, random) as i32;
        let doubt = if intention.is_favourite { 0 } else { DOUBT };
        Outcome { value: -PLACE * place - doubt, points: place }
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn set(&mut self, parameter: &str, setting: Setting) {
        match (parameter, setting) {
            ("candidates", Setting::Number(maximum)) => self.candidates = maximum as usize,
            ("trades", Setting::Word(word)) => self.searches_trades = word == "search",
            ("playout", Setting::Word("random")) => self.playout = Playout::Random,
            ("playout", _) => self.playout = Playout::Plan,
            _ => {}
        }
    }
}

/// A deal of the unseen cards, in which every player has a plan.
#[derive(Clone, Debug)]
pub struct World(Round);

/// How the seat means to go on after a move.
#[derive(Clone, Copy, Debug)]
pub struct Intention {
    plan: Plan,
    /// Whether it is what the rule would do.
    is_favourite: bool,
}

/// What is left of a hand after a move.
fn after(hand: OrderedSet, chosen: Move) -> OrderedSet {
    match chosen {
        Move::Play(combination) => hand - combination.cards(),
        Move::Give(card) => hand - OrderedSet::from(card),
        Move::Pass | Move::Request(_) => hand,
    }
}

/// The moves that leave plans which cost little more than the best, with those costs; and a pass and
/// the favourite in any case.
fn worth_playing(
    mut moves: Vec<Move>,
    hand: OrderedSet,
    favourite: Option<Move>,
) -> Vec<(i32, Move)> {
    thin_out(&mut moves);
    if let Some(favourite) = favourite.filter(|favourite| !moves.contains(favourite)) {
        moves.push(favourite);
    }
    let mut ranked: Vec<(i32, Move)> =
        moves.into_iter().map(|chosen| (cost(after(hand, chosen)), chosen)).collect();
    let plays = ranked.iter().filter(|(_, chosen)| *chosen != Move::Pass);
    let limit = plays.map(|&(cost, _)| cost).min().unwrap_or(0) + SLACK;
    ranked.retain(|&(cost, chosen)| {
        cost <= limit || chosen == Move::Pass || Some(chosen) == favourite
    });
    ranked
}

/// Leave out moves that differ from others in nothing but the cards that do not decide, if there are
/// very many: hands of 26 cards have hundreds of straights.
fn thin_out(moves: &mut Vec<Move>) {
    if moves.len() <= MANY {
        return;
    }
    // The last of those that are equally high has the lowest cards.
    moves.reverse();
    let mut seen: Vec<(Kind, u8)> = Vec::new();
    moves.retain(|chosen| {
        let Move::Play(played) = chosen else { return true };
        let height = (played.kind(), played.key());
        let is_new = !seen.contains(&height);
        seen.extend(is_new.then_some(height));
        is_new
    });
}

/// Make a move in a trade and finish all trades by rule: the upper side takes the highest cards and
/// gives its lowest that stand alone.
fn trade(round: &mut Round, prepared: &Prepared, chosen: Move) {
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
            && let Some(card) = gift(*above).lowest()
        {
            trade.give(card, above, below);
        }
    }
    for (hand, player) in hands.into_iter().zip(&mut round.players) {
        *player = Player::new(hand, Plan::of(hand));
    }
    round.turn = prepared.leader;
}

/// The lowest card that stands alone in the plan for a hand; the lowest of all if none does.
fn gift(hand: OrderedSet) -> OrderedSet {
    let plan = Plan::of(hand);
    let alone = plan.moves().iter().filter(|planned| planned.kind() == Kind::OneCard);
    let lowest = alone.map(|planned| planned.cards()).min();
    lowest.unwrap_or_else(|| hand - hand.highest(hand.len().saturating_sub(1)))
}
