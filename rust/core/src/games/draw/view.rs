//! What one seat may know about a match: its own cards and discards, everything about chips, how
//! many cards the others drew, what was shown at the end of the last hand. Never another hand,
//! another's discards, the deck, or the seed of later hands.

use super::betting::SIZES;
use super::deck::Deck;
use super::moves::{Move, PublicMove};
use super::past::{OwnHand, PastHand};
use super::result::HandResult;
use super::rules::{Chips, MAX_DRAWS, Rules};
use super::seats::Seats;
use super::state::{FiveCardDraw, Phase, discard_at};
use crate::cards::CardSet;
use crate::game::{Fact, Facts, Game as _, Part, Seat, SeatPast, View};
use crate::random::Random;

/// What a seat or a spectator may know about a match.
#[derive(Clone, Copy, Debug)]
pub struct DrawView<'a> {
    state: &'a FiveCardDraw,
    /// For a spectator, one more than the last seat: it has no cards.
    seat: Seat,
}

impl<'a> DrawView<'a> {
    pub(super) fn new(state: &'a FiveCardDraw, viewer: Option<Seat>) -> Self {
        let seats = state.rules.seats();
        Self { state, seat: viewer.map_or(seats, |seat| seat.min(seats)) }
    }

    /// The rules of the match.
    #[must_use]
    pub const fn rules(&self) -> &'a Rules {
        &self.state.rules
    }

    /// The number of the hand, from 0.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.state.number
    }

    /// The phase of the hand.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The seat with the button: the last to act.
    #[must_use]
    pub const fn button(&self) -> Seat {
        self.state.button
    }

    /// The seat's own cards, also after it folded; empty if it was not dealt in.
    #[must_use]
    pub fn hand(&self) -> CardSet {
        self.own(&self.state.players.hands)
    }

    /// The seat's entry of a per-seat array; the default for a spectator.
    fn own<T: Copy + Default>(&self, of_seats: &[T]) -> T {
        self.seat().and_then(|seat| of_seats.get(seat).copied()).unwrap_or_default()
    }

    /// The seat's discards in this hand.
    #[must_use]
    pub fn discarded(&self) -> CardSet {
        self.own(&self.state.players.discarded)
            .into_iter()
            .fold(CardSet::EMPTY, |all, one| all | one)
    }

    /// The cards that the seat received in each draw of this hand.
    pub(super) fn own_draws(&self) -> [CardSet; MAX_DRAWS] {
        let mut received = [CardSet::EMPTY; MAX_DRAWS];
        let (mut place, mut draw) = (0, 0);
        for &(seat, made) in &self.state.moves {
            let PublicMove::Draw(count) = made else { continue };
            if seat == self.seat {
                received[draw] = self.state.deck.drawn(place, count, &self.state.rules);
                draw += 1;
            }
            place += count;
        }
        received
    }

    /// The cards that the seat was dealt in this hand, including its discards.
    #[must_use]
    pub fn dealt_hand(&self) -> CardSet {
        match self.seat().filter(|&seat| self.state.players.dealt.contains(seat)) {
            Some(seat) => self.state.deck.hand(seat, &self.state.rules),
            None => CardSet::EMPTY,
        }
    }

    /// The seats still in the hand: dealt in and not folded.
    #[must_use]
    pub fn live(&self) -> Seats {
        self.state.players.live()
    }

    /// The seats still in the hand, except the viewer's.
    #[must_use]
    pub fn opponents(&self) -> Seats {
        self.live().without(self.seat)
    }

    /// The seats that have folded.
    #[must_use]
    pub const fn folded(&self) -> Seats {
        self.state.players.folded
    }

    /// The seats still in the hand without chips.
    #[must_use]
    pub fn all_in(&self) -> Seats {
        self.live() - self.state.players.with_chips()
    }

    /// The seats that were not dealt in.
    #[must_use]
    pub fn out(&self) -> Seats {
        let all: Seats = (0..self.state.rules.seats()).collect();
        all - self.state.players.dealt
    }

    /// The stack of a seat.
    #[must_use]
    pub fn stack(&self, seat: Seat) -> Chips {
        self.state.players.stacks.get(seat).copied().unwrap_or(0)
    }

    /// The chips a seat has paid into the hand.
    #[must_use]
    pub fn paid(&self, seat: Seat) -> Chips {
        self.state.players.paid.get(seat).copied().unwrap_or(0)
    }

    /// The chips a seat has put in this betting round.
    #[must_use]
    pub fn bet(&self, seat: Seat) -> Chips {
        self.state.betting.bets.get(seat).copied().unwrap_or(0)
    }

    /// The number of cards a seat has drawn in its last draw; `None` before its first.
    #[must_use]
    pub fn drawn(&self, seat: Seat) -> Option<usize> {
        self.state.players.drawn.get(seat).copied().flatten().map(usize::from)
    }

    /// All chips in the pots.
    #[must_use]
    pub fn pot(&self) -> Chips {
        self.state.players.pot()
    }

    /// The price of a call.
    #[must_use]
    pub fn to_call(&self) -> Chips {
        self.seat().map_or(0, |seat| self.state.betting.owed(seat, &self.state.players))
    }

    /// The size of a bet or raise in this round, the smallest at pot-limit and no-limit; 0 at the draw.
    #[must_use]
    pub const fn bet_size(&self) -> Chips {
        self.state.betting.size
    }

    /// The number of raises left in this round; 0 at the draw.
    #[must_use]
    pub const fn raises_left(&self) -> u32 {
        if self.state.phase.is_betting() {
            self.state.rules.raises - self.state.betting.raises
        } else {
            0
        }
    }

    /// The number of draws that are left, including one in progress.
    #[must_use]
    pub const fn draws_left(&self) -> u32 {
        let left = self.state.rules.draws - self.state.draw;
        match self.state.phase {
            Phase::Discard => left + 1,
            Phase::Over => 0,
            _ => left,
        }
    }

    /// The least and the most that the seat may bet or raise to now; `None` if it may not, and at
    /// limit.
    #[must_use]
    pub fn raise_to(&self) -> Option<(Chips, Chips)> {
        let state = self.state;
        (self.is_my_turn() && state.phase.is_betting())
            .then(|| state.betting.raise_range(self.seat, &state.players, &state.rules))
            .flatten()
    }

    /// The bets or raises that are offered at pot-limit and no-limit: the least, half the pot, the
    /// pot, and the most; `None` for one that is not larger than the one before, or not allowed.
    pub(super) fn sizes(&self) -> [Option<Move>; SIZES] {
        let state = self.state;
        if !self.is_my_turn() || !state.phase.is_betting() {
            return [None; SIZES];
        }
        let sizes = state.betting.sizes(self.seat, &state.players, &state.rules);
        sizes.map(|size| size.map(|chips| state.betting.sized(chips)))
    }

    /// Whether a betting move is legal for the seat now.
    #[must_use]
    pub fn allows(&self, chosen: Move) -> bool {
        let state = self.state;
        self.is_my_turn()
            && state.phase.is_betting()
            && state.betting.allows(self.seat, chosen, &state.players, &state.rules).is_ok()
    }

    /// The public moves of this hand.
    #[must_use]
    pub fn moves(&self) -> &'a [(Seat, PublicMove)] {
        &self.state.moves
    }

    /// The result of the previous hand.
    #[must_use]
    pub fn last_hand(&self) -> Option<&'a HandResult> {
        self.state.past.last().map(|hand| &hand.result)
    }

    /// The hands that are over, with what the seat knows of its own.
    #[must_use]
    pub fn past(&self) -> SeatPast<'a, PastHand, OwnHand> {
        self.state.past.seen_by(self.seat())
    }

    /// A copy of the match without anything hidden from the seat: no cards of others, no deck, no
    /// seed.
    pub(super) fn known(&self) -> FiveCardDraw {
        let mut known = self.state.clone();
        for seat in (0..known.players.hands.len()).filter(|&seat| seat != self.seat) {
            known.players.hands[seat] = CardSet::EMPTY;
            known.players.discarded[seat] = Default::default();
        }
        known.past = known.past.known_to(self.seat());
        known.deck = Deck::EMPTY;
        known.given = None;
        known.seed = 0;
        known
    }

    fn status(&self, seat: Seat) -> &'static str {
        let players = &self.state.players;
        if !players.dealt.contains(seat) {
            "out"
        } else if players.folded.contains(seat) {
            "folded"
        } else if players.stacks[seat] == 0 {
            "all in"
        } else {
            "in"
        }
    }
}

