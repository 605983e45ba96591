//! The rules of a game, read from an object with attributes: its dataclass `Rules`.

use std::ops::RangeInclusive;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::convert;
use crate::errors::value_error;

/// Rules as given by Python.
pub struct GivenRules<'a, 'py> {
    game: &'static str,
    object: &'a Bound<'py, PyAny>,
}

impl<'a, 'py> GivenRules<'a, 'py> {
    /// The rules of a game.
    pub const fn new(game: &'static str, object: &'a Bound<'py, PyAny>) -> Self {
        Self { game, object }
    }

    /// The rule with this name.
    pub fn get(&self, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.object.getattr(name).map_err(|_| {
            let (game, found) = (self.game, convert::shown(self.object));
            PyTypeError::new_err(format!("rules: expected {game}.Rules, found {found}"))
        })
    }

    /// An integer.
    pub fn number<T: TryFrom<i128>>(&self, name: &str, range: RangeInclusive<i128>) -> PyResult<T> {
        convert::whole_number(name, &self.get(name)?, range)
    }

    /// An integer, or None.
    pub fn number_or_none<T: TryFrom<i128>>(
        &self,
        name: &str,
        range: RangeInclusive<i128>,
    ) -> PyResult<Option<T>> {
        let value = self.get(name)?;
        match value.is_none() {
            true => Ok(None),
            false => convert::whole_number(name, &value, range).map(Some),
        }
    }

    /// A boolean.
    pub fn flag(&self, name: &str) -> PyResult<bool> {
        let value = self.get(name)?;
        let wrong = || format!("{name}: expected True or False, found {}", convert::shown(&value));
        value.extract().map_err(|_| PyTypeError::new_err(wrong()))
    }

    /// A word.
    pub fn word(&self, name: &str) -> PyResult<String> {
        convert::name(name, &self.get(name)?)
    }

    /// One of several named values.
    pub fn choice<T: Copy>(
        &self,
        name: &str,
        all: &[T],
        name_of: fn(T) -> &'static str,
    ) -> PyResult<T> {
        choice(name, &self.get(name)?, all, name_of)
    }
}

/// The one of several named values that an option selects.
pub fn choice<T: Copy>(
    option: &str,
    object: &Bound<'_, PyAny>,
    all: &[T],
    name_of: fn(T) -> &'static str,
) -> PyResult<T> {
    let text = convert::name(option, object)?;
    all.iter().copied().find(|&known| name_of(known) == text).ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|&known| name_of(known)).collect();
        value_error(format!("{option}: expected one of {}, found '{text}'", known.join(", ")))
    })
}
