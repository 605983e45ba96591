//! Memory checks for calls that may need a lot of it.

use pyo3::PyResult;
use pyo3::exceptions::PyMemoryError;

/// Check that about this many bytes are available before work that needs them: running out of
/// memory inside the core aborts the process.
pub fn expect(bytes: usize) -> PyResult<()> {
    // The allocation takes no time, whatever its size: untouched memory costs nothing.
    let room = Vec::<u8>::new().try_reserve_exact(bytes);
    room.map_err(|_| PyMemoryError::new_err(format!("{bytes} bytes cannot be allocated")))
}
