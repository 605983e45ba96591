//! The Python extension module `cardcore._core`: thin wrappers around the crate `cardcore`.
//!
//! One file per module of the core, and one place each for conversion, errors and the GIL. The
//! Python package around it documents what is public.

mod arena;
mod batch;
mod blueprint;
mod bots;
mod bounds;
mod cache_directory;
mod cards;
mod chopsticks;
mod confidence;
mod convert;
mod detach;
mod discard;
mod draw;
mod encoding;
mod ends;
mod equilibrium;
mod equity;
mod errors;
mod game;
mod hands;
mod hearts;
mod learning;
mod low_draws;
mod memory;
mod nets;
mod numbers;
mod pat;
mod poker;
mod president;
mod rollout;
mod rules;
mod stepper;
mod strategy;
mod toy_poker;
mod view;

/// The native extension of cardcore.
// What threads share is listed in docs/how-it-works/decisions/forks-and-interpreters.md; its tests have not
// been run without the GIL yet, so free-threaded Python enables it again.
#[pyo3::pymodule(gil_used = true)]
mod _core {
    #[pymodule_export]
    use crate::arena::{
        PyBotParameter, PySeating, PyTally, arena_scores, arena_seating, arena_tally,
        bot_parameters, is_reproducible,
    };
    #[pymodule_export]
    use crate::batch::PyBatch;
    #[pymodule_export]
    use crate::blueprint::{PyBlueprint, PyTableResponse, PyTraining, respond_draw_table};
    #[pymodule_export]
    use crate::bots::PyBots;
    #[pymodule_export]
    use crate::bounds::PyBounds;
    #[pymodule_export]
    use crate::cards::{PyCard, deal_many, read_cards};
    #[pymodule_export]
    use crate::chopsticks::{
        PyChopsticksPosition, PyChopsticksSolvedMove, PyChopsticksTable, PyChopsticksTableMove,
        PyChopsticksTablebase, PyChopsticksView, check_chopsticks_rules, new_chopsticks,
        reach_chopsticks,
    };
    #[pymodule_export]
    use crate::confidence::student;
    #[pymodule_export]
    use crate::convert::{load_numpy, read_whole_number};
    #[pymodule_export]
    use crate::detach::check_run;
    #[pymodule_export]
    use crate::discard::{
        PyDiscardLine, PyDiscardNames, PyDiscardSolution, PyDiscardValues, PyHandDraws,
        PyShowdownCounts, PyValuation, discard_names, sampled_intervals, showdown_against_drawer,
        showdown_against_pat,
    };
    #[pymodule_export]
    use crate::draw::{PyDrawView, check_draw_rules, new_draw};
    #[pymodule_export]
    use crate::encoding::{PyEncoding, PySection};
    #[pymodule_export]
    use crate::ends::{PyEndsLine, PyEndsView, check_ends_rules, new_ends, solve_ends, value_ends};
    #[pymodule_export]
    use crate::equilibrium::{
        PyEquilibrium, PyLimits, PyResponse, PyWinnings, held_out_draw_parts,
        held_out_draw_winnings, play_held_out_draw, respond_draw,
    };
    #[pymodule_export]
    use crate::equity::{
        PyEquityCounts, PyEquityResult, PyPreflopCounts, equity_of, format_range, parse_range,
        preflop_counts, range_combos,
    };
    #[pymodule_export]
    use crate::game::PyGame;
    #[pymodule_export]
    use crate::hearts::{
        PyHeartsView, check_hearts_rules, new_hearts, observe_hearts, random_hearts, solve_hearts,
    };
    #[pymodule_export]
    use crate::learning::{
        PyHeartsLearning, PyHeartsPolicy, PyPresidentLearning, PyPresidentPolicy,
    };
    #[pymodule_export]
    use crate::low_draws::{PyMultiDraw, low_counts, low_groups, low_showdown, solve_low};
    #[pymodule_export]
    use crate::nets::PyNet;
    #[pymodule_export]
    use crate::pat::{PyPatResult, PyPatShowdowns, PyPatStrategy};
    #[pymodule_export]
    use crate::poker::{PyHandRank, categories_many, rank, rank_many};
    #[pymodule_export]
    use crate::president::{
        PyMove, PyPresidentView, check_president_rules, list_president_moves, new_president,
        shorten_president_hand,
    };
    #[pymodule_export]
    use crate::rollout::roll_out;
    #[pymodule_export]
    use crate::stepper::PyStepper;
    #[pymodule_export]
    use crate::strategy::{
        PyChartRule, PyDerivedStrategy, PyStrategy, PyStrategyChoice, PyStrategyEdit,
        PyStrategyLine, bound_strategy, derive_strategy, follow_strategy,
    };
    #[pymodule_export]
    use crate::toy_poker::new_toy_poker;
    #[pymodule_export]
    use crate::view::{PyView, PyWeighedMove};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::convert::load(module.py())?;
        crate::detach::load();
        crate::cache_directory::load();
        crate::errors::load(module.py());
        module.add("FIRST_PLACE", cardcore::play::FIRST_PLACE)?;
        module.add("MAX_GAMES", cardcore::play::arena::MAX_GAMES)?;
        module.add("NET_ENCODER", cardcore::game::NET_ENCODER)?;
        module.add("POT_SHARES", cardcore::poker::equity::POT)?;
        module.add("MAX_THREADS", crate::detach::MAX_THREADS)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
