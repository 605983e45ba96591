//! The match as a state machine: deals, trades, turns, finishing.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::cards::{Card, Rank, distinct};
use crate::game::encoding::{Encoder, EncodingError};
use crate::game::{BotEntry, Bounds, Fact, Facts, Game, MoveError, Past, Seat, Trajectory};
use crate::random::Random;

use super::bots::BOTS;
use super::combination::{Combination, Kind};
use super::counted::Counted;
use super::encoding::PresidentEncoder;
use super::enumerate::{Demand, any_combination, for_each_combination};
use super::moves::{IllegalReason, Move};
use super::options::{DealRule, Ends, Leads, MayPass, Passing, ScoreRule, TradeRule};
use super::order::{OrderedSet, value};
use super::past::{OwnRound, PastRound};
use super::resample::resample;
use super::role::Role;
use super::rules::{DealError, MAX_PLAYERS, Rules};
use super::sample::Sampler;
use super::trade::{Stage, Trade};
use super::view::PresidentView;

/// The hands of all seats.
pub(super) type Deal = [OrderedSet; MAX_PLAYERS];

/// A match of President.
///
/// ```
/// use cardcore::game::{Game as _, bot};
/// use cardcore::games::president::{President, Rules, TradeRule};
/// use cardcore::play::playout;
/// use cardcore::random::Random;
///
/// let mut game = President::new(Rules::new(4, 2, TradeRule::Best)?, 7);
/// let mut bots = [Some(bot("plan")?), Some(bot("random")?), Some(bot("random")?), Some(bot("random")?)];
/// playout(&mut game, &mut bots, &mut Random::new(1))?;
/// // Two rounds with the places 1 to 4.
/// assert_eq!(game.scores().iter().sum::<i64>(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The last seat to play.
    pub(super) last: Seat,
    /// The seats that have passed and may not play now, one bit each: since the last play or, if a
    /// pass binds, since the pile was cleared.
    pub(super) passed: u16,
    /// Whether the order of the values is reversed.
    pub(super) reversed: bool,
    /// The seats with cards, one bit each.
    in_play: u16,
    /// The lowest card dealt, if it opens the round, until the first move, which must contain it.
    pub(super) opening: Option<Card>,
    /// The trades before this round.
    pub(super) trades: Vec<Trade>,
    /// The plays and passes of this round.
    pub(super) plays: Vec<(Seat, Move)>,
    /// The number of plays and passes before the pile was last cleared.
    pub(super) cleared: usize,
    /// The seats that have gone out in this round, in order.
    pub(super) finished: Vec<Seat>,
    /// The finishing order of every finished round.
    pub(super) orders: Vec<Vec<Seat>>,
    /// By finished round the points of every seat, if cards score.
    pub(super) points: Vec<Vec<i64>>,
    /// The rounds that are over.
    pub(super) past: Past<PastRound, OwnRound>,
}

impl President {
    /// A match dealt from a seed.
    #[must_use]
    pub fn new(rules: Rules, seed: u64) -> Self {
        Self::begin(rules, seed, None)
    }

