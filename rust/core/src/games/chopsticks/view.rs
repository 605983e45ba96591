//! A seat's view: everything, since this is a perfect-information game.

use super::hands::Hands;
use super::moves::Move;
use super::rules::Rules;
use super::state::{Chopsticks, hands_fact};
use crate::game::{Fact, Game as _, Seat, View};

/// The game as a seat or a spectator sees it.
#[derive(Clone, Copy, Debug)]
pub struct ChopsticksView<'a> {
    state: &'a Chopsticks,
    seat: Option<Seat>,
}

impl<'a> ChopsticksView<'a> {
    pub(super) const fn new(state: &'a Chopsticks, seat: Option<Seat>) -> Self {
        Self { state, seat }
    }

    /// The whole state; nothing is hidden.
    #[must_use]
    pub const fn state(&self) -> &'a Chopsticks {
        self.state
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &'a Rules {
        self.state.house_rules()
    }

    /// The hands of the viewing seat; `None` for a spectator.
    #[must_use]
    pub fn hand(&self) -> Option<Hands> {
        self.state.players().get(self.seat?).copied()
    }
}

impl View for ChopsticksView<'_> {
    type Move = Move;

    const FACTS: &'static [&'static str] = &["hand", "hands", "ply", "plies_left", "rules"];

    fn seat(&self) -> Option<Seat> {
        self.seat
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

    /// `hand`: the hands of the seat; `hands`: those of player A and of player B; `ply`: plies
    /// played; `plies_left`: plies to the tie; `rules`.
    fn fact(&self, name: &str) -> Option<Fact> {
        Some(match name {
            "hand" => self.hand().map_or(Fact::None, hands_fact),
            "hands" => Fact::List(self.state.players().map(hands_fact).to_vec()),
            "ply" => self.state.ply().into(),
            "plies_left" => (self.state.depth() - self.state.ply()).into(),
            "rules" => self.state.rules().into(),
            _ => return None,
        })
    }
}
