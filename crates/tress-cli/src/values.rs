//! Values of flags that several commands have, and one line for what is wrong with arguments.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::paths::shown;

/// Seconds with a fraction.
pub(crate) fn seconds(value: &str) -> Option<Duration> {
    value.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

/// A limit that nobody watches is refused.
pub(crate) fn can_hold(limit: Option<u64>, memory_is_known: bool) -> Result<(), String> {
    match limit {
        None => Ok(()),
        Some(_) if memory_is_known => Ok(()),
        Some(_) => Err("--memory cannot be kept here: this system does not tell how much memory a program \
                      holds (Linux does, in /proc/self/statm)"
            .into()),
    }
}

/// What the parser complains of, as one line.
pub(crate) fn complaint(error: &clap::Error) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    let flag = context(ContextKind::InvalidArg).unwrap_or_default();
    let nearest = context(ContextKind::SuggestedArg).or_else(|| context(ContextKind::SuggestedValue));
    let hint = nearest.map_or("; try --help".to_owned(), |name| format!("; did you mean {name}?"));
    match (error.kind(), context(ContextKind::InvalidValue)) {
        (ErrorKind::UnknownArgument, _) => format!("unknown flag {flag}{hint}"),
        (ErrorKind::InvalidValue | ErrorKind::ValueValidation, Some(value)) if !value.is_empty() => {
            let known = context(ContextKind::ValidValue);
            let known = known.map_or_else(String::new, |known| format!("; known are {known}"));
            format!("{flag} cannot be {value}{known}")
        }
        (ErrorKind::InvalidValue, _) => format!("{flag} needs a value"),
        (ErrorKind::MissingRequiredArgument, _) => format!("{flag} is missing; try --help"),
        (ErrorKind::MissingSubcommand, _) => {
            let known = context(ContextKind::ValidSubcommand).unwrap_or_default();
            format!("a form is missing; known are {known}")
        }
        _ => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            line.strip_prefix("error: ").unwrap_or(line).to_owned()
        }
    }
}

/// What to say when an argument is no text where one is needed.
pub(crate) fn not_text(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    if error.kind() != ErrorKind::InvalidUtf8 {
        return None;
    }
    let wrong = arguments.iter().find(|argument| argument.to_str().is_none())?;
    Some(format!("the argument {} is not UTF-8", shown(Path::new(wrong))))
}
