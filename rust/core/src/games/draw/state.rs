//! The match as a state machine: deals, betting rounds, draws, showdowns.

use std::sync::Arc;

use super::betting::Betting;
use super::bots::BOTS;
use super::deck::Deck;
use super::encoding::DrawEncoder;
use super::moves::{IllegalReason, Move, PublicMove};
use super::past::{OwnHand, PastHand};
use super::players::Players;
use super::result::HandResult;
use super::rules::{Chips, MAX_PLAYERS, Rules, RulesError};
use super::sample::{resample, sample};
use super::seats::Seats;
use super::structure::Structure;
use super::view::DrawView;
use crate::cards::{Card, CardSet};
use crate::game::encoding::{Encoder, EncodingError};
use crate::game::{BotEntry, Bounds, Fact, Facts, Game, MoveError, Past, Seat, Trajectory};
use crate::random::Random;

/// The phase of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Betting before the draw.
    FirstBets,
    /// Discarding and drawing.
    Discard,
    /// Betting after the first draw.
    SecondBets,
    /// Betting after the second draw.
    ThirdBets,
    /// Betting after the third draw.
    FourthBets,
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
            Self::ThirdBets => "third bets",
            Self::FourthBets => "fourth bets",
            Self::Over => "over",
        }
    }

    /// Whether players are betting.
    #[must_use]
    pub const fn is_betting(self) -> bool {
        !matches!(self, Self::Discard | Self::Over)
    }

    /// The betting round after this many draws.
    const fn bets(draws: u32) -> Self {
        match draws {
            0 => Self::FirstBets,
            1 => Self::SecondBets,
            2 => Self::ThirdBets,
            _ => Self::FourthBets,
        }
    }
}

/// A match of five-card draw, or of another draw game by its rules.
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
    /// What every seat began with.
    pub(super) start: [Chips; MAX_PLAYERS],
    /// The number of the current hand, from 0; of the last one when the match is over.
    pub(super) number: u32,
    pub(super) button: Seat,
    pub(super) phase: Phase,
    /// The number of draws so far, including one in progress.
    pub(super) draw: u32,
    pub(super) turn: Seat,
    /// The seats still to act in this phase.
    pub(super) waiting: Seats,
    pub(super) players: Players,
    pub(super) betting: Betting,
    pub(super) deck: Deck,
    /// The moves of the current hand.
    pub(super) moves: Vec<(Seat, PublicMove)>,
    /// The hands that are over.
    pub(super) past: Past<PastHand, OwnHand>,
}

impl FiveCardDraw {
    /// A match with all cards dealt from a seed.
    ///
    /// # Errors
    ///
    /// Rules that are not playable.
    pub fn new(rules: Rules, seed: u64) -> Result<Self, RulesError> {
        rules.check()?;
        Ok(Self::begin(rules, seed, None, Self::even(&rules), 0))
    }

