//! Rows of integers from text, from any iterable and from arrays, which are borrowed if possible.

use std::fmt;

use numpy::ndarray::ArrayView1;
use numpy::{
    PyArrayDescrMethods as _, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PySet, PyString};

use cardcore::games::ends::{Row, RowError};

use crate::convert;
use crate::errors::{IntoPython, parse_error};
use crate::memory;

/// Items read between two checks for Ctrl-C.
const SIGNALS: usize = 1 << 16;

/// 64-bit integers, owned or borrowed.
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

impl<'py> Numbers<'py> {
    /// Accept text, a one-dimensional array, or an iterable of numbers. Floats must be integral.
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
        // Byte-swapped or unaligned arrays, and half floats, are copied; everything else is
        // borrowed.
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

    /// Reject anything that is not a 64-bit integer, so that reading cannot fail.
    fn check(self) -> PyResult<Self> {
        let wrong = match &self {
            Self::U64(array) => find(array.as_array(), |&number| i64::try_from(number).is_err()),
            Self::F32(array) => find(array.as_array(), |&number| !is_whole(f64::from(number))),
            Self::F64(array) => find(array.as_array(), |&number| !is_whole(number)),
            _ => None,
        };
        match wrong {
            Some((index, text)) => Err(not_an_integer(index, &text)),
            None => Ok(self),
        }
    }

    fn of_items(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let unordered = object.is_instance_of::<PySet>()
            || object.is_instance_of::<PyFrozenSet>()
            || object.is_instance_of::<PyDict>();
        let bytes = object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>();
        let items = convert::items(object)?.filter(|_| !unordered && !bytes);
        let Some(items) = items else {
            let found = convert::kind(object);
            let message = format!("expected a row of whole numbers, found {found}");
            return Err(PyTypeError::new_err(message));
        };
        let mut numbers = Vec::new();
        for (index, item) in (1..).zip(items) {
            let number = one_number(index, &item?)?;
            numbers.try_reserve(1).map_err(|_| PyMemoryError::new_err(()))?;
            numbers.push(number);
            // A row may be long, and an iterator may be infinite.
            if index % SIGNALS == 0 {
                object.py().check_signals()?;
            }
        }
        Ok(Self::Own(numbers))
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        match self {
            Self::Own(numbers) => numbers.len(),
            Self::I8(array) => array.len(),
            Self::I16(array) => array.len(),
            Self::I32(array) => array.len(),
            Self::I64(array) => array.len(),
            Self::U8(array) => array.len(),
            Self::U16(array) => array.len(),
            Self::U32(array) => array.len(),
            Self::U64(array) => array.len(),
            Self::F32(array) => array.len(),
            Self::F64(array) => array.len(),
        }
    }

    /// The numbers in order, in a form that does not need Python.
    pub fn read(&self) -> Reading<'_> {
        match self {
            Self::Own(numbers) => Reading::Slice(numbers),
            Self::I8(array) => Reading::each(array.as_array(), i64::from),
            Self::I16(array) => Reading::each(array.as_array(), i64::from),
            Self::I32(array) => Reading::each(array.as_array(), i64::from),
            Self::I64(array) => match array.as_slice() {
                Ok(numbers) => Reading::Slice(numbers),
                Err(_) => Reading::each(array.as_array(), i64::from),
            },
            Self::U8(array) => Reading::each(array.as_array(), i64::from),
            Self::U16(array) => Reading::each(array.as_array(), i64::from),
            Self::U32(array) => Reading::each(array.as_array(), i64::from),
            // These were checked: nothing is lost.
            Self::U64(array) => Reading::each(array.as_array(), |number| number as i64),
            Self::F32(array) => Reading::each(array.as_array(), |number| number as i64),
            Self::F64(array) => Reading::each(array.as_array(), |number| number as i64),
        }
    }

    /// The numbers as a row of cards.
    pub fn row(self) -> PyResult<Row> {
        let numbers = match self {
            Self::Own(numbers) => numbers,
            array => {
                memory::expect(array.len() * size_of::<i64>())?;
                match array.read() {
                    Reading::Slice(numbers) => numbers.to_vec(),
                    Reading::Each(numbers) => numbers.collect(),
                }
            }
        };
        Row::new(numbers).map_err(IntoPython::into_python)
    }
}

/// Contiguous numbers, or an iterator.
pub enum Reading<'a> {
    Slice(&'a [i64]),
    Each(Box<dyn Iterator<Item = i64> + Send + 'a>),
}

impl<'a> Reading<'a> {
    fn each<T: Copy + Sync>(array: ArrayView1<'a, T>, number: fn(T) -> i64) -> Self {
        Self::Each(Box::new(array.into_iter().map(move |&item| number(item))))
    }
}

/// The first invalid number: its position, counted from 1, and its text.
fn find<T: fmt::Debug>(array: ArrayView1<'_, T>, wrong: fn(&T) -> bool) -> Option<(usize, String)> {
    let index = array.iter().position(wrong)?;
    Some((index + 1, format!("{:?}", array.get(index)?)))
}

/// Whether a float is a 64-bit integer.
fn is_whole(number: f64) -> bool {
    const LIMIT: f64 = -(i64::MIN as f64);
    number.fract() == 0.0 && (-LIMIT..LIMIT).contains(&number)
}

fn one_number(index: usize, item: &Bound<'_, PyAny>) -> PyResult<i64> {
    if let Ok(number) = item.cast_exact::<PyInt>() {
        return number.extract().map_err(|_| not_an_integer(index, &shown(item)));
    }
    let floating = item.py().import("numpy")?.getattr("floating")?;
    if item.is_instance_of::<PyFloat>() || item.is_instance(&floating)? {
        let whole: bool = item.call_method0("is_integer")?.extract()?;
        let number = whole.then(|| item.call_method0("__int__")).transpose()?;
        let number = number.and_then(|number| number.extract().ok());
        return number.ok_or_else(|| not_an_integer(index, &shown(item)));
    }
    match convert::index(item)? {
        Some(number) => number.extract().map_err(|_| not_an_integer(index, &shown(item))),
        None => {
            let found = convert::kind(item);
            let message = format!("card {index}: expected a whole number, found {found}");
            Err(PyTypeError::new_err(message))
        }
    }
}

fn shown(item: &Bound<'_, PyAny>) -> String {
    item.str().map_or_else(|_| "?".to_owned(), |text| text.to_string_lossy().into_owned())
}

fn not_an_integer(position: usize, text: &str) -> PyErr {
    RowError::NotANumber { position, text: text.to_owned() }.into_python()
}
