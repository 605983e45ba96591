//! Discard analysis: tables, objectives, showdowns and whole-game solutions.

use std::borrow::Cow;

use cardcore::cards::{CardSet, DeckCard};
use cardcore::discard::wild::{Deck, WildPaytable, WildValuation};
use cardcore::discard::{
    self, BestDiscards, CanonicalHand, Choice, FiveCards, Hand, HandDraws, Mask, NaturalValuation,
    Objective, Outcome, Paytable, PaytableError, Showdown, Solution, Valuation,
};
use cardcore::monitor::{Monitor, Stopped};
use cardcore::poker::batch::InvalidHand;
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArray3, PyArrayMethods as _};
use pyo3::prelude::*;

use crate::cards::PyCard;
use crate::convert;
use crate::detach;
use crate::errors::{IntoPython, value_error};
use crate::hands::HandArray;
use crate::memory;

/// Below this many hands, evaluation is faster than starting a thread.
const SERIAL_BELOW: usize = 512;

/// The number of hands in a deck with a joker.
const MAX_HANDS: usize = 2_869_685;

/// A valuation without or with wild cards.
pub enum AnyValuation {
    Natural(NaturalValuation),
    Wild(Box<WildValuation>),
}

/// Dispatch on the kind of valuation.
macro_rules! with_valuation {
    ($aim:expr, $valuation:ident => $work:expr) => {
        match $aim {
            $crate::discard::AnyValuation::Natural($valuation) => $work,
            $crate::discard::AnyValuation::Wild(boxed) => {
                let $valuation = boxed.as_ref();
                $work
            }
        }
    };
}
pub(crate) use with_valuation;

impl AnyValuation {
    fn new(
        name: &str,
        entries: Option<&[(String, String)]>,
        deck: Deck,
    ) -> Result<Self, PaytableError> {
        let Some(entries) = entries else {
            return match WildPaytable::built_in().any(|known| known == name) {
                true => Ok(Self::wild(name.parse()?)),
                false => Ok(Self::Natural(NaturalValuation::new(name.parse::<Objective>()?))),
            };
        };
        let entries = entries.iter().map(|(class, text)| (class.as_str(), text.as_str()));
        if deck.wild_cards() == 0 {
            let objective = Objective::Paytable(Paytable::new(name, entries)?);
            return Ok(Self::Natural(NaturalValuation::new(objective)));
        }
        Ok(Self::wild(WildPaytable::new(name, deck, entries)?))
    }

    fn wild(paytable: WildPaytable) -> Self {
        Self::Wild(Box::new(WildValuation::new(paytable)))
    }
}

/// The last card of a deck.
fn last_card(deck: Deck) -> DeckCard {
    if deck.has_joker() { DeckCard::JOKER } else { convert::LAST_CARD }
}

/// Parse a hand of the deck of a valuation.
pub fn read_hand<V: Valuation>(
    valuation: &V,
    object: &Bound<'_, PyAny>,
) -> PyResult<FiveCards<V::Card>> {
    let cards = convert::cards_up_to(object, last_card(valuation.deck()))?;
    valuation.hand(&cards).map_err(|error| error.into_python())
}

/// Run work on one hand, which is short unless large tables must be built first.
pub fn run_on_hand<V: Valuation, T: Send>(
    py: Python<'_>,
    valuation: &V,
    work: impl FnOnce(&Monitor) -> Result<T, Stopped> + Send,
) -> PyResult<T> {
    expect_tables(valuation)?;
    detach::run_unless_short(py, valuation.is_fast(), None, None, work)
}

/// Check that there is enough memory for the tables, which are large if suits of wild cards matter.
fn expect_tables<V: Valuation>(valuation: &V) -> PyResult<()> {
    /// Sets of up to four cards.
    const SETS: usize = 317_683;

    match valuation.is_fast() {
        true => Ok(()),
        false => memory::expect(SETS * 4 * valuation.columns() + (SETS + MAX_HANDS) * 9),
    }
}

/// Check that there is enough memory for the tables and for this many bytes per hand.
pub fn expect_hands<V: Valuation>(valuation: &V, bytes: usize) -> PyResult<()> {
    expect_tables(valuation)?;
    // If suits of wild cards matter, nearly every hand may be canonical.
    memory::expect(if valuation.is_fast() { 0 } else { MAX_HANDS * bytes })
}

fn values<V: Valuation>(
    py: Python<'_>,
    valuation: &V,
    hand: FiveCards<V::Card>,
) -> PyResult<[i64; Mask::COUNT]> {
    run_on_hand(py, valuation, |monitor| Ok(valuation.values_by(valuation.tables(monitor)?, hand)))
}

