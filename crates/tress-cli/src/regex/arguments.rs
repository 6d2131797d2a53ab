//! The arguments of `tress regex`: one subcommand for each question.
//!
//! Enters: the words after `regex`. Leaves: a [`Request`], or the text of an error. Options that every
//! question has may stand before the question's name too.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use tress_dialects::{DIALECTS, Dialect, Flags};

use crate::regex::samples::Characters;
use crate::regex::sanitizer::{self, Sanitizer};
use crate::values::not_text;

/// Time for one pattern or one word, when no other is given.
pub(crate) const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// How many words are shown if no number is given.
const USUAL_WORDS: usize = 10;

/// What stands below the options of `tress regex --help`.
const AFTER: &str = "\
Exit codes: 0 it holds, 1 it does not, 2 an error, a limit, or a construct that has no exact translation.

Examples:
  tress regex equal '(a|b)*' '(a*b*)*'
  tress regex subset '[a-f]+' '[0-9a-f]+'
  tress regex diff --dialect python '\\d+' '[0-9]+'
  tress regex check --dialect java '(?=.*\\d)[a-z\\d]{4,}' abc1 abcd
  tress regex sample --dialect pcre '[A-Z]{2}\\d{4}' -n 5 --seed 1
  tress regex count '[01]{1,8}' --len 4
  tress regex info --json '[a-c]{2,3}'
  cut -f1 table.tsv | tress regex check '[A-Z]\\d+' --words -
  tress regex translate --from ecma '^\\d{3}$' --to smtlib
  tress regex redos --dialect python '^(\\w+\\s?)*$' --confirm
  tress regex sanitize lower html --replace 'on' '' --forbid '<script'

Every dialect's grammar is in docs/regex.md.";

/// The questions: name, operands, what is asked.
const QUESTIONS: &[(&str, &str, &str)] = &[
    ("check", "RE WORD...", "Does each word match?"),
    ("equal", "A B", "Do both match the same words? If not, a shortest counterexample each way"),
    ("diff", "A B", "The same as equal"),
    ("subset", "A B", "Does B match every word that A matches?"),
    ("disjoint", "A B", "Is there no word that both match?"),
    ("info", "RE", "Is it empty, universal, finite? Shortest and longest words, lengths, states"),
    ("enumerate", "RE", "The words, shorter ones first"),
    (
        "sample",
        "RE",
        "Random words, each word of a length as likely as any other where the automaton is small",
    ),
    ("count", "RE", "How many words of each length"),
    ("show", "RE", "The smallest automaton, as a picture"),
    ("translate", "RE", "The same language in another dialect"),
    ("redos", "RE...", "Is there a word for which a backtracking engine takes far too long?"),
    ("sanitize", "FUNCTION... --forbid RE", "Can something forbidden come out of a chain of functions?"),
    ("tables", "[NAME...]", "The tables of replacements that have a name, or their rows"),
];

/// How an automaton is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Picture {
    Svg,
    Dot,
}

/// How one pattern is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub(crate) dialect: Dialect,
    pub(crate) flags: Flags,
    /// Terms and file names are never searched for.
    pub(crate) always_full: bool,
}

/// The command line, understood: what every question has, and the question.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) task: Task,
    pub(crate) operands: Vec<String>,
    /// How patterns are read, or the first of two.
    pub(crate) side: Side,
    /// Files whose lines are patterns.
    pub(crate) pattern_files: Vec<PathBuf>,
    pub(crate) search: bool,
    pub(crate) json: bool,
    /// Time for one pattern or one word.
    pub(crate) timeout: Option<Duration>,
}

/// What is asked, with the options that only this question has.
#[derive(Debug)]
pub(crate) enum Task {
    Check(Check),
    Compare(Compare),
    Info,
    Enumerate(Enumerate),
    Sample(Sample),
    Count(Count),
    Show(Show),
    Translate(Translate),
    Redos(Redos),
    Sanitize(Sanitizer),
    Tables,
}

/// `check`.
#[derive(Debug)]
pub(crate) struct Check {
    /// A file whose lines are words.
    pub(crate) word_file: Option<PathBuf>,
}

/// `equal`, `diff`, `subset` and `disjoint`.
#[derive(Debug)]
pub(crate) struct Compare {
    pub(crate) relation: Relation,
    /// How the second pattern is read.
    pub(crate) second: Side,
    /// The characters of words; all of them if `None`.
    pub(crate) characters: Option<Characters>,
}

/// What two languages are compared for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Equal,
    /// The same as equal, by another name.
    Diff,
    Subset,
    Disjoint,
}

