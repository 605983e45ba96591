//! Discards: tables, objectives, showdowns and the whole game.

use cardcore::discard::{
    self, ClassCounts, DiscardTable, HANDS, Hand, Mask, Objective, Outcome, Paytable, Showdown,
    Solution, Valuation,
};
use cardcore::monitor::Monitor;
use cardcore::poker::Category;
use cardcore::poker::batch::NotAHand;
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArray3, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cards::PyCard;
use crate::convert;
use crate::detach;
use crate::errors::IntoPython;
use crate::hands::HandArray;
use crate::memory;

/// So many hands are looked at sooner than a thread is started.
const FEW: usize = 512;

pub fn hand_of(object: &Bound<'_, PyAny>) -> PyResult<Hand> {
    Hand::of(&convert::cards(object)?).map_err(|error| error.into_python())
}

type Analysis<'py> = (Vec<PyCard>, Bound<'py, PyArray2<u32>>, Bound<'py, PyArray2<u32>>);

/// The cards, and the draws by discard mask and class and by discard mask and outcome.
#[pyfunction]
pub fn analyze_discards<'py>(
    py: Python<'py>,
    hand: &Bound<'py, PyAny>,
    by_enumeration: bool,
) -> PyResult<Analysis<'py>> {
    let hand = hand_of(hand)?;
    let table = py.detach(|| match by_enumeration {
        true => DiscardTable::by_enumeration(hand),
        false => DiscardTable::of(hand),
    });
    let rows = table.counts().as_flattened().to_vec().into_pyarray(py);
    let outcomes = table.outcomes().as_flattened().to_vec().into_pyarray(py);
    Ok((
        hand.cards().map(PyCard).to_vec(),
        rows.reshape([Mask::COUNT, Category::COUNT])?,
        outcomes.reshape([Mask::COUNT, Outcome::COUNT])?,
    ))
}

/// The draws of many hands by discard mask and class.
#[pyfunction]
#[pyo3(signature = (hands, *, threads=None))]
pub fn count_discards<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray3<u32>>> {
    let hands = HandArray::new(hands, 5..=5)?;
    let rows = hands.rows()?;
    // NumPy's own allocation fails with a `MemoryError`. Every cell is written, so none is cleared.
    let shape = (rows.len(), Mask::COUNT, Category::COUNT);
    let empty = py.import("numpy")?.call_method1("empty", (shape, "uint32"))?;
    let counts: Bound<'py, PyArray3<u32>> = empty.cast_into()?;
    let mut writable = counts.readwrite();
    let cells: &mut [u32] = writable.as_slice_mut()?;
    let tables: &mut [ClassCounts] = cells.as_chunks_mut().0.as_chunks_mut().0;
    let work = |monitor: &Monitor| discard::count_classes_of_all(&rows, tables, monitor);
    let counted = detach::run_unless_brief(py, rows.len() <= FEW, threads, None, work)?;
    drop(writable);
    counted.map(|()| counts).map_err(|NotAHand { row }| hands.row_error(row))
}

/// An objective, ready to value discards.
#[pyclass(name = "Valuation", module = "cardcore._core", frozen)]
pub struct PyValuation(pub Valuation);

#[pymethods]
impl PyValuation {
    /// `class`, `pattern`, or a built-in paytable; with entries, a paytable of one's own.
    #[new]
    #[pyo3(signature = (name, entries=None))]
    fn new(name: &str, entries: Option<Vec<(String, String)>>) -> PyResult<Self> {
        let objective = match entries {
            None => name.parse::<Objective>(),
            Some(entries) => {
                let entries = entries.iter().map(|(class, text)| (class.as_str(), text.as_str()));
                Paytable::new(name, entries).map(Objective::Paytable)
            }
        };
        objective.map(|objective| Self(Valuation::new(objective))).map_err(IntoPython::into_python)
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.objective().name()
    }

    /// What values are integers over.
    #[getter]
    fn denominator(&self) -> u64 {
        self.0.denominator()
    }

    /// Outcomes and payouts as text; nothing unless this is a paytable.
    #[getter]
    fn payouts(&self) -> Vec<(String, String)> {
        match self.0.objective() {
            Objective::Paytable(paytable) => Outcome::ALL
                .into_iter()
                .map(|outcome| (outcome.to_string(), paytable.payout(outcome).to_string()))
                .collect(),
            Objective::Class | Objective::Pattern => Vec::new(),
        }
    }

    /// What final hands are told apart by: names, worths as text, and the numbers of the outcomes.
    #[getter]
    fn lines(&self) -> Vec<(String, String, Vec<usize>)> {
        let lines = self.0.objective().lines().into_iter();
        lines
            .map(|line| {
                let outcomes = line.outcomes.iter().map(|&outcome| usize::from(outcome.number()));
                (line.name, line.worth.to_string(), outcomes.collect())
            })
            .collect()
    }

