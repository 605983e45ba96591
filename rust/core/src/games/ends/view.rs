//! A seat's view: everything, since this is a perfect-information game.

use super::moves::End;
use super::state::Ends;
use crate::game::{Fact, Game as _, Seat, View};

/// The game as a seat or a spectator sees it.
#[derive(Clone, Copy, Debug)]
pub struct EndsView<'a> {
    state: &'a Ends,
    seat: Option<Seat>,
}

impl<'a> EndsView<'a> {
    pub(super) const fn new(state: &'a Ends, seat: Option<Seat>) -> Self {
        Self { state, seat }
    }

    /// The state; nothing is hidden.
    #[must_use]
    pub const fn state(&self) -> &'a Ends {
        self.state
    }
}

impl View for EndsView<'_> {
    type Move = End;

    const FACTS: &'static [&'static str] = &["hand", "cards", "row", "taken", "scores", "ties"];

    fn seat(&self) -> Option<Seat> {
        self.seat
    }

    fn to_move(&self) -> Option<Seat> {
        self.state.to_move()
    }

    fn legal_moves(&self, moves: &mut Vec<End>) {
        moves.clear();
        if self.is_my_turn() {
            self.state.legal_moves(moves);
        }
    }

    /// `hand`: the cards the seat has taken; `cards`: what is left of the `row`; `taken`: the cards
    /// of both seats; `scores`; `ties`: the end that greedy bots take when both are equal.
    fn fact(&self, name: &str) -> Option<Fact> {
        let state = self.state;
        let list = |cards: &[i64]| Fact::list(cards.iter().copied());
        Some(match name {
            "hand" => list(self.seat.map_or(&[], |seat| state.taken(seat))),
            "cards" => list(state.cards()),
            "row" => list(state.row().cards()),
            "taken" => Fact::List((0..state.seats()).map(|seat| list(state.taken(seat))).collect()),
            "scores" => Fact::list(state.scores()),
            "ties" => state.ties().name().into(),
            _ => return None,
        })
    }
}
