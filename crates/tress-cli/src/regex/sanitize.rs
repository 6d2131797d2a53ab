//! `tress regex sanitize`: can something forbidden come out of a chain of functions?
//!
//! Enters: functions, what inputs are like, and what must not come out. Leaves: that every input is safe, or
//! a shortest input with its output and the position of the match. `tress_dialects::sanitize` decides.

use std::fmt::Write as _;

use tress_automata::matches;
use tress_dialects::sanitize::{Forbidden, Question, Safety, Trouble, sanitize};
use tress_dialects::{Extent, Mode, extent, parse};

use super::limits::OUTPUT;
use super::sanitizer::Sanitizer;
use super::words::{readable, slashes};
use super::{Answer, Asker, Failure, explain};
use crate::json::{self, Object};

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

impl Sanitizer {
    pub(super) fn answer(&self, asker: &mut Asker<'_>) -> Answer {
        let side = &asker.request.side;
        let forbidden = match asker.is_literal() {
            true => Forbidden::Text(asker.pattern().to_owned()),
            false => Forbidden::Pattern(asker.pattern().to_owned()),
        };
        let question = Question {
            dialect: side.dialect,
            flags: side.flags,
            whole: side.always_full,
            functions: self.functions()?,
            forbidden,
            input: self.input.clone(),
            max_length: self.max_length,
        };
        if let Forbidden::Pattern(pattern) = &question.forbidden
            && let Some(warning) = slashes(pattern).filter(|_| !question.whole)
        {
            asker.note("warning", warning);
        }
        let answer = sanitize(&question, &asker.budget)?;
        answer.notes.into_iter().for_each(|note| asker.note("note", note));
        let steps = json::list(self.steps.iter().map(|step| json::escape(&step.name())));
        let object = Object::new().with("functions", steps);
        match answer.verdict {
            Safety::Safe => {
                let all = self.input.is_none() && self.max_length.is_none();
                let text =
                    if all { "safe for every input\n" } else { "safe for every input that is allowed\n" };
                asker.report(text, &object.with("safe", true))?;
                Ok(true)
            }
            Safety::NotSafe { input, output, shortest } => {
                let found = Found { input, output, shortest };
                asker.begin_time();
                let found_at = first_match(asker, &question, &found.output)?;
                let (text, object) = found.text_and_object(found_at, object);
                asker.report(&text, &object)?;
                Ok(false)
            }
            Safety::Unknown(reason) => Err(format!("unknown ({reason})").into()),
        }
    }
}

/// The first match in the output and where it begins, if that can be seen from the match alone.
fn first_match(
    asker: &mut Asker<'_>,
    question: &Question,
    output: &[u32],
) -> Result<Option<(usize, Vec<u32>)>, Failure> {
    let (dialect, flags) = (question.dialect, question.flags);
    let language = match &question.forbidden {
        Forbidden::Text(text) => asker.store.word(&dialect.word(flags, text)),
        Forbidden::Pattern(pattern) => {
            let extent = extent(dialect, pattern, flags).map_err(|error| explain(pattern, &error))?;
            if extent == Extent::Surroundings
                || question.whole
                || OUTPUT.is_exceeded(output.len(), &asker.budget)
            {
                return Ok(None);
            }
            parse(dialect, pattern, flags, Mode::Full, &mut asker.store, &asker.budget)
                .map_err(|error| explain(pattern, &error))?
        }
    };
    for start in 0..=output.len() {
        for end in start..=output.len() {
            if matches(&mut asker.store, language, &output[start..end], &asker.budget)? {
                return Ok(Some((start, output[start..end].to_vec())));
            }
        }
    }
    Ok(None)
}

impl Found {
    /// Its text and its object.
    fn text_and_object(&self, found_at: Option<(usize, Vec<u32>)>, object: Object) -> (String, Object) {
        let mut text =
            format!("not safe\ninput: {}\noutput: {}\n", readable(&self.input), readable(&self.output));
        if let Some((at, word)) = &found_at {
            let _ = writeln!(text, "match: {} at {at}", readable(word));
        }
        let object = object
            .with("safe", false)
            .with("input", json::word(&self.input))
            .with("shortest", self.shortest)
            .with("output", json::word(&self.output))
            .with_maybe("match", found_at.as_ref().map(|(_, word)| json::word(word)))
            .with_maybe("at", found_at.map(|(at, _)| at));
        (text, object)
    }
}
