//! The players of this game. Solved games are kept and shared: a bot is seated anew for every
//! game of an arena, and most of them have the same rules.

use std::sync::{Arc, Mutex, PoisonError};

use super::moves::Move;
use super::rules::Rules;
use super::state::Chopsticks;
use super::table::{Table, TieBreak};
use super::tablebase::Tablebase;
use super::view::ChopsticksView;
use crate::game::{Bot, BotEntry, RandomBot, View as _};
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
        summary: "perfect in the game without a limit: hurries to win, delays a loss",
        make: || Box::new(PerfectBot::default()),
    },
];

/// The report's player: the first move of the best value within the plies that are left. It does
/// not hurry: of two wins it takes the first.
#[derive(Clone, Debug, Default)]
pub struct TableBot(Held<(Rules, u32), Table>);

/// Plays by the [`Tablebase`], as if there were no limit to the moves.
#[derive(Clone, Debug, Default)]
pub struct PerfectBot(Held<Rules, Tablebase>);

static TABLES: Shelf<(Rules, u32), Table> = Shelf::new();
static TABLEBASES: Shelf<Rules, Tablebase> = Shelf::new();

impl Bot<Chopsticks> for TableBot {
    fn choose(&mut self, view: &ChopsticksView<'_>, random: &mut Random) -> Option<Move> {
        // Nobody stops this monitor.
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
        let table = TABLES.lend((rules, state.depth()), &mut self.0, solve)?;
        let [a, b] = state.players();
        Ok(table.best_move(a, b, state.ply()).ok().flatten().map(|rated| rated.chosen))
    }

    fn is_fast(&self, view: &ChopsticksView<'_>) -> bool {
        let key = (*view.rules(), view.state().depth());
        is_small(&key.0) || self.0.as_ref().is_some_and(|(held, _)| *held == key)
    }
}

impl Bot<Chopsticks> for PerfectBot {
    fn choose(&mut self, view: &ChopsticksView<'_>, random: &mut Random) -> Option<Move> {
        // Nobody stops this monitor.
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
        let rules = *view.rules();
        let tablebase = TABLEBASES.lend(rules, &mut self.0, || Tablebase::solve(rules, monitor))?;
        let (_, me, opponent) = view.state().turn();
        Ok(tablebase.best_move(me, opponent).ok().flatten().map(|solved| solved.chosen))
    }

    fn is_fast(&self, view: &ChopsticksView<'_>) -> bool {
        is_small(view.rules()) || self.0.as_ref().is_some_and(|(held, _)| held == view.rules())
    }
}

/// Whether the game is solved within milliseconds: two hands of a few fingers.
fn is_small(rules: &Rules) -> bool {
    rules.hands() <= 2 && rules.fingers() <= 6
}

/// The few things that were asked for last, by their key.
struct Shelf<K, V>(PerProcess<Mutex<Things<K, V>>>);

type Things<K, V> = Vec<(K, Arc<V>)>;

/// What a bot has taken from the shelf, so that it need not go there for every move.
type Held<K, V> = Option<(K, Arc<V>)>;

impl<K: Copy + PartialEq, V> Shelf<K, V> {
    const ROOM: usize = 4;

    const fn new() -> Self {
        Self(PerProcess::new())
    }

    /// The thing for this key, from the hand of who asks or from the shelf.
    fn lend<'a, E>(
        &self,
        key: K,
        held: &'a mut Held<K, V>,
        make: impl FnOnce() -> Result<V, E>,
    ) -> Result<&'a V, E> {
        let kept = match held.take().filter(|(known, _)| *known == key) {
            Some(kept) => kept,
            None => (key, self.get(key, make)?),
        };
        Ok(&held.insert(kept).1)
    }

    /// The thing for this key, made while nobody else can make it too.
    fn get<E>(&self, key: K, make: impl FnOnce() -> Result<V, E>) -> Result<Arc<V>, E> {
        let mut things = self.0.get().lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, thing)) = things.iter().find(|(known, _)| *known == key) {
            return Ok(Arc::clone(thing));
        }
        let thing = Arc::new(make()?);
        if things.len() == Self::ROOM {
            things.remove(0);
        }
        things.push((key, Arc::clone(&thing)));
        Ok(thing)
    }
}
