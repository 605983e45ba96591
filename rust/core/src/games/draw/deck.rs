use super::rules::{Rules, RulesError};
use crate::cards::{Card, CardSet, distinct};
use crate::game::Seat;
use crate::random::Random;

/// Cards in dealing order: a hand for each seat, then the stub to draw from.
///
/// Every seat has a hand reserved whether it plays the hand or not, so that what a deck means
/// does not depend on the match so far. Discards are never reshuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deck {
    cards: [Card; Card::COUNT],
    length: u8,
    next: u8,
}

/// Padding for unused positions.
const FILLER: Card = Card::new(crate::cards::Rank::Two, crate::cards::Suit::Clubs);

impl Deck {
    pub const EMPTY: Self = Self { cards: [FILLER; Card::COUNT], length: 0, next: 0 };

    /// As many random cards as the hand can need.
    pub fn shuffled(rules: &Rules, random: &mut Random) -> Self {
        let mut cards = [FILLER; Card::COUNT];
        for (index, card) in cards.iter_mut().zip(Card::all()) {
            *index = card;
        }
        let needed = Self::needed(rules);
        for index in 0..needed {
            let other = index + random.below((Card::COUNT - index) as u32) as usize;
            cards.swap(index, other);
        }
        Self { cards, length: needed as u8, next: 0 }
    }

    /// The explicit deck for hand number `position`, from 1.
    pub fn given(cards: &[Card], rules: &Rules, index: usize) -> Result<Self, RulesError> {
        distinct(cards).map_err(|error| RulesError::Deck { index, error })?;
        let (least, found) = (Self::needed(rules), cards.len());
        if found < least {
            let each = rules.cards_each();
            return Err(RulesError::DeckSize { index, least, each, found });
        }
        Ok(Self::of(cards))
    }

    /// A deck of these cards; those beyond the 52nd are ignored.
    pub fn of(cards: &[Card]) -> Self {
        let mut deck = Self::EMPTY;
        for (index, &card) in deck.cards.iter_mut().zip(cards) {
            *index = card;
            deck.length += 1;
        }
        deck
    }

    /// All cards, in dealing order.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.cards.iter().copied().take(usize::from(self.length))
    }

    /// The cards dealt to a seat.
    pub fn hand(&self, seat: Seat, rules: &Rules) -> CardSet {
        let cards = rules.cards();
        self.cards.iter().copied().skip(cards * seat).take(cards).collect()
    }

    /// Some of the cards that were drawn: `count` of them after the first `place`.
    pub fn drawn(&self, place: usize, count: usize, rules: &Rules) -> CardSet {
        let begin = rules.cards() * rules.seats() + place;
        self.cards().skip(begin).take(count).collect()
    }

    /// Move past the dealt cards: from here on cards are drawn.
    pub const fn begin_draws(&mut self, rules: &Rules) {
        self.next = (rules.cards() * rules.seats()) as u8;
    }

    /// The deck before any draws.
    pub const fn rewound(mut self) -> Self {
        self.next = 0;
        self
    }

    /// The deck after this many cards were drawn.
    pub const fn after_draws(mut self, rules: &Rules, drawn: usize) -> Self {
        self.begin_draws(rules);
        self.next += drawn as u8;
        self
    }

    /// Draw cards from the top; fewer if the deck runs out, which cannot happen.
    pub fn draw(&mut self, count: usize) -> CardSet {
        let (begin, end) = (usize::from(self.next), usize::from(self.length));
        let drawn = self.cards.get(begin..end).unwrap_or(&[]).iter().take(count);
        let drawn: CardSet = drawn.copied().collect();
        self.next += drawn.len() as u8;
        drawn
    }

    /// A hand for each seat, and another for every draw.
    const fn needed(rules: &Rules) -> usize {
        rules.cards_each() * rules.seats()
    }
}
