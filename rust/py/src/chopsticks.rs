//! Chopsticks: the table, the tablebase, reachable positions, and the game.

use cardcore::games::chopsticks::{
    Chopsticks, Hands, HouseRules, MAX_VALUE_BYTES, RatedMove, Reach, Rules, SolvedMove, Table,
    Tablebase, TieBreak,
};
use cardcore::monitor::Monitor;
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::convert;
use crate::detach;
use crate::errors::{IntoPython as _, parse_error};
use crate::game::{Given, Playable, PyGame, not_a_move};
use crate::memory;
use crate::rules::{GivenRules, choice};
use crate::view::{PyView, view_class};

impl Playable for Chopsticks {
    /// Moves of a table or a tablebase carry their text.
    fn read_move(object: &Bound<'_, PyAny>) -> PyResult<Given> {
        let text = object.getattr_opt("text")?.unwrap_or_else(|| object.clone());
        if text.is_instance_of::<PyString>() {
            return convert::text(&text).map(Given::Text);
        }
        Err(not_a_move(object))
    }

    fn view_object(py: Python<'_>, view: PyView) -> PyResult<Bound<'_, PyAny>> {
        PyChopsticksView::object(py, view)
    }
}

view_class!(
    /// What a seat sees of a game of Chopsticks: everything.
    PyChopsticksView,
    "ChopsticksView",
    "cardcore._core",
    [
        /// The fingers on each hand of the seat; None for a spectator.
        hand,
        /// The fingers on each hand, of player A and of player B.
        hands,
        /// The number of plies played.
        ply,
        /// The number of plies before the game is a tie.
        plies_left,
        /// The rules of the game, by name.
        rules,
    ]
);

/// The bytes per pair of ordered hands of a table and a tablebase in the largest game.
const TABLE_BYTES: usize = 12;
const TABLEBASE_BYTES: usize = 1;

/// Below this many ordered hands per player, solving is faster than starting a thread.
const SERIAL_BELOW: usize = 100;

/// A move of a table.
#[pyclass(name = "ChopsticksTableMove", module = "cardcore._core", frozen, get_all)]
pub struct PyChopsticksTableMove {
    /// The text of the move.
    text: String,
    /// The hands of both players after it.
    a: Vec<u8>,
    b: Vec<u8>,
    /// Its value for player A.
    value: i8,
}

impl From<&RatedMove> for PyChopsticksTableMove {
    fn from(rated: &RatedMove) -> Self {
        let RatedMove { chosen, a, b, value } = rated;
        Self { text: chosen.to_string(), a: numbers(a), b: numbers(b), value: *value }
    }
}

/// A move of a tablebase.
#[pyclass(name = "ChopsticksSolvedMove", module = "cardcore._core", frozen, get_all)]
pub struct PyChopsticksSolvedMove {
    /// The text of the move.
    text: String,
    /// The hands of both players after it.
    me: Vec<u8>,
    opponent: Vec<u8>,
    /// Its value for the player who makes it, and the plies to the end.
    value: i8,
    distance: Option<u32>,
}

impl From<&SolvedMove> for PyChopsticksSolvedMove {
    fn from(solved: &SolvedMove) -> Self {
        let SolvedMove { chosen, me, opponent, value, distance } = solved;
        Self {
            text: chosen.to_string(),
            me: numbers(me),
            opponent: numbers(opponent),
            value: *value,
            distance: *distance,
        }
    }
}

#[pyfunction]
pub fn check_chopsticks_rules(rules: &Bound<'_, PyAny>) -> PyResult<()> {
    let moves = GivenRules::new("chopsticks", rules).number("moves", convert::WORD)?;
    let rules = read_rules(rules)?;
    Chopsticks::new(rules, moves).map(drop).map_err(|error| error.into_python())
}

#[pyclass(name = "ChopsticksTable", module = "cardcore._core", frozen)]
pub struct PyChopsticksTable(Table);

#[pymethods]
impl PyChopsticksTable {
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        depth: &Bound<'_, PyAny>,
        policy: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let rules = read_rules(rules)?;
        let depth = convert::whole_number("depth", depth, 0..=u32::MAX.into())?;
        let tie_break = choice("policy", policy, &TieBreak::ALL, TieBreak::name)?;
        memory::expect(TABLE_BYTES * ordered_hands(&rules).pow(2))?;
        let work = |monitor: &Monitor| Table::solve(rules, depth, tie_break, monitor);
        detach::run_unless_short(py, is_small(&rules), None, None, work).map(Self)
    }

    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth()
    }

    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let levels = self.0.depth() as usize + 1;
        memory::expect(levels.saturating_mul(self.0.side().pow(2)).min(MAX_VALUE_BYTES as usize))?;
        let values = py.detach(|| self.0.values()).map_err(|error| error.into_python())?;
        Ok(values.into_pyarray(py))
    }

    fn value(
        &self,
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        level: &Bound<'_, PyAny>,
    ) -> PyResult<i8> {
        let (a, b, level) = self.state(a, b, level)?;
        self.0.value(a, b, level).map_err(|error| error.into_python())
    }

    fn moves(
        &self,
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        level: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<PyChopsticksTableMove>> {
        let (a, b, level) = self.state(a, b, level)?;
        let moves = self.0.moves(a, b, level).map_err(|error| error.into_python())?;
        Ok(moves.iter().map(Into::into).collect())
    }

    fn best_move(
        &self,
        py: Python<'_>,
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        level: &Bound<'_, PyAny>,
    ) -> PyResult<Option<PyChopsticksTableMove>> {
        let (a, b, level) = self.state(a, b, level)?;
        if self.0.tie_break() == TieBreak::Counts {
            self.count_lines(py)?;
        }
        let best = py.detach(|| self.0.best_move(a, b, level));
        Ok(best.map_err(|error| error.into_python())?.as_ref().map(Into::into))
    }

    fn lines(
        &self,
        py: Python<'_>,
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        level: &Bound<'_, PyAny>,
    ) -> PyResult<(u128, u128)> {
        let (a, b, level) = self.state(a, b, level)?;
        self.count_lines(py)?;
        let lines = py.detach(|| self.0.lines(a, b, level)).map_err(|error| error.into_python())?;
        Ok((lines.wins, lines.losses))
    }
}

