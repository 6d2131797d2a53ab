//! The file that starts this program, where a piece of work needs a process of its own.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::{env, io};

/// The file, when it is not the one that runs.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Tells the file that starts this program, for whoever runs it inside of an interpreter. The first call
/// counts.
pub fn set_own_program(path: PathBuf) {
    // Whoever came first has said the same.
    let _ = PROGRAM.set(path);
}

/// The file that starts this program.
pub(crate) fn program() -> io::Result<PathBuf> {
    PROGRAM.get().map_or_else(env::current_exe, |path| Ok(path.clone()))
}
