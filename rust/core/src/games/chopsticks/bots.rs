//! The bots. Solutions are cached and shared: the arena creates new bots for every game, and most
//! games have the same rules.

use std::sync::{Arc, Mutex, PoisonError};

use super::moves::Move;
use super::rules::Rules;
use super::state::Chopsticks;
use super::table::{Table, TieBreak};
use super::tablebase::{SolvedMove, Tablebase};
use super::view::ChopsticksView;
use crate::game::{Bot, BotEntry, Parameter, RandomBot, Temper, View as _, Weighed};
use crate::monitor::{Monitor, Stopped};
use crate::process::PerProcess;
use crate::random::Random;

pub(super) const BOTS: &[BotEntry<Chopsticks>] = &[
    RandomBot::entry(),
    BotEntry {
        name: "table",
        summary: "the first move of the best value in the depth-limited game",
        make: || Box::new(TableBot::default()),
    },
    BotEntry {
        name: "perfect",
        summary: "tablebase play of the unlimited game: fastest win, slowest loss",
        make: || Box::new(PerfectBot::default()),
    },
];

/// The report's player: the first move of the best value within the remaining plies. It does not
/// prefer faster wins.
#[derive(Clone, Debug, Default)]
pub struct TableBot(Cached<(Rules, u32), Table>);

/// Plays by the [`Tablebase`], ignoring the move limit.
#[derive(Clone, Debug, Default)]
pub struct PerfectBot(Cached<Rules, Tablebase>);

static TABLES: Cache<(Rules, u32), Table> = Cache::new();
static TABLEBASES: Cache<Rules, Tablebase> = Cache::new();

impl Bot<Chopsticks> for TableBot {
    fn choose(&mut self, view: &ChopsticksView<'_>, random: &mut Random) -> Option<Move> {
        // This monitor is never cancelled.
        self.choose_cancellable(view, random, &Monitor::new()).ok().flatten()
    }

    fn choose_cancellable(
        &mut self,
        view: &ChopsticksView<'_>,
        _: &mut Random,
        monitor: &Monitor,
    ) -> Result<Option<Move>, Stopped> {
        if !view.is_my_turn() {
            return Ok(None);
        }
        let (state, rules) = (view.state(), *view.rules());
        let solve = || Table::solve(rules, state.depth(), TieBreak::First, monitor);
        let table = TABLES.get_shared((rules, state.depth()), &mut self.0, solve)?;
        let [a, b] = state.players();
        Ok(table.best_move(a, b, state.ply()).ok().flatten().map(|rated| rated.chosen))
    }

    fn is_fast(&self, view: &ChopsticksView<'_>) -> bool {
        let key = (*view.rules(), view.state().depth());
        is_small(&key.0) || self.0.as_ref().is_some_and(|(cached, _)| *cached == key)
    }
}

impl Bot<Chopsticks> for PerfectBot {
    fn choose(&mut self, view: &ChopsticksView<'_>, random: &mut Random) -> Option<Move> {
        // This monitor is never cancelled.
        self.choose_cancellable(view, random, &Monitor::new()).ok().flatten()
    }

    fn choose_cancellable(
        &mut self,
        view: &ChopsticksView<'_>,
        _: &mut Random,
        monitor: &Monitor,
    ) -> Result<Option<Move>, Stopped> {
        if !view.is_my_turn() {
            return Ok(None);
        }
        let (_, me, opponent) = view.state().turn();
        let best = self.tablebase(*view.rules(), monitor)?.best_move(me, opponent);
        Ok(best.ok().flatten().map(|solved| solved.chosen))
    }

    /// Every move exactly: `points` are the value of the unlimited game, and `margin` halves with
    /// every ply to the end, as what is far off is hard to see.
    fn weigh(
        &mut self,
        view: &ChopsticksView<'_>,
        _: &mut Random,
        monitor: &Monitor,
    ) -> Result<Vec<Weighed<Move>>, Stopped> {
        if !view.is_my_turn() {
            return Ok(Vec::new());
        }
        let (_, me, opponent) = view.state().turn();
        let moves = self.tablebase(*view.rules(), monitor)?.moves(me, opponent).unwrap_or_default();
        let weigh = |solved: SolvedMove| Weighed {
            chosen: solved.chosen,
            points: f64::from(solved.value),
            margin: f64::from(solved.value) * 0.5_f64.powi(solved.distance.unwrap_or(0) as i32),
            half_width: Some(0.0),
            worlds: 0,
        };
        let mut weighed: Vec<Weighed<Move>> = moves.into_iter().map(weigh).collect();
        weighed.sort_by(|left, right| right.margin.total_cmp(&left.margin));
        Ok(weighed)
    }

    fn parameters(&self) -> &'static [Parameter] {
        Temper::PARAMETERS
    }

    fn is_fast(&self, view: &ChopsticksView<'_>) -> bool {
        is_small(view.rules()) || self.0.as_ref().is_some_and(|(cached, _)| cached == view.rules())
    }
}

impl PerfectBot {
    fn tablebase(&mut self, rules: Rules, monitor: &Monitor) -> Result<&Tablebase, Stopped> {
        TABLEBASES.get_shared(rules, &mut self.0, || Tablebase::solve(rules, monitor))
    }
}

/// Whether the game is solved within milliseconds: at most two hands with few fingers.
fn is_small(rules: &Rules) -> bool {
    rules.hands() <= 2 && rules.fingers() <= 6
}

/// A small cache of the most recently used values.
struct Cache<K, V>(PerProcess<Mutex<Entries<K, V>>>);

type Entries<K, V> = Vec<(K, Arc<V>)>;

/// A bot's own reference to a cached value, so that it need not lock the cache for every move.
type Cached<K, V> = Option<(K, Arc<V>)>;

impl<K: Copy + PartialEq, V> Cache<K, V> {
    const CAPACITY: usize = 4;

    const fn new() -> Self {
        Self(PerProcess::new())
    }

    /// The value for this key, from the bot's own reference or from the cache.
    fn get_shared<'a, E>(
        &self,
        key: K,
        cached: &'a mut Cached<K, V>,
        make: impl FnOnce() -> Result<V, E>,
    ) -> Result<&'a V, E> {
        let kept = match cached.take().filter(|(known, _)| *known == key) {
            Some(kept) => kept,
            None => (key, self.get(key, make)?),
        };
        Ok(&cached.insert(kept).1)
    }

    /// The value for this key, built under the lock so that it is built only once.
    fn get<E>(&self, key: K, make: impl FnOnce() -> Result<V, E>) -> Result<Arc<V>, E> {
        let mut entries = self.0.get().lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = entries.iter().find(|(known, _)| *known == key) {
            return Ok(Arc::clone(value));
        }
        let value = Arc::new(make()?);
        if entries.len() == Self::CAPACITY {
            entries.remove(0);
        }
        entries.push((key, Arc::clone(&value)));
        Ok(value)
    }
}
