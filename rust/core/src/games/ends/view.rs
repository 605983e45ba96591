use super::rules::End;
use super::state::Ends;
use crate::game::{Fact, Facts, Game as _, Seat, View};

/// What a seat may know: everything.
#[derive(Clone, Copy, Debug)]
pub struct EndsView<'a> {
    state: &'a Ends,
    seat: Seat,
}

impl<'a> EndsView<'a> {
    pub(super) const fn new(state: &'a Ends, seat: Seat) -> Self {
        Self { state, seat }
    }

    /// The state: nothing of it is hidden.
    #[must_use]
    pub const fn state(&self) -> &'a Ends {
        self.state
    }
}

impl View for EndsView<'_> {
    type Move = End;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn to_move(&self) -> Option<Seat> {
        self.state.to_move()
    }

    fn legal_moves(&self, moves: &mut Vec<End>) {
        moves.clear();
        if self.to_move() == Some(self.seat) {
            self.state.legal_moves(moves);
        }
    }

    fn facts(&self) -> Facts {
        let state = self.state;
        let list = |cards: &[i64]| Fact::list(cards.iter().copied());
        vec![
            ("hand", list(state.taken(self.seat))),
            ("cards", list(state.cards())),
            ("row", list(state.row().cards())),
            ("taken", Fact::List((0..state.seats()).map(|seat| list(state.taken(seat))).collect())),
            ("scores", Fact::list(state.scores())),
            ("ties", state.ties().name().into()),
        ]
    }
}
