//! The match as a state machine: deals, betting rounds, draws, showdowns.

use std::sync::Arc;

use super::betting::Betting;
use super::bots::BOTS;
use super::deck::Deck;
use super::encoding::DrawEncoder;
use super::moves::{IllegalReason, Move, PublicMove};
use super::players::Players;
use super::result::HandResult;
use super::rules::{Rules, RulesError};
use super::sample::{resample, sample};
use super::seats::Seats;
use super::view::DrawView;
use crate::cards::{Card, CardSet};
use crate::game::encoding::{Encoder, EncodingError};
use crate::game::{BotEntry, Bounds, Fact, Facts, Game, MoveError, Seat, Trajectory};
use crate::random::Random;

/// The phase of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Betting before the draw.
    FirstBets,
    /// Discarding and drawing.
    Discard,
    /// Betting after the draw.
    SecondBets,
    /// The match is over.
    Over,
}

impl Phase {
    /// The name of the phase.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FirstBets => "first bets",
            Self::Discard => "discard",
            Self::SecondBets => "second bets",
            Self::Over => "over",
        }
    }
}

/// A match of five-card draw.
///
/// ```
/// use cardcore::game::Game as _;
/// use cardcore::games::draw::{FiveCardDraw, Move, Rules};
///
/// let mut game = FiveCardDraw::new(Rules { hands: 1, ..Rules::default() }, 7)?;
/// game.play(&Move::Bet)?;
/// game.play(&Move::Fold)?;
/// assert_eq!(game.to_move(), None);
/// assert_eq!(game.scores(), [1, -1]); // the antes
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FiveCardDraw {
    pub(super) rules: Rules,
    /// The seed of the hands without an explicit deck.
    pub(super) seed: u64,
    /// The explicit decks of the first hands, if any.
    pub(super) given: Option<Arc<[Deck]>>,
    /// The number of the current hand, from 0; of the last one when the match is over.
    pub(super) number: u32,
    pub(super) button: Seat,
    pub(super) phase: Phase,
    pub(super) turn: Seat,
    /// The seats still to act in this phase.
    pub(super) waiting: Seats,
    pub(super) players: Players,
    pub(super) betting: Betting,
    pub(super) deck: Deck,
    /// The moves of the current hand.
    pub(super) moves: Vec<(Seat, PublicMove)>,
    /// The result of the previous hand.
    pub(super) last: Option<HandResult>,
}

impl FiveCardDraw {
    /// A match with all cards dealt from a seed.
    ///
    /// # Errors
    ///
    /// Rules that are not playable.
    pub fn new(rules: Rules, seed: u64) -> Result<Self, RulesError> {
        rules.check()?;
        Ok(Self::begin(rules, seed, None, 0))
    }

    /// A match with explicit decks for its first hands; others are dealt from the seed.
    ///
    /// A deck is a list of cards in dealing order: the first five go to seat 0, the next five to
    /// seat 1 and so on, whether the seat still plays or not, and the rest is the stub. It needs
    /// ten cards per player, so that everyone may draw five.
    ///
    /// # Errors
    ///
    /// Rules that are not playable, more decks than hands, a deck that is too small or has a
    /// duplicate card.
    pub fn with_deals(rules: Rules, seed: u64, decks: &[Vec<Card>]) -> Result<Self, RulesError> {
        rules.check()?;
        if decks.len() > rules.hands as usize {
            return Err(RulesError::TooManyDecks { most: rules.hands, found: decks.len() });
        }
        let given: Result<Arc<[Deck]>, RulesError> =
            (1..).zip(decks).map(|(index, cards)| Deck::given(cards, &rules, index)).collect();
        Ok(Self::begin(rules, seed, Some(given?), 0))
    }

    /// A match in which the button begins `moved` seats to the left of the last seat.
    fn begin(rules: Rules, seed: u64, given: Option<Arc<[Deck]>>, moved: usize) -> Self {
        let mut players = Players::default();
        players.stacks[..rules.seats()].fill(rules.stack);
        let mut state = Self {
            rules,
            seed,
            given,
            number: 0,
            button: (rules.seats() - 1 + moved) % rules.seats(),
            phase: Phase::Over,
            turn: 0,
            waiting: Seats::EMPTY,
            players,
            betting: Betting::default(),
            deck: Deck::EMPTY,
            moves: Vec::with_capacity(16),
            last: None,
        };
        state.deal();
        state.advance(state.button);
        state
    }

