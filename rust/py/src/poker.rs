//! Hand evaluation: one hand, and arrays of hands.

use cardcore::cards::CardError;
use cardcore::monitor::Monitor;
use cardcore::poker::badugi::Badugi;
use cardcore::poker::batch::{self, InvalidHand};
use cardcore::poker::best_of::BestOf;
use cardcore::poker::evaluate::Evaluator;
use cardcore::poker::omaha::Omaha;
use cardcore::poker::order::FiveCardEvaluator;
use cardcore::poker::{Category, Ranking};
use numpy::{Element, IntoPyArray as _, PyArray1};
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyBool, PyList, PyString};

use crate::convert;
use crate::detach;
use crate::errors::{IntoPython as _, parse_error, value_error, with_location};
use crate::hands::HandArray;
use crate::memory;

/// A game whose hands can be ranked.
#[derive(Clone, Copy)]
enum RankedGame {
    /// All cards belong to the hand.
    Hand(Ranking),
    /// Two hole cards and three cards of the board.
    Omaha(Ranking),
}

impl RankedGame {
    const OMAHA: [(&'static str, Ranking); 2] =
        [("omaha", Ranking::High), ("omaha-8-or-better", Ranking::EightOrBetter)];

    /// The game with a name; the high ranking for `None`.
    fn new(name: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(object) = name else { return Ok(Self::Hand(Ranking::High)) };
        let name = convert::name("game", object)?;
        if let Some(ranking) = Ranking::from_name(&name) {
            return Ok(Self::Hand(ranking));
        }
        let omaha = Self::OMAHA.into_iter().find(|&(known, _)| known == name);
        omaha.map(|(_, ranking)| Self::Omaha(ranking)).ok_or_else(|| {
            let known = Ranking::ALL.into_iter().map(Ranking::name);
            let known: Vec<_> = known.chain(Self::OMAHA.map(|(name, _)| name)).collect();
            value_error(format!("game: expected one of {}, found '{name}'", known.join(", ")))
        })
    }

    /// How hands are compared.
    const fn ranking(self) -> Ranking {
        match self {
            Self::Hand(ranking) | Self::Omaha(ranking) => ranking,
        }
    }
}

fn omaha(ranking: Ranking) -> Omaha {
    if ranking == Ranking::EightOrBetter { Omaha::eight_or_better() } else { Omaha::new() }
}

/// The rank of a poker hand. Ordered within a game: the greater rank wins, equal ranks tie;
/// `str(rank)` describes it in words.
#[pyclass(name = "HandRank", module = "cardcore.poker", frozen)]
#[derive(Clone, Copy)]
pub struct PyHandRank {
    ranking: Ranking,
    strength: u16,
}

#[pymethods]
impl PyHandRank {
    #[new]
    #[pyo3(signature = (strength, game=None))]
    fn new(strength: &Bound<'_, PyAny>, game: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let ranking = RankedGame::new(game)?.ranking();
        let known = 0..=i128::from(ranking.strengths()) - 1;
        Ok(Self { ranking, strength: convert::whole_number("strength", strength, known)? })
    }

    /// The strength: 0 for the worst hand of the game. Under the high ranking 0 (7-5-4-3-2) to 7461
    /// (royal flush).
    #[getter]
    fn strength(&self) -> u16 {
        self.strength
    }

    /// How hands are compared: the `game` of `rank`, `"high"` and `"8-or-better"` for Omaha.
    #[getter]
    fn game(&self) -> &'static str {
        self.ranking.name()
    }

    /// The category of the hand, a `cardcore.poker.Category`; an `AttributeError` in badugi and for
    /// a hand without a low, which have none.
    #[getter]
    fn category<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Some(category) = self.ranking.category(self.strength) else {
            let text = self.__str__();
            return Err(PyAttributeError::new_err(format!("'{text}' has no category")));
        };
        py.import("cardcore.poker")?.getattr("Category")?.call1((category.number(),))
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operation: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let other = other.get();
        let ordered = !matches!(operation, CompareOp::Eq | CompareOp::Ne);
        if ordered && self.ranking != other.ranking {
            let (left, right) = (self.ranking, other.ranking);
            let message = format!("ranks of different games cannot be compared: {left}, {right}");
            return Err(PyTypeError::new_err(message));
        }
        // Rankings are compared first; they differ only where the answer is "not equal".
        let key = |rank: &Self| (rank.ranking as u8, rank.strength);
        let answer = operation.matches(key(self).cmp(&key(other)));
        Ok(PyBool::new(py, answer).to_owned().into_any())
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.ranking as u8) << 16 | u64::from(self.strength)
    }

    fn __str__(&self) -> String {
        self.ranking.describe(self.strength)
    }

    fn __repr__(&self) -> String {
        match self.ranking {
            Ranking::High => format!("HandRank({})", self.strength),
            ranking => format!("HandRank({}, game='{ranking}')", self.strength),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (u16, &'static str)) {
        (py.get_type::<Self>().into_any(), (self.strength, self.ranking.name()))
    }
}

#[pyfunction]
#[pyo3(signature = (hand, board=None, game=None))]
pub fn rank(
    hand: &Bound<'_, PyAny>,
    board: Option<&Bound<'_, PyAny>>,
    game: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyHandRank> {
    let game = RankedGame::new(game)?;
    let ranking = game.ranking();
    let hand = convert::cards(hand)?;
    let strength = match (game, board) {
        (RankedGame::Hand(_), None) => ranking.strength(&hand),
        (RankedGame::Omaha(_), Some(board)) => {
            let of_board = |error| with_location(error, "board");
            let board = convert::cards(board).map_err(of_board)?;
            if !Omaha::BOARD_CARDS.contains(&board.len()) {
                let error = CardError::count(Omaha::BOARD_CARDS, &board);
                return Err(of_board(error.into_python()));
            }
            omaha(ranking).strength_of_cards(&hand, &board)
        }
        (game, _) => return Err(board_error(game)),
    };
    let strength = strength.map_err(|error| error.into_python())?;
    Ok(PyHandRank { ranking, strength })
}

/// The error for a board where there is none, and for no board where there is one.
fn board_error(game: RankedGame) -> PyErr {
    let ranking = game.ranking();
    match game {
        RankedGame::Hand(_) => value_error(format!(
            "board: only Omaha has one, found one with the game '{ranking}'; \
             give all cards of a hand together"
        )),
        RankedGame::Omaha(_) => PyTypeError::new_err(
            "board: expected three to five cards, found None; a hand of Omaha is two hole cards \
             and three of the board",
        ),
    }
}

/// Below this many hands, evaluation is faster than starting a thread.
const SERIAL_BELOW: usize = 8192;

#[pyfunction]
#[pyo3(signature = (hands, board=None, game=None, *, threads=None))]
pub fn rank_many<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    board: Option<&Bound<'py, PyAny>>,
    game: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    match (RankedGame::new(game)?, board) {
        (RankedGame::Hand(Ranking::High), None) => {
            map_hands(py, hands, threads, |strength| strength)
        }
        (RankedGame::Hand(ranking), None) => rank_hands(py, hands, ranking, threads),
        (RankedGame::Omaha(ranking), Some(board)) => {
            rank_omaha(py, hands, board, omaha(ranking), threads)
        }
        (game, _) => Err(board_error(game)),
    }
}

/// Rank many hands in another ranking than the high one.
fn rank_hands<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    ranking: Ranking,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let hands = HandArray::new(hands, ranking.cards())?;
    let five = FiveCardEvaluator::of(ranking);
    let (six, seven) = (BestOf::<6>::of(ranking), BestOf::<7>::of(ranking));
    let strengths = match (hands.cards, five, six, seven) {
        (5, Some(five), ..) => {
            of_each_row(py, &hands.rows()?, threads, move |hand| five.strength(hand))?
        }
        (6, _, Some(six), _) => {
            of_each_row(py, &hands.rows()?, threads, move |hand| six.strength(hand))?
        }
        (7, _, _, Some(seven)) => {
            of_each_row(py, &hands.rows()?, threads, move |hand| seven.strength(hand))?
        }
        _ => {
            let badugi = Badugi::new();
            of_each_row(py, &hands.rows()?, threads, move |hand| badugi.strength(hand))?
        }
    };
    match strengths {
        Ok(strengths) => Ok(strengths.into_pyarray(py)),
        Err(InvalidHand { row }) => Err(hands.row_error_in(row, ranking)),
    }
}

