//! Flags of z3 and cvc5, turned into ours.
//!
//! Their clients should be able to run tress instead. Enters: the command line as it was
//! given. Leaves: one that the argument parser knows. z3's spellings (`-T:5`, `name=value`) fit no
//! parser; flags that ask for what tress does anyway, or that only tune another solver, stand in
//! the lists below and are left out. Everything else goes on as it is, and the parser says what it
//! does not know.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use tress_solver::options::{Effect, Opt, Options, effect};

use crate::paths::shown;
use crate::values::seconds;

/// Flags that ask for what tress does anyway.
const DONE_ANYWAY: &[&str] = &[
    "-smt2",
    "-nw",
    "-m",
    "-q",
    "-i",
    "--quiet",
    "--incremental",
    "--interactive",
    "--produce-models",
    "--produce-assignments",
    "--produce-assertions",
    "--produce-unsat-assumptions",
    "--strings-exp",
    "--check-models",
    "--z3",
    "--cvc5",
];

/// Flags that are ours under another name.
const SAME: &[(&str, &str)] = &[
    ("-in", "--no-interactive"),
    ("-model", "--model"),
    ("--dump-models", "--model"),
    ("-st", "--stats"),
    ("-version", "--version"),
    ("-?", "--help"),
    ("-help", "--help"),
];

/// Harmless flags of cvc5 that always have a value, after `=` or as the next argument. The others may be
/// negated by `no-` and may have a value after `=`.
const TUNING_WITH_VALUE: &[&str] = &[
    "bitblast",
    "bv-sat-solver",
    "bv-solver",
    "dag-thresh",
    "decision",
    "expr-depth",
    "force-logic",
    "model-cores",
    "output-lang",
    "output-language",
    "proof-format-mode",
    "proof-granularity",
    "simplification",
    "strings-model-max-len",
    "strings-process-loop-mode",
    "strings-regexp-inter-mode",
    "trigger-sel",
    "unsat-cores-mode",
    "user-pat",
];

/// Turns flags of other solvers into those of `ours`, or leaves them out.
///
/// # Errors
/// What could not be understood, as one line.
pub(crate) fn translate(given: Vec<OsString>, ours: &Command) -> Result<Vec<OsString>, String> {
    let mut work = Translation { ours, strict: is_strict(&given), made: Vec::new() };
    let mut given = given.into_iter();
    while let Some(argument) = given.next() {
        if argument == "--" {
            work.made.push(argument);
            work.made.extend(given);
            break;
        }
        match argument.into_string() {
            Ok(argument) => work.argument(argument, &mut given)?,
            // No flag is such; a file may be.
            Err(argument) => work.made.push(argument),
        }
    }
    Ok(work.made)
}

/// Is `--strict` among the flags, wherever it stands? The last one counts.
fn is_strict(given: &[OsString]) -> bool {
    let flags = given
        .iter()
        .map_while(|argument| argument.to_str().or(Some("")))
        .take_while(|argument| *argument != "--");
    let said = flags.filter_map(|argument| match argument.trim_start_matches('-') {
        "strict" if argument.starts_with("--") => Some(true),
        "strict=true" => Some(true),
        "strict=false" => Some(false),
        _ => None,
    });
    said.last().unwrap_or(false)
}

/// The value of a flag.
fn text(value: Option<OsString>, flag: &str) -> Result<String, String> {
    let value = value.ok_or_else(|| format!("{flag} needs a value"))?;
    value.into_string().map_err(|value| format!("{flag} cannot be {}", shown(Path::new(&value))))
}

struct Translation<'a> {
    ours: &'a Command,
    strict: bool,
    made: Vec<OsString>,
}

