//! The command line, understood: what to do, with which options.

pub(crate) mod flags;
mod foreign;
pub(crate) mod help;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command};
use clap_complete::Shell;
use tress_session::View;
use tress_session::agreement::engine_name;
use tress_solver::options::{Opt, OptionError, Options};
use tress_solver::registry;

use crate::agree;
use crate::caps::caps;
use crate::values::{can_hold, complaint, not_text};
use flags::command;
use foreign::translate;

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Print this text.
    Print(String),
    /// Print completions for a shell.
    Completions(Shell),
    /// Print the manual page of this subcommand; of the program, when there is none.
    Manual(Vec<String>),
    /// Read files and check sorts.
    Parse(Vec<PathBuf>),
    /// Read files and print what preprocessing leaves of their problems.
    Rewritten(Vec<PathBuf>),
    /// Read files and print what string graphs make of their problems.
    View(View, Vec<PathBuf>),
    /// Ask every engine about files.
    Agree(agree::Request),
    /// Commands from standard input.
    Session,
    /// Commands from files.
    Solve(Vec<PathBuf>),
    /// Commands from files, each run in several ways at once.
    Race(Vec<PathBuf>, usize),
}

/// In which form counters are printed at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatsForm {
    Text,
    Json,
}

/// The command line, understood.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) task: Task,
    pub(crate) options: Options,
    /// Print the model after the last check, if there is one.
    pub(crate) model: bool,
    /// Print counters at the end.
    pub(crate) stats: Option<StatsForm>,
    /// How much about checks is reported on standard error.
    pub(crate) verbosity: u8,
    /// May there be a prompt, when people type?
    pub(crate) prompt: bool,
    /// Write all inferences of the search into this file.
    pub(crate) inferences: Option<PathBuf>,
    /// Write the certificate of the last unsat into this file; `-` is standard output.
    pub(crate) certificate: Option<PathBuf>,
    /// End the whole program after this time.
    pub(crate) hard_limit: Option<Duration>,
}

