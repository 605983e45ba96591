//! Learning to play Hearts and President, and playing by what was learned.

use std::sync::{Mutex, PoisonError};

use cardcore::game::Game as _;
use cardcore::games::hearts::{Hearts, HeartsView};
use cardcore::games::president::{MAX_PLAYERS, Preset, President, PresidentView};
use cardcore::games::{hearts, president};
use cardcore::monitor::{Monitor, Stopped};
use cardcore::nets::TensorFile;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{IntoPython as _, parse_error};
use crate::president::PyMove;
use crate::view::PyView;
use crate::{convert, detach};

/// Training in progress.
struct Training<L>(Mutex<L>);

impl<L: Clone + Send + Sync> Training<L> {
    const fn new(learning: L) -> Self {
        Self(Mutex::new(learning))
    }

    fn read<T>(&self, look: impl FnOnce(&L) -> T) -> T {
        look(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Train for one batch.
    fn step<S: Send>(
        &self,
        py: Python<'_>,
        threads: Option<&Bound<'_, PyAny>>,
        train: impl Fn(&mut L, &Monitor) -> Result<S, Stopped> + Send + Sync,
    ) -> PyResult<S> {
        // A copy is trained, so that nobody waits for it and a stop changes nothing.
        let mut learning = self.read(Clone::clone);
        let step = detach::run(py, threads, None, |monitor| train(&mut learning, monitor))?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = learning;
        Ok(step)
    }
}

/// Learning Hearts.
#[pyclass(name = "HeartsLearning", module = "cardcore._core", frozen)]
pub struct PyHeartsLearning(Training<hearts::learn::Learning>);

#[pymethods]
impl PyHeartsLearning {
    #[new]
    #[pyo3(signature = (*, players, deals, seed))]
    fn new(
        players: &Bound<'_, PyAny>,
        deals: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let most = hearts::learn::LearningSettings::MAX_DEALS.into();
        let settings = hearts::learn::LearningSettings {
            players: convert::whole_number("players", players, 3..=6)?,
            deals: convert::whole_number("deals", deals, 1..=most)?,
            seed: convert::seed(Some(seed))?,
        };
        let learning = hearts::learn::Learning::new(settings);
        Ok(Self(Training::new(learning.map_err(|error| error.into_python())?)))
    }

    /// Resume from a checkpoint.
    #[staticmethod]
    fn resume(content: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let learning = hearts::learn::Learning::resume(content.as_bytes());
        Ok(Self(Training::new(learning.map_err(|error| error.into_python())?)))
    }

    /// Train for one batch: the stage, its deals played and in all, and its figure.
    #[pyo3(signature = (*, threads))]
    fn step(
        &self,
        py: Python<'_>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(&'static str, u32, u32, f64)> {
        let step = self.0.step(py, threads, hearts::learn::Learning::step)?;
        let stage = hearts::learn::STAGES.get(step.stage).copied().unwrap_or_default();
        Ok((stage, step.deals.0, step.deals.1, step.figure))
    }

    /// Everything needed to resume.
    fn checkpoint<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.read(hearts::learn::Learning::checkpoint))
    }

    /// The policy so far.
    fn policy<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.read(|learning| learning.policy().to_file().to_bytes()))
    }

    /// The value net so far; None before the last stage.
    fn value_net<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        let net = self.0.read(hearts::learn::Learning::value_net);
        net.map(|net| PyBytes::new(py, &net.to_file().to_bytes()))
    }

    #[getter]
    fn is_done(&self) -> bool {
        self.0.read(hearts::learn::Learning::is_done)
    }

    #[getter]
    fn players(&self) -> usize {
        self.0.read(|learning| learning.settings().players)
    }

    #[getter]
    fn deals(&self) -> u32 {
        self.0.read(|learning| learning.settings().deals)
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.0.read(|learning| learning.settings().seed)
    }
}

/// A learned policy of Hearts.
#[pyclass(name = "HeartsPolicy", module = "cardcore._core", frozen)]
pub struct PyHeartsPolicy(hearts::Policy);

#[pymethods]
impl PyHeartsPolicy {
    #[new]
    fn new(content: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let policy = hearts::Policy::from_file(&read_file(content)?);
        Ok(Self(policy.map_err(|error| parse_error(error.to_string()))?))
    }

    #[getter]
    const fn players(&self) -> usize {
        self.0.players()
    }

