//! A deal with what its plays have shown: the position, and the suits that seats are known to lack.
//!
//! This is all that a learned policy looks at. [`Tracked::of_view`] fills in what one seat knows; in
//! a sampled deal every seat is given its own hand, and [`Tracked::play`] keeps what is public up to
//! date.

use super::compact::{Compact, Deck, SEATS, bit};
use super::view::HeartsView;

/// A deal in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tracked {
    pub(super) position: Compact,
    /// By seat: the suits it is known to be void in, as bits.
    pub(super) voids: [u8; SEATS],
    /// By seat: the cards it passed, which it knows to be with the receiver until they are played.
    pub(super) passed: [u64; SEATS],
    /// The pass offset of the deal; 0 without passing.
    pub(super) offset: u8,
}

impl Tracked {
    /// A deal whose plays have shown nothing yet.
    pub(super) const fn new(position: Compact, offset: usize) -> Self {
        Self { position, voids: [0; SEATS], passed: [0; SEATS], offset: offset as u8 }
    }

    /// What the viewer knows: the hands of the other seats are empty.
    pub(super) fn of_view(view: &HeartsView<'_>) -> Self {
        let mut tracked = Self::new(view.compact(), view.pass_offset());
        let rules = view.rules();
        if tracked.position.played != 0 {
            let known = view.known_voids();
            for seat in 0..rules.players().min(SEATS) {
                for suit in 0..rules.suits().min(8) {
                    let is_void = view.is_void(&known, seat, suit);
                    tracked.voids[seat] |= u8::from(is_void) << suit;
                }
            }
        }
        if let Some((_, cards)) = view.passed() {
            let own = tracked.passed.get_mut(view.viewer_index());
            own.into_iter()
                .for_each(|own| *own = cards.iter().fold(0, |set, &card| set | bit(card)));
        }
        tracked
    }

    /// Play a card of the seat to move.
    #[inline(always)]
    pub(super) fn play(&mut self, deck: &Deck, card: u32) {
        let position = &mut self.position;
        if position.size > 0 && 1_u64 << (card & 63) & position.led == 0 {
            let suit = u32::from(position.best) / u32::from(deck.rules.values);
            self.voids[usize::from(position.turn) % SEATS] |= 1 << (suit & 7);
        }
        position.play(deck, card);
    }
}
