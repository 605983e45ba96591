//! President: moves, the shortest line, and new matches.

use cardcore::cards::{Card, Rank, distinct};
use cardcore::game::MoveError;
use cardcore::games::president::{
    Beats, Combination, DealRule, Demand, Ends, Kind, Kinds, Leads, MAX_PLAYERS, MayPass, Move,
    MoveRules, Opens, Options, OrderedSet, Passing, President, Rules, RulesError, ScoreRule,
    TradeRule, combinations, moves_to_victory,
};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyIterator, PyString};

use crate::cards::PyCard;
use crate::convert;
use crate::errors::{IntoPython as _, parse_error, value_error, with_location};
use crate::game::{Given, Playable, PyGame};
use crate::rules::{GivenRules, choice};
use crate::view::{PyView, view_class};

/// A move: cards played together, a pass, or a request or gift in a trade.
///
/// Created from a move, its text or its cards; equal to its text.
#[pyclass(name = "Move", module = "cardcore.president", frozen)]
pub struct PyMove(pub(crate) Move);

#[pymethods]
impl PyMove {
    #[new]
    #[pyo3(signature = (chosen, /))]
    fn new(chosen: &Bound<'_, PyAny>) -> PyResult<Self> {
        read_move(chosen).map(Self)
    }

    /// The kind of the cards played together; None for all other moves.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(combination) = self.0.combination() else { return Ok(None) };
        let kind = py.import("cardcore.president")?.getattr("Kind")?;
        kind.call1((combination.kind().number(),)).map(Some)
    }

    /// The cards of the move, lowest first.
    #[getter]
    fn cards(&self) -> Vec<PyCard> {
        match self.0 {
            Move::Play(combination) => {
                combination.cards().iter().map(|card| PyCard(card.into())).collect()
            }
            Move::Give(card) => vec![PyCard(card.into())],
            Move::Pass | Move::Request(_) => Vec::new(),
        }
    }

    /// The text of the move.
    #[getter]
    fn text(&self) -> String {
        self.0.to_string()
    }

    /// Whether this beats another move of cards, by the usual rules or others.
    #[pyo3(signature = (other, /, rules=None, *, is_reversed=false))]
    fn beats(
        &self,
        other: &Bound<'_, PyAny>,
        rules: Option<&Bound<'_, PyAny>>,
        is_reversed: bool,
    ) -> PyResult<bool> {
        let other = combination(other)?;
        let rules = move_rules(rules, is_reversed)?;
        let is_move = |found: Combination| rules.kinds.contains(found.kind());
        let beats = |own: Combination| is_move(own) && rules.beats(own, other);
        Ok(self.0.combination().is_some_and(beats))
    }

    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let equal = if let Ok(other) = other.cast::<Self>() {
            self.0 == other.get().0
        } else if other.is_instance_of::<PyString>() {
            self.0.to_string() == convert::text(other)?
        } else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        Ok(PyBool::new(py, equal).to_owned().into_any())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.0.to_string()).hash()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Self>().into_any(), (self.0.to_string(),))
    }
}

/// A move from a move, its text, or cards.
fn read_move(object: &Bound<'_, PyAny>) -> PyResult<Move> {
    if let Ok(known) = object.cast::<PyMove>() {
        return Ok(known.get().0);
    }
    if object.is_instance_of::<PyString>() {
        return Move::parse(&convert::text(object)?).map_err(|error| error.into_python());
    }
    let cards = hand(object)?;
    let error = |error| MoveError::new(&cards.to_string(), error).into_python();
    Combination::of(cards).map(Move::Play).map_err(error)
}

/// A combination from a move that plays one, its text, or cards.
fn combination(object: &Bound<'_, PyAny>) -> PyResult<Combination> {
    let chosen = read_move(object)?;
    let error = || parse_error(format!("move '{chosen}': expected a move that plays cards"));
    chosen.combination().ok_or_else(error)
}

fn hand(object: &Bound<'_, PyAny>) -> PyResult<OrderedSet> {
    let cards = convert::cards(object)?;
    distinct(&cards).map(OrderedSet::from).map_err(|error| error.into_python())
}

