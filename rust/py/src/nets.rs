//! Networks from files, evaluated natively.

use std::collections::BTreeMap;

use cardcore::nets::{Mlp, NetHeader, TensorFile};
use numpy::{
    PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray2, PyUntypedArrayMethods as _,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::detach;
use crate::errors::{parse_error, value_error};

/// A multilayer perceptron.
#[pyclass(name = "Net", module = "cardcore._core", frozen)]
pub struct PyNet {
    net: Mlp,
    metadata: BTreeMap<String, String>,
}

#[pymethods]
impl PyNet {
    #[new]
    fn new(content: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let file = TensorFile::from_bytes(content.as_bytes()).map_err(parse_error)?;
        NetHeader::read(&file.metadata).map_err(parse_error)?;
        let net = Mlp::from_file(&file).map_err(parse_error)?;
        Ok(Self { net, metadata: file.metadata })
    }

    #[getter]
    fn metadata(&self) -> BTreeMap<String, String> {
        self.metadata.clone()
    }

    #[getter]
    fn inputs(&self) -> usize {
        self.net.inputs()
    }

    #[getter]
    fn outputs(&self) -> usize {
        self.net.outputs()
    }

    /// The outputs of every row of inputs.
    #[pyo3(signature = (inputs, threads=None))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        inputs: PyReadonlyArray2<'py, f32>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let columns = self.net.inputs();
        if inputs.shape().get(1) != Some(&columns) {
            let found = inputs.shape();
            let message = format!("inputs: expected rows of {columns} numbers, found {found:?}");
            return Err(value_error(message));
        }
        let rows = inputs.as_slice()?;
        let outputs =
            detach::run(py, threads, None, |monitor| self.net.forward_rows(rows, monitor))?;
        PyArray1::from_vec(py, outputs).reshape([inputs.shape()[0], self.net.outputs()])
    }
}
