//! The command line: our own flags, and those of z3 and cvc5.
//!
//! z3's flags (`-T:5`, `-memory:100`, `name=value`) follow no convention that an argument parser
//! knows, so they are read here by hand.

use std::time::Duration;

use tress::internals::engines::ENGINES;
use tress::internals::options::{Kind, Opt, OptionError, Options};

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Help,
    Version,
    /// Read files and check sorts.
    Parse(Vec<String>),
    /// Read files and print what preprocessing leaves of their problems.
    Rewritten(Vec<String>),
    /// Commands from standard input.
    Session,
    /// Commands from files.
    Solve(Vec<String>),
}

/// The command line, understood.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) task: Task,
    pub(crate) options: Options,
    /// Print the model after the last check, if there is one.
    pub(crate) model: bool,
    /// Print counters at the end.
    pub(crate) stats: bool,
    /// Write all inferences of the search into this file.
    pub(crate) inferences: Option<String>,
    /// End the whole program after this time.
    pub(crate) hard_limit: Option<Duration>,
}

/// Flags of z3 and cvc5 that ask for what tress does anyway, or that mean nothing here.
const ACCEPTED: &[&str] = &[
    "-in",
    "-smt2",
    "-nw",
    "-m",
    "-q",
    "-i",
    "--quiet",
    "--incremental",
    "--produce-models",
    "--produce-unsat-cores",
    "--no-interactive",
    "--interactive",
    "--strings-exp",
    "--check-models",
    "--z3",
    "--cvc5",
    "--",
];

/// Flags of cvc5 whose value is the next argument.
const WITH_VALUE: &[&str] = &[
    "--lang",
    "-L",
    "--seed",
    "-s",
    "--timeout",
    "--memory",
    "--engine",
    "--log-inferences",
    "--tlimit",
    "--tlimit-per",
    "--rlimit",
    "--rlimit-per",
];

impl Arguments {
    /// Reads the command line, without the program's name.
    pub(crate) fn read(given: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = Self {
            task: Task::Session,
            options: Options::default(),
            model: false,
            stats: false,
            inferences: None,
            hard_limit: None,
        };
        let mut files = Vec::new();
        let mut given = given.peekable();
        let first = given.next_if(|first| first == "parse" || first == "debug");
        if first.as_deref() == Some("debug") && given.next_if(|form| form == "rewritten").is_none() {
            return Err("debug needs the form to print: rewritten".into());
        }
        while let Some(argument) = given.next() {
            if !argument.starts_with('-') || argument == "-" {
                match argument.split_once('=') {
                    Some((name, value)) if !argument.contains('/') && !argument.ends_with(".smt2") => {
                        arguments.set(name, value)?;
                    }
                    _ => files.push(argument),
                }
                continue;
            }
            let (name, value) = split(&argument);
            let value = match value {
                None if WITH_VALUE.contains(&name) => {
                    Some(given.next().ok_or_else(|| format!("{name} needs a value"))?)
                }
                value => value.map(str::to_owned),
            };
            arguments.flag(name, value.as_deref())?;
        }
        if files.iter().any(|file| file == "-") {
            files.clear();
        }
        arguments.task = match (arguments.task, first.as_deref(), files.is_empty()) {
            (task @ (Task::Help | Task::Version), ..) => task,
            (_, Some(word), true) => return Err(format!("{word} needs at least one file")),
            (_, Some("parse"), false) => Task::Parse(files),
            (_, Some(_), false) => Task::Rewritten(files),
            (_, None, true) => Task::Session,
            (_, None, false) => Task::Solve(files),
        };
        Ok(arguments)
    }

    /// Understands one flag.
    fn flag(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        match (name, value) {
            ("-h" | "--help", _) => self.task = Task::Help,
            ("--version" | "-version" | "-V", _) => self.task = Task::Version,
            ("--model" | "-model" | "--dump-models", None) => self.model = true,
            ("--stats" | "-st", None) => self.stats = true,
            ("--log-inferences", Some(value)) => self.inferences = Some(value.to_owned()),
            ("--timeout", Some(value)) => {
                let limit = seconds(name, value)?;
                self.options.set_number(Opt::Timeout, milliseconds(limit));
            }
            ("-t" | "--tlimit-per", Some(value)) => self.set("timeout", value)?,
            ("-T", Some(value)) => self.hard_limit = Some(seconds(name, value)?),
            ("--tlimit", Some(value)) => {
                let limit = value.parse().map_err(|_| format!("{name} takes milliseconds, not {value}"))?;
                self.hard_limit = Some(Duration::from_millis(limit));
            }
            ("--memory" | "-memory", Some(value)) => self.set("memory", value)?,
            ("--seed" | "-s", Some(value)) => self.set("random-seed", value)?,
            ("--rlimit" | "--rlimit-per", Some(value)) => self.set("rlimit", value)?,
            ("--lang" | "-L" | "-v" | "--verbosity", _) => {}
            (name, None) if ACCEPTED.contains(&name) => {}
            (name, value) => return self.long(name, value),
        }
        Ok(())
    }

    /// A flag named like an option, or one of another solver that means nothing here.
    fn long(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let Some(option) = name.strip_prefix("--") else {
            return Err(format!("unknown flag {name}; try --help"));
        };
        self.set(option, value.unwrap_or("true"))
    }

    /// Sets an option by name; names that are not known belong to other solvers.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match self.options.set(name, value) {
            Ok(_) => Ok(()),
            Err(OptionError::BadValue(message)) => Err(message),
            Err(OptionError::Unknown) if self.options.flag(Opt::Strict) => {
                Err(format!("unknown option {name}"))
            }
            Err(OptionError::Unknown) => Ok(()),
        }
    }
}

