//! Can something forbidden come out of a chain of functions?
//!
//! Enters: functions in the order in which they are applied, what inputs are like, and a language that must
//! not come out. Leaves: that no input leads there, or a shortest input that does, with its output. Functions
//! mean what they mean in the dialect: replacement texts, case, white space and decoders are those of its
//! language.
//!
//! The way is backwards: the language that must not come out, then all words that the last function takes
//! there, and so on. Each step is exact, or holds a language between two others: one of words that are known
//! to lead there, one of words of which that is not excluded. What is shown was evaluated by code that knows
//! no automata.

mod casing;
mod casing_tables;
mod decode;
mod evaluate;
mod functions;
mod html;
mod html_names;
mod json;
pub(crate) mod limits;
mod marks;
mod replace;
mod stable;
mod tables;
mod template;
#[cfg(test)]
mod tests;
mod url;

use std::fmt;

use tress_automata::nfa::Nfa;
use tress_automata::{CharSet, RegexStore};
use tress_base::{Budget, Stop};

pub use functions::{NAMES as FUNCTIONS, about};
pub use tables::{Row, TABLES, Table};

use crate::{Dialect, DialectError, Flags, Mode, parse};
use functions::Machine;
use limits::{REDUCED_STATES, SMALLER_STEPS, STATES};

/// One function of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Function {
    /// One of [`FUNCTIONS`], by its name.
    Named(String),
    /// Every occurrence of a text becomes another one; both are taken literally.
    Replace(String, String),
    /// The first occurrence of a text becomes another one.
    ReplaceFirst(String, String),
    /// Every match of a pattern becomes what a replacement text of the dialect says.
    ReplaceMatches(String, String),
    /// All rows of a table at once, from left to right and the longest first.
    Table(Vec<(String, String)>),
    /// These functions one after the other, until nothing changes.
    UntilStable(Vec<Function>),
}

/// What must not come out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// A pattern that must match nowhere in the output.
    Pattern(String),
    /// A text that must not occur in the output.
    Text(String),
}

/// What is asked of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The dialect of patterns and functions.
    pub dialect: Dialect,
    /// Its flags.
    pub flags: Flags,
    /// Patterns match whole words, where the dialect does not search.
    pub whole: bool,
    /// The functions, the first one first.
    pub functions: Vec<Function>,
    /// What must not come out.
    pub forbidden: Forbidden,
    /// Only inputs that this pattern matches as a whole.
    pub input: Option<String>,
    /// Only inputs of at most this many characters.
    pub max_length: Option<u64>,
}

/// What is known of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Safety {
    /// No input leads to what is forbidden.
    Safe,
    /// This one does; the output was evaluated.
    NotSafe {
        /// The input.
        input: Vec<u32>,
        /// What the functions make of it.
        output: Vec<u32>,
        /// No input is shorter.
        shortest: bool,
    },
    /// Neither is known, for this reason.
    Unknown(String),
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What is known.
    pub verdict: Safety,
    /// Inputs that the answer says nothing of.
    pub notes: Vec<String>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// A pattern is wrong or not supported.
    Pattern(String, DialectError),
    /// Something else is wrong.
    Wrong(String),
    /// It is not exact here, and so refused.
    NotExact(String),
    /// It is too large.
    Unknown(String),
    /// The budget ended.
    Stop(Stop),
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        Trouble::Stop(stop)
    }
}

impl Trouble {
    fn too_large(what: &str, budget: &Budget) -> Self {
        budget.hit(STATES.name());
        let most = limits::states(budget);
        Trouble::Unknown(format!("the automaton of {what} has more than {most} states"))
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Pattern(_, error) => error.fmt(f),
            Trouble::Wrong(message) => f.write_str(message),
            Trouble::NotExact(message) => write!(f, "not exact: {message}"),
            Trouble::Unknown(reason) => write!(f, "unknown ({reason})"),
            Trouble::Stop(stop) => write!(f, "unknown ({stop})"),
        }
    }
}

impl std::error::Error for Trouble {}

/// A language that is known to lie between two others.
#[derive(Clone, Debug)]
struct Between {
    /// Words that are known to be in it.
    sure: Nfa,
    /// Words that are not known to be outside; `None` if these are the same.
    possible: Option<Nfa>,
}

impl Between {
    fn exact(language: Nfa) -> Self {
        Self { sure: language, possible: None }
    }

    /// Words that are not known to be outside.
    fn possible(&self) -> &Nfa {
        self.possible.as_ref().unwrap_or(&self.sure)
    }

    /// The same with both languages mapped.
    fn map(&self, mut work: impl FnMut(&Nfa) -> Result<Nfa, Trouble>) -> Result<Self, Trouble> {
        Ok(Self { sure: work(&self.sure)?, possible: self.possible.as_ref().map(&mut work).transpose()? })
    }

    fn intersect(&self, language: &Nfa, budget: &Budget) -> Result<Self, Trouble> {
        self.map(|own| intersect(own, language, budget))
    }
}

fn intersect(a: &Nfa, b: &Nfa, budget: &Budget) -> Result<Nfa, Trouble> {
    let both = a.intersect(b, 10 * limits::states(budget), budget)?;
    small(both.ok_or_else(|| Trouble::too_large("a language", budget))?, budget)
}

/// The same language with fewer states, where that is cheap.
fn small(language: Nfa, budget: &Budget) -> Result<Nfa, Trouble> {
    let language = language.trim();
    let states = language.states() as usize;
    if states <= 1 {
        return Ok(language);
    }
    let fewer = SMALLER_STEPS.share(budget, || language.minimize(2 * states, budget))?.flatten();
    match fewer {
        Some(fewer) if fewer.states() <= language.states() => Ok(fewer.trim()),
        _ if !REDUCED_STATES.is_exceeded(states, budget) => {
            Ok(SMALLER_STEPS.share(budget, || language.reduce(budget))?.unwrap_or(language))
        }
        _ => Ok(language),
    }
}

