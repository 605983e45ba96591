use smallvec::{SmallVec, smallvec};

use super::compact::Compact;
use super::deck::DeckCard;
use super::hand::Part;
use super::moves::{Move, PASSED};
use super::past::{OwnDeal, PastDeal, deal_facts, follow_plays};
use super::rules::Rules;
use super::state::{Hearts, Stage};
use super::trick::Trick;
use crate::game::{Fact, Facts, Game as _, Part as MatchPart, Seat, SeatPast, View};
use crate::random::Random;

/// What a seat may know about a game of Hearts: its own hand, all plays of the deal, the cards it
/// passed and received, and what follows from these; never another hand. A spectator only knows the
/// plays.
#[derive(Clone, Copy)]
pub struct HeartsView<'a> {
    state: &'a Hearts,
    /// For a spectator, one more than the last seat: it has no cards.
    seat: Seat,
}

/// The known voids: suits and special card that a seat cannot hold, as implied by its plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KnownVoids {
    classes: usize,
    excluded: SmallVec<[bool; 32]>,
}

impl KnownVoids {
    /// Whether a seat cannot hold cards of a class: a suit without the special card, or, as the
    /// class after the last suit, the special card.
    pub(super) fn is_excluded(&self, seat: Seat, class: usize) -> bool {
        self.excluded.get(seat * self.classes + class).copied().unwrap_or(false)
    }

    /// Record that a seat holds no cards of a class.
    fn exclude(&mut self, seat: Seat, class: usize) {
        if let Some(excluded) = self.excluded.get_mut(seat * self.classes + class) {
            *excluded = true;
        }
    }

    /// Record that a seat holds only certain classes.
    fn exclude_all_but(&mut self, seat: Seat, kept: impl Fn(usize) -> bool) {
        let row = self.excluded.iter_mut().skip(seat * self.classes).take(self.classes);
        for (class, excluded) in row.enumerate() {
            *excluded |= !kept(class);
        }
    }
}

impl<'a> HeartsView<'a> {
    #[inline]
    pub(super) fn new(state: &'a Hearts, viewer: Option<Seat>) -> Self {
        let players = state.rules.players();
        Self { state, seat: viewer.unwrap_or(players) }
    }

    /// The viewing seat; for a spectator, one more than the last seat.
    pub(super) const fn viewer_index(&self) -> Seat {
        self.seat
    }

