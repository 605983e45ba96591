//! `Encoding`: observations of any game as arrays, and actions as moves.

use cardcore::game::encoding::{
    self, ActionSpace, Actions, Composed, Encoder, Features, Section, expected_actions,
    seats_after, total_size,
};
use cardcore::game::packing::{Packing, pack_bits};
use cardcore::game::{IllegalMove, View as _};
use cardcore::play::PlayError;
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::convert;
use crate::errors::{IntoPython as _, value_error};
use crate::game::{Given, Playable, PyGame};
use crate::view::PyView;

/// The action space with this name.
pub fn read_actions(object: &Bound<'_, PyAny>) -> PyResult<Actions> {
    let all = [
        Actions::Numbered(ActionSpace::Factored),
        Actions::Numbered(ActionSpace::Flat),
        Actions::Listed,
    ];
    crate::rules::choice("actions", object, &all, actions_name)
}

/// The name of actions.
pub const fn actions_name(actions: Actions) -> &'static str {
    match actions {
        Actions::Numbered(ActionSpace::Factored) => "factored",
        Actions::Numbered(ActionSpace::Flat) => "flat",
        Actions::Listed => "listed",
    }
}

/// The sections of an observation with this name.
pub fn read_features(object: &Bound<'_, PyAny>) -> PyResult<Features> {
    let all = [Features::Basic, Features::Full];
    crate::rules::choice("features", object, &all, features_name)
}

/// The name of the sections of an observation.
pub const fn features_name(features: Features) -> &'static str {
    match features {
        Features::Basic => "basic",
        Features::Full => "full",
    }
}

/// A named group of numbers in an observation, or in the features of a move.
#[pyclass(name = "Section", module = "cardcore.environments", frozen, eq, get_all)]
#[derive(PartialEq)]
pub struct PySection {
    /// The name.
    name: &'static str,
    /// The index of the first number.
    start: usize,
    /// How many numbers there are.
    size: usize,
    /// What they mean.
    meaning: &'static str,
    /// A lower bound on each number.
    low: f32,
    /// An upper bound on each number.
    high: f32,
    /// Whether each number is 0 or 1, so that it packs into a bit.
    is_binary: bool,
}

#[pymethods]
impl PySection {
    /// The slice of the array.
    #[getter]
    fn slice<'py>(&self, py: Python<'py>) -> Bound<'py, PySlice> {
        PySlice::new(py, self.start as isize, (self.start + self.size) as isize, 1)
    }

    fn __repr__(&self) -> String {
        let Self { name, start, size, meaning, low, high, is_binary } = self;
        let is_binary = if *is_binary { "True" } else { "False" };
        format!(
            "Section(name='{name}', start={start}, size={size}, meaning='{meaning}', \
             low={low:?}, high={high:?}, is_binary={is_binary})"
        )
    }
}

/// A type-erased encoder.
pub trait AnyEncoding: Send + Sync {
    fn sections(&self, features: Features) -> Vec<Section>;
    fn move_sections(&self) -> Vec<Section>;
    fn event_sections(&self) -> Vec<Section>;
    fn action_count(&self, space: ActionSpace) -> usize;
    fn action_text(&self, space: ActionSpace, action: u32) -> String;
    fn observation(&self, view: &PyView, picked: &[u32], features: Features) -> PyResult<Vec<f32>>;
    fn history(&self, view: &PyView) -> PyResult<(usize, Vec<u8>)>;
    fn mask(&self, view: &PyView, actions: Actions, picked: &[u32]) -> PyResult<Vec<u8>>;
    fn rows(&self, view: &PyView) -> PyResult<(usize, Vec<f32>)>;
    fn compose<'py>(
        &self,
        py: Python<'py>,
        view: &PyView,
        actions: Actions,
        picked: &[u32],
        action: u32,
    ) -> PyResult<Option<Bound<'py, PyAny>>>;
    fn actions(
        &self,
        view: &PyView,
        actions: Actions,
        chosen: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<u32>>;
}

