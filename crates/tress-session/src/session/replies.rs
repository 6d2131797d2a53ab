//! Replies to queries about the last check.

use tress_smtlib::Source;
use tress_smtlib::models::{any_value_text, definitions};
use tress_term::eval::EvalError;
use tress_term::print::{assertion_text, symbol_text};
use tress_term::term::{Sort, SymbolId, Term};

use super::characters::character_text;
use super::{Refused, Session};

impl Session {
    /// `(` alone, one definition a line, `)` alone.
    pub(super) fn model_text(&self) -> Result<String, Refused> {
        let (terms, regexes) = (&self.solver.terms, self.solver.regexes());
        let model = self.solver.model()?;
        let mut text = "(\n".to_owned();
        let (told, plain): (Vec<SymbolId>, Vec<SymbolId>) =
            self.solver.declared().iter().copied().partition(|id| model.body(*id).is_some());
        for id in &plain {
            let special = model.get(*id).and_then(|value| self.character_definition(*id, value));
            let told = model.function(*id).is_none_or(|function| self.is_told(*id, function));
            match special {
                Some(definition) => text.push_str(&definition),
                None if told => text.push_str(&definitions(terms, regexes, model, &[*id], self.style())),
                None => {}
            }
        }
        text.push_str(&definitions(terms, regexes, model, &told, self.style()));
        text.push(')');
        Ok(text)
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
            Ok(value) => {
                let (terms, regexes) = (&self.solver.terms, self.solver.regexes());
                Ok(any_value_text(terms, regexes, &value, self.style()))
            }
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
        let (store, style) = (&self.solver.terms, self.style());
        let mut labels = self.labels.iter().peekable();
        let mut texts = Vec::new();
        for (number, term) in self.solver.assertions().iter().enumerate() {
            let named = std::iter::from_fn(|| labels.next_if(|label| label.within <= number));
            let named = named.map(|label| (label.term, label.name.as_str())).collect();
            texts.push(assertion_text(store, *term, style, named));
        }
        format!("({})", texts.join("\n"))
    }

    /// Each objective on its line, with its best value or the interval in which that lies.
    pub(super) fn objectives_text(&self) -> Result<String, Refused> {
        let standings = self.solver.objective_bounds()?;
        let mut text = "(objectives\n".to_owned();
        for standing in standings {
            text.push_str(&format!(" ({} {standing})\n", standing.name));
        }
        text.push(')');
        Ok(text)
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
