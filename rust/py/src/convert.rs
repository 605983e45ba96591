//! The only place that converts Python values to values of the core, and back.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::ops::RangeInclusive;
use std::panic::catch_unwind;
use std::thread;

use cardcore::cards::{Card, CardError, DeckCard, parse_deck_cards, without_joker};
use cardcore::game::{Fact, Facts};
use numpy::{
    IntoPyArray as _, PyArray1, PyArrayDescrMethods as _, PyArrayMethods as _,
    PyUntypedArrayMethods as _,
};
use pyo3::exceptions::{PyAttributeError, PyImportError, PyIndexError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyIterator, PyList, PyString, PyTuple};

use crate::cards::PyCard;
use crate::errors::{IntoPython as _, parse_error, value_error, with_location};

/// Trigger PyO3's lazy initialization while there are no other threads: it releases the GIL
/// meanwhile, and a process forked at that moment would deadlock.
pub fn load(py: Python<'_>) -> PyResult<()> {
    let text = PyString::new(py, "");
    index(&text)?;
    kind(&text);
    items(&text)?.map(|items| items.size_hint());
    Ok(())
}

/// Load NumPy's C API, which the first array would otherwise do. An interrupt there would be a
/// panic; interrupts only reach the main thread, so another thread does it if one can be started.
#[pyfunction]
pub fn load_numpy(py: Python<'_>) -> PyResult<()> {
    // Errors while importing NumPy go to the caller.
    py.import("numpy")?;
    let load = || {
        Python::attach(|py| {
            let array = PyArray1::<u8>::zeros(py, 1, false);
            // As in `load`: initialize array borrowing now.
            drop(array.readonly());
            drop(array.readwrite());
            array.dtype().itemsize();
            drop(vec![0_u8].into_pyarray(py));
        });
    };
    let loaded = py.detach(|| {
        thread::scope(|scope| match thread::Builder::new().spawn_scoped(scope, load) {
            Ok(loading) => loading.join(),
            Err(_) => catch_unwind(load),
        })
    });
    loaded.map_err(|_| PyImportError::new_err("the native interface of NumPy cannot be loaded"))
}

/// Cards from text, from a card, or from any iterable of cards, texts and numbers. They need not be
/// distinct; jokers are rejected.
pub fn cards(object: &Bound<'_, PyAny>) -> PyResult<Vec<Card>> {
    let cards = cards_up_to(object, LAST_CARD)?;
    without_joker(&cards).map_err(|error| error.into_python())
}

/// The same for a deck that may have a joker: its cards go up to `last`.
pub fn deck_cards(object: &Bound<'_, PyAny>, last: DeckCard) -> PyResult<Vec<DeckCard>> {
    let cards = cards_up_to(object, last)?;
    if last < DeckCard::JOKER {
        without_joker(&cards).map_err(|error| error.into_python())?;
    }
    Ok(cards)
}

/// The last card of a deck without a joker.
pub const LAST_CARD: DeckCard = match DeckCard::from_number(Card::COUNT as u8 - 1) {
    Some(card) => card,
    None => DeckCard::JOKER,
};

/// Cards whose numbers, if given as such, go up to that of `last`.
pub fn cards_up_to(object: &Bound<'_, PyAny>, last: DeckCard) -> PyResult<Vec<DeckCard>> {
    if let Ok(string) = object.cast::<PyString>() {
        let cards = match string.to_cow() {
            Ok(plain) => parse_deck_cards(&plain),
            Err(_) => parse_deck_cards(&text(object)?),
        };
        return cards.map_err(|error| error.into_python());
    }
    if let Ok(card) = object.cast::<PyCard>() {
        return Ok(vec![card.get().0]);
    }
    let Some(items) = items(object)? else { return Err(not_cards(object)) };
    // No caller accepts duplicate cards, and an iterator may be infinite.
    let maximum = usize::from(last.number()) + 1;
    let items: Vec<_> = items.take(maximum + 1).collect::<PyResult<_>>()?;
    if items.len() > maximum {
        return Err(parse_error(format!("expected at most {maximum} cards, found more")));
    }
    let total = items.len();
    (1..).zip(&items).map(|(position, item)| one_card(item, position, total, last)).collect()
}

/// One card from text, a card or a number; no joker.
pub fn card(object: &Bound<'_, PyAny>) -> PyResult<Card> {
    let card = one_card(object, 1, 1, LAST_CARD)?;
    card.card().ok_or_else(|| CardError::Joker { position: 1, total: 1 }.into_python())
}