    /// Start hand `number`: antes, cards, the first betting round.
    fn deal(&mut self) {
        let given = self.given.as_ref().and_then(|decks| decks.get(self.number as usize));
        let deck = match given {
            Some(deck) => *deck,
            None => {
                let mut random = Random::stream(self.seed, u64::from(self.number));
                Deck::shuffled(&self.rules, &mut random)
            }
        };
        self.deal_from(deck);
    }

    /// Start hand `number` with this deck.
    fn deal_from(&mut self, deck: Deck) {
        let playing = self.players.with_chips();
        self.players.clear();
        self.players.dealt = playing;
        self.deck = deck;
        for seat in playing.iter() {
            self.players.pay(seat, self.rules.ante);
            self.players.hands[seat] = self.deck.hand(seat);
        }
        self.deck.begin_draws(&self.rules);
        self.moves.clear();
        self.phase = Phase::FirstBets;
        (self.betting, self.waiting) = Betting::open(self.rules.small_bet, &self.players);
    }

    /// The state at the start of the current hand, with this deck.
    pub(super) fn with_hand_dealt(mut self, deck: Deck) -> Self {
        self.given = (self.number == 0).then(|| [deck].into());
        let paid = self.players.paid;
        for (stack, paid) in self.players.stacks.iter_mut().zip(paid) {
            *stack += paid;
        }
        self.deal_from(deck);
        self.advance(self.button);
        self
    }

    /// Advance after a seat's move until a player has to decide or the match is over.
    fn advance(&mut self, mut seat: Seat) {
        loop {
            if self.players.live().len() > 1
                && let Some(next) = self.waiting.left_of(seat)
            {
                self.turn = next;
                return;
            }
            self.players.return_uncalled();
            if self.players.live().len() > 1 && self.phase != Phase::SecondBets {
                self.begin_next_phase();
            } else if !self.finish_hand() {
                return;
            }
            seat = self.button;
        }
    }

    fn begin_next_phase(&mut self) {
        if self.phase == Phase::FirstBets {
            self.phase = Phase::Discard;
            self.betting = Betting::default();
            self.waiting = self.players.live();
        } else {
            self.phase = Phase::SecondBets;
            (self.betting, self.waiting) = Betting::open(self.rules.big_bet, &self.players);
        }
    }

    /// Pay out the pots and deal the next hand, if there is one; returns whether there is.
    fn finish_hand(&mut self) -> bool {
        let result = HandResult::of(self.number, self.button, &self.players);
        for (stack, won) in self.players.stacks.iter_mut().zip(result.won) {
            *stack += won;
        }
        self.last = Some(result);
        let next_button = self.players.with_chips().left_of(self.button);
        if self.number + 1 >= self.rules.hands || self.players.with_chips().len() < 2 {
            self.players.clear();
            self.phase = Phase::Over;
            self.waiting = Seats::EMPTY;
            self.betting = Betting::default();
            self.deck = Deck::EMPTY;
            self.moves.clear();
            return false;
        }
        self.number += 1;
        self.button = next_button.unwrap_or(self.button);
        self.deal();
        true
    }

    fn discard(&mut self, seat: Seat, cards: CardSet) -> Result<(), IllegalReason> {
        let hand = self.players.hands[seat];
        if let Some(card) = (cards - hand).iter().next() {
            return Err(IllegalReason::NotHeld { card, hand });
        }
        self.players.hands[seat] = (hand - cards) | self.deck.draw(cards.len());
        self.players.discarded[seat] = cards;
        self.players.drawn[seat] = Some(cards.len() as u8);
        self.waiting = self.waiting.without(seat);
        Ok(())
    }
}

/// The subset of a hand with this index, 0 to 31, in the list of legal discards: a bit mask over
/// the sorted cards, lowest card first.
pub(super) fn discard_at(hand: CardSet, index: u32) -> CardSet {
    (0..).zip(hand).filter(|&(bit, _)| index >> bit & 1 == 1).map(|(_, card)| card).collect()
}

