//! Replies to queries about the last check.

use std::fmt::Write;

use crate::eval::EvalError;
use crate::model::FunctionValue;
use crate::smtlib::Source;
use crate::smtlib::languages::language_text;
use crate::smtlib::print::{symbol_text, term_text, value_text};
use crate::term::{Sort, Symbol, Term, Value};

use super::characters::character_text;
use super::{Refused, Session};

impl Session {
    /// `(` alone, one definition a line, `)` alone.
    pub(super) fn model_text(&self) -> Result<String, Refused> {
        let model = self.solver.model()?;
        let mut text = "(\n".to_owned();
        for id in self.solver.declared() {
            let symbol = self.solver.terms.symbol(*id);
            if let Some(value) = model.get(*id) {
                match self.character_definition(*id, value) {
                    Some(definition) => text.push_str(&definition),
                    None => self.write_definition(&mut text, symbol, &self.shown(value)),
                }
            } else if let Some(function) = model.function(*id)
                && self.is_told(*id, function)
            {
                self.write_definition(&mut text, symbol, &self.function_text(symbol, function));
            }
        }
        text.push(')');
        Ok(text)
    }

    fn shown(&self, value: &Value) -> String {
        match value {
            Value::Regex(regex) => language_text(self.solver.regexes(), *regex, self.style()),
            _ => value_text(&self.solver.terms, value, self.style()),
        }
    }

    fn write_definition(&self, text: &mut String, symbol: &Symbol, body: &str) {
        let terms = &self.solver.terms;
        let parameters: Vec<String> = symbol
            .arguments
            .iter()
            .enumerate()
            .map(|(place, sort)| format!("({} {})", parameter(place), terms.sort_text(*sort)))
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "(define-fun {} ({}) {} {body})",
            symbol_text(&symbol.name),
            parameters.join(" "),
            terms.sort_text(symbol.result),
        );
    }

    /// A chain of choices, one for each case of the function.
    fn function_text(&self, symbol: &Symbol, function: &FunctionValue) -> String {
        let mut text = String::new();
        for (args, value) in function.cases() {
            let tests: Vec<String> = args
                .iter()
                .enumerate()
                .map(|(place, arg)| format!("(= {} {})", parameter(place), self.shown(arg)))
                .collect();
            let test = if let [only] = tests.as_slice() {
                only.clone()
            } else {
                format!("(and {})", tests.join(" "))
            };
            let _ = write!(text, "(ite {test} {} ", self.shown(value));
        }
        text.push_str(&self.shown(function.default_value()));
        text.extend(std::iter::repeat_n(')', function.cases().len()));
        debug_assert!(!symbol.arguments.is_empty(), "constants have plain values");
        text
    }

    /// Each term exactly as it was sent, with its value.
    pub(super) fn values_text(&mut self, terms: &[Source]) -> Result<String, Refused> {
        let mut pairs = Vec::with_capacity(terms.len());
        for source in terms {
            let value = self.value_of(source.term)?;
            pairs.push(format!("({} {value})", source.text));
        }
        Ok(format!("({})", pairs.join(" ")))
    }

    /// The value of a term under the last model.
    pub(super) fn value_of(&mut self, term: Term) -> Result<String, Refused> {
        let word = self.word_of(term);
        match self.solver.value(word)? {
            Ok(value) if word != term => Ok(character_text(&value)),
            Ok(value) => Ok(self.shown(&value)),
            Err(EvalError::NoValue(symbol)) => {
                let name = &self.solver.terms.symbol(symbol).name;
                Err(Refused(format!("{name} has no value in the model")))
            }
            Err(problem) => Err(Refused(format!("the term has no value: {problem}"))),
        }
    }

    /// The values of all labelled terms of sort Bool.
    pub(super) fn assignment_text(&mut self) -> Result<String, Refused> {
        self.solver.model()?;
        let labels = self.labels.clone();
        let mut pairs = Vec::new();
        for label in labels {
            if self.solver.terms.sort(label.term) == Sort::Bool {
                pairs.push(format!("({} {})", symbol_text(&label.name), self.value_of(label.term)?));
            }
        }
        Ok(format!("({})", pairs.join(" ")))
    }

    pub(super) fn assertions_text(&self) -> String {
        let terms = self.solver.assertions().iter();
        let texts: Vec<String> =
            terms.map(|term| term_text(&self.solver.terms, *term, self.style())).collect();
        format!("({})", texts.join("\n"))
    }

    /// The labels of the assertions in the core, on one line.
    pub(super) fn unsat_core_text(&mut self) -> Result<String, Refused> {
        let core = self.solver.unsat_core()?;
        let in_core = |assertion: &Option<usize>| assertion.is_some_and(|number| core.contains(&number));
        let names: Vec<String> = self
            .labels
            .iter()
            .filter(|label| in_core(&label.assertion))
            .map(|label| symbol_text(&label.name))
            .collect();
        Ok(format!("({})", names.join(" ")))
    }

    pub(super) fn unsat_assumptions_text(&self) -> Result<String, Refused> {
        let used = self.solver.unsat_assumptions()?;
        // Behind the client's own assumptions stand those about declared characters.
        let texts: Vec<&str> = used
            .iter()
            .filter_map(|number| self.assumptions.get(*number).map(|source| source.text.as_str()))
            .collect();
        Ok(format!("({})", texts.join(" ")))
    }
}

/// The name of a function's parameter in a printed model.
fn parameter(place: usize) -> String {
    format!("x!{place}")
}