/// The number of draws of a hand by outcome.
#[pyclass(name = "HandDraws", module = "cardcore._core", frozen, get_all)]
pub struct PyHandDraws {
    /// The cards of the hand.
    cards: Vec<PyCard>,
    /// Draws by discard mask and hand category; with wild cards, the same as the outcomes.
    counts: Py<PyArray2<u32>>,
    /// Draws by discard mask and outcome.
    outcomes: Py<PyArray2<u32>>,
}

fn analyze<V: Valuation>(
    py: Python<'_>,
    valuation: &V,
    hand: &Bound<'_, PyAny>,
    by_enumeration: bool,
) -> PyResult<PyHandDraws> {
    let hand = read_hand(valuation, hand)?;
    let work = |monitor: &Monitor| valuation.draws(hand, by_enumeration, monitor);
    let HandDraws { outcomes, classes } = match by_enumeration {
        true => detach::run(py, None, None, work)?,
        false => run_on_hand(py, valuation, work)?,
    };
    let rows = |counts: Vec<u32>| {
        let columns = counts.len() / Mask::COUNT;
        counts.into_pyarray(py).reshape([Mask::COUNT, columns]).map(Bound::unbind)
    };
    let outcomes = rows(outcomes)?;
    Ok(PyHandDraws {
        cards: hand.cards().map(|card| PyCard(card.into())).to_vec(),
        counts: classes.map_or_else(|| Ok(outcomes.clone_ref(py)), rows)?,
        outcomes,
    })
}

fn count_many<'py, V: Valuation>(
    valuation: &V,
    hands: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray3<u32>>> {
    let py = hands.py();
    let hands = HandArray::of_deck(hands, 5..=5, last_card(valuation.deck()))?;
    let rows = hands.rows()?;
    // NumPy's own allocation fails with a `MemoryError`. Every cell is written, so none is cleared.
    let shape = (rows.len(), Mask::COUNT, valuation.columns());
    let empty = py.import("numpy")?.call_method1("empty", (shape, "uint32"))?;
    let counts: Bound<'py, PyArray3<u32>> = empty.cast_into()?;
    let mut writable = counts.readwrite();
    let cells: &mut [u32] = writable.as_slice_mut()?;
    expect_tables(valuation)?;
    let short = rows.len() <= SERIAL_BELOW && valuation.is_fast();
    let work = |monitor: &Monitor| valuation.count_all(&rows, cells, monitor);
    let counted = detach::run_unless_short(py, short, threads, None, work)?;
    drop(writable);
    counted.map(|()| counts).map_err(|InvalidHand { row }| hands.row_error(row))
}

/// The draws of one discard of each of many hands, by outcome.
fn outcomes_of<'py, V: Valuation>(
    valuation: &V,
    hands: &Bound<'py, PyAny>,
    masks: &Bound<'py, PyArray1<u8>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let py = hands.py();
    let hands = HandArray::of_deck(hands, 5..=5, last_card(valuation.deck()))?;
    let rows: Cow<'_, [[u8; 5]]> = hands.rows()?;
    let masks = masks.to_vec()?;
    if masks.len() != rows.len() {
        let (rows, found) = (rows.len(), masks.len());
        return Err(value_error(format!(
            "masks: expected {rows}, one for each hand, found {found}"
        )));
    }
    let columns = valuation.outcomes().len();
    memory::expect(rows.len() * columns * size_of::<u32>())?;
    expect_tables(valuation)?;
    let work = |monitor: &Monitor| -> Result<Result<Vec<u32>, InvalidHand>, Stopped> {
        let tables = valuation.tables(monitor)?;
        let mut counts = Vec::with_capacity(rows.len() * columns);
        let mut draws = vec![0_u64; columns];
        for (row, (&numbers, mask)) in rows.iter().zip(masks).enumerate() {
            if row % SERIAL_BELOW == 0 {
                monitor.check()?;
            }
            let Some(hand) = valuation.hand_from_numbers(numbers) else {
                return Ok(Err(InvalidHand { row }));
            };
            let discard = Mask::from_fn(|index| mask >> index & 1 == 1);
            draws.fill(0);
            valuation.add_outcomes(tables, hand, discard, 1, &mut draws);
            counts.extend(draws.iter().map(|&draws| draws as u32));
        }
        Ok(Ok(counts))
    };
    match detach::run(py, threads, None, work)? {
        Ok(counts) => counts.into_pyarray(py).reshape([rows.len(), columns]),
        Err(InvalidHand { row }) => Err(hands.row_error(row)),
    }
}

