//! What one seat may know about a match: its own hand, the number of cards of every player, the
//! plays of this round, roles and results; of a trade only what it took part in. Never another
//! hand, the cards out of play, or the seed of later deals.

use crate::cards::Card;
use crate::game::{Fact, Facts, Part, Seat, SeatPast, View};
use crate::random::Random;

use super::combination::Combination;
use super::enumerate::Demand;
use super::moves::Move;
use super::options::{MayPass, Passing, ScoreRule};
use super::order::OrderedSet;
use super::past::{OwnRound, PastRound, play_fact, role_facts, round_facts};
use super::role::Role;
use super::rules::Rules;
use super::state::{President, starts_revolution};
use super::trade::{Stage, Trade};

/// What a seat or a spectator may know about a match.
#[derive(Clone, Copy, Debug)]
pub struct PresidentView<'a> {
    state: &'a President,
    /// For a spectator, one more than the last seat: it has no cards and no trade.
    seat: Seat,
}

impl<'a> PresidentView<'a> {
    pub(super) fn new(state: &'a President, viewer: Option<Seat>) -> Self {
        let players = state.rules.players();
        Self { state, seat: viewer.unwrap_or(players) }
    }

    /// The rules of the match.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.state.rules
    }

    /// The number of the round, from 0.
    #[must_use]
    pub const fn round(&self) -> u32 {
        self.state.round
    }

    /// The seat's cards.
    #[must_use]
    pub fn hand(&self) -> OrderedSet {
        self.state.hand(self.seat)
    }

    /// The number of cards of a seat.
    #[must_use]
    pub fn count(&self, seat: Seat) -> usize {
        self.state.hand(seat).len()
    }

    /// The combination to beat; `None` when leading.
    #[must_use]
    pub const fn beat(&self) -> Option<Combination> {
        self.state.beat
    }

    /// Whether the order of the values is reversed.
    #[must_use]
    pub const fn is_reversed(&self) -> bool {
        self.state.reversed
    }

    /// The seats that have passed, one bit each: since the last play or, if a pass binds, since
    /// the pile was cleared.
    #[must_use]
    pub const fn passed(&self) -> u16 {
        self.state.passed
    }

    /// The seats that may not play until the pile is cleared, as a pass binds.
    pub fn locked(&self) -> impl Iterator<Item = Seat> + use<> {
        let binds = self.state.rules.options().passing == Passing::Locked;
        let passed = if binds { self.state.passed } else { 0 };
        (0..self.state.rules.players()).filter(move |seat| passed >> seat & 1 == 1)
    }

    /// What a combination must satisfy to be played by the seat to move.
    #[must_use]
    pub(super) fn demand(&self) -> Demand {
        let containing = self.opening().map_or(OrderedSet::EMPTY, OrderedSet::from);
        Demand { containing, ..self.state.demand() }
    }

    /// Passes that prove something: the seats that had no legal move, by the rules of that time,
    /// over this combination, with the cards that they have played since.
    pub(super) fn unable(&self) -> Vec<Unable> {
        let mut found = Vec::new();
        let options = self.state.rules.options();
        if options.may_pass == MayPass::Always {
            return found;
        }
        let (mut pile, mut reversed) = (None, false);
        for (index, &(seat, chosen)) in self.state.plays.iter().enumerate() {
            if let Move::Play(combination) = chosen {
                pile = Some(combination);
                reversed ^= options.revolution && starts_revolution(combination);
            } else {
                let later = self.state.plays[index..].iter().filter(|(other, _)| *other == seat);
                let cards = later.filter_map(|(_, play)| play.combination());
                let since = cards.fold(OrderedSet::EMPTY, |all, played| all | played.cards());
                let rules = self.state.rules.moves(reversed);
                let demand = Demand { beat: pile, containing: OrderedSet::EMPTY, rules };
                found.push(Unable { seat, demand, since });
            }
        }
        found
    }

    /// The plays and passes of this round.
    #[must_use]
    pub fn plays(&self) -> &'a [(Seat, Move)] {
        &self.state.plays
    }

    /// The cards a seat has played in this round.
    #[must_use]
    pub fn played_by(&self, seat: Seat) -> OrderedSet {
        let plays = self.state.plays.iter().filter(|(player, _)| *player == seat);
        plays
            .filter_map(|(_, play)| play.combination())
            .fold(OrderedSet::EMPTY, |all, c| all | c.cards())
    }

    /// The cards that may be in another hand or out of play.
    #[must_use]
    pub fn unseen(&self) -> OrderedSet {
        let played = self.state.plays.iter().filter_map(|(_, play)| play.combination());
        played.fold(OrderedSet::FULL - self.hand(), |unseen, play| unseen - play.cards())
    }

    /// The card that the seat's move must contain: the lowest dealt, for the very first move.
    #[must_use]
    pub fn opening(&self) -> Option<Card> {
        self.state.opening.filter(|_| self.is_my_turn())
    }

    /// The lowest card dealt, if it opens this round, once the seat knows it.
    #[must_use]
    pub fn lowest_dealt(&self) -> Option<Card> {
        // Once the match is over, the plays are still those of its last round.
        if !self.state.rules.lowest_opens(self.round_number() - 1) {
            return None;
        }
        match self.state.plays.first() {
            Some((_, opening)) => opening.combination().and_then(|play| play.cards().lowest()),
            None => self.opening(),
        }
    }

    /// The two sides of the current trade, upper first.
    #[must_use]
    pub fn traders(&self) -> Option<(Seat, Seat)> {
        if self.state.is_over() {
            return None;
        }
        self.state.trading().map(|trade| (trade.upper, trade.lower))
    }

    /// The trade before this round that the seat took part in.
    #[must_use]
    pub fn trade(&self) -> Option<&'a Trade> {
        self.state.trades.iter().find(|trade| trade.upper == self.seat || trade.lower == self.seat)
    }

    /// The public information about the trades before this round: the seats, and how many cards
    /// have gone up and back.
    pub fn exchanges(&self) -> impl Iterator<Item = Exchange> + 'a {
        self.state.trades.iter().map(|trade| Exchange {
            upper: trade.upper,
            lower: trade.lower,
            size: trade.size,
            taken: trade.taken.len(),
            returned: trade.returned.len(),
        })
    }

    /// The cards that the seat knows to be in another seat's hand, from a trade.
    #[must_use]
    pub fn known(&self, seat: Seat) -> OrderedSet {
        let Some(trade) = self.trade().filter(|_| seat != self.seat) else {
            return OrderedSet::EMPTY;
        };
        let given = if seat == trade.lower {
            trade.returned
        } else if seat == trade.upper {
            trade.taken - trade.returned
        } else {
            OrderedSet::EMPTY
        };
        given - self.played_by(seat)
    }

    /// The cards that the seat knows another seat not to hold, unless it gave them itself: those
    /// ruled out by the lower side's answers in a trade.
    #[must_use]
    pub fn excluded(&self, seat: Seat) -> OrderedSet {
        match self.trade() {
            Some(trade) if trade.upper == self.seat && trade.lower == seat => {
                trade.excluded(self.state.rules.trade())
            }
            _ => OrderedSet::EMPTY,
        }
    }

    /// The seats that have gone out in this round, in order.
    #[must_use]
    pub fn finished(&self) -> &'a [Seat] {
        &self.state.finished
    }

    /// The finishing orders of the finished rounds.
    #[must_use]
    pub fn orders(&self) -> &'a [Vec<Seat>] {
        &self.state.orders
    }

    /// The sum of a seat's points in the finished rounds, or of its places.
    pub(super) fn total(&self, seat: Seat) -> i64 {
        if self.state.rules.options().score == ScoreRule::Cards {
            return self.state.points.iter().filter_map(|points| points.get(seat)).sum();
        }
        let place = |order: &Vec<Seat>| order.iter().position(|&other| other == seat);
        self.state.orders.iter().filter_map(place).map(|place| place as i64 + 1).sum()
    }

    /// The role of every seat; `None` in the first round.
    #[must_use]
    pub fn roles(&self) -> Option<Vec<Role>> {
        self.state.roles()
    }

    /// The rounds that are over, with what the seat knows of its own.
    #[must_use]
    pub fn past(&self) -> SeatPast<'a, PastRound, OwnRound> {
        self.state.past.seen_by(self.seat())
    }

    /// The state without hidden information: other hands are empty, trades of others not started,
    /// the opening card, the seed and explicit deals removed.
    pub(super) fn without_hidden(&self) -> President {
        let mut state = self.state.clone();
        state.seed = 0;
        state.given = None;
        state.past = state.past.known_to(self.seat());
        state.opening = self.opening();
        for (seat, hand) in state.hands.iter_mut().enumerate() {
            if seat != self.seat {
                *hand = OrderedSet::EMPTY;
            }
        }
        for trade in &mut state.trades {
            if trade.upper != self.seat && trade.lower != self.seat {
                *trade = Trade::new(trade.upper, trade.lower, trade.size);
            }
        }
        state
    }

    /// The number of the round, from 1; of the last one when the match is over.
    pub(super) fn round_number(&self) -> u32 {
        (self.state.round + 1).min(self.state.rules.rounds())
    }

    /// All places in the finished rounds.
    fn record_facts(&self) -> Fact {
        let rounds = 0..self.state.orders.len();
        let places: Vec<_> = rounds.filter_map(|round| self.state.places(round)).collect();
        let record = |seat: Seat| Fact::list(places.iter().map(|round| round[seat]));
        Fact::List((0..self.state.rules.players()).map(record).collect())
    }

    fn phase(&self) -> &'static str {
        if self.state.is_over() {
            "over"
        } else if self.state.trading().is_some() {
            "trade"
        } else {
            "play"
        }
    }

    fn trade_fact(&self) -> Fact {
        self.trade().map_or(Fact::None, |trade| {
            Fact::Map(vec![
                ("upper", trade.upper.into()),
                ("lower", trade.lower.into()),
                ("size", trade.size.into()),
                ("taken", Fact::list(trade.taken.iter())),
                ("returned", Fact::list(trade.returned.iter())),
                ("refused", Fact::list(trade.refused_ranks().map(|rank| rank.to_string()))),
            ])
        })
    }
}

