//! What is true, by trying all values.

use tress_base::Budget;
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::term::{TermStore, Value};

use super::generate::{Formula, Variable};

/// Tries values; shares nothing with tress but the evaluator of atoms.
pub(super) struct Oracle<'a> {
    pub(super) store: &'a TermStore,
    pub(super) evaluator: Evaluator,
}

impl Oracle<'_> {
    /// Is the formula true under the model? Calls itself once for each level.
    pub(super) fn holds(&mut self, formula: &Formula, model: &mut Model) -> bool {
        match formula {
            Formula::Atom(term) => {
                let value = self.evaluator.eval(self.store, *term, model, &Budget::unlimited());
                value == Ok(Value::Bool(true))
            }
            Formula::Not(inner) => !self.holds(inner, model),
            Formula::And(parts) => parts.iter().all(|part| self.holds(part, model)),
            Formula::Or(parts) => parts.iter().any(|part| self.holds(part, model)),
            Formula::Equal(sides) => self.holds(&sides[0], model) == self.holds(&sides[1], model),
            Formula::Quantified { forall, variables, body } => {
                self.some(variables, model, &mut |oracle, model| oracle.holds(body, model) != *forall)
                    != *forall
            }
        }
    }

    /// Do some values of the variables pass the test? Calls itself once for each variable.
    pub(super) fn some(
        &mut self,
        variables: &[Variable],
        model: &mut Model,
        test: &mut dyn FnMut(&mut Self, &mut Model) -> bool,
    ) -> bool {
        let Some((first, rest)) = variables.split_first() else { return test(self, model) };
        first.values.iter().any(|value| {
            model.set(first.symbol, value.clone());
            self.some(rest, model, test)
        })
    }
}
