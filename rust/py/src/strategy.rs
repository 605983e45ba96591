//! Strategy charts.

use cardcore::discard::strategy::{
    ChartLine, ChartResult, Dealt, Edit, EditedChart, Form, LineResult, Lines, Preference, Rule,
    Span, Strategy, ValuedHands,
};
use cardcore::discard::{Mask, Valuation};
use cardcore::monitor::Monitor;
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;

use crate::convert;
use crate::detach;
use crate::discard::{PyValuation, expect_hands, read_hand, run_on_hand, with_valuation};
use crate::errors::value_error;
use crate::memory;

/// More lines than anyone can learn or any game needs.
const MAX_LINES: i128 = 500;

/// More edits than a chart that deserves the name needs.
const MAX_EDITS: i128 = 100;

/// The bytes per hand for the values of its discards.
const BYTES_TO_VALUE: usize = 300;

/// The bytes per hand in the search: some twenty holds, and the losses of some fifty lines.
const BYTES_TO_SEARCH: usize = 1_200;

/// The names of the forms of holds.
const FORMS: [(&str, Form); 11] = [
    ("pat", Form::Pat),
    ("of a kind", Form::OfAKind),
    ("kicker", Form::OfAKindAndKicker),
    ("two pair", Form::TwoPairs),
    ("royal flush", Form::RoyalFlush),
    ("straight flush", Form::StraightFlush),
    ("flush", Form::Flush),
    ("straight", Form::Straight),
    ("high cards", Form::HighCards),
    ("single", Form::Single),
    ("nothing", Form::Nothing),
];

/// A set of holds: the conditions of a line of a chart.
#[pyclass(name = "ChartRule", module = "cardcore._core", frozen)]
pub struct PyChartRule(Rule);

#[pymethods]
impl PyChartRule {
    /// Ranges are pairs of the least and the most; ranks and lines are bits.
    #[new]
    #[pyo3(signature = (
        form, kept, wilds=None, *, high=None, gaps=None, margin=None, without=0, ranks=None,
        tops=0x1fff, kickers=0x1fff, lines=u32::MAX, no_flush_penalty=false,
        no_straight_penalty=false
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        form: &str,
        kept: u8,
        wilds: Option<u8>,
        high: Option<(i8, i8)>,
        gaps: Option<(i8, i8)>,
        margin: Option<(i8, i8)>,
        without: u16,
        ranks: Option<u16>,
        tops: u16,
        kickers: u16,
        lines: u32,
        no_flush_penalty: bool,
        no_straight_penalty: bool,
    ) -> PyResult<Self> {
        let Some(&(_, form)) = FORMS.iter().find(|(name, _)| *name == form) else {
            return Err(value_error(format!("unknown form '{form}' of a hold")));
        };
        let span =
            |given: Option<(i8, i8)>| given.map_or(Span::ANY, |(least, most)| Span { least, most });
        Ok(Self(Rule {
            high: span(high),
            gaps: span(gaps),
            margin: span(margin),
            without,
            ranks,
            tops,
            kickers,
            lines,
            no_flush_penalty,
            no_straight_penalty,
            ..Rule::new(form, kept, wilds)
        }))
    }
}

/// The lines of a chart as they come from Python: rules, and whether the lowest hold is meant.
type GivenLines = Vec<(Vec<Py<PyChartRule>>, bool)>;

fn chart_lines(given: &GivenLines) -> Vec<ChartLine> {
    let line = |(rules, lowest): &(Vec<Py<PyChartRule>>, bool)| ChartLine {
        rules: rules.iter().map(|rule| rule.get().0).collect(),
        preference: if *lowest { Preference::Lowest } else { Preference::Highest },
    };
    given.iter().map(line).collect()
}

/// A chart, and the valuation it was derived from.
#[pyclass(name = "Strategy", module = "cardcore._core", frozen)]
pub struct PyStrategy {
    strategy: Strategy,
    valuation: Py<PyValuation>,
}

/// What a chart says about a hand.
#[pyclass(name = "StrategyChoice", module = "cardcore._core", frozen, get_all)]
pub struct PyStrategyChoice {
    /// The numbers of the cards of the hand.
    cards: Vec<u32>,
    /// The line that decides it, from 0.
    line: usize,
    /// The discard it gives.
    mask: u8,
}

