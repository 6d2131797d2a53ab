//! `tress regex`: questions about regular expressions in the dialects that people write.
//!
//! Enters: the arguments after `regex`. Leaves: text or JSON on standard output and an exit code: 0 when what
//! was asked holds, 1 when it does not, 2 for an error or a limit, 3 for what is not exact. The commands are
//! thin: parsing is done by `tress-dialects`, deciding by `tress-automata`. What is asked of one language
//! stands in a file of its own.

pub(crate) mod arguments;
mod check;
mod compare;
mod count;
mod info;
mod inputs;
pub(crate) mod limits;
mod modes;
mod redos;
mod sample;
pub(crate) mod samples;
mod sanitize;
pub(crate) mod sanitizer;
mod show;
mod tables;
mod translate;
mod window;
pub(crate) mod words;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Stop};
use tress_dialects::DialectError;

use crate::ending::exit_code;
use crate::json::{self, Object};
use arguments::{Asked, Request, Side, Task, read};
use inputs::{Question, Words, questions};
use words::slashes;

/// Why there is no answer.
pub(crate) enum Failure {
    /// The message, and the position in the pattern.
    Refused(String, Option<usize>),
    /// It cannot be done exactly, and is refused by name.
    NotExact(String),
    /// The answer cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(problem: io::Error) -> Self {
        Failure::Output(problem)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Failure::Refused(message, None)
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Refused(format!("unknown ({stop})"), None)
    }
}

/// Whether what was asked holds.
pub(crate) type Answer = Result<bool, Failure>;

/// Runs the command in `arguments`.
pub(crate) fn run(arguments: Vec<OsString>) -> ExitCode {
    exit_code(match read(arguments) {
        Ok(Asked::Question(request)) => answer_all(&request, &mut io::stdout().lock()),
        Ok(Asked::Help(page)) => io::stdout().write_all(page.as_bytes()).map(|()| 0),
        Err(message) => {
            complain(&message);
            Ok(2)
        }
    })
}

/// A message on standard error.
fn complain(message: &str) {
    crate::ending::complain("regex", message);
}

/// Answers every question of the request; the exit code is the worst of theirs.
fn answer_all(request: &Request, out: &mut dyn Write) -> io::Result<u8> {
    let questions = match questions(request) {
        Ok(questions) => questions,
        Err(message) => {
            complain(&message);
            return Ok(2);
        }
    };
    let mut worst = 0;
    for question in &questions {
        if questions.len() > 1 && !request.json {
            writeln!(out, "==> {} <==", question.patterns[0])?;
        }
        let mut asker = Asker::new(request, question, out);
        let code = match asker.answer() {
            Ok(true) => 0,
            Ok(false) => 1,
            Err(Failure::Output(problem)) => return Err(problem),
            Err(Failure::NotExact(message)) => {
                complain(&message);
                asker.report_error(&message, None)?;
                3
            }
            Err(Failure::Refused(message, position)) => {
                complain(&message);
                asker.report_error(&message, position)?;
                2
            }
        };
        worst = worst.max(code);
    }
    Ok(worst)
}

/// One question and what is needed to answer it.
pub(crate) struct Asker<'a> {
    pub(crate) request: &'a Request,
    question: &'a Question,
    pub(crate) store: RegexStore,
    pub(crate) budget: Budget,
    /// Which pattern of a comparison is being read.
    pub(crate) reading: Option<&'static str>,
    /// Warnings and notes that no object contains yet.
    notes: Vec<String>,
    out: &'a mut dyn Write,
}

impl<'a> Asker<'a> {
    fn new(request: &'a Request, question: &'a Question, out: &'a mut dyn Write) -> Self {
        let mut asker = Self {
            request,
            question,
            store: RegexStore::new(),
            budget: Budget::unlimited(),
            reading: None,
            notes: Vec::new(),
            out,
        };
        asker.begin_time();
        asker
    }

