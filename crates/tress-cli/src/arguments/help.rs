//! `tress help`, `tress version`, and words that are nearly the name of a command.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use clap::Command;
use tress_smtlib::nearest;

use super::flags::command;
use crate::paths::shown;

/// `help COMMAND…` as `COMMAND… --help`, `version` as `--version`; everything else as it is.
///
/// # Errors
/// There is no command of that name.
pub(crate) fn asked(mut given: Vec<OsString>) -> Result<Vec<OsString>, String> {
    match given.first().and_then(|first| first.to_str()) {
        Some("version") if given.len() == 1 => Ok(vec!["--version".into()]),
        Some("help") => {
            let mut names = given.split_off(1);
            find(&names)?;
            names.push("--help".into());
            Ok(names)
        }
        _ => Ok(given),
    }
}

/// Is there such a command, and below it such a question?
fn find(names: &[OsString]) -> Result<(), String> {
    let mut parent: Command = command();
    parent.build();
    for name in names {
        let name = shown(Path::new(name));
        if name == "--help" || name == "-h" {
            return Ok(());
        }
        let Some(below) = parent.find_subcommand(&name) else {
            let near = near(&parent, &name)
                .map_or("; try --help".to_owned(), |near| format!("; did you mean {near}?"));
            return Err(format!("there is no command {name}{near}"));
        };
        parent = below.clone();
    }
    Ok(())
}

/// The command below `parent` whose name is nearest to this one.
fn near(parent: &Command, name: &str) -> Option<String> {
    let names: Vec<&str> =
        parent.get_subcommands().map(Command::get_name).chain(["help", "version"]).collect();
    nearest(name, names.into_iter()).map(str::to_owned)
}

/// What to say when a file cannot be opened. It may have been meant as a command.
pub(crate) fn unopened(path: &Path, problem: &io::Error) -> String {
    let file = shown(path);
    let is_word = problem.kind() == io::ErrorKind::NotFound
        && file.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    match near(&command(), &file).filter(|_| is_word) {
        Some(near) if near == file => format!("{file}: {problem}; the command {near} stands first"),
        Some(near) => format!("{file}: {problem}; did you mean the command {near}?"),
        None => format!("{file}: {problem}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn help_is_that_of_the_command() {
        for (line, meant) in [
            ("help", "--help"),
            ("help regex", "regex --help"),
            ("help regex redos", "regex redos --help"),
            ("help --help", "--help --help"),
            ("version", "--version"),
            ("a.smt2 help", "a.smt2 help"),
        ] {
            assert_eq!(asked(words(line)), Ok(words(meant)), "{line}");
        }
        let refused = |line: &str| asked(words(line)).expect_err(line);
        assert_eq!(refused("help rgex"), "there is no command rgex; did you mean regex?");
        assert_eq!(refused("help regex chekc"), "there is no command chekc; did you mean check?");
        assert_eq!(refused("help x1"), "there is no command x1; try --help");
    }

    #[test]
    fn a_word_that_is_no_file_may_be_a_command() {
        let missing = io::Error::from(io::ErrorKind::NotFound);
        let said = |file: &str| unopened(Path::new(file), &missing);
        assert!(said("rgex").ends_with("did you mean the command regex?"), "{}", said("rgex"));
        assert!(said("bacth").ends_with("did you mean the command batch?"));
        for file in ["rgex.smt2", "d/rgex", "completely", "x"] {
            assert!(!said(file).contains("command"), "{file}");
        }
        let locked = io::Error::from(io::ErrorKind::PermissionDenied);
        assert!(!unopened(Path::new("rgex"), &locked).contains("command"));
    }
}
