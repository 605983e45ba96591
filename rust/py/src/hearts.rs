//! Hearts: rules, the game from a seed or a deal, and the double-dummy solver.

use cardcore::games::hearts::{DeckCard, Hearts, Moon, Observed, Rules, Standard, solve};
use cardcore::play::arena::MAX_GAMES;
use cardcore::play::{Session, random_scores};
use cardcore::random::Random;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use crate::cards::PyCard;
use crate::convert;
use crate::detach;
use crate::errors::{IntoPython, parse_error};
use crate::game::{Given, Playable, PyGame, not_a_move};
use crate::rules::GivenRules;
use crate::view::{PyView, view_class};

view_class!(
    /// What a seat or a spectator may know about a game of Hearts.
    PyHeartsView,
    "HeartsView",
    "cardcore._core",
    [
        /// The seat's own cards in order: `Card`s in the standard game, otherwise suits and values.
        hand,
        /// The current trick: seats and cards.
        trick,
        /// The suit led in the trick: a letter, or its number; None before a lead.
        led,
        /// All plays of this deal: seats and cards.
        plays,
        /// By seat: the suits in which it is known to be void.
        voids,
        /// By seat: the penalty points it has taken in this deal.
        points,
        /// The seat that has taken the jack of diamonds in this deal; None before that, or if taking
        /// it is not rewarded.
        jack,
        /// Whether a heart has been played in this deal.
        hearts_broken,
        /// Whether the special card, in the standard game the queen of spades, has been played.
        special_played,
        /// The opening card of the deal; None during the passing.
        opening,
        /// By seat: the score of the previous deals.
        totals,
        /// The number of the deal, from 0.
        deal,
        /// Whether cards are being passed.
        passing,
        /// The seat that this one passes to in this deal; None in a deal without passing.
        passes_to,
        /// The cards that the seat has passed in this deal; None before that, or in a deal without
        /// passing.
        passed,
        /// The cards that the seat has received in this deal; None before all have passed.
        received,
    ]
);

impl Playable for Hearts {
    /// A card may also be given as a `Card`, or as a pair of suit and value.
    fn read_move(object: &Bound<'_, PyAny>) -> PyResult<Given> {
        text_of_card(object).map(Given::Text)
    }

