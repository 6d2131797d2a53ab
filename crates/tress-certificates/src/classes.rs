//! Congruence closure with evaluation, in which nothing is explained: what is equal under assumptions.
//!
//! Enters: literals that are assumed, terms. Leaves: classes of equal terms. The checker computes the same
//! when it reads a step `euf`; here it serves to find out what to write.

use rustc_hash::FxHashMap;
use tress_base::Stop;
use tress_rewrite::env::Env;
use tress_term::term::{Head, Op, Sort, Term, TermMap, TermStore, Value, post_order};

use crate::emit::Literal;

/// Classes of equal terms.
///
/// Invariant: `class` of a term leads to the representative; a class with a value has it in `values`.
pub(crate) struct Classes {
    class: TermMap<Term>,
    values: TermMap<Term>,
    terms: Vec<Term>,
    /// Do two different values stand in one class?
    pub(crate) is_refuted: bool,
}

impl Classes {
    /// The closure of these assumptions over their subterms and those of other terms.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(crate) fn new(env: &mut Env<'_>, assumed: &[Literal], others: &[Term]) -> Result<Self, Stop> {
        let mut roots: Vec<Term> = assumed.iter().map(|(atom, _)| *atom).collect();
        roots.extend_from_slice(others);
        roots.extend([TermStore::TRUE, TermStore::FALSE]);
        let terms = post_order(env.store, &roots);
        let mut classes =
            Self { class: TermMap::new(), values: TermMap::new(), terms: terms.clone(), is_refuted: false };
        for term in terms {
            if env.store.as_value(term).is_some() {
                classes.values.set(term, term);
            }
        }
        for (atom, positive) in assumed {
            classes.merge(*atom, TermStore::bool(*positive));
            if let (Some(Op::Eq), [a, b], true) = (env.store.op(*atom), env.store.args(*atom), *positive) {
                classes.merge(*a, *b);
            }
        }
        classes.close(env)?;
        Ok(classes)
    }

    /// The representative of a term.
    pub(crate) fn of(&self, mut term: Term) -> Term {
        while let Some(next) = self.class.get(term) {
            term = *next;
        }
        term
    }

    /// The value that a term is equal to.
    pub(crate) fn value(&self, term: Term) -> Option<Term> {
        self.values.get(self.of(term)).copied()
    }

    /// All terms of the closure.
    pub(crate) fn terms(&self) -> &[Term] {
        &self.terms
    }

    fn merge(&mut self, a: Term, b: Term) -> bool {
        let (a, b) = (self.of(a), self.of(b));
        if a == b {
            return false;
        }
        match (self.values.get(a).copied(), self.values.get(b).copied()) {
            (Some(one), Some(other)) => self.is_refuted |= one != other,
            (Some(value), None) => self.values.set(b, value),
            _ => {}
        }
        self.class.set(a, b);
        true
    }

    fn close(&mut self, env: &mut Env<'_>) -> Result<(), Stop> {
        loop {
            let mut changed = false;
            let mut table: FxHashMap<(Head, Vec<Term>), Term> = FxHashMap::default();
            for place in 0..self.terms.len() {
                let term = self.terms[place];
                env.budget.poll()?;
                let args = env.store.args(term).to_vec();
                if args.is_empty() {
                    continue;
                }
                let classes: Vec<Term> = args.iter().map(|arg| self.of(*arg)).collect();
                let known = *table.entry((env.store.head(term), classes)).or_insert(term);
                changed |= self.merge(term, known);
                changed |= self.evaluate(env, term, &args)?;
                if env.store.op(term) == Some(Op::Eq) && args.len() == 2 {
                    changed |= self.equation(term, args[0], args[1]);
                }
            }
            if !changed || self.is_refuted {
                return Ok(());
            }
        }
    }

    /// Merges a term whose arguments have values with its own.
    fn evaluate(&mut self, env: &mut Env<'_>, term: Term, args: &[Term]) -> Result<bool, Stop> {
        if env.store.as_value(term).is_some() || env.store.sort(term) == Sort::RegLan {
            return Ok(false);
        }
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let is_language = env.store.sort(*arg) == Sort::RegLan && env.is_ground(*arg);
            match self.value(*arg) {
                Some(value) => values.push(value),
                None if is_language => values.push(*arg),
                None => return Ok(false),
            }
        }
        let Ok(ground) = env.store.with_args(term, &values) else { return Ok(false) };
        let Some(value) = env.value_of(ground)? else { return Ok(false) };
        if matches!(value, Value::Regex(_)) {
            return Ok(false);
        }
        let value = env.store.value(value);
        if !self.values.has(value) {
            self.values.set(value, value);
        }
        Ok(self.merge(term, value))
    }

    fn equation(&mut self, term: Term, a: Term, b: Term) -> bool {
        if self.of(a) == self.of(b) {
            return self.merge(term, TermStore::TRUE);
        }
        match (self.value(term), self.value(a), self.value(b)) {
            (Some(TermStore::TRUE), ..) => self.merge(a, b),
            (_, Some(_), Some(_)) => self.merge(term, TermStore::FALSE),
            _ => false,
        }
    }
}
