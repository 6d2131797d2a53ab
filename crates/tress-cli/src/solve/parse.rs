//! `tress parse`: reads files and checks their sorts, and solves nothing.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use tress_session::{Session, run_file};
use tress_solver::options::Options;

use crate::paths::shown;

/// Reads each file; one line for each error, with the file's name in front.
pub(crate) fn parse(files: &[PathBuf], options: &Options) -> io::Result<ExitCode> {
    let mut output = io::stdout();
    let (mut commands, mut failed) = (0, 0);
    for path in files {
        let file = shown(path);
        let input = match File::open(path) {
            Ok(input) => input,
            Err(problem) => {
                writeln!(output, "{file}: {problem}")?;
                failed += 1;
                continue;
            }
        };
        let mut session = Session::read_only(options.clone());
        let mut replies = Vec::new();
        let summary = run_file(&mut session, input, &mut replies)?;
        for line in String::from_utf8_lossy(&replies).lines() {
            writeln!(output, "{file}: {line}")?;
        }
        commands += summary.commands;
        failed += usize::from(summary.errors > 0);
    }
    writeln!(output, "{} files read, {commands} commands, {failed} files with errors", files.len())?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
