use std::ops::RangeInclusive;

use thiserror::Error;

use super::{Card, DeckCard};

/// An invalid list of cards, with the position of the error.
///
/// Positions count from 1. The messages can be shown to users as they are.
///
/// ```
/// use cardcore::cards::parse_cards;
///
/// let error = parse_cards("As Ks Xs").unwrap_err().to_string();
/// assert_eq!(error, "card 3 of 3, 'Xs': unknown rank 'X', expected one of 23456789TJQKA");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum CardError {
    /// The first character of a card is not a rank.
    #[error(
        "card {position} of {total}, '{text}': unknown rank '{found}', expected one of 23456789TJQKA"
    )]
    UnknownRank { position: usize, total: usize, text: String, found: char },
    /// The last character of a card is not a suit.
    #[error("card {position} of {total}, '{text}': unknown suit '{found}', expected one of cdhs")]
    UnknownSuit { position: usize, total: usize, text: String, found: char },
    /// A card ends after its rank.
    #[error("card {position} of {total}, '{text}': the suit is missing, expected one of cdhs")]
    MissingSuit { position: usize, total: usize, text: String },
    /// A number that is not a card of the deck; `last` is the highest valid one.
    #[error("card {position} of {total}, number {number}: expected 0 to {last}")]
    UnknownNumber { position: usize, total: usize, number: i128, last: u8 },
    /// A joker in a deck without one.
    #[error("card {position} of {total}, 'Jk': there is no joker in this deck")]
    Joker { position: usize, total: usize },
    /// A duplicate card.
    #[error("card {position} of {total}, '{card}': duplicate of card {first}")]
    Duplicate { position: usize, total: usize, card: DeckCard, first: usize },
    /// A card below the sixes in a short deck.
    #[error("card {position} of {total}, '{card}': not in a short deck, which starts at the sixes")]
    NotInShortDeck { position: usize, total: usize, card: Card },
    /// Too few cards.
    #[error("expected {}, found {found}", amount(expected))]
    TooFew { expected: RangeInclusive<usize>, found: usize },
    /// Too many cards.
    #[error(
        "expected {}, found {found}: card {position}, '{card}', is one too many",
        amount(expected),
        position = expected.end() + 1
    )]
    TooMany { expected: RangeInclusive<usize>, found: usize, card: DeckCard },
}

impl CardError {
    /// The error for a list with the wrong number of cards.
    #[must_use]
    pub fn count<T: Copy + Into<DeckCard>>(expected: RangeInclusive<usize>, cards: &[T]) -> Self {
        match cards.get(*expected.end()) {
            Some(&card) => Self::TooMany { expected, found: cards.len(), card: card.into() },
            None => Self::TooFew { expected, found: cards.len() },
        }
    }
}

/// The expected number of cards, as text.
fn amount(expected: &RangeInclusive<usize>) -> String {
    match (expected.start(), expected.end()) {
        (1, 1) => "1 card".to_owned(),
        (minimum, maximum) if minimum == maximum => format!("{minimum} cards"),
        (minimum, maximum) => format!("{minimum} to {maximum} cards"),
    }
}
