//! Memory for calls that may need a lot of it.

use pyo3::PyResult;
use pyo3::exceptions::PyMemoryError;

/// Make sure that about so many bytes can be had, before work begins that needs them: memory that
/// runs out inside of the core ends the process.
pub fn expect(bytes: usize) -> PyResult<()> {
    // Asking for it takes no time, whatever the size: untouched memory costs nothing.
    let room = Vec::<u8>::new().try_reserve_exact(bytes);
    room.map_err(|_| PyMemoryError::new_err(format!("{bytes} bytes cannot be had")))
}