/// The best masks of many hands and their values.
pub type BestMany<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<f64>>);

/// The best discards of many hands; `is_fast` says whether the time depends only on their number.
pub fn best_many<'py>(
    hands: &HandArray<'py>,
    py: Python<'py>,
    threads: Option<&Bound<'py, PyAny>>,
    is_fast: bool,
    best: impl FnOnce(&[[u8; 5]], &Monitor) -> Result<Result<BestDiscards, InvalidHand>, Stopped> + Send,
) -> PyResult<BestMany<'py>> {
    let rows = hands.rows()?;
    memory::expect(rows.len() * (size_of::<u8>() + size_of::<f64>()))?;
    let short = rows.len() <= SERIAL_BELOW && is_fast;
    match detach::run_unless_short(py, short, threads, None, |monitor| best(&rows, monitor))? {
        Ok(best) => Ok((best.masks.into_pyarray(py), best.values.into_pyarray(py))),
        Err(InvalidHand { row }) => Err(hands.row_error(row)),
    }
}

/// The values of all discards of a hand.
#[pyclass(name = "DiscardValues", module = "cardcore._core", frozen, get_all)]
pub struct PyDiscardValues {
    /// The values by discard mask.
    numbers: Vec<f64>,
    /// The same as integers over the denominator.
    exact: Vec<i64>,
    /// The best mask.
    best: u8,
}

/// A line of a paytable, or a hand category.
#[pyclass(name = "DiscardLine", module = "cardcore._core", frozen, get_all)]
pub struct PyDiscardLine {
    /// The name of the final hands on this line.
    name: String,
    /// The value of each of them, as text.
    worth: String,
    /// The numbers of the outcomes.
    outcomes: Vec<usize>,
}

/// An objective, prepared to evaluate discards.
#[pyclass(name = "Valuation", module = "cardcore._core", frozen)]
pub struct PyValuation(pub AnyValuation);

#[pymethods]
impl PyValuation {
    /// `class`, `pattern`, or a built-in paytable; with entries, a custom paytable.
    #[new]
    #[pyo3(signature = (name, entries=None, wild=None, jokers=false))]
    fn new(
        name: &str,
        entries: Option<Vec<(String, String)>>,
        wild: Option<&Bound<'_, PyAny>>,
        jokers: bool,
    ) -> PyResult<Self> {
        let wild = wild.map(convert::cards).transpose()?.unwrap_or_default();
        let wild: CardSet = wild.into_iter().collect();
        let aim = AnyValuation::new(name, entries.as_deref(), Deck::new(wild, jokers));
        aim.map(Self).map_err(IntoPython::into_python)
    }

    #[getter]
    fn name(&self) -> &str {
        with_valuation!(&self.0, valuation => valuation.name())
    }

    /// The wild cards, without the joker.
    #[getter]
    fn wild(&self) -> Vec<PyCard> {
        self.deck().wild().iter().map(|card| PyCard(card.into())).collect()
    }

    /// The number of jokers.
    #[getter]
    fn jokers(&self) -> u8 {
        self.deck().has_joker().into()
    }

    /// The common denominator of all values.
    #[getter]
    fn denominator(&self) -> u64 {
        with_valuation!(&self.0, valuation => valuation.denominator())
    }

    /// The names of the outcomes, lowest first.
    #[getter]
    fn outcomes(&self) -> Vec<String> {
        with_valuation!(&self.0, valuation => valuation.outcomes())
    }

    /// Outcomes and payouts as text; empty without a paytable.
    #[getter]
    fn payouts(&self) -> Vec<(String, String)> {
        let payouts = with_valuation!(&self.0, valuation => valuation.payouts());
        let texts = payouts.iter().map(ToString::to_string);
        self.outcomes().into_iter().zip(texts).collect()
    }

    /// Classes and payouts as text that recreate the paytable; empty without one.
    #[getter]
    fn entries(&self) -> Vec<(&'static str, String)> {
        let entries = with_valuation!(&self.0, valuation => valuation.entries());
        entries.into_iter().map(|(class, payout)| (class, payout.to_string())).collect()
    }

    /// The lines of the paytable, or the hand categories.
    #[getter]
    fn lines(&self) -> Vec<PyDiscardLine> {
        let lines = with_valuation!(&self.0, valuation => valuation.lines());
        let line = |line: discard::Line| PyDiscardLine {
            name: line.name,
            worth: line.value.to_string(),
            outcomes: line.outcomes,
        };
        lines.into_iter().map(line).collect()
    }