#[pyfunction]
#[pyo3(signature = (hand, beat=None, containing=None, rules=None, *, is_reversed=false))]
pub fn list_president_moves(
    py: Python<'_>,
    hand: &Bound<'_, PyAny>,
    beat: Option<&Bound<'_, PyAny>>,
    containing: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyAny>>,
    is_reversed: bool,
) -> PyResult<Vec<PyMove>> {
    let hand = self::hand(hand)?;
    let containing = containing.map(convert::card).transpose()?;
    let rules = move_rules(rules, is_reversed)?;
    let beat = beat.map(combination).transpose()?;
    if let Some(beat) = beat.filter(|beat| !rules.kinds.contains(beat.kind())) {
        let (kind, kinds) = (beat.kind(), rules.kinds);
        return Err(parse_error(format!(
            "move '{beat}': {kind} is not a move by these rules, expected one of {kinds}"
        )));
    }
    let containing = containing.map_or(OrderedSet::EMPTY, OrderedSet::from);
    let demand = Demand { beat, containing, rules };
    let found = py.detach(|| combinations(hand, demand)).into_iter();
    Ok(found.map(|combination| PyMove(Move::Play(combination))).collect())
}

#[pyfunction]
#[pyo3(signature = (hand, /, kinds=None))]
pub fn shorten_president_hand(
    py: Python<'_>,
    hand: &Bound<'_, PyAny>,
    kinds: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<PyMove>> {
    let hand = self::hand(hand)?;
    let kinds = kinds.map_or(Ok(Kinds::ALL), read_kinds)?;
    if !kinds.contains(Kind::OneCard) {
        return Err(RulesError::NoSingleCards.into_python());
    }
    let line = py.detach(|| moves_to_victory(hand, kinds)).map_err(|error| error.into_python())?;
    Ok(line.moves.into_iter().map(|combination| PyMove(Move::Play(combination))).collect())
}

#[pyfunction]
pub fn check_president_rules(rules: &Bound<'_, PyAny>) -> PyResult<()> {
    read_rules(rules).map(drop)
}

#[pyfunction]
#[pyo3(signature = (rules, *, seed, deals))]
pub fn new_president(
    rules: &Bound<'_, PyAny>,
    seed: Option<&Bound<'_, PyAny>>,
    deals: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyGame> {
    let rules = read_rules(rules)?;
    let seed = convert::seed(seed)?;
    let Some(deals) = deals else { return Ok(PyGame::new(President::new(rules, seed))) };
    let deals = convert::deals(deals, hands)?;
    let state = President::with_deals(rules, seed, &deals).map_err(|error| error.into_python())?;
    Ok(PyGame::new(state))
}

fn read_rules(rules: &Bound<'_, PyAny>) -> PyResult<Rules> {
    let rules = GivenRules::new("president", rules);
    let clears = rules.get("clears")?;
    let rank = |clears: &Bound<'_, PyAny>| choice("clears", clears, &Rank::ALL, rank_name);
    let options = Options {
        players: rules.number("players", 2..=MAX_PLAYERS as i128)?,
        rounds: rules.number("rounds", 1..=u32::MAX.into())?,
        kinds: read_kinds(&rules.get("kinds")?)?,
        passing: rules.choice("passing", Passing::ALL, Passing::name)?,
        may_pass: rules.choice("may_pass", MayPass::ALL, MayPass::name)?,
        beats: rules.choice("beats", Beats::ALL, Beats::name)?,
        clears: (!clears.is_none()).then(|| rank(&clears)).transpose()?,
        revolution: rules.flag("revolution")?,
        deal: rules.choice("deal", DealRule::ALL, DealRule::name)?,
        opens: rules.choice("opens", Opens::ALL, Opens::name)?,
        leads: rules.choice("leads", Leads::ALL, Leads::name)?,
        trade: rules.choice("trade", TradeRule::ALL, TradeRule::name)?,
        exchanged: read_exchanged(&rules.get("exchanged")?)?,
        ends: rules.choice("ends", Ends::ALL, Ends::name)?,
        score: rules.choice("score", ScoreRule::ALL, ScoreRule::name)?,
    };
    Rules::of(options).map_err(|error| error.into_python())
}

/// A set of kinds from their names.
fn read_kinds(kinds: &Bound<'_, PyAny>) -> PyResult<Kinds> {
    let read = |kind: PyResult<Bound<'_, PyAny>>| choice("kinds", &kind?, &Kind::ALL, Kind::name);
    // No more than there are, as an iterator may be infinite.
    kinds.try_iter()?.take(Kind::ALL.len() + 1).map(read).collect()
}

/// The numbers of cards that are traded.
fn read_exchanged(numbers: &Bound<'_, PyAny>) -> PyResult<[usize; 2]> {
    let read = |number: PyResult<Bound<'_, PyAny>>| {
        convert::whole_number("exchanged", &number?, 0..=Card::COUNT as i128)
    };
    let found: Vec<usize> = numbers.try_iter()?.take(3).map(read).collect::<PyResult<_>>()?;
    <[usize; 2]>::try_from(found).map_err(|found| {
        let found = if found.len() > 2 { "more".to_owned() } else { found.len().to_string() };
        value_error(format!("exchanged: expected 2 numbers, found {found}"))
    })
}

fn rank_name(rank: Rank) -> &'static str {
    let index = usize::from(rank.number());
    Rank::CHARACTERS.get(index..=index).unwrap_or_default()
}

