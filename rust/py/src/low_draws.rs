//! Draws of lowball and badugi hands: one hand, and whole games with several draws.

use cardcore::cards::Card;
use cardcore::discard::{
    BadugiDraws, DrawGame, Hand, Lowball, MAX_DRAWS, MultiDraw, low_against_pat,
};
use cardcore::monitor::{Monitor, Stopped};
use cardcore::poker::Ranking;
use numpy::PyArray2;
use pyo3::prelude::*;

use crate::cards::PyCard;
use crate::convert;
use crate::detach;
use crate::discard::{PyShowdownCounts, natural_hand};
use crate::errors::{IntoPython as _, value_error};

/// The draw game with a name.
fn draw_game(object: &Bound<'_, PyAny>) -> PyResult<DrawGame> {
    let name = convert::name("game", object)?;
    DrawGame::from_name(&name).ok_or_else(|| {
        let games = Lowball::ALL.map(Lowball::ranking).into_iter().chain([Ranking::Badugi]);
        let known: Vec<_> = games.map(Ranking::name).collect();
        value_error(format!("game: expected one of {}, found '{name}'", known.join(", ")))
    })
}

/// A hand of four cards.
fn badugi_hand(object: &Bound<'_, PyAny>) -> PyResult<[Card; 4]> {
    let cards = convert::cards(object)?;
    // Checks the number of cards and that they are distinct.
    Ranking::Badugi.strength(&cards).map_err(|error| error.into_python())?;
    let mut hand = [cards[0]; 4];
    hand.copy_from_slice(&cards);
    Ok(hand)
}

/// The names of the groups by which final hands are counted, best first.
#[pyfunction]
pub fn low_groups(game: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    Ok(match draw_game(game)? {
        DrawGame::Lowball(game) => game.group_names().to_vec(),
        DrawGame::Badugi => BadugiDraws::groups().0,
    })
}

/// The cards of a hand, and its draws by discard mask and group.
#[pyfunction]
pub fn low_counts<'py>(
    py: Python<'py>,
    hand: &Bound<'py, PyAny>,
    game: &Bound<'py, PyAny>,
) -> PyResult<(Vec<PyCard>, Bound<'py, PyArray2<u32>>)> {
    let cards = |cards: &[Card]| cards.iter().map(|&card| PyCard(card.into())).collect();
    match draw_game(game)? {
        DrawGame::Lowball(game) => {
            let hand: Hand = natural_hand(hand)?;
            let counts = py.detach(|| game.counts(hand));
            Ok((cards(&hand.cards()), PyArray2::from_vec2(py, &counts)?))
        }
        DrawGame::Badugi => {
            let hand = badugi_hand(hand)?;
            let draws = py.detach(|| BadugiDraws::of(hand));
            let draws = draws.map_err(|error| error.into_python())?;
            let (names, of_strength) = BadugiDraws::groups();
            let mut counts = vec![vec![0; names.len()]; draws.counts.len()];
            for (counts, by_strength) in counts.iter_mut().zip(&draws.counts) {
                for (&group, count) in of_strength.iter().zip(by_strength) {
                    counts[group] += count;
                }
            }
            Ok((cards(&hand), PyArray2::from_vec2(py, &counts)?))
        }
    }
}

/// The wins and ties of every discard against an opponent who stands pat.
#[pyfunction]
#[pyo3(signature = (hand, game, *, threads=None, progress=None))]
pub fn low_showdown(
    py: Python<'_>,
    hand: &Bound<'_, PyAny>,
    game: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShowdownCounts> {
    match draw_game(game)? {
        DrawGame::Lowball(game) => {
            let hand = natural_hand(hand)?;
            let work = |monitor: &Monitor| low_against_pat(hand, game, monitor);
            Ok(PyShowdownCounts::new(py, &detach::run(py, threads, progress, work)?))
        }
        DrawGame::Badugi => {
            let hand = badugi_hand(hand)?;
            let work = |_: &Monitor| Ok::<_, Stopped>(BadugiDraws::of(hand));
            let draws = detach::run_unless_short(py, true, threads, progress, work)?;
            let draws = draws.map_err(|error| error.into_python())?;
            let counts = [&draws.wins[..], &draws.ties, &draws.totals];
            Ok(PyShowdownCounts::from_counts(py, counts, draws.best() as u8))
        }
    }
}

/// The best discards of a whole game.
#[pyclass(name = "MultiDraw", module = "cardcore._core", frozen)]
pub struct PyMultiDraw(MultiDraw);

#[pymethods]
impl PyMultiDraw {
    /// The mean value of all hands, by draws left from none.
    #[getter]
    fn means(&self) -> Vec<f64> {
        self.0.means().to_vec()
    }

    /// By draws left from one, the number of hands that discard each number of cards.
    #[getter]
    fn sizes(&self) -> Vec<Vec<u64>> {
        self.0.sizes().iter().map(|sizes| sizes[..=self.0.game().cards()].to_vec()).collect()
    }

    /// The values of all discards of a hand with this many draws left, by mask, and the best mask.
    fn values(
        &self,
        hand: &Bound<'_, PyAny>,
        draws: &Bound<'_, PyAny>,
    ) -> PyResult<(Vec<f64>, usize)> {
        let most = self.0.sizes().len() as i128;
        let draws: usize = convert::whole_number("draws", draws, 1..=most)?;
        self.0.values(&convert::cards(hand)?, draws).map_err(|error| error.into_python())
    }
}

#[pyfunction]
#[pyo3(signature = (game, draws, *, threads=None, progress=None))]
pub fn solve_low(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    draws: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyMultiDraw> {
    let game = draw_game(game)?;
    let draws: usize = convert::whole_number("draws", draws, 1..=MAX_DRAWS as i128)?;
    let work = |monitor: &Monitor| MultiDraw::solve(game, draws, monitor);
    detach::run(py, threads, progress, work).map(PyMultiDraw)
}
