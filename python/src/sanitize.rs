//! Chains of functions, and what can come out of them: what `tress regex sanitize` answers, for programs.
//!
//! Enters: a chain as a flat list of steps, which `tress/regex.py` makes of its classes. Leaves: an input
//! that lets something forbidden through, or that there is none. What is not known is an exception: nobody
//! can take it for safe.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyString;
use tress::Dialect;
use tress_base::Cancel;
use tress_dialects::Flags;
use tress_dialects::sanitize::{Forbidden, Function, Question, Safety, Trouble, sanitize};

use crate::errors;
use crate::interrupts::interruptible;
use crate::patterns::dialect;
use crate::regex::{Failure, is_cut, limited, seconds};
use crate::values::python_text;

/// The most repetitions that stand inside of each other.
const DEEPEST: usize = 50;

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Pattern(pattern, error) => Failure::Pattern(pattern, error),
            Trouble::Wrong(message) => Failure::Other(message),
            Trouble::NotExact(reason) => Failure::NotExact(reason),
            Trouble::Unknown(reason) => Failure::Unknown(reason),
            Trouble::Stop(stop) => Failure::Stop(stop),
        }
    }
}

/// One step of a chain: its kind and its texts.
type Step<'py> = (String, Vec<Bound<'py, PyString>>);

/// The result for a chain: an input that is not safe, its output and whether no input is shorter; and notes.
type Told<'py> = (Option<(Bound<'py, PyString>, Bound<'py, PyString>, bool)>, Vec<String>);

/// Functions that are applied one after the other, as they are in a dialect.
#[pyclass(frozen, name = "Chain", module = "tress._tress")]
pub(crate) struct Chain {
    functions: Vec<Function>,
    dialect: Dialect,
    flags: Flags,
    timeout: Option<Duration>,
}

/// A text without half surrogates, which no pattern and no replacement can hold.
fn text(text: &Bound<'_, PyString>) -> PyResult<String> {
    let refused =
        |_| errors::value(text.py(), "a text holds half of a surrogate pair, which is not supported");
    text.to_cow().map(Into::into).map_err(refused)
}

/// The function of a step that is no repetition.
fn function(py: Python<'_>, kind: &str, texts: &[String]) -> PyResult<Function> {
    let rows = |texts: &[String]| texts.chunks_exact(2).map(|row| (row[0].clone(), row[1].clone())).collect();
    Ok(match (kind, texts) {
        ("named", [name]) => Function::Named(name.clone()),
        ("replace", [old, new]) => Function::Replace(old.clone(), new.clone()),
        ("replace-first", [old, new]) => Function::ReplaceFirst(old.clone(), new.clone()),
        ("replace-re", [pattern, new]) => Function::ReplaceMatches(pattern.clone(), new.clone()),
        ("table", texts) => Function::Table(rows(texts)),
        _ => return Err(errors::value(py, &format!("no step {kind} with {} texts", texts.len()))),
    })
}

/// The functions of steps, with those between `repeat` and `end` in one.
fn functions(py: Python<'_>, steps: &[Step<'_>]) -> PyResult<Vec<Function>> {
    let refuse = |message: &str| Err(errors::value(py, message));
    let mut open: Vec<Vec<Function>> = vec![Vec::new()];
    for (kind, texts) in steps {
        let texts: Vec<String> = texts.iter().map(text).collect::<PyResult<_>>()?;
        let function = match (kind.as_str(), open.len()) {
            ("repeat", deep) if deep > DEEPEST => {
                return refuse(&format!("repetitions stand at most {DEEPEST} deep in each other"));
            }
            ("repeat", _) => {
                open.push(Vec::new());
                continue;
            }
            ("end", 2..) => Function::UntilStable(open.pop().unwrap_or_default()),
            ("end", _) => return refuse("end without repeat before it"),
            (kind, _) => function(py, kind, &texts)?,
        };
        if let Some(last) = open.last_mut() {
            last.push(function);
        }
    }
    match (open.pop(), open.is_empty()) {
        (Some(functions), true) => Ok(functions),
        _ => refuse("repeat without end behind it"),
    }
}

/// A word of UTF-16 units as one of characters: halves that meet are a character.
fn joined(units: &[u32]) -> Vec<u32> {
    let mut codes: Vec<u32> = Vec::with_capacity(units.len());
    for &unit in units {
        match codes.last_mut() {
            Some(high) if (0xD800..=0xDBFF).contains(high) && (0xDC00..=0xDFFF).contains(&unit) => {
                *high = 0x1_0000 + ((*high - 0xD800) << 10) + (unit - 0xDC00);
            }
            _ => codes.push(unit),
        }
    }
    codes
}

#[pymethods]
impl Chain {
    #[new]
    #[pyo3(signature = (steps, dialect = "python", flags = "", timeout = 10.0))]
    fn new(
        py: Python<'_>,
        steps: Vec<Step<'_>>,
        dialect: &str,
        flags: &str,
        timeout: Option<f64>,
    ) -> PyResult<Self> {
        let dialect = self::dialect(py, dialect)?;
        let flags = dialect.read_flags(flags).map_err(|message| errors::value(py, &message))?;
        Ok(Self { functions: functions(py, &steps)?, dialect, flags, timeout: seconds(py, timeout)? })
    }

    /// Can something forbidden come out? An input with its output, and whether no input is shorter; ``None``
    /// when every input is safe. And notes about inputs that the answer says nothing of.
    #[pyo3(signature = (forbidden, is_text = false, input = None, max_length = None, whole = None))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        forbidden: &Bound<'py, PyString>,
        is_text: bool,
        input: Option<Bound<'py, PyString>>,
        max_length: Option<u64>,
        whole: Option<bool>,
    ) -> PyResult<Told<'py>> {
        let forbidden = text(forbidden)?;
        let question = Question {
            dialect: self.dialect,
            flags: self.flags,
            // Terms and file names are never searched for.
            whole: whole.unwrap_or(matches!(self.dialect, Dialect::Smtlib | Dialect::Glob)),
            functions: self.functions.clone(),
            forbidden: if is_text { Forbidden::Text(forbidden) } else { Forbidden::Pattern(forbidden) },
            input: input.as_ref().map(text).transpose()?,
            max_length,
        };
        let cancel = Cancel::new();
        let done = interruptible(py, &cancel, is_cut, |used| {
            let answer = sanitize(&question, &limited(self.timeout, used, &cancel))?;
            match answer.verdict {
                Safety::Safe => Ok((None, answer.notes)),
                Safety::NotSafe { input, output, shortest } => {
                    Ok((Some((input, output, shortest)), answer.notes))
                }
                Safety::Unknown(reason) => Err(Failure::Unknown(reason)),
            }
        })?;
        let (found, notes) = done.map_err(|failure| failure.raise(py))?;
        let found = found.map(|(input, output, shortest)| {
            Ok::<_, PyErr>((self.shown(py, &input)?, self.shown(py, &output)?, shortest))
        });
        Ok((found.transpose()?, notes))
    }
}

impl Chain {
    /// A word of the dialect as Python has it.
    fn shown<'py>(&self, py: Python<'py>, word: &[u32]) -> PyResult<Bound<'py, PyString>> {
        if self.dialect.reads_utf16(self.flags) {
            return python_text(py, &joined(word));
        }
        python_text(py, word)
    }
}
