//! The solvers of a batch: how each is started on a file, and what its output means.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::rows::{Answer, Row, several_checks};
use crate::process::child::{Ending, Job, Outcome};

/// How lines of our own program begin that are no errors.
const NOTE: &str = "tress: note: ";
/// Our own column.
pub(crate) const OURS: &str = "tress";
/// How much of the output is read. Answers are short; what is long is a model.
const KEPT: usize = 1 << 20;
/// How much later than its limit our own program ends itself, and is killed.
pub(crate) const GRACE: [Duration; 2] = [Duration::from_millis(500), Duration::from_millis(1500)];

/// Limits of one problem.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) time: Duration,
    /// In mebibytes.
    pub(crate) memory: Option<u64>,
}

/// A column: a name and how to get an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solver {
    pub(crate) name: String,
    /// The words of its command line; none for our own program.
    words: Vec<String>,
}

impl Solver {
    /// Our own program, as it is.
    pub(crate) fn ours() -> Self {
        Self { name: OURS.to_owned(), words: Vec::new() }
    }

    /// Is it our own program, as it is?
    pub(crate) fn is_ours(&self) -> bool {
        self.words.is_empty()
    }

    /// Reads `NAME=COMMAND`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let (name, command) = text.split_once('=').ok_or("expected NAME=COMMAND")?;
        let name = name.trim();
        if name.is_empty() || name == OURS {
            return Err(format!("expected NAME=COMMAND with a name that is not {OURS}"));
        }
        let mut words = split(command)?;
        if words.is_empty() {
            return Err("expected NAME=COMMAND".to_owned());
        }
        if !words.iter().any(|word| word.contains("{file}")) {
            words.push("{file}".to_owned());
        }
        Ok(Self { name: name.to_owned(), words })
    }

    /// The process for a file. `program` is our own program.
    pub(crate) fn job(&self, file: &Path, program: &Path, limits: Limits) -> Job {
        let memory = limits.memory.map(|mebibytes| mebibytes.saturating_mul(1 << 20));
        let mut job = Job {
            program: program.into(),
            arguments: Vec::new(),
            input: Vec::new(),
            time: Some(limits.time),
            memory,
            kept: KEPT,
        };
        if self.is_ours() {
            let seconds = limits.time.as_secs_f64();
            let whole = (limits.time + GRACE[0]).as_millis();
            job.arguments =
                vec!["-v".into(), format!("--timeout={seconds}").into(), format!("--tlimit={whole}").into()];
            job.arguments.extend(limits.memory.map(|limit| format!("--memory={limit}").into()));
            job.arguments.extend(["--".into(), file.into()]);
            job.time = Some(limits.time + GRACE[1]);
            // Our program keeps the limit itself, and says so; a tenth more is the other's turn.
            job.memory = memory.map(|limit| limit / 10 * 11);
        } else {
            let mut words = self.words.iter().map(|word| filled(word, file, program, limits));
            job.program = words.next().unwrap_or_default();
            job.arguments = words.collect();
        }
        job
    }
}

/// A word of a command line with the values of `{file}`, `{tress}`, `{timeout}` and `{memory}`.
fn filled(word: &str, file: &Path, program: &Path, limits: Limits) -> OsString {
    let mut made = OsString::new();
    let mut rest = word;
    while let Some(open) = rest.find('{') {
        made.push(&rest[..open]);
        rest = &rest[open..];
        let end = rest.find('}').map_or(rest.len(), |index| index + 1);
        match &rest[..end] {
            "{file}" => made.push(file),
            "{tress}" => made.push(program),
            "{timeout}" => made.push(limits.time.as_secs_f64().to_string()),
            "{memory}" => made.push(limits.memory.unwrap_or(0).to_string()),
            other => made.push(other),
        }
        rest = &rest[end..];
    }
    made.push(rest);
    made
}

/// The words of a command line with single and double quotes.
fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() { Err("a quotation has no end".to_owned()) } else { Ok(words) }
}

