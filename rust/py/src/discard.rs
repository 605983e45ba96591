//! Discards: tables, objectives, showdowns and the whole game.

use cardcore::cards::{CardSet, DeckCard};
use cardcore::discard::wild::{
    CanonicalDeckHand, Deck, DeckHand, LineCounts, WildPaytable, WildSolution, WildValuation,
    solve_wild,
};
use cardcore::discard::{
    self, Choice, ClassCounts, DiscardTable, HANDS, Hand, Mask, Objective, Outcome, Paytable,
    PaytableError, Showdown, Solution, Squares, Valuation,
};
use cardcore::monitor::{Monitor, Stopped};
use cardcore::poker::Category;
use cardcore::poker::batch::NotAHand;
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArray3, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cards::PyCard;
use crate::convert;
use crate::detach;
use crate::errors::{IntoPython, value_error};
use crate::hands::HandArray;
use crate::memory;

/// So many hands are looked at sooner than a thread is started.
pub const FEW: usize = 512;

fn hand_of(object: &Bound<'_, PyAny>) -> PyResult<Hand> {
    Hand::of(&convert::cards(object)?).map_err(|error| error.into_python())
}

/// The last card of a deck.
fn last_card(deck: Deck) -> DeckCard {
    if deck.has_joker() { DeckCard::JOKER } else { convert::LAST_CARD }
}

fn deck_hand_of(object: &Bound<'_, PyAny>, deck: Deck) -> PyResult<DeckHand> {
    let cards = convert::deck_cards(object, last_card(deck))?;
    DeckHand::of(&cards, deck).map_err(|error| error.into_python())
}

type Analysis<'py> = (Vec<PyCard>, Bound<'py, PyArray2<u32>>, Bound<'py, PyArray2<u32>>);

/// The cards, and the draws by discard mask and class and by discard mask and outcome. With wild
/// cards, the classes are the outcomes.
#[pyfunction]
#[pyo3(signature = (hand, by_enumeration, valuation=None))]
pub fn analyze_discards<'py>(
    py: Python<'py>,
    hand: &Bound<'py, PyAny>,
    by_enumeration: bool,
    valuation: Option<&Bound<'py, PyValuation>>,
) -> PyResult<Analysis<'py>> {
    if let Some(Aim::Wild(wild)) = valuation.map(|valuation| &valuation.get().0) {
        return analyze_wild(py, hand, by_enumeration, wild);
    }
    let hand = hand_of(hand)?;
    let table = py.detach(|| match by_enumeration {
        true => DiscardTable::by_enumeration(hand),
        false => DiscardTable::of(hand),
    });
    let rows = table.counts().as_flattened().to_vec().into_pyarray(py);
    let outcomes = table.outcomes().as_flattened().to_vec().into_pyarray(py);
    Ok((
        hand.cards().map(|card| PyCard(card.into())).to_vec(),
        rows.reshape([Mask::COUNT, Category::COUNT])?,
        outcomes.reshape([Mask::COUNT, Outcome::COUNT])?,
    ))
}

fn analyze_wild<'py>(
    py: Python<'py>,
    hand: &Bound<'py, PyAny>,
    by_enumeration: bool,
    wild: &WildValuation,
) -> PyResult<Analysis<'py>> {
    let hand = deck_hand_of(hand, wild.paytable().deck())?;
    let counts: LineCounts<{ WildValuation::WIDE }> = match by_enumeration {
        true => detach::run(py, None, None, |monitor| wild.counts_by_enumeration(hand, monitor))?,
        false => run_wild(py, wild, |monitor| wild.counts(hand, monitor))?,
    };
    let lines = wild.paytable().lines().len();
    let rows: Vec<u32> = counts.iter().flat_map(|row| row.iter().copied().take(lines)).collect();
    let rows = rows.into_pyarray(py).reshape([Mask::COUNT, lines])?;
    Ok((hand.cards().map(PyCard).to_vec(), rows.clone(), rows))
}

