//! Hearts: rules, the game from a seed or a deal, and the open deal solved.

use cardcore::game::Fact;
use cardcore::games::hearts::{DeckCard, Hearts, Moon, Rules, SolveError, Standard, solve};
use cardcore::search::random_scores;
use cardcore::table::Origin;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

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
        pair(object)
            .map(|(suit, value)| format!("{suit}-{value}"))
            .ok_or_else(|| PyTypeError::new_err(format!("expected a move, found {}", repr(object))))
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
    let hands = items(deal, "deal: expected a list of hands")?;
    let hands: Vec<Vec<DeckCard>> = (1..)
        .zip(&hands)
        .map(|(place, hand)| read_hand(&rules, hand, place))
        .collect::<PyResult<_>>()?;
    let state = Hearts::from_deal(rules, &hands, seed).map_err(IntoPython::into_python)?;
    let texts = |hand: &Vec<DeckCard>| Fact::list(hand.iter().map(|&card| rules.text(card)));
    let deal = Some(Fact::list(hands.iter().map(texts)));
    Ok(PyGame::new(state, Origin { seed: Some(seed), deal }))
}

#[pyfunction]
pub fn solve_hearts(py: Python<'_>, game: &PyGame) -> PyResult<(Vec<i64>, Vec<String>)> {
    use cardcore::game::Game as _;

    let Some(state) = game.state::<Hearts>() else {
        return Err(PyTypeError::new_err("expected a game of hearts"));
    };
    let solution = detach::run(py, None, None, |monitor| match solve(state, monitor) {
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
    games: u64,
    seed: u64,
) -> PyResult<Vec<i64>> {
    let template = Hearts::new(read_rules(rules)?, 0);
    detach::run(py, None, None, |monitor| random_scores(&template, games, seed, monitor))
}

/// The rules from an object with their names as attributes.
fn read_rules(rules: &Bound<'_, PyAny>) -> PyResult<Rules> {
    let number = |name: &str| whole_number(name, &rules.getattr(name)?);
    let (suits, values, players) = (number("suits")?, number("values")?, number("players")?);
    let house = rules.getattr("house")?;
    if house.is_none() {
        return Rules::new(suits, values, players).map_err(IntoPython::into_python);
    }
    if (suits, values) != (4, 13) {
        return Err(value_error(format!(
            "the house rules are for 4 suits of 13 values, found {suits} of {values}"
        )));
    }
    let flag = |name: &str| {
        let value = house.getattr(name)?;
        let wrong = || format!("{name}: expected True or False, found {}", repr(&value));
        value.extract().map_err(|_| PyTypeError::new_err(wrong()))
    };
    let target = house.getattr("target")?;
    let target = if target.is_none() {
        None
    } else {
        let found = whole_number("target", &target)?;
        Some(u32::try_from(found).unwrap_or(u32::MAX))
    };
    let moon = house.getattr("moon")?;
    if !moon.is_instance_of::<PyString>() {
        let message = format!("moon: expected a name, found {}", repr(&moon));
        return Err(PyTypeError::new_err(message));
    }
    let options = Standard {
        players,
        passing: flag("passing")?,
        moon: Moon::from_name(&convert::text(&moon)?).map_err(IntoPython::into_python)?,
        target,
        points_on_first_trick: flag("points_on_first_trick")?,
        queen_breaks_hearts: flag("queen_breaks_hearts")?,
    };
    Rules::standard(options).map_err(IntoPython::into_python)
}

/// A number that counts something. What is too large for any rule stays so.
fn whole_number(name: &str, object: &Bound<'_, PyAny>) -> PyResult<usize> {
    let number = index(object).ok_or_else(|| {
        PyTypeError::new_err(format!("{name}: expected a whole number, found {}", repr(object)))
    })?;
    if number < 0 {
        return Err(value_error(format!("{name} = {number}: expected a positive number")));
    }
    Ok(usize::try_from(number).unwrap_or(usize::MAX))
}

/// A whole number that is no truth value; the end of the range if it is beyond it.
fn index(object: &Bound<'_, PyAny>) -> Option<i128> {
    if object.is_instance_of::<PyBool>() {
        return None;
    }
    let number = object.call_method0("__index__").ok()?;
    let beyond = || if number.lt(0).unwrap_or(false) { i128::MIN } else { i128::MAX };
    Some(number.extract().unwrap_or_else(|_| beyond()))
}

fn pair(object: &Bound<'_, PyAny>) -> Option<(i128, i128)> {
    let (suit, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
        object.extract().ok().or_else(|| {
            let items: Vec<Bound<'_, PyAny>> = object.extract().ok()?;
            <[_; 2]>::try_from(items).ok().map(|[suit, value]| (suit, value))
        })?;
    Some((index(&suit)?, index(&value)?))
}

fn items<'py>(object: &Bound<'py, PyAny>, expected: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    match object.try_iter() {
        Ok(items) if !object.is_instance_of::<PyString>() => items.collect(),
        _ => Err(PyTypeError::new_err(format!("{expected}, found {}", repr(object)))),
    }
}

/// A hand from text, or from its cards one by one.
fn read_hand(rules: &Rules, hand: &Bound<'_, PyAny>, place: usize) -> PyResult<Vec<DeckCard>> {
    if hand.is_instance_of::<PyString>() {
        let cards = rules.parse(&convert::text(hand)?);
        return cards.map_err(|error| parse_error(format!("hand {place}: {error}")));
    }
    let cards = items(hand, &format!("hand {place}: expected cards"))?;
    let read = |(index, card): (usize, &Bound<'_, PyAny>)| {
        let wrong = |error: &dyn std::fmt::Display| {
            parse_error(format!("hand {place}, card {}: {error}", index + 1))
        };
        if rules.is_standard() {
            let card = convert::card(card).map_err(|error| wrong(&error.value(card.py())))?;
            return rules.in_deck(card).map_err(|error| wrong(&error));
        }
        let text = Hearts::text_of_object(card).map_err(|error| wrong(&error.value(card.py())))?;
        match rules.parse(&text).map_err(|error| wrong(&error))?[..] {
            [card] => Ok(card),
            ref several => Err(wrong(&format!("expected one card, found {}", several.len()))),
        }
    };
    cards.iter().enumerate().map(read).collect()
}

fn repr(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string())
}
