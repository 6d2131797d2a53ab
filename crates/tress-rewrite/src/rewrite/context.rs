//! What rules work with: the store, short names for building terms, and what is remembered.
//!
//! Builders here do no simplification of their own beyond dropping neutral parts; what they make
//! is rewritten again by the driver.

use tress_automata::Regex;
use tress_base::{Budget, Int, Stop};

use super::knowledge::Knowledge;
use tress_term::eval::{EvalError, Evaluator};
use tress_term::model::Model;
use tress_term::term::{Head, Op, Sort, Term, TermSet, TermStore, Value, Word, post_order_where};

/// The surroundings of a rule.
pub(super) struct Context<'a> {
    pub(super) store: &'a mut TermStore,
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) budget: &'a Budget,
    pub(super) knowledge: &'a mut Knowledge,
    /// Terms known to have no symbols, and those known to have some.
    pub(super) ground: &'a mut (TermSet, TermSet),
    /// Set when the budget ended inside a rule; the driver stops then.
    pub(super) stopped: Option<Stop>,
}

impl Context<'_> {
    /// Has the work to stop? Then nothing that is found out from now on is used.
    pub(super) fn stops(&mut self) -> bool {
        if let Err(stop) = self.budget.look() {
            self.stopped = Some(stop);
        }
        self.stopped.is_some()
    }

    /// The operator and the arguments of a term.
    pub(super) fn open(&self, term: Term) -> (Option<Op>, &[Term]) {
        (self.store.op(term), self.store.args(term))
    }

    /// The arguments, when the term has this operator and this many of them.
    pub(super) fn match_op<const N: usize>(&self, term: Term, op: Op) -> Option<[Term; N]> {
        if self.store.op(term) != Some(op) {
            return None;
        }
        self.store.args(term).try_into().ok()
    }

    /// An application whose sorts fit by construction.
    pub(super) fn app(&mut self, op: Op, args: &[Term]) -> Term {
        self.store.app(op, args).expect("rules build well-sorted terms")
    }

    /// An indexed application whose sorts fit by construction.
    pub(super) fn indexed(&mut self, op: Op, indices: &[Int], args: &[Term]) -> Term {
        self.store.indexed(op, indices, args).expect("rules build well-sorted terms")
    }

    pub(super) fn and(&mut self, args: &[Term]) -> Term {
        match args {
            [] => TermStore::TRUE,
            [only] => *only,
            _ => self.app(Op::And, args),
        }
    }

    pub(super) fn or(&mut self, args: &[Term]) -> Term {
        match args {
            [] => TermStore::FALSE,
            [only] => *only,
            _ => self.app(Op::Or, args),
        }
    }

    pub(super) fn not(&mut self, term: Term) -> Term {
        self.store.not(term)
    }

    pub(super) fn ite(&mut self, condition: Term, yes: Term, no: Term) -> Term {
        self.app(Op::Ite, &[condition, yes, no])
    }

    pub(super) fn eq(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::Eq, &[a, b])
    }

    pub(super) fn ge(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::Ge, &[a, b])
    }

    pub(super) fn int(&mut self, n: impl Into<Int>) -> Term {
        self.store.int(n)
    }

    pub(super) fn add(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::Add, &[a, b])
    }

    pub(super) fn sub(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::Sub, &[a, b])
    }

    pub(super) fn len(&mut self, s: Term) -> Term {
        self.app(Op::Length, &[s])
    }

    pub(super) fn substr(&mut self, s: Term, start: Term, count: Term) -> Term {
        self.app(Op::Substr, &[s, start, count])
    }

    pub(super) fn contains(&mut self, s: Term, t: Term) -> Term {
        self.app(Op::Contains, &[s, t])
    }

    pub(super) fn empty_word(&mut self) -> Term {
        self.store.word([])
    }

    pub(super) fn word(&mut self, word: &[u32]) -> Term {
        self.store.word(word)
    }

    /// The parts one after the other; none is the empty word.
    pub(super) fn concat(&mut self, parts: &[Term]) -> Term {
        match parts {
            [] => self.empty_word(),
            [only] => *only,
            _ => self.app(Op::Concat, parts),
        }
    }

    /// Is the term `(= s "")`? Made as one.
    pub(super) fn is_empty(&mut self, s: Term) -> Term {
        let empty = self.empty_word();
        self.eq(s, empty)
    }

    /// The word of a literal.
    pub(super) fn as_word(&self, term: Term) -> Option<Word> {
        match self.store.as_value(term) {
            Some(Value::Str(word)) => Some(word.clone()),
            _ => None,
        }
    }

    /// Is it the literal `""`?
    pub(super) fn is_empty_word(&self, term: Term) -> bool {
        matches!(self.store.as_value(term), Some(Value::Str(word)) if word.is_empty())
    }

    /// The whole number of a literal.
    pub(super) fn as_int(&self, term: Term) -> Option<Int> {
        match self.store.as_value(term) {
            Some(Value::Int(n)) => Some(n.clone()),
            _ => None,
        }
    }

    /// The parts of a concatenation; of anything else, itself; of `""`, nothing.
    pub(super) fn parts(&self, term: Term) -> Vec<Term> {
        match self.store.op(term) {
            Some(Op::Concat) => self.store.args(term).to_vec(),
            _ if self.is_empty_word(term) => Vec::new(),
            _ => vec![term],
        }
    }

    /// Is the term a literal?
    pub(super) fn is_literal(&self, term: Term) -> bool {
        self.store.as_value(term).is_some()
    }

    /// An operator on values, when it has a value and the budget lasts.
    pub(super) fn fold(&mut self, op: Op, args: &[Value]) -> Option<Value> {
        self.fold_indexed(op, &[], args)
    }

    /// An indexed operator on values, when it has a value and the budget lasts.
    pub(super) fn fold_indexed(&mut self, op: Op, indices: &[Int], args: &[Value]) -> Option<Value> {
        let value = self.evaluator.apply(self.store, op, indices, args, self.budget);
        self.note(value)
    }

    /// The value of a term without symbols.
    pub(super) fn evaluate(&mut self, term: Term) -> Option<Value> {
        let value = self.evaluator.eval(self.store, term, &Model::nothing(), self.budget);
        self.note(value)
    }

    fn note(&mut self, value: Result<Value, EvalError>) -> Option<Value> {
        match value {
            Ok(value) => Some(value),
            Err(EvalError::Stop(stop)) => {
                self.stopped = Some(stop);
                None
            }
            // Division by zero has no value of its own, and some values are too long to write.
            Err(_) => None,
        }
    }

    /// The language of a regular expression without symbols.
    pub(super) fn language(&mut self, regex: Term) -> Option<Regex> {
        if self.store.sort(regex) != Sort::RegLan || !self.is_ground(regex) {
            return None;
        }
        match self.evaluate(regex) {
            Some(Value::Regex(regex)) => Some(regex),
            _ => None,
        }
    }

    /// Does the term hold no symbols and no quantifiers, and nothing that only a model defines?
    pub(super) fn is_ground(&mut self, root: Term) -> bool {
        let (yes, no) = &mut *self.ground;
        for term in post_order_where(self.store, &[root], |term| !yes.has(term) && !no.has(term)) {
            let closed = match self.store.head(term) {
                Head::Symbol(_) | Head::Quantifier(..) => false,
                Head::Op(op, _) if op.is_partial() => false,
                Head::Value(_) | Head::Op(..) => self.store.args(term).iter().all(|arg| yes.has(*arg)),
            };
            if closed {
                yes.add(term)
            } else {
                no.add(term)
            };
        }
        yes.has(root)
    }
}
