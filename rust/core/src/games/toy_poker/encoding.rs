//! Observation and action encoding: the cards as ranks, all moves in order. Actions are `fold`,
//! `call` and `raise`, in both spaces.

use super::state::{MAX_MOVES, Move, RANKS, SEATS, ToyPoker, Variant};
use super::view::ToyView;
use crate::game::View as _;
use crate::game::encoding::{
    ActionSpace, Composed, Encoder, Section, Writer, allow, seat_to_move, seats_after,
};

/// Encodes hands of Kuhn or Leduc poker.
#[derive(Clone, Copy, Debug)]
pub struct ToyEncoder;

const MOVES: usize = Move::ALL.len();

/// The most moves of a round.
const fn round_moves<V: Variant>() -> usize {
    V::RAISES as usize + 2
}

impl<V: Variant> Encoder<ToyPoker<V>> for ToyEncoder {
    fn fits(&self, _: &ToyView<'_, V>) -> bool {
        true
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections = vec![
            Section::new("hand", RANKS, "rank of the seat's card"),
            Section::new("turn", SEATS, "seat whose turn it is"),
            Section::new("first_seat", 1, "whether the seat acts first in every round"),
        ];
        if V::BETS.len() > 1 {
            sections.push(Section::new("public", RANKS, "rank of the card that is turned up"));
        }
        let moves = V::BETS.len() * round_moves::<V>() * MOVES;
        sections.push(Section::new("moves", moves, "by round and place in it: the move"));
        sections
    }

    #[inline]
    fn observe(&self, view: &ToyView<'_, V>, _: &[u32], numbers: &mut [f32]) {
        let Some(me) = view.seat() else { return };
        let mut writer = Writer::new(numbers);
        writer.one_hot(RANKS, view.rank().map(usize::from));
        writer.one_hot(SEATS, view.to_move().map(|seat| seats_after(seat, me, SEATS)));
        writer.flag(me == 0);
        if V::BETS.len() > 1 {
            writer.one_hot(RANKS, view.public().map(usize::from));
        }
        let (moves, first) = view.moves();
        let mut marks = writer.take(MAX_MOVES * MOVES);
        for (index, &made) in moves.iter().enumerate() {
            let place = if index < first { index } else { round_moves::<V>() + index - first };
            marks.mark(place * MOVES + made as usize);
        }
    }

    fn event_sections(&self) -> Vec<Section> {
        vec![Section::new("move", MOVES, "fold, call or raise")]
    }

    fn describe_event(&self, chosen: &Move, _: bool, numbers: &mut [f32]) {
        Writer::new(numbers).one_hot(MOVES, Some(*chosen as usize));
    }

    fn action_count(&self, _: ActionSpace) -> usize {
        MOVES
    }

    #[inline]
    fn mask(&self, view: &ToyView<'_, V>, _: ActionSpace, _: &[u32], mask: &mut [u8]) {
        if seat_to_move(view).is_none() {
            return;
        }
        for (action, &chosen) in Move::ALL.iter().enumerate() {
            if view.allows(chosen) {
                allow(mask, action);
            }
        }
    }

    #[inline]
    fn compose(
        &self,
        _: &ToyView<'_, V>,
        _: ActionSpace,
        _: &[u32],
        action: u32,
    ) -> Option<Composed<Move>> {
        Move::ALL.get(action as usize).map(|&chosen| Composed::Complete(chosen))
    }

    fn actions(&self, _: &ToyView<'_, V>, _: ActionSpace, chosen: &Move) -> Vec<u32> {
        vec![*chosen as u32]
    }

    fn action_text(&self, _: ActionSpace, action: u32) -> String {
        Move::ALL.get(action as usize).map_or_else(String::new, |chosen| chosen.name().to_owned())
    }

    fn move_sections(&self) -> Vec<Section> {
        Encoder::<ToyPoker<V>>::event_sections(self)
    }

    fn describe_move(&self, _: &ToyView<'_, V>, chosen: &Move, numbers: &mut [f32]) {
        Encoder::<ToyPoker<V>>::describe_event(self, chosen, true, numbers);
    }
}
