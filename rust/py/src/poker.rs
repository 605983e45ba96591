//! Hand evaluation: one hand, and arrays of hands.

use cardcore::monitor::Monitor;
use cardcore::poker::batch::{self, InvalidHand};
use cardcore::poker::best_of::BestOf;
use cardcore::poker::evaluate::Evaluator;
use cardcore::poker::{Category, HandRank};
use numpy::{Element, IntoPyArray as _, PyArray1};
use pyo3::prelude::*;

use crate::convert;
use crate::detach;
use crate::errors::{IntoPython as _, value_error};
use crate::hands::HandArray;
use crate::memory;

/// The rank of a poker hand. Ordered: the greater rank wins, equal ranks tie; `str(rank)` describes
/// it in words.
#[pyclass(name = "HandRank", module = "cardcore.poker", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyHandRank(HandRank);

#[pymethods]
impl PyHandRank {
    #[new]
    fn new(strength: &Bound<'_, PyAny>) -> PyResult<Self> {
        let known = 0..=i128::from(HandRank::COUNT) - 1;
        let strength = convert::whole_number("strength", strength, known)?;
        HandRank::from_strength(strength).map(Self).ok_or_else(|| value_error(strength))
    }

    /// The strength: 0 (7-5-4-3-2) to 7461 (royal flush).
    #[getter]
    fn strength(&self) -> u16 {
        self.0.strength()
    }

    /// The category of the hand, a `cardcore.poker.Category`.
    #[getter]
    fn category<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let category = py.import("cardcore.poker")?.getattr("Category")?;
        category.call1((self.0.category().number(),))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("HandRank({})", self.0.strength())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (u16,)) {
        (py.get_type::<Self>().into_any(), (self.0.strength(),))
    }
}

#[pyfunction]
pub fn rank(hand: &Bound<'_, PyAny>) -> PyResult<PyHandRank> {
    let cards = convert::cards(hand)?;
    HandRank::of(&cards).map(PyHandRank).map_err(|error| error.into_python())
}

/// Below this many hands, evaluation is faster than starting a thread.
const SERIAL_BELOW: usize = 8192;

#[pyfunction]
#[pyo3(signature = (hands, *, threads=None))]
pub fn rank_many<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    map_hands(py, hands, threads, |strength| strength)
}

#[pyfunction]
#[pyo3(signature = (hands, *, threads=None))]
pub fn categories_many<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    map_hands(py, hands, threads, |strength| Category::of_strength(strength).number())
}

/// Apply a function to the strength of each of many hands.
fn map_hands<'py, Answer: Copy + Default + Send + Element>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    answer: impl Fn(u16) -> Answer + Copy + Send + Sync,
) -> PyResult<Bound<'py, PyArray1<Answer>>> {
    let hands = HandArray::new(hands, 5..=7)?;
    let answers = match hands.cards {
        5 => {
            let evaluator = Evaluator::new();
            let strength = move |hand| evaluator.strength(hand).map(answer);
            of_each_row(py, &hands.rows()?, threads, strength)?
        }
        6 => {
            let best = BestOf::<6>::new();
            let strength = move |hand| best.strength(hand).map(answer);
            of_each_row(py, &hands.rows()?, threads, strength)?
        }
        _ => {
            let best = BestOf::<7>::new();
            let strength = move |hand| best.strength(hand).map(answer);
            of_each_row(py, &hands.rows()?, threads, strength)?
        }
    };
    match answers {
        Ok(answers) => Ok(answers.into_pyarray(py)),
        Err(InvalidHand { row }) => Err(hands.row_error(row)),
    }
}

fn of_each_row<const CARDS: usize, Answer: Copy + Default + Send>(
    py: Python<'_>,
    rows: &[[u8; CARDS]],
    threads: Option<&Bound<'_, PyAny>>,
    answer: impl Fn([u8; CARDS]) -> Option<Answer> + Send + Sync,
) -> PyResult<Result<Vec<Answer>, InvalidHand>> {
    memory::expect(rows.len() * size_of::<Answer>())?;
    let work = |monitor: &Monitor| batch::map_hands(rows, answer, monitor);
    detach::run_unless_short(py, rows.len() <= SERIAL_BELOW, threads, None, work)
}
