//! The program `tress-check`: reads a problem and a certificate, prints what the library says.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

const USAGE: &str = "usage: tress-check PROBLEM.smt2 CERTIFICATE
       tress-check --to-binary CERTIFICATE > FILE
       tress-check --to-text CERTIFICATE > FILE";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [problem, certificate] = arguments.as_slice() else { return usage(USAGE) };
    match problem.to_str() {
        Some("--to-binary") => return convert(certificate, tress_check::to_binary),
        Some("--to-text") => return convert(certificate, tress_check::to_text),
        _ => {}
    }
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

/// Writes a certificate in another form.
fn convert(path: &OsStr, form: fn(BufReader<File>) -> io::Result<Vec<u8>>) -> ExitCode {
    let converted = File::open(path).and_then(|file| form(BufReader::new(file)));
    match converted.and_then(|bytes| io::stdout().write_all(&bytes)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => usage(&error.to_string()),
    }
}

/// Prints a line. Nobody who closed the output needs to know.
fn say(line: &str, code: ExitCode) -> ExitCode {
    let _ = writeln!(io::stdout(), "{line}");
    code
}

fn usage(message: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "{message}");
    ExitCode::from(2)
}
