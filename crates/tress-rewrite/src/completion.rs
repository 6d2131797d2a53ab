//! The way back from a smaller problem to a larger one.
//!
//! Enters: symbols that were taken out of a problem, with terms, and a model of what is left. Leaves: a model
//! that gives the symbols the values of their terms.

use tress_base::Stop;

use crate::env::Env;
use tress_term::model::Model;
use tress_term::term::{SymbolId, Term};

/// Symbols that were taken out of a problem, each with the term that gives it its value.
///
/// Invariant: they are in the order in which they were eliminated, so a term mentions only symbols that are
/// left or that were taken out later.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    eliminated: Vec<(SymbolId, Term)>,
}

impl Completion {
    /// The way back from a problem without these symbols.
    #[must_use]
    pub fn new(eliminated: Vec<(SymbolId, Term)>) -> Self {
        Self { eliminated }
    }

    /// Was nothing eliminated?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.eliminated.is_empty()
    }

    /// The symbols with their terms, in the order in which they were taken out.
    #[must_use]
    pub fn eliminated(&self) -> &[(SymbolId, Term)] {
        &self.eliminated
    }

    /// The model with the values of the symbols. `None` if a term has no value. All other symbols of the
    /// terms must have values already.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn complete(&self, env: &mut Env<'_>, mut model: Model) -> Result<Option<Model>, Stop> {
        for (symbol, term) in self.eliminated.iter().rev() {
            let Some(value) = env.value(*term, &model)? else { return Ok(None) };
            model.set(*symbol, value);
        }
        Ok(Some(model))
    }
}

#[cfg(test)]
mod tests {
    use tress_base::Budget;

    use super::*;
    use crate::testing::Terms;
    use tress_term::term::Value;

    #[test]
    fn symbols_get_the_values_of_their_terms_the_newest_first() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| {
            let term = terms.term(name);
            terms.context.store.as_constant(term).expect("a symbol")
        });
        let [of_y, of_z] = ["(str.++ y \"a\")", "(str.++ z \"b\")"].map(|text| terms.term(text));
        let budget = Budget::unlimited();
        let mut env = terms.context.env(&budget, 0);
        let mut model = Model::new();
        model.set(z, Value::text("c"));
        let completion = Completion::new(vec![(x, of_y), (y, of_z)]);
        let model = completion.complete(&mut env, model).expect("no limit").expect("values");
        assert_eq!(model.get(x), Some(&Value::text("cba")));
        assert_eq!(model.get(y), Some(&Value::text("cb")));
        // In the other order, y has no value when x needs it.
        let completion = Completion::new(vec![(y, of_z), (x, of_y)]);
        assert!(completion.complete(&mut env, Model::new()).expect("no limit").is_none());
    }
}