/// `--name=value` and `-name:value` apart.
fn split(argument: &str) -> (&str, Option<&str>) {
    let mark = if argument.starts_with("--") { '=' } else { ':' };
    match argument.split_once(mark) {
        Some((name, value)) => (name, Some(value)),
        None => (argument, None),
    }
}

fn seconds(name: &str, value: &str) -> Result<Duration, String> {
    let parsed = value.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    parsed.ok_or_else(|| format!("{name} takes seconds, not {value}"))
}

/// At least one, because zero would mean no limit.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1)
}

/// The help page.
pub(crate) fn help() -> String {
    let mut text = "\
tress decides constraints over strings, regular expressions and numbers.

  tress [OPTION]... FILE...    run the commands of SMT-LIB files
  tress [OPTION]...            run commands from standard input, each answered at once
  tress parse FILE...          only read files and check their sorts
  tress debug rewritten FILE...
                               print what preprocessing leaves of each problem, as SMT-LIB
  tress regex COMMAND ...      questions about regular expressions; see tress regex --help

  --timeout SECONDS   limit for one check; the answer is then unknown
  --memory MIB        limit for the process; the answer is then unknown
  --seed N            the same seed gives the same run
  --engine NAME       which engine answers (see below)
  --model             print the model after the last check
  --stats             print counters at the end
  --log-inferences FILE
                      write every inference of the search into a file, one a line
  --help, --version

Flags of z3 (-in -smt2 -T:s -t:ms -memory:MB -st -model name=value) and cvc5 (--lang --tlimit
--tlimit-per --rlimit --incremental --produce-models --seed ...) are understood too.

Engines:
"
    .to_owned();
    text.push_str("  auto       several engines, the cheap ones first\n");
    for engine in ENGINES {
        let (name, claims) = (engine.name(), engine.claims().text());
        text.push_str(&format!("  {name:<10} {} (answers {claims})\n", engine.help()));
    }
    text.push_str("\nOptions, as --NAME=VALUE here or (set-option :NAME VALUE) in a session:\n");
    for row in Options::rows() {
        let default = match row.kind {
            Kind::Flag(value) => value.to_string(),
            Kind::Number(value) => value.to_string(),
            Kind::Word(words) => words[0].to_owned(),
        };
        text.push_str(&format!("  {:<20} {} (default {default})\n", row.name, row.help));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Arguments, String> {
        Arguments::read(line.split_whitespace().map(str::to_owned))
    }

    fn good(line: &str) -> Arguments {
        read(line).unwrap_or_else(|message| panic!("{line}: {message}"))
    }

    #[test]
    fn files_or_standard_input() {
        assert_eq!(good("").task, Task::Session);
        assert_eq!(good("-in -smt2").task, Task::Session);
        assert_eq!(good("a.smt2 b.smt2").task, Task::Solve(vec!["a.smt2".into(), "b.smt2".into()]));
        assert_eq!(good("parse a.smt2").task, Task::Parse(vec!["a.smt2".into()]));
        assert_eq!(good("-- dir/x=1.smt2").task, Task::Solve(vec!["dir/x=1.smt2".into()]));
        let rewritten = good("debug rewritten a.smt2 --stats");
        assert_eq!((rewritten.task, rewritten.stats), (Task::Rewritten(vec!["a.smt2".into()]), true));
        assert!(read("parse").is_err() && read("debug rewritten").is_err() && read("debug a.smt2").is_err());
    }

    #[test]
    fn what_clients_of_other_solvers_send() {
        for line in [
            "-smt2 -in -v:0",
            "--quiet --lang=smt2 --incremental",
            "-in -smt2",
            "-q --no-interactive --lang smt2 --produce-models --incremental",
            "smtlib2_compliant=true -in",
            "--lang=smt --no-strict-parsing --no-condense-function-values --incremental --produce-models",
            "--lang smt2 --incremental --strings-exp --fp-exp",
            "-nw -in -smt2",
            "--lang smt --incremental --nl-cov",
            "-smt2 -in -m",
            "--lang smt --print-success",
        ] {
            assert_eq!(good(line).task, Task::Session, "{line}");
        }
    }

    #[test]
    fn limits() {
        assert_eq!(good("--timeout 1.5 x").options.number(Opt::Timeout), 1500);
        assert_eq!(good("-t:250 x").options.number(Opt::Timeout), 250);
        assert_eq!(good("--tlimit-per=250 x").options.number(Opt::Timeout), 250);
        assert_eq!(good("-T:2 x").hard_limit, Some(Duration::from_secs(2)));
        assert_eq!(good("--tlimit=60000 x").hard_limit, Some(Duration::from_secs(60)));
        assert_eq!(good("-memory:100 x").options.number(Opt::Memory), 100);
        assert_eq!(good("--seed 7 x").options.number(Opt::RandomSeed), 7);
        assert!(good("--print-success x").options.flag(Opt::PrintSuccess));
    }

    #[test]
    fn bad_values_are_refused() {
        for line in
            ["--timeout soon x", "--timeout", "--engine warp x", "-x", "-T:x y", "--strict --no-such x"]
        {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn inferences_go_into_a_file() {
        let given = ["--log-inferences", "steps.txt", "a.smt2"].map(str::to_owned);
        let arguments = Arguments::read(given.into_iter()).expect("a flag with its value");
        assert_eq!(arguments.inferences.as_deref(), Some("steps.txt"));
        assert_eq!(arguments.task, Task::Solve(vec!["a.smt2".into()]));
    }

    #[test]
    fn the_help_names_every_engine_and_option() {
        let help = help();
        assert!(ENGINES.iter().all(|engine| help.contains(engine.name())));
        assert!(Options::rows().iter().all(|row| help.contains(row.name)));
    }
}
