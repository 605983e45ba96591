//! The match as a state machine: deals, passes, tricks, scores.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::bots::BOTS;
use super::compact::{Compact, NOBODY, bit};
use super::deck::DeckCard;
use super::encoding::HeartsEncoder;
use super::hand::{Holdings, Part};
use super::moves::{DealError, IllegalReason, Move, PASSED};
use super::past::{OwnDeal, PastDeal};
use super::resample::resample;
use super::rules::{Moon, Rules};
use super::sample::Sampler;
use super::trick::Trick;
use super::view::HeartsView;
use crate::game::encoding::{Encoder, EncodingError};
use crate::game::{BotEntry, Bounds, Fact, Facts, Game, MoveError, Past, Seat, Trajectory};
use crate::random::Random;

/// The hands of all seats.
pub(super) type Deal = Vec<Vec<DeckCard>>;

/// A game of Hearts: the current deal, and the match around it.
///
/// ```
/// use cardcore::game::Game;
/// use cardcore::games::hearts::{Hearts, Rules};
/// use cardcore::random::Random;
/// use cardcore::play::random_playout;
///
/// let mut game = Hearts::new(Rules::new(4, 13, 4)?, 7);
/// random_playout(&mut game, &mut Random::new(1))?;
/// assert_eq!(game.scores().iter().sum::<i64>(), 13 + 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hearts {
    pub(super) rules: Rules,
    /// The seed of the deals that are not explicit.
    pub(super) seed: u64,
    /// The explicit first deals, if any.
    pub(super) given: Option<Arc<[Deal]>>,
    pub(super) stage: Stage,
    /// The number of previous deals.
    pub(super) deal: u32,
    pub(super) turn: u16,
    /// The opener of this deal and the opening card; public when the play begins.
    pub(super) opener: u16,
    pub(super) opening: DeckCard,
    pub(super) hearts_broken: bool,
    pub(super) special_played: bool,
    pub(super) trick: Trick,
    /// The legal cards of the seat to move, cached because they are queried several times per turn.
    pub(super) playable: Part,
    pub(super) hands: Holdings,
    /// The cards played in this deal, in order. The seats follow from the opener.
    pub(super) played: SmallVec<[DeckCard; 64]>,
    /// Points taken in this deal.
    pub(super) points: SmallVec<[u32; 8]>,
    /// The seat that has taken the rewarded jack in this deal.
    pub(super) jack: Option<u16>,
    /// Points of the previous deals.
    pub(super) totals: SmallVec<[i32; 8]>,
    /// The points taken in the previous deal, if any.
    pub(super) last: SmallVec<[u32; 8]>,
    /// The seat that took the rewarded jack in the previous deal.
    pub(super) last_jack: Option<u16>,
    /// What each seat has passed in this deal so far; seats pass in order.
    pub(super) passed: Vec<[DeckCard; PASSED]>,
    /// The deals of a match that are over.
    pub(super) past: Past<PastDeal, OwnDeal>,
}

/// The stage of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Passing,
    Playing,
    Over,
}

impl Hearts {
    /// A new game, with cards from a seed.
    #[must_use]
    pub fn new(rules: Rules, seed: u64) -> Self {
        Self::begin(rules, seed, None, 0)
    }

    /// A new game with explicit first deals: the hands of the seats in order. Later deals of a
    /// match come from the seed.
    ///
    /// # Errors
    ///
    /// Too many deals; a wrong number or size of hands, a card that is not in the deck or dealt
    /// twice.
    pub fn with_deals(rules: Rules, seed: u64, deals: &[Deal]) -> Result<Self, DealError> {
        if rules.target().is_none() && deals.len() > 1 {
            return Err(DealError::TooMany { found: deals.len() });
        }
        for (number, hands) in (1..).zip(deals) {
            check_deal(&rules, hands).map_err(|error| match number {
                1 => error,
                _ => DealError::Later { number, error: Box::new(error) },
            })?;
        }
        Ok(Self::begin(rules, seed, Some(deals.into()), 0))
    }

    /// The rules in force.
    #[must_use]
    pub const fn rules_in_force(&self) -> &Rules {
        &self.rules
    }