/// The encoder of one game.
pub struct Encoded<G: Playable> {
    template: G,
    encoder: Box<dyn Encoder<G>>,
}

impl<G: Playable> Encoded<G> {
    /// The encoder of games under the rules of this one.
    pub fn new(template: &G) -> PyResult<Self> {
        let encoder = encoding::encoder(template).map_err(|error| error.into_python())?;
        Ok(Self { template: template.clone(), encoder })
    }

    /// Apply a function to a view, if it is that of a seat in a game under these rules.
    fn seen<T>(
        &self,
        view: &PyView,
        look: impl FnOnce(&G::View<'_>) -> PyResult<T>,
    ) -> PyResult<T> {
        let found = view.seen::<G, _>(|view| {
            if !self.encoder.fits(view) {
                let message = "view: expected the rules of the encoding, found others";
                return Err(value_error(message));
            }
            if view.seat().is_none() {
                let message = "view: expected that of a seat, found that of a spectator";
                return Err(value_error(message));
            }
            look(view)
        });
        let wrong = || value_error(format!("view: expected one of a game of {}", G::NAME));
        found.unwrap_or_else(|| Err(wrong()))
    }

    fn legal_moves(view: &G::View<'_>) -> Vec<G::Move> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        moves
    }

    /// The mask after the picked actions, each of which must be allowed and must not complete a
    /// move.
    fn mask_after(
        &self,
        view: &G::View<'_>,
        space: ActionSpace,
        picked: &[u32],
    ) -> PyResult<Vec<u8>> {
        let mut mask = vec![0; self.encoder.action_count(space)];
        for (index, &action) in picked.iter().enumerate() {
            let before = picked.get(..index).unwrap_or_default();
            self.encoder.mask(view, space, before, &mut mask);
            self.check("picked", space, &mask, action)?;
            let composed = self.encoder.compose(view, space, before, action);
            if !matches!(composed, Some(Composed::Partial)) {
                let text = self.encoder.action_text(space, action);
                let message = format!("picked: action {action} ('{text}') makes a move already");
                return Err(value_error(message));
            }
            mask.fill(0);
        }
        self.encoder.mask(view, space, picked, &mut mask);
        Ok(mask)
    }

    fn check(&self, name: &str, space: ActionSpace, mask: &[u8], action: u32) -> PyResult<()> {
        if mask.get(action as usize).is_some_and(|&allowed| allowed == 1) {
            return Ok(());
        }
        let expected = expected_actions(self.encoder.as_ref(), space, mask);
        let text = match mask.get(action as usize) {
            Some(_) => format!(" ('{}')", self.encoder.action_text(space, action)),
            None => String::new(),
        };
        Err(value_error(format!("{name}: expected {expected}, found {action}{text}")))
    }
}

impl<G: Playable> AnyEncoding for Encoded<G> {
    fn sections(&self, features: Features) -> Vec<Section> {
        features.sections(self.encoder.as_ref())
    }

    fn move_sections(&self) -> Vec<Section> {
        self.encoder.move_sections()
    }

    fn event_sections(&self) -> Vec<Section> {
        self.encoder.event_sections()
    }

    fn action_count(&self, space: ActionSpace) -> usize {
        self.encoder.action_count(space)
    }

    fn action_text(&self, space: ActionSpace, action: u32) -> String {
        self.encoder.action_text(space, action)
    }

    fn observation(&self, view: &PyView, picked: &[u32], features: Features) -> PyResult<Vec<f32>> {
        self.seen(view, |view| {
            if !picked.is_empty() {
                self.mask_after(view, ActionSpace::Factored, picked)?;
            }
            let encoder = self.encoder.as_ref();
            let basic = total_size(&encoder.sections());
            let mut numbers = vec![0.0; total_size(&features.sections(encoder))];
            features.observe(encoder, view, picked, basic, &mut numbers);
            Ok(numbers)
        })
    }

