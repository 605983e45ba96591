use super::rules::{Rules, RulesError};
use crate::cards::{Card, CardSet, distinct};
use crate::game::Seat;
use crate::random::Random;

/// Cards in the order they come: five for each seat, then those to draw.
///
/// A seat has its five places whether it plays the hand or not, so that what a deck means does
/// not depend on how the match went before. What is thrown away never comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deck {
    cards: [Card; Card::COUNT],
    length: u8,
    next: u8,
}

/// Stands where there is no card.
const FILLER: Card = Card::new(crate::cards::Rank::Two, crate::cards::Suit::Clubs);

impl Deck {
    pub const EMPTY: Self = Self { cards: [FILLER; Card::COUNT], length: 0, next: 0 };

    /// As many random cards as the hand can need.
    pub fn shuffled(rules: &Rules, random: &mut Random) -> Self {
        let mut cards = [FILLER; Card::COUNT];
        for (place, card) in cards.iter_mut().zip(Card::all()) {
            *place = card;
        }
        let needed = Self::needed(rules);
        for place in 0..needed {
            let other = place + random.below((Card::COUNT - place) as u32) as usize;
            cards.swap(place, other);
        }
        Self { cards, length: needed as u8, next: 0 }
    }

    /// The deck that was given for hand number `place`, from 1.
    pub fn given(cards: &[Card], rules: &Rules, place: usize) -> Result<Self, RulesError> {
        distinct(cards).map_err(|error| RulesError::Deck { place, error })?;
        let (least, found) = (Self::needed(rules), cards.len());
        if found < least {
            return Err(RulesError::DeckSize { place, least, found });
        }
        Ok(Self::of(cards))
    }

    /// A deck of these cards; those beyond the 52nd are left out.
    pub fn of(cards: &[Card]) -> Self {
        let mut deck = Self::EMPTY;
        for (place, &card) in deck.cards.iter_mut().zip(cards) {
            *place = card;
            deck.length += 1;
        }
        deck
    }

    /// All its cards, in the order they come.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.cards.iter().copied().take(usize::from(self.length))
    }

    /// The five cards that lie here for a seat.
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.cards.iter().copied().skip(5 * seat).take(5).collect()
    }

    /// Leave the cards of the seats behind: from here on they are drawn.
    pub const fn begin_draws(&mut self, rules: &Rules) {
        self.next = 5 * rules.players as u8;
    }

    /// The same deck before anything was drawn from it.
    pub const fn rewound(mut self) -> Self {
        self.next = 0;
        self
    }

    /// The same deck after this many cards were drawn from it.
    pub const fn after_draws(mut self, rules: &Rules, drawn: usize) -> Self {
        self.begin_draws(rules);
        self.next += drawn as u8;
        self
    }

    /// Draw cards from the top; fewer if the deck runs out, which it cannot.
    pub fn draw(&mut self, count: usize) -> CardSet {
        let (begin, end) = (usize::from(self.next), usize::from(self.length));
        let drawn = self.cards.get(begin..end).unwrap_or(&[]).iter().take(count);
        let drawn: CardSet = drawn.copied().collect();
        self.next += drawn.len() as u8;
        drawn
    }

    /// Five cards for each seat, and five to draw.
    const fn needed(rules: &Rules) -> usize {
        10 * rules.players as usize
    }
}