    fn view_object(py: Python<'_>, view: PyView) -> PyResult<Bound<'_, PyAny>> {
        PyHeartsView::object(py, view)
    }
}

/// The text of a card given as text, as a `Card`, or as a pair of suit and value.
fn text_of_card(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if object.is_instance_of::<PyString>() {
        return convert::text(object);
    }
    if object.is_instance_of::<PyCard>() {
        return Ok(object.str()?.to_string());
    }
    text_of_pair(object)?.ok_or_else(|| not_a_move(object))
}

#[pyfunction]
pub fn check_hearts_rules(rules: &Bound<'_, PyAny>) -> PyResult<()> {
    read_rules(rules).map(drop)
}

#[pyfunction]
#[pyo3(signature = (rules, *, seed, deals))]
pub fn new_hearts(
    rules: &Bound<'_, PyAny>,
    seed: Option<&Bound<'_, PyAny>>,
    deals: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyGame> {
    let rules = read_rules(rules)?;
    let seed = convert::seed(seed)?;
    let Some(deals) = deals else { return Ok(PyGame::new(Hearts::new(rules, seed))) };
    let deals = convert::deals(deals, |hands| {
        // An iterator may be infinite.
        let hands = (1..).zip(hands.take(Rules::MAX_CARDS + 1));
        let read = |(number, hand): (usize, PyResult<_>)| {
            read_hand(&rules, &hand?, &format!("hand {number}"))
        };
        hands.map(read).collect::<PyResult<Vec<_>>>()
    })?;
    let state = Hearts::with_deals(rules, seed, &deals).map_err(IntoPython::into_python)?;
    Ok(PyGame::new(state))
}

/// A game consistent with the observations of the seat to move; hidden information is resampled.
#[pyfunction]
#[pyo3(signature = (rules, *, seat, deal, passing, hand, players, plays, passed, received))]
#[expect(clippy::too_many_arguments, reason = "each has its own name in Python")]
pub fn observe_hearts(
    rules: &Bound<'_, PyAny>,
    seat: &Bound<'_, PyAny>,
    deal: &Bound<'_, PyAny>,
    passing: bool,
    hand: &Bound<'_, PyAny>,
    players: Vec<Bound<'_, PyAny>>,
    plays: &Bound<'_, PyAny>,
    passed: &Bound<'_, PyAny>,
    received: &Bound<'_, PyAny>,
) -> PyResult<PyGame> {
    let rules = read_rules(rules)?;
    let seats = 0..=rules.players() as i128 - 1;
    let players = players.iter().map(|seat| convert::position("plays", seat, seats.clone()));
    let players = players.collect::<PyResult<Vec<_>>>()?;
    let observed = Observed {
        seat: convert::position("seat", seat, seats)?,
        deal: convert::whole_number("deal", deal, 0..=i128::from(u32::MAX))?,
        passing,
        hand: read_hand(&rules, hand, "hand")?,
        plays: players.into_iter().zip(read_hand(&rules, plays, "plays")?).collect(),
        passed: read_hand(&rules, passed, "passed")?,
        received: read_hand(&rules, received, "received")?,
    };
    let trajectory = observed.resample(rules, &mut Random::new(0));
    let trajectory = trajectory.map_err(|error| parse_error(error.to_string()))?;
    let session = Session::replay(trajectory).map_err(IntoPython::into_python)?;
    Ok(PyGame::of(Box::new(session)))
}

#[pyfunction]
pub fn solve_hearts(py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<(Vec<i64>, Vec<String>)> {
    use cardcore::game::Game as _;

    let any_game = game.cast::<PyGame>().ok();
    let state = any_game.map(|game| game.get().state::<Hearts>(py)).transpose()?.flatten();
    let Some(state) = state else {
        let found = convert::shown(game);
        return Err(PyTypeError::new_err(format!("expected a game of hearts, found {found}")));
    };
    let solution = detach::run(py, None, None, |monitor| solve(&state, monitor))?;
    let moves = solution.moves.iter().map(|chosen| state.move_text(chosen)).collect();
    Ok((solution.scores, moves))
}

/// The sums of each seat's scores over many deals or matches of random play.
#[pyfunction]
pub fn random_hearts(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
) -> PyResult<Vec<i64>> {
    let template = Hearts::new(read_rules(rules)?, 0);
    let games = convert::whole_number("games", games, 1..=MAX_GAMES.into())?;
    let seed = convert::seed(Some(seed))?;
    detach::run(py, None, None, |monitor| random_scores(&template, games, seed, monitor))
}

/// The rules: of the generalized game if there are suits and values, otherwise of the standard one.
fn read_rules(rules: &Bound<'_, PyAny>) -> PyResult<Rules> {
    let rules = GivenRules::new("hearts", rules);
    let sizes = 2..=Rules::MAX_CARDS as i128;
    let players = rules.number("players", sizes.clone())?;
    let suits = rules.number_or_none("suits", sizes.clone())?;
    let values = rules.number_or_none("values", sizes)?;
    if let Some((suits, values)) = suits.zip(values) {
        return Rules::new(suits, values, players).map_err(IntoPython::into_python);
    }
    let options = Standard {
        players,
        passing: rules.flag("passing")?,
        moon: Moon::from_name(&rules.word("moon")?).map_err(IntoPython::into_python)?,
        target: rules.number_or_none("target", 1..=i128::from(Rules::MAX_TARGET))?,
        points_on_first_trick: rules.flag("points_on_first_trick")?,
        queen_breaks_hearts: rules.flag("queen_breaks_hearts")?,
        jack: rules.flag("jack")?,
    };
    Rules::standard(options).map_err(IntoPython::into_python)
}

/// The text of a card given as a suit and a value; `None` if these are not two integers.
fn text_of_pair(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if !object.len().is_ok_and(|count| count == 2) {
        return Ok(None);
    }
    let Ok(items) = object.extract::<[Bound<'_, PyAny>; 2]>() else { return Ok(None) };
    let [suit, value] = items.each_ref().map(convert::index);
    let text = |(suit, value): (Bound<'_, PyInt>, Bound<'_, PyInt>)| {
        format!("{}-{}", convert::shown(&suit), convert::shown(&value))
    };
    Ok(suit?.zip(value?).map(text))
}

/// Cards from text, or one by one; `name` says what they are.
fn read_hand(rules: &Rules, hand: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<DeckCard>> {
    if hand.is_instance_of::<PyString>() {
        let cards = rules.parse(&convert::text(hand)?);
        return cards.map_err(|error| parse_error(format!("{name}: {error}")));
    }
    let Some(cards) = convert::items(hand)? else {
        let found = convert::shown(hand);
        let message = format!("{name}: expected cards, found {found}");
        return Err(PyTypeError::new_err(message));
    };
    let read = |(number, card): (usize, PyResult<Bound<'_, PyAny>>)| {
        let card = card?;
        let wrong =
            |error: &dyn std::fmt::Display| parse_error(format!("{name}, card {number}: {error}"));
        // Exceptions raised by the card itself go to the caller.
        let unreadable = |error: PyErr| {
            let py = card.py();
            let known =
                error.is_instance_of::<PyTypeError>(py) || error.is_instance_of::<PyValueError>(py);
            if known { wrong(&error.value(py)) } else { error }
        };
        if rules.is_standard() {
            let card = convert::card(&card).map_err(unreadable)?;
            return rules.in_deck(card).map_err(|error| wrong(&error));
        }
        let text = text_of_card(&card).map_err(|error| {
            match error.is_instance_of::<PyTypeError>(card.py()) {
                true => wrong(&format!("expected a card, found {}", convert::shown(&card))),
                false => unreadable(error),
            }
        })?;
        match rules.parse(&text).map_err(|error| wrong(&error))?[..] {
            [card] => Ok(card),
            ref several => Err(wrong(&format!("expected one card, found {}", several.len()))),
        }
    };
    // An iterator may be infinite.
    (1..).zip(cards.take(Rules::MAX_CARDS + 1)).map(read).collect()
}