    /// The number of draws of a hand by outcome, from tables or by enumerating every final hand.
    fn analyze(
        &self,
        py: Python<'_>,
        hand: &Bound<'_, PyAny>,
        by_enumeration: bool,
    ) -> PyResult<PyHandDraws> {
        with_valuation!(&self.0, valuation => analyze(py, valuation, hand, by_enumeration))
    }

    /// The draws of many hands by discard mask and category; with wild cards by outcome, with zeros
    /// beyond the outcomes.
    #[pyo3(signature = (hands, *, threads=None))]
    fn count_many<'py>(
        &self,
        hands: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray3<u32>>> {
        with_valuation!(&self.0, valuation => count_many(valuation, hands, threads))
    }

    /// The values of all discards of a hand.
    fn values(&self, py: Python<'_>, hand: &Bound<'_, PyAny>) -> PyResult<PyDiscardValues> {
        with_valuation!(&self.0, valuation => {
            let hand = read_hand(valuation, hand)?;
            let values = values(py, valuation, hand)?;
            Ok(PyDiscardValues {
                numbers: values.iter().map(|&value| valuation.number(value)).collect(),
                exact: values.to_vec(),
                best: valuation.best_of(hand, &values).discard.number(),
            })
        })
    }

    /// The best masks of many hands and their values.
    #[pyo3(signature = (hands, *, threads=None))]
    fn best_many<'py>(
        &self,
        py: Python<'py>,
        hands: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<BestMany<'py>> {
        let hands = HandArray::of_deck(hands, 5..=5, last_card(self.deck()))?;
        with_valuation!(&self.0, valuation => {
            expect_tables(valuation)?;
            best_many(&hands, py, threads, valuation.is_fast(), |rows, monitor| {
                discard::best_discards(valuation, rows, monitor)
            })
        })
    }

    /// The draws of one discard of each of many hands, by outcome.
    #[pyo3(signature = (hands, masks, *, threads=None))]
    fn outcomes_of<'py>(
        &self,
        hands: &Bound<'py, PyAny>,
        masks: &Bound<'py, PyArray1<u8>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        with_valuation!(&self.0, valuation => outcomes_of(valuation, hands, masks, threads))
    }

    /// Solve the whole game.
    #[pyo3(signature = (*, threads=None, progress=None))]
    fn solve(
        &self,
        py: Python<'_>,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyDiscardSolution> {
        with_valuation!(&self.0, valuation => {
            expect_hands(valuation, bytes_of_a_hand(valuation))?;
            let work = |monitor: &Monitor| discard::solve(valuation, monitor);
            let solution = detach::run(py, threads, progress, work)?;
            PyDiscardSolution::new(py, solution, valuation.deck(), valuation.denominator())
        })
    }
}

impl PyValuation {
    fn deck(&self) -> Deck {
        with_valuation!(&self.0, valuation => valuation.deck())
    }
}

/// The bytes per hand in a solution and in its arrays.
const fn bytes_of_a_hand<V: Valuation>(_: &V) -> usize {
    size_of::<CanonicalHand<V::Card>>() + size_of::<Choice>() + 5 + 1 + 8 + 8
}

/// A whole-game solution: arrays by hand, and exact integers.
#[pyclass(name = "DiscardSolution", module = "cardcore._core", frozen, get_all)]
pub struct PyDiscardSolution {
    /// One canonical hand per equivalence class, as card numbers.
    hands: Py<PyArray2<u8>>,
    /// The number of hands in each class.
    weights: Py<PyArray1<i64>>,
    /// The best discard mask of each.
    masks: Py<PyArray1<u8>>,
    /// Its EV.
    values: Py<PyArray1<f64>>,
    /// The sum of all EVs over the value denominator, and the denominator of their mean.
    total: i128,
    denominator: u128,
    /// The sum of the squared EVs: 2⁶⁴ times the first number plus the second.
    squares: (u128, u128),
    value_denominator: u64,
    /// How often each outcome occurs, and their total.
    outcomes: Vec<u64>,
    outcome_total: u64,
}