/// Which words of a language are taken.
#[derive(Debug)]
pub(crate) struct Chosen {
    /// The characters of words. If `None`, printable ones, or all if there is no such word.
    pub(crate) characters: Option<Characters>,
    /// A pattern whose words are left out.
    pub(crate) unwanted: Option<String>,
}

/// `enumerate`.
#[derive(Debug)]
pub(crate) struct Enumerate {
    pub(crate) chosen: Chosen,
    /// How many words are wanted; all of them if `None`.
    pub(crate) wanted: Option<usize>,
}

/// `sample`.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) chosen: Chosen,
    pub(crate) wanted: usize,
    pub(crate) lengths: Option<(usize, usize)>,
    pub(crate) seed: u64,
}

/// `count`.
#[derive(Debug)]
pub(crate) struct Count {
    pub(crate) chosen: Chosen,
    pub(crate) lengths: Option<(usize, usize)>,
}

/// `show`.
#[derive(Debug)]
pub(crate) struct Show {
    pub(crate) out: Option<PathBuf>,
    pub(crate) picture: Picture,
}

/// `translate`.
#[derive(Debug)]
pub(crate) struct Translate {
    pub(crate) target: Dialect,
}

/// `redos`.
#[derive(Debug)]
pub(crate) struct Redos {
    /// The flags of the dialect, as they were written.
    pub(crate) flags: String,
    /// Words are matched as a whole, where a search is usual.
    pub(crate) full: bool,
    /// Rounds of the slow word that is shown.
    pub(crate) attack: Option<usize>,
    /// Slow words are measured with an engine.
    pub(crate) confirm: bool,
}

impl Task {
    /// The question's name.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Task::Check(_) => "check",
            Task::Compare(compare) => compare.relation.name(),
            Task::Info => "info",
            Task::Enumerate(_) => "enumerate",
            Task::Sample(_) => "sample",
            Task::Count(_) => "count",
            Task::Show(_) => "show",
            Task::Translate(_) => "translate",
            Task::Redos(_) => "redos",
            Task::Sanitize(_) => "sanitize",
            Task::Tables => "tables",
        }
    }
}

impl Relation {
    fn name(self) -> &'static str {
        match self {
            Relation::Equal => "equal",
            Relation::Diff => "diff",
            Relation::Subset => "subset",
            Relation::Disjoint => "disjoint",
        }
    }
}

/// The command `regex` with its questions.
pub(crate) fn command() -> Command {
    Command::new("regex").about("Answers questions about regular expressions, exactly").defer(details)
}

/// What is known of the command once somebody asks for it.
fn details(command: Command) -> Command {
    let command = command
        .after_help(AFTER)
        .args(common())
        .subcommand_value_name("QUESTION")
        .subcommand_help_heading("Questions");
    QUESTIONS.iter().fold(command, |command, &(name, operands, about)| {
        command.subcommand(
            Command::new(name)
                .about(about)
                .after_help(after(name))
                .override_usage(format!("tress regex {name} [OPTIONS] {operands}"))
                .arg(Arg::new("operands").value_name("RE").num_args(0..).hide(true))
                .args(own(name)),
        )
    })
}

pub(crate) fn valued(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help).allow_hyphen_values(true)
}

/// Options of every question.
fn common() -> Vec<Arg> {
    let known: Vec<&str> = DIALECTS.iter().map(|(_, names)| names[0]).collect();
    let args = [
        valued("dialect", "NAME", "")
            .help(format!("The dialect: {}; rust when not given, for redos ecma", known.join(", ")))
            .alias("from")
            .value_parser(dialect),
        valued("flags", "LETTERS", "Such as i, m, s, x, u; their meaning is the dialect's own"),
        Arg::new("search")
            .long("search")
            .action(ArgAction::SetTrue)
            .help("Words that contain a match, instead of words that match as a whole"),
        valued(
            "timeout",
            "SECONDS",
            "Give up on a pattern, or on a word of a stream, after this time; 0 is never [10]",
        )
        .value_parser(seconds),
        Arg::new("json")
            .long("json")
            .action(ArgAction::SetTrue)
            .help("Answers as JSON: one object a line, for each pattern or for each word of a stream"),
        valued(
            "file",
            "FILE",
            "Patterns from the lines of this file, - for standard input; B stays an operand",
        )
        .short('f')
        .value_parser(value_parser!(PathBuf))
        .action(ArgAction::Append),
    ];
    args.into_iter().map(|arg| arg.global(true)).collect()
}

