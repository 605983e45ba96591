//! Arrays of hands: card numbers of any integer type, texts, or cards.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use cardcore::cards::{Card, CardError, DeckCard, all_different};
use cardcore::poker::Ranking;
use numpy::{Element, PyArrayDyn, PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::convert;
use crate::errors::{IntoPython as _, parse_error, with_location};
use crate::memory;

/// Hands of equally many cards, not necessarily distinct.
pub struct HandArray<'py> {
    numbers: Numbers<'py>,
    /// The number of cards per hand.
    pub cards: usize,
    /// The last card of the deck: the joker if there is one.
    last: DeckCard,
}

/// The card numbers of hands, borrowed if possible.
enum Numbers<'py> {
    Bytes(PyReadonlyArray2<'py, u8>),
    Signed(PyReadonlyArray2<'py, i64>),
    Unsigned(PyReadonlyArray2<'py, u64>),
    /// Row by row, parsed from text or cards.
    Read(Vec<u8>),
}

/// The rows of an array that must be copied.
fn copied<T: Element, const CARDS: usize>(
    array: &PyReadonlyArray2<'_, T>,
    byte: impl Fn(&T) -> u8,
) -> PyResult<Vec<[u8; CARDS]>> {
    memory::expect(2 * array.len())?;
    let bytes: Vec<u8> = array.as_array().iter().map(byte).collect();
    Ok(bytes.as_chunks().0.to_vec())
}

impl<'py> HandArray<'py> {
    /// Accept an array, or anything NumPy can convert to an array, of hands with this many cards.
    /// Numbers are not copied if they can be borrowed.
    pub fn new(object: &Bound<'py, PyAny>, sizes: RangeInclusive<usize>) -> PyResult<Self> {
        Self::of_deck(object, sizes, convert::LAST_CARD)
    }

    /// The same for a deck whose last card is given.
    pub fn of_deck(
        object: &Bound<'py, PyAny>,
        sizes: RangeInclusive<usize>,
        last: DeckCard,
    ) -> PyResult<Self> {
        let py = object.py();
        let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
        // The data below a mask are not cards: to read them would be wrong, and to skip them, too.
        if object.hasattr("mask")? && object.hasattr("filled")? {
            let expected = "expected an array of integers, text or cards";
            return Err(PyTypeError::new_err(format!("{expected}, found a masked array")));
        }
        let array = match object.cast::<PyUntypedArray>() {
            Ok(array) => array.clone(),
            Err(_) => match py.import("numpy")?.call_method1("asarray", (object,)) {
                Ok(array) => array.cast_into()?,
                // Hands of different types or sizes: not an array, but each may be a hand.
                Err(error) if is_list && error.is_instance_of::<PyValueError>(py) => {
                    return Self::read(object, sizes, last);
                }
                Err(error) => return Err(error),
            },
        };
        let shape = array.shape();
        let dtype = array.dtype();
        let kind: char = dtype.getattr("kind")?.extract()?;
        // Text of either kind, and objects, which may be cards.
        let texts = matches!(kind, 'U' | 'T' | 'O');
        // An empty list has no dtype of its own: treat it as no hands.
        let empty = shape.first() == Some(&0) && !object.is_instance_of::<PyUntypedArray>();
        if !texts && !matches!(kind, 'i' | 'u') && !empty {
            let expected = "expected an array of integers, text or cards";
            return Err(PyTypeError::new_err(format!("{expected}, found dtype {dtype}")));
        }
        let cards = match *shape {
            [_, cards] if sizes.contains(&cards) => Some(cards),
            [_] if texts || empty => None,
            _ => return Err(shape_error(shape, &sizes, texts)),
        };
        // The pointer of an empty array need not be aligned: do not read it.
        if shape.first() == Some(&0) {
            let cards = cards.unwrap_or(*sizes.start());
            return Ok(Self { numbers: Numbers::Read(Vec::new()), cards, last });
        }
        if texts {
            // NumPy converts the numbers in a list of texts to text: read the list itself.
            let rows = if is_list { object.clone() } else { array.call_method0("tolist")? };
            return Self::read(&rows, sizes, last);
        }
        let numbers = if array.cast::<PyArrayDyn<u8>>().is_ok() {
            Numbers::Bytes(array.extract()?)
        } else {
            let name = if kind == 'i' { "int64" } else { "uint64" };
            let aligned: bool = array.getattr("flags")?.getattr("aligned")?.extract()?;
            let options = PyDict::new(py);
            options.set_item("copy", !aligned)?;
            let wide = array.call_method("astype", (name,), Some(&options))?;
            match kind {
                'i' => Numbers::Signed(wide.extract()?),
                _ => Numbers::Unsigned(wide.extract()?),
            }
        };
        Ok(Self { numbers, cards: cards.unwrap_or(*sizes.start()), last })
    }

    /// Parse hands that are texts, or that contain texts and cards, one after another.
    fn read(
        rows: &Bound<'py, PyAny>,
        mut sizes: RangeInclusive<usize>,
        last: DeckCard,
    ) -> PyResult<Self> {
        /// This many rows are parsed in a millisecond or two.
        const ROWS_BETWEEN_SIGNALS: usize = 4096;

        let mut bytes = Vec::new();
        for (row, hand) in rows.try_iter()?.enumerate() {
            if row % ROWS_BETWEEN_SIGNALS == 0 {
                rows.py().check_signals()?;
            }
            let position = |error| with_location(error, &format!("row {row}"));
            let cards = convert::deck_cards(&hand?, last).map_err(position)?;
            if !sizes.contains(&cards.len()) {
                return Err(position(CardError::count(sizes, &cards).into_python()));
            }
            // The first hand determines the number of cards of the others.
            sizes = cards.len()..=cards.len();
            bytes.extend(cards.into_iter().map(DeckCard::number));
        }
        Ok(Self { numbers: Numbers::Read(bytes), cards: *sizes.start(), last })
    }

    /// The hands as rows of bytes; a number that does not fit a byte becomes an invalid card.
    ///
    /// # Errors
    ///
    /// Not enough memory for a copy, if one is needed.
    pub fn rows<const CARDS: usize>(&self) -> PyResult<Cow<'_, [[u8; CARDS]]>> {
        const NO_CARD: u8 = u8::MAX;

        Ok(match &self.numbers {
            // Only C order will do: an F-ordered array is a slice too, but of columns.
            Numbers::Bytes(array) => match array.as_array().to_slice() {
                Some(bytes) => Cow::Borrowed(bytes.as_chunks().0),
                None => Cow::Owned(copied(array, |&number| number)?),
            },
            Numbers::Read(bytes) => Cow::Borrowed(bytes.as_chunks().0),
            Numbers::Signed(array) => {
                Cow::Owned(copied(array, |&number| u8::try_from(number).unwrap_or(NO_CARD))?)
            }
            Numbers::Unsigned(array) => {
                Cow::Owned(copied(array, |&number| u8::try_from(number).unwrap_or(NO_CARD))?)
            }
        })
    }

    /// The number of hands.
    pub fn len(&self) -> usize {
        match &self.numbers {
            Numbers::Bytes(array) => array.as_array().nrows(),
            Numbers::Signed(array) => array.as_array().nrows(),
            Numbers::Unsigned(array) => array.as_array().nrows(),
            Numbers::Read(bytes) => bytes.len() / self.cards,
        }
    }

    /// The error for a row that is not a hand of distinct cards.
    pub fn row_error(&self, row: usize) -> PyErr {
        numbers_error(row, &self.row_numbers(row), self.last)
    }

    /// The same for a row that is not a hand of a ranking, which may have a deck of its own.
    pub fn row_error_in(&self, row: usize, ranking: Ranking) -> PyErr {
        let numbers = self.row_numbers(row);
        let number = |&number: &i128| Card::from_number(u8::try_from(number).ok()?);
        let cards: Option<Vec<Card>> = numbers.iter().map(number).collect();
        match cards.map(|cards| ranking.check_deck(&cards)) {
            Some(Err(error)) => parse_error(format!("row {row}: {error}")),
            _ => numbers_error(row, &numbers, self.last),
        }
    }

    /// The same for a row of hole cards with its board: the cards are numbered through.
    pub fn deal_error(&self, row: usize, boards: &HandArray<'_>, board_row: usize) -> PyErr {
        let numbers = [self.row_numbers(row), boards.row_numbers(board_row)].concat();
        numbers_error(row, &numbers, self.last)
    }

    fn row_numbers(&self, row: usize) -> Vec<i128> {
        match &self.numbers {
            Numbers::Bytes(array) => array.as_array().row(row).iter().map(|&n| n.into()).collect(),
            Numbers::Signed(array) => array.as_array().row(row).iter().map(|&n| n.into()).collect(),
            Numbers::Unsigned(array) => {
                array.as_array().row(row).iter().map(|&n| n.into()).collect()
            }
            Numbers::Read(bytes) => {
                let hand = bytes.iter().skip(row * self.cards).take(self.cards);
                hand.map(|&number| number.into()).collect()
            }
        }
    }
}

/// The error for the numbers of a row that are not distinct cards.
fn numbers_error(row: usize, numbers: &[i128], last: DeckCard) -> PyErr {
    let total = numbers.len();
    let last = last.number();
    for (position, &number) in (1..).zip(numbers) {
        if !(0..=last.into()).contains(&number) {
            let error = CardError::UnknownNumber { position, total, number, last };
            return parse_error(format!("row {row}: {error}"));
        }
    }
    let bytes: Vec<u8> = numbers.iter().filter_map(|&n| u8::try_from(n).ok()).collect();
    let cards: Vec<DeckCard> = bytes.into_iter().filter_map(DeckCard::from_number).collect();
    match all_different(&cards) {
        Err(error) => parse_error(format!("row {row}: {error}")),
        Ok(_) => parse_error(format!("row {row}: expected distinct cards")),
    }
}

/// The error for an array of the wrong shape.
fn shape_error(shape: &[usize], sizes: &RangeInclusive<usize>, texts: bool) -> PyErr {
    let hands = texts.then(|| "(N,)".to_owned());
    let expected: Vec<String> =
        hands.into_iter().chain(sizes.clone().map(|cards| format!("(N, {cards})"))).collect();
    let expected = match expected.split_last() {
        Some((last, others @ [_, ..])) => format!("{} or {last}", others.join(", ")),
        _ => expected.concat(),
    };
    let found: Vec<String> = shape.iter().map(ToString::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    let found = format!("({}{comma})", found.join(", "));
    parse_error(format!("expected an array of shape {expected}, found {found}"))
}