    /// From now on there is as much time as was given for a pattern or a word.
    pub(crate) fn begin_time(&mut self) {
        self.budget = Budget::unlimited().with_time(self.request.timeout);
    }

    fn answer(&mut self) -> Answer {
        match &self.request.task {
            Task::Check(check) => check.answer(self),
            Task::Compare(compare) => compare.answer(self),
            Task::Info => info::answer(self),
            Task::Enumerate(enumerate) => enumerate.answer(self),
            Task::Sample(sample) => sample.answer(self),
            Task::Count(count) => count.answer(self),
            Task::Show(show) => show.answer(self),
            Task::Translate(translate) => translate.answer(self),
            Task::Redos(redos) => redos.answer(self),
            Task::Sanitize(sanitizer) => sanitizer.answer(self),
            Task::Tables => tables::answer(self),
        }
    }

    /// A part of the answer: the text, or the object.
    pub(crate) fn report(&mut self, text: &str, object: &Object) -> io::Result<()> {
        if !self.request.json {
            return self.out.write_all(text.as_bytes());
        }
        let head = Object::new().with_text("command", self.request.task.name());
        let head = match &self.question.patterns[..] {
            [a, b] => head.with_text("first", a).with_text("second", b),
            patterns => patterns.iter().fold(head, |head, pattern| head.with_text("pattern", pattern)),
        };
        let mut object = head.and(object);
        if !self.notes.is_empty() {
            object =
                object.with("warnings", json::list(self.notes.drain(..).map(|note| json::escape(&note))));
        }
        writeln!(self.out, "{object}")
    }

    /// An error, for those who read objects.
    fn report_error(&mut self, message: &str, position: Option<usize>) -> io::Result<()> {
        let first = message.lines().next().unwrap_or_default();
        let mut object = Object::new();
        if matches!(self.request.task, Task::Redos(_)) {
            let why = first.strip_prefix("unknown (").and_then(|why| why.strip_suffix(')')).unwrap_or(first);
            object = object.with_text("verdict", "unknown").with_text("reason", why);
        }
        let object = object.with_text("error", first).with_maybe("position", position);
        let object = match self.reading.filter(|_| position.is_some()) {
            Some(which) => object.with_text("expression", which),
            None => object,
        };
        self.report("", &object)
    }

    /// Something to know besides the answer.
    pub(crate) fn note(&mut self, kind: &str, note: String) {
        complain(&format!("{kind}: {note}"));
        self.notes.push(note);
    }

    /// Both patterns of the question.
    pub(crate) fn two_patterns(&self) -> [&'a str; 2] {
        [0, 1].map(|index| self.question.patterns[index].as_str())
    }

    /// The one pattern of the question.
    pub(crate) fn pattern(&self) -> &'a str {
        &self.question.patterns[0]
    }

    /// The words of the question.
    pub(crate) fn words(&self) -> &'a Words {
        &self.question.words
    }

    /// Is the pattern a text that means itself?
    pub(crate) fn is_literal(&self) -> bool {
        self.question.literal
    }

    /// The language of a pattern of the request.
    pub(crate) fn language(&mut self, side: &Side, pattern: &str) -> Result<Regex, Failure> {
        if !side.always_full
            && let Some(warning) = slashes(pattern)
        {
            self.note("warning", warning);
        }
        let language = self.language_in(side, pattern, self.mode(side))?;
        self.note_anchors(side, pattern);
        Ok(language)
    }
}

/// The message with the pattern and a mark under the position.
pub(crate) fn explain(pattern: &str, error: &DialectError) -> Failure {
    if let Some(stop) = error.stop {
        return stop.into();
    }
    if pattern.chars().any(char::is_control) {
        return Failure::Refused(error.to_string(), Some(error.position));
    }
    let message = format!("{error}\n  {pattern}\n  {}^", " ".repeat(error.position));
    Failure::Refused(message, Some(error.position))
}
