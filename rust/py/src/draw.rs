//! The game of five-card draw.

use cardcore::cards::Card;
use cardcore::games::draw::{Chips, FiveCardDraw, RANKINGS, Rules, Structure};
use cardcore::poker::Ranking;
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
        /// The phase: `first bets`, `discard`, `second bets` (with more draws also `third bets` and
        /// `fourth bets`) or `over`.
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
        /// At pot-limit and no-limit, the least and the most that the seat may bet or raise to now;
        /// None if it may not.
        raise_to,
        /// The number of draws left, including one in progress.
        draws_left,
        /// By seat: its stack.
        stacks,
        /// By seat: the chips it has paid into this hand.
        paid,
        /// By seat: the chips it has put in this betting round.
        bets,
        /// By seat: `in`, `folded`, `all in`, or `out` if it was not dealt in.
        status,
        /// By seat: the number of cards of its last draw; None before its first.
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
#[pyo3(signature = (rules, *, seed, deal, stacks=None))]
pub fn new_draw(
    rules: &Bound<'_, PyAny>,
    seed: Option<&Bound<'_, PyAny>>,
    deal: Option<&Bound<'_, PyAny>>,
    stacks: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyGame> {
    let rules = read_rules(rules)?;
    let seed = convert::seed(seed)?;
    let state = match deal {
        None => FiveCardDraw::new(rules, seed),
        Some(deal) => FiveCardDraw::with_deals(rules, seed, &decks(deal)?),
    };
    let state = match stacks {
        None => state,
        Some(stacks) => {
            let stacks = chips(stacks)?;
            state.and_then(|state| state.with_stacks(&stacks))
        }
    };
    state.map(PyGame::new).map_err(|error| error.into_python())
}

/// Stacks by seat.
fn chips(stacks: &Bound<'_, PyAny>) -> PyResult<Vec<Chips>> {
    let stacks = convert::list("stacks", "chips, one number per player", stacks)?;
    // An iterator may be infinite.
    let most = Rules::MAX_CHIPS.into();
    let read =
        |stack: PyResult<Bound<'_, PyAny>>| convert::whole_number("stacks", &stack?, 1..=most);
    stacks.take(cardcore::games::draw::MAX_PLAYERS + 1).map(read).collect()
}

/// The rules, read from an object's attributes.
pub fn read_rules(object: &Bound<'_, PyAny>) -> PyResult<Rules> {
    let given = GivenRules::new("draw", object);
    let mut rules = Rules {
        ranking: given.choice("ranking", &RANKINGS, Ranking::name)?,
        betting: given.choice("betting", &Structure::ALL, Structure::name)?,
        ..Rules::default()
    };
    for name in Rules::NUMBERS {
        let range = Rules::range(name).map_err(|error| error.into_python())?;
        let number = given.number(name, (*range.start()).into()..=(*range.end()).into())?;
        rules = rules.with(name, number).map_err(|error| error.into_python())?;
    }
    rules.check().map_err(|error| error.into_python())?;
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