/// What stands below the options of one question.
fn after(question: &str) -> String {
    if question == "sanitize" { sanitizer::after_help() } else { String::new() }
}

/// Options of one question.
fn own(question: &str) -> Vec<Arg> {
    match question {
        "equal" | "diff" | "subset" | "disjoint" => vec![
            valued("dialect2", "NAME", "The dialect of B, when it is another one").value_parser(dialect),
            valued("flags2", "LETTERS", "The flags of B, when they are others"),
            valued(
                "alphabet",
                "NAME",
                "Only words of these characters: printable, ascii, all (when not given)",
            )
            .value_parser(characters),
        ],
        "check" => vec![
            valued("words", "FILE", "Words from the lines of this file, - for standard input")
                .value_parser(value_parser!(PathBuf)),
        ],
        "enumerate" => vec![
            wanted(),
            Arg::new("all").long("all").action(ArgAction::SetTrue).help("All words, however many"),
            alphabet(),
            unwanted(),
        ],
        "sample" => vec![
            wanted(),
            valued("len", "LO..HI", "Their lengths, or one length [from the shortest word on, 17 of them]")
                .value_parser(lengths),
            valued("seed", "S", "The same seed gives the same words").value_parser(number::<u64>),
            alphabet(),
            unwanted(),
        ],
        "count" => vec![
            valued(
                "len",
                "LO..HI",
                "The lengths, or one length [all of a finite language, else 9 from the shortest word on]",
            )
            .value_parser(lengths),
            alphabet(),
            unwanted(),
        ],
        "show" => vec![
            valued("out", "FILE", "Where to write").value_parser(value_parser!(PathBuf)),
            valued("format", "NAME", "svg (when not given) or dot, for Graphviz").value_parser(picture),
            Arg::new("dot").long("dot").action(ArgAction::SetTrue).help("The same as --format dot"),
        ],
        "translate" => vec![
            valued("to", "NAME", "smtlib (when not given), rust, or another dialect").value_parser(dialect),
        ],
        "redos" => vec![
            Arg::new("full")
                .long("full")
                .action(ArgAction::SetTrue)
                .conflicts_with("search")
                .help("Match words as a whole; when not given, search in them, as most calls do"),
            valued("attack", "N", "Show the slow word of N rounds too").value_parser(number::<usize>),
            Arg::new("confirm")
                .long("confirm")
                .action(ArgAction::SetTrue)
                .help("Measure slow words with python3, node, java or perl, whichever the dialect is of"),
        ],
        "sanitize" => sanitizer::options(),
        _ => Vec::new(),
    }
}

fn wanted() -> Arg {
    Arg::new("number").short('n').value_name("N").help("How many words [10]").value_parser(number::<usize>)
}

pub(crate) fn alphabet() -> Arg {
    valued(
        "alphabet",
        "NAME",
        "The characters of words: printable (when not given, and there is such a word), ascii, all",
    )
    .value_parser(characters)
}

fn unwanted() -> Arg {
    valued("not", "RE", "Without the words of this one")
}

pub(crate) fn dialect(name: &str) -> Result<Dialect, String> {
    let known: Vec<&str> = DIALECTS.iter().map(|(_, names)| names[0]).collect();
    Dialect::from_name(name).ok_or_else(|| format!("known are {}", known.join(", ")))
}

pub(crate) fn number<T: std::str::FromStr>(value: &str) -> Result<T, String> {
    value.parse().map_err(|_| "not a number in range".to_owned())
}

pub(crate) fn seconds(value: &str) -> Result<Duration, String> {
    let time = value.parse::<f64>().ok().and_then(|time| Duration::try_from_secs_f64(time).ok());
    time.ok_or_else(|| "not a number of seconds".to_owned())
}

fn picture(value: &str) -> Result<Picture, String> {
    match value {
        "svg" => Ok(Picture::Svg),
        "dot" => Ok(Picture::Dot),
        _ => Err("known are svg, dot".to_owned()),
    }
}

fn characters(value: &str) -> Result<Characters, String> {
    match value {
        "printable" => Ok(Characters::Printable),
        "ascii" => Ok(Characters::Ascii),
        "all" => Ok(Characters::All),
        _ => Err("known are printable, ascii, all".to_owned()),
    }
}

/// `N` or `LO..HI`.
pub(crate) fn lengths(value: &str) -> Result<(usize, usize), String> {
    let (low, high) = match value.split_once("..") {
        Some((low, high)) => (number(low)?, number(high.trim_start_matches('='))?),
        None => (number(value)?, number(value)?),
    };
    if low > high { Err("LO must not be above HI".into()) } else { Ok((low, high)) }
}