    /// The values of all discards, as numbers and over the denominator, and the best mask.
    fn values(&self, hand: &Bound<'_, PyAny>) -> PyResult<(Vec<f64>, Vec<i64>, u8)> {
        let hand = hand_of(hand)?;
        let values = self.0.values(hand);
        let numbers = values.iter().map(|&value| self.0.number(value)).collect();
        Ok((numbers, values.to_vec(), self.0.best_of(hand, &values).discard.number()))
    }

    /// The best masks of many hands and their values.
    #[pyo3(signature = (hands, *, threads=None))]
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn best_many<'py>(
        &self,
        py: Python<'py>,
        hands: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<f64>>)> {
        let hands = HandArray::new(hands, 5..=5)?;
        let rows = hands.rows()?;
        memory::expect(rows.len() * (size_of::<u8>() + size_of::<f64>()))?;
        let work = |monitor: &Monitor| discard::best_discards(&self.0, &rows, monitor);
        match detach::run_unless_brief(py, rows.len() <= FEW, threads, None, work)? {
            Ok(best) => Ok((best.masks.into_pyarray(py), best.values.into_pyarray(py))),
            Err(NotAHand { row }) => Err(hands.row_error(row)),
        }
    }

    /// The whole game, as a dictionary of arrays and exact integers.
    #[pyo3(signature = (*, threads=None, progress=None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        threads: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let solution =
            detach::run(py, threads, progress, |monitor| discard::solve(&self.0, monitor))?;
        let Solution { hands, choices, total, outcomes } = solution;
        let numbers: Vec<u8> =
            hands.iter().flat_map(|hand| hand.hand.cards().map(|card| card.number())).collect();
        let weights: Vec<i64> = hands.iter().map(|hand| i64::from(hand.weight)).collect();
        let masks: Vec<u8> = choices.iter().map(|choice| choice.discard.number()).collect();
        let values: Vec<f64> = choices.iter().map(|choice| self.0.number(choice.value)).collect();
        let result = PyDict::new(py);
        result.set_item("hands", numbers.into_pyarray(py).reshape([hands.len(), 5])?)?;
        result.set_item("weights", weights.into_pyarray(py))?;
        result.set_item("masks", masks.into_pyarray(py))?;
        result.set_item("values", values.into_pyarray(py))?;
        result.set_item("total", total)?;
        result.set_item("denominator", u128::from(HANDS) * u128::from(self.0.denominator()))?;
        result.set_item("outcomes", outcomes.to_vec())?;
        result.set_item("outcomes_in_all", Solution::outcomes_in_all())?;
        Ok(result)
    }
}

/// More samples than this would take years.
const MOST_SAMPLES: i128 = 1_000_000_000_000;

/// Wins, ties and totals by discard mask, and the best mask.
type Counts<'py> =
    (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>, u8);

fn counts(py: Python<'_>, showdown: Showdown) -> Counts<'_> {
    (
        showdown.wins.to_vec().into_pyarray(py),
        showdown.ties.to_vec().into_pyarray(py),
        showdown.totals.to_vec().into_pyarray(py),
        showdown.best().number(),
    )
}

#[pyfunction]
#[pyo3(signature = (hand, *, threads=None, progress=None))]
pub fn showdown_against_pat<'py>(
    py: Python<'py>,
    hand: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Counts<'py>> {
    let hand = hand_of(hand)?;
    let work = |monitor: &Monitor| discard::against_pat(hand, monitor);
    Ok(counts(py, detach::run(py, threads, progress, work)?))
}

#[pyfunction]
#[pyo3(signature = (hand, valuation, samples, seed, *, threads=None, progress=None))]
pub fn showdown_against_drawer<'py>(
    py: Python<'py>,
    hand: &Bound<'py, PyAny>,
    valuation: &Bound<'py, PyValuation>,
    samples: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Counts<'py>> {
    let samples = convert::whole_number("samples", samples, 1..=MOST_SAMPLES)?;
    let (hand, seed) = (hand_of(hand)?, convert::seed(Some(seed))?);
    let valuation = &valuation.get().0;
    let work = |monitor: &Monitor| discard::against_drawer(hand, valuation, samples, seed, monitor);
    Ok(counts(py, detach::run(py, threads, progress, work)?))
}

/// The 95% interval around each sampled equity.
#[pyfunction]
pub fn sampled_intervals(equities: Vec<f64>, samples: u64) -> Vec<(f64, f64)> {
    equities.into_iter().map(|equity| discard::interval(equity, samples)).collect()
}

/// The outcomes in order, the built-in paytables, and the classes a paytable may name.
#[pyfunction]
pub fn discard_names() -> (Vec<String>, Vec<&'static str>, Vec<&'static str>) {
    (
        Outcome::ALL.iter().map(ToString::to_string).collect(),
        Paytable::built_in().collect(),
        Paytable::classes().collect(),
    )
}