    /// A seat's cards in order. For callers that may see everything: players get a view.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Vec<DeckCard> {
        self.hands.iter(seat, &Part::ALL).collect()
    }

    /// The number of cards left to play in this deal.
    #[must_use]
    pub fn cards_left(&self) -> usize {
        (0..self.rules.players()).map(|seat| self.hands.count(seat, &Part::ALL)).sum()
    }

    fn begin(rules: Rules, seed: u64, given: Option<Arc<[Deal]>>, deal: u32) -> Self {
        let seats = rules.players();
        let mut game = Self {
            rules,
            seed,
            given: given.filter(|deals| !deals.is_empty()),
            stage: Stage::Passing,
            deal,
            turn: 0,
            opener: 0,
            opening: rules.opening,
            hearts_broken: false,
            special_played: false,
            trick: Trick::EMPTY,
            playable: Part::ALL,
            hands: Holdings::empty(seats, rules.numbers()),
            played: SmallVec::new(),
            points: smallvec![0; seats],
            jack: None,
            totals: smallvec![0; seats],
            last: smallvec![0; seats],
            last_jack: None,
            passed: Vec::new(),
            past: Past::default(),
        };
        game.deal();
        game
    }

    fn deal(&mut self) {
        if let Some(hands) = self.given.as_ref().and_then(|deals| deals.get(self.deal as usize)) {
            for (seat, hand) in hands.iter().enumerate() {
                self.hands.give(seat, hand);
            }
        } else {
            let mut deck = self.rules.deck();
            Random::stream(self.seed, u64::from(self.deal)).shuffle(&mut deck);
            let hands = deck.chunks_exact(self.rules.hand_size());
            for (seat, hand) in hands.take(self.rules.players()).enumerate() {
                self.hands.give(seat, hand);
            }
        }
        self.begin_deal();
    }

    /// Start a deal with the cards already in the hands and no points taken.
    pub(super) fn begin_deal(&mut self) {
        self.played.clear();
        self.passed.clear();
        self.hearts_broken = false;
        self.special_played = false;
        self.jack = None;
        if self.rules.pass_offset(self.deal) > 0 {
            self.stage = Stage::Passing;
            self.turn = 0;
        } else {
            self.open();
        }
    }

    /// Find the opening card, and start the play.
    fn open(&mut self) {
        let seats = 0..self.rules.players();
        let from = self.rules.opening.0 / self.rules.values * self.rules.values;
        let suit = Part::run(from, from + self.rules.values);
        let lowest = |part| {
            let first = |seat| self.hands.iter(seat, &part).next().map(|card| (card, seat));
            seats.clone().filter_map(first).min()
        };
        let holder = seats.clone().find(|&seat| self.hands.contains(seat, self.rules.opening));
        let opening = holder.map(|seat| (self.rules.opening, seat));
        if let Some((card, seat)) = opening.or_else(|| lowest(suit)).or_else(|| lowest(Part::ALL)) {
            self.opening = card;
            self.opener = seat as u16;
        }
        self.turn = self.opener;
        self.stage = Stage::Playing;
        self.playable = Part::only(self.opening);
    }

    /// The deal in compact form, for decks and tables that are small enough.
    pub(super) fn compact(&self) -> Compact {
        let mut compact = Compact {
            hands: std::array::from_fn(|seat| self.hands.only_word(seat)),
            played: self.played.iter().fold(0, |cards, &card| cards | bit(card)),
            led: 0,
            trick: 0,
            points: std::array::from_fn(|seat| {
                self.points.get(seat).map_or(0, |&points| points as u16)
            }),
            jack: self.jack.map_or(NOBODY, |seat| seat as u8),
            turn: self.turn as u8,
            size: 0,
            best: 0,
            winner: 0,
            tricks: (self.rules.hand_size() - self.played.len() / self.rules.players()) as u8,
            opening: self.played.is_empty().then_some(self.opening.0 as u8),
            is_first_trick: self.played.len() < self.rules.players(),
            hearts_open: self.hearts_open(),
        };
        let size = usize::from(self.trick.size);
        if size > 0 {
            let from = self.trick.best.0 / self.rules.values * self.rules.values;
            let start = self.played.len() - size;
            compact.led = ((1 << self.rules.values) - 1) << from;
            compact.trick =
                self.played.iter().skip(start).fold(0, |cards, &card| cards | bit(card));
            compact.size = self.trick.size as u8;
            compact.best = self.trick.best.0 as u8;
            compact.winner = self.trick.winner as u8;
        }
        compact
    }

    /// Whether hearts may be led.
    pub(super) const fn hearts_open(&self) -> bool {
        self.hearts_broken || (self.special_played && self.rules.special_breaks())
    }

    /// Find the legal cards of the seat to move.
    #[inline(always)]
    pub(super) fn find_playable(&self) -> Part {
        let rules = &self.rules;
        let seat = usize::from(self.turn);
        let no_hearts = || Part::outside(rules.hearts, rules.hearts + rules.values);
        if self.trick.size > 0 {
            if self.hands.any(seat, &self.trick.led) {
                return self.trick.led;
            }
            if self.played.len() < rules.players() && rules.first_trick_is_free() {
                let free = no_hearts().except(rules.special);
                if self.hands.any(seat, &free) {
                    return free;
                }
            }
            return Part::ALL;
        }
        if self.played.is_empty() {
            return Part::only(self.opening);
        }
        if self.hearts_open() {
            return Part::ALL;
        }
        let no_hearts = no_hearts();
        if self.hands.any(seat, &no_hearts) { no_hearts } else { Part::ALL }
    }

    /// Play a card of the seat to move.
    #[inline(always)]
    pub(super) fn play_card(&mut self, card: DeckCard) -> Result<(), IllegalReason> {
        let seat = usize::from(self.turn);
        if self.stage != Stage::Playing || !self.hands.take(seat, &self.playable, card) {
            return Err(self.illegal_reason(card));
        }
        self.played.push(card);
        self.hearts_broken |= self.rules.is_heart(card);
        self.special_played |= card == self.rules.special;
        self.trick.add(&self.rules, self.turn, card);
        if self.trick.size < self.rules.players {
            self.turn = if self.turn + 1 == self.rules.players { 0 } else { self.turn + 1 };
        } else {
            self.turn = self.trick.winner;
            if let Some(points) = self.points.get_mut(usize::from(self.turn)) {
                *points += self.trick.penalty;
            }
            if self.trick.has_jack {
                self.jack = Some(self.turn);
                self.trick.has_jack = false;
            }
            self.trick.size = 0;
            self.trick.penalty = 0;
            if self.played.len() == self.rules.hand_size() * self.rules.players() {
                self.finish_deal();
                return Ok(());
            }
        }
        self.playable = self.find_playable();
        Ok(())
    }

    /// Pass three cards of the seat to move.
    #[inline(never)]
    pub(super) fn pass_cards(&mut self, cards: [DeckCard; PASSED]) -> Result<(), IllegalReason> {
        match self.stage {
            Stage::Over => return Err(IllegalReason::Over),
            Stage::Playing => return Err(IllegalReason::NotPassing),
            Stage::Passing => {}
        }
        let seat = usize::from(self.turn);
        if cards[0] >= cards[1] || cards[1] >= cards[2] {
            return Err(IllegalReason::PassOrder);
        }
        if let Some(&card) = cards.iter().find(|&&card| !self.hands.contains(seat, card)) {
            return Err(self.not_held(card));
        }
        for card in cards {
            self.hands.take(seat, &Part::ALL, card);
        }
        self.passed.push(cards);
        self.turn += 1;
        if self.turn == self.rules.players {
            for (giver, cards) in self.passed.iter().enumerate() {
                let receiver = (giver + self.rules.pass_offset(self.deal)) % self.rules.players();
                self.hands.give(receiver, cards);
            }
            self.open();
        }
        Ok(())
    }

    #[inline(never)]
    fn finish_deal(&mut self) {
        let scores = deal_scores(&self.rules, &self.points, self.jack);
        for (total, points) in self.totals.iter_mut().zip(scores) {
            *total += points;
        }
        if self.rules.target().is_some() {
            let deal = PastDeal::of(self);
            let own: Vec<OwnDeal> =
                (0..self.rules.players()).map(|seat| OwnDeal::of(seat, self)).collect();
            self.past.push(deal, own);
        }
        std::mem::swap(&mut self.points, &mut self.last);
        self.last_jack = self.jack.take();
        self.points.fill(0);
        let reached =
            |target| self.totals.iter().any(|&total| i64::from(total) >= i64::from(target));
        if self.rules.target().is_some_and(|target| !reached(target)) {
            self.deal += 1;
            self.deal();
        } else {
            self.stage = Stage::Over;
        }
    }

    #[cold]
    fn illegal_reason(&self, card: DeckCard) -> IllegalReason {
        match self.stage {
            Stage::Over => return IllegalReason::Over,
            Stage::Passing => return IllegalReason::NotPassed,
            Stage::Playing => {}
        }
        let seat = usize::from(self.turn);
        if !self.hands.contains(seat, card) {
            return self.not_held(card);
        }
        let cards: Vec<DeckCard> = self.hands.iter(seat, &self.playable).collect();
        let cards = self.rules.texts(&cards);
        if self.played.is_empty() {
            IllegalReason::NotOpening { opening: cards }
        } else if self.trick.size == 0 {
            IllegalReason::NotBroken { others: cards }
        } else if self.hands.any(seat, &self.trick.led) {
            IllegalReason::NotFollowing { held: cards }
        } else {
            IllegalReason::FirstTrick { others: cards }
        }
    }

    fn not_held(&self, card: DeckCard) -> IllegalReason {
        let hand = self.rules.texts(&self.hand(usize::from(self.turn)));
        IllegalReason::NotHeld { card: self.rules.text(card), hand }
    }

    /// Make a move.
    #[inline(always)]
    pub(super) fn make(&mut self, chosen: &Move) -> Result<(), IllegalReason> {
        match *chosen {
            Move::Play(card) => self.play_card(card),
            Move::Pass(cards) => self.pass_cards(cards),
        }
    }
}

