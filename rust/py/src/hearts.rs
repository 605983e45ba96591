//! Hearts: rules, the game from a seed or a deal, and the open deal solved.

use cardcore::game::Fact;
use cardcore::games::hearts::{DeckCard, Hearts, Moon, Rules, SolveError, Standard, solve};
use cardcore::play::Origin;
use cardcore::play::arena::MOST_GAMES;
use cardcore::play::random_scores;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use crate::cards::PyCard;
use crate::convert;
use crate::detach;
use crate::errors::{IntoPython, parse_error, value_error};
use crate::game::{Playable, PyGame};

impl Playable for Hearts {
    /// A card may also be given as itself: a `Card`, or a pair of suit and value.
    fn text_of_object(object: &Bound<'_, PyAny>) -> PyResult<String> {
        if object.is_instance_of::<PyString>() {
            return convert::text(object);
        }
        if object.is_instance_of::<PyCard>() {
            return Ok(object.str()?.to_string());
        }
        text_of_pair(object)?.ok_or_else(|| {
            PyTypeError::new_err(format!("expected a move, found {}", convert::shown(object)))
        })
    }
}

#[pyfunction]
pub fn check_hearts_rules(rules: &Bound<'_, PyAny>) -> PyResult<()> {
    read_rules(rules).map(drop)
}

#[pyfunction]
#[pyo3(signature = (rules, *, seed=None, deal=None))]
pub fn new_hearts(
    rules: &Bound<'_, PyAny>,
    seed: Option<&Bound<'_, PyAny>>,
    deal: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyGame> {
    let rules = read_rules(rules)?;
    let seed = convert::seed(seed)?;
    let Some(deal) = deal else {
        let origin = Origin { seed: Some(seed), deal: None };
        return Ok(PyGame::new(Hearts::new(rules, seed), origin));
    };
    let hands = convert::list("deal", "hands", deal)?;
    let hands: Vec<Vec<DeckCard>> = (1..)
        .zip(hands.take(Rules::MOST_CARDS + 1))
        .map(|(place, hand)| read_hand(&rules, &hand?, place))
        .collect::<PyResult<_>>()?;
    let state = Hearts::from_deal(rules, &hands, seed).map_err(IntoPython::into_python)?;
    let texts = |hand: &Vec<DeckCard>| Fact::list(hand.iter().map(|&card| rules.text(card)));
    let deal = Some(Fact::list(hands.iter().map(texts)));
    Ok(PyGame::new(state, Origin { seed: Some(seed), deal }))
}

#[pyfunction]
pub fn solve_hearts(py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<(Vec<i64>, Vec<String>)> {
    use cardcore::game::Game as _;

    let state = game.cast::<PyGame>().ok().and_then(|game| game.get().state::<Hearts>(py));
    let Some(state) = state else {
        let found = convert::shown(game);
        return Err(PyTypeError::new_err(format!("expected a game of hearts, found {found}")));
    };
    let solution = detach::run(py, None, None, |monitor| match solve(&state, monitor) {
        Err(SolveError::Stopped(stopped)) => Err(stopped),
        other => Ok(other),
    })?;
    let solution = solution.map_err(IntoPython::into_python)?;
    let moves = solution.moves.iter().map(|chosen| state.move_text(chosen)).collect();
    Ok((solution.scores, moves))
}

/// The sum of the scores of each seat over many deals or matches of random play.
#[pyfunction]
pub fn random_hearts(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
) -> PyResult<Vec<i64>> {
    let template = Hearts::new(read_rules(rules)?, 0);
    let games = convert::whole_number("games", games, 1..=MOST_GAMES.into())?;
    let seed = convert::seed(Some(seed))?;
    detach::run(py, None, None, |monitor| random_scores(&template, games, seed, monitor))
}

/// The rules from an object with their names as attributes.
fn read_rules(rules: &Bound<'_, PyAny>) -> PyResult<Rules> {
    let rule = |name: &str| attribute("rules", "hearts.Rules", rules, name);
    let number =
        |name: &str| convert::whole_number(name, &rule(name)?, 2..=Rules::MOST_CARDS as i128);
    let (suits, values, players) = (number("suits")?, number("values")?, number("players")?);
    let house = rule("house")?;
    if house.is_none() {
        return Rules::new(suits, values, players).map_err(IntoPython::into_python);
    }
    if (suits, values) != (4, 13) {
        return Err(value_error(format!(
            "the house rules are for 4 suits of 13 values, found {suits} of {values}"
        )));
    }
    let option = |name: &str| attribute("house", "hearts.House", &house, name);
    let flag = |name: &str| {
        let value = option(name)?;
        let wrong = || format!("{name}: expected True or False, found {}", convert::shown(&value));
        value.extract().map_err(|_| PyTypeError::new_err(wrong()))
    };
    let target = option("target")?;
    let target = match target.is_none() {
        true => None,
        false => {
            let range = 1..=i128::from(Rules::HIGHEST_TARGET);
            Some(convert::whole_number("target", &target, range)?)
        }
    };
    let moon = convert::name("moon", &option("moon")?)?;
    let options = Standard {
        players,
        passing: flag("passing")?,
        moon: Moon::from_name(&moon).map_err(IntoPython::into_python)?,
        target,
        points_on_first_trick: flag("points_on_first_trick")?,
        queen_breaks_hearts: flag("queen_breaks_hearts")?,
    };
    Rules::standard(options).map_err(IntoPython::into_python)
}

/// An attribute that an argument has if it is what was expected.
fn attribute<'py>(
    argument: &str,
    expected: &str,
    object: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    object.getattr(name).map_err(|_| {
        let found = convert::shown(object);
        PyTypeError::new_err(format!("{argument}: expected {expected}, found {found}"))
    })
}

/// The text of a card given as a suit and a value; `None` if these are no two whole numbers.
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

/// A hand from text, or from its cards one by one.
fn read_hand(rules: &Rules, hand: &Bound<'_, PyAny>, place: usize) -> PyResult<Vec<DeckCard>> {
    if hand.is_instance_of::<PyString>() {
        let cards = rules.parse(&convert::text(hand)?);
        return cards.map_err(|error| parse_error(format!("hand {place}: {error}")));
    }
    let Some(cards) = convert::items(hand)? else {
        let found = convert::shown(hand);
        let message = format!("hand {place}: expected cards, found {found}");
        return Err(PyTypeError::new_err(message));
    };
    let read = |(number, card): (usize, PyResult<Bound<'_, PyAny>>)| {
        let card = card?;
        let wrong = |error: &dyn std::fmt::Display| {
            parse_error(format!("hand {place}, card {number}: {error}"))
        };
        // What the card itself raises is for the caller to see.
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
        let text = Hearts::text_of_object(&card).map_err(|error| {
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
    // An iterator may have no end.
    (1..).zip(cards.take(Rules::MOST_CARDS + 1)).map(read).collect()
}