/// Rank many hands of Omaha, each with its board or all with one.
fn rank_omaha<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    board: &Bound<'py, PyAny>,
    omaha: Omaha,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let hands = HandArray::new(hands, Omaha::HOLE_CARDS)?;
    let one_board;
    let board = if board.is_instance_of::<PyString>() {
        one_board = PyList::new(py, [board])?;
        one_board.as_any()
    } else {
        board
    };
    let boards =
        HandArray::new(board, Omaha::BOARD_CARDS).map_err(|error| with_location(error, "board"))?;
    let (rows, board_rows) = (hands.len(), boards.len());
    if board_rows != rows && board_rows != 1 {
        let expected = if rows == 1 { "1 row".to_owned() } else { format!("1 or {rows} rows") };
        return Err(parse_error(format!("board: expected {expected}, found {board_rows}")));
    }
    let strengths = match (hands.cards, boards.cards) {
        (4, 3) => of_each_deal::<4, 3>(py, &hands, &boards, omaha, threads),
        (4, 4) => of_each_deal::<4, 4>(py, &hands, &boards, omaha, threads),
        (4, _) => of_each_deal::<4, 5>(py, &hands, &boards, omaha, threads),
        (5, 3) => of_each_deal::<5, 3>(py, &hands, &boards, omaha, threads),
        (5, 4) => of_each_deal::<5, 4>(py, &hands, &boards, omaha, threads),
        (5, _) => of_each_deal::<5, 5>(py, &hands, &boards, omaha, threads),
        (_, 3) => of_each_deal::<6, 3>(py, &hands, &boards, omaha, threads),
        (_, 4) => of_each_deal::<6, 4>(py, &hands, &boards, omaha, threads),
        (_, _) => of_each_deal::<6, 5>(py, &hands, &boards, omaha, threads),
    };
    match strengths? {
        Ok(strengths) => Ok(strengths.into_pyarray(py)),
        Err(InvalidHand { row }) => {
            let board_row = if board_rows == 1 { 0 } else { row };
            Err(hands.deal_error(row, &boards, board_row))
        }
    }
}