impl PyChopsticksTable {
    /// Count the lines of a large table, interruptibly.
    fn count_lines(&self, py: Python<'_>) -> PyResult<()> {
        if is_small(self.0.rules()) {
            return Ok(());
        }
        detach::run(py, None, None, |monitor| self.0.count_lines(monitor))
    }

    fn state(
        &self,
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        level: &Bound<'_, PyAny>,
    ) -> PyResult<(Hands, Hands, u32)> {
        let level = convert::whole_number("level", level, 0..=self.0.depth().into())?;
        Ok((read_hands(self.0.rules(), a)?, read_hands(self.0.rules(), b)?, level))
    }
}

#[pyclass(name = "ChopsticksTablebase", module = "cardcore._core", frozen)]
pub struct PyChopsticksTablebase(Tablebase);

#[pymethods]
impl PyChopsticksTablebase {
    #[new]
    fn new(py: Python<'_>, rules: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rules = read_rules(rules)?;
        memory::expect(TABLEBASE_BYTES * ordered_hands(&rules).pow(2))?;
        let work = |monitor: &Monitor| Tablebase::solve(rules, monitor);
        detach::run_unless_short(py, is_small(&rules), None, None, work).map(Self)
    }

    #[getter]
    fn longest(&self) -> u32 {
        self.0.longest()
    }

    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        memory::expect(self.0.side().pow(2) * size_of::<i8>())?;
        Ok(py.detach(|| self.0.values()).into_pyarray(py))
    }

    fn distances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        memory::expect(self.0.side().pow(2) * size_of::<i32>())?;
        Ok(py.detach(|| self.0.distances()).into_pyarray(py))
    }

    fn value(&self, me: &Bound<'_, PyAny>, opponent: &Bound<'_, PyAny>) -> PyResult<i8> {
        let (me, opponent) = self.position(me, opponent)?;
        self.0.value(me, opponent).map_err(|error| error.into_python())
    }

    fn distance(
        &self,
        me: &Bound<'_, PyAny>,
        opponent: &Bound<'_, PyAny>,
    ) -> PyResult<Option<u32>> {
        let (me, opponent) = self.position(me, opponent)?;
        self.0.distance(me, opponent).map_err(|error| error.into_python())
    }

    fn moves(
        &self,
        me: &Bound<'_, PyAny>,
        opponent: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<PyChopsticksSolvedMove>> {
        let (me, opponent) = self.position(me, opponent)?;
        let moves = self.0.moves(me, opponent).map_err(|error| error.into_python())?;
        Ok(moves.iter().map(Into::into).collect())
    }

    fn best_move(
        &self,
        me: &Bound<'_, PyAny>,
        opponent: &Bound<'_, PyAny>,
    ) -> PyResult<Option<PyChopsticksSolvedMove>> {
        let (me, opponent) = self.position(me, opponent)?;
        let best = self.0.best_move(me, opponent).map_err(|error| error.into_python())?;
        Ok(best.as_ref().map(Into::into))
    }
}