/// Run work about one hand, which is brief unless large tables have to be built first.
fn run_wild<T: Send>(
    py: Python<'_>,
    wild: &WildValuation,
    work: impl FnOnce(&Monitor) -> Result<T, Stopped> + Send,
) -> PyResult<T> {
    expect_tables(wild)?;
    detach::run_unless_brief(py, wild.is_quick(), None, None, work)
}

/// Make sure that there is room for the tables of wild cards that tell suits apart.
fn expect_tables(wild: &WildValuation) -> PyResult<()> {
    /// Sets of up to four cards.
    const SETS: usize = 317_683;

    match wild.is_quick() {
        true => Ok(()),
        false => memory::expect(SETS * 4 * wild.columns() + (SETS + MOST_HANDS) * 9),
    }
}

/// How many hands there are with a joker.
const MOST_HANDS: usize = 2_869_685;

/// What a hand takes in a solution and in the arrays that are made of it.
const BYTES_OF_A_HAND: usize = size_of::<CanonicalDeckHand>() + size_of::<Choice>() + 5 + 1 + 8 + 8;

/// The draws of many hands by discard mask and class; with wild cards by outcome, and what is beyond
/// the outcomes is 0.
#[pyfunction]
#[pyo3(signature = (hands, *, valuation=None, threads=None))]
pub fn count_discards<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    valuation: Option<&Bound<'py, PyValuation>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray3<u32>>> {
    let wild = match valuation.map(|valuation| &valuation.get().0) {
        Some(Aim::Wild(wild)) => Some(wild.as_ref()),
        _ => None,
    };
    let last = wild.map_or(convert::LAST_CARD, |wild| last_card(wild.paytable().deck()));
    let hands = HandArray::of_deck(hands, 5..=5, last)?;
    let rows = hands.rows()?;
    // NumPy's own allocation fails with a `MemoryError`. Every cell is written, so none is cleared.
    let columns = wild.map_or(Category::COUNT, WildValuation::columns);
    let shape = (rows.len(), Mask::COUNT, columns);
    let empty = py.import("numpy")?.call_method1("empty", (shape, "uint32"))?;
    let counts: Bound<'py, PyArray3<u32>> = empty.cast_into()?;
    let mut writable = counts.readwrite();
    let cells: &mut [u32] = writable.as_slice_mut()?;
    let few = rows.len() <= FEW;
    let counted = match wild {
        None => {
            let tables: &mut [ClassCounts] = cells.as_chunks_mut().0.as_chunks_mut().0;
            let work = |monitor: &Monitor| discard::count_classes_of_all(&rows, tables, monitor);
            detach::run_unless_brief(py, few, threads, None, work)?
        }
        Some(wild) => {
            expect_tables(wild)?;
            let work = |monitor: &Monitor| wild.count_all(&rows, cells, monitor);
            detach::run_unless_brief(py, few && wild.is_quick(), threads, None, work)?
        }
    };
    drop(writable);
    counted.map(|()| counts).map_err(|NotAHand { row }| hands.row_error(row))
}

/// An objective, ready to value discards.
#[pyclass(name = "Valuation", module = "cardcore._core", frozen)]
pub struct PyValuation(pub Aim);

/// What discards are valued for, without wild cards and with them.
pub enum Aim {
    Natural(Valuation),
    Wild(Box<WildValuation>),
}

impl Aim {
    fn new(
        name: &str,
        entries: Option<&[(String, String)]>,
        deck: Deck,
    ) -> Result<Self, PaytableError> {
        let Some(entries) = entries else {
            return match WildPaytable::built_in().any(|known| known == name) {
                true => Ok(Self::wild(name.parse()?)),
                false => Ok(Self::Natural(Valuation::new(name.parse::<Objective>()?))),
            };
        };
        let entries = entries.iter().map(|(class, text)| (class.as_str(), text.as_str()));
        if deck.wild_cards() == 0 {
            let objective = Objective::Paytable(Paytable::new(name, entries)?);
            return Ok(Self::Natural(Valuation::new(objective)));
        }
        Ok(Self::wild(WildPaytable::new(name, deck, entries)?))
    }