fn of_each_deal<const HOLE: usize, const BOARD: usize>(
    py: Python<'_>,
    hands: &HandArray<'_>,
    boards: &HandArray<'_>,
    omaha: Omaha,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<Result<Vec<u16>, InvalidHand>> {
    let (hands, boards) = (hands.rows::<HOLE>()?, boards.rows::<BOARD>()?);
    if let [board] = *boards {
        let board = omaha.board(board);
        return of_each_row(py, &hands, threads, move |hand| board?.strength(hand));
    }
    memory::expect(hands.len() * size_of::<u16>())?;
    let (hands, boards) = (&hands[..], &boards[..]);
    let strength = |row: usize| omaha.strength(*hands.get(row)?, *boards.get(row)?);
    let work = |monitor: &Monitor| batch::map_rows(hands.len(), strength, monitor);
    detach::run_unless_short(py, hands.len() <= SERIAL_BELOW, threads, None, work)
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
            let strength = move |hand| answer(evaluator.strength_of_distinct(hand));
            of_distinct_rows(py, &hands.rows()?, threads, strength)?
        }
        6 => {
            let best = BestOf::<6>::new();
            let strength = move |hand| answer(best.strength_of_distinct(hand));
            of_distinct_rows(py, &hands.rows()?, threads, strength)?
        }
        _ => {
            let best = BestOf::<7>::new();
            let strength = move |hand| answer(best.strength_of_distinct(hand));
            of_distinct_rows(py, &hands.rows()?, threads, strength)?
        }
    };
    match answers {
        Ok(answers) => Ok(answers.into_pyarray(py)),
        Err(InvalidHand { row }) => Err(hands.row_error(row)),
    }
}

/// The same for answers that only hands of distinct cards have.
fn of_distinct_rows<const CARDS: usize, Answer: Copy + Default + Send>(
    py: Python<'_>,
    rows: &[[u8; CARDS]],
    threads: Option<&Bound<'_, PyAny>>,
    answer: impl Fn([u8; CARDS]) -> Answer + Send + Sync,
) -> PyResult<Result<Vec<Answer>, InvalidHand>> {
    memory::expect(rows.len() * size_of::<Answer>())?;
    let work = |monitor: &Monitor| batch::map_distinct_hands(rows, answer, monitor);
    detach::run_unless_short(py, rows.len() <= SERIAL_BELOW, threads, None, work)
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
