//! Strings of fixed lengths: integers are guessed, the smallest lengths first, and strings follow.
//!
//! Enters: conjunctions of literals, by the shared driver. Leaves: words and numbers, or a conflict. `read`
//! makes a string graph (module `graphs`), its preprocessor simplifies it and derives constraints on
//! integers, [`guess`] proposes values for all of them, and a back end decides the strings: `automata` or
//! `bits`. What fails is explained by the integers it rests on, and excluded. After Redelinghuys, *Symbolic
//! String Execution* (2012).
//!
//! A bound never refutes: when lengths beyond a limit, characters that were left out, or a search that was
//! given up are between the failures and a proof, the answer is unknown with this reason.

mod automata;
mod bits;
mod formula;
mod guess;
mod instance;
mod learn;
pub(super) mod limits;
mod read;
mod solve;
#[cfg(test)]
mod tests;
mod text;

use std::cell::RefCell;

use tress_base::{Int, Stop};

use crate::graphs::{Clause, Graph};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Gap, Outcome, Reason};
use tress_term::model::Model;
use tress_term::term::{Value, Word};

pub use solve::{Answer, Limits, Report, solve_graph};
pub use text::{bits_text, drawing};
use tress_engines::Conjunction;
use tress_engines::{Claims, Engine, Task};
use tress_engines::{Conjunctive, Driver};

/// A word for every string of a graph.
pub(super) type Words = Vec<Vec<u32>>;

/// What a back end answers to a guess.
enum Tried {
    /// Words that satisfy every edge.
    Words(Words),
    /// Clauses that every solution satisfies; the guess does not.
    Refuted(Vec<Clause>),
    /// Nothing; the clause only excludes the guess.
    Open(Clause),
}

/// Which back end decides strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackEnd {
    /// Automata whose words have one length.
    Automata,
    /// Bits and clauses.
    Bits,
}

/// An engine, by its back end.
pub(super) struct Fixed(pub(super) BackEnd);

impl Engine for Fixed {
    fn name(&self) -> &'static str {
        match self.0 {
            BackEnd::Automata => "fixed-automata",
            BackEnd::Bits => "fixed-bits",
        }
    }

    fn help(&self) -> &'static str {
        match self.0 {
            BackEnd::Automata => {
                "string graphs; lengths are guessed, and automata decide words of these lengths"
            }
            BackEnd::Bits => "string graphs; lengths are guessed, and bits decide words of these lengths",
        }
    }

    fn claims(&self) -> Claims {
        Claims::Both
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        let conjunctive = Conjunctions { engine: self, reason: RefCell::new(None) };
        let reason = match Driver::solve(&conjunctive, env, task)? {
            Outcome::GaveUp(reason) => reason,
            outcome => return Ok(outcome),
        };
        Ok(Outcome::GaveUp(conjunctive.reason.into_inner().unwrap_or(reason)))
    }
}

/// An engine with the reason for which it last gave up, which the driver does not carry.
struct Conjunctions<'a> {
    engine: &'a Fixed,
    reason: RefCell<Option<Reason>>,
}

impl Conjunctive for Conjunctions<'_> {
    fn solve(&self, env: &mut Env<'_>, conjunction: &Conjunction) -> Result<Outcome, Stop> {
        let mut reading = read::read(env, conjunction)?;
        let report = solve_graph(env, &mut reading.graph, self.engine.0, &Limits::full(env.budget))?;
        report.count(env.stats);
        let gap = match report.answer {
            Answer::Refuted(origins) => return Ok(Outcome::Conflict(origins)),
            Answer::Solution { words, values } if reading.is_whole => {
                return Ok(Outcome::Model(Box::new(model(&reading, &words, &values))));
            }
            Answer::Solution { .. } => Gap::Engine(self.engine.name()),
            Answer::Bound => Gap::Bound,
            Answer::Open => Gap::Search,
        };
        *self.reason.borrow_mut() = Some(Reason::Gaps(vec![gap]));
        Ok(Outcome::GaveUp(Reason::Incomplete))
    }
}

/// Words and values as a model of the problem's symbols.
fn model(reading: &read::Reading, words: &Words, values: &[Int]) -> Model {
    let mut model = Model::new();
    for (symbol, vertex) in &reading.strings {
        model.set(*symbol, Value::Str(Word::from(words[vertex.index()].clone())));
    }
    for (symbol, vertex) in &reading.numbers {
        model.set(*symbol, Value::Int(values[vertex.index()].clone()));
    }
    for (symbol, truth) in &reading.truths {
        model.set(*symbol, Value::Bool(*truth));
    }
    model
}

/// A graph of a conjunction, for those who draw it.
fn graph_of(env: &mut Env<'_>, conjunction: &Conjunction) -> Result<(Graph, bool), Stop> {
    let reading = read::read(env, conjunction)?;
    Ok((reading.graph, reading.is_whole))
}