impl Game for FiveCardDraw {
    type Move = Move;
    type View<'a> = DrawView<'a>;
    type IllegalReason = IllegalReason;
    const NAME: &'static str = "draw";
    const LOW_SCORE_WINS: bool = false;

    fn new_game(&self, seed: u64) -> Self {
        Self::begin(self.rules, seed, self.given.clone(), 0)
    }

    /// The seats that the button can begin at, in the order of the hands.
    fn start_names(&self) -> &'static [&'static str] {
        match self.rules.players {
            2 => &["button 1", "button 0"],
            3 => &["button 2", "button 0", "button 1"],
            4 => &["button 3", "button 0", "button 1", "button 2"],
            _ => &["button 4", "button 0", "button 1", "button 2", "button 3"],
        }
    }

    fn new_game_from(&self, seed: u64, start: usize) -> Self {
        Self::begin(self.rules, seed, self.given.clone(), start)
    }

    fn seats(&self) -> usize {
        self.rules.seats()
    }

    fn to_move(&self) -> Option<Seat> {
        (self.phase != Phase::Over).then_some(self.turn)
    }

    fn bounds(&self) -> Bounds {
        self.rules.bounds()
    }

    /// Before and after the draw `check`, `bet`, or `fold`, `call`, `raise`; at the draw all 32
    /// discards, as bit masks over the sorted hand.
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        match self.phase {
            Phase::Over => {}
            Phase::Discard => {
                let hand = self.players.hands[self.turn];
                moves.extend((0..32).map(|index| Move::Discard(discard_at(hand, index))));
            }
            Phase::FirstBets | Phase::SecondBets => {
                let (list, count) = self.betting.moves(self.turn, &self.players, &self.rules);
                moves.extend_from_slice(&list[..count]);
            }
        }
    }

    fn play(&mut self, chosen: &Move) -> Result<(), IllegalReason> {
        let seat = self.turn;
        match (self.phase, *chosen) {
            (Phase::Over, _) => return Err(IllegalReason::Over),
            (Phase::Discard, Move::Discard(cards)) => self.discard(seat, cards)?,
            (Phase::Discard, _) => return Err(IllegalReason::Drawing),
            (Phase::FirstBets | Phase::SecondBets, chosen) => {
                self.betting.allows(seat, chosen, &self.players, &self.rules)?;
                self.waiting = self.betting.make(seat, chosen, &mut self.players, self.waiting);
            }
        }
        self.moves.push((seat, (*chosen).into()));
        self.advance(seat);
        Ok(())
    }

    /// The chips won, negative if lost, since the match began. Chips paid into the current hand
    /// still count for the player who paid them, so the sum is always 0.
    fn scores(&self) -> Vec<i64> {
        let chips = self.players.stacks.iter().zip(&self.players.paid);
        let scores =
            chips.map(|(stack, paid)| i64::from(stack + paid) - i64::from(self.rules.stack));
        scores.take(self.seats()).collect()
    }

    fn view(&self, viewer: impl Into<Option<Seat>>) -> DrawView<'_> {
        DrawView::new(self, viewer.into())
    }

    fn sample(view: &DrawView<'_>, random: &mut Random) -> Self {
        sample(view, random)
    }

    fn resample(view: &DrawView<'_>, random: &mut Random) -> Trajectory<Self> {
        resample(view, random)
    }

    fn rules(&self) -> Facts {
        self.rules.facts()
    }

    fn start(&self) -> Facts {
        let mut facts = vec![("seed", Fact::Seed(self.seed))];
        let decks =
            self.given.iter().map(|decks| decks.iter().map(|deck| Fact::list(deck.cards())));
        facts.extend(decks.map(|decks| ("deal", Fact::List(decks.collect()))));
        facts
    }

    fn public_text(&self, chosen: &Move) -> String {
        PublicMove::from(*chosen).to_string()
    }

    fn move_text(&self, chosen: &Move) -> String {
        chosen.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        text.parse()
    }

    fn bots() -> &'static [BotEntry<Self>] {
        BOTS
    }

    fn encoder(&self) -> Result<Box<dyn Encoder<Self>>, EncodingError> {
        Ok(Box::new(DrawEncoder::new(self.rules)))
    }
}
