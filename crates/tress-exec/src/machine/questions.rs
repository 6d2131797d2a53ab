//! What an instruction asks before it changes anything, and how it defines fresh unknowns.

use tress::{Sort, Term};

use super::{Run, Signal, Step, broken, unsupported};
use crate::state::Value;

impl Run<'_> {
    /// Is this so on the path? Both ways are followed where both are possible.
    pub(crate) fn decide(&mut self, condition: Term) -> Step<bool> {
        let answer = self.state.script.get(self.attempt.asked).copied();
        self.attempt.asked += 1;
        answer.ok_or(Signal::Fork(condition))
    }

    /// A fresh, unconstrained unknown. An instruction makes the same ones each time it is repeated; those of
    /// different instructions of a path differ.
    pub(crate) fn fresh(&mut self, sort: Sort) -> Step<Term> {
        let name = format!("part{}.{}", self.attempt.number, self.attempt.made.len() + 1);
        let term = self.solver().constant(&name, sort).or_else(|problem| unsupported(problem.to_string()))?;
        self.attempt.made.push(term.clone());
        Ok(term)
    }

    /// Defines fresh unknowns. The condition must hold for exactly one choice of them on every input of the
    /// path.
    pub(crate) fn assume(&mut self, condition: Term) -> Step {
        let is_said = self.state.script.get(self.attempt.asked).is_some();
        self.attempt.asked += 1;
        if is_said { Ok(()) } else { Err(Signal::Assume(condition)) }
    }

    /// An `int` that is 0 or 1, as a truth value.
    pub(crate) fn decide_value(&mut self, value: &Value) -> Step<bool> {
        match value {
            Value::Int(known) => Ok(*known != 0),
            Value::Truth(term) => self.decide(term.clone()),
            Value::Number(number) => self.decide(number.term.ne(0)),
            _ => broken("a truth value is expected"),
        }
    }
}
