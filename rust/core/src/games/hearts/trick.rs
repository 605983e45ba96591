//! The current trick.

use super::deck::DeckCard;
use super::hand::Part;
use super::rules::Rules;

/// Incrementally updated facts about a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trick {
    /// The cards of the suit led.
    pub(super) led: Part,
    pub(super) size: u16,
    pub(super) best: DeckCard,
    pub(super) winner: u16,
    pub(super) penalty: u32,
    /// Whether the jack that is rewarded is in it.
    pub(super) has_jack: bool,
}

impl Trick {
    pub(super) const EMPTY: Self = Self {
        led: Part::run(0, 0),
        size: 0,
        best: DeckCard(0),
        winner: 0,
        penalty: 0,
        has_jack: false,
    };

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
        self.has_jack |= rules.jack == Some(card);
    }
}
