//! The only place that converts errors of the core to Python exceptions.

use cardcore::cards::CardError;
use cardcore::discard::PaytableError;
use cardcore::game::encoding::EncodingError;
use cardcore::game::{BotError, MoveError};
use cardcore::games::{chopsticks, draw, ends, hearts, president};
use cardcore::monitor::Stopped;
use cardcore::play::arena::ArenaError;
use cardcore::play::batch::BatchError;
use cardcore::play::{PerftError, PlayError, RolloutError};
use cardcore::poker::equity::EquityError;
use cardcore::poker::range::RangeError;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::{PyErr, Python};

mod python {
    pyo3::import_exception!(cardcore.errors, IllegalMoveError);
    pyo3::import_exception!(cardcore.errors, ParseError);
}

/// Import the exceptions now instead of when the first one is raised.
pub fn load(py: Python<'_>) {
    python::ParseError::new_err(()).value(py);
    python::IllegalMoveError::new_err(()).value(py);
}

/// An error of the core that has a Python exception.
pub trait IntoPython {
    /// The exception to raise.
    fn into_python(self) -> PyErr;
}

/// The exception for input that cannot be parsed.
pub fn parse_error(message: impl std::fmt::Display) -> PyErr {
    python::ParseError::new_err(message.to_string())
}

/// The exception for a value out of range.
pub fn value_error(message: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// The exception for work that failed.
fn runtime_error(message: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(message.to_string())
}

/// The same exception with the location of the invalid input, such as a hand of a deal. Other
/// exceptions are passed on unchanged.
pub fn with_location(error: PyErr, location: &str) -> PyErr {
    Python::attach(|py| {
        let message = format!("{location}: {}", error.value(py));
        if error.is_instance_of::<PyValueError>(py) {
            parse_error(message)
        } else if error.is_instance_of::<PyTypeError>(py) {
            PyTypeError::new_err(message)
        } else {
            error
        }
    })
}

/// Errors that map to one exception type whatever their variant.
macro_rules! always {
    ($exception:ident: $($error:ty),+ $(,)?) => {
        $(impl IntoPython for $error {
            fn into_python(self) -> PyErr {
                $exception(self)
            }
        })+
    };
}

always!(
    parse_error: CardError, MoveError, ends::RowError, chopsticks::PositionError, hearts::DealError,
    RangeError,
);
always!(
    value_error: BotError, EncodingError, ends::RulesError, chopsticks::RulesError, hearts::RulesError,
    president::RulesError, president::HandTooLarge,
);
always!(runtime_error: Stopped);

/// Errors of work that can be stopped, whose other variants map to one exception type.
macro_rules! unless_stopped {
    ($exception:ident: $($error:ty),+ $(,)?) => {
        $(impl IntoPython for $error {
            fn into_python(self) -> PyErr {
                match self {
                    Self::Stopped(stopped) => stopped.into_python(),
                    other => $exception(other),
                }
            }
        })+
    };
}

unless_stopped!(value_error: ArenaError, BatchError, PerftError, RolloutError, hearts::SolveError);
unless_stopped!(parse_error: chopsticks::ReachError, EquityError);

impl IntoPython for ends::ValueError {
    fn into_python(self) -> PyErr {
        match self {
            Self::Row(error) => error.into_python(),
            Self::Stopped(stopped) => stopped.into_python(),
        }
    }
}

impl IntoPython for PlayError {
    fn into_python(self) -> PyErr {
        match self {
            Self::Unreadable(error) => error.into_python(),
            rejected => python::IllegalMoveError::new_err(rejected.to_string()),
        }
    }
}

impl IntoPython for PaytableError {
    fn into_python(self) -> PyErr {
        match self {
            Self::UnknownName { .. } => value_error(self),
            _ => parse_error(self),
        }
    }
}

impl IntoPython for chopsticks::TableError {
    fn into_python(self) -> PyErr {
        match self {
            Self::Position(error) => error.into_python(),
            other => value_error(other),
        }
    }
}

impl IntoPython for chopsticks::NewGameError {
    fn into_python(self) -> PyErr {
        match self {
            Self::Position(error) => error.into_python(),
            other => value_error(other),
        }
    }
}

impl IntoPython for draw::RulesError {
    fn into_python(self) -> PyErr {
        match self {
            Self::Deck { .. } | Self::DeckSize { .. } => parse_error(self),
            _ => value_error(self),
        }
    }
}

impl IntoPython for draw::equilibrium::EquilibriumError {
    fn into_python(self) -> PyErr {
        match self {
            Self::Stopped(stopped) => stopped.into_python(),
            Self::Unreadable { .. } => parse_error(self),
            Self::Rules(error) => error.into_python(),
            other => value_error(other),
        }
    }
}

impl IntoPython for hearts::learn::LearningError {
    fn into_python(self) -> PyErr {
        match self {
            Self::Rules(error) => error.into_python(),
            other => parse_error(other),
        }
    }
}

impl IntoPython for president::learn::LearningError {
    fn into_python(self) -> PyErr {
        match self {
            Self::Rules(error) => error.into_python(),
            other => parse_error(other),
        }
    }
}

impl IntoPython for president::DealError {
    fn into_python(self) -> PyErr {
        match &self {
            Self::Hand { .. } | Self::Shared { .. } => parse_error(self),
            Self::Later { error, .. }
                if matches!(**error, Self::Hand { .. } | Self::Shared { .. }) =>
            {
                parse_error(self)
            }
            _ => value_error(self),
        }
    }
}