impl Translation<'_> {
    fn argument(
        &mut self,
        argument: String,
        rest: &mut impl Iterator<Item = OsString>,
    ) -> Result<(), String> {
        if DONE_ANYWAY.contains(&argument.as_str()) {
            return Ok(());
        }
        if let Some((_, same)) = SAME.iter().find(|(name, _)| *name == argument) {
            self.made.push((*same).into());
            return Ok(());
        }
        if argument.starts_with("--") {
            return self.long(argument, rest);
        }
        match argument.strip_prefix('-') {
            None => self.word(argument),
            Some("") => {
                self.made.push(argument.into());
                Ok(())
            }
            Some(short) => self.short(&argument, short, rest),
        }
    }

    /// `--name`, `--name=value`, `--name value`.
    fn long(&mut self, argument: String, rest: &mut impl Iterator<Item = OsString>) -> Result<(), String> {
        let (name, value) = match argument[2..].split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (&argument[2..], None),
        };
        if name == "lang" {
            let value = value.map_or_else(|| text(rest.next(), "--lang"), Ok)?;
            return language(&value);
        }
        if name == "verbosity" {
            let value = value.map_or_else(|| text(rest.next(), "--verbosity"), Ok)?;
            return self.verbosity("--verbosity", &value);
        }
        if name == "encoding" {
            let value = value.map_or_else(|| text(rest.next(), "--encoding"), Ok)?;
            return self.encoding(&value);
        }
        if !self.is_ours(name) {
            let next = match value {
                None if TUNING_WITH_VALUE.contains(&name) => Some(text(rest.next(), &format!("--{name}"))?),
                _ => None,
            };
            if self.is_other(name, value.as_deref().or(next.as_deref()), &argument)? {
                return Ok(());
            }
        }
        // The value of a flag of ours may look like anything.
        let next = if value.is_none() && self.takes_value(name) { rest.next() } else { None };
        self.made.push(argument.into());
        self.made.extend(next);
        Ok(())
    }

    /// `-x`, `-x:value`, `-x value`.
    fn short(
        &mut self,
        argument: &str,
        short: &str,
        rest: &mut impl Iterator<Item = OsString>,
    ) -> Result<(), String> {
        let made = match short.split_once(':') {
            Some(("T", value)) => {
                let limit = seconds(value).ok_or_else(|| format!("-T takes seconds, not {value}"))?;
                format!("--tlimit={}", limit.as_millis())
            }
            Some(("t", value)) => format!("--tlimit-per={value}"),
            Some(("memory", value)) => format!("--memory={value}"),
            Some(("rs", value)) => format!("--seed={value}"),
            Some(("file", path)) => path.to_owned(),
            Some(("v", value)) => return self.verbosity("-v", value),
            Some(_) => return Err(format!("unknown flag {argument}; try --help")),
            None if short == "L" => return language(&text(rest.next(), "-L")?),
            None if short == "s" => {
                self.made.push(argument.into());
                self.made.extend(rest.next());
                return Ok(());
            }
            None if matches!(short, "h" | "V") || short.bytes().all(|byte| byte == b'v') => {
                argument.to_owned()
            }
            None => return Err(format!("unknown flag {argument}; try --help")),
        };
        self.made.push(made.into());
        Ok(())
    }

    /// A file, a subcommand, or z3's `name=value`.
    fn word(&mut self, argument: String) -> Result<(), String> {
        let parameter = argument.split_once('=').filter(|_| {
            !argument.contains('/') && !argument.ends_with(".smt2") && !argument.ends_with(".smt")
        });
        let Some((name, value)) = parameter else {
            self.made.push(argument.into());
            return Ok(());
        };
        match (name, value) {
            ("dump_models", "true") => self.made.push("--model".into()),
            ("stats", "true") => self.made.push("--stats".into()),
            ("dump_models" | "stats", "false") => {}
            ("encoding", value) => return self.encoding(value),
            ("verbose", value) => return self.verbosity("verbose", value),
            _ if Options::row(name).is_some_and(|row| row.option == Opt::Timeout) => {
                self.made.push(format!("--tlimit-per={value}").into());
            }
            _ if Options::row(name).is_some() => self.made.push(format!("--{argument}").into()),
            _ if self.is_other(name, Some(value), &argument)? => {}
            _ => self.made.push(format!("--{argument}").into()),
        }
        Ok(())
    }

    /// Is it an option of another solver that can be left out? With some values it cannot.
    fn is_other(&self, name: &str, value: Option<&str>, argument: &str) -> Result<bool, String> {
        let (name, value) = match (name.strip_prefix("no-"), value) {
            (Some(positive), None) => (positive, "false"),
            (_, value) => (name, value.unwrap_or("true")),
        };
        match effect(name, value) {
            Some(Effect::Harmless) => self.nothing(argument).map(|()| true),
            Some(Effect::Refused(why)) => Err(format!("{argument} is not supported: {why}")),
            None => Ok(false),
        }
    }

    /// Is it the name of a flag of ours, or another name of one?
    fn is_ours(&self, name: &str) -> bool {
        self.ours.get_arguments().any(|arg| {
            arg.get_long() == Some(name) || arg.get_all_aliases().unwrap_or_default().contains(&name)
        })
    }

    /// z3's name for an alphabet, which is not always ours.
    fn encoding(&mut self, value: &str) -> Result<(), String> {
        let mut options = Options::default();
        options.set("encoding", value).map_err(|error| error.to_string())?;
        self.made.push(format!("--alphabet={}", options.characters()).into());
        Ok(())
    }

    /// A flag that has no meaning here.
    fn nothing(&self, argument: &str) -> Result<(), String> {
        match self.strict {
            true => Err(format!("{argument} means nothing to tress, and --strict was given")),
            false => Ok(()),
        }
    }

    fn verbosity(&mut self, name: &str, value: &str) -> Result<(), String> {
        let level: usize = value.parse().map_err(|_| format!("{name} takes a number, not {value}"))?;
        self.made.extend(std::iter::repeat_n(OsString::from("-v"), level.min(2)));
        Ok(())
    }

    /// Is the next argument the value of this flag of ours?
    fn takes_value(&self, name: &str) -> bool {
        self.ours.get_arguments().any(|arg| {
            let aliases = arg.get_all_aliases().unwrap_or_default();
            let is_meant = arg.get_long() == Some(name) || aliases.contains(&name);
            is_meant && arg.get_action().takes_values() && !arg.is_require_equals_set()
        })
    }
}