impl PyDiscardSolution {
    /// A solution with values over the denominator.
    pub fn new<C: Copy + Into<DeckCard>>(
        py: Python<'_>,
        solution: Solution<C>,
        deck: Deck,
        denominator: u64,
    ) -> PyResult<Self> {
        let Solution { hands, choices, total, squares, outcomes } = solution;
        let mut cards = Vec::with_capacity(5 * hands.len());
        for hand in &hands {
            cards.extend_from_slice(&hand.hand.numbers());
        }
        let weights: Vec<i64> = hands.iter().map(|hand| hand.weight.into()).collect();
        let masks: Vec<u8> = choices.iter().map(|choice| choice.discard.number()).collect();
        let number = |choice: &Choice| choice.value as f64 / denominator as f64;
        let values: Vec<f64> = choices.iter().map(number).collect();
        Ok(Self {
            hands: cards.into_pyarray(py).reshape([hands.len(), 5])?.unbind(),
            weights: weights.into_pyarray(py).unbind(),
            masks: masks.into_pyarray(py).unbind(),
            values: values.into_pyarray(py).unbind(),
            total,
            denominator: u128::from(deck.hands()) * u128::from(denominator),
            squares: squares.parts(),
            value_denominator: denominator,
            outcomes,
            outcome_total: u64::from(deck.hands()) * u64::from(deck.common_draws()),
        })
    }
}

/// More samples than this would take years.
const MAX_SAMPLES: i128 = 1_000_000_000_000;

/// The win and tie counts of each discard of a hand.
#[pyclass(name = "ShowdownCounts", module = "cardcore._core", frozen, get_all)]
pub struct PyShowdownCounts {
    /// The number of winning, tying and all pairs of hands, by discard mask.
    wins: Py<PyArray1<u64>>,
    ties: Py<PyArray1<u64>>,
    totals: Py<PyArray1<u64>>,
    /// The best mask.
    best: u8,
}

impl PyShowdownCounts {
    pub fn new(py: Python<'_>, showdown: &Showdown) -> Self {
        let counts = [&showdown.wins[..], &showdown.ties, &showdown.totals];
        Self::from_counts(py, counts, showdown.best().number())
    }

    /// From the wins, ties and totals by mask.
    pub fn from_counts(py: Python<'_>, counts: [&[u64]; 3], best: u8) -> Self {
        let [wins, ties, totals] = counts.map(|counts| counts.to_vec().into_pyarray(py).unbind());
        Self { wins, ties, totals, best }
    }
}

pub fn natural_hand(object: &Bound<'_, PyAny>) -> PyResult<Hand> {
    Hand::of(&convert::cards(object)?).map_err(|error| error.into_python())
}

#[pyfunction]
#[pyo3(signature = (hand, *, threads=None, progress=None))]
pub fn showdown_against_pat(
    py: Python<'_>,
    hand: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShowdownCounts> {
    let hand = natural_hand(hand)?;
    let work = |monitor: &Monitor| discard::against_pat(hand, monitor);
    Ok(PyShowdownCounts::new(py, &detach::run(py, threads, progress, work)?))
}

#[pyfunction]
#[pyo3(signature = (hand, valuation, samples, seed, *, threads=None, progress=None))]
pub fn showdown_against_drawer(
    py: Python<'_>,
    hand: &Bound<'_, PyAny>,
    valuation: &Bound<'_, PyValuation>,
    samples: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShowdownCounts> {
    let samples = convert::whole_number("samples", samples, 1..=MAX_SAMPLES)?;
    let (hand, seed) = (natural_hand(hand)?, convert::seed(Some(seed))?);
    let AnyValuation::Natural(valuation) = &valuation.get().0 else {
        let name = valuation.get().name();
        let message = format!("against: paytable '{name}' has wild cards, and showdowns have none");
        return Err(value_error(message));
    };
    let work = |monitor: &Monitor| discard::against_drawer(hand, valuation, samples, seed, monitor);
    Ok(PyShowdownCounts::new(py, &detach::run(py, threads, progress, work)?))
}

/// The 95% interval of each sampled equity.
#[pyfunction]
pub fn sampled_intervals(equities: Vec<f64>, samples: u64) -> Vec<(f64, f64)> {
    equities.into_iter().map(|equity| discard::interval(equity, samples)).collect()
}

/// The names used by the discard analysis.
#[pyclass(name = "DiscardNames", module = "cardcore._core", frozen, get_all)]
pub struct PyDiscardNames {
    /// The outcomes without wild cards, in order.
    outcomes: Vec<String>,
    /// The built-in paytables.
    paytables: Vec<&'static str>,
    /// The classes a paytable may name, without and with wild cards.
    classes: Vec<&'static str>,
    wild_classes: Vec<&'static str>,
}

#[pyfunction]
pub fn discard_names() -> PyDiscardNames {
    PyDiscardNames {
        outcomes: Outcome::ALL.iter().map(ToString::to_string).collect(),
        paytables: Paytable::built_in().chain(WildPaytable::built_in()).collect(),
        classes: Paytable::classes().collect(),
        wild_classes: WildPaytable::classes().collect(),
    }
}
