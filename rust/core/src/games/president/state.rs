//! The match as a state machine: deals, trades, turns, finishing.

use thiserror::Error;

use crate::cards::{Card, Rank, distinct};
use crate::game::Seat;
use crate::random::Random;

use super::combination::{Combination, Kind};
use super::enumerate::{Demand, each_combination};
use super::moves::Move;
use super::order::OrderedSet;
use super::role::Role;
use super::rules::{MOST_PLAYERS, Rules, RulesError, TradeRule};
use super::trade::{Stage, Trade};

/// A match of President.
#[derive(Clone, Debug, PartialEq)]
pub struct President {
    pub(super) rules: Rules,
    /// The seed of all deals; each round has its own stream.
    pub(super) seed: u64,
    /// The number of the round, from 0; the number of rounds once the match is over.
    pub(super) round: u32,
    pub(super) hands: [OrderedSet; MOST_PLAYERS],
    /// Whose turn it is.
    pub(super) turn: Seat,
    /// The combination to beat; none for whoever leads.
    pub(super) beat: Option<Combination>,
    /// Who played last, and how many have passed since.
    pub(super) last: Seat,
    pub(super) passes: usize,
    /// The lowest card dealt in the first round, until the first move, which must contain it.
    pub(super) opening: Option<Card>,
    /// The trades before this round.
    pub(super) trades: Vec<Trade>,
    /// The plays and passes of this round.
    pub(super) plays: Vec<(Seat, Move)>,
    /// Who has gone out in this round, in order.
    pub(super) finished: Vec<Seat>,
    /// The finishing order of every round that has ended.
    pub(super) orders: Vec<Vec<Seat>>,
}

impl President {
    /// A match dealt from a seed.
    #[must_use]
    pub fn new(rules: Rules, seed: u64) -> Self {
        let mut state = Self {
            rules,
            seed,
            round: 0,
            hands: [OrderedSet::EMPTY; MOST_PLAYERS],
            turn: 0,
            beat: None,
            last: 0,
            passes: 0,
            opening: None,
            trades: Vec::new(),
            plays: Vec::new(),
            finished: Vec::new(),
            orders: Vec::new(),
        };
        state.deal();
        state.open();
        state
    }

    /// A match whose first round has these hands, of one size up to an even deal of the deck;
    /// later rounds are dealt from the seed as always.
    ///
    /// # Errors
    ///
    /// Hands that are not one per player, of one possible size, and of distinct cards.
    pub fn with_deal(rules: Rules, seed: u64, hands: &[Vec<Card>]) -> Result<Self, RulesError> {
        let (expected, found) = (rules.players(), hands.len());
        if found != expected {
            return Err(RulesError::Hands { expected, found });
        }
        let mut state = Self::new(rules, seed);
        state.hands = [OrderedSet::EMPTY; MOST_PLAYERS];
        let (mut first, mut dealt) = (0, OrderedSet::EMPTY);
        for (seat, hand) in hands.iter().enumerate() {
            let error = |error| RulesError::Hand { seat, error };
            let cards = OrderedSet::from(distinct(hand).map_err(error)?);
            if let Some(card) = (cards & dealt).lowest() {
                let holds = |hand: &OrderedSet| hand.contains(card);
                let first = state.hands.iter().position(holds).unwrap_or(0);
                return Err(RulesError::Shared { seat, first, card });
            }
            if seat == 0 {
                first = cards.len();
                let most = rules.hand_size();
                if first == 0 || first > most {
                    return Err(RulesError::HandSize { most, found: first });
                }
            } else if cards.len() != first {
                return Err(RulesError::Uneven { seat, first, found: cards.len() });
            }
            dealt = dealt | cards;
            state.hands[seat] = cards;
        }
        state.open();
        Ok(state)
    }

    /// The rules of the match.
    #[must_use]
    pub const fn match_rules(&self) -> Rules {
        self.rules
    }