/// The same, or a joker.
pub fn deck_card(object: &Bound<'_, PyAny>) -> PyResult<DeckCard> {
    one_card(object, 1, 1, DeckCard::JOKER)
}

fn one_card(
    object: &Bound<'_, PyAny>,
    position: usize,
    total: usize,
    last: DeckCard,
) -> PyResult<DeckCard> {
    if let Ok(card) = object.cast::<PyCard>() {
        return Ok(card.get().0);
    }
    if object.is_instance_of::<PyString>() {
        let text = text(object)?;
        return match parse_deck_cards(&text)
            .map_err(|error| position_error(error, position, total))?[..]
        {
            [card] => Ok(card),
            ref several => Err(parse_error(format!(
                "card {position} of {total}, '{text}': expected one card, found {}",
                several.len()
            ))),
        };
    }
    let Some(number) = index(object)? else { return Err(not_cards(object)) };
    // The common case first: a wide integer is slow to read, and only an error message needs it.
    let card = number.extract().ok().and_then(DeckCard::from_number);
    if let Some(card) = card.filter(|&card| card <= last) {
        return Ok(card);
    }
    let number = wide(&number).unwrap_or(i128::MAX);
    Err(CardError::UnknownNumber { position, total, number, last: last.number() }.into_python())
}

/// The error for a text in a list, with its position in the list.
fn position_error(error: CardError, position: usize, total: usize) -> PyErr {
    let message = error.to_string();
    let rest = message.split_once(", ").map_or(message.as_str(), |(_, rest)| rest);
    parse_error(format!("card {position} of {total}, {rest}"))
}

fn not_cards(object: &Bound<'_, PyAny>) -> PyErr {
    let found = kind(object);
    PyTypeError::new_err(format!("expected cards as text, cards or numbers, found {found}"))
}

/// The text of a Python string; lone surrogates become the replacement character.
pub fn text(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let string = object.cast::<PyString>()?;
    match string.to_cow() {
        Ok(text) => Ok(text.into_owned()),
        Err(_) => {
            let encoded = string.call_method1("encode", ("utf-8", "replace"))?;
            Ok(String::from_utf8_lossy(&encoded.extract::<Vec<u8>>()?).into_owned())
        }
    }
}

/// An integer from 0 to 2⁶⁴ − 1; for `None` a fresh one, small enough for any JSON reader.
pub fn seed(object: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    match object {
        Some(object) => whole_number("seed", object, 0..=u64::MAX.into()),
        None => Ok(RandomState::new().build_hasher().finish() >> 11),
    }
}

/// A Python or NumPy integer within a range; booleans are rejected.
pub fn whole_number<T: TryFrom<i128>>(
    name: &str,
    object: &Bound<'_, PyAny>,
    range: RangeInclusive<i128>,
) -> PyResult<T> {
    let wrong = || {
        let (low, high) = (bound(*range.start()), bound(*range.end()));
        format!("{name}: expected a whole number from {low} to {high}, found {}", shown(object))
    };
    let number = index(object)?.ok_or_else(|| PyTypeError::new_err(wrong()))?;
    let number = wide(&number).filter(|number| range.contains(number));
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| value_error(wrong()))
}

/// An index such as a seat; out-of-range values raise `IndexError`.
pub fn position(
    name: &str,
    object: &Bound<'_, PyAny>,
    range: RangeInclusive<i128>,
) -> PyResult<usize> {
    let py = object.py();
    whole_number(name, object, range).map_err(|error| {
        match error.is_instance_of::<PyValueError>(py) {
            true => PyIndexError::new_err(error.value(py).to_string()),
            false => error,
        }
    })
}

/// The same for the Python layer.
#[pyfunction(name = "whole_number")]
pub fn read_whole_number(
    name: &str,
    number: &Bound<'_, PyAny>,
    low: i128,
    high: i128,
) -> PyResult<i128> {
    whole_number(name, number, low..=high)
}

/// Every number that a signed machine word holds.
pub const WORD: RangeInclusive<i128> = i64::MIN as i128..=i64::MAX as i128;

/// The integer value of an object: `__index__` accepts NumPy integers and rejects floats and text.
/// Booleans have one too, but are rejected.
pub fn index<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyInt>>> {
    if let Ok(number) = object.cast_exact::<PyInt>() {
        return Ok(Some(number.clone()));
    }
    if object.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    let py = object.py();
    match object.call_method0(intern!(py, "__index__")) {
        Ok(number) => Ok(number.cast_into().ok()),
        Err(error)
            if error.is_instance_of::<PyAttributeError>(py)
                || error.is_instance_of::<PyTypeError>(py) =>
        {
            Ok(None)
        }
        // All other errors go to the caller.
        Err(error) => Err(error),
    }
}