    /// The rules in force.
    #[must_use]
    pub const fn rules(&self) -> &'a Rules {
        &self.state.rules
    }

    /// The seat's own cards in order.
    pub fn hand(&self) -> impl Iterator<Item = DeckCard> + 'a {
        self.state.hands.iter(self.seat, &Part::ALL)
    }

    /// The number of cards of a suit the seat holds.
    #[must_use]
    pub fn suit_length(&self, suit: usize) -> usize {
        let from = (suit * self.rules().values()) as u16;
        self.state.hands.count(self.seat, &Part::run(from, from + self.rules().values))
    }

    /// Whether cards are being passed.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        self.state.stage == Stage::Passing
    }

    /// The cards the seat may play, in order; none during the passing or when others are to move.
    pub fn playable(&self) -> impl Iterator<Item = DeckCard> + 'a {
        let mine = self.is_my_turn() && !self.is_passing();
        let part = if mine { self.state.playable } else { Part::run(0, 0) };
        self.state.hands.iter(self.seat, &part)
    }

    /// The highest card of the suit led in the current trick; `None` before a lead.
    #[must_use]
    pub fn best_in_trick(&self) -> Option<DeckCard> {
        (self.state.trick.size > 0).then_some(self.state.trick.best)
    }

    /// Whether a card is of the suit led.
    #[must_use]
    pub const fn follows(&self, card: DeckCard) -> bool {
        self.state.trick.size > 0 && self.state.trick.follows(card)
    }

    /// The penalty points in the current trick.
    #[must_use]
    pub const fn trick_penalty(&self) -> u32 {
        self.state.trick.penalty
    }

    /// Whether the special card has been played in this deal.
    #[must_use]
    pub const fn special_played(&self) -> bool {
        self.state.special_played
    }

    /// The plays of this deal, in order.
    #[must_use]
    pub fn plays(&self) -> Vec<(Seat, DeckCard)> {
        let mut plays = Vec::with_capacity(self.state.played.len());
        self.follow_plays(|_, seat, card| plays.push((seat, card)));
        plays
    }

    /// Visit the plays of the deal: the trick before the play, the seat, the card.
    fn follow_plays(&self, visit: impl FnMut(&Trick, Seat, DeckCard)) {
        follow_plays(self.rules(), self.state.opener, &self.state.played, visit);
    }

    /// The cards of the current trick, in order.
    pub(super) fn trick_cards(&self) -> &'a [DeckCard] {
        let size = usize::from(self.state.trick.size);
        self.state.played.get(self.state.played.len() - size..).unwrap_or_default()
    }

    /// The seats that led the current trick and are winning it; `None` before a lead.
    pub(super) fn trick_seats(&self) -> Option<(Seat, Seat)> {
        let (trick, players) = (&self.state.trick, self.rules().players());
        let size = usize::from(trick.size);
        let leader = (usize::from(self.state.turn) + players - size) % players;
        (size > 0).then(|| (leader, usize::from(trick.winner)))
    }

    /// The points every seat has taken in this deal.
    pub(super) fn points(&self) -> &'a [u32] {
        &self.state.points
    }

    /// The seat that has taken the rewarded jack in this deal.
    pub(super) fn jack(&self) -> Option<Seat> {
        self.state.jack.map(usize::from)
    }

    /// The points every seat has from previous deals.
    pub(super) fn totals(&self) -> &'a [i32] {
        &self.state.totals
    }

    /// Whether hearts may be led.
    pub(super) const fn hearts_open(&self) -> bool {
        self.state.hearts_open()
    }

    /// The voids implied by the plays of the deal.
    pub(super) fn known_voids(&self) -> KnownVoids {
        self.shown_by_plays(|_, _| {})
    }

    /// The same, visiting every play on the way.
    #[inline]
    pub(super) fn shown_by_plays(&self, mut visit: impl FnMut(Seat, DeckCard)) -> KnownVoids {
        let rules = self.rules();
        let special = rules.suits();
        let hearts = rules.suit(DeckCard(rules.hearts));
        let classes = rules.suits() + 1;
        let mut known_voids =
            KnownVoids { classes, excluded: smallvec![false; classes * rules.players()] };
        let special_suit = rules.suit(rules.special);
        let (mut broken, mut special_played, mut count, mut led) = (false, false, 0, 0);
        self.follow_plays(|trick, seat, card| {
            visit(seat, card);
            let is_heart = rules.is_heart(card);
            if trick.size == 0 {
                led = rules.suit(card);
                let open = broken || (special_played && rules.special_breaks());
                if count > 0 && is_heart && !open {
                    known_voids.exclude_all_but(seat, |class| class == hearts);
                }
            } else if !trick.follows(card) {
                known_voids.exclude(seat, led);
                if led == special_suit {
                    known_voids.exclude(seat, special);
                }
                let first = rules.first_trick_is_free() && count < rules.players();
                if first && rules.cost(card) > 0 {
                    known_voids.exclude_all_but(seat, |class| class == hearts || class == special);
                }
            }
            broken |= is_heart;
            special_played |= card == rules.special;
            count += 1;
        });
        known_voids
    }

    /// The suits in which a seat is known to be void.
    #[must_use]
    pub fn voids(&self, seat: Seat) -> Vec<usize> {
        self.voids_in(&self.known_voids(), seat)
    }

    fn voids_in(&self, known_voids: &KnownVoids, seat: Seat) -> Vec<usize> {
        (0..self.rules().suits()).filter(|&suit| self.is_void(known_voids, seat, suit)).collect()
    }

    /// Whether a seat is known to be void in a suit.
    pub(super) fn is_void(&self, known_voids: &KnownVoids, seat: Seat, suit: usize) -> bool {
        let rules = self.rules();
        let without_special = || {
            known_voids.is_excluded(seat, rules.suits())
                || self.special_played()
                || self.state.hands.contains(self.seat, rules.special)
        };
        known_voids.is_excluded(seat, suit)
            && (suit != rules.suit(rules.special) || without_special())
    }

    /// The pass offset of this deal, in seats.
    pub(super) fn pass_offset(&self) -> usize {
        self.rules().pass_offset(self.state.deal)
    }

    /// The seat that a seat passes to in this deal; `None` in a deal without passing.
    pub(super) fn receiver(&self, seat: Seat) -> Option<Seat> {
        let offset = self.pass_offset();
        (offset > 0).then(|| (seat + offset) % self.rules().players())
    }

    /// The cards this seat has passed in this deal, and to whom.
    #[must_use]
    pub fn passed(&self) -> Option<(Seat, [DeckCard; PASSED])> {
        self.receiver(self.seat).zip(self.state.passed.get(self.seat).copied())
    }

    /// The cards this seat has received in this deal, and from whom.
    #[must_use]
    pub fn received(&self) -> Option<(Seat, [DeckCard; PASSED])> {
        let passed = (self.state.passed.len() == self.rules().players()).then_some(());
        let giver = passed.and_then(|()| {
            (0..self.rules().players()).find(|&seat| self.receiver(seat) == Some(self.seat))
        });
        giver.and_then(|giver| Some((giver, *self.state.passed.get(giver)?)))
    }

    /// The deals of the match that are over, with what the seat knows of its own.
    #[must_use]
    pub fn past(&self) -> SeatPast<'a, PastDeal, OwnDeal> {
        self.state.past.seen_by(self.seat())
    }

    /// Everything that is not hidden from the seat: other hands are empty, other seats' passes are
    /// three copies of one card, and there is no seed and no later deals. The legal cards of the
    /// seat to move must be recomputed once the hands are filled.
    pub(super) fn known_state(&self) -> Hearts {
        let mut known = self.state.clone();
        known.seed = 0;
        known.given = None;
        known.past = known.past.known_to(self.seat());
        known.playable = Part::ALL;
        let received = self.received();
        for seat in (0..self.rules().players()).filter(|&seat| seat != self.seat) {
            known.hands.clear(seat);
            if let Some(cards) = known.passed.get_mut(seat)
                && received.is_none_or(|(giver, _)| giver != seat)
            {
                *cards = [DeckCard(0); PASSED];
            }
        }
        known
    }

    /// The deal in compact form, with only the seat's own hand, for decks and tables that are small
    /// enough.
    pub(super) fn compact(&self) -> Compact {
        let mut known = self.state.compact();
        for (seat, hand) in known.hands.iter_mut().enumerate() {
            if seat != self.seat {
                *hand = 0;
            }
        }
        known
    }

    /// The plays of the current trick.
    fn trick(&self) -> Vec<(Seat, DeckCard)> {
        let mut plays = self.plays();
        plays.split_off(plays.len() - usize::from(self.state.trick.size))
    }

    /// The suit led in the current trick.
    fn led(&self) -> Option<usize> {
        self.best_in_trick().map(|card| self.rules().suit(card))
    }

    /// For each seat, the suits in which it is known to be void.
    fn void_facts(&self) -> Fact {
        let (rules, known_voids) = (self.rules(), self.known_voids());
        let suits =
            |seat| self.voids_in(&known_voids, seat).into_iter().map(|suit| rules.suit_fact(suit));
        Fact::list((0..rules.players()).map(|seat| Fact::list(suits(seat))))
    }

    fn card_facts(&self, cards: impl IntoIterator<Item = DeckCard>) -> Fact {
        Fact::list(cards.into_iter().map(|card| self.rules().fact(card)))
    }

    fn play_facts(&self, plays: &[(Seat, DeckCard)]) -> Fact {
        let pair = |&(seat, card): &(Seat, DeckCard)| {
            Fact::Tuple(vec![seat.into(), self.rules().fact(card)])
        };
        Fact::list(plays.iter().map(pair))
    }
}

