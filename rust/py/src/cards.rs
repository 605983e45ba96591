//! `Card` and `parse_cards`.

use cardcore::cards::{Card, distinct, parse_cards};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::convert;
use crate::errors::IntoPython as _;

/// One of the 52 cards, from its text ("As", "10d", "7♥") or its number (0 to 51).
///
/// Cards are ordered and hashed by their number; `str(card)` is the text.
#[pyclass(name = "Card", module = "cardcore", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyCard(pub Card);

#[pymethods]
impl PyCard {
    #[new]
    #[pyo3(signature = (card, /))]
    fn new(card: &Bound<'_, PyAny>) -> PyResult<Self> {
        convert::card(card).map(Self)
    }

    /// The rank: one of 23456789TJQKA.
    #[getter]
    fn rank(&self) -> String {
        self.0.rank().to_string()
    }

    /// The suit: one of cdhs.
    #[getter]
    fn suit(&self) -> String {
        self.0.suit().to_string()
    }

    /// The number: four times the rank (two is 0, ace 12) plus the suit (c 0, d 1, h 2, s 3).
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

/// Read distinct cards, separated by spaces, commas or nothing, or from any iterable of cards,
/// texts and numbers.
#[pyfunction(name = "parse_cards")]
#[pyo3(signature = (cards, /))]
pub fn read_cards(cards: &Bound<'_, PyAny>) -> PyResult<Vec<PyCard>> {
    let cards = if cards.is_instance_of::<PyString>() {
        parse_cards(&convert::text(cards)?).map_err(|error| error.into_python())?
    } else {
        let cards = convert::cards(cards)?;
        distinct(&cards).map_err(|error| error.into_python())?;
        cards
    };
    Ok(cards.into_iter().map(PyCard).collect())
}