    fn wild(paytable: WildPaytable) -> Self {
        Self::Wild(Box::new(WildValuation::new(paytable)))
    }
}

impl PyValuation {
    /// The numbers of the cards of a hand, and the values of all discards.
    pub fn valued(
        &self,
        py: Python<'_>,
        hand: &Bound<'_, PyAny>,
    ) -> PyResult<([u8; 5], [i64; Mask::COUNT])> {
        Ok(match &self.0 {
            Aim::Natural(valuation) => {
                let hand = hand_of(hand)?;
                (hand.cards().map(|card| card.number()), valuation.values(hand))
            }
            Aim::Wild(wild) => {
                let hand = deck_hand_of(hand, wild.paytable().deck())?;
                (hand.numbers(), run_wild(py, wild, |monitor| wild.values(hand, monitor))?)
            }
        })
    }

    /// Make sure that there is room for the tables and for so many bytes for every hand.
    pub fn expect_hands(&self, bytes: usize) -> PyResult<()> {
        match &self.0 {
            Aim::Wild(wild) if !wild.is_quick() => {
                expect_tables(wild)?;
                memory::expect(MOST_HANDS * bytes)
            }
            Aim::Natural(_) | Aim::Wild(_) => Ok(()),
        }
    }
}

#[pymethods]
impl PyValuation {
    /// `class`, `pattern`, or a built-in paytable; with entries, a paytable of one's own.
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
        let aim = Aim::new(name, entries.as_deref(), Deck::new(wild, jokers));
        aim.map(Self).map_err(IntoPython::into_python)
    }

    #[getter]
    fn name(&self) -> &str {
        match &self.0 {
            Aim::Natural(valuation) => valuation.objective().name(),
            Aim::Wild(wild) => wild.paytable().name(),
        }
    }

    /// The wild cards but for the joker.
    #[getter]
    fn wild(&self) -> Vec<PyCard> {
        match &self.0 {
            Aim::Natural(_) => Vec::new(),
            Aim::Wild(wild) => {
                wild.paytable().deck().wild().iter().map(|card| PyCard(card.into())).collect()
            }
        }
    }

    /// How many jokers there are.
    #[getter]
    fn jokers(&self) -> u8 {
        match &self.0 {
            Aim::Natural(_) => 0,
            Aim::Wild(wild) => wild.paytable().deck().has_joker().into(),
        }
    }

    /// What values are integers over.
    #[getter]
    fn denominator(&self) -> u64 {
        match &self.0 {
            Aim::Natural(valuation) => valuation.denominator(),
            Aim::Wild(wild) => wild.denominator(),
        }
    }

    /// The names of what final hands can be, from the lowest up.
    #[getter]
    fn outcomes(&self) -> Vec<String> {
        match &self.0 {
            Aim::Natural(_) => Outcome::ALL.iter().map(ToString::to_string).collect(),
            Aim::Wild(wild) => {
                wild.paytable().lines().iter().map(|line| line.name.clone()).collect()
            }
        }
    }

    /// Outcomes and payouts as text; nothing unless this is a paytable.
    #[getter]
    fn payouts(&self) -> Vec<(String, String)> {
        match &self.0 {
            Aim::Natural(valuation) => match valuation.objective() {
                Objective::Paytable(paytable) => Outcome::ALL
                    .into_iter()
                    .map(|outcome| (outcome.to_string(), paytable.payout(outcome).to_string()))
                    .collect(),
                Objective::Class | Objective::Pattern => Vec::new(),
            },
            Aim::Wild(wild) => {
                let lines = wild.paytable().lines().iter();
                lines.map(|line| (line.name.clone(), line.worth.to_string())).collect()
            }
        }
    }

    /// Classes and payouts as text that make the same paytable; nothing unless this is one.
    #[getter]
    fn entries(&self) -> Vec<(String, String)> {
        let entries = match &self.0 {
            Aim::Natural(valuation) => match valuation.objective() {
                Objective::Paytable(paytable) => paytable.entries(),
                Objective::Class | Objective::Pattern => Vec::new(),
            },
            Aim::Wild(wild) => wild.paytable().entries().to_vec(),
        };
        let text =
            |(class, payout): (&str, discard::Payout)| (class.to_owned(), payout.to_string());
        entries.into_iter().map(text).collect()
    }

    /// What final hands are told apart by: names, worths as text, and the numbers of the outcomes.
    #[getter]
    fn lines(&self) -> Vec<(String, String, Vec<usize>)> {
        match &self.0 {
            Aim::Natural(valuation) => {
                let lines = valuation.objective().lines().into_iter();
                lines
                    .map(|line| {
                        let outcomes =
                            line.outcomes.iter().map(|&outcome| usize::from(outcome.number()));
                        (line.name, line.worth.to_string(), outcomes.collect())
                    })
                    .collect()
            }
            Aim::Wild(wild) => {
                let lines = wild.paytable().lines().iter().enumerate();
                lines
                    .map(|(place, line)| (line.name.clone(), line.worth.to_string(), vec![place]))
                    .collect()
            }
        }
    }

    /// The values of all discards, as numbers and over the denominator, and the best mask.
    fn values(
        &self,
        py: Python<'_>,
        hand: &Bound<'_, PyAny>,
    ) -> PyResult<(Vec<f64>, Vec<i64>, u8)> {
        Ok(match &self.0 {
            Aim::Natural(valuation) => {
                let hand = hand_of(hand)?;
                let values = valuation.values(hand);
                let numbers = values.iter().map(|&value| valuation.number(value)).collect();
                (numbers, values.to_vec(), valuation.best_of(hand, &values).discard.number())
            }
            Aim::Wild(wild) => {
                let hand = deck_hand_of(hand, wild.paytable().deck())?;
                let values = run_wild(py, wild, |monitor| wild.values(hand, monitor))?;
                let numbers = values.iter().map(|&value| wild.number(value)).collect();
                (numbers, values.to_vec(), wild.best_of(&values).discard.number())
            }
        })
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
        let last = match &self.0 {
            Aim::Natural(_) => convert::LAST_CARD,
            Aim::Wild(wild) => last_card(wild.paytable().deck()),
        };
        let hands = HandArray::of_deck(hands, 5..=5, last)?;
        let rows = hands.rows()?;
        memory::expect(rows.len() * (size_of::<u8>() + size_of::<f64>()))?;
        let few = rows.len() <= FEW;
        let best = match &self.0 {
            Aim::Natural(valuation) => {
                let work = |monitor: &Monitor| discard::best_discards(valuation, &rows, monitor);
                detach::run_unless_brief(py, few, threads, None, work)?
            }
            Aim::Wild(wild) => {
                expect_tables(wild)?;
                let work = |monitor: &Monitor| wild.best_discards(&rows, monitor);
                detach::run_unless_brief(py, few && wild.is_quick(), threads, None, work)?
            }
        };
        match best {
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
        match &self.0 {
            Aim::Natural(valuation) => {
                let work = |monitor: &Monitor| discard::solve(valuation, monitor);
                let solution = detach::run(py, threads, progress, work)?;
                self::solution(py, solution, valuation.denominator())
            }
            Aim::Wild(wild) => {
                expect_tables(wild)?;
                // Where wild cards tell suits apart, nearly every hand may be one of its own.
                memory::expect(if wild.is_quick() { 0 } else { MOST_HANDS * BYTES_OF_A_HAND })?;
                let work = |monitor: &Monitor| solve_wild(wild, monitor);
                let solution = detach::run(py, threads, progress, work)?;
                let WildSolution { hands, choices, total, squares, outcomes } = solution;
                let deck = wild.paytable().deck();
                Solved {
                    cards: hands.iter().flat_map(|hand| hand.hand.numbers()).collect(),
                    weights: hands.iter().map(|hand| hand.weight.into()).collect(),
                    choices,
                    total,
                    squares,
                    outcomes,
                    denominator: wild.denominator(),
                    hands: deck.hands(),
                    outcomes_in_all: u64::from(deck.hands()) * u64::from(deck.common_draws()),
                }
                .into_dict(py)
            }
        }
    }
}

