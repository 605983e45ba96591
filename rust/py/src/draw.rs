//! The game of five-card draw.

use cardcore::cards::Card;
use cardcore::games::draw::{FiveCardDraw, Rules};
use pyo3::prelude::*;

use crate::convert;
use crate::errors::{IntoPython as _, with_location};
use crate::game::{Playable, PyGame};
use crate::rules::GivenRules;
use crate::view::{PyView, view_class};

view_class!(
    /// What a seat or a spectator may know about a match of five-card draw.
    PyDrawView,
    "DrawView",
    "cardcore._core",
    [
        /// The seat's own cards, also after it folded; none if it was not dealt in.
        hand,
        /// The seat's discards in this hand.
        discarded,
        /// The phase: `first bets`, `discard`, `second bets` or `over`.
        phase,
        /// The number of the current hand, from 1.
        hand_number,
        /// The maximum number of hands in the match.
        hands,
        /// The seat with the button: it acts last.
        button,
        /// All chips in the pots.
        pot,
        /// The price of a call in chips.
        to_call,
        /// The number of raises left in this betting round; 0 at the draw.
        raises_left,
        /// By seat: its stack.
        stacks,
        /// By seat: the chips it has paid into this hand.
        paid,
        /// By seat: the chips it has put in this betting round.
        bets,
        /// By seat: `in`, `folded`, `all in`, or `out` if it was not dealt in.
        status,
        /// By seat: the number of cards it has drawn; None before its draw.
        drawn,
        /// The public moves of this hand: seats and texts.
        moves,
        /// The rules of the match, by name.
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

/// The rules, read from an object's attributes.
pub fn read_rules(object: &Bound<'_, PyAny>) -> PyResult<Rules> {
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
    // An iterator may be infinite.
    let read = |(number, deck): (usize, PyResult<Bound<'_, PyAny>>)| {
        convert::cards(&deck?).map_err(|error| with_location(error, &format!("deck {number}")))
    };
    (1..).zip(decks.take(Rules::MAX_HANDS as usize + 1)).map(read).collect()
}
