//! `tress regex sanitize`: can something forbidden come out of a chain of functions?
//!
//! Enters: functions, what inputs are like, and what must not come out. Leaves: that every input is safe, or a shortest
//! input with its output and the place where it matches. `tress_dialects::sanitize` decides.

use std::fmt::Write as _;

use tress_automata::matches;
use tress_dialects::sanitize::{Forbidden, Question, Trouble, Verdict, sanitize};
use tress_dialects::{Extent, Mode, extent, parse};

use crate::json::{self, Object};
use crate::regex::words::{readable, slashes};
use crate::regex::{Answer, Asker, Failure, explain};

/// The longest output in which the match is looked for.
const LONGEST_SHOWN: usize = 400;

/// An input that is not safe.
struct Found {
    input: Vec<u32>,
    output: Vec<u32>,
    /// It was shown that no input is shorter.
    shortest: bool,
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Pattern(pattern, error) => explain(&pattern, &error),
            Trouble::NotExact(_) => Failure::NotExact(trouble.to_string()),
            Trouble::Stop(stop) => stop.into(),
            other => other.to_string().into(),
        }
    }
}

impl Asker<'_> {
    pub(crate) fn sanitize(&mut self) -> Answer {
        let side = &self.request.first;
        let sanitizer = &self.request.sanitizer;
        let forbidden = match self.is_literal() {
            true => Forbidden::Text(self.pattern().to_owned()),
            false => Forbidden::Pattern(self.pattern().to_owned()),
        };
        let question = Question {
            dialect: side.dialect,
            flags: side.flags,
            whole: side.always_full,
            functions: sanitizer.functions()?,
            forbidden,
            input: sanitizer.input.clone(),
            max_length: sanitizer.max_length,
        };
        if let Forbidden::Pattern(pattern) = &question.forbidden
            && let Some(warning) = slashes(pattern).filter(|_| !question.whole)
        {
            self.note("warning", warning);
        }
        let answer = sanitize(&question, &self.budget)?;
        answer.notes.into_iter().for_each(|note| self.note("note", note));
        let steps = json::list(sanitizer.steps.iter().map(|step| json::escape(&step.name())));
        let object = Object::new().with("functions", steps);
        match answer.verdict {
            Verdict::Safe => {
                let all = sanitizer.input.is_none() && sanitizer.max_length.is_none();
                let text =
                    if all { "safe for every input\n" } else { "safe for every input that is allowed\n" };
                self.tell(text, &object.with("safe", true))?;
                Ok(true)
            }
            Verdict::NotSafe { input, output, shortest } => {
                let found = Found { input, output, shortest };
                self.begin_time();
                let place = self.place(&question, &found.output)?;
                let (text, object) = found.told(place, object);
                self.tell(&text, &object)?;
                Ok(false)
            }
            Verdict::Unknown(reason) => Err(format!("unknown ({reason})").into()),
        }
    }

    /// The first match in the output and where it begins, when that can be told from the match alone.
    fn place(&mut self, question: &Question, output: &[u32]) -> Result<Option<(usize, Vec<u32>)>, Failure> {
        let (dialect, flags) = (question.dialect, question.flags);
        let language = match &question.forbidden {
            Forbidden::Text(text) => self.store.word(&dialect.word(flags, text)),
            Forbidden::Pattern(pattern) => {
                let extent = extent(dialect, pattern, flags).map_err(|error| explain(pattern, &error))?;
                if extent == Extent::Surroundings || question.whole || output.len() > LONGEST_SHOWN {
                    return Ok(None);
                }
                parse(dialect, pattern, flags, Mode::Full, &mut self.store, &self.budget)
                    .map_err(|error| explain(pattern, &error))?
            }
        };
        for start in 0..=output.len() {
            for end in start..=output.len() {
                if matches(&mut self.store, language, &output[start..end], &self.budget)? {
                    return Ok(Some((start, output[start..end].to_vec())));
                }
            }
        }
        Ok(None)
    }
}

impl Found {
    /// The text and the object that tell of it.
    fn told(&self, place: Option<(usize, Vec<u32>)>, object: Object) -> (String, Object) {
        let mut text =
            format!("not safe\ninput: {}\noutput: {}\n", readable(&self.input), readable(&self.output));
        if let Some((at, word)) = &place {
            let _ = writeln!(text, "match: {} at {at}", readable(word));
        }
        let object = object
            .with("safe", false)
            .with("input", json::word(&self.input))
            .with("shortest", self.shortest)
            .with("output", json::word(&self.output))
            .with_maybe("match", place.as_ref().map(|(_, word)| json::word(word)))
            .with_maybe("at", place.map(|(at, _)| at));
        (text, object)
    }
}
