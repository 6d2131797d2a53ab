//! Paths that end in the same way, as one line with an example.
//!
//! Exceptions are the same if class, location and message are; messages that depend on the input are not
//! compared. Returned values are the same if they are written alike.

use std::fmt;

use rustc_hash::FxHashMap;

use super::{Outcome, Path, Replay, Report};

/// Lines for paths that return. Failures are never left out.
const MOST_RETURNS: usize = 40;

/// Paths that end in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The indices of its paths in the report. The first one is the example.
    pub paths: Vec<usize>,
}

impl Path {
    /// How it ended, with the message and the location of an exception.
    #[must_use]
    pub fn ending(&self) -> String {
        let mut text = self.outcome.to_string();
        if let Some(thrown) = &self.thrown {
            if let Some(message) = &thrown.message {
                text += &format!(": {}", one_line(message));
            }
            if let Some(location) = &thrown.location {
                text += &format!(" ({location})");
            }
        }
        text
    }

    /// What paths of one group have in common.
    fn key(&self) -> String {
        let ending = match &self.replay {
            Replay::Same => String::new(),
            Replay::Different(what) | Replay::NoInput(what) => format!("\u{1}{what}"),
        };
        let thrown = self.thrown.as_ref().map(|thrown| {
            let message = thrown.message.as_deref().filter(|_| thrown.is_constant).unwrap_or_default();
            format!("\u{1}{message}\u{1}{}", thrown.location.as_deref().unwrap_or_default())
        });
        format!("{}{}{ending}", self.outcome, thrown.unwrap_or_default())
    }

    /// What a test of the path shows, apart from details that do not matter: how it ends, without arbitrary
    /// values.
    pub(super) fn kind(&self) -> String {
        match &self.outcome {
            Outcome::Returned(Some(value)) => {
                let is_name = |value: &str| {
                    value.contains('.')
                        && !value.starts_with('"')
                        && value
                            .chars()
                            .all(|character| character.is_alphanumeric() || "._$".contains(character))
                        && value.starts_with(char::is_alphabetic)
                };
                match value.as_str() {
                    "true" | "false" | "null" => format!("returns {value}"),
                    name if is_name(name) => format!("returns {name}"),
                    _ => "returns".to_owned(),
                }
            }
            _ => self.key(),
        }
    }
}

/// A message as a part of a line.
fn one_line(message: &str) -> String {
    message.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

impl Report {
    /// All paths, those that end in the same way together, in the order of the first ones.
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut known: FxHashMap<String, usize> = FxHashMap::default();
        for (number, path) in self.paths.iter().enumerate() {
            let fresh = groups.len();
            let location = *known.entry(path.key()).or_insert(fresh);
            match groups.get_mut(location) {
                Some(group) => group.paths.push(number),
                None => groups.push(Group { paths: vec![number] }),
            }
        }
        groups
    }

    /// A line for each group.
    pub(super) fn write_groups(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut returns, mut left_out) = (0, 0);
        for group in self.groups() {
            let path = &self.paths[group.paths[0]];
            if matches!(path.outcome, Outcome::Returned(_)) {
                returns += 1;
                if returns > MOST_RETURNS && !self.is_long {
                    left_out += group.paths.len();
                    continue;
                }
            }
            if self.is_long {
                group.paths.iter().try_for_each(|number| self.write_path(f, *number, 1))?;
            } else {
                self.write_path(f, group.paths[0], group.paths.len())?;
            }
        }
        if left_out > 0 {
            writeln!(f, "      and {left_out} more paths that return (--all-paths lists them)")?;
        }
        Ok(())
    }

    fn write_path(&self, f: &mut fmt::Formatter<'_>, number: usize, count: usize) -> fmt::Result {
        let path = &self.paths[number];
        let inputs: Vec<String> =
            path.inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        write!(f, "{:>4}  {}", number + 1, path.ending())?;
        if count > 1 {
            write!(f, "  on {count} paths")?;
        }
        match &path.replay {
            Replay::Same if inputs.is_empty() => writeln!(f),
            Replay::Same if count > 1 => writeln!(f, ", as for {}", inputs.join(", ")),
            Replay::Same => writeln!(f, "  for {}", inputs.join(", ")),
            Replay::Different(what) => writeln!(f, "  (not confirmed: {what})"),
            Replay::NoInput(why) => writeln!(f, "  (no input: {why})"),
        }
    }
}