/// What a process answered to a file. Returns `None` if it was not waited for.
pub(crate) fn row(file: &str, solver: &str, outcome: &Outcome) -> Option<Row> {
    let output = outcome.output.text();
    let said = Said::read(&output);
    let (answer, mut reason) = match outcome.ending {
        Ending::Unwanted => return None,
        Ending::Time => (Answer::Timeout, String::new()),
        Ending::Memory => (Answer::Memory, String::new()),
        Ending::Itself(status) => said.verdict(&output, &outcome.errors.text(), status),
    };
    if said.answers.len() > 1 {
        let checks = several_checks(&said.answers);
        reason = if reason.is_empty() { checks } else { format!("{reason}; {checks}") };
    }
    Some(Row {
        file: file.to_owned(),
        solver: solver.to_owned(),
        answer,
        reason,
        cpu: rounded(outcome.cpu.as_secs_f64(), 1000.0),
        wall: rounded(outcome.wall.as_secs_f64(), 1000.0),
        memory: (outcome.memory > 0).then(|| rounded(outcome.memory as f64 / f64::from(1 << 20), 10.0)),
        certificate: None,
    })
}

/// As it is written: a report is the same whether its rows were just made or read.
fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

/// A row about a process that could not be run.
pub(crate) fn failed(file: &str, solver: &str, reason: &str) -> Row {
    Row {
        file: file.to_owned(),
        solver: solver.to_owned(),
        answer: Answer::Error,
        reason: reason.to_owned(),
        cpu: 0.0,
        wall: 0.0,
        memory: None,
        certificate: None,
    }
}

/// The answers in the output of a solver.
struct Said {
    answers: Vec<Answer>,
    /// An error that came before the last answer, or instead of it.
    error: Option<String>,
}

impl Said {
    fn read(output: &str) -> Self {
        let mut said = Self { answers: Vec::new(), error: None };
        let mut error = None;
        for line in output.lines().map(str::trim) {
            match line {
                "sat" => said.answers.push(Answer::Sat),
                "unsat" => said.answers.push(Answer::Unsat),
                "unknown" => said.answers.push(Answer::Unknown),
                "timeout" => said.answers.push(Answer::Timeout),
                _ if line.starts_with("(error") && !is_about_models(line) => {
                    error = error.or_else(|| Some(message(line)));
                    continue;
                }
                _ => continue,
            }
            said.error = said.error.or_else(|| error.take());
        }
        if said.answers.is_empty() {
            said.error = error;
        }
        said
    }

    /// The answer and its reason, of a process that ended by itself.
    fn verdict(&self, output: &str, messages: &str, status: Option<i32>) -> (Answer, String) {
        if let Some(error) = &self.error {
            return (Answer::Error, error.clone());
        }
        match self.answers.last() {
            Some(Answer::Unknown) => unknown(messages),
            Some(answer) => (*answer, String::new()),
            None if messages.contains("interrupted by timeout") => (Answer::Timeout, String::new()),
            None if ["bad_alloc", "out of memory"].iter().any(|word| messages.contains(word)) => {
                (Answer::Memory, String::new())
            }
            None => {
                let messages = messages
                    .lines()
                    .chain(output.lines())
                    .find(|line| !line.trim().is_empty() && !line.starts_with(NOTE));
                let messages =
                    messages.map_or_else(String::new, |line| format!(": {}", shortened(line.trim())));
                let how = match status {
                    Some(0) => "no answer".to_owned(),
                    Some(status) => format!("exit status {status}"),
                    None => "ended by a signal".to_owned(),
                };
                (Answer::Error, how + &messages)
            }
        }
    }
}

/// Errors that report only that there is no model, core or proof to show.
fn is_about_models(line: &str) -> bool {
    ["available", "annot get", "get-model", "get-value", "get-unsat-core"]
        .iter()
        .any(|word| line.contains(word))
}

/// The text in `(error "…")`.
fn message(line: &str) -> String {
    let text = line.trim_start_matches("(error").trim_end_matches(')').trim().trim_matches('"');
    shortened(text)
}

