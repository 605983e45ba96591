//! The match as a state machine: deals, trades, turns, finishing.

use std::sync::Arc;

use crate::cards::{Card, Rank, distinct};
use crate::game::encoding::{Encoder, EncodingError};
use crate::game::{BotEntry, Bounds, Fact, Facts, Game, MoveError, Seat, Trajectory};
use crate::random::Random;

use super::bots::BOTS;
use super::combination::Combination;
use super::encoding::PresidentEncoder;
use super::enumerate::{Demand, for_each_combination};
use super::moves::{IllegalReason, Move};
use super::order::OrderedSet;
use super::resample::resample;
use super::role::Role;
use super::rules::{DealError, MAX_PLAYERS, Rules, TradeRule};
use super::sample::Sampler;
use super::trade::{Stage, Trade};
use super::view::PresidentView;

/// The hands of all seats.
pub(super) type Deal = [OrderedSet; MAX_PLAYERS];

/// A match of President.
#[derive(Clone, Debug, PartialEq)]
pub struct President {
    pub(super) rules: Rules,
    /// The seed of all deals; each round has its own stream.
    pub(super) seed: u64,
    /// The explicit deals of the first rounds, if any.
    pub(super) given: Option<Arc<[Deal]>>,
    /// The number of the round, from 0; the number of rounds once the match is over.
    pub(super) round: u32,
    pub(super) hands: Deal,
    /// The seat to move.
    pub(super) turn: Seat,
    /// The combination to beat; `None` when leading.
    pub(super) beat: Option<Combination>,
    /// The last seat to play, and the number of passes since.
    pub(super) last: Seat,
    pub(super) passes: usize,
    /// The lowest card dealt in the first round, until the first move, which must contain it.
    pub(super) opening: Option<Card>,
    /// The trades before this round.
    pub(super) trades: Vec<Trade>,
    /// The plays and passes of this round.
    pub(super) plays: Vec<(Seat, Move)>,
    /// The seats that have gone out in this round, in order.
    pub(super) finished: Vec<Seat>,
    /// The finishing order of every finished round.
    pub(super) orders: Vec<Vec<Seat>>,
}

impl President {
    /// A match dealt from a seed.
    #[must_use]
    pub fn new(rules: Rules, seed: u64) -> Self {
        Self::begin(rules, seed, None)
    }

    /// A match with explicit deals for the first rounds: hands of one size, up to an even deal of
    /// the deck. Later rounds are dealt from the seed as usual.
    ///
    /// # Errors
    ///
    /// More deals than rounds; hands that are not one per player, of one possible size, and of
    /// distinct cards.
    pub fn with_deals(
        rules: Rules,
        seed: u64,
        deals: &[Vec<Vec<Card>>],
    ) -> Result<Self, DealError> {
        if deals.len() > rules.rounds() as usize {
            return Err(DealError::TooMany { most: rules.rounds(), found: deals.len() });
        }
        let read = |(number, hands): (usize, &Vec<Vec<Card>>)| {
            // Two cards of a hand are traded before every round except the first.
            let least = if number == 1 { 1 } else { 2 };
            read_deal(rules, hands, least).map_err(|error| match number {
                1 => error,
                _ => DealError::Later { number, error: Box::new(error) },
            })
        };
        let given: Arc<[Deal]> = (1..).zip(deals).map(read).collect::<Result<_, _>>()?;
        Ok(Self::begin(rules, seed, Some(given)))
    }

