//! Kuhn and Leduc poker, for tests and benchmarks.

use cardcore::games::toy_poker::{Kuhn, Leduc, ToyPoker, Variant};
use pyo3::prelude::*;

use crate::convert;
use crate::errors::value_error;
use crate::game::{Playable, PyGame};

impl<V: Variant> Playable for ToyPoker<V> {}

fn make<V: Variant>(seed: Option<&Bound<'_, PyAny>>, deal: Option<Vec<u8>>) -> PyResult<PyGame> {
    let seed = convert::seed(seed)?;
    Ok(PyGame::new(match deal {
        Some(ranks) => {
            ToyPoker::<V>::with_deal(&ranks).map_err(|error| value_error(error.to_string()))?
        }
        None => ToyPoker::new(seed),
    }))
}

/// A hand of Kuhn or Leduc poker, with ranks from 0 if cards are given.
#[pyfunction]
#[pyo3(signature = (name, *, seed, deal))]
pub fn new_toy_poker(
    name: &str,
    seed: Option<&Bound<'_, PyAny>>,
    deal: Option<Vec<u8>>,
) -> PyResult<PyGame> {
    match name {
        "kuhn" => make::<Kuhn>(seed, deal),
        "leduc" => make::<Leduc>(seed, deal),
        _ => Err(value_error(format!("game: expected kuhn or leduc, found '{name}'"))),
    }
}