impl Game for Hearts {
    type Move = Move;
    type View<'a> = HeartsView<'a>;
    type IllegalReason = IllegalReason;

    const NAME: &'static str = "hearts";
    const LOW_SCORE_WINS: bool = true;

    fn new_game(&self, seed: u64) -> Self {
        Self::begin(self.rules, seed, self.given.clone(), 0)
    }

    /// The directions in which cards are passed; explicit deals have theirs.
    fn start_names(&self) -> &'static [&'static str] {
        if self.given.is_some() { &["first"] } else { self.rules.pass_names() }
    }

    fn new_game_from(&self, seed: u64, start: usize) -> Self {
        let deal = if start < self.start_names().len() { start as u32 } else { 0 };
        Self::begin(self.rules, seed, self.given.clone(), deal)
    }

    fn seats(&self) -> usize {
        self.rules.players()
    }

    #[inline]
    fn to_move(&self) -> Option<Seat> {
        (self.stage != Stage::Over).then_some(usize::from(self.turn))
    }

    /// All seats pass simultaneously.
    fn deciders(&self) -> Vec<Seat> {
        let turn = usize::from(self.turn);
        match self.stage {
            Stage::Passing => (turn..self.seats()).collect(),
            Stage::Playing => vec![turn],
            Stage::Over => Vec::new(),
        }
    }

    fn bounds(&self) -> Bounds {
        self.rules.bounds()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        let seat = usize::from(self.turn);
        match self.stage {
            Stage::Over => {}
            Stage::Playing => moves.extend(self.hands.iter(seat, &self.playable).map(Move::Play)),
            Stage::Passing => {
                let hand = self.hand(seat);
                for (index, &first) in hand.iter().enumerate() {
                    for (next, &second) in hand.iter().enumerate().skip(index + 1) {
                        for &third in hand.iter().skip(next + 1) {
                            moves.push(Move::Pass([first, second, third]));
                        }
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn play(&mut self, chosen: &Move) -> Result<(), IllegalReason> {
        self.make(chosen)
    }

    fn scores(&self) -> Vec<i64> {
        let taken = self.totals.iter().zip(&self.points).zip(bonuses(self.jack));
        let score =
            |((&total, &points), bonus)| i64::from(total) + i64::from(points) - i64::from(bonus);
        taken.map(score).collect()
    }

    #[inline]
    fn view(&self, viewer: impl Into<Option<Seat>>) -> HeartsView<'_> {
        HeartsView::new(self, viewer.into())
    }

    fn sample(view: &HeartsView<'_>, random: &mut Random) -> Self {
        Sampler::new(view).draw_once(random)
    }

    fn resample(view: &HeartsView<'_>, random: &mut Random) -> Trajectory<Self> {
        resample(view, random)
    }

    fn rules(&self) -> Facts {
        self.rules.facts()
    }

    fn start(&self) -> Facts {
        let hand =
            |cards: &Vec<DeckCard>| Fact::list(cards.iter().map(|&card| self.rules.text(card)));
        let deal = |hands: &Deal| Fact::list(hands.iter().map(hand));
        let mut facts = vec![("seed", Fact::Seed(self.seed))];
        match self.given.as_deref() {
            None => {}
            Some([hands]) => facts.push(("deal", deal(hands))),
            Some(deals) => facts.push(("deals", Fact::list(deals.iter().map(deal)))),
        }
        facts
    }

    /// Of a pass, the others learn only the number of cards.
    fn public_text(&self, chosen: &Move) -> String {
        match chosen {
            Move::Play(card) => self.rules.text(*card),
            Move::Pass(cards) => format!("pass {} cards", cards.len()),
        }
    }

    fn move_text(&self, chosen: &Move) -> String {
        match chosen {
            Move::Play(card) => self.rules.text(*card),
            Move::Pass(cards) => format!("pass {}", self.rules.texts(cards)),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let words = text.trim();
        let (verb, rest) = words.split_at_checked(4).unwrap_or((words, ""));
        let passing = verb.eq_ignore_ascii_case("pass");
        let cards = self.rules.parse(if passing { rest } else { words });
        let mut cards = cards.map_err(|error| MoveError::new(text, error))?;
        if passing && self.rules.is_standard() {
            cards.sort_unstable();
            let cards = <[_; PASSED]>::try_from(cards);
            return cards.map(Move::Pass).map_err(|cards| {
                MoveError::new(text, format!("expected 3 cards to pass, found {}", cards.len()))
            });
        }
        match cards.as_slice() {
            &[card] if !passing => Ok(Move::Play(card)),
            _ => Err(MoveError::new(text, format!("expected one card, found {}", cards.len()))),
        }
    }

    fn bots() -> &'static [BotEntry<Self>] {
        BOTS
    }

    fn encoder(&self) -> Result<Box<dyn Encoder<Self>>, EncodingError> {
        HeartsEncoder::new(self.rules).map(|encoder| Box::new(encoder) as Box<dyn Encoder<Self>>)
    }
}

/// Check that these are valid hands of a deal.
fn check_deal(rules: &Rules, hands: &Deal) -> Result<(), DealError> {
    let (expected, found) = (rules.players(), hands.len());
    if found != expected {
        return Err(DealError::Hands { expected, found });
    }
    let mut dealt = vec![false; rules.numbers()];
    for (seat, hand) in hands.iter().enumerate() {
        let (expected, found) = (rules.hand_size(), hand.len());
        if found != expected {
            return Err(DealError::HandSize { seat, expected, found });
        }
        for (index, &card) in hand.iter().enumerate() {
            let is_dealt = dealt.get_mut(usize::from(card.0)).filter(|_| rules.has(card));
            let Some(is_dealt) = is_dealt else {
                return Err(DealError::NoSuchCard { seat, index });
            };
            if std::mem::replace(is_dealt, true) {
                return Err(DealError::Duplicate { seat, index, card: rules.text(card) });
            }
        }
    }
    Ok(())
}

/// What each seat gets off its score, given who has taken the rewarded jack.
fn bonuses(jack: Option<u16>) -> impl Iterator<Item = i32> {
    (0..).map(move |seat| if jack == Some(seat) { Rules::JACK_BONUS } else { 0 })
}

/// What a deal adds to the totals, given the points that each seat took, and who took the rewarded
/// jack.
pub(super) fn deal_scores<'a>(
    rules: &Rules,
    points: &'a [u32],
    jack: Option<u16>,
) -> impl Iterator<Item = i32> + use<'a> {
    let all: u32 = points.iter().sum();
    let moon = if points.contains(&all) { rules.moon() } else { Moon::None };
    let scores = points.iter().map(move |&taken| match moon {
        Moon::None => taken as i32,
        Moon::Add => (all - taken) as i32,
        Moon::Subtract => -(taken as i32),
    });
    scores.zip(bonuses(jack)).map(|(score, bonus)| score - bonus)
}
