//! The game of five-card draw.

use cardcore::cards::Card;
use cardcore::game::Fact;
use cardcore::games::draw::game::{FiveCardDraw, Rules};
use cardcore::table::Origin;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use crate::convert;
use crate::errors::{IntoPython as _, value_error};
use crate::game::{Playable, PyGame};

impl Playable for FiveCardDraw {}

/// A match under the named rules; those that are not named are as usual.
#[pyfunction]
pub fn new_draw(
    rules: &Bound<'_, PyDict>,
    seed: Option<&Bound<'_, PyAny>>,
    deal: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyGame> {
    let mut checked = Rules::default();
    for (name, value) in rules {
        let name: String = name.extract()?;
        let number = whole_number(&name, &value)?;
        checked = checked.with(&name, number).map_err(|error| error.into_python())?;
    }
    let seed = convert::seed(seed)?;
    let deal = deal.map(decks).transpose()?;
    let state = match &deal {
        None => FiveCardDraw::new(checked, seed),
        Some(decks) => FiveCardDraw::with_decks(checked, seed, decks),
    };
    let state = state.map_err(|error| error.into_python())?;
    let deal = deal.map(|decks| Fact::List(decks.into_iter().map(Fact::list).collect()));
    Ok(PyGame::new(state, Origin { seed: Some(seed), deal }))
}

/// The decks of a deal.
fn decks(deal: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<Card>>> {
    let wrong = || PyTypeError::new_err("deal: expected a list of decks, one per hand");
    if deal.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    let decks = deal.try_iter().map_err(|_| wrong())?;
    decks.map(|deck| convert::cards(&deck?)).collect()
}

/// A whole number, of Python or NumPy, but no truth value.
fn whole_number(name: &str, object: &Bound<'_, PyAny>) -> PyResult<i128> {
    let found = || object.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
    let wrong =
        || PyTypeError::new_err(format!("{name}: expected a whole number, found {}", found()));
    if object.is_instance_of::<PyBool>() {
        return Err(wrong());
    }
    let number = object.call_method0("__index__").map_err(|_| wrong())?;
    let too_large =
        |_| value_error(format!("{name}: expected a smaller number, found {}", found()));
    number.extract().map_err(too_large)
}