impl PyChopsticksTablebase {
    fn position(
        &self,
        me: &Bound<'_, PyAny>,
        opponent: &Bound<'_, PyAny>,
    ) -> PyResult<(Hands, Hands)> {
        Ok((read_hands(self.0.rules(), me)?, read_hands(self.0.rules(), opponent)?))
    }
}

/// A reachable position.
#[pyclass(name = "ChopsticksPosition", module = "cardcore._core", frozen, get_all)]
pub struct PyChopsticksPosition {
    /// The hands of the player to move and of the other.
    me: Vec<u8>,
    opponent: Vec<u8>,
    /// The minimum number of plies to reach it.
    plies: u32,
    /// The indices of its successors.
    next: Vec<usize>,
}

#[pyfunction]
pub fn reach_chopsticks(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    me: &Bound<'_, PyAny>,
    opponent: &Bound<'_, PyAny>,
) -> PyResult<Vec<PyChopsticksPosition>> {
    let rules = read_rules(rules)?;
    let (me, opponent) = (read_hands(&rules, me)?, read_hands(&rules, opponent)?);
    let find = |monitor: &Monitor| Reach::new(&rules, me, opponent, monitor);
    let reach = detach::run_unless_short(py, is_small(&rules), None, None, find)?;
    let positions = reach.positions().iter();
    let found = positions.map(|position| PyChopsticksPosition {
        me: numbers(&position.me),
        opponent: numbers(&position.opponent),
        plies: position.plies,
        next: position.next.clone(),
    });
    Ok(found.collect())
}

#[pyfunction]
#[pyo3(signature = (rules, *, deal))]
pub fn new_chopsticks(
    rules: &Bound<'_, PyAny>,
    deal: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
) -> PyResult<PyGame> {
    let moves = GivenRules::new("chopsticks", rules).number("moves", convert::WORD)?;
    let rules = read_rules(rules)?;
    let game = match deal {
        None => Chopsticks::new(rules, moves),
        Some((a, b)) => {
            let (a, b) = (read_hands(&rules, &a)?, read_hands(&rules, &b)?);
            Chopsticks::with_hands(rules, moves, a, b)
        }
    };
    game.map(PyGame::new).map_err(|error| error.into_python())
}

fn ordered_hands(rules: &Rules) -> usize {
    usize::from(rules.fingers()).pow(u32::from(rules.hands()))
}

fn is_small(rules: &Rules) -> bool {
    ordered_hands(rules) <= SERIAL_BELOW
}

fn numbers(hands: &Hands) -> Vec<u8> {
    hands.as_slice().to_vec()
}

/// The house rules; the number of moves belongs to a game, not to a solution.
fn read_rules(rules: &Bound<'_, PyAny>) -> PyResult<Rules> {
    let rules = GivenRules::new("chopsticks", rules);
    let number = |name: &str| rules.number(name, convert::WORD);
    let house = HouseRules {
        fingers: number("fingers")?,
        hands: number("hands")?,
        rollover: rules.flag("rollover")?,
        splits: rules.flag("splits")?,
        swaps: rules.flag("swaps")?,
        revive: rules.flag("revive")?,
        split_to_zero: rules.flag("split_to_zero")?,
        halves_only: rules.flag("halves_only")?,
        sudden_death: rules.flag("sudden_death")?,
        misere: rules.flag("misere")?,
        start: number("start")?,
    };
    Rules::new(house).map_err(|error| error.into_python())
}

/// More numbers than hands under any rules.
const MAX_ITEMS: usize = 100;

/// Hands from text such as `1,1`, or from an iterable of integers.
fn read_hands(rules: &Rules, object: &Bound<'_, PyAny>) -> PyResult<Hands> {
    let numbers: Vec<i64> = if object.is_instance_of::<PyString>() {
        let text = convert::text(object)?;
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
        let read = |word: &str| {
            word.parse().map_err(|_| {
                parse_error(format!("hands '{text}': '{word}' is not a number of fingers"))
            })
        };
        words.map(read).collect::<PyResult<_>>()?
    } else {
        let items = convert::items(object)?.ok_or_else(|| {
            let found = convert::shown(object);
            PyTypeError::new_err(format!("expected hands such as (1, 1), found {found}"))
        })?;
        let number = |item: PyResult<Bound<'_, PyAny>>| {
            convert::whole_number("hands", &item?, convert::WORD)
        };
        // An iterator may be infinite.
        items.take(MAX_ITEMS).map(number).collect::<PyResult<_>>()?
    };
    Hands::new(rules, &numbers).map_err(|error| error.into_python())
}
