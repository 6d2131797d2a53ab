//! The program `tress`, run by the console script of the package.

use std::path::PathBuf;
use std::process::ExitCode;

use pyo3::prelude::*;

/// Runs the program with these arguments; its exit status comes back. ``own`` is the file that starts it
/// again.
#[pyfunction]
pub(crate) fn program(py: Python<'_>, arguments: Vec<std::ffi::OsString>, own: PathBuf) -> u8 {
    tress_cli::set_own_program(own);
    py.detach(|| status(tress_cli::run_program(arguments)))
}

/// The number of an exit code, which only can be compared.
fn status(code: ExitCode) -> u8 {
    (0..=u8::MAX).find(|number| ExitCode::from(*number) == code).unwrap_or(u8::MAX)
}
