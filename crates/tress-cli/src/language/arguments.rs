//! The arguments of `tress language`.
//!
//! Enters: the words after `language`. Leaves: a [`Request`], a page of help, or the text of an error.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use tress_dialects::Dialect;

use crate::regex::arguments::{
    DEFAULT_TIME, alphabet, dialect, get, lengths, number, seconds, valued, whole,
};
use crate::regex::samples::Characters;
use crate::values::{can_hold, not_text};

/// Solutions that are shown when nothing else is said.
const USUAL_SOLUTIONS: usize = 10;

const AFTER: &str = "\
FILE is SMT-LIB, whose assertions say which concatenations are in which languages, or lines such as these:

  # An id that the filter lets through, and that brings a quote into the query.
  let filter = /[\\d]+$/ dialect pcre search
  let unsafe = /'/ search
  variable id
  id <= filter
  \"nid_\" . id <= unsafe

Constants are /expressions/FLAGS of any dialect, \"texts\", (terms) of SMT-LIB, automaton { … } or automaton \"FILE\", and names.
not before a constraint keeps the words outside of the constant; wanted NAME… names variables that must have words,
which otherwise all must; dialect NAME is for the expressions that follow. All of it is in docs/languages.md.

Exit codes: 0 there is a solution, 1 there is none, 2 an error or a limit.

Examples:
  tress language news.lang
  tress language --to pcre --len 0..4 -n 5 news.smt2
  tress language --all --json --wanted id - < news.lang
  tress language --automaton svg --automaton text --out pictures news.lang";

/// A form of an automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Text,
    Dot,
    Svg,
}

impl Form {
    /// The end of a file's name, and the key of its text.
    pub(super) fn names(self) -> (&'static str, &'static str) {
        match self {
            Form::Text => ("nfa", "automaton"),
            Form::Dot => ("dot", "dot"),
            Form::Svg => ("svg", "svg"),
        }
    }
}

/// What is shown of a language.
#[derive(Debug)]
pub(super) struct Details {
    /// The dialect of expressions; that of the file when missing.
    pub(super) target: Option<Dialect>,
    /// The lengths of words that are counted and sampled; a window from the shortest word on if `None`.
    pub(super) lengths: Option<(usize, usize)>,
    /// How many words are sampled.
    pub(super) samples: usize,
    pub(super) seed: u64,
    /// The characters of words; printable ones, or all when there is no such word.
    pub(super) characters: Option<Characters>,
    pub(super) forms: Vec<Form>,
    /// The folder for automata.
    pub(super) out: Option<PathBuf>,
    pub(super) json: bool,
}

/// The command line, understood.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) file: PathBuf,
    /// Expressions of the text format are of this dialect.
    pub(super) dialect: Dialect,
    /// The variables of interest; all of them when missing.
    pub(super) wanted: Option<Vec<String>>,
    /// How many solutions are shown; all of them when missing.
    pub(super) most: Option<usize>,
    pub(super) timeout: Option<Duration>,
    pub(super) memory: Option<u64>,
    pub(super) verbosity: u8,
    pub(super) details: Details,
}

/// What the command line asks for.
pub(super) enum Asked {
    Solutions(Box<Request>),
    Help(String),
}

/// The command `language`.
pub(crate) fn command() -> Command {
    Command::new("language").about("Finds all words that variables may be: languages that satisfy subset constraints, as large as possible").defer(details)
}

/// What is known of the command once somebody asks for it.
fn details(command: Command) -> Command {
    command
        .override_usage(
            "tress language [OPTIONS] FILE\n       tress language grammar QUESTION [OPTIONS] GRAMMAR...",
        )
        .after_help(AFTER)
        .arg(
            Arg::new("FILE")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The constraints; - for standard input"),
        )
        .args(solutions())
        .args(output())
        .args_conflicts_with_subcommands(true)
        .disable_help_subcommand(true)
        .subcommand(super::grammar::command())
}

fn solutions() -> [Arg; 8] {
    let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    [
        flag("first").help("Only the first solution").conflicts_with_all(["all", "max"]),
        flag("all").help("All solutions, however many").conflicts_with("max"),
        valued("max", "N", "At most so many solutions [10]").value_parser(number::<NonZeroUsize>),
        valued("wanted", "NAME,…", "Only these variables must have words, and are shown")
            .value_delimiter(','),
        valued("dialect", "NAME", "The dialect of expressions in the file, where it names none [rust]")
            .value_parser(dialect),
        valued("timeout", "SECONDS", "Give up after this time; 0 is never [10]").value_parser(seconds),
        valued("memory", "MIB", "Give up when the program holds more memory")
            .value_parser(value_parser!(u64).range(1..)),
        Arg::new("verbose")
            .short('v')
            .long("verbose")
            .action(ArgAction::Count)
            .help("Show on standard error how the search goes on, once a second; twice: ten times a second"),
    ]
}