    fn begin(rules: Rules, seed: u64, given: Option<Arc<[Deal]>>) -> Self {
        let mut state = Self {
            rules,
            seed,
            given: given.filter(|deals| !deals.is_empty()),
            round: 0,
            hands: [OrderedSet::EMPTY; MAX_PLAYERS],
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

    /// The state at the start of the current round, with these hands.
    pub(super) fn with_round_dealt(mut self, hands: Deal) -> Self {
        self.hands = hands;
        self.given = (self.round == 0).then(|| [hands].into());
        self.finished.clear();
        if self.round == 0 {
            self.begin_play();
            self.open();
        } else {
            self.begin_trades();
        }
        self
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

    /// Deal the current round: its explicit deal, or the deck in President order, shuffled, and
    /// split into hands.
    fn deal(&mut self) {
        if let Some(deal) = self.given.as_ref().and_then(|deals| deals.get(self.round as usize)) {
            self.hands = *deal;
            return;
        }
        let mut deck: [u8; Card::COUNT] = std::array::from_fn(|index| index as u8);
        Random::stream(self.seed, u64::from(self.round)).shuffle(&mut deck);
        let hands = deck.chunks_exact(self.rules.hand_size()).take(self.rules.players());
        for (hand, cards) in self.hands.iter_mut().zip(hands) {
            *hand = OrderedSet::from_bits(cards.iter().fold(0, |bits, index| bits | 1 << index));
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

    /// The current trade.
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
        for_each_combination(hand, self.demand(), |combination| visit(Move::Play(combination)));
        if self.beat.is_some() {
            visit(Move::Pass);
        }
    }

    pub(super) fn make(&mut self, chosen: Move) -> Result<(), IllegalReason> {
        if self.is_over() {
            return Err(IllegalReason::Over);
        }
        let stage = self.trading().map_or(Stage::Done, Trade::stage);
        match (stage, chosen) {
            (Stage::Request, Move::Request(rank)) => self.request(rank),
            (Stage::Give, Move::Give(card)) => self.give(card),
            (Stage::Request, _) => Err(IllegalReason::NotARequest),
            (Stage::Give, _) => Err(IllegalReason::NotAGift),
            (Stage::Done, Move::Play(combination)) => self.play_cards(combination),
            (Stage::Done, Move::Pass) => self.pass(),
            (Stage::Done, Move::Request(_) | Move::Give(_)) => Err(IllegalReason::NoTrade),
        }
    }

    fn request(&mut self, rank: Rank) -> Result<(), IllegalReason> {
        let (trade, upper, lower) = self.traders()?;
        if trade.was_refused(rank) {
            return Err(IllegalReason::RefusedRank { rank });
        }
        trade.request(rank, upper, lower);
        Ok(())
    }

    fn give(&mut self, card: Card) -> Result<(), IllegalReason> {
        let (trade, upper, lower) = self.traders()?;
        if !upper.contains(card) {
            return Err(IllegalReason::NotHeld { card });
        }
        trade.give(card, upper, lower);
        self.continue_trading();
        Ok(())
    }

    /// The current trade with the hands of both sides.
    fn traders(&mut self) -> Result<(&mut Trade, &mut OrderedSet, &mut OrderedSet), IllegalReason> {
        let trade = self.trades.iter_mut().find(|trade| trade.stage() != Stage::Done);
        let trade = trade.ok_or(IllegalReason::NoTrade)?;
        match self.hands.get_disjoint_mut([trade.upper, trade.lower]) {
            Ok([upper, lower]) => Ok((trade, upper, lower)),
            Err(_) => Err(IllegalReason::NoTrade),
        }
    }

    /// Give the turn to the upper side of the current trade, or to the president, who leads.
    pub(super) fn continue_trading(&mut self) {
        if self.rules.trade() == TradeRule::Best
            && let Ok((trade, upper, lower)) = self.traders()
            && trade.stage() == Stage::Request
        {
            trade.take_best(upper, lower);
        }
        let next = self.trading().or_else(|| self.trades.first());
        self.turn = next.map_or(self.turn, |trade| trade.upper);
    }

    fn play_cards(&mut self, combination: Combination) -> Result<(), IllegalReason> {
        let seat = self.turn;
        let hand = self.hands[seat];
        if let Some(card) = (combination.cards() - hand).lowest() {
            return Err(IllegalReason::NotHeld { card });
        }
        if let Some(card) = self.opening.filter(|&card| !combination.cards().contains(card)) {
            return Err(IllegalReason::Opening { card });
        }
        if let Some(beat) = self.beat.filter(|&beat| !combination.beats(beat)) {
            return Err(IllegalReason::TooLow { beat });
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

    fn pass(&mut self) -> Result<(), IllegalReason> {
        if self.beat.is_none() {
            return Err(IllegalReason::Leading);
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

    /// Deal and start the trades of a round after the first.
    fn begin_round(&mut self) {
        self.deal();
        self.begin_trades();
    }

    /// Clear the plays of the previous round.
    fn begin_play(&mut self) {
        self.plays.clear();
        self.beat = None;
        self.passes = 0;
    }

    /// Start the trades of a dealt round.
    fn begin_trades(&mut self) {
        self.begin_play();
        self.trades.clear();
        let players = self.rules.players();
        if let Some(order) = self.orders.last() {
            let pairs = order.iter().zip(order.iter().rev());
            let trades = pairs.take(if players < 4 { 1 } else { 2 }).enumerate();
            let trade = |(above, (&upper, &lower))| Trade::new(upper, lower, 2 - above);
            self.trades.extend(trades.map(trade));
        }
        self.continue_trading();
    }

    /// The place of every seat in a finished round, counted from 1.
    pub(super) fn places(&self, round: usize) -> Option<Vec<usize>> {
        let order = self.orders.get(round)?;
        let mut places = vec![0; order.len()];
        for (place, &seat) in (1..).zip(order) {
            places[seat] = place;
        }
        Some(places)
    }

    /// The role of every seat; `None` in the first round.
    #[must_use]
    pub fn roles(&self) -> Option<Vec<Role>> {
        let places = self.places(self.orders.len().checked_sub(1)?)?;
        Some(places.iter().map(|&place| Role::of(place, places.len())).collect())
    }

    /// The sum of the places of every seat over the finished rounds.
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

impl Game for President {
    type Move = Move;
    type View<'a> = PresidentView<'a>;
    type IllegalReason = IllegalReason;
    const NAME: &'static str = "president";
    const LOW_SCORE_WINS: bool = true;

    fn new_game(&self, seed: u64) -> Self {
        Self::begin(self.rules, seed, self.given.clone())
    }

    fn seats(&self) -> usize {
        self.rules.players()
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.turn)
    }

    fn bounds(&self) -> Bounds {
        self.rules.bounds()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        self.each_move(|chosen| moves.push(chosen));
    }

    fn play(&mut self, chosen: &Move) -> Result<(), IllegalReason> {
        self.make(*chosen)
    }

    fn scores(&self) -> Vec<i64> {
        self.totals()
    }

    fn view(&self, viewer: impl Into<Option<Seat>>) -> PresidentView<'_> {
        PresidentView::new(self, viewer.into())
    }

    fn sample(view: &PresidentView<'_>, random: &mut Random) -> Self {
        Sampler::new(view).draw(random)
    }

    fn resample(view: &PresidentView<'_>, random: &mut Random) -> Trajectory<Self> {
        resample(view, random)
    }

    fn rules(&self) -> Facts {
        vec![
            ("players", self.rules.players().into()),
            ("rounds", self.rules.rounds().into()),
            ("trade", self.rules.trade().to_string().into()),
        ]
    }

    fn start(&self) -> Facts {
        let players = self.rules.players();
        let hands =
            |deal: &Deal| Fact::list(deal[..players].iter().map(|hand| Fact::list(hand.iter())));
        let mut facts = vec![("seed", Fact::Seed(self.seed))];
        match self.given.as_deref() {
            None => {}
            Some([deal]) => facts.push(("deal", hands(deal))),
            Some(deals) => facts.push(("deals", Fact::list(deals.iter().map(hands)))),
        }
        facts
    }

    fn move_text(&self, chosen: &Move) -> String {
        chosen.to_string()
    }

    /// The others learn that a trade proceeds, but neither the rank nor the card.
    fn public_text(&self, chosen: &Move) -> String {
        match chosen {
            Move::Play(_) | Move::Pass => chosen.to_string(),
            Move::Request(_) => "request a rank".to_owned(),
            Move::Give(_) => "give a card".to_owned(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        Move::parse(text)
    }

    fn bots() -> &'static [BotEntry<Self>] {
        BOTS
    }

    fn encoder(&self) -> Result<Box<dyn Encoder<Self>>, EncodingError> {
        Ok(Box::new(PresidentEncoder::new(self.rules)))
    }
}

/// Parse the hands of one deal, each of at least `least` cards.
fn read_deal(rules: Rules, hands: &[Vec<Card>], least: usize) -> Result<Deal, DealError> {
    let (expected, found) = (rules.players(), hands.len());
    if found != expected {
        return Err(DealError::Hands { expected, found });
    }
    let mut deal = [OrderedSet::EMPTY; MAX_PLAYERS];
    let (mut first, mut dealt) = (0, OrderedSet::EMPTY);
    for (seat, hand) in hands.iter().enumerate() {
        let error = |error| DealError::Hand { seat, error };
        let cards = OrderedSet::from(distinct(hand).map_err(error)?);
        if let Some(card) = (cards & dealt).lowest() {
            let first = deal.iter().position(|hand| hand.contains(card)).unwrap_or(0);
            return Err(DealError::Shared { seat, first, card });
        }
        if seat == 0 {
            first = cards.len();
            let most = rules.hand_size();
            if !(least..=most).contains(&first) {
                return Err(DealError::HandSize { least, most, found: first });
            }
        } else if cards.len() != first {
            return Err(DealError::Uneven { seat, first, found: cards.len() });
        }
        dealt = dealt | cards;
        deal[seat] = cards;
    }
    Ok(deal)
}