    /// A match with explicit decks for its first hands; others are dealt from the seed.
    ///
    /// A deck is a list of cards in dealing order: the first five go to seat 0, the next five to
    /// seat 1 and so on, whether the seat still plays or not, and the rest is the stub; in badugi, a
    /// hand has four cards. It needs ten cards per player, so that everyone may draw five, and a hand
    /// more per player for every further draw.
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
        Ok(Self::begin(rules, seed, Some(given?), Self::even(&rules), 0))
    }

    /// A new match with the same rules, seed and decks, in which seats begin with these stacks.
    ///
    /// # Errors
    ///
    /// The wrong number of stacks, or one that is empty or larger than that of the rules.
    pub fn with_stacks(self, stacks: &[Chips]) -> Result<Self, RulesError> {
        let rules = self.rules;
        if stacks.len() != rules.seats() {
            return Err(RulesError::StackCount { expected: rules.seats(), found: stacks.len() });
        }
        let mut start = [0; MAX_PLAYERS];
        for (seat, (place, &found)) in start.iter_mut().zip(stacks).enumerate() {
            if found == 0 || found > rules.stack {
                return Err(RulesError::StackSize { seat, most: rules.stack, found });
            }
            *place = found;
        }
        Ok(Self::begin(rules, self.seed, self.given, start, 0))
    }

    /// The stack of the rules for every seat.
    fn even(rules: &Rules) -> [Chips; MAX_PLAYERS] {
        let mut start = [0; MAX_PLAYERS];
        start[..rules.seats()].fill(rules.stack);
        start
    }

    /// A match in which the button begins `moved` seats to the left of the last seat.
    fn begin(
        rules: Rules,
        seed: u64,
        given: Option<Arc<[Deck]>>,
        start: [Chips; MAX_PLAYERS],
        moved: usize,
    ) -> Self {
        let players = Players { stacks: start, ..Players::default() };
        let mut state = Self {
            rules,
            seed,
            given,
            start,
            number: 0,
            button: (rules.seats() - 1 + moved) % rules.seats(),
            phase: Phase::Over,
            draw: 0,
            turn: 0,
            waiting: Seats::EMPTY,
            players,
            betting: Betting::default(),
            deck: Deck::EMPTY,
            moves: Vec::with_capacity(16),
            past: Past::default(),
        };
        let last = state.deal();
        state.advance(last);
        state
    }

    /// Start hand `number`: antes, cards, blinds, the first betting round; returns the seat to whose
    /// left it begins.
    fn deal(&mut self) -> Seat {
        let given = self.given.as_ref().and_then(|decks| decks.get(self.number as usize));
        let deck = match given {
            Some(deck) => *deck,
            None => {
                let mut random = Random::stream(self.seed, u64::from(self.number));
                Deck::shuffled(&self.rules, &mut random)
            }
        };
        self.deal_from(deck)
    }

    /// Start hand `number` with this deck; returns the seat to whose left the betting begins.
    fn deal_from(&mut self, deck: Deck) -> Seat {
        let playing = self.players.with_chips();
        self.players.clear();
        self.players.dealt = playing;
        self.deck = deck;
        for seat in playing.iter() {
            self.players.pay(seat, self.rules.ante);
            self.players.hands[seat] = self.deck.hand(seat, &self.rules);
        }
        self.deck.begin_draws(&self.rules);
        self.moves.clear();
        self.phase = Phase::FirstBets;
        self.draw = 0;
        if self.rules.big_blind == 0 {
            (self.betting, self.waiting) = Betting::open(self.rules.small_bet, &self.players);
            return self.button;
        }
        let (blinds, count) = self.blinds();
        let posted = blinds.into_iter().take(count);
        (self.betting, self.waiting) =
            Betting::open_with_blinds(self.rules.small_bet, posted, &mut self.players);
        blinds[count - 1].0
    }

    /// Who posts what: the small blind, the big blind and the straddle, and their number. The first
    /// player to the left of the button posts the small blind, between two players the button.
    fn blinds(&self) -> ([(Seat, Chips); 3], usize) {
        let dealt = self.players.dealt;
        let next = |seat: Seat| dealt.left_of(seat).unwrap_or(seat);
        let heads_up = dealt.len() == 2;
        let small = if heads_up { self.button } else { next(self.button) };
        let (big, third) = (next(small), next(next(small)));
        let Rules { small_blind, big_blind, straddle, .. } = self.rules;
        let straddles = straddle > 0 && !heads_up;
        ([(small, small_blind), (big, big_blind), (third, straddle)], 2 + usize::from(straddles))
    }

    /// The state at the start of the current hand, with this deck.
    pub(super) fn with_hand_dealt(mut self, deck: Deck) -> Self {
        self.given = (self.number == 0).then(|| [deck].into());
        let paid = self.players.paid;
        for (stack, paid) in self.players.stacks.iter_mut().zip(paid) {
            *stack += paid;
        }
        let last = self.deal_from(deck);
        self.advance(last);
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
            let is_last = self.phase != Phase::Discard && self.draw == self.rules.draws;
            if self.players.live().len() > 1 && !is_last {
                self.begin_next_phase();
                seat = self.button;
            } else {
                let Some(last) = self.finish_hand() else { return };
                seat = last;
            }
        }
    }

    fn begin_next_phase(&mut self) {
        if self.phase == Phase::Discard {
            self.phase = Phase::bets(self.draw);
            let size = self.rules.bet_size(self.draw);
            (self.betting, self.waiting) = Betting::open(size, &self.players);
        } else {
            self.phase = Phase::Discard;
            self.draw += 1;
            self.betting = Betting::default();
            self.waiting = self.players.live();
        }
    }

    /// Pay out the pots and deal the next hand, if there is one; returns the seat to whose left its
    /// betting begins.
    fn finish_hand(&mut self) -> Option<Seat> {
        let ranking = self.rules.ranking;
        let result = HandResult::of(self.number, self.button, &self.players, ranking);
        for (stack, won) in self.players.stacks.iter_mut().zip(result.won) {
            *stack += won;
        }
        let moves = self.moves.clone().into_boxed_slice();
        let seats = 0..self.rules.seats();
        let own = seats.map(|seat| OwnHand::of(seat, &self.players, &self.deck, &self.rules));
        self.past.push(PastHand { result, moves }, own);
        let next_button = self.players.with_chips().left_of(self.button);
        if self.number + 1 >= self.rules.hands || self.players.with_chips().len() < 2 {
            self.players.clear();
            self.phase = Phase::Over;
            self.waiting = Seats::EMPTY;
            self.betting = Betting::default();
            self.deck = Deck::EMPTY;
            self.moves.clear();
            self.draw = 0;
            return None;
        }
        self.number += 1;
        self.button = next_button.unwrap_or(self.button);
        Some(self.deal())
    }

    /// A bet or raise whose amount is in words; `None` if the text is something else.
    fn parse_size(&self, text: &str) -> Option<Move> {
        if !self.phase.is_betting() || self.rules.betting == Structure::Limit {
            return None;
        }
        let lower = text.to_ascii_lowercase().replace('-', " ");
        let words: Vec<&str> = lower.split_whitespace().filter(|&word| word != "to").collect();
        let (verb, size) = match *words.as_slice() {
            ["all", "in"] => (None, &["all", "in"][..]),
            [verb @ ("bet" | "raise"), ref size @ ..] => (Some(verb), size),
            _ => return None,
        };
        let range = self.betting.raise_range(self.turn, &self.players, &self.rules);
        let all_in = self.players.stacks[self.turn] + self.betting.bets[self.turn];
        let (least, most) = range.unwrap_or((all_in, all_in));
        let pot = self.betting.pot_raise(self.turn, &self.players);
        let chips = match size {
            ["min"] => least,
            ["half"] | ["half", "pot"] => {
                (self.betting.level + (pot - self.betting.level) / 2).clamp(least, most)
            }
            ["pot"] => pot.clamp(least, most),
            // At pot-limit this may be more than is allowed, which is then said.
            ["all", "in"] => all_in,
            _ => return None,
        };
        Some(match verb {
            Some("bet") => Move::BetOf(chips),
            Some(_) => Move::RaiseTo(chips),
            // All in may be a call.
            None if range.is_none() && all_in <= self.betting.level => Move::Call,
            None => self.betting.sized(chips),
        })
    }

    fn discard(&mut self, seat: Seat, cards: CardSet) -> Result<(), IllegalReason> {
        let hand = self.players.hands[seat];
        if let Some(card) = (cards - hand).iter().next() {
            return Err(IllegalReason::NotHeld { card, hand });
        }
        self.players.hands[seat] = (hand - cards) | self.deck.draw(cards.len());
        if let Some(place) = self.players.discarded[seat].get_mut(self.draw as usize - 1) {
            *place = cards;
        }
        self.players.drawn[seat] = Some(cards.len() as u8);
        self.waiting = self.waiting.without(seat);
        Ok(())
    }
}

