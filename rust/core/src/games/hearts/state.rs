use smallvec::{SmallVec, smallvec};

use super::deck::DeckCard;
use super::hand::{Holdings, Part};
use super::moves::{DealError, Move, PASSED, Refusal};
use super::rules::{Moon, Rules};
use crate::game::Seat;
use crate::random::Random;

/// A game of Hearts: the state of the deal that is being played, and of the match around it.
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
    /// Where the cards of later deals come from.
    pub(super) seed: u64,
    pub(super) stage: Stage,
    /// How many deals came before this one.
    pub(super) deal: u32,
    pub(super) turn: u16,
    /// Who opens this deal, and with what; told to everyone when the play begins.
    pub(super) opener: u16,
    pub(super) opening: DeckCard,
    pub(super) hearts_broken: bool,
    pub(super) special_played: bool,
    pub(super) trick: Trick,
    /// What the seat to move may play of its hand: found once a turn, asked for more often.
    pub(super) playable: Part,
    pub(super) hands: Holdings,
    /// The cards played in this deal, in order. Who played them follows from the opener.
    pub(super) played: SmallVec<[DeckCard; 64]>,
    /// Points taken in this deal.
    pub(super) points: SmallVec<[u32; 8]>,
    /// Points of the deals before.
    pub(super) totals: SmallVec<[i32; 8]>,
    /// What each seat passed in this deal, as far as they have; seats pass in order.
    pub(super) passed: Vec<[DeckCard; PASSED]>,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Passing,
    Playing,
    Over,
}

/// What is known of a trick without looking at its cards again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trick {
    /// The cards of the suit led.
    pub(super) led: Part,
    pub(super) size: u16,
    pub(super) best: DeckCard,
    pub(super) winner: u16,
    pub(super) penalty: u32,
}

impl Trick {
    pub(super) const EMPTY: Self =
        Self { led: Part::run(0, 0), size: 0, best: DeckCard(0), winner: 0, penalty: 0 };

    /// Whether a card is of the suit led.
    #[inline]
    pub(super) const fn follows(&self, card: DeckCard) -> bool {
        self.led.spans(card)
    }

    /// Add a card.
    #[inline]
    pub(super) fn add(&mut self, rules: &Rules, seat: u16, card: DeckCard) {
        if self.size == 0 {
            let from = card.0 / rules.values * rules.values;
            self.led = Part::run(from, from + rules.values);
            self.best = card;
            self.winner = seat;
        } else if self.follows(card) && card > self.best {
            self.best = card;
            self.winner = seat;
        }
        self.size += 1;
        self.penalty += rules.cost(card);
    }
}

impl Hearts {
    /// A new game, with cards from a seed.
    #[must_use]
    pub fn new(rules: Rules, seed: u64) -> Self {
        let mut game = Self::undealt(rules, seed);
        game.deal();
        game
    }

    /// A new game whose first deal is given: the hands of the seats in order. Later deals of a
    /// match come from the seed.
    ///
    /// # Errors
    ///
    /// Holdings that are too many or too few, of the wrong size, with a card that is not in the deck
    /// or dealt twice.
    pub fn from_deal(rules: Rules, hands: &[Vec<DeckCard>], seed: u64) -> Result<Self, DealError> {
        let mut game = Self::undealt(rules, seed);
        if hands.len() != rules.players() {
            return Err(DealError::Holdings { expected: rules.players(), found: hands.len() });
        }
        for (seat, hand) in hands.iter().enumerate() {
            if hand.len() != rules.hand_size() {
                let expected = rules.hand_size();
                return Err(DealError::HandSize { seat, expected, found: hand.len() });
            }
            for (index, &card) in hand.iter().enumerate() {
                if !rules.has(card) {
                    return Err(DealError::NoSuchCard { seat, index });
                }
                if (0..=seat).any(|other| game.hands.contains(other, card)) {
                    return Err(DealError::Twice { seat, index, card: rules.text(card) });
                }
                game.hands.insert(seat, card);
            }
        }
        game.begin();
        Ok(game)
    }

    /// The rules in force.
    #[must_use]
    pub const fn rules_in_force(&self) -> &Rules {
        &self.rules
    }

