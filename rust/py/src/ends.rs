//! Ends: lines, values and the game.

use cardcore::games::ends::{End, Ends, Policy, Rules, Side, solve, value};
use cardcore::monitor::Monitor;
use pyo3::prelude::*;

use crate::convert;
use crate::detach;
use crate::errors::IntoPython as _;
use crate::game::{Playable, PyGame};
use crate::memory;
use crate::numbers::{Numbers, Reading};
use crate::rules::{GivenRules, choice};
use crate::view::{PyView, view_class};

view_class!(
    /// What a seat sees of a game of Ends: everything.
    PyEndsView,
    "EndsView",
    "cardcore._core",
    [
        /// The cards that the seat has taken.
        hand,
        /// The remaining cards.
        cards,
        /// The whole row as it was dealt.
        row,
        /// By seat: the cards it has taken.
        taken,
        /// By seat: the sum of its cards.
        scores,
        /// The end that greedy bots take when both are equal: `left` or `right`.
        ties,
    ]
);

impl Playable for Ends {
    fn view_object(py: Python<'_>, view: PyView) -> PyResult<Bound<'_, PyAny>> {
        PyEndsView::object(py, view)
    }
}

/// Rows up to this length are solved, and up to its square valued, faster than a thread is started.
const SHORT: usize = 400;

/// The memory for solving a row: about thirty numbers per card, plus the result.
const BYTES_PER_CARD: usize = 300;

/// A row played to its end.
#[pyclass(name = "EndsLine", module = "cardcore._core", frozen, get_all)]
pub struct PyEndsLine {
    /// The sums of the cards of the player and of the dog.
    score: i64,
    opponent_score: i64,
    /// The ends they took.
    path: String,
    opponent_path: String,
    /// The cards they took.
    cards: Vec<i64>,
    opponent_cards: Vec<i64>,
    /// The positions of all cards, in the order they were taken.
    order: Vec<usize>,
}

#[pyfunction]
#[pyo3(signature = (cards, policy, first, ties, *, threads=None, progress=None))]
pub fn solve_ends(
    py: Python<'_>,
    cards: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyAny>,
    first: &Bound<'_, PyAny>,
    ties: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyEndsLine> {
    let policy = choice("policy", policy, &Policy::ALL, Policy::name)?;
    let first = choice("first", first, &Side::ALL, Side::name)?;
    let ties = choice("ties", ties, &End::ALL, End::name)?;
    let row = Numbers::new(cards)?.row()?;
    memory::expect(BYTES_PER_CARD * row.cards().len())?;
    let short = row.cards().len() <= SHORT;
    let work = |monitor: &Monitor| solve(&row, policy, first, ties, monitor);
    let line = detach::run_unless_short(py, short, threads, progress, work)?;
    let cards = |side| line.turns_of(side).map(|turn| turn.card).collect();
    Ok(PyEndsLine {
        score: line.score(Side::Player),
        opponent_score: line.score(Side::Dog),
        path: line.path(Side::Player),
        opponent_path: line.path(Side::Dog),
        cards: cards(Side::Player),
        opponent_cards: cards(Side::Dog),
        order: line.turns().iter().map(|turn| turn.position).collect(),
    })
}

#[pyfunction]
pub fn value_ends(py: Python<'_>, cards: &Bound<'_, PyAny>) -> PyResult<i64> {
    let numbers = Numbers::new(cards)?;
    let short = numbers.len() <= SHORT * SHORT;
    let reading = numbers.read();
    let work = |monitor: &Monitor| match reading {
        Reading::Slice(cards) => value(cards.iter().copied(), monitor),
        Reading::Each(cards) => value(cards, monitor),
    };
    detach::run_unless_short(py, short, None, None, work)
}

#[pyfunction]
pub fn check_ends_rules(rules: &Bound<'_, PyAny>) -> PyResult<()> {
    read_rules(rules).map(drop)
}

#[pyfunction]
#[pyo3(signature = (rules, *, seed, deal))]
pub fn new_ends(
    rules: &Bound<'_, PyAny>,
    seed: Option<&Bound<'_, PyAny>>,
    deal: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyGame> {
    let rules = read_rules(rules)?;
    let seed = convert::seed(seed)?;
    Ok(PyGame::new(match deal {
        Some(cards) => Ends::with_row(rules, Numbers::new(cards)?.row()?),
        None => Ends::new(rules, seed),
    }))
}

fn read_rules(rules: &Bound<'_, PyAny>) -> PyResult<Rules> {
    let rules = GivenRules::new("ends", rules);
    let count = rules.number("count", 0..=Rules::MAX_COUNT as i128)?;
    let low = rules.number("low", convert::WORD)?;
    let high = rules.number("high", convert::WORD)?;
    let ties = rules.choice("ties", &End::ALL, End::name)?;
    Rules::new(count, low, high, ties).map_err(|error| error.into_python())
}