/// What the command line asks for.
pub(crate) enum Asked {
    /// A question.
    Question(Box<Request>),
    /// A page of help.
    Help(String),
}

/// Reads the arguments after `regex`.
pub(crate) fn read(arguments: Vec<OsString>) -> Result<Asked, String> {
    let mut command = command().bin_name("tress regex");
    let words = std::iter::once(OsString::from("regex")).chain(arguments.iter().cloned());
    let matches = match command.try_get_matches_from_mut(words) {
        Ok(matches) => matches,
        Err(error) if error.kind() == ErrorKind::DisplayHelp => return Ok(Asked::Help(error.to_string())),
        Err(error) => return Err(not_text(&error, &arguments).unwrap_or_else(|| whole(&error))),
    };
    match matches.subcommand() {
        Some((question, given)) => Ok(Asked::Question(Box::new(Request::new(question, given)?))),
        None => Ok(Asked::Help(command.render_help().to_string())),
    }
}

/// What the parser says, with its hints.
pub(crate) fn whole(error: &clap::Error) -> String {
    error.to_string().trim_start_matches("error: ").trim_end().to_owned()
}

/// The value of an option that not every question has.
pub(crate) fn get<T: Clone + Send + Sync + 'static>(given: &ArgMatches, name: &str) -> Option<T> {
    given.try_get_one::<T>(name).ok().flatten().cloned()
}

impl Request {
    /// The question of this name with its arguments.
    pub(crate) fn new(question: &str, given: &ArgMatches) -> Result<Self, String> {
        // The engine of the usual dialect does not backtrack.
        let usual = if question == "redos" { Dialect::Ecma } else { Dialect::Rust };
        let dialect: Option<Dialect> = get(given, "dialect");
        let side = Side::new(dialect.unwrap_or(usual), get(given, "flags"))?;
        Ok(Self {
            task: Task::new(question, given, side.dialect)?,
            operands: given.get_many("operands").map(|words| words.cloned().collect()).unwrap_or_default(),
            side,
            pattern_files: given.get_many("file").map(|files| files.cloned().collect()).unwrap_or_default(),
            search: given.get_flag("search"),
            json: given.get_flag("json"),
            timeout: Some(get(given, "timeout").unwrap_or(DEFAULT_TIME)).filter(|time| !time.is_zero()),
        })
    }
}

impl Side {
    fn new(dialect: Dialect, flags: Option<String>) -> Result<Self, String> {
        let flags = dialect.read_flags(flags.as_deref().unwrap_or(""))?;
        let always_full = matches!(dialect, Dialect::Smtlib | Dialect::Glob);
        Ok(Self { dialect, flags, always_full })
    }
}

