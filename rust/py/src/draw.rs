//! The game of five-card draw.

use cardcore::cards::Card;
use cardcore::game::Fact;
use cardcore::games::draw::{FiveCardDraw, Rules};
use cardcore::play::Origin;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert;
use crate::errors::{IntoPython as _, at_place};
use crate::game::{Playable, PyGame};

impl Playable for FiveCardDraw {}

/// A match under the named rules; those that are not named are as usual, with a hand for each
/// deck of a deal.
#[pyfunction]
pub fn new_draw(
    rules: &Bound<'_, PyDict>,
    seed: Option<&Bound<'_, PyAny>>,
    deal: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyGame> {
    let deal = deal.map(decks).transpose()?;
    let mut checked = Rules::default();
    if let Some(decks) = &deal {
        let hands = decks.len().max(1) as i128;
        checked = checked.with("hands", hands).map_err(|error| error.into_python())?;
    }
    for (name, value) in rules {
        let name: String = name.extract()?;
        let range = Rules::range(&name).map_err(|error| error.into_python())?;
        let range = i128::from(*range.start())..=i128::from(*range.end());
        let number = convert::whole_number(&name, &value, range)?;
        checked = checked.with(&name, number).map_err(|error| error.into_python())?;
    }
    let seed = convert::seed(seed)?;
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
    let decks = convert::list("deal", "decks, one per hand", deal)?;
    // An iterator may have no end.
    let read = |(number, deck): (usize, PyResult<Bound<'_, PyAny>>)| {
        convert::cards(&deck?).map_err(|error| at_place(error, &format!("deck {number}")))
    };
    (1..).zip(decks.take(Rules::MOST_HANDS as usize + 1)).map(read).collect()
}