impl View for HeartsView<'_> {
    type Move = Move;

    const FACTS: &'static [&'static str] = &[
        "hand",
        "trick",
        "led",
        "plays",
        "voids",
        "points",
        "jack",
        "hearts_broken",
        "special_played",
        "opening",
        "totals",
        "deal",
        "passing",
        "passes_to",
        "passed",
        "received",
    ];

    fn seat(&self) -> Option<Seat> {
        Some(self.seat).filter(|&seat| seat < self.rules().players())
    }

    fn to_move(&self) -> Option<Seat> {
        self.state.to_move()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.is_my_turn() {
            self.state.legal_moves(moves);
        }
    }

    fn fact(&self, name: &str) -> Option<Fact> {
        let (state, rules) = (self.state, self.rules());
        let cards = |pass: Option<(Seat, [DeckCard; PASSED])>| -> Fact {
            pass.map(|(_, cards)| self.card_facts(cards)).into()
        };
        Some(match name {
            "hand" => self.card_facts(self.hand()),
            "trick" => self.play_facts(&self.trick()),
            "led" => self.led().map(|suit| rules.suit_fact(suit)).into(),
            "plays" => self.play_facts(&self.plays()),
            "voids" => self.void_facts(),
            "points" => Fact::list(state.points.iter().copied()),
            "jack" => self.jack().into(),
            "hearts_broken" => state.hearts_open().into(),
            "special_played" => state.special_played.into(),
            "opening" => (!self.is_passing()).then(|| rules.fact(state.opening)).into(),
            "totals" => Fact::list(state.totals.iter().map(|&total| i64::from(total))),
            "deal" => state.deal.into(),
            "passing" => self.is_passing().into(),
            "passes_to" => self.seat().and_then(|seat| self.receiver(seat)).into(),
            "passed" => cards(self.passed()),
            "received" => cards(self.received()),
            _ => return None,
        })
    }

    fn part(&self) -> Option<MatchPart> {
        let rules = self.rules();
        let of = if rules.target().is_none() { Some(1) } else { None };
        let part = MatchPart { kind: "deal", number: self.state.deal + 1, of };
        rules.is_standard().then_some(part)
    }

    fn last(&self) -> Option<Facts> {
        let (state, rules) = (self.state, self.rules());
        // The previous deals have ended, and this one too if nobody is to move.
        let number = state.deal + u32::from(state.stage == Stage::Over);
        if number == 0 || !rules.is_standard() {
            return None;
        }
        Some(deal_facts(rules, number, &state.last, state.last_jack.map(usize::from)))
    }

    fn past_count(&self) -> usize {
        self.past().len()
    }

    fn past_part(&self, index: usize) -> Option<Facts> {
        let (deal, own) = self.past().get(index)?;
        let mut facts = deal.facts(self.rules());
        facts.extend(own.map(|own| own.facts(self.rules())).unwrap_or_default());
        Some(facts)
    }

    #[inline]
    fn is_my_turn(&self) -> bool {
        self.to_move() == Some(self.seat)
    }

    // Playouts dominate a search: the call costs as much as the choice.
    #[inline(always)]
    fn random_move(&self, random: &mut Random) -> Option<Move> {
        let state = self.state;
        if usize::from(state.turn) != self.seat {
            return None;
        }
        match state.stage {
            Stage::Playing => {
                let pick = |count| random.below(count);
                return state.hands.pick(self.seat, &state.playable, pick).map(Move::Play);
            }
            Stage::Over => return None,
            Stage::Passing => {}
        }
        let mut hand = self.hand().collect::<Vec<_>>();
        let mut draw = || {
            let index = random.below(hand.len() as u32) as usize;
            (index < hand.len()).then(|| hand.swap_remove(index))
        };
        let mut cards = [draw()?, draw()?, draw()?];
        cards.sort_unstable();
        Some(Move::Pass(cards))
    }
}
