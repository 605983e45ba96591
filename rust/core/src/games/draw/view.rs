//! What one seat may know of a match: its own cards and discards, everything about chips, how
//! many cards the others drew, what was shown when the last hand ended. Never another hand,
//! another's discards, the deck, or the seed of later hands.

use super::deck::Deck;
use super::moves::{Move, PublicMove};
use super::result::HandResult;
use super::rules::{Chips, Rules};
use super::seats::Seats;
use super::state::{FiveCardDraw, Phase, discard_at};
use crate::cards::CardSet;
use crate::game::{Fact, Facts, Game as _, Seat, View};
use crate::random::Random;

/// What one seat may know of a match.
#[derive(Clone, Copy, Debug)]
pub struct DrawView<'a> {
    state: &'a FiveCardDraw,
    seat: Seat,
}

impl<'a> DrawView<'a> {
    pub(super) const fn new(state: &'a FiveCardDraw, seat: Seat) -> Self {
        Self { state, seat }
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

    /// What the players are doing.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The seat that has the button: the last to act.
    #[must_use]
    pub const fn button(&self) -> Seat {
        self.state.button
    }

    /// The seat's own cards, also after it folded; none if it was dealt none.
    #[must_use]
    pub fn hand(&self) -> CardSet {
        self.state.players.hands.get(self.seat).copied().unwrap_or_default()
    }

    /// What the seat has thrown away in this hand.
    #[must_use]
    pub fn discarded(&self) -> CardSet {
        self.state.players.discarded.get(self.seat).copied().unwrap_or_default()
    }

    /// The seats that play for the pot: dealt cards and not folded.
    #[must_use]
    pub fn live(&self) -> Seats {
        self.state.players.live()
    }

    /// The seats that play for the pot, without the one that looks.
    #[must_use]
    pub fn opponents(&self) -> Seats {
        self.live().without(self.seat)
    }

    /// The chips in front of a seat.
    #[must_use]
    pub fn stack(&self, seat: Seat) -> Chips {
        self.state.players.stacks.get(seat).copied().unwrap_or(0)
    }

    /// What a seat has paid into the hand.
    #[must_use]
    pub fn paid(&self, seat: Seat) -> Chips {
        self.state.players.paid.get(seat).copied().unwrap_or(0)
    }

    /// What a seat has put in in this betting round.
    #[must_use]
    pub fn bet(&self, seat: Seat) -> Chips {
        self.state.betting.bets.get(seat).copied().unwrap_or(0)
    }

    /// How many cards a seat has drawn; none before it has.
    #[must_use]
    pub fn drawn(&self, seat: Seat) -> Option<usize> {
        self.state.players.drawn.get(seat).copied().flatten().map(usize::from)
    }

    /// All chips in the pots.
    #[must_use]
    pub fn pot(&self) -> Chips {
        self.state.players.pot()
    }

    /// What the seat has to pay to call.
    #[must_use]
    pub fn to_call(&self) -> Chips {
        self.state.betting.owed(self.seat, &self.state.players)
    }

    /// What a bet or a raise adds in this round; 0 at the draw.
    #[must_use]
    pub const fn bet_size(&self) -> Chips {
        self.state.betting.size
    }

    /// How many raises are left in this round; none at the draw.
    #[must_use]
    pub const fn raises_left(&self) -> u32 {
        match self.state.phase {
            Phase::FirstBets | Phase::SecondBets => {
                self.state.rules.raises - self.state.betting.raises
            }
            Phase::Discard | Phase::Over => 0,
        }
    }

    /// Whether a betting move is legal for the seat now.
    #[must_use]
    pub fn allows(&self, chosen: Move) -> bool {
        let state = self.state;
        self.to_move() == Some(self.seat)
            && matches!(state.phase, Phase::FirstBets | Phase::SecondBets)
            && state.betting.allows(self.seat, chosen, &state.players, &state.rules).is_ok()
    }

    /// The moves of this hand as everyone has seen them.
    #[must_use]
    pub fn moves(&self) -> &'a [(Seat, PublicMove)] {
        &self.state.moves
    }

    /// How the hand before ended.
    #[must_use]
    pub const fn last(&self) -> Option<&'a HandResult> {
        self.state.last.as_ref()
    }

    /// A copy of the match without anything that is hidden from the seat: no cards of others,
    /// no deck, no seed.
    pub(super) fn known(&self) -> FiveCardDraw {
        let mut known = self.state.clone();
        for seat in (0..known.players.hands.len()).filter(|&seat| seat != self.seat) {
            known.players.hands[seat] = CardSet::EMPTY;
            known.players.discarded[seat] = CardSet::EMPTY;
        }
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

    fn seat(&self) -> Seat {
        self.seat
    }

    fn to_move(&self) -> Option<Seat> {
        self.state.to_move()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.to_move() == Some(self.seat) {
            self.state.legal_moves(moves);
        }
    }

    fn facts(&self) -> Facts {
        let seats = || 0..self.state.seats();
        let moves = self.moves().iter();
        vec![
            ("hand", Fact::list(self.hand())),
            ("discarded", Fact::list(self.discarded())),
            ("phase", self.phase().name().into()),
            ("hand_number", (self.number() + 1).into()),
            ("hands", self.rules().hands.into()),
            ("button", self.button().into()),
            ("pot", self.pot().into()),
            ("to_call", self.to_call().into()),
            ("raises_left", self.raises_left().into()),
            ("stacks", Fact::list(seats().map(|seat| self.stack(seat)))),
            ("paid", Fact::list(seats().map(|seat| self.paid(seat)))),
            ("bets", Fact::list(seats().map(|seat| self.bet(seat)))),
            ("status", Fact::list(seats().map(|seat| self.status(seat)))),
            ("drawn", Fact::list(seats().map(|seat| self.drawn(seat)))),
            (
                "moves",
                Fact::List(
                    moves
                        .map(|&(seat, chosen)| {
                            Fact::Tuple(vec![seat.into(), chosen.to_string().into()])
                        })
                        .collect(),
                ),
            ),
            ("last", self.last().map_or(Fact::None, |last| last.fact(self.state.seats()))),
            ("rules", Fact::Map(self.rules().facts())),
        ]
    }

    fn random_move(&self, random: &mut Random) -> Option<Move> {
        if self.to_move() != Some(self.seat) {
            return None;
        }
        if self.phase() == Phase::Discard {
            return Some(Move::Discard(discard_at(self.hand(), random.below(32))));
        }
        let state = self.state;
        let (list, count) = state.betting.moves(self.seat, &state.players, &state.rules);
        random.pick(&list[..count]).copied()
    }
}