/// The language of the input must be SMT-LIB, of any version.
fn language(value: &str) -> Result<(), String> {
    match value.starts_with("smt") {
        true => Ok(()),
        false => Err(format!("only SMT-LIB is read, not {value}")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::flags::command;
    use super::*;

    fn translated(line: &str) -> Result<String, String> {
        let given = line.split_whitespace().map(OsString::from).collect();
        let made = translate(given, &command())?;
        Ok(made.join(OsString::from(" ").as_os_str()).into_string().expect("text"))
    }

    #[test]
    fn spellings_of_other_solvers_become_ours() {
        for (line, ours) in [
            ("-T:1.5 -t:20 -memory:100 -rs:3", "--tlimit=1500 --tlimit-per=20 --memory=100 --seed=3"),
            ("-smt2 -in -v:0", "--no-interactive"),
            ("-v:2 --verbosity=1 verbose=5", "-v -v -v -v -v"),
            ("-st -model --dump-models", "--stats --model --model"),
            ("timeout=500 rlimit=7 stats=true", "--tlimit-per=500 --rlimit=7 --stats"),
            ("smt.arith.solver=6 auto_config=false a.smt2", "a.smt2"),
            ("--lang smt2 -L smt2.6 --nl-ext=none --no-cegqi --decision internal", ""),
            ("--log-inferences a=b x=y.smt2", "--log-inferences a=b x=y.smt2"),
            ("encoding=ascii --encoding bmp", "--alphabet=256 --alphabet=65536"),
            ("--strings-alpha-card=10 --strings-exp", "--strings-alpha-card=10"),
            ("-- -T:5", "-- -T:5"),
            ("-file:a.smt2 -", "a.smt2 -"),
        ] {
            assert_eq!(translated(line).as_deref(), Ok(ours), "{line}");
        }
    }

    #[test]
    fn what_cannot_be_understood_is_refused() {
        for line in [
            "-T:x",
            "-v:x",
            "-dimacs",
            "-x:1",
            "--lang tptp",
            "--lang",
            "--decision",
            "--global-negate",
            "--no-dt-cyclic",
            "smt.arith.ignore_int=true",
            "encoding=utf8",
        ] {
            assert!(translated(line).is_err(), "{line}");
        }
    }

    #[test]
    fn strict_refuses_what_means_nothing_in_any_order() {
        for line in ["--strict --fp-exp", "--fp-exp --strict", "smt.mbqi=false strict=true"] {
            assert!(translated(line).is_err(), "{line}");
        }
        for line in ["--strict --fp-exp --strict=false", "--fp-exp -- --strict", "--strict --incremental -in"]
        {
            assert!(translated(line).is_ok(), "{line}");
        }
    }

    #[test]
    fn no_list_holds_a_flag_of_ours() {
        let command = command();
        for name in TUNING_WITH_VALUE {
            let clash = |arg: &clap::Arg| arg.get_long() == Some(name);
            assert!(!command.get_arguments().any(clash), "{name}");
            assert!(effect(name, "1").is_some(), "{name}");
        }
    }
}
