//! `tress language grammar`: context-free grammars, compared up to a length.
//!
//! Enters: the arguments after `grammar`. Leaves: words and numbers of words on standard output and an exit
//! code: 0 when there is a word, 1 when there is none of these lengths, 2 for an error or a limit.
//! `tress_languages::grammar` answers.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use tress_automata::RegexStore;
use tress_automata::nfa::Nfa;
use tress_automata::words::Words;
use tress_base::{Budget, Int, Stop};
use tress_languages::grammar::{Ambiguity, Bounded, Grammar, ambiguous_word, common_word, word_outside};

use crate::ending::exit_code;
use crate::json::{self, Object};
use crate::paths::shown;
use crate::regex::arguments::{DEFAULT_TIME, get, lengths, seconds, valued, whole};
use crate::regex::words::readable;
use crate::values::{can_hold, not_text};

const AFTER: &str = "\
A grammar is a file of rules; the first name is the start:

  List  -> \"(\" Items? \")\"
  Items -> Item | Item \",\" Items
  Item  -> [a-z]+ | List

A word of one length is looked for after the other, shorter ones first, so --len decides how long it takes.

Exit codes: 0 there is a word, 1 there is none of these lengths, 2 an error or a limit.

Examples:
  tress language grammar words --len 0..6 list.grammar
  tress language grammar common old.grammar new.grammar
  tress language grammar outside --len 0..20 new.grammar old.grammar
  tress language grammar ambiguous list.grammar";

/// What can be asked, with the number of grammars and a line of help.
const QUESTIONS: [(&str, usize, &str); 4] = [
    ("words", 1, "How many words there are of each length, and one of the shortest"),
    ("common", 2, "A word that both grammars derive"),
    ("outside", 2, "A word of the first grammar that the second does not derive"),
    ("ambiguous", 1, "A word that the grammar derives in two ways"),
];

/// Lengths that are looked at when nothing is said.
const USUAL_LENGTHS: (usize, usize) = (0, 12);

/// The command `grammar`.
pub(super) fn command() -> Command {
    let question = |(name, files, help): (&'static str, usize, &'static str)| {
        Command::new(name)
            .about(help)
            .arg(
                Arg::new("GRAMMAR")
                    .required(true)
                    .value_parser(value_parser!(PathBuf))
                    .num_args(files)
                    .help("A file; - for standard input"),
            )
            .args(options())
    };
    Command::new("grammar")
        .about("Compares context-free grammars up to a length")
        .override_usage("tress language grammar QUESTION [OPTIONS] GRAMMAR...")
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .subcommands(QUESTIONS.map(question))
        .after_help(AFTER)
}

fn options() -> [Arg; 4] {
    [
        valued("len", "LO..HI", "The lengths of words, or one length [0..12]").value_parser(lengths),
        valued("timeout", "SECONDS", "Give up after this time; 0 is never [10]").value_parser(seconds),
        valued("memory", "MIB", "Give up when the program holds more memory")
            .value_parser(value_parser!(u64).range(1..)),
        Arg::new("json").long("json").action(ArgAction::SetTrue).help("One object"),
    ]
}

/// A question about files.
struct Request {
    question: String,
    files: Vec<PathBuf>,
    lengths: (usize, usize),
    timeout: Option<Duration>,
    memory: Option<u64>,
    json: bool,
}

/// What was found.
enum Found {
    Counts(Vec<Int>, Option<Vec<u32>>),
    Word(Option<Vec<u32>>),
    Ambiguity(Option<Ambiguity>),
}

/// Runs the command in `arguments`.
pub(super) fn run(arguments: Vec<OsString>) -> ExitCode {
    let words = std::iter::once(OsString::from("grammar")).chain(arguments.iter().cloned());
    let mut command = command().bin_name("tress language grammar");
    let given = match command.try_get_matches_from_mut(words) {
        Ok(given) => given,
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            return exit_code(io::stdout().write_all(error.to_string().as_bytes()).map(|()| 0));
        }
        Err(error) => return failed(&not_text(&error, &arguments).unwrap_or_else(|| whole(&error))),
    };
    let answered = Request::new(&given).and_then(|request| Ok((request.answer()?, request)));
    match answered {
        Ok((found, request)) => exit_code(request.report(&found, &mut io::stdout().lock())),
        Err(message) => failed(&message),
    }
}

fn failed(message: &str) -> ExitCode {
    crate::ending::complain("language grammar", message);
    ExitCode::from(2)
}