    fn history(&self, view: &PyView) -> PyResult<(usize, Vec<u8>)> {
        let seat = self.seen(view, |view| Ok(view.seat()))?;
        let Some(moves) = view.moves::<G>() else { return Ok((0, Vec::new())) };
        let (me, seats) = (seat.unwrap_or_default(), self.template.seats());
        let mut event = vec![0.0; seats + total_size(&self.encoder.event_sections())];
        let size = event.len().div_ceil(8);
        let mut bytes = vec![0; moves.len() * size];
        for ((seat, chosen), bytes) in moves.zip(bytes.chunks_exact_mut(size)) {
            event.fill(0.0);
            let (who, what) = event.split_at_mut(seats);
            if let Some(slot) = who.get_mut(seats_after(seat, me, seats)) {
                *slot = 1.0;
            }
            self.encoder.describe_event(chosen, seat == me, what);
            pack_bits(&event, bytes);
        }
        Ok((size, bytes))
    }

    fn mask(&self, view: &PyView, actions: Actions, picked: &[u32]) -> PyResult<Vec<u8>> {
        self.seen(view, |view| match actions {
            Actions::Numbered(space) => self.mask_after(view, space, picked),
            Actions::Listed => Ok(vec![1; Self::legal_moves(view).len()]),
        })
    }

    fn rows(&self, view: &PyView) -> PyResult<(usize, Vec<f32>)> {
        self.seen(view, |view| {
            let size = total_size(&self.encoder.move_sections());
            let moves = Self::legal_moves(view);
            let mut numbers = vec![0.0; moves.len() * size];
            for (chosen, row) in moves.iter().zip(numbers.chunks_exact_mut(size.max(1))) {
                self.encoder.describe_move(view, chosen, row);
            }
            Ok((moves.len(), numbers))
        })
    }

    fn compose<'py>(
        &self,
        py: Python<'py>,
        view: &PyView,
        actions: Actions,
        picked: &[u32],
        action: u32,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.seen(view, |view| {
            let chosen = match actions {
                Actions::Numbered(space) => {
                    let mask = self.mask_after(view, space, picked)?;
                    self.check("action", space, &mask, action)?;
                    match self.encoder.compose(view, space, picked, action) {
                        Some(Composed::Complete(chosen)) => chosen,
                        Some(Composed::Partial) | None => return Ok(None),
                    }
                }
                Actions::Listed => {
                    let moves = Self::legal_moves(view);
                    let count = moves.len();
                    moves.into_iter().nth(action as usize).ok_or_else(|| {
                        let message = format!("action: expected less than {count}, found {action}");
                        value_error(message)
                    })?
                }
            };
            self.template.move_object(py, &chosen).map(Some)
        })
    }

    fn actions(
        &self,
        view: &PyView,
        actions: Actions,
        chosen: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<u32>> {
        let given = G::read_move(chosen)?;
        let wrong = || PyTypeError::new_err(format!("expected a move of {}", G::NAME));
        let chosen = match given {
            Given::Text(text) => view.parse_move::<G>(&text).ok_or_else(wrong)??,
            Given::Move(chosen) => *chosen.downcast::<G::Move>().map_err(|_| wrong())?,
        };
        self.seen(view, |view| {
            let moves = Self::legal_moves(view);
            let Some(index) = moves.iter().position(|legal| *legal == chosen) else {
                let text = self.template.move_text(&chosen);
                let seat = view.seat().unwrap_or_default();
                let reason = "it is not a legal move in this view".to_owned();
                return Err(PlayError::Illegal(IllegalMove { seat, text, reason }).into_python());
            };
            Ok(match actions {
                Actions::Numbered(space) => self.encoder.actions(view, space, &chosen),
                Actions::Listed => vec![index as u32],
            })
        })
    }
}

/// Observations of a game as arrays, and actions as moves.
#[pyclass(name = "Encoding", module = "cardcore._core", frozen)]
pub struct PyEncoding {
    encoding: Box<dyn AnyEncoding>,
    actions: Actions,
    features: Features,
}

fn entries(sections: &[Section]) -> Vec<PySection> {
    let mut first = 0;
    let entry = |section: &Section| {
        let start = first;
        first += section.size;
        PySection {
            name: section.name,
            start,
            size: section.size,
            meaning: section.meaning,
            low: section.low,
            high: section.high,
            is_binary: section.is_binary,
        }
    };
    sections.iter().map(entry).collect()
}

/// The actions picked so far.
fn read_picked(picked: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    const MAX_PICKED: usize = 64;

    let Some(items) = convert::items(picked)? else {
        let found = convert::shown(picked);
        return Err(PyTypeError::new_err(format!("picked: expected actions, found {found}")));
    };
    let number = |item: PyResult<Bound<'_, PyAny>>| read_action("picked", &item?);
    // An iterator may be infinite.
    items.take(MAX_PICKED).map(number).collect()
}

fn read_action(name: &str, action: &Bound<'_, PyAny>) -> PyResult<u32> {
    convert::whole_number(name, action, 0..=u32::MAX.into())
}

#[pymethods]
impl PyEncoding {
    #[new]
    fn new(
        py: Python<'_>,
        template: &PyGame,
        actions: &Bound<'_, PyAny>,
        features: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (actions, features) = (read_actions(actions)?, read_features(features)?);
        let encoding = template.session(py)?.encoding()?;
        Ok(Self { encoding, actions, features })
    }

