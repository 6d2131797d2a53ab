//! The room of rewriting: equal terms, simpler.
//!
//! Enters: any term. Leaves: a term with the same value under every model. Constants are folded
//! by the evaluator, so this room holds no second meaning of any operator; the Boolean laws are
//! in [`boolean`].
//!
//! It must not know which formulas are asserted: what it says holds everywhere.

mod boolean;

use tress_base::{Budget, Stop};

use crate::eval::{EvalError, Evaluator};
use crate::model::Model;
use crate::term::{Head, Sort, Term, TermMap, TermSet, TermStore, post_order_where};

/// Rewrites terms bottom up and remembers every result.
#[derive(Default)]
pub struct Rewriter {
    done: TermMap<Term>,
    /// Terms without symbols whose value the evaluator can tell: literals, and regular
    /// expressions built from such terms.
    constant: TermSet,
    nothing: Model,
}

impl Rewriter {
    /// Nothing rewritten yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A simpler term with the same value under every model.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn rewrite(
        &mut self,
        store: &mut TermStore,
        evaluator: &mut Evaluator,
        budget: &Budget,
        root: Term,
    ) -> Result<Term, Stop> {
        let order = post_order_where(store, &[root], |term| !self.done.has(term));
        for term in order {
            budget.poll()?;
            let args: Vec<Term> = store.args(term).iter().map(|arg| self.result(*arg)).collect();
            let same = if args == store.args(term) {
                term
            } else {
                store.with_args(term, &args).expect("rewriting keeps sorts")
            };
            let simpler = self.step(store, evaluator, budget, same)?;
            self.done.set(term, simpler);
            // What a rule builds from rewritten parts is as simple as these rules make it.
            self.done.set(simpler, simpler);
        }
        Ok(self.result(root))
    }

    fn result(&self, term: Term) -> Term {
        self.done.get(term).copied().unwrap_or(term)
    }

    /// Simplifies the top of a term whose arguments are simple.
    fn step(
        &mut self,
        store: &mut TermStore,
        evaluator: &mut Evaluator,
        budget: &Budget,
        term: Term,
    ) -> Result<Term, Stop> {
        let term = boolean::simplify(store, term);
        if store.as_value(term).is_some() {
            self.constant.add(term);
            return Ok(term);
        }
        let Head::Op(op, list) = store.head(term) else { return Ok(term) };
        if !store.args(term).iter().all(|arg| self.constant.has(*arg)) {
            return Ok(term);
        }
        if store.sort(term) == Sort::RegLan {
            self.constant.add(term);
            return Ok(term);
        }
        let literals: Option<Vec<_>> =
            store.args(term).iter().map(|arg| store.as_value(*arg).cloned()).collect();
        let value = match literals {
            Some(args) => evaluator.apply(op, store.indices(list), &args, budget),
            None => evaluator.eval(store, term, &self.nothing, budget),
        };
        match value {
            Ok(value) => {
                let literal = store.value(value);
                self.constant.add(literal);
                Ok(literal)
            }
            Err(EvalError::Stop(stop)) => Err(stop),
            // Division by zero has no value of its own, and some values are too long to write.
            Err(_) => Ok(term),
        }
    }
}
