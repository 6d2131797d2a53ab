//! `block-model` and `block-model-values`: the next model differs from the last.

use rustc_hash::FxHashSet;

use crate::smtlib::{Blocked, Source};
use crate::solver::Misuse;
use crate::term::{Op, Sort, SymbolId, Term, TermStore, Value};

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
        let mut open: Vec<(Term, bool)> = self.solver.assertions().iter().map(|term| (*term, true)).collect();
        let mut seen: FxHashSet<(Term, bool)> = open.iter().copied().collect();
        let mut differences = Vec::new();
        while let Some((term, holds)) = open.pop() {
            let Some(parts) = self.parts(term, holds)? else {
                let store = &mut self.solver.terms;
                differences.push(if holds { store.not(term) } else { term });
                continue;
            };
            open.extend(parts.into_iter().filter(|part| seen.insert(*part)));
        }
        Ok(differences)
    }

    /// Parts of a formula whose truth makes it as true as it is; `None` for an atom.
    fn parts(&mut self, term: Term, holds: bool) -> Result<Option<Vec<(Term, bool)>>, Refused> {
        let store = &self.solver.terms;
        let args = store.args(term).to_vec();
        let boolean = args.last().is_some_and(|arg| store.sort(*arg) == Sort::Bool);
        let all = |truth: bool| args.iter().map(|arg| (*arg, truth)).collect::<Vec<_>>();
        Ok(Some(match (store.op(term), holds) {
            (Some(Op::Not), _) => vec![(args[0], !holds)],
            (Some(Op::And), true) => all(true),
            (Some(Op::Or), false) => all(false),
            (Some(Op::And | Op::Or), _) => {
                let deciding = self.find(&args, holds)?;
                deciding.map(|arg| vec![(arg, holds)]).unwrap_or_default()
            }
            (Some(Op::Ite), _) if boolean => {
                let truth = self.truth(args[0])?;
                vec![(args[0], truth), (args[if truth { 1 } else { 2 }], holds)]
            }
            (Some(Op::Eq | Op::Distinct | Op::Xor | Op::Implies), _) if boolean => {
                let mut parts = Vec::with_capacity(args.len());
                for arg in &args {
                    parts.push((*arg, self.truth(*arg)?));
                }
                parts
            }
            _ if matches!(term, TermStore::TRUE | TermStore::FALSE) => Vec::new(),
            _ => return Ok(None),
        }))
    }

    /// The first argument with this truth.
    fn find(&mut self, args: &[Term], truth: bool) -> Result<Option<Term>, Refused> {
        for arg in args {
            if self.truth(*arg)? == truth {
                return Ok(Some(*arg));
            }
        }
        Ok(None)
    }

    fn truth(&mut self, term: Term) -> Result<bool, Refused> {
        Ok(self.value_now(term)? == Value::Bool(true))
    }

    fn value_now(&mut self, term: Term) -> Result<Value, Refused> {
        let value = self.solver.value(term).map_err(|misuse: Misuse| Refused::from(misuse))?;
        value.map_err(|problem| Refused(format!("the model cannot be blocked: {problem}")))
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