    #[getter]
    fn observation_size(&self) -> usize {
        total_size(&self.encoding.sections(self.features))
    }

    /// The bytes of a packed observation, and how many of them have bits.
    #[getter]
    fn packed_size(&self) -> (usize, usize) {
        let packing = Packing::new(&self.encoding.sections(self.features));
        (packing.size(), packing.bit_bytes())
    }

    #[getter]
    fn row_size(&self) -> usize {
        total_size(&self.encoding.move_sections())
    }

    fn sections(&self) -> Vec<PySection> {
        entries(&self.encoding.sections(self.features))
    }

    fn event_sections(&self) -> Vec<PySection> {
        entries(&self.encoding.event_sections())
    }

    /// What the viewer was told about all moves so far, a packed row each.
    fn history<'py>(&self, py: Python<'py>, view: &PyView) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let (size, bytes) = self.encoding.history(view)?;
        let rows = bytes.len().checked_div(size).unwrap_or(0);
        bytes.into_pyarray(py).reshape([rows, size])
    }

    fn row_sections(&self) -> Vec<PySection> {
        entries(&self.encoding.move_sections())
    }

    /// None for listed actions, which have no fixed numbers.
    #[getter]
    fn action_count(&self) -> Option<usize> {
        match self.actions {
            Actions::Numbered(space) => Some(self.encoding.action_count(space)),
            Actions::Listed => None,
        }
    }

    fn action_text(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let Actions::Numbered(space) = self.actions else {
            return Err(value_error("listed actions mean something in a view only"));
        };
        let last = self.encoding.action_count(space) as i128 - 1;
        let action = convert::whole_number("action", action, 0..=last)?;
        Ok(self.encoding.action_text(space, action))
    }

    fn observation<'py>(
        &self,
        py: Python<'py>,
        view: &PyView,
        picked: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let picked = read_picked(picked)?;
        Ok(self.encoding.observation(view, &picked, self.features)?.into_pyarray(py))
    }

    fn mask<'py>(
        &self,
        py: Python<'py>,
        view: &PyView,
        picked: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let picked = read_picked(picked)?;
        Ok(self.encoding.mask(view, self.actions, &picked)?.into_pyarray(py))
    }

    fn rows<'py>(&self, py: Python<'py>, view: &PyView) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (count, numbers) = self.encoding.rows(view)?;
        numbers.into_pyarray(py).reshape([count, self.row_size()])
    }

    #[pyo3(name = "move")]
    fn compose<'py>(
        &self,
        py: Python<'py>,
        view: &PyView,
        picked: &Bound<'py, PyAny>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let picked = read_picked(picked)?;
        let action = read_action("action", action)?;
        self.encoding.compose(py, view, self.actions, &picked, action)
    }

    fn actions(&self, view: &PyView, chosen: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        self.encoding.actions(view, self.actions, chosen)
    }
}