/// A hand as it is dealt, and the values of its discards.
fn dealt<V: Valuation>(
    py: Python<'_>,
    valuation: &V,
    hand: &Bound<'_, PyAny>,
) -> PyResult<(Dealt, [i64; Mask::COUNT])> {
    let hand = read_hand(valuation, hand)?;
    run_on_hand(py, valuation, |monitor| {
        let tables = valuation.tables(monitor)?;
        let dealt = Lines::new(valuation).dealt(valuation, tables, hand);
        Ok((dealt, valuation.values_by(tables, hand)))
    })
}

#[pymethods]
impl PyStrategy {
    /// Apply the chart to a hand.
    fn choose(&self, py: Python<'_>, hand: &Bound<'_, PyAny>) -> PyResult<PyStrategyChoice> {
        let aim = &self.valuation.get().0;
        let (hand, values) = with_valuation!(aim, valuation => dealt(py, valuation, hand))?;
        let (line, discard) = self.strategy.choose(hand, &values);
        let cards = hand.cards.map(u32::from).to_vec();
        Ok(PyStrategyChoice { cards, line, mask: discard.number() })
    }

    /// Find the edits that save most, one after another, and follow the chart after each.
    #[pyo3(signature = (edits, *, threads=None, progress=None))]
    fn mend<'py>(
        &self,
        py: Python<'py>,
        edits: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<PyStrategyEdit>> {
        let edits: u64 = convert::whole_number("edits", edits, 1..=MAX_EDITS)?;
        let all = valued_hands(py, &self.valuation, threads)?;
        let EditedChart { edits, charts } = detach::run(py, threads, progress, |monitor| {
            self.strategy.mend(&all, edits as usize, monitor)
        })?;
        let mut found = Vec::new();
        for ((edit, wording), chart) in edits.into_iter().zip(charts) {
            let (kind, from, to) = match edit {
                Edit::Move { from, to } => ("move", Some(from), Some(to)),
                Edit::Remove { from } => ("remove", Some(from), None),
                Edit::Insert { to } => ("insert", None, Some(to)),
                Edit::Replace { from, to } => ("replace", Some(from), Some(to)),
            };
            let chart = followed(py, &self.valuation, &all, chart, threads)?;
            found.push(PyStrategyEdit { kind, from_line: from, to_line: to, wording, chart });
        }
        Ok(found)
    }
}

/// An edit of a chart, and the chart after it.
#[pyclass(name = "StrategyEdit", module = "cardcore._core", frozen, get_all)]
pub struct PyStrategyEdit {
    /// What is done: move, remove, insert or replace.
    kind: &'static str,
    /// The index of the line before, from 0.
    from_line: Option<usize>,
    /// The index after.
    to_line: Option<usize>,
    /// The line that is moved, removed or inserted.
    wording: String,
    /// The chart after the edit.
    chart: Py<PyDerivedStrategy>,
}

/// A line of a chart, with sums over all hands that it decides.
#[pyclass(name = "StrategyLine", module = "cardcore._core", frozen, get_all)]
pub struct PyStrategyLine {
    /// Which cards to hold.
    wording: String,
    /// The number of hands it decides.
    hands: u64,
    /// The EV they lose, over the denominator of the values.
    lost: i128,
    /// The additional loss without the line.
    saved: i128,
}

/// A chart, and the result of following it.
#[pyclass(name = "DerivedStrategy", module = "cardcore._core", frozen, get_all)]
pub struct PyDerivedStrategy {
    /// The chart.
    strategy: Py<PyStrategy>,
    /// Its lines, from the top.
    lines: Vec<Py<PyStrategyLine>>,
    /// The ranks of high cards, whose pair pays.
    high_ranks: Vec<u32>,
    /// One canonical hand per equivalence class, as card numbers.
    hands: Py<PyArray2<u8>>,
    /// The number of hands in each class.
    weights: Py<PyArray1<i64>>,
    /// The line that decides each, from 0.
    decided: Py<PyArray1<u16>>,
    /// The discard of the chart for each.
    masks: Py<PyArray1<u8>>,
    /// The EV it loses, over the denominator of the values.
    losses: Py<PyArray1<i64>>,
}

