//! `Card`, `parse_cards` and `deal_many`.

use cardcore::cards::{self, Card, DeckCard, all_different, parse_deck_cards};
use cardcore::monitor::Monitor;
use numpy::{PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::convert;
use crate::detach;
use crate::errors::IntoPython as _;

/// One of the 52 cards, or the joker, from its text ("As", "10d", "7♥", "Jk") or its number (0 to
/// 51, and 52 for the joker).
///
/// Cards are ordered and hashed by their number; `str(card)` is the text.
#[pyclass(name = "Card", module = "cardcore", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyCard(pub DeckCard);

#[pymethods]
impl PyCard {
    #[new]
    #[pyo3(signature = (card, /))]
    fn new(card: &Bound<'_, PyAny>) -> PyResult<Self> {
        convert::deck_card(card).map(Self)
    }

    /// The rank: one of 23456789TJQKA, or Jk.
    #[getter]
    fn rank(&self) -> String {
        self.0.card().map_or_else(|| self.0.to_string(), |card| card.rank().to_string())
    }

    /// The suit: one of cdhs; empty for the joker.
    #[getter]
    fn suit(&self) -> String {
        self.0.card().map_or_else(String::new, |card| card.suit().to_string())
    }

    /// The number: four times the rank (two is 0, ace 12) plus the suit (c 0, d 1, h 2, s 3); 52 for
    /// the joker.
    #[getter]
    fn number(&self) -> u8 {
        self.0.number()
    }

    fn __index__(&self) -> u8 {
        self.0.number()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Card('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Self>().into_any(), (self.0.to_string(),))
    }
}

/// Parse distinct cards, separated by spaces, commas or nothing, or from any iterable of cards,
/// texts and numbers.
#[pyfunction(name = "parse_cards")]
#[pyo3(signature = (cards, /))]
pub fn read_cards(cards: &Bound<'_, PyAny>) -> PyResult<Vec<PyCard>> {
    let cards = if cards.is_instance_of::<PyString>() {
        parse_deck_cards(&convert::text(cards)?).map_err(|error| error.into_python())?
    } else {
        let cards = convert::deck_cards(cards, DeckCard::JOKER)?;
        all_different(&cards).map_err(|error| error.into_python())?;
        cards
    };
    Ok(cards.into_iter().map(PyCard).collect())
}

#[pyfunction]
#[pyo3(signature = (n, cards, seed, *, threads=None))]
pub fn deal_many<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
    cards: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    /// More than fits into any memory, but few enough that the total number of cards does not
    /// overflow.
    const MAX_ROWS: i128 = 1_000_000_000_000_000;

    let n: usize = convert::whole_number("n", n, 0..=MAX_ROWS)?;
    let cards: usize = convert::whole_number("cards", cards, 1..=Card::COUNT as i128)?;
    let seed = convert::seed(Some(seed))?;
    // NumPy's own allocation fails with a `MemoryError`. Every cell is written, so none is cleared.
    let empty = py.import("numpy")?.call_method1("empty", ((n, cards), "uint8"))?;
    let dealt: Bound<'py, PyArray2<u8>> = empty.cast_into()?;
    let mut writable = dealt.readwrite();
    let rows: &mut [u8] = writable.as_slice_mut()?;
    // Dealing one stream is faster than starting a thread.
    let short = n <= cards::ROWS_PER_STREAM;
    let work = |monitor: &Monitor| cards::deal_many(rows, cards, seed, monitor);
    detach::run_unless_short(py, short, threads, None, work)?;
    drop(writable);
    Ok(dealt)
}
