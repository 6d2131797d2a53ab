//! Back-ends by their names, and the table of what they took.

use std::time::Duration;

use tress_exec::{Backend, Report, compare};
use tress_session::agreement::engine_name;
use tress_solver::registry;

use crate::ending::CONTRADICTED;
use crate::process::own;

/// The exit status when a back-end gives no answer that can be read.
const UNREADABLE: u8 = 2;

/// The back-ends of these names.
pub(super) fn read<'name>(names: impl Iterator<Item = &'name String>) -> Result<Vec<Backend>, String> {
    let tress = own::program().map_err(|problem| problem.to_string())?;
    names
        .map(|name| match name.starts_with("smt:") || engine_name(name).is_some() {
            true => Backend::new(name, &tress),
            false => Err(format!(
                "--backend {name} is neither smt:'COMMAND' nor an engine: {}",
                registry::NAMES.join(", ")
            )),
        })
        .collect()
}

/// What back-ends took for the questions of an exploration, as text; the exit status shows if they contradict
/// each other, or do not understand a question.
pub(super) fn compared(
    report: &Report,
    backends: &[Backend],
    time: Duration,
    status: u8,
) -> Result<(String, u8), String> {
    let tress = own::program().map_err(|problem| problem.to_string())?;
    let comparison = compare(&report.questions, backends, &tress, time)?;
    let status = match (comparison.alarms.is_empty(), comparison.errors.is_empty()) {
        (false, _) => CONTRADICTED,
        (true, false) => UNREADABLE,
        (true, true) => status,
    };
    Ok((comparison.to_string(), status))
}
