//! `block-model` and `block-model-values`: the next model differs from the last.

use tress_smtlib::{Blocked, Source};
use tress_solver::Misuse;
use tress_term::eval::EvalError;
use tress_term::term::{Op, SymbolId, Term, TermStore, Value};

use super::{Refused, Session};

impl Session {
    /// Asserts that the next model is another one.
    pub(super) fn block_model(&mut self, what: Blocked) -> Result<(), Refused> {
        self.solver.model()?;
        let differences = match what {
            Blocked::Values => {
                let constants = self.declared_constants();
                self.other_values(&constants)?
            }
            Blocked::Literals => self.other_literals()?,
        };
        self.assert_one_of(&differences);
        Ok(())
    }

    /// Asserts that one of these terms has another value than now.
    pub(super) fn block_values(&mut self, sources: &[Source]) -> Result<(), Refused> {
        let terms: Vec<Term> = sources.iter().map(|source| self.word_of(source.term)).collect();
        let differences = self.other_values(&terms)?;
        self.assert_one_of(&differences);
        Ok(())
    }

    fn declared_constants(&mut self) -> Vec<Term> {
        let is_constant = |symbol: &SymbolId| self.solver.terms.symbol(*symbol).arguments.is_empty();
        let symbols: Vec<SymbolId> = self.solver.declared().iter().copied().filter(is_constant).collect();
        symbols.into_iter().map(|symbol| self.solver.terms.constant(symbol)).collect()
    }

    /// For each term, that it has another value than in the model.
    fn other_values(&mut self, terms: &[Term]) -> Result<Vec<Term>, Refused> {
        let mut differences = Vec::with_capacity(terms.len());
        for term in terms {
            let value = self.value_now(*term)?;
            if matches!(value, Value::Regex(_)) || value.has_elements() {
                let sort = self.solver.terms.sort_text(self.solver.terms.sort(*term));
                return Err(Refused(format!("values of sort {sort} cannot be blocked")));
            }
            let store = &mut self.solver.terms;
            let now = store.value(value);
            differences.push(store.app(Op::Distinct, &[*term, now]).expect("a term has its value's sort"));
        }
        Ok(differences)
    }

    /// For each atom that makes the assertions true, that it is not as it is.
    fn other_literals(&mut self) -> Result<Vec<Term>, Refused> {
        let literals = self.solver.literals()?.map_err(unblockable)?;
        let store = &mut self.solver.terms;
        let negated = |(term, holds)| if holds { store.not(term) } else { term };
        Ok(literals.into_iter().map(negated).collect())
    }

    fn value_now(&mut self, term: Term) -> Result<Value, Refused> {
        let value = self.solver.value(term).map_err(|misuse: Misuse| Refused::from(misuse))?;
        value.map_err(unblockable)
    }

    fn assert_one_of(&mut self, differences: &[Term]) {
        let store = &mut self.solver.terms;
        let formula = match differences {
            [] => TermStore::FALSE,
            [only] => *only,
            _ => store.app(Op::Or, differences).expect("differences are formulas"),
        };
        self.assert(formula, Vec::new());
    }
}

fn unblockable(problem: EvalError) -> Refused {
    Refused(format!("the model cannot be blocked: {problem}"))
}