    /// A match with explicit deals for the first rounds: hands of one size, up to an even deal of
    /// the deck; if all cards are dealt, the first hands may have one more. Later rounds are dealt
    /// from the seed as usual.
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
            // Cards are traded before every round except the first.
            let traded = rules.trade_sizes().max().unwrap_or(1);
            let least = if number == 1 { 1 } else { traded };
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
            passed: 0,
            reversed: false,
            in_play: 0,
            opening: None,
            trades: Vec::new(),
            plays: Vec::new(),
            cleared: 0,
            finished: Vec::new(),
            orders: Vec::new(),
            points: Vec::new(),
            past: Past::default(),
        };
        state.deal();
        state.begin_play();
        state.lead();
        state
    }

    /// The state at the start of the current round, with these hands.
    pub(super) fn with_round_dealt(mut self, hands: Deal) -> Self {
        self.hands = hands;
        self.given = (self.round == 0).then(|| [hands].into());
        self.finished.clear();
        if self.round == 0 {
            self.begin_play();
            self.lead();
        } else {
            self.begin_trades();
        }
        self
    }

    /// A round that begins with these hands after the trades, in a match whose former rounds ended in
    /// these orders. No card has to open it.
    pub(super) fn replayed(rules: Rules, hands: Deal, leader: Seat, orders: &[Vec<Seat>]) -> Self {
        let mut state = Self::begin(rules, 0, None);
        state.round = orders.len() as u32;
        state.orders = orders.to_vec();
        state.hands = hands;
        state.begin_play();
        state.turn = leader;
        state
    }

    /// The second round of a match whose first one ended in this order.
    pub(super) fn second_round(rules: Rules, seed: u64, order: Vec<Seat>) -> Self {
        let mut state = Self::begin(rules, seed, None);
        state.orders.push(order);
        state.round = 1;
        state.begin_round();
        state
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
        let mut rest: &[u8] = &deck;
        for (seat, hand) in self.hands.iter_mut().enumerate().take(self.rules.players()) {
            let (cards, others) = rest.split_at(self.rules.cards_dealt(seat).min(rest.len()));
            *hand = OrderedSet::from_bits(cards.iter().fold(0, |bits, index| bits | 1 << index));
            rest = others;
        }
    }

    /// Give the lead of a round to the seat that has it by the rules.
    fn lead(&mut self) {
        if self.rules.lowest_opens(self.round) {
            let dealt = self.hands.iter().fold(OrderedSet::EMPTY, |all, &hand| all | hand);
            self.opening = dealt.lowest();
            let holder = |card| self.hands.iter().position(|hand| hand.contains(card));
            self.turn = self.opening.and_then(holder).unwrap_or(0);
            return;
        }
        let order = self.orders.last();
        self.turn = match self.rules.options().leads {
            Leads::Bum => order.and_then(|order| order.last()),
            _ => order.and_then(|order| order.first()),
        }
        .copied()
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
            rules: self.rules.moves(self.reversed),
        }
    }

    /// Whether the seat to move may pass, if it is not leading.
    #[inline]
    fn may_pass(&self) -> bool {
        self.rules.options().may_pass == MayPass::Always
            || !any_combination(self.hands[self.turn], self.demand())
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
        if self.beat.is_some() && self.may_pass() {
            visit(Move::Pass);
        }
    }

    /// A uniformly random move, the same as by picking from a list of them.
    pub(super) fn random_move(&self, random: &mut Random) -> Option<Move> {
        // Trades and first moves that must contain a card are rare: those are listed.
        if self.is_over() || self.opening.is_some() || self.trading().is_some() {
            // Nearly always on the stack.
            let mut moves = SmallVec::<[Move; 64]>::new();
            self.each_move(|chosen| moves.push(chosen));
            return random.pick(&moves).copied();
        }
        let counted = Counted::new(self.hands[self.turn], self.demand());
        let may_pass = self.rules.options().may_pass == MayPass::Always || counted.total() == 0;
        let passes = u32::from(self.beat.is_some() && may_pass);
        let place = random.below(counted.total() + passes);
        Some(counted.nth(place).map_or(Move::Pass, Move::Play))
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

    /// Give the turn to the upper side of the current trade, or to the leader.
    pub(super) fn continue_trading(&mut self) {
        if self.rules.trade() == TradeRule::Best
            && let Ok((trade, upper, lower)) = self.traders()
            && trade.stage() == Stage::Request
        {
            trade.take_best(upper, lower);
        }
        match self.trading() {
            Some(trade) => self.turn = trade.upper,
            None => self.lead(),
        }
    }

    fn play_cards(&mut self, combination: Combination) -> Result<(), IllegalReason> {
        let seat = self.turn;
        let hand = self.hands[seat];
        if let Some(card) = (combination.cards() - hand).lowest() {
            return Err(IllegalReason::NotHeld { card });
        }
        let options = self.rules.options();
        let rules = self.rules.moves(self.reversed);
        if !rules.kinds.contains(combination.kind()) {
            return Err(IllegalReason::WrongKind { kind: combination.kind(), rules });
        }
        if let Some(card) = self.opening.filter(|&card| !combination.cards().contains(card)) {
            return Err(IllegalReason::Opening { card });
        }
        if let Some(beat) = self.beat.filter(|&beat| !rules.beats(combination, beat)) {
            return Err(IllegalReason::TooLow { beat, rules, may_pass: options.may_pass });
        }
        self.hands[seat] = hand - combination.cards();
        self.plays.push((seat, Move::Play(combination)));
        self.opening = None;
        self.beat = Some(combination);
        self.last = seat;
        if options.passing == Passing::Free {
            self.passed = 0;
        }
        self.reversed ^= options.revolution && starts_revolution(combination);
        let is_clearing = options.clears.is_some_and(|rank| clears(combination, value(rank)));
        if self.hands[seat].is_empty() {
            self.in_play &= !(1 << seat);
            self.finished.push(seat);
            if options.ends == Ends::First || self.finished.len() + 1 == self.rules.players() {
                self.end_round();
                return Ok(());
            }
        }
        if is_clearing {
            self.clear();
        } else {
            self.advance();
        }
        Ok(())
    }

    fn pass(&mut self) -> Result<(), IllegalReason> {
        let Some(beat) = self.beat else { return Err(IllegalReason::Leading) };
        if !self.may_pass() {
            return Err(IllegalReason::AbleToPlay { beat });
        }
        self.plays.push((self.turn, Move::Pass));
        self.passed |= 1 << self.turn;
        self.advance();
        Ok(())
    }

    /// Give the turn to the next player who may beat the pile; if there is none, clear it.
    #[inline]
    fn advance(&mut self) {
        let can_play = self.in_play & !self.passed & !(1 << self.last);
        match next_after(self.turn, can_play) {
            Some(next) => self.turn = next,
            None => self.clear(),
        }
    }

    /// Clear the pile: the last seat to play leads, or the next one with cards.
    fn clear(&mut self) {
        self.beat = None;
        self.passed = 0;
        self.cleared = self.plays.len();
        let has_cards = self.in_play >> self.last & 1 == 1;
        let leader = if has_cards { None } else { next_after(self.last, self.in_play) };
        self.turn = leader.unwrap_or(self.last);
    }

    fn end_round(&mut self) {
        let players = self.rules.players();
        let mut order = std::mem::take(&mut self.finished);
        let winner = order.first().copied().unwrap_or(0);
        if self.rules.options().score == ScoreRule::Cards {
            self.points.push(self.round_points(winner));
        }
        // A player who still has cards is placed by their number, and then in the order of turns.
        let mut others: Vec<Seat> = (1..players)
            .map(|step| (winner + step) % players)
            .filter(|seat| !order.contains(seat))
            .collect();
        others.sort_by_key(|&seat| self.hands[seat].len());
        order.extend(others);
        self.round += 1;
        self.orders.push(order);
        self.remember_round();
        if !self.is_over() {
            self.begin_round();
        }
    }

    /// Add the round that has just ended to the past.
    fn remember_round(&mut self) {
        let Some(order) = self.orders.last() else { return };
        let places = self.places(self.orders.len() - 1).unwrap_or_default();
        let scores = match self.points.last() {
            Some(points) => points.as_slice().into(),
            None => places.iter().map(|&place| place as i64).collect(),
        };
        let (plays, order) = (self.plays.as_slice().into(), order.as_slice().into());
        let own: Vec<OwnRound> =
            (0..self.rules.players()).map(|seat| OwnRound::of(seat, self)).collect();
        self.past.push(PastRound { plays, order, scores }, own);
    }

    /// What everyone wins or loses by the cards that are left.
    fn round_points(&self, winner: Seat) -> Vec<i64> {
        let has_played = |seat| {
            self.plays.iter().any(|&(player, chosen)| player == seat && chosen != Move::Pass)
        };
        let lost = |seat: Seat| -self.rules.penalty(self.hands[seat].len(), !has_played(seat));
        let mut points: Vec<i64> = (0..self.rules.players()).map(lost).collect();
        let won = -points.iter().sum::<i64>();
        if let Some(points) = points.get_mut(winner) {
            *points += won;
        }
        points
    }

    /// Deal and start the trades of a round after the first.
    fn begin_round(&mut self) {
        self.deal();
        self.begin_trades();
    }

    /// All seats, one bit each.
    const fn everyone(&self) -> u16 {
        (1 << self.rules.players()) - 1
    }

    /// Clear the plays of the previous round.
    fn begin_play(&mut self) {
        self.in_play = self.everyone();
        self.plays.clear();
        self.beat = None;
        self.passed = 0;
        self.reversed = false;
        self.opening = None;
        self.cleared = 0;
    }

    /// Start the trades of a dealt round.
    fn begin_trades(&mut self) {
        self.begin_play();
        self.trades.clear();
        if let Some(order) = self.orders.last() {
            let pairs = order.iter().zip(order.iter().rev());
            let trade = |((&upper, &lower), size)| Trade::new(upper, lower, size);
            self.trades.extend(pairs.zip(self.rules.trade_sizes()).map(trade));
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

    /// The sum of the points of every seat over the finished rounds, or of the places.
    pub(super) fn totals(&self) -> Vec<i64> {
        let mut totals = vec![0; self.rules.players()];
        if self.rules.options().score == ScoreRule::Cards {
            for round in &self.points {
                for (total, points) in totals.iter_mut().zip(round) {
                    *total += points;
                }
            }
            return totals;
        }
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

    fn low_score_wins(&self) -> bool {
        self.rules.options().score == ScoreRule::Places
    }

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
        self.rules.facts()
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

/// The next of some seats, one bit each, after a seat.
#[inline]
const fn next_after(seat: Seat, seats: u16) -> Option<Seat> {
    let later = seats & u16::MAX << seat << 1;
    match if later == 0 { seats } else { later } {
        0 => None,
        nearest => Some(nearest.trailing_zeros() as Seat),
    }
}

/// Whether a combination reverses the order of the values, if that is the rule.
pub(super) const fn starts_revolution(combination: Combination) -> bool {
    matches!(combination.kind(), Kind::FourOfAKind | Kind::FourPlusOne)
}

/// Whether a combination is made of one to four cards of the value that clears the pile.
pub(super) const fn clears(combination: Combination, value: u8) -> bool {
    combination.size() < 5 && combination.key() / 4 + 3 == value
}

/// Parse the hands of one deal, each of at least `least` cards.
fn read_deal(rules: Rules, hands: &[Vec<Card>], least: usize) -> Result<Deal, DealError> {
    let (expected, found) = (rules.players(), hands.len());
    if found != expected {
        return Err(DealError::Hands { expected, found });
    }
    let mut deal = [OrderedSet::EMPTY; MAX_PLAYERS];
    let (mut first, mut before, mut dealt) = (0, 0, OrderedSet::EMPTY);
    for (seat, hand) in hands.iter().enumerate() {
        let error = |error| DealError::Hand { seat, error };
        let cards = OrderedSet::from(distinct(hand).map_err(error)?);
        if let Some(card) = (cards & dealt).lowest() {
            let first = deal.iter().position(|hand| hand.contains(card)).unwrap_or(0);
            return Err(DealError::Shared { seat, first, card });
        }
        let (size, most) = (cards.len(), rules.hand_size());
        if seat == 0 {
            first = size;
            if !(least..=most).contains(&first) {
                return Err(DealError::HandSize { least, most, found: first });
            }
        } else if rules.options().deal == DealRule::Equal && size != first {
            return Err(DealError::Uneven { seat, first, found: size });
        } else if size > before || size + 1 < first {
            return Err(DealError::NotDealtOn { seat, first, found: size });
        } else if size < least {
            return Err(DealError::TooSmall { seat, least, found: size });
        }
        before = size;
        dealt = dealt | cards;
        deal[seat] = cards;
    }
    Ok(deal)
}