    /// The cards a seat holds.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> OrderedSet {
        self.hands.get(seat).copied().unwrap_or_default()
    }

    /// Deal the current round: the deck in President order, shuffled, and cut into hands.
    fn deal(&mut self) {
        let mut deck: [u8; Card::COUNT] = std::array::from_fn(|place| place as u8);
        Random::stream(self.seed, u64::from(self.round)).shuffle(&mut deck);
        let hands = deck.chunks_exact(self.rules.hand_size()).take(self.rules.players());
        for (hand, cards) in self.hands.iter_mut().zip(hands) {
            *hand = OrderedSet::from_bits(cards.iter().fold(0, |bits, place| bits | 1 << place));
        }
    }

    /// Give the lead of the first round to the holder of the lowest card dealt.
    fn open(&mut self) {
        let dealt = self.hands.iter().fold(OrderedSet::EMPTY, |all, &hand| all | hand);
        self.opening = dealt.lowest();
        self.turn = self
            .opening
            .and_then(|card| self.hands.iter().position(|hand| hand.contains(card)))
            .unwrap_or(0);
    }

    pub(super) const fn is_over(&self) -> bool {
        self.round >= self.rules.rounds()
    }

    /// The trade that is under way.
    pub(super) fn trading(&self) -> Option<&Trade> {
        self.trades.iter().find(|trade| trade.stage() != Stage::Done)
    }

    /// What a combination must satisfy to be played now.
    pub(super) fn demand(&self) -> Demand {
        Demand {
            beat: self.beat,
            containing: self.opening.map_or(OrderedSet::EMPTY, OrderedSet::from),
        }
    }

    pub(super) fn each_move(&self, mut visit: impl FnMut(Move)) {
        if self.is_over() {
            return;
        }
        let hand = self.hands[self.turn];
        if let Some(trade) = self.trading() {
            match trade.stage() {
                Stage::Request => trade.requests().map(Move::Request).for_each(visit),
                Stage::Give => hand.iter().map(Move::Give).for_each(visit),
                Stage::Done => {}
            }
            return;
        }
        each_combination(hand, self.demand(), |combination| visit(Move::Play(combination)));
        if self.beat.is_some() {
            visit(Move::Pass);
        }
    }

    pub(super) fn make(&mut self, chosen: Move) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let stage = self.trading().map_or(Stage::Done, Trade::stage);
        match (stage, chosen) {
            (Stage::Request, Move::Request(rank)) => self.request(rank),
            (Stage::Give, Move::Give(card)) => self.give(card),
            (Stage::Request, _) => Err(Refusal::NotARequest),
            (Stage::Give, _) => Err(Refusal::NotAGift),
            (Stage::Done, Move::Play(combination)) => self.play_cards(combination),
            (Stage::Done, Move::Pass) => self.pass(),
            (Stage::Done, Move::Request(_) | Move::Give(_)) => Err(Refusal::NoTrade),
        }
    }

    fn request(&mut self, rank: Rank) -> Result<(), Refusal> {
        let (trade, upper, lower) = self.traders()?;
        if trade.was_refused(rank) {
            return Err(Refusal::RefusedRank { rank });
        }
        trade.request(rank, upper, lower);
        Ok(())
    }

    fn give(&mut self, card: Card) -> Result<(), Refusal> {
        let (trade, upper, lower) = self.traders()?;
        if !upper.contains(card) {
            return Err(Refusal::NotHeld { card });
        }
        trade.give(card, upper, lower);
        self.go_on_trading();
        Ok(())
    }

    /// The trade that is under way with the hands of both sides.
    fn traders(&mut self) -> Result<(&mut Trade, &mut OrderedSet, &mut OrderedSet), Refusal> {
        let trade = self.trades.iter_mut().find(|trade| trade.stage() != Stage::Done);
        let trade = trade.ok_or(Refusal::NoTrade)?;
        match self.hands.get_disjoint_mut([trade.upper, trade.lower]) {
            Ok([upper, lower]) => Ok((trade, upper, lower)),
            Err(_) => Err(Refusal::NoTrade),
        }
    }

    /// Hand the turn to the upper side of the trade under way, or to the president, who leads.
    pub(super) fn go_on_trading(&mut self) {
        if self.rules.trade() == TradeRule::Best
            && let Ok((trade, upper, lower)) = self.traders()
            && trade.stage() == Stage::Request
        {
            trade.take_best(upper, lower);
        }
        let next = self.trading().or_else(|| self.trades.first());
        self.turn = next.map_or(self.turn, |trade| trade.upper);
    }

    fn play_cards(&mut self, combination: Combination) -> Result<(), Refusal> {
        let seat = self.turn;
        let hand = self.hands[seat];
        if let Some(card) = (combination.cards() - hand).lowest() {
            return Err(Refusal::NotHeld { card });
        }
        if let Some(card) = self.opening.filter(|&card| !combination.cards().contains(card)) {
            return Err(Refusal::Opening { card });
        }
        if let Some(beat) = self.beat.filter(|&beat| !combination.beats(beat)) {
            return Err(Refusal::TooLow { beat });
        }
        self.hands[seat] = hand - combination.cards();
        self.plays.push((seat, Move::Play(combination)));
        self.opening = None;
        self.beat = Some(combination);
        self.last = seat;
        self.passes = 0;
        if self.hands[seat].is_empty() {
            self.finished.push(seat);
            if self.finished.len() + 1 == self.rules.players() {
                self.end_round();
                return Ok(());
            }
        }
        self.turn = self.next_in_play(seat);
        Ok(())
    }

    fn pass(&mut self) -> Result<(), Refusal> {
        if self.beat.is_none() {
            return Err(Refusal::Leading);
        }
        self.plays.push((self.turn, Move::Pass));
        self.passes += 1;
        let last_has_cards = !self.hands[self.last].is_empty();
        let in_play = self.rules.players() - self.finished.len();
        if self.passes < in_play - usize::from(last_has_cards) {
            self.turn = self.next_in_play(self.turn);
        } else {
            self.beat = None;
            self.passes = 0;
            self.turn = if last_has_cards { self.last } else { self.next_in_play(self.last) };
        }
        Ok(())
    }

    /// The next seat after this one that has cards.
    fn next_in_play(&self, seat: Seat) -> Seat {
        let players = self.rules.players();
        let mut next = seat;
        for _ in 0..players {
            next = if next + 1 == players { 0 } else { next + 1 };
            if !self.hands[next].is_empty() {
                break;
            }
        }
        next
    }

    fn end_round(&mut self) {
        let last = (0..self.rules.players()).find(|seat| !self.finished.contains(seat));
        let mut order = std::mem::take(&mut self.finished);
        order.extend(last);
        self.round += 1;
        self.orders.push(order);
        if !self.is_over() {
            self.begin_round();
        }
    }

    /// Deal and begin the trades of a round after the first.
    fn begin_round(&mut self) {
        self.deal();
        self.plays.clear();
        self.beat = None;
        self.passes = 0;
        self.trades.clear();
        let players = self.rules.players();
        if let Some(order) = self.orders.last() {
            let pairs = order.iter().zip(order.iter().rev());
            let trades = pairs.take(if players < 4 { 1 } else { 2 }).enumerate();
            let trade = |(above, (&upper, &lower))| Trade::new(upper, lower, 2 - above);
            self.trades.extend(trades.map(trade));
        }
        self.go_on_trading();
    }

    /// The place of every seat in a round that has ended, counted from 1.
    pub(super) fn places(&self, round: usize) -> Option<Vec<usize>> {
        let order = self.orders.get(round)?;
        let mut places = vec![0; order.len()];
        for (place, &seat) in (1..).zip(order) {
            places[seat] = place;
        }
        Some(places)
    }

    /// The role of every seat; none in the first round.
    #[must_use]
    pub fn roles(&self) -> Option<Vec<Role>> {
        let places = self.places(self.orders.len().checked_sub(1)?)?;
        Some(places.iter().map(|&place| Role::of(place, places.len())).collect())
    }

    /// The sum of the places of every seat over the rounds that have ended.
    pub(super) fn totals(&self) -> Vec<i64> {
        let mut totals = vec![0; self.rules.players()];
        for order in &self.orders {
            for (place, &seat) in (1..).zip(order) {
                totals[seat] += place;
            }
        }
        totals
    }
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum Refusal {
    #[error("'{card}' is not in the hand")]
    NotHeld { card: Card },
    #[error("the first move must contain the lowest card dealt, '{card}'")]
    Opening { card: Card },
    #[error("does not beat '{beat}', expected a higher {} or 'pass'", higher(*beat))]
    TooLow { beat: Combination },
    #[error("whoever leads may not pass")]
    Leading,
    #[error("a trade is under way, expected 'request' and a rank")]
    NotARequest,
    #[error("a trade is under way, expected 'give' and a card")]
    NotAGift,
    #[error("rank '{rank}' was refused already, expected another")]
    RefusedRank { rank: Rank },
    #[error("no trade is under way, expected cards or 'pass'")]
    NoTrade,
    #[error("the match is over")]
    Over,
}

fn higher(beat: Combination) -> String {
    match beat.kind() {
        Kind::OneCard => "card".to_owned(),
        kind @ (Kind::Straight | Kind::Flush | Kind::FullHouse | Kind::FourPlusOne) => {
            format!("{kind} or a higher kind of five cards")
        }
        kind => kind.to_string(),
    }
}