impl Task {
    /// The question of this name with its own options. `first` is the dialect of the first pattern.
    fn new(question: &str, given: &ArgMatches, first: Dialect) -> Result<Self, String> {
        let chosen = || Chosen { characters: get(given, "alphabet"), unwanted: get(given, "not") };
        let flags: Option<String> = get(given, "flags");
        let compare = |relation| {
            let dialect: Option<Dialect> = get(given, "dialect2");
            // Flags belong to a dialect: those of A are not carried over to another one.
            let inherited = if dialect.is_none() { flags.clone() } else { None };
            let second = Side::new(dialect.unwrap_or(first), get(given, "flags2").or(inherited))?;
            Ok::<Task, String>(Task::Compare(Compare {
                relation,
                second,
                characters: get(given, "alphabet"),
            }))
        };
        Ok(match question {
            "check" => Task::Check(Check { word_file: get(given, "words") }),
            "equal" => compare(Relation::Equal)?,
            "diff" => compare(Relation::Diff)?,
            "subset" => compare(Relation::Subset)?,
            "disjoint" => compare(Relation::Disjoint)?,
            "info" => Task::Info,
            "enumerate" => {
                let wanted = get(given, "number").unwrap_or(USUAL_WORDS);
                let wanted = Some(wanted).filter(|_| get(given, "all") != Some(true));
                Task::Enumerate(Enumerate { chosen: chosen(), wanted })
            }
            "sample" => Task::Sample(Sample {
                chosen: chosen(),
                wanted: get(given, "number").unwrap_or(USUAL_WORDS),
                lengths: get(given, "len"),
                seed: get(given, "seed").unwrap_or(0),
            }),
            "count" => Task::Count(Count { chosen: chosen(), lengths: get(given, "len") }),
            "show" => Task::Show(Show {
                out: get(given, "out"),
                picture: match get(given, "dot") {
                    Some(true) => Picture::Dot,
                    _ => get(given, "format").unwrap_or(Picture::Svg),
                },
            }),
            "translate" => Task::Translate(Translate { target: get(given, "to").unwrap_or(Dialect::Smtlib) }),
            "redos" => Task::Redos(Redos {
                flags: flags.unwrap_or_default().replace(',', ""),
                full: get(given, "full") == Some(true),
                attack: get(given, "attack"),
                confirm: get(given, "confirm") == Some(true),
            }),
            "sanitize" => Task::Sanitize(Sanitizer::new(given)),
            "tables" => Task::Tables,
            other => return Err(format!("no command {other}; try tress regex --help")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regex::sanitizer::Step;

    fn read(line: &str) -> Result<Box<Request>, String> {
        match super::read(line.split_whitespace().map(OsString::from).collect())? {
            Asked::Question(request) => Ok(request),
            Asked::Help(page) => Err(page),
        }
    }

    #[test]
    fn the_command_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn common_options_may_stand_before_the_question() {
        assert_eq!(read("--dialect java check a b").unwrap().side.dialect, Dialect::Java);
        assert_eq!(read("translate --from ecma a").unwrap().side.dialect, Dialect::Ecma);
    }

    #[test]
    fn a_near_miss_is_named() {
        let message = read("check a b --dialct java").unwrap_err();
        assert!(message.contains("--dialect"), "{message}");
    }

    #[test]
    fn options_anywhere() {
        let request = read("sample a+ -n 3 --len 2..4 --dialect python --flags i,m --seed 5").unwrap();
        let Task::Sample(sample) = &request.task else { panic!("{request:?}") };
        assert_eq!((sample.wanted, sample.lengths, sample.seed), (3, Some((2, 4)), 5));
        assert_eq!(request.operands, ["a+"]);
        assert!(request.side.flags.has(Flags::IGNORE_CASE) && request.side.dialect == Dialect::Python);
    }

    #[test]
    fn the_second_pattern_is_read_as_the_first_is() {
        let second = |line: &str| match read(line).expect("it is read").task {
            Task::Compare(compare) => (compare.second.dialect, compare.second.flags.has(Flags::IGNORE_CASE)),
            task => panic!("{task:?}"),
        };
        assert_eq!(second("equal a b --dialect python --flags i"), (Dialect::Python, true));
        assert_eq!(second("equal a b --dialect python --flags i --dialect2 java"), (Dialect::Java, false));
        assert_eq!(second("subset a b --flags2 i"), (Dialect::Rust, true));
    }

    #[test]
    fn every_question_is_a_task_of_its_name() {
        for &(question, ..) in QUESTIONS {
            assert_eq!(read(&format!("{question} a")).expect("it is read").task.name(), question);
        }
    }

    #[test]
    fn a_pattern_may_begin_with_a_dash() {
        assert_eq!(read("check -- -a -b").unwrap().operands, ["-a", "-b"]);
    }

    #[test]
    fn every_question_has_a_time_limit() {
        for &(question, ..) in QUESTIONS {
            let time = |line: &str| read(&format!("{question} a {line}")).unwrap().timeout;
            assert_eq!(time(""), Some(Duration::from_secs(10)));
            assert_eq!(time("--timeout 0"), None);
            assert_eq!(time("--timeout 0.5"), Some(Duration::from_millis(500)));
        }
    }

    #[test]
    fn functions_keep_their_order() {
        let line = "sanitize lower --replace -- b html --table t --replace-re c d --replace-first -x -y upper --forbid z";
        let Task::Sanitize(sanitizer) = read(line).unwrap().task else { panic!("{line}") };
        let names: Vec<String> = sanitizer.steps.iter().map(Step::name).collect();
        let expected = [
            "lower",
            "replace \"--\" by \"b\"",
            "html",
            "table t",
            "replace matches of c by \"d\"",
            "replace the first \"-x\" by \"-y\"",
            "upper",
        ];
        assert_eq!(names, expected);
        assert_eq!((sanitizer.forbidden, sanitizer.max_length), (vec!["z".to_owned()], None));
        assert!(read("sanitize --forbid z --replace a").is_err());
    }

    #[test]
    fn bad_arguments_are_refused() {
        for line in [
            "equal a b --dialect perl6",
            "count a --len 4..2",
            "count a --len",
            "sample a --flags q",
            "check --what x",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