/// The subset of a hand with this index, 0 to 31 for five cards, in the list of legal discards: a bit
/// mask over the sorted cards, lowest card first.
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
        Self::begin(self.rules, seed, self.given.clone(), self.start, 0)
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
        Self::begin(self.rules, seed, self.given.clone(), self.start, start)
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

    /// Before and after a draw `check`, `bet`, or `fold`, `call`, `raise`; at a draw all 32
    /// discards, in badugi 16, as bit masks over the sorted hand. At pot-limit and no-limit, up to
    /// four amounts are listed: the least, half the pot, the pot and the most.
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        match self.phase {
            Phase::Over => {}
            Phase::Discard => {
                let hand = self.players.hands[self.turn];
                let count = 1 << self.rules.cards();
                moves.extend((0..count).map(|index| Move::Discard(discard_at(hand, index))));
            }
            _ => {
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
            (_, chosen) => {
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
        let chips = self.players.stacks.iter().zip(&self.players.paid).zip(&self.start);
        let scores =
            chips.map(|((stack, paid), &start)| i64::from(stack + paid) - i64::from(start));
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
        if self.start != Self::even(&self.rules) {
            facts.push(("stacks", Fact::list(self.start.into_iter().take(self.seats()))));
        }
        facts
    }

    fn public_text(&self, chosen: &Move) -> String {
        PublicMove::from(*chosen).to_string()
    }

    fn move_text(&self, chosen: &Move) -> String {
        chosen.to_string()
    }

    /// Amounts may also be given in words: `bet pot`, `raise half pot`, `raise min`, `all in`.
    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        if let Some(sized) = self.parse_size(text) {
            return Ok(sized);
        }
        match text.parse()? {
            Move::BetOf(_) | Move::RaiseTo(_) if self.rules.betting == Structure::Limit => {
                let word = text.split_whitespace().next().unwrap_or_default();
                Err(MoveError::new(text, format_args!("expected nothing after '{word}'")))
            }
            chosen => Ok(chosen),
        }
    }

    /// At pot-limit and no-limit, any amount between the least and the most is legal.
    fn is_listed(&self, chosen: &Move) -> bool {
        !matches!(chosen, Move::BetOf(_) | Move::RaiseTo(_))
    }

    fn bots() -> &'static [BotEntry<Self>] {
        BOTS
    }

    fn encoder(&self) -> Result<Box<dyn Encoder<Self>>, EncodingError> {
        Ok(Box::new(DrawEncoder::new(self.rules)))
    }
}
