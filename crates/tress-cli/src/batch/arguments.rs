//! The arguments of `tress batch`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command, value_parser};

use super::certificates::Certifying;
use super::rows::Answer;
use super::solvers::{Limits, Solver};
use crate::values::{can_hold, complaint, not_text, seconds};

/// Seconds for a problem when nothing is said.
const USUAL_TIME: Duration = Duration::from_secs(10);
/// Mebibytes for a problem when nothing is said, where limits can be held.
const USUAL_MEMORY: u64 = 2048;

const AFTER: &str = "\
Each problem runs in a process of its own, which is killed when it overruns its limits. In the COMMAND of a
solver, {file} stands for the problem, {timeout} for seconds, {memory} for mebibytes, {tress} for this program.

With --out, rows are kept as they come. The same command again goes on where it was stopped: rows that are
there are not made again. Without files, only reports are made of the rows that are there.

Exit status: 0 when no two answers contradict each other, the problem's :status or the reference; 3 when some
do; 4 when a row says what --fail-on names; 2 when something cannot be read or written, which is tried before
the work. Ctrl-C kills what runs, writes the reports, and ends; a second one ends it at once.

Examples:
  tress batch problems --timeout 5 --out results.jsonl --report report.html
  tress batch problems --solver 'z3=z3 -T:{timeout} {file}' --reference known.csv --csv results.csv";

/// The command line, understood.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) solvers: Vec<Solver>,
    pub(crate) limits: Limits,
    pub(crate) jobs: usize,
    pub(crate) out: Option<PathBuf>,
    pub(crate) fresh: bool,
    pub(crate) csv: Option<PathBuf>,
    pub(crate) report: Option<PathBuf>,
    pub(crate) reference: Option<PathBuf>,
    /// Certificates that are wanted.
    pub(crate) certifying: Option<Certifying>,
    pub(crate) quiet: bool,
    /// Answers of rows with which the run fails.
    pub(crate) fail_on: Vec<Answer>,
}

/// What the command line asks for.
pub(crate) enum Asked {
    Batch(Box<Request>),
    /// A page of help.
    Help(String),
}