/// The whole game without wild cards, as a dictionary of arrays and exact integers; values are over the
/// denominator.
pub fn solution(
    py: Python<'_>,
    solution: Solution,
    denominator: u64,
) -> PyResult<Bound<'_, PyDict>> {
    let Solution { hands, choices, total, squares, outcomes } = solution;
    Solved {
        cards: hands.iter().flat_map(|h| h.hand.cards().map(|c| c.number())).collect(),
        weights: hands.iter().map(|hand| hand.weight.into()).collect(),
        choices,
        total,
        squares,
        outcomes: outcomes.to_vec(),
        denominator,
        hands: HANDS,
        outcomes_in_all: Solution::outcomes_in_all(),
    }
    .into_dict(py)
}

/// A whole game, with wild cards or without.
struct Solved {
    cards: Vec<u8>,
    weights: Vec<i64>,
    choices: Vec<Choice>,
    total: i128,
    squares: Squares,
    outcomes: Vec<u64>,
    /// What values are over, the number of hands, and what outcomes are over.
    denominator: u64,
    hands: u32,
    outcomes_in_all: u64,
}

impl Solved {
    fn into_dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let masks: Vec<u8> = self.choices.iter().map(|choice| choice.discard.number()).collect();
        let number = |choice: &Choice| choice.value as f64 / self.denominator as f64;
        let values: Vec<f64> = self.choices.iter().map(number).collect();
        let result = PyDict::new(py);
        let kinds = self.weights.len();
        result.set_item("hands", self.cards.into_pyarray(py).reshape([kinds, 5])?)?;
        result.set_item("weights", self.weights.into_pyarray(py))?;
        result.set_item("masks", masks.into_pyarray(py))?;
        result.set_item("values", values.into_pyarray(py))?;
        result.set_item("total", self.total)?;
        result.set_item("squares", self.squares.parts())?;
        result.set_item("denominator", u128::from(self.hands) * u128::from(self.denominator))?;
        result.set_item("value_denominator", self.denominator)?;
        result.set_item("outcomes", self.outcomes)?;
        result.set_item("outcomes_in_all", self.outcomes_in_all)?;
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
    let Aim::Natural(valuation) = &valuation.get().0 else {
        let name = valuation.get().name();
        let message = format!("against: paytable '{name}' has wild cards, and showdowns have none");
        return Err(value_error(message));
    };
    let work = |monitor: &Monitor| discard::against_drawer(hand, valuation, samples, seed, monitor);
    Ok(counts(py, detach::run(py, threads, progress, work)?))
}

/// The 95% interval around each sampled equity.
#[pyfunction]
pub fn sampled_intervals(equities: Vec<f64>, samples: u64) -> Vec<(f64, f64)> {
    equities.into_iter().map(|equity| discard::interval(equity, samples)).collect()
}

/// The outcomes in order, the built-in paytables, and the classes a paytable may name, without wild
/// cards and with them.
#[pyfunction]
pub fn discard_names() -> (Vec<String>, Vec<&'static str>, Vec<&'static str>, Vec<&'static str>) {
    (
        Outcome::ALL.iter().map(ToString::to_string).collect(),
        Paytable::built_in().chain(WildPaytable::built_in()).collect(),
        Paytable::classes().collect(),
        WildPaytable::classes().collect(),
    )
}