impl View for DrawView<'_> {
    type Move = Move;

    const FACTS: &'static [&'static str] = &[
        "hand",
        "discarded",
        "phase",
        "hand_number",
        "hands",
        "button",
        "pot",
        "to_call",
        "raises_left",
        "raise_to",
        "draws_left",
        "stacks",
        "paid",
        "bets",
        "status",
        "drawn",
        "moves",
        "rules",
    ];

    fn seat(&self) -> Option<Seat> {
        Some(self.seat).filter(|&seat| seat < self.state.rules.seats())
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
        let by_seat =
            |value: &dyn Fn(Seat) -> Fact| Fact::List((0..self.state.seats()).map(value).collect());
        let made = |&(seat, chosen): &(Seat, PublicMove)| {
            Fact::Tuple(vec![seat.into(), chosen.to_string().into()])
        };
        Some(match name {
            "hand" => Fact::list(self.hand()),
            "discarded" => Fact::list(self.discarded()),
            "phase" => self.phase().name().into(),
            "hand_number" => (self.number() + 1).into(),
            "hands" => self.rules().hands.into(),
            "button" => self.button().into(),
            "pot" => self.pot().into(),
            "to_call" => self.to_call().into(),
            "raises_left" => self.raises_left().into(),
            "raise_to" => self.raise_to().map(|(least, most)| Fact::list([least, most])).into(),
            "draws_left" => self.draws_left().into(),
            "stacks" => by_seat(&|seat| self.stack(seat).into()),
            "paid" => by_seat(&|seat| self.paid(seat).into()),
            "bets" => by_seat(&|seat| self.bet(seat).into()),
            "status" => by_seat(&|seat| self.status(seat).into()),
            "drawn" => by_seat(&|seat| self.drawn(seat).into()),
            "moves" => Fact::List(self.moves().iter().map(made).collect()),
            "rules" => self.rules().facts().into(),
            _ => return None,
        })
    }

    fn part(&self) -> Option<Part> {
        Some(Part { kind: "hand", number: self.number() + 1, of: Some(self.rules().hands) })
    }

    fn last(&self) -> Option<Facts> {
        self.last_hand().map(|last| last.facts(self.state.seats()))
    }

    fn past_count(&self) -> usize {
        self.past().len()
    }

    fn past_part(&self, index: usize) -> Option<Facts> {
        let (hand, own) = self.past().get(index)?;
        let mut facts = hand.facts(self.state.seats());
        facts.extend(own.map(OwnHand::facts).unwrap_or_default());
        Some(facts)
    }

    fn random_move(&self, random: &mut Random) -> Option<Move> {
        if !self.is_my_turn() {
            return None;
        }
        if self.phase() == Phase::Discard {
            return Some(Move::Discard(discard_at(
                self.hand(),
                random.below(1 << self.rules().cards()),
            )));
        }
        let state = self.state;
        let (list, count) = state.betting.moves(self.seat, &state.players, &state.rules);
        random.pick(&list[..count]).copied()
    }
}