/// An integer of up to 128 bits; machine words, which are fast, come first.
fn wide(number: &Bound<'_, PyInt>) -> Option<i128> {
    number.extract::<i64>().map(i128::from).or_else(|_| number.extract()).ok()
}

/// A bound of a range as text: the limits of machine words as powers of two.
fn bound(number: i128) -> String {
    let power = number.unsigned_abs() + u128::from(number > 0);
    match (number > 0, power.is_power_of_two() && power > u128::from(u16::MAX)) {
        (true, true) => format!("2**{} - 1", power.ilog2()),
        (false, true) => format!("-2**{}", power.ilog2()),
        (_, false) => number.to_string(),
    }
}

/// The items of an iterable; `None` if it is not iterable.
pub fn items<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyIterator>>> {
    match object.try_iter() {
        Ok(items) => Ok(Some(items)),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The items of an argument that must be a list; text is rejected.
pub fn list<'py>(
    argument: &str,
    things: &str,
    object: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyIterator>> {
    items(object)?.filter(|_| !object.is_instance_of::<PyString>()).ok_or_else(|| {
        let found = shown(object);
        PyTypeError::new_err(format!("{argument}: expected a list of {things}, found {found}"))
    })
}

/// The deals of a match, the hands of each read by a game's own function. Errors in a deal after
/// the first name its position.
pub fn deals<'py, T>(
    object: &Bound<'py, PyAny>,
    read: impl Fn(Bound<'py, PyIterator>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    /// A match never has this many deals; an iterator may be infinite.
    const MAX_DEALS: usize = 1_000_000;

    let deals = (1..).zip(list("deals", "deals", object)?.take(MAX_DEALS));
    deals
        .map(|(position, deal)| {
            if position == 1 {
                return read(list("deal", "hands", &deal?)?);
            }
            let name = format!("deal {position}");
            read(list(&name, "hands", &deal?)?).map_err(|error| with_location(error, &name))
        })
        .collect()
}

/// An argument that must be a name.
pub fn name(argument: &str, object: &Bound<'_, PyAny>) -> PyResult<String> {
    match object.is_instance_of::<PyString>() {
        true => text(object),
        false => {
            let message = format!("{argument}: expected a name, found {}", shown(object));
            Err(PyTypeError::new_err(message))
        }
    }
}

/// An object as quoted in messages: its `repr`, truncated.
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    const MAX_LENGTH: usize = 100;

    let Ok(text) = object.repr() else { return kind(object) };
    let text = text.to_string_lossy();
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

/// The name of an object's type.
pub fn kind(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

/// A fact as Python objects; cards as `Card`s or as text.
pub fn fact<'py>(py: Python<'py>, fact: &Fact, cards: CardForm) -> PyResult<Bound<'py, PyAny>> {
    let each = |items: &[Fact]| -> PyResult<Vec<Bound<'py, PyAny>>> {
        items.iter().map(|item| self::fact(py, item, cards)).collect()
    };
    Ok(match fact {
        Fact::Flag(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Fact::Number(number) => number.into_pyobject(py)?.into_any(),
        Fact::Seed(seed) => seed.into_pyobject(py)?.into_any(),
        Fact::Text(text) => PyString::new(py, text).into_any(),
        Fact::Card(card) => match cards {
            CardForm::Objects => Bound::new(py, PyCard((*card).into()))?.into_any(),
            CardForm::Text => PyString::new(py, &card.to_string()).into_any(),
        },
        Fact::Tuple(items) => match cards {
            CardForm::Objects => PyTuple::new(py, each(items)?)?.into_any(),
            CardForm::Text => PyList::new(py, each(items)?)?.into_any(),
        },
        Fact::List(items) => PyList::new(py, each(items)?)?.into_any(),
        Fact::Map(items) => facts(py, items, cards)?.into_any(),
        _ => py.None().into_bound(py),
    })
}

/// Facts as a dictionary.
pub fn facts<'py>(py: Python<'py>, facts: &Facts, cards: CardForm) -> PyResult<Bound<'py, PyDict>> {
    let dictionary = PyDict::new(py);
    for (name, value) in facts {
        dictionary.set_item(name, fact(py, value, cards)?)?;
    }
    Ok(dictionary)
}

/// How facts represent cards: as objects, or as text (and tuples as lists) for JSON.
#[derive(Clone, Copy)]
pub enum CardForm {
    Objects,
    Text,
}
