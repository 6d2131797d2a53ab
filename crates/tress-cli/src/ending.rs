//! How commands end: a message on standard error, an exit code.

use std::io::{self, Write};
use std::process::ExitCode;

/// The exit code of a contradiction.
pub(crate) const CONTRADICTED: u8 = 3;

/// A message of the program on standard error, and the exit code of its failure.
pub(crate) fn fail(message: &str) -> ExitCode {
    // When even that cannot be written, the exit code still says it.
    let _ = writeln!(io::stderr(), "tress: {message}");
    ExitCode::from(2)
}

/// A message of a command on standard error.
pub(crate) fn complain(command: &str, message: &str) {
    // When even that cannot be written, the exit code still says it.
    let _ = writeln!(io::stderr(), "tress {command}: {message}");
}

/// The exit code of a command that answered.
pub(crate) fn exit_code(done: io::Result<u8>) -> ExitCode {
    match done {
        Ok(code) => ExitCode::from(code),
        // The reader of our output is gone.
        Err(problem) if problem.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(2),
    }
}
