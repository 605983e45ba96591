//! The Python extension module `cardcore._core`: thin wrappers around the crate `cardcore`.
//!
//! One file per module of the core, and one place each for conversion, errors and the GIL. The
//! Python package around it holds the documentation of what is public.

mod arena;
mod cards;
mod convert;
mod detach;
mod draw;
mod errors;
mod game;
mod poker;

/// The native part of cardcore.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::arena::{PyTally, arena_seating, run_arena};
    #[pymodule_export]
    use crate::cards::{PyCard, read_cards};
    #[pymodule_export]
    use crate::draw::{
        PyPolicy, analyze_discards, count_discards, draw_names, sampled_intervals,
        showdown_against_pat, showdown_against_policy,
    };
    #[pymodule_export]
    use crate::game::{PyBots, PyGame, PyView};
    #[pymodule_export]
    use crate::poker::{PyHandRank, rank, rank_many};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
