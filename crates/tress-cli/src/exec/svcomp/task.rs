//! The files of a task: which sources, and which property.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// A task of format 2.0, as far as an answer depends on it. Verdicts that are expected are not looked at.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Task {
    /// Files and folders, from where the program stands.
    pub(super) inputs: Vec<PathBuf>,
}

impl Task {
    pub(super) fn read(file: &Path) -> Result<Task, String> {
        let failed = |what: &str| format!("{}: {what}", file.display());
        let text = fs::read_to_string(file).map_err(|problem| failed(&problem.to_string()))?;
        let folder = file.parent().unwrap_or(Path::new(""));
        Task::parse(&text, folder).map_err(|problem| failed(&problem))
    }

    /// The part of YAML that tasks are written in: keys in the first column, with a value, a list in
    /// brackets, or a line with a hyphen for each value.
    fn parse(text: &str, folder: &Path) -> Result<Task, String> {
        let (mut version, mut inputs, mut key) = (None, Vec::new(), String::new());
        for line in text.lines() {
            let line = without_comment(line);
            let (trimmed, is_inner) = (line.trim(), line.starts_with([' ', '\t', '-']));
            if trimmed.is_empty() {
                continue;
            }
            let values = match is_inner {
                true => trimmed.strip_prefix('-').unwrap_or_default(),
                false => {
                    let Some((name, rest)) = trimmed.split_once(':') else { continue };
                    key = name.trim().to_owned();
                    rest
                }
            };
            match key.as_str() {
                "format_version" => version = values_of(values).pop().or(version),
                "input_files" => inputs.extend(values_of(values).iter().map(|name| folder.join(name))),
                _ => {}
            }
        }
        match version {
            None => return Err("format_version is missing".to_owned()),
            Some(version) if !version.starts_with("2.") => {
                return Err(format!("the task has format {version}; format 2.0 is read"));
            }
            Some(_) => {}
        }
        if inputs.is_empty() {
            return Err("input_files is missing".to_owned());
        }
        Ok(Task { inputs })
    }
}

/// A line up to a comment, which begins after a space and outside of quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (index, character) in line.char_indices() {
        match quote {
            Some(open) if character == open => quote = None,
            Some(_) => {}
            None if character == '#' && before.is_whitespace() => return &line[..index],
            None if matches!(character, '"' | '\'')
                && (before.is_whitespace() || matches!(before, '[' | ',')) =>
            {
                quote = Some(character);
            }
            None => {}
        }
        before = character;
    }
    line
}

/// One value, or those of a list in brackets, without quotes.
fn values_of(text: &str) -> Vec<String> {
    let text = text.trim();
    let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let parts: Vec<&str> = match inside {
        Some(inside) => inside.split(',').collect(),
        None => vec![text],
    };
    let unquoted = |part: &str| part.trim().trim_matches(['"', '\'']).to_owned();
    parts.into_iter().map(unquoted).filter(|part| !part.is_empty()).collect()
}

/// What a program shall have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Property {
    ValidAssert,
    NoRuntimeException,
}

impl Property {
    /// Reads a file; the name of a property denotes one, too.
    pub(super) fn read(file: &Path) -> Result<Property, String> {
        let known = [Property::ValidAssert, Property::NoRuntimeException];
        if let Some(named) = known.into_iter().find(|known| Path::new(&known.to_string()) == file) {
            return Ok(named);
        }
        let text = fs::read_to_string(file).map_err(|problem| format!("{}: {problem}", file.display()))?;
        Property::parse(&text).ok_or_else(|| {
            format!(
                "{}: neither CHECK( init(Main.main()), LTL(G assert) ) nor one on uncaught runtime exceptions",
                file.display()
            )
        })
    }

    fn parse(text: &str) -> Option<Property> {
        let plain: String = text.split_whitespace().collect();
        let inside = plain.strip_prefix("CHECK(init(Main.main()),LTL(G")?.strip_suffix("))")?;
        match inside {
            "assert" => Some(Property::ValidAssert),
            _ if inside.starts_with('!') && inside.contains("RuntimeException") => {
                Some(Property::NoRuntimeException)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Property::ValidAssert => "valid-assert",
            Property::NoRuntimeException => "no-runtime-exception",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(text: &str) -> Result<Vec<PathBuf>, String> {
        Task::parse(text, Path::new("suite")).map(|task| task.inputs)
    }

    #[test]
    fn input_files_are_read_in_all_shapes() {
        let wanted = Ok(vec![PathBuf::from("suite/../common/"), PathBuf::from("suite/Case/")]);
        for text in [
            "format_version: '2.0'\ninput_files:\n  - ../common/\n  - \"Case/\"  # sources\nproperties:\n  - property_file: ../p.prp\n    expected_verdict: false\n",
            "# a task\nformat_version: \"2.0\"\ninput_files: [../common/, 'Case/']\n",
            "format_version: 2.0\ninput_files:\n- ../common/\n- Case/\noptions:\n  language: Java\n",
        ] {
            assert_eq!(inputs(text), wanted, "{text}");
        }
        assert_eq!(inputs("format_version: '2.0'\ninput_files: a#b"), Ok(vec![PathBuf::from("suite/a#b")]));
    }

    #[test]
    fn mistakes_are_told() {
        assert!(inputs("input_files: a").is_err_and(|problem| problem.contains("format_version is missing")));
        let other = inputs("format_version: '1.0'\ninput_files: a");
        assert!(other.is_err_and(|problem| problem.contains("format 1.0")));
        assert!(inputs("format_version: '2.0'").is_err_and(|problem| problem.contains("input_files")));
    }

    #[test]
    fn properties_are_told_apart() {
        let check = |inside: &str| Property::parse(&format!("CHECK( init(Main.main()), LTL({inside}) )\n"));
        assert_eq!(check("G assert"), Some(Property::ValidAssert));
        let runtime = "G ! uncaught(java.lang.RuntimeException)";
        assert_eq!(check(runtime), Some(Property::NoRuntimeException));
        assert_eq!(check("F end"), None);
        assert_eq!(check("G valid-free"), None);
        assert_eq!(Property::read(Path::new("valid-assert")), Ok(Property::ValidAssert));
    }
}