impl Arguments {
    /// Reads the command line, without the program's name.
    pub(crate) fn read(given: impl Iterator<Item = OsString>) -> Result<Self, String> {
        let command = command();
        let given = translate(given.collect(), &command)?;
        let matches = match command.no_binary_name(true).try_get_matches_from(&given) {
            Ok(matches) => matches,
            Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
                return Ok(Self::only(Task::Print(error.to_string())));
            }
            Err(error) => return Err(not_text(&error, &given).unwrap_or_else(|| complaint(&error))),
        };
        let mut arguments = Self::only(Task::Session);
        match matches.subcommand() {
            None => {
                let files = files(&matches);
                let is_session = files.is_empty() || files.iter().any(|file| file.as_os_str() == "-");
                arguments.prompt = files.is_empty() && !matches.get_flag("no-interactive");
                arguments.task = if is_session { Task::Session } else { Task::Solve(files) };
                arguments.inferences = matches.get_one::<PathBuf>("log-inferences").cloned();
                arguments.work(&matches)?;
                arguments.certify(matches.get_one::<PathBuf>("certificate").cloned())?;
                arguments.race(matches.get_one::<u16>("jobs").copied().unwrap_or(1))?;
            }
            Some(("parse", below)) => {
                arguments.task = Task::Parse(files(below));
                arguments.set_options(below)?;
            }
            Some(("debug", below)) => {
                let (form, below) = below.subcommand().ok_or("debug needs the form to print")?;
                arguments.task = match form {
                    "limits" => Task::Print(tress_solver::caps_text(caps())),
                    "stages" => Task::Print(tress_solver::strategy::stages_text()),
                    "profile" => Task::View(View::Profile, files(below)),
                    "graph" => Task::View(View::Graph, files(below)),
                    "bits" => Task::View(View::Bits, files(below)),
                    "arrays" => Task::View(View::Arrays, files(below)),
                    _ => Task::Rewritten(files(below)),
                };
                if !matches!(arguments.task, Task::Print(_)) {
                    arguments.work(below)?;
                }
            }
            Some(("agree", below)) => {
                let named = below.get_many::<String>("engines");
                let engines = named.map(|names| names.filter_map(|name| engine_name(name)).collect());
                arguments.task = Task::Agree(agree::Request {
                    files: files(below),
                    engines: engines.unwrap_or_else(|| registry::NAMES.to_vec()),
                    json: below.get_flag("json"),
                });
                arguments.limited(below)?;
            }
            Some(("completions", below)) => {
                let shell = below.get_one::<Shell>("SHELL").ok_or("completions needs the name of a shell")?;
                arguments.task = Task::Completions(*shell);
            }
            Some(("man", below)) => {
                let names = below.get_many::<String>("COMMAND").unwrap_or_default();
                arguments.task = Task::Manual(names.cloned().collect());
            }
            Some((name, _)) => return Err(format!("{name} stands first or not at all")),
        }
        Ok(arguments)
    }

    /// A certificate is about one script, which is read as a whole.
    fn certify(&mut self, path: Option<PathBuf>) -> Result<(), String> {
        self.certificate = path;
        match &self.task {
            _ if self.certificate.is_none() => {}
            Task::Solve(files) if files.len() > 1 => {
                return Err("--certificate is about one file".to_owned());
            }
            _ => self.prompt = false,
        }
        Ok(())
    }

    /// Sets the number of members that run at once. One is the usual run.
    fn race(&mut self, jobs: u16) -> Result<(), String> {
        match &mut self.task {
            _ if jobs < 2 => Ok(()),
            _ if self.inferences.is_some() => {
                Err("--log-inferences has one log, and --jobs many searches".to_owned())
            }
            _ if self.certificate.is_some() => {
                Err("--certificate is about one search, and --jobs begins many".to_owned())
            }
            Task::Solve(files) => {
                self.task = Task::Race(std::mem::take(files), usize::from(jobs));
                Ok(())
            }
            _ => Err("--jobs works on files: a session answers each command at once".to_owned()),
        }
    }

    /// A task with nothing else said.
    fn only(task: Task) -> Self {
        Self {
            task,
            options: Options::default(),
            model: false,
            stats: None,
            verbosity: 0,
            prompt: false,
            inferences: None,
            certificate: None,
            hard_limit: None,
        }
    }

    /// What is said about options, limits and progress.
    fn limited(&mut self, matches: &ArgMatches) -> Result<(), String> {
        self.set_options(matches)?;
        if let Some(limit) = matches.get_one::<Duration>("timeout") {
            self.options.set_number(Opt::Timeout, milliseconds(*limit));
        }
        self.hard_limit = matches.get_one::<u64>("tlimit").map(|limit| Duration::from_millis(*limit));
        self.verbosity = matches.get_count("verbose");
        Ok(())
    }

    /// What is said about work on problems.
    fn work(&mut self, matches: &ArgMatches) -> Result<(), String> {
        self.limited(matches)?;
        self.model = matches.get_flag("model");
        self.stats = matches.get_one::<String>("stats").map(|form| match form.as_str() {
            "json" => StatsForm::Json,
            _ => StatsForm::Text,
        });
        Ok(())
    }

    fn set_options(&mut self, matches: &ArgMatches) -> Result<(), String> {
        for row in Options::rows() {
            let id = if row.option == Opt::Timeout { "tlimit-per" } else { row.name };
            if !matches!(matches.try_contains_id(id), Ok(true)) {
                continue;
            }
            let text = match row.kind {
                tress_solver::options::Kind::Number(_) => matches.get_one::<u64>(id).map(u64::to_string),
                _ => matches.get_one::<String>(id).cloned(),
            };
            let Some(text) = text else { continue };
            match self.options.set(row.name, &text) {
                Ok(Opt::Memory) => {
                    can_hold(self.options.limit(Opt::Memory), tress_base::resident_bytes().is_some())?;
                }
                Ok(_) => {}
                Err(OptionError::Unknown) => return Err(format!("unknown option {}", row.name)),
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(())
    }
}

fn files(matches: &ArgMatches) -> Vec<PathBuf> {
    matches.get_many::<PathBuf>("FILE").unwrap_or_default().cloned().collect()
}

/// At least one, because zero would mean no limit.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1)
}

/// The page of a subcommand, in the form that `man` reads.
pub(crate) fn manual(names: &[String]) -> Result<Vec<u8>, String> {
    let mut page: Command = command();
    page.build();
    for name in names {
        let below = page.find_subcommand(name).ok_or_else(|| format!("no command {name}"))?;
        page = below.clone();
    }
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text).map_err(|problem| problem.to_string())?;
    Ok(text)
}