fn output() -> [Arg; 8] {
    [
        valued(
            "to",
            "NAME",
            "The dialect of expressions in answers [smtlib for SMT-LIB, else that of the file]",
        )
        .value_parser(dialect),
        valued(
            "len",
            "LO..HI",
            "The lengths of words that are counted and drawn, or one length [9 from the shortest word on]",
        )
        .value_parser(lengths),
        Arg::new("number")
            .short('n')
            .value_name("N")
            .help("How many random words [3]")
            .value_parser(number::<usize>),
        valued("seed", "S", "The same seed gives the same words").value_parser(number::<u64>),
        alphabet(),
        valued(
            "automaton",
            "FORM",
            "The automaton too: as text, dot (for Graphviz) or svg; may be given several times",
        )
        .value_parser(form)
        .action(ArgAction::Append),
        valued("out", "DIR", "Automata go into files of this folder, NAME-SOLUTION.nfa, .dot and .svg")
            .value_parser(value_parser!(PathBuf)),
        Arg::new("json")
            .long("json")
            .action(ArgAction::SetTrue)
            .help("One object a line: each solution, then how it ended"),
    ]
}

fn form(value: &str) -> Result<Form, String> {
    match value {
        "text" => Ok(Form::Text),
        "dot" => Ok(Form::Dot),
        "svg" => Ok(Form::Svg),
        _ => Err("known are text, dot, svg".to_owned()),
    }
}

/// Reads the arguments after `language`.
pub(super) fn read(arguments: Vec<OsString>) -> Result<Asked, String> {
    let mut command = command().bin_name("tress language");
    let words = std::iter::once(OsString::from("language")).chain(arguments.iter().cloned());
    match command.try_get_matches_from_mut(words) {
        Ok(given) => Request::new(&given).map(|request| Asked::Solutions(Box::new(request))),
        Err(error) if error.kind() == ErrorKind::DisplayHelp => Ok(Asked::Help(error.to_string())),
        Err(error) => Err(not_text(&error, &arguments).unwrap_or_else(|| whole(&error))),
    }
}

impl Request {
    fn new(given: &ArgMatches) -> Result<Self, String> {
        let memory: Option<u64> = get(given, "memory");
        can_hold(memory, tress_base::resident_bytes().is_some())?;
        let most = match (given.get_flag("first"), given.get_flag("all")) {
            (true, _) => Some(1),
            (_, true) => None,
            _ => Some(get(given, "max").map_or(USUAL_SOLUTIONS, NonZeroUsize::get)),
        };
        let lengths: Option<(usize, usize)> = get(given, "len");
        if lengths.is_some_and(|(_, high)| high > crate::regex::samples::LONGEST) {
            return Err(format!("lengths go up to {}", crate::regex::samples::LONGEST));
        }
        Ok(Self {
            file: get(given, "FILE").unwrap_or_default(),
            dialect: get(given, "dialect").unwrap_or(Dialect::Rust),
            wanted: given.get_many("wanted").map(|names| names.cloned().collect()),
            most,
            timeout: Some(get(given, "timeout").unwrap_or(DEFAULT_TIME)).filter(|time| !time.is_zero()),
            memory,
            verbosity: given.get_count("verbose"),
            details: Details {
                target: get(given, "to"),
                lengths,
                samples: get(given, "number").unwrap_or(3),
                seed: get(given, "seed").unwrap_or(0),
                characters: get(given, "alphabet"),
                forms: given.get_many("automaton").map(|forms| forms.copied().collect()).unwrap_or_default(),
                out: get(given, "out"),
                json: given.get_flag("json"),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str) -> Result<Box<Request>, String> {
        match read(line.split_whitespace().map(OsString::from).collect())? {
            Asked::Solutions(request) => Ok(request),
            Asked::Help(page) => Err(page),
        }
    }

    #[test]
    fn the_command_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn how_many_solutions() {
        assert_eq!(request("x").unwrap().most, Some(10));
        assert_eq!(request("x --first").unwrap().most, Some(1));
        assert_eq!(request("x --all").unwrap().most, None);
        assert_eq!(request("--max 3 x").unwrap().most, Some(3));
        assert!(request("x --all --first").is_err() && request("x --max 0").is_err() && request("").is_err());
    }

    #[test]
    fn what_is_told() {
        let given =
            request("x --wanted a,b --to java --automaton svg --automaton text --len 2..3 -n 1 --timeout 0");
        let given = given.unwrap();
        assert_eq!(given.wanted, Some(vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!((given.details.target, given.timeout), (Some(Dialect::Java), None));
        assert_eq!(given.details.forms, [Form::Svg, Form::Text]);
        assert_eq!((given.details.lengths, given.details.samples), (Some((2, 3)), 1));
        assert!(request("x --automaton gif").is_err() && request("x --len 9..999999").is_err());
    }
}
