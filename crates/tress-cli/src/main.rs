//! The program `tress`: its arguments go to the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    tress_cli::run_program(std::env::args_os().skip(1))
}