impl Request {
    fn new(given: &ArgMatches) -> Result<Self, String> {
        let (question, given) = given.subcommand().ok_or("a question is needed")?;
        let memory: Option<u64> = get(given, "memory");
        can_hold(memory, tress_base::resident_bytes().is_some())?;
        Ok(Self {
            question: question.to_owned(),
            files: given.get_many("GRAMMAR").map(|files| files.cloned().collect()).unwrap_or_default(),
            lengths: get(given, "len").unwrap_or(USUAL_LENGTHS),
            timeout: Some(get(given, "timeout").unwrap_or(DEFAULT_TIME)).filter(|time| !time.is_zero()),
            memory,
            json: given.get_flag("json"),
        })
    }

    /// Reads the grammars and answers.
    fn answer(&self) -> Result<Found, String> {
        let grammars: Vec<Grammar> = self.files.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
        let budget = Budget::unlimited()
            .with_time(self.timeout)
            .with_memory(self.memory.map(|mebibytes| mebibytes << 20));
        self.ask(&grammars, &budget).map_err(|stop| format!("unknown ({stop})"))
    }

    fn ask(&self, grammars: &[Grammar], budget: &Budget) -> Result<Found, Stop> {
        let (mut store, (low, high)) = (RegexStore::new(), self.lengths);
        match (self.question.as_str(), grammars) {
            ("common", [first, second]) => {
                common_word(&mut store, first, second, low..=high, budget).map(Found::Word)
            }
            ("outside", [first, second]) => {
                word_outside(&mut store, first, second, low..=high, budget).map(Found::Word)
            }
            ("ambiguous", [grammar]) => {
                let found = ambiguous_word(&mut store, grammar, high, budget)?;
                Ok(Found::Ambiguity(found))
            }
            _ => self.count(&mut store, &grammars[0], budget),
        }
    }

    /// How many words there are of each length, and a shortest one.
    fn count(&self, store: &mut RegexStore, grammar: &Grammar, budget: &Budget) -> Result<Found, Stop> {
        let mut bounded = Bounded::new(grammar, budget)?;
        let (mut counts, mut shortest) = (Vec::new(), None);
        for length in self.lengths.0..=self.lengths.1 {
            let regex = bounded.exactly(store, length, budget)?;
            let nfa = Nfa::from_regex(store, regex, usize::MAX, budget)?.unwrap_or_default();
            shortest = shortest.or_else(|| nfa.shortest_word());
            let words = Words::from_nfa(&nfa, usize::MAX, budget)?;
            let counted = words.map(|words| words.counts(length, budget)).transpose()?;
            counts.push(counted.and_then(|all| all.into_iter().last()).unwrap_or_default());
        }
        Ok(Found::Counts(counts, shortest))
    }

    /// Writes what was found; gives the exit code.
    fn report(&self, found: &Found, out: &mut dyn Write) -> io::Result<u8> {
        let text = if self.json { self.object(found).to_string() } else { self.text(found) };
        writeln!(out, "{text}")?;
        let is_there = match found {
            Found::Counts(_, word) | Found::Word(word) => word.is_some(),
            Found::Ambiguity(found) => found.is_some(),
        };
        Ok(u8::from(!is_there))
    }

    fn text(&self, found: &Found) -> String {
        let (low, high) = self.lengths;
        match found {
            Found::Counts(counts, shortest) => {
                let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
                let counts = format!("words of length {low}..{high}: {}", counts.join(" "));
                shortest
                    .as_ref()
                    .map_or(counts.clone(), |word| format!("{counts}\nsuch as {}", readable(word)))
            }
            Found::Word(Some(word)) => readable(word),
            Found::Word(None) => format!("no word of length {low}..{high}"),
            Found::Ambiguity(Some(Ambiguity { word, part, rule })) => {
                format!("{}\n{rule} derives {} in two ways", readable(word), readable(&word[part.clone()]))
            }
            Found::Ambiguity(None) => format!("no word of length 0..{high}"),
        }
    }

    fn object(&self, found: &Found) -> Object {
        let object = Object::new()
            .with_text("command", "language grammar")
            .with_text("question", &self.question)
            .with("longest", self.lengths.1);
        match found {
            Found::Counts(counts, shortest) => object
                .with("counts", json::list(counts.iter().map(ToString::to_string)))
                .with_maybe("word", shortest.as_deref().map(json::word)),
            Found::Word(word) => object.with_maybe("word", word.as_deref().map(json::word)),
            Found::Ambiguity(Some(Ambiguity { word, part, rule })) => object
                .with("word", json::word(word))
                .with("part", json::word(&word[part.clone()]))
                .with_text("rule", rule),
            Found::Ambiguity(None) => object,
        }
    }
}

/// The grammar in a file.
fn read(path: &Path) -> Result<Grammar, String> {
    let file = shown(path);
    let text = super::text_of(path).map_err(|problem| format!("{file}: {problem}"))?;
    Grammar::parse(&text).map_err(|error| format!("{file}:{error}"))
}