/// What beats what by the rules of a match; by default, by the usual ones.
fn move_rules(rules: Option<&Bound<'_, PyAny>>, reversed: bool) -> PyResult<MoveRules> {
    Ok(match rules {
        Some(rules) => read_rules(rules)?.moves(reversed),
        None => MoveRules { reversed, ..MoveRules::USUAL },
    })
}

/// The hands of a deal.
fn hands(hands: Bound<'_, PyIterator>) -> PyResult<Vec<Vec<Card>>> {
    // An iterator may be infinite.
    let read = |(number, hand): (usize, PyResult<Bound<'_, PyAny>>)| {
        convert::cards(&hand?).map_err(|error| with_location(error, &format!("hand {number}")))
    };
    (1..).zip(hands.take(MAX_PLAYERS + 1)).map(read).collect()
}

view_class!(
    /// What a seat or a spectator may know about a match of President.
    PyPresidentView,
    "PresidentView",
    "cardcore._core",
    [
        /// The cards that the seat holds, lowest first; empty for a spectator.
        hand,
        /// The number of players.
        players,
        /// The number of rounds in the match.
        rounds,
        /// The number of the current round, from 1.
        round,
        /// The phase: `play`, `trade` or `over`.
        phase,
        /// By seat: the number of cards it holds.
        counts,
        /// The cards to beat, as text; None when leading.
        beat,
        /// The card that the seat's move must contain, at the very first move; otherwise None.
        opening,
        /// The plays and passes of this round: seats and texts.
        plays,
        /// The seats that are out of cards in this round, in order.
        finished,
        /// By seat: its role; None in the first round.
        roles,
        /// By seat: its places in the finished rounds, from 1.
        records,
        /// The upper and the lower side of the current trade; None if there is none.
        traders,
        /// What the seat gave and received in its own trade before this round; None if it had none.
        trade,
        /// The plays and passes since the pile was cleared: seats and texts.
        pile,
        /// Whether the order of the ranks is reversed.
        reversed,
        /// The seats that have passed and are out until the pile is cleared.
        locked,
        /// By seat: its points in the finished rounds, if cards score; otherwise None.
        points,
        /// The rules by name.
        rules,
    ]
);

impl Playable for President {
    fn move_object<'py>(&self, py: Python<'py>, chosen: &Move) -> PyResult<Bound<'py, PyAny>> {
        Ok(Bound::new(py, PyMove(*chosen))?.into_any())
    }

    fn read_move(object: &Bound<'_, PyAny>) -> PyResult<Given> {
        read_move(object).map(|chosen| Given::Move(Box::new(chosen)))
    }

    fn view_object(py: Python<'_>, view: PyView) -> PyResult<Bound<'_, PyAny>> {
        PyPresidentView::object(py, view)
    }
}
