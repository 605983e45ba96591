//! What a seat sees: its card, the one that is turned up, and all moves.

use super::state::{Move, RANKS, SEATS, ToyPoker, Variant, rank_text};
use crate::game::{Fact, Game as _, Seat, View};
use crate::random::Random;

/// What a seat or a spectator may know.
#[derive(Clone, Copy, Debug)]
pub struct ToyView<'a, V: Variant> {
    state: &'a ToyPoker<V>,
    seat: Option<Seat>,
}

impl<'a, V: Variant> ToyView<'a, V> {
    #[inline]
    pub(super) fn new(state: &'a ToyPoker<V>, viewer: Option<Seat>) -> Self {
        Self { state, seat: viewer.filter(|&seat| seat < SEATS) }
    }

    /// The rank of the seat's card.
    pub(super) fn rank(&self) -> Option<u8> {
        self.seat.and_then(|seat| self.state.cards.get(seat).copied())
    }

    /// The rank that is turned up, if it is.
    pub(super) fn public(&self) -> Option<u8> {
        self.state.public()
    }

    /// The moves so far, and how many of them belong to the first round.
    pub(super) fn moves(&self) -> (&'a [Move], usize) {
        let moves = self.state.moves();
        let first = if self.state.round == 0 { moves.len() } else { self.state.first_round.into() };
        (moves, first)
    }

    /// Whether a move is legal for the seat to move.
    pub(super) fn allows(&self, chosen: Move) -> bool {
        self.state.allows(chosen)
    }

    /// A hand that the viewer cannot distinguish from this one. A hand that is over shows nothing.
    pub(super) fn sample(&self, random: &mut Random) -> ToyPoker<V> {
        if self.state.to_move().is_none() {
            return *self.state;
        }
        let mut deck: Vec<u8> = (0..RANKS as u8 * V::COPIES).map(|card| card / V::COPIES).collect();
        for known in self.rank().into_iter().chain(self.public()) {
            if let Some(index) = deck.iter().position(|&rank| rank == known) {
                deck.swap_remove(index);
            }
        }
        deck.sort_unstable();
        random.shuffle(&mut deck);
        let mut unseen = deck.into_iter();
        let mut cards = self.state.cards;
        for (index, card) in cards.iter_mut().enumerate() {
            let is_known = self.seat == Some(index) || index == SEATS && self.public().is_some();
            if !is_known {
                *card = unseen.next().unwrap_or(0);
            }
        }
        self.state.with_cards(cards)
    }
}

impl<V: Variant> View for ToyView<'_, V> {
    type Move = Move;

    const FACTS: &'static [&'static str] = &["hand", "public", "paid", "moves"];

    fn seat(&self) -> Option<Seat> {
        self.seat
    }

    #[inline]
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
        Some(match name {
            "hand" => Fact::list(self.rank().map(rank_text)),
            "public" => self.public().map(rank_text).into(),
            "paid" => Fact::list(self.state.paid.map(u32::from)),
            "moves" => Fact::list(self.state.moves().iter().map(|chosen| chosen.name())),
            _ => return None,
        })
    }
}