/// Long messages contain little more than short ones.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Our own program reports, with `-v`, why an answer is unknown.
fn unknown(messages: &str) -> (Answer, String) {
    let mut lines = messages.lines().rev().filter_map(|line| line.strip_prefix("tress: unknown after "));
    let why = lines.next().and_then(|line| line.split_once(": ")).map_or("", |(_, why)| why);
    match why {
        "timeout" => (Answer::Timeout, String::new()),
        "memout" => (Answer::Memory, String::new()),
        _ => (Answer::Unknown, shortened(why)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::child::Stream;

    fn said(output: &str, messages: &str, ending: Ending) -> (Answer, String) {
        let stream = |text: &str| Stream { bytes: text.as_bytes().to_vec(), is_cut: false };
        let outcome = Outcome {
            ending,
            output: stream(output),
            errors: stream(messages),
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            memory: 3 << 19,
        };
        let row = row("f", "s", &outcome).expect("it was waited for");
        assert_eq!(row.memory, Some(1.5));
        (row.answer, row.reason)
    }

    #[test]
    fn output_becomes_an_answer() {
        let by_itself = Ending::Itself(Some(0));
        for (output, messages, ending, answer, reason) in [
            ("sat\n((x \"sat\"))\n", "", by_itself, Answer::Sat, ""),
            (
                "unsat\n(error \"1:2: model is not available\")\n",
                "",
                Ending::Itself(Some(1)),
                Answer::Unsat,
                "",
            ),
            ("(error \"1:2: no sort\")\nsat\n", "", by_itself, Answer::Error, "1:2: no sort"),
            ("(error \"1:2: no sort\")\n", "", by_itself, Answer::Error, "1:2: no sort"),
            ("sat\nunsat\nsat\n", "", by_itself, Answer::Sat, "checks: sat unsat sat"),
            ("sat\nunsat\n", "", Ending::Time, Answer::Timeout, "checks: sat unsat"),
            ("", "", Ending::Memory, Answer::Memory, ""),
            (
                "unknown\n",
                "tress: unknown after 0.10 s: incomplete\n",
                by_itself,
                Answer::Unknown,
                "incomplete",
            ),
            ("unknown\n", "tress: unknown after 0.10 s: timeout\n", by_itself, Answer::Timeout, ""),
            ("timeout\n", "", by_itself, Answer::Timeout, ""),
            ("", "cvc5 interrupted by timeout.\n", by_itself, Answer::Timeout, ""),
            ("", "std::bad_alloc\n", Ending::Itself(None), Answer::Memory, ""),
            ("", "oh no\n", Ending::Itself(None), Answer::Error, "ended by a signal: oh no"),
            ("", "", by_itself, Answer::Error, "no answer"),
            // What cannot be read is no answer.
            ("maybe\n", "", by_itself, Answer::Error, "no answer: maybe"),
            ("Unknown\n", "", by_itself, Answer::Error, "no answer: Unknown"),
            ("s SATISFIABLE\n", "", by_itself, Answer::Error, "no answer: s SATISFIABLE"),
            (
                "(error \"line 1: unknown constant str.trim\")\nunknown\n",
                "",
                Ending::Itself(Some(1)),
                Answer::Error,
                "line 1: unknown constant str.trim",
            ),
            ("", "tress: note: a word\noh\n", by_itself, Answer::Error, "no answer: oh"),
            (
                "",
                "tress: f: not there",
                Ending::Itself(Some(2)),
                Answer::Error,
                "exit status 2: tress: f: not there",
            ),
        ] {
            assert_eq!(said(output, messages, ending), (answer, reason.to_owned()), "{output} {messages}");
        }
    }

    #[test]
    fn command_lines_are_filled() {
        let limits = Limits { time: Duration::from_millis(2500), memory: Some(100) };
        let solver = Solver::read("z=z3 -T:{timeout} '-m {memory}' \"x {file}.{y}\"").expect("a solver");
        let job = solver.job(Path::new("a b.smt2"), Path::new("us"), limits);
        assert_eq!((solver.name.as_str(), job.program.to_str()), ("z", Some("z3")));
        assert_eq!(job.arguments, ["-T:2.5", "-m 100", "x a b.smt2.{y}"]);
        let solver = Solver::read("lazy={tress} --engine lazy").expect("a solver");
        let job = solver.job(Path::new("f"), Path::new("us"), limits);
        assert_eq!(
            (job.program.to_str(), job.arguments),
            (Some("us"), vec!["--engine".into(), "lazy".into(), "f".into()])
        );
        for wrong in ["z3", "=z3", "tress=z3", "a=", "a='b"] {
            assert!(Solver::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn our_own_program_gets_its_limits() {
        let limits = Limits { time: Duration::from_secs(2), memory: Some(100) };
        let job = Solver::ours().job(Path::new("f"), Path::new("us"), limits);
        assert_eq!(job.arguments, ["-v", "--timeout=2", "--tlimit=2500", "--memory=100", "--", "f"]);
        assert!(job.time > Some(limits.time) && job.memory > Some(100 << 20));
    }
}
