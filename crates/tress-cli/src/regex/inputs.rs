//! Where the patterns and words of `tress regex` come from: operands, files, standard input.
//!
//! Enters: a request. Leaves: questions, each with its patterns and words. A line ends at its newline
//! and holds everything before it; an empty line is the empty pattern or word, as for grep.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::paths::shown;
use crate::regex::arguments::{Check, Request, Task};
use crate::regex::sanitizer::Sanitizer;

/// One question: a pattern or two, and the words to check.
pub(crate) struct Question {
    pub(crate) patterns: Vec<String>,
    pub(crate) words: Words,
    /// The pattern is a text and means itself.
    pub(crate) literal: bool,
}

impl Question {
    /// A question about patterns alone.
    fn about(patterns: Vec<String>) -> Self {
        Self { patterns, words: Words::List(Rc::new([])), literal: false }
    }
}

/// Words that are there already, or the file whose lines they are.
#[derive(Clone)]
pub(crate) enum Words {
    List(Rc<[String]>),
    Lines(PathBuf),
}

/// The lines of a file, or of standard input for `-`.
pub(crate) fn lines<P: AsRef<Path> + ?Sized>(
    path: &P,
) -> Result<impl Iterator<Item = Result<String, String>> + use<P>, String> {
    let path = path.as_ref();
    let name = shown(path);
    let reader: Box<dyn BufRead> = match name.as_str() {
        "-" => Box::new(BufReader::new(io::stdin())),
        _ => Box::new(BufReader::new(File::open(path).map_err(|problem| format!("{name}: {problem}"))?)),
    };
    Ok(reader.split(b'\n').enumerate().map(move |(index, line)| {
        let line = line.map_err(|problem| format!("{name}: {problem}"))?;
        String::from_utf8(line).map_err(|_| format!("{name}:{}: the line is not UTF-8", index + 1))
    }))
}

/// The questions of a request.
pub(crate) fn questions(request: &Request) -> Result<Vec<Question>, String> {
    let word_file = match &request.task {
        Task::Check(check) => check.word_file.as_ref(),
        _ => None,
    };
    let sources = request.pattern_files.iter().chain(word_file);
    if sources.filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err("standard input can be read only once".into());
    }
    let mut listed = Vec::new();
    for path in &request.pattern_files {
        for line in lines(path)? {
            listed.push(line?);
        }
    }
    if !request.pattern_files.is_empty() && listed.is_empty() {
        return Err("there is no pattern in the file".into());
    }
    match &request.task {
        Task::Compare(_) => pairs(request, listed),
        Task::Check(check) => checks(request, check, listed),
        Task::Sanitize(sanitizer) => forbidden(sanitizer, listed),
        Task::Tables => Ok(vec![Question::about(Vec::new())]),
        _ => singles(request, listed),
    }
}

/// Every listed pattern with the operand, or the only two there are with each other.
fn pairs(request: &Request, mut listed: Vec<String>) -> Result<Vec<Question>, String> {
    let patterns = match (&request.operands[..], listed.len()) {
        ([a, b], 0) => vec![vec![a.clone(), b.clone()]],
        ([b], 1..) => listed.into_iter().map(|a| vec![a, b.clone()]).collect(),
        ([], 2) => vec![std::mem::take(&mut listed)],
        _ => return Err(format!("{} needs two patterns", request.task.name())),
    };
    Ok(patterns.into_iter().map(Question::about).collect())
}

fn checks(request: &Request, check: &Check, mut listed: Vec<String>) -> Result<Vec<Question>, String> {
    let mut given = request.operands.clone();
    if request.pattern_files.is_empty() {
        if given.is_empty() {
            return Err("check needs a pattern and at least one word".into());
        }
        listed.push(given.remove(0));
    }
    let words = match &check.word_file {
        None if given.is_empty() => return Err("check needs at least one word".into()),
        Some(path) if given.is_empty() && listed.len() == 1 => Words::Lines(path.clone()),
        file => {
            if let Some(path) = file {
                given.extend(lines(path)?.collect::<Result<Vec<String>, String>>()?);
            }
            Words::List(given.into())
        }
    };
    let question = |pattern| Question { patterns: vec![pattern], words: words.clone(), literal: false };
    Ok(listed.into_iter().map(question).collect())
}

/// A question for each thing that is forbidden.
fn forbidden(sanitizer: &Sanitizer, mut listed: Vec<String>) -> Result<Vec<Question>, String> {
    listed.extend(sanitizer.forbidden.iter().cloned());
    let mut questions: Vec<Question> =
        listed.into_iter().map(|pattern| Question::about(vec![pattern])).collect();
    let texts = sanitizer.forbidden_texts.iter();
    questions.extend(texts.map(|text| Question { literal: true, ..Question::about(vec![text.clone()]) }));
    if questions.is_empty() || sanitizer.steps.is_empty() {
        return Err(
            "sanitize needs functions and something that is forbidden (--forbid, --forbid-literal)".into()
        );
    }
    Ok(questions)
}

fn singles(request: &Request, mut listed: Vec<String>) -> Result<Vec<Question>, String> {
    listed.extend(request.operands.iter().cloned());
    let needs_one = !matches!(request.task, Task::Redos(_))
        && (request.pattern_files.is_empty() || !request.operands.is_empty());
    if listed.is_empty() || (needs_one && listed.len() > 1) {
        return Err(format!("{} needs one pattern", request.task.name()));
    }
    if matches!(request.task, Task::Show(_)) && listed.len() > 1 {
        return Err("show draws one pattern".into());
    }
    Ok(listed.into_iter().map(|pattern| Question::about(vec![pattern])).collect())
}
