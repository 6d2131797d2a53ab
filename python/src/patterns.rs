//! Patterns of regex dialects as terms. They are read at once, so that a wrong one is refused where it was
//! written.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rustc_hash::FxHashSet;
use tress::Dialect;
use tress_automata::RegexStore;
use tress_base::Budget;
use tress_dialects::DIALECTS;

use crate::errors;
use crate::node::{Kind, Node, PatternText};
use crate::sorts::Sort;

/// Steps for reading a pattern before a solver needs it. Errors of a longer one are reported later.
const STEPS: u64 = 1_000_000;
/// The number of patterns that are remembered to be right.
const REMEMBERED: usize = 10_000;

/// Patterns that were read before.
static KNOWN: Mutex<Option<FxHashSet<PatternText>>> = Mutex::new(None);

/// The dialect of this name.
pub(crate) fn dialect(py: Python<'_>, name: &str) -> PyResult<Dialect> {
    Dialect::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = DIALECTS.iter().map(|(_, names)| names[0]).collect();
        errors::value(py, &format!("no dialect is called {name}; known are {}", known.join(", ")))
    })
}

/// The words that a pattern matches, as a term of regular expressions.
pub(crate) fn pattern(
    py: Python<'_>,
    text: String,
    dialect_name: &str,
    flags: &str,
    search: bool,
) -> PyResult<Arc<Node>> {
    let dialect = dialect(py, dialect_name)?;
    let pattern = PatternText { dialect, text, flags: flags.to_owned(), search };
    check(py, &pattern)?;
    Ok(Node::new(Kind::Pattern(pattern), Vec::new(), Sort::RegLan))
}

/// Nothing of Python runs while the lock is held: who waits for it may hold the interpreter.
fn remembered<R>(work: impl FnOnce(&mut FxHashSet<PatternText>) -> R) -> R {
    work(KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

fn check(py: Python<'_>, pattern: &PatternText) -> PyResult<()> {
    if remembered(|known| known.contains(pattern)) {
        return Ok(());
    }
    let PatternText { dialect, text, flags, .. } = pattern;
    let flags = dialect.read_flags(flags).map_err(|message| errors::value(py, &message))?;
    let budget = Budget::unlimited().with_steps(Some(STEPS));
    let read = tress_dialects::parse(*dialect, text, flags, pattern.mode(), &mut RegexStore::new(), &budget);
    match read {
        Err(problem) if problem.stop.is_none() => {
            Err(errors::pattern(py, &problem.message, text, problem.position))
        }
        _ => {
            remembered(|known| {
                if known.len() >= REMEMBERED {
                    known.clear();
                }
                known.insert(pattern.clone())
            });
            Ok(())
        }
    }
}
