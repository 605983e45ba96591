//! The game of five-card draw.

use cardcore::cards::Card;
use cardcore::games::draw::{FiveCardDraw, Rules};
use pyo3::prelude::*;

use crate::convert;
use crate::errors::{IntoPython as _, at_place};
use crate::game::{Playable, PyGame};
use crate::rules::GivenRules;
use crate::view::{PyView, view_class};

view_class!(
    /// What a seat or a bystander may know of a match of five-card draw.
    PyDrawView,
    "DrawView",
    "cardcore._core",
    [
        hand,
        discarded,
        phase,
        hand_number,
        hands,
        button,
        pot,
        to_call,
        raises_left,
        stacks,
        paid,
        bets,
        status,
        drawn,
        moves,
        rules,
    ]
);

impl Playable for FiveCardDraw {
    fn view_object(py: Python<'_>, view: PyView) -> PyResult<Bound<'_, PyAny>> {
        PyDrawView::object(py, view)
    }
}

#[pyfunction]
pub fn check_draw_rules(rules: &Bound<'_, PyAny>) -> PyResult<()> {
    read_rules(rules).map(drop)
}

#[pyfunction]
#[pyo3(signature = (rules, *, seed, deal))]
pub fn new_draw(
    rules: &Bound<'_, PyAny>,
    seed: Option<&Bound<'_, PyAny>>,
    deal: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyGame> {
    let rules = read_rules(rules)?;
    let seed = convert::seed(seed)?;
    let state = match deal {
        None => FiveCardDraw::new(rules, seed),
        Some(deal) => FiveCardDraw::with_deals(rules, seed, &decks(deal)?),
    };
    state.map(PyGame::new).map_err(|error| error.into_python())
}

fn read_rules(object: &Bound<'_, PyAny>) -> PyResult<Rules> {
    let given = GivenRules::new("draw", object);
    let mut rules = Rules::default();
    for name in Rules::NAMES {
        let range = Rules::range(name).map_err(|error| error.into_python())?;
        let number = given.number(name, (*range.start()).into()..=(*range.end()).into())?;
        rules = rules.with(name, number).map_err(|error| error.into_python())?;
    }
    Ok(rules)
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
