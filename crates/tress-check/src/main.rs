//! The program `tress-check`: reads a problem and a certificate, prints what the library says.

use std::fs::File;
use std::io::{BufReader, Write};
use std::process::ExitCode;

const USAGE: &str = "usage: tress-check PROBLEM.smt2 CERTIFICATE";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [problem, certificate] = arguments.as_slice() else { return usage(USAGE) };
    let read = std::fs::read(problem).and_then(|problem| Ok((problem, File::open(certificate)?)));
    let (problem, certificate) = match read {
        Ok(read) => read,
        Err(error) => return usage(&error.to_string()),
    };
    match tress_check::check_stream(&problem, BufReader::new(certificate)) {
        Ok(()) => say("valid", ExitCode::SUCCESS),
        Err(refusal) => say(&format!("invalid {refusal}"), ExitCode::FAILURE),
    }
}

/// Prints a line. Nobody who closed the output needs to know.
fn say(line: &str, code: ExitCode) -> ExitCode {
    let _ = writeln!(std::io::stdout(), "{line}");
    code
}

fn usage(message: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::from(2)
}
