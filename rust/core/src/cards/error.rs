use std::ops::RangeInclusive;

use thiserror::Error;

use super::DeckCard;

/// What is wrong with a list of cards, and where.
///
/// Places count from 1. The messages are meant to be shown to people as they are.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum CardError {
    /// The first character of a card is not a rank.
    #[error(
        "card {place} of {total}, '{text}': unknown rank '{found}', expected one of 23456789TJQKA"
    )]
    UnknownRank { place: usize, total: usize, text: String, found: char },
    /// The last character of a card is not a suit.
    #[error("card {place} of {total}, '{text}': unknown suit '{found}', expected one of cdhs")]
    UnknownSuit { place: usize, total: usize, text: String, found: char },
    /// A card ends after its rank.
    #[error("card {place} of {total}, '{text}': the suit is missing, expected one of cdhs")]
    MissingSuit { place: usize, total: usize, text: String },
    /// A number that stands for no card of the deck, whose last is given.
    #[error("card {place} of {total}, number {number}: expected 0 to {last}")]
    UnknownNumber { place: usize, total: usize, number: i128, last: u8 },
    /// A joker where there is none.
    #[error("card {place} of {total}, 'Jk': there is no joker in this deck")]
    Joker { place: usize, total: usize },
    /// A card that stands in the list twice.
    #[error("card {place} of {total}, '{card}': duplicate of card {first}")]
    Duplicate { place: usize, total: usize, card: DeckCard, first: usize },
    /// Too few cards.
    #[error("expected {}, found {found}", amount(expected))]
    TooFew { expected: RangeInclusive<usize>, found: usize },
    /// Too many cards.
    #[error(
        "expected {}, found {found}: card {place}, '{card}', is one too many",
        amount(expected),
        place = expected.end() + 1
    )]
    TooMany { expected: RangeInclusive<usize>, found: usize, card: DeckCard },
}

impl CardError {
    /// The error for a list that has fewer or more cards than expected.
    #[must_use]
    pub fn count<T: Copy + Into<DeckCard>>(expected: RangeInclusive<usize>, cards: &[T]) -> Self {
        match cards.get(*expected.end()) {
            Some(&card) => Self::TooMany { expected, found: cards.len(), card: card.into() },
            None => Self::TooFew { expected, found: cards.len() },
        }
    }
}

/// How many cards are expected, as one says it.
fn amount(expected: &RangeInclusive<usize>) -> String {
    match (expected.start(), expected.end()) {
        (1, 1) => "1 card".to_owned(),
        (least, most) if least == most => format!("{least} cards"),
        (least, most) => format!("{least} to {most} cards"),
    }
}