fn valued(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

fn file(name: &'static str, help: &'static str) -> Arg {
    valued(name, "FILE", help).value_parser(value_parser!(PathBuf))
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// The command `batch`.
pub(crate) fn command() -> Command {
    Command::new("batch").about("Solve many problems, several at once, and report").defer(details)
}

/// What is known of the command once somebody asks for it.
fn details(command: Command) -> Command {
    command
        .override_usage("tress batch [OPTION]... DIR|FILE...")
        .after_help(AFTER)
        .arg(
            Arg::new("PATH")
                .num_args(0..)
                .value_parser(value_parser!(PathBuf))
                .help("SMT-LIB files, and folders that are searched for them"),
        )
        .arg(
            valued("jobs", "N", "How many problems run at once [as many as processors]")
                .short('j')
                .value_parser(value_parser!(u16).range(1..)),
        )
        .arg(valued("timeout", "SECONDS", "For one problem [10]").value_parser(|text: &str| {
            seconds(text).filter(|time| !time.is_zero()).ok_or("expected seconds")
        }))
        .arg(
            valued("memory", "MIB", "For one problem; 0 is no limit [2048 where it can be held]")
                .value_parser(value_parser!(u64)),
        )
        .arg(
            valued(
                "solver",
                "NAME=COMMAND",
                "Another solver, as a column of its own; can be given several times",
            )
            .action(ArgAction::Append)
            .value_parser(Solver::read),
        )
        .arg(flag("only", "Only the solvers that are given, without tress itself").requires("solver"))
        .arg(file("out", "Rows as JSON lines, kept as they come; also what a later run goes on from"))
        .arg(flag("fresh", "Forget the rows that are in --out").requires("out"))
        .arg(file("csv", "Rows as CSV, at the end"))
        .arg(file("report", "A page with tables, plot, slowest problems and disagreements, at the end"))
        .arg(flag("certify", "Ask tress for a certificate of each unsat; rows say whether there is one"))
        .arg(
            valued("certificates", "DIR", "The same, and keep them as files in this folder")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(file("reference", "CSV with known answers: columns file and expected"))
        .arg(
            valued(
                "fail-on",
                "ANSWER,...",
                "Exit with 4 when a row says error, unknown, timeout or memory; undecided is any of them",
            )
            .action(ArgAction::Append)
            .value_delimiter(',')
            .value_parser(fail_on),
        )
        .arg(flag("quiet", "Nothing about progress on standard error").short('q'))
}

/// Reads the arguments after `batch`.
pub(crate) fn read(arguments: Vec<OsString>) -> Result<Asked, String> {
    let matches = match command().no_binary_name(true).try_get_matches_from(&arguments) {
        Ok(matches) => matches,
        Err(error) if error.kind() == ErrorKind::DisplayHelp => return Ok(Asked::Help(error.to_string())),
        Err(error) => return Err(not_text(&error, &arguments).unwrap_or_else(|| complaint(&error))),
    };
    let file = |name: &str| matches.get_one::<PathBuf>(name).cloned();
    let mut solvers: Vec<Solver> =
        matches.get_many::<Solver>("solver").unwrap_or_default().cloned().collect();
    if !matches.get_flag("only") {
        solvers.insert(0, Solver::ours());
    }
    let mut names: Vec<&str> = solvers.iter().map(|solver| solver.name.as_str()).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("two solvers are called {}", pair[0]));
    }
    let request = Request {
        paths: matches.get_many::<PathBuf>("PATH").unwrap_or_default().cloned().collect(),
        solvers,
        limits: Limits {
            time: matches.get_one("timeout").copied().unwrap_or(USUAL_TIME),
            memory: memory(matches.get_one("memory").copied())?,
        },
        jobs: matches.get_one::<u16>("jobs").map_or_else(processors, |jobs| usize::from(*jobs)),
        out: file("out"),
        fresh: matches.get_flag("fresh"),
        csv: file("csv"),
        report: file("report"),
        reference: file("reference"),
        certifying: (matches.get_flag("certify") || matches.contains_id("certificates"))
            .then(|| Certifying { folder: file("certificates") }),
        quiet: matches.get_flag("quiet"),
        fail_on: matches.get_many::<Vec<Answer>>("fail-on").unwrap_or_default().flatten().copied().collect(),
    };
    if request.paths.is_empty() && request.out.is_none() {
        return Err("files or folders are missing; try --help".to_owned());
    }
    Ok(Asked::Batch(Box::new(request)))
}

/// Answers that are named by a word of `--fail-on`.
fn fail_on(word: &str) -> Result<Vec<Answer>, String> {
    let all = Answer::ALL.into_iter().filter(|answer| !answer.is_decided());
    match Answer::from_word(word) {
        Some(answer) if !answer.is_decided() => Ok(vec![answer]),
        None if word == "undecided" => Ok(all.collect()),
        _ => Err("known are error, unknown, timeout, memory, undecided".to_owned()),
    }
}

/// The limit that was asked for, or the usual one where somebody can watch it.
fn memory(asked: Option<u64>) -> Result<Option<u64>, String> {
    let is_known = tress_base::resident_bytes().is_some();
    match asked {
        Some(0) => Ok(None),
        Some(_) => can_hold(asked, is_known).map(|()| asked),
        None => Ok(is_known.then_some(USUAL_MEMORY)),
    }
}

/// How many processors there are.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &[&str]) -> Result<Box<Request>, String> {
        match read(line.iter().map(OsString::from).collect())? {
            Asked::Batch(request) => Ok(request),
            Asked::Help(page) => Err(page),
        }
    }

    #[test]
    fn options_are_read() {
        let asked =
            request(&["a", "b", "-j3", "--timeout", "0.5", "--memory", "0", "--solver", "z=z3 {file}", "-q"]);
        let asked = asked.expect("a request");
        assert_eq!((asked.paths.len(), asked.jobs, asked.quiet), (2, 3, true));
        assert_eq!((asked.limits.time, asked.limits.memory), (Duration::from_millis(500), None));
        let names: Vec<&str> = asked.solvers.iter().map(|solver| solver.name.as_str()).collect();
        assert_eq!(names, ["tress", "z"]);
        let folder = |line: &[&str]| request(line).expect("a request").certifying.map(|wanted| wanted.folder);
        assert_eq!(folder(&["a"]), None);
        assert_eq!(folder(&["a", "--certify"]), Some(None));
        assert_eq!(folder(&["a", "--certificates", "c"]), Some(Some("c".into())));
        let asked = request(&["--only", "--solver", "z=z3", "--out", "rows"]).expect("a request");
        assert_eq!((asked.solvers.len(), asked.limits.time), (1, USUAL_TIME));
    }

    #[test]
    fn mistakes_are_told_in_one_line() {
        for line in [
            &[][..],
            &["a", "--jobs", "0"],
            &["a", "--timeout", "0"],
            &["a", "--solver", "z3"],
            &["a", "--solver", "z=z3", "--solver", "z=cvc5"],
            &["a", "--only"],
            &["a", "--fresh"],
            &["a", "--reprot", "x"],
        ] {
            let message = request(line).expect_err("a mistake");
            assert_eq!(message.lines().count(), 1, "{line:?}: {message}");
        }
        assert!(request(&["--help"]).expect_err("help").contains("{tress}"));
    }
}
