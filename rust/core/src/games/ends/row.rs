use std::str::FromStr;

use thiserror::Error;

/// A row of cards whose sums fit in 64 bits, whichever side takes them.
///
/// ```
/// use cardcore::games::ends::Row;
///
/// let row: Row = "3 10, -3".parse()?;
/// assert_eq!(row.cards(), [3, 10, -3]);
/// assert!(Row::new(vec![i64::MAX, -1]).is_err());
/// # Ok::<(), cardcore::games::ends::RowError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    cards: Vec<i64>,
    size: Size,
}

impl Row {
    /// The row of these cards.
    ///
    /// # Errors
    ///
    /// Cards so large that the difference of two sums may overflow 64 bits.
    pub fn new(cards: Vec<i64>) -> Result<Self, RowError> {
        let mut size = Size::default();
        for &card in &cards {
            size.add(card)?;
        }
        Ok(Self { cards, size })
    }

    /// A row of cards known to be small enough.
    pub(super) fn of_small(cards: Vec<i64>) -> Self {
        let sum = cards.iter().map(|card| card.abs()).sum();
        Self { size: Size { sum, count: cards.len() }, cards }
    }

    /// The cards from left to right.
    #[must_use]
    pub fn cards(&self) -> &[i64] {
        &self.cards
    }

    /// The cards from left to right, by value.
    #[must_use]
    pub fn into_cards(self) -> Vec<i64> {
        self.cards
    }

    /// The cards from left to right, as narrow integers if all their sums are narrow too.
    pub(super) fn narrow(&self) -> Option<Vec<i32>> {
        i32::try_from(self.size.sum).ok()?;
        self.cards.iter().map(|&card| i32::try_from(card).ok()).collect()
    }
}

impl FromStr for Row {
    type Err = RowError;

    /// Parse integers separated by spaces, commas or both.
    fn from_str(text: &str) -> Result<Self, RowError> {
        let words = text.split([',', ' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
        let cards = words.enumerate().map(|(index, word)| {
            word.parse()
                .map_err(|_| RowError::NotANumber { position: index + 1, text: word.to_owned() })
        });
        Self::new(cards.collect::<Result<_, _>>()?)
    }
}

/// The sum of the absolute values of the cards so far: a bound on every partial sum and every
/// difference of two such sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    sum: i64,
    count: usize,
}

impl Size {
    /// Add one more card.
    #[inline]
    pub(super) fn add(&mut self, card: i64) -> Result<(), RowError> {
        self.count += 1;
        let sum = card.checked_abs().and_then(|size| self.sum.checked_add(size));
        self.sum = sum.ok_or(RowError::TooLarge { position: self.count, card })?;
        Ok(())
    }
}

/// Why something is not a valid row of cards.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RowError {
    /// A word that is not a 64-bit integer.
    #[error("card {position}, '{text}': expected a whole number of 64 bits")]
    NotANumber {
        /// The position in the row, from 1.
        position: usize,
        /// The word.
        text: String,
    },
    /// Sums of the cards may overflow.
    #[error(
        "card {position}, {card}: expected absolute values that sum to at most {}, \
         this one takes them past it",
        i64::MAX
    )]
    TooLarge {
        /// The position in the row, from 1.
        position: usize,
        /// The card.
        card: i64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_parses_with_any_separators() {
        for text in ["1 -2 3", "1,-2,3", " 1, -2\n3,", "+1\t-2\r\n3"] {
            assert_eq!(text.parse::<Row>().unwrap().cards(), [1, -2, 3]);
        }
        assert_eq!("".parse::<Row>(), Ok(Row::default()));
    }

    #[test]
    fn errors_name_the_card_and_its_position() {
        let message = |text: &str| text.parse::<Row>().unwrap_err().to_string();
        for word in ["x", "1.5", "nan", "9223372036854775808", "1e3", "--1"] {
            assert_eq!(
                message(&format!("7 {word}")),
                format!("card 2, '{word}': expected a whole number of 64 bits")
            );
        }
        assert_eq!(
            message("1 9223372036854775807"),
            "card 2, 9223372036854775807: expected absolute values that sum to at most \
             9223372036854775807, this one takes them past it"
        );
        assert!(Row::new(vec![i64::MIN]).is_err());
        assert!(Row::new(vec![-i64::MAX, 0]).is_ok());
    }

    #[test]
    fn only_small_rows_are_narrow() {
        let narrow = |cards: &[i64]| Row::new(cards.to_vec()).unwrap().narrow();
        assert_eq!(narrow(&[i64::from(i32::MAX) - 1, -1]), Some(vec![i32::MAX - 1, -1]));
        assert_eq!(narrow(&[i64::from(i32::MAX), -1]), None);
        assert_eq!(narrow(&[i64::from(i32::MIN)]), None);
    }
}
