//! A problem through tress, in this process.

use std::io;
use std::time::Duration;

use tress_base::{Clock, Stop};
use tress_rewrite::problem::Reason;
use tress_session::{Session, run as run_session};
use tress_solver::options::Options;
use tress_term::model::{FunctionValue, Model, ZeroDivision};
use tress_term::term::{SymbolId, Term, TermStore, Value};

use tress_testing::generate::holds;

/// What tress answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::experiments) enum Answer {
    /// With the values of the constants.
    Sat(Witness),
    /// With the numbers of the assertions in the core.
    Unsat(Vec<usize>),
    /// With the cause.
    Unknown(Cause),
    /// The text was not read without errors.
    Refused,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::experiments) enum Cause {
    Incomplete,
    Timeout,
    Other,
}

/// How tress is asked.
#[derive(Clone, Copy, Debug)]
pub(in crate::experiments) struct Way<'a> {
    pub(in crate::experiments) engine: &'a str,
    pub(in crate::experiments) limit: Duration,
    /// The steps that a check may take, zero for any number.
    pub(in crate::experiments) steps: u64,
    /// Is it said beforehand that a core will be asked for?
    pub(in crate::experiments) cores: bool,
    /// Does the engine see problems as they are written?
    pub(in crate::experiments) alone: bool,
}

/// An answer and the time it took.
#[derive(Clone, Debug)]
pub(in crate::experiments) struct Solved {
    pub(in crate::experiments) answer: Answer,
    pub(in crate::experiments) time: Duration,
}

/// A session that has read the text; `None` when something in it was an error.
pub(in crate::experiments) fn read(text: &str, way: Way<'_>) -> Option<Session> {
    let mut options = Options::default();
    let limit = way.limit.as_millis().to_string();
    let steps = way.steps.to_string();
    let settings = [
        ("engine", way.engine),
        ("timeout", &limit),
        ("rlimit", &steps),
        ("produce-unsat-cores", flag(way.cores)),
        ("preprocess", flag(!way.alone)),
    ];
    for (name, value) in settings {
        options.set(name, value).ok()?;
    }
    let mut session = Session::new(options);
    let summary = run_session(&mut session, text.as_bytes(), io::sink()).ok()?;
    (summary.errors == 0).then_some(session)
}

fn flag(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// Asks tress whether the assertions of the text can hold.
pub(in crate::experiments) fn solve(text: &str, way: Way<'_>) -> Solved {
    let Some(mut session) = read(text, way) else {
        return Solved { answer: Answer::Refused, time: Duration::ZERO };
    };
    let clock = Clock::start();
    let said = session.solver.check(&[]);
    let time = clock.elapsed();
    let answer = match said {
        tress_solver::Answer::Sat => {
            let model = session.solver.model().expect("the answer was sat");
            Answer::Sat(Witness::of(&session.solver.terms, model))
        }
        tress_solver::Answer::Unsat => Answer::Unsat(session.solver.unsat_core().unwrap_or_default()),
        tress_solver::Answer::Unknown(reason) => Answer::Unknown(match reason {
            Reason::Incomplete | Reason::Gaps(_) => Cause::Incomplete,
            Reason::Stopped(Stop::Timeout) => Cause::Timeout,
            _ => Cause::Other,
        }),
    };
    Solved { answer, time }
}

/// Values by the names of constants, and what the model gives for divisions by zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::experiments) struct Witness {
    values: Vec<(String, Value)>,
    divisions: Box<[FunctionValue; 3]>,
}

impl Witness {
    /// What a model contains, by names.
    pub(in crate::experiments) fn of(terms: &TermStore, model: &Model) -> Self {
        let named =
            |(symbol, value): (SymbolId, &Value)| (terms.symbol(symbol).name.to_string(), value.clone());
        let values = model.constants().map(named).collect();
        let divisions = ZeroDivision::ALL.map(|division| model.zero_division(division).clone());
        Self { values, divisions: Box::new(divisions) }
    }
}

/// Do the values make all assertions true? Constants without a value make them false.
pub(in crate::experiments) fn satisfies(
    terms: &TermStore,
    symbols: &[SymbolId],
    assertions: &[Term],
    witness: &Witness,
) -> bool {
    let mut model = Model::new();
    for symbol in symbols {
        let name = &terms.symbol(*symbol).name;
        if let Some((_, value)) = witness.values.iter().find(|(known, _)| **known == **name) {
            model.set(*symbol, value.clone());
        }
    }
    for (division, given) in ZeroDivision::ALL.into_iter().zip(witness.divisions.iter()) {
        *model.zero_division_mut(division) = given.clone();
    }
    holds(terms, assertions, &model)
}