/// Answers a question.
///
/// # Errors
/// What is wrong, not exact or too large, and the end of the budget.
pub fn sanitize(question: &Question, budget: &Budget) -> Result<Answer, Trouble> {
    let mut work = Work { question, store: RegexStore::new(), notes: Vec::new(), budget };
    let mut machines = Vec::new();
    for function in &question.functions {
        let machine = work.machine(function)?;
        machines.push(machine);
    }
    let forbidden = work.forbidden()?;
    let inputs = work.inputs()?;
    let mut bad = Between::exact(forbidden.clone());
    let mut reasons: Vec<String> = Vec::new();
    for machine in machines.iter().rev() {
        bad = machine.preimage(&bad, &mut reasons, budget)?;
    }
    let bad = bad.intersect(&inputs, budget)?;
    let verdict = match bad.sure.shortest_word() {
        Some(input) => {
            // What is shown does not depend on what was left out.
            work.notes.clear();
            work.shown(&input, &forbidden, bad.possible.is_none())?
        }
        None if bad.possible().is_empty() => Safety::Safe,
        None => {
            reasons.dedup();
            Safety::Unknown(reasons.join("; "))
        }
    };
    Ok(Answer { verdict, notes: work.notes })
}

struct Work<'a> {
    question: &'a Question,
    store: RegexStore,
    notes: Vec<String>,
    budget: &'a Budget,
}

impl Work<'_> {
    fn pattern(&mut self, pattern: &str, mode: Mode) -> Result<Nfa, Trouble> {
        let Question { dialect, flags, whole, .. } = *self.question;
        let mode = if whole { Mode::Full } else { mode };
        let language = parse(dialect, pattern, flags, mode, &mut self.store, self.budget)
            .map_err(|error| Trouble::Pattern(pattern.to_owned(), error))?;
        let language = self.store.restrict(language, &dialect.alphabet(flags));
        Nfa::from_regex(&mut self.store, language, limits::states(self.budget), self.budget)?
            .ok_or_else(|| Trouble::too_large("a pattern", self.budget))
    }

    fn machine(&mut self, function: &Function) -> Result<Machine, Trouble> {
        let Question { dialect, flags, .. } = *self.question;
        Machine::new(function, dialect, flags, (&mut self.store, &mut self.notes), self.budget)
    }

    /// The outputs that are forbidden.
    fn forbidden(&mut self) -> Result<Nfa, Trouble> {
        let Question { dialect, flags, .. } = *self.question;
        let language = match &self.question.forbidden {
            Forbidden::Pattern(pattern) => self.pattern(pattern, Mode::Search)?,
            Forbidden::Text(text) => {
                let (all, word) = (Nfa::all(), dialect.word(flags, text));
                functions::in_alphabet(&word)?;
                all.concat(&Nfa::word(&word)).concat(&all)
            }
        };
        small(language, self.budget)
    }

    /// What inputs are like.
    fn inputs(&mut self) -> Result<Nfa, Trouble> {
        let Question { dialect, flags, .. } = *self.question;
        let mut characters = dialect.alphabet(flags);
        let joins = dialect == Dialect::Java || (dialect == Dialect::Ecma && !dialect.reads_utf16(flags));
        if joins {
            // Halves of characters that meet become one, which words of code points do not show.
            characters = characters.difference(&CharSet::range(0xD800, 0xDFFF));
            self.notes.push("inputs with surrogates that stand alone are left out".to_owned());
        }
        let characters = self.store.chars(characters);
        let mut language = self.store.star(characters);
        if let Some(longest) = self.question.max_length {
            let short = self.store.repeat(characters, 0, Some(longest));
            language = self.store.inter(&[language, short]);
        }
        let all = Nfa::from_regex(&mut self.store, language, limits::states(self.budget), self.budget)?
            .ok_or_else(|| Trouble::too_large("the inputs", self.budget))?;
        match self.question.input.clone() {
            None => Ok(all),
            Some(pattern) => {
                let allowed = self.pattern(&pattern, Mode::Full)?;
                intersect(&all, &allowed, self.budget)
            }
        }
    }

    /// An input that was found, with its output.
    fn shown(&self, input: &[u32], forbidden: &Nfa, shortest: bool) -> Result<Safety, Trouble> {
        let Question { dialect, flags, functions, .. } = self.question;
        let output = evaluate::outputs(functions, *dialect, *flags, input, self.budget)?;
        match &output[..] {
            [output] if forbidden.accepts(output) => {
                Ok(Safety::NotSafe { input: input.to_vec(), output: output.clone(), shortest })
            }
            _ => Err(Trouble::Wrong(format!(
                "the input {input:x?} that was found is no such input, which is a mistake of this program"
            ))),
        }
    }
}

/// What a chain of functions makes of an input. Returns `None` if one of them throws, comes to no end, or is
/// not asked about such words, as the notes of an [`Answer`] say.
///
/// # Errors
/// What is wrong with a function, and the end of the budget.
pub fn evaluate(question: &Question, input: &[u32], budget: &Budget) -> Result<Option<Vec<u32>>, Trouble> {
    let Question { dialect, flags, functions, .. } = question;
    let outputs = evaluate::outputs(functions, *dialect, *flags, input, budget)?;
    Ok(match &outputs[..] {
        [output] => Some(output.clone()),
        _ => None,
    })
}
