//! Rows of whole numbers from text, from any iterable and from arrays, which are read as they lie.

use numpy::ndarray::ArrayView1;
use numpy::{PyArrayDescrMethods as _, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods as _};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyFrozenSet, PySet, PyString};

use cardcore::games::ends::Row;

use crate::convert;
use crate::errors::{IntoPython as _, parse_error};

/// Whole numbers of 64 bits, wherever they are.
pub enum Numbers<'py> {
    Own(Vec<i64>),
    I8(PyReadonlyArray1<'py, i8>),
    I16(PyReadonlyArray1<'py, i16>),
    I32(PyReadonlyArray1<'py, i32>),
    I64(PyReadonlyArray1<'py, i64>),
    U8(PyReadonlyArray1<'py, u8>),
    U16(PyReadonlyArray1<'py, u16>),
    U32(PyReadonlyArray1<'py, u32>),
    U64(PyReadonlyArray1<'py, u64>),
    F32(PyReadonlyArray1<'py, f32>),
    F64(PyReadonlyArray1<'py, f64>),
}

/// Something done with the numbers in their order, whatever their type.
pub trait Reader: Send {
    /// What comes of it.
    type Output: Send;

    /// Do it.
    fn read(self, numbers: impl Iterator<Item = i64> + Send) -> Self::Output;
}

impl<'py> Numbers<'py> {
    /// Accept text, an array of one dimension, or an iterable of numbers. Floats will do if they
    /// are whole.
    pub fn new(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            let row: Row = convert::text(object)?.parse().map_err(IntoPython::into_python)?;
            return Ok(Self::Own(row.into_cards()));
        }
        match object.cast::<PyUntypedArray>() {
            Ok(array) => Self::of_array(array),
            Err(_) => Self::of_items(object),
        }
    }

    fn of_array(array: &Bound<'py, PyUntypedArray>) -> PyResult<Self> {
        if array.ndim() != 1 {
            let shape = array.getattr("shape")?;
            let message = format!("expected an array of one dimension, found shape {shape}");
            return Err(parse_error(message));
        }
        let dtype = array.dtype();
        let (kind, size) = (char::from(dtype.kind()), dtype.itemsize());
        let wide = match (kind, size) {
            ('i', _) => "int64",
            ('u', _) => "uint64",
            ('f', ..=8) => "float64",
            ('O' | 'f', _) => return Self::of_items(array),
            _ => {
                let message = format!("expected an array of whole numbers, found dtype {dtype}");
                return Err(PyTypeError::new_err(message));
            }
        };
        // Bytes in another order or out of line, and halves, are copied; all else stays in place.
        let aligned: bool = array.getattr("flags")?.getattr("aligned")?.extract()?;
        let native: bool = dtype.getattr("isnative")?.extract()?;
        let array = if !aligned || !native || (kind, size) == ('f', 2) {
            &array.call_method1("astype", (wide,))?.cast_into()?
        } else {
            array
        };
        let numbers = match (kind, array.dtype().itemsize()) {
            ('i', 1) => Self::I8(array.extract()?),
            ('i', 2) => Self::I16(array.extract()?),
            ('i', 4) => Self::I32(array.extract()?),
            ('i', _) => Self::I64(array.extract()?),
            ('u', 1) => Self::U8(array.extract()?),
            ('u', 2) => Self::U16(array.extract()?),
            ('u', 4) => Self::U32(array.extract()?),
            ('u', _) => Self::U64(array.extract()?),
            (_, 4) => Self::F32(array.extract()?),
            _ => Self::F64(array.extract()?),
        };
        numbers.check()
    }

    /// Refuse what is no whole number of 64 bits, so that reading cannot fail.
    fn check(self) -> PyResult<Self> {
        let wrong = match &self {
            Self::U64(array) => find(array.as_array(), |&number| i64::try_from(number).is_err()),
            Self::F32(array) => find(array.as_array(), |&number| !is_whole(f64::from(number))),
            Self::F64(array) => find(array.as_array(), |&number| !is_whole(number)),
            _ => None,
        };
        match wrong {
            Some((place, text)) => Err(not_whole(place, &text)),
            None => Ok(self),
        }
    }

    fn of_items(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let unordered = object.is_instance_of::<PySet>()
            || object.is_instance_of::<PyFrozenSet>()
            || object.is_instance_of::<PyDict>();
        let bytes = object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>();
        let items = match object.try_iter() {
            Ok(items) if !unordered && !bytes => items,
            _ => {
                let found = object.get_type().name()?;
                let message = format!("expected a row of whole numbers, found {found}");
                return Err(PyTypeError::new_err(message));
            }
        };
        let numbers = (1..).zip(items).map(|(place, item)| one_number(place, &item?));
        Ok(Self::Own(numbers.collect::<PyResult<_>>()?))
    }

    /// Read the numbers without Python: the reader runs detached.
    pub fn read<R: Reader>(&self, reader: R, run: impl FnOnce(Job<'_, R>) -> R::Output) -> R::Output {
        todo!()
    }
}