    /// The move for a view; None if it is not its turn, or under other rules.
    fn choose(&self, view: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let choose = |view: &HeartsView<'_>| {
            let chosen = self.0.choose(view)?;
            Some(Hearts::new(*view.rules(), 0).move_text(&chosen))
        };
        let seen = view.cast::<PyView>().ok();
        let chosen = seen.and_then(|view| view.get().seen::<Hearts, _>(choose));
        chosen.ok_or_else(|| wrong_view("hearts", view))
    }
}

/// Learning President.
#[pyclass(name = "PresidentLearning", module = "cardcore._core", frozen)]
pub struct PyPresidentLearning(Training<president::learn::Learning>);

#[pymethods]
impl PyPresidentLearning {
    #[new]
    #[pyo3(signature = (*, preset, players, deals, seed))]
    fn new(
        preset: &str,
        players: &Bound<'_, PyAny>,
        deals: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let most = president::learn::LearningSettings::MAX_DEALS.into();
        let found = Preset::named(preset).ok_or_else(|| {
            let expected = Preset::NAMES.join(", ");
            PyValueError::new_err(format!("preset: expected one of {expected}, found '{preset}'"))
        });
        let settings = president::learn::LearningSettings {
            preset: found?,
            players: convert::whole_number("players", players, 2..=MAX_PLAYERS as i128)?,
            deals: convert::whole_number("deals", deals, 1..=most)?,
            seed: convert::seed(Some(seed))?,
        };
        let learning = president::learn::Learning::new(settings);
        Ok(Self(Training::new(learning.map_err(|error| error.into_python())?)))
    }

    /// Resume from a checkpoint.
    #[staticmethod]
    fn resume(content: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let learning = president::learn::Learning::resume(content.as_bytes());
        Ok(Self(Training::new(learning.map_err(|error| error.into_python())?)))
    }

    /// Train for one batch: the deals played, and the margin against other players.
    #[pyo3(signature = (*, threads))]
    fn step(&self, py: Python<'_>, threads: Option<&Bound<'_, PyAny>>) -> PyResult<(u32, f64)> {
        let step = self.0.step(py, threads, president::learn::Learning::step)?;
        Ok((step.deals, step.margin))
    }

    /// Everything needed to resume.
    fn checkpoint<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.read(president::learn::Learning::checkpoint))
    }

    /// The policy so far.
    fn policy<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.read(|learning| learning.policy().to_file().to_bytes()))
    }

    #[getter]
    fn is_done(&self) -> bool {
        self.0.read(president::learn::Learning::is_done)
    }

    #[getter]
    fn preset(&self) -> &'static str {
        self.0.read(|learning| learning.settings().preset.name())
    }

    #[getter]
    fn players(&self) -> usize {
        self.0.read(|learning| learning.settings().players)
    }

    #[getter]
    fn deals(&self) -> u32 {
        self.0.read(|learning| learning.settings().deals)
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.0.read(|learning| learning.settings().seed)
    }
}

/// A learned policy of President.
#[pyclass(name = "PresidentPolicy", module = "cardcore._core", frozen)]
pub struct PyPresidentPolicy(president::Policy);

#[pymethods]
impl PyPresidentPolicy {
    #[new]
    fn new(content: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let policy = president::Policy::from_file(&read_file(content)?);
        Ok(Self(policy.map_err(|error| parse_error(error.to_string()))?))
    }

    #[getter]
    const fn preset(&self) -> &'static str {
        self.0.preset().name()
    }

    #[getter]
    const fn players(&self) -> usize {
        self.0.players()
    }

    /// The move for a view; None if it is not its turn, or under other rules.
    fn choose(&self, view: &Bound<'_, PyAny>) -> PyResult<Option<PyMove>> {
        let choose = |view: &PresidentView<'_>| self.0.choose(view).map(PyMove);
        let seen = view.cast::<PyView>().ok();
        let chosen = seen.and_then(|view| view.get().seen::<President, _>(choose));
        chosen.ok_or_else(|| wrong_view("president", view))
    }
}

/// Read a file of tensors.
fn read_file(content: &Bound<'_, PyBytes>) -> PyResult<TensorFile> {
    TensorFile::from_bytes(content.as_bytes()).map_err(|error| parse_error(error.to_string()))
}

fn wrong_view(game: &str, view: &Bound<'_, PyAny>) -> PyErr {
    let found = convert::shown(view);
    PyTypeError::new_err(format!("view: expected a view of {game}, found {found}"))
}