/// A pass that proves that a seat had no legal move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unable {
    pub(super) seat: Seat,
    /// What a legal move would have been.
    pub(super) demand: Demand,
    /// The cards of the seat that have been played since.
    pub(super) since: OrderedSet,
}

/// The public information about a trade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The seat that takes and gives back.
    pub upper: Seat,
    /// The seat that must give.
    pub lower: Seat,
    /// The number of cards each way.
    pub size: usize,
    /// How many have gone up.
    pub taken: usize,
    /// How many have come back.
    pub returned: usize,
}

impl Exchange {
    /// The stage of the trade.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        Stage::of(self.size, self.taken, self.returned)
    }
}

impl View for PresidentView<'_> {
    type Move = Move;

    const FACTS: &'static [&'static str] = &[
        "hand", "players", "rounds", "round", "phase", "counts", "beat", "opening", "plays",
        "finished", "roles", "records", "traders", "trade", "pile", "reversed", "locked", "points",
        "rules",
    ];

    fn seat(&self) -> Option<Seat> {
        Some(self.seat).filter(|&seat| seat < self.state.rules.players())
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.state.is_over()).then_some(self.state.turn)
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.is_my_turn() {
            self.state.each_move(|chosen| moves.push(chosen));
        }
    }

    #[inline]
    fn is_my_turn(&self) -> bool {
        !self.state.is_over() && self.state.turn == self.seat
    }

    fn random_move(&self, random: &mut Random) -> Option<Move> {
        if !self.is_my_turn() {
            return None;
        }
        self.state.random_move(random)
    }

    fn fact(&self, name: &str) -> Option<Fact> {
        let state = self.state;
        let players = 0..state.rules.players();
        let seats = |(upper, lower): (Seat, Seat)| Fact::Tuple(vec![upper.into(), lower.into()]);
        Some(match name {
            "hand" => Fact::list(self.hand().iter()),
            "players" => state.rules.players().into(),
            "rounds" => state.rules.rounds().into(),
            "round" => self.round_number().into(),
            "phase" => self.phase().into(),
            "counts" => Fact::list(players.map(|seat| self.count(seat))),
            "beat" => self.beat().map(|beat| beat.to_string()).into(),
            "opening" => self.opening().into(),
            "plays" => Fact::list(state.plays.iter().map(play_fact)),
            "finished" => Fact::list(state.finished.iter().copied()),
            "roles" => self.roles().map_or(Fact::None, |roles| role_facts(&roles)),
            "records" => self.record_facts(),
            "traders" => self.traders().map_or(Fact::None, seats),
            "trade" => self.trade_fact(),
            "pile" => Fact::list(state.plays.iter().skip(state.cleared).map(play_fact)),
            "reversed" => state.reversed.into(),
            "locked" => Fact::list(self.locked()),
            "rules" => state.rules.facts().into(),
            "points" if state.rules.options().score == ScoreRule::Places => Fact::None,
            "points" => Fact::List(
                players
                    .map(|seat| Fact::list(state.points.iter().map(|round| round[seat])))
                    .collect(),
            ),
            _ => return None,
        })
    }

    fn part(&self) -> Option<Part> {
        let of = Some(self.state.rules.rounds());
        Some(Part { kind: "round", number: self.round_number(), of })
    }

    fn last(&self) -> Option<Facts> {
        let last = self.state.orders.len();
        let places = self.state.places(last.checked_sub(1)?)?;
        let scores = match self.state.points.last() {
            Some(points) => Fact::list(points.iter().copied()),
            None => Fact::list(places.iter().copied()),
        };
        Some(round_facts(last, scores, &places))
    }

    fn past_count(&self) -> usize {
        self.past().len()
    }

    fn past_part(&self, index: usize) -> Option<Facts> {
        let (round, own) = self.past().get(index)?;
        let before = self.state.orders.len() - self.past().len();
        let mut facts = round.facts(before + index + 1);
        facts.extend(own.map(OwnRound::facts).unwrap_or_default());
        Some(facts)
    }
}