/// Derive a chart of at most this many lines, and follow it with every hand.
#[pyfunction]
#[pyo3(signature = (valuation, lines, *, penalties=false, threads=None, progress=None))]
pub fn derive_strategy<'py>(
    py: Python<'py>,
    valuation: &Bound<'py, PyValuation>,
    lines: &Bound<'py, PyAny>,
    penalties: bool,
    threads: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Py<PyDerivedStrategy>> {
    let lines: u64 = convert::whole_number("lines", lines, 1..=MAX_LINES)?;
    let valuation = valuation.clone().unbind();
    let all = valued_hands(py, &valuation, threads)?;
    let strategy = detach::run(py, threads, progress, |monitor| {
        Strategy::derive(&all, lines as usize, penalties, monitor)
    })?;
    followed(py, &valuation, &all, strategy, threads)
}

/// A fraction of the return that every chart of at most this many lines loses; `reached` is what
/// some chart loses.
#[pyfunction]
#[pyo3(signature = (valuation, lines, reached, *, penalties=false))]
pub fn bound_strategy<'py>(
    py: Python<'py>,
    valuation: &Bound<'py, PyValuation>,
    lines: &Bound<'py, PyAny>,
    reached: f64,
    penalties: bool,
) -> PyResult<f64> {
    let lines: u64 = convert::whole_number("lines", lines, 1..=MAX_LINES)?;
    let all = valued_hands(py, &valuation.clone().unbind(), None)?;
    detach::run(py, None, None, |monitor| {
        Strategy::lower_bound(&all, lines as usize, penalties, reached, monitor)
    })
}

/// Follow a chart of given lines with every hand.
#[pyfunction]
#[pyo3(signature = (valuation, lines, *, threads=None))]
pub fn follow_strategy<'py>(
    py: Python<'py>,
    valuation: &Bound<'py, PyValuation>,
    lines: GivenLines,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Py<PyDerivedStrategy>> {
    let valuation = valuation.clone().unbind();
    let all = valued_hands(py, &valuation, threads)?;
    let strategy = Strategy::from_lines(&all, chart_lines(&lines));
    followed(py, &valuation, &all, strategy, threads)
}

fn valued_hands(
    py: Python<'_>,
    valuation: &Py<PyValuation>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<ValuedHands> {
    let all = with_valuation!(&valuation.get().0, valued => {
        expect_hands(valued, BYTES_TO_VALUE)?;
        detach::run(py, threads, None, |monitor: &Monitor| ValuedHands::new(valued, monitor))?
    });
    memory::expect(all.hands.len() * BYTES_TO_SEARCH)?;
    Ok(all)
}

/// Follow a chart with every hand.
fn followed(
    py: Python<'_>,
    valuation: &Py<PyValuation>,
    all: &ValuedHands,
    strategy: Strategy,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyDerivedStrategy>> {
    let result = detach::run(py, threads, None, |monitor| strategy.follow(all, monitor))?;
    let ChartResult { lines, discards, losses, by_line } = result;
    let cards: Vec<u8> = all.hands.iter().flat_map(|hand| hand.cards).collect();
    let weights: Vec<i64> = all.weights.iter().copied().map(i64::from).collect();
    let masks: Vec<u8> = discards.into_iter().map(|discard| discard.number()).collect();
    let made = strategy.lines().zip(by_line).map(|(wording, result)| {
        let LineResult { hands, lost, saved } = result;
        Py::new(py, PyStrategyLine { wording, hands, lost, saved })
    });
    let derived = PyDerivedStrategy {
        lines: made.collect::<PyResult<_>>()?,
        high_ranks: strategy.high_ranks().map(u32::from).collect(),
        hands: cards.into_pyarray(py).reshape([all.hands.len(), 5])?.unbind(),
        weights: weights.into_pyarray(py).unbind(),
        decided: lines.into_pyarray(py).unbind(),
        masks: masks.into_pyarray(py).unbind(),
        losses: losses.into_pyarray(py).unbind(),
        strategy: Py::new(py, PyStrategy { strategy, valuation: valuation.clone_ref(py) })?,
    };
    Py::new(py, derived)
}