/// Completions of all flags and subcommands for a shell.
pub(crate) fn completions(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command(), "tress", &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Arguments, String> {
        Arguments::read(line.split_whitespace().map(OsString::from))
    }

    fn good(line: &str) -> Arguments {
        read(line).unwrap_or_else(|message| panic!("{line}: {message}"))
    }

    #[test]
    fn files_or_standard_input() {
        assert_eq!(good("").task, Task::Session);
        assert_eq!(good("-in -smt2").task, Task::Session);
        assert_eq!(good("-").task, Task::Session);
        assert_eq!(good("a.smt2 b.smt2").task, Task::Solve(vec!["a.smt2".into(), "b.smt2".into()]));
        assert_eq!(good("parse a.smt2").task, Task::Parse(vec!["a.smt2".into()]));
        assert_eq!(good("-- dir/x=1.smt2").task, Task::Solve(vec!["dir/x=1.smt2".into()]));
        assert_eq!(good("debug graph a.smt2").task, Task::View(View::Graph, vec!["a.smt2".into()]));
        assert_eq!(good("debug arrays a.smt2").task, Task::View(View::Arrays, vec!["a.smt2".into()]));
        assert_eq!(good("debug bits a.smt2").task, Task::View(View::Bits, vec!["a.smt2".into()]));
        let rewritten = good("debug rewritten a.smt2 --stats");
        assert_eq!(rewritten.task, Task::Rewritten(vec!["a.smt2".into()]));
        assert_eq!(rewritten.stats, Some(StatsForm::Text));
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
        assert_eq!(good("timeout=250 x").options.number(Opt::Timeout), 250);
        assert_eq!(good("-T:2 x").hard_limit, Some(Duration::from_secs(2)));
        assert_eq!(good("--tlimit=60000 x").hard_limit, Some(Duration::from_secs(60)));
        assert_eq!(good("-memory:100 x").options.number(Opt::Memory), 100);
        assert_eq!(good("--rlimit-per=9 x").options.number(Opt::Steps), 9);
        assert_eq!(good("--seed 7 x").options.number(Opt::RandomSeed), 7);
        assert_eq!(good("-s 8 x").options.number(Opt::RandomSeed), 8);
        assert_eq!(good("smt.random_seed=9 x").options.number(Opt::RandomSeed), 9);
        assert!(good("--print-success x").options.flag(Opt::PrintSuccess));
        assert!(!good("--preprocess=false x").options.flag(Opt::Preprocess));
        assert_eq!(good("--engine kernel x").options.word(Opt::Engine), "kernel");
    }

    #[test]
    fn a_memory_limit_needs_someone_who_knows() {
        assert!(can_hold(Some(100), true).is_ok() && can_hold(None, false).is_ok());
        let refused = can_hold(Some(100), false).expect_err("nobody would watch it");
        assert!(refused.contains("--memory cannot be kept") && !refused.contains('\n'), "{refused}");
    }

    #[test]
    fn unknown_flags_are_refused_with_the_nearest_name() {
        for (line, hint) in [
            ("--tmeout 5 x", "unknown flag --tmeout; did you mean --timeout?"),
            ("--memroy=100 x", "unknown flag --memroy; did you mean --memory?"),
            ("--modle x", "unknown flag --modle; did you mean --model?"),
            ("x --sed 5", "unknown flag --sed; did you mean --seed?"),
            ("memori=5 x", "unknown flag --memori; did you mean --memory?"),
            ("parse --strikt x", "unknown flag --strikt; did you mean --strict?"),
            ("--zzzzzzzzzz x", "unknown flag --zzzzzzzzzz; try --help"),
            ("-foo x", "unknown flag -foo; try --help"),
        ] {
            assert_eq!(read(line).err().as_deref(), Some(hint), "{line}");
        }
    }

    #[test]
    fn bad_values_are_refused() {
        for line in [
            "--timeout soon x",
            "--timeout -1 x",
            "--timeout",
            "--engine warp x",
            "-x",
            "-T:x y",
            "-t:x y",
            "--strict --no-such x",
            "--no-such --strict x",
            "--strict=maybe x",
            "--stats=xml x",
            "--seed",
            "debug",
            "completions",
            "completions cmd",
        ] {
            let message = read(line).expect_err(line);
            assert_eq!(message.lines().count(), 1, "{line}: {message}");
        }
    }

    #[test]
    fn what_is_printed_beside_answers() {
        assert_eq!(good("--stats=json x").stats, Some(StatsForm::Json));
        assert_eq!(good("-st x").stats, Some(StatsForm::Text));
        assert_eq!((good("x").verbosity, good("-v x").verbosity, good("-vv x").verbosity), (0, 1, 2));
        assert_eq!((good("-v:0 x").verbosity, good("--verbose --verbose x").verbosity), (0, 2));
        assert!(good("").prompt && !good("-in").prompt && !good("-").prompt && !good("x").prompt);
    }

    #[test]
    fn several_jobs_need_files() {
        assert_eq!(good("--jobs 3 a b").task, Task::Race(vec!["a".into(), "b".into()], 3));
        assert_eq!(good("--jobs=1 a").task, Task::Solve(vec!["a".into()]));
        assert_eq!(good("--jobs 1").task, Task::Session);
        for line in ["--jobs 2", "--jobs 2 -", "--jobs 0 a", "--jobs 2 --log-inferences x a"] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn inferences_go_into_a_file() {
        let arguments = good("--log-inferences steps.txt a.smt2");
        assert_eq!(arguments.inferences.as_deref(), Some(std::path::Path::new("steps.txt")));
        assert_eq!(arguments.task, Task::Solve(vec!["a.smt2".into()]));
    }

    #[test]
    fn certificates_are_about_one_file() {
        assert_eq!(good("--certificate - a.smt2").certificate.as_deref(), Some(std::path::Path::new("-")));
        let session = good("--certificate steps.txt");
        assert!(session.certificate.is_some() && !session.prompt);
        for line in ["--certificate x a b", "--certificate x --jobs 2 a", "--certificate"] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn completions_and_manuals_know_the_flags() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish] {
            let text = String::from_utf8(completions(shell)).expect("text");
            assert!(text.contains("log-inferences") && text.contains("rewritten"), "{shell}");
        }
        let page = String::from_utf8(manual(&[]).expect("a page")).expect("text");
        assert!(page.contains("timeout") && page.contains("engine"), "{page}");
        let below = manual(&["debug".into(), "rewritten".into()]).expect("a page");
        assert!(String::from_utf8(below).expect("text").contains("preprocessing"));
        assert!(manual(&["no-such".into()]).is_err());
    }
}