    /// A seat's cards in order. For whoever may see everything: players get a view.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Vec<DeckCard> {
        self.hands.iter(seat, &Part::ALL).collect()
    }

    fn undealt(rules: Rules, seed: u64) -> Self {
        let seats = rules.players();
        Self {
            rules,
            seed,
            stage: Stage::Passing,
            deal: 0,
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
            totals: smallvec![0; seats],
            passed: Vec::new(),
        }
    }

    fn deal(&mut self) {
        let mut deck = self.rules.deck();
        Random::stream(self.seed, u64::from(self.deal)).shuffle(&mut deck);
        let hands = deck.chunks_exact(self.rules.hand_size());
        for (seat, hand) in hands.take(self.rules.players()).enumerate() {
            self.hands.give(seat, hand);
        }
        self.begin();
    }

    /// Begin a deal whose cards are in the hands.
    fn begin(&mut self) {
        self.played.clear();
        self.passed.clear();
        self.points.fill(0);
        self.hearts_broken = false;
        self.special_played = false;
        if self.rules.pass_offset(self.deal) > 0 {
            self.stage = Stage::Passing;
            self.turn = 0;
        } else {
            self.open();
        }
    }

    /// Find the card that opens the deal, and begin to play.
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

    /// Whether hearts may be led.
    pub(super) const fn hearts_open(&self) -> bool {
        self.hearts_broken || (self.special_played && self.rules.special_breaks())
    }

    /// Find what the seat to move may play of its hand.
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

    /// Play a card for the seat to move.
    #[inline(always)]
    pub(super) fn play_card(&mut self, card: DeckCard) -> Result<(), Refusal> {
        let seat = usize::from(self.turn);
        if self.stage != Stage::Playing || !self.hands.take(seat, &self.playable, card) {
            return Err(self.refusal(card));
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

    /// Pass three cards for the seat to move.
    #[inline(never)]
    pub(super) fn pass_cards(&mut self, cards: [DeckCard; PASSED]) -> Result<(), Refusal> {
        match self.stage {
            Stage::Over => return Err(Refusal::Over),
            Stage::Playing => return Err(Refusal::NotPassing),
            Stage::Passing => {}
        }
        let seat = usize::from(self.turn);
        if cards[0] >= cards[1] || cards[1] >= cards[2] {
            return Err(Refusal::PassOrder);
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
        for (total, points) in self.totals.iter_mut().zip(deal_scores(&self.rules, &self.points)) {
            *total += points;
        }
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
    fn refusal(&self, card: DeckCard) -> Refusal {
        match self.stage {
            Stage::Over => return Refusal::Over,
            Stage::Passing => return Refusal::NotPassed,
            Stage::Playing => {}
        }
        let seat = usize::from(self.turn);
        if !self.hands.contains(seat, card) {
            return self.not_held(card);
        }
        let cards: Vec<DeckCard> = self.hands.iter(seat, &self.playable).collect();
        let cards = self.rules.texts(&cards);
        if self.played.is_empty() {
            Refusal::NotOpening { opening: cards }
        } else if self.trick.size == 0 {
            Refusal::NotBroken { others: cards }
        } else if self.hands.any(seat, &self.trick.led) {
            Refusal::NotFollowing { held: cards }
        } else {
            Refusal::FirstTrick { others: cards }
        }
    }

    fn not_held(&self, card: DeckCard) -> Refusal {
        let hand = self.rules.texts(&self.hand(usize::from(self.turn)));
        Refusal::NotHeld { card: self.rules.text(card), hand }
    }

    /// Make a move.
    #[inline(always)]
    pub(super) fn make(&mut self, chosen: &Move) -> Result<(), Refusal> {
        match *chosen {
            Move::Play(card) => self.play_card(card),
            Move::Pass(cards) => self.pass_cards(cards),
        }
    }
}

/// What a deal adds to the totals, given the points that each seat took.
pub(super) fn deal_scores<'a>(
    rules: &Rules,
    points: &'a [u32],
) -> impl Iterator<Item = i32> + use<'a> {
    let all: u32 = points.iter().sum();
    let moon = if points.contains(&all) { rules.moon() } else { Moon::None };
    points.iter().map(move |&taken| match moon {
        Moon::None => taken as i32,
        Moon::Add => (all - taken) as i32,
        Moon::Subtract => -(taken as i32),
    })
}
