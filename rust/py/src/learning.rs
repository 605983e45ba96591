//! Learning to play Hearts, and playing by what was learned.

use std::sync::{Mutex, PoisonError};

use cardcore::game::Game as _;
use cardcore::games::hearts::learn::{Learning, LearningSettings, STAGES};
use cardcore::games::hearts::{Hearts, HeartsView, Policy};
use cardcore::nets::TensorFile;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{IntoPython as _, parse_error};
use crate::view::PyView;
use crate::{convert, detach};

/// Training in progress.
#[pyclass(name = "HeartsLearning", module = "cardcore._core", frozen)]
pub struct PyHeartsLearning(Mutex<Learning>);

#[pymethods]
impl PyHeartsLearning {
    #[new]
    #[pyo3(signature = (*, players, deals, seed))]
    fn new(
        players: &Bound<'_, PyAny>,
        deals: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let settings = LearningSettings {
            players: convert::whole_number("players", players, 3..=6)?,
            deals: convert::whole_number("deals", deals, 1..=LearningSettings::MAX_DEALS.into())?,
            seed: convert::seed(Some(seed))?,
        };
        let learning = Learning::new(settings).map_err(|error| error.into_python())?;
        Ok(Self(Mutex::new(learning)))
    }

    /// Resume from a checkpoint.
    #[staticmethod]
    fn resume(content: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let learning = Learning::resume(content.as_bytes());
        learning.map(|learning| Self(Mutex::new(learning))).map_err(|error| error.into_python())
    }

    /// Train for one batch: the stage, its deals played and in all, and its figure.
    #[pyo3(signature = (*, threads))]
    fn step(
        &self,
        py: Python<'_>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(&'static str, u32, u32, f64)> {
        // A copy is trained, so that nobody waits for it and a stop changes nothing.
        let mut learning = self.read(Clone::clone);
        let step = detach::run(py, threads, None, |monitor| learning.step(monitor))?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = learning;
        let stage = STAGES.get(step.stage).copied().unwrap_or_default();
        Ok((stage, step.deals.0, step.deals.1, step.figure))
    }

    /// Everything needed to resume.
    fn checkpoint<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.read(Learning::checkpoint))
    }

    /// The policy so far.
    fn policy<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.read(|learning| learning.policy().to_file().to_bytes()))
    }

    /// The value net so far; None before the last stage.
    fn value_net<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        let net = self.read(Learning::value_net);
        net.map(|net| PyBytes::new(py, &net.to_file().to_bytes()))
    }

    #[getter]
    fn is_done(&self) -> bool {
        self.read(Learning::is_done)
    }

    #[getter]
    fn players(&self) -> usize {
        self.read(|learning| learning.settings().players)
    }

    #[getter]
    fn deals(&self) -> u32 {
        self.read(|learning| learning.settings().deals)
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.read(|learning| learning.settings().seed)
    }
}

impl PyHeartsLearning {
    fn read<T>(&self, look: impl FnOnce(&Learning) -> T) -> T {
        look(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A learned policy.
#[pyclass(name = "HeartsPolicy", module = "cardcore._core", frozen)]
pub struct PyHeartsPolicy(Policy);

#[pymethods]
impl PyHeartsPolicy {
    #[new]
    fn new(content: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let file = TensorFile::from_bytes(content.as_bytes());
        let file = file.map_err(|error| parse_error(error.to_string()))?;
        let policy = Policy::from_file(&file).map_err(|error| parse_error(error.to_string()))?;
        Ok(Self(policy))
    }

    #[getter]
    const fn players(&self) -> usize {
        self.0.players()
    }

    /// The move for a view; None if it is not its turn, or under other rules.
    fn choose(&self, view: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let wrong = || {
            let found = convert::shown(view);
            PyTypeError::new_err(format!("view: expected a view of hearts, found {found}"))
        };
        let seen = view.cast::<PyView>().map_err(|_| wrong())?;
        let choose = |view: &HeartsView<'_>| {
            let chosen = self.0.choose(view)?;
            Some(Hearts::new(*view.rules(), 0).move_text(&chosen))
        };
        seen.get().seen::<Hearts, _>(choose).ok_or_else(wrong)
    }
}
