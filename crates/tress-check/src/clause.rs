//! Literals and clauses.

use crate::budget::Budget;
use crate::eval::Evaluator;
use crate::hash::FastMap;
use crate::op::Op;
use crate::term::{Term, Terms};

/// What every rule works with.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) terms: Terms,
    pub(crate) evaluator: Evaluator,
    pub(crate) budget: Budget,
    /// Normal forms of terms, as far as they are known.
    pub(crate) normal: FastMap<Term, Term>,
}

/// An atom or its negation.
///
/// Invariant: the atom is a term of sort Bool and no negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Literal {
    pub(crate) atom: Term,
    pub(crate) positive: bool,
}

impl Literal {
    /// The literal of a term of sort Bool and a sign: negations in front go into the sign.
    pub(crate) fn new(terms: &Terms, term: Term, positive: bool) -> Self {
        let (mut atom, mut positive) = (term, positive);
        while let (Some(Op::Not), [inner]) = (terms.op(atom), terms.args(atom)) {
            atom = *inner;
            positive = !positive;
        }
        Self { atom, positive }
    }

    pub(crate) fn negated(self) -> Self {
        Self { positive: !self.positive, ..self }
    }

    /// Its truth value, when the atom is `true` or `false`.
    pub(crate) fn constant(self, terms: &Terms) -> Option<bool> {
        terms.truth(self.atom).map(|truth| truth == self.positive)
    }
}

/// Is the clause false whatever symbols denote? It is when no literal is left but those that are `false`.
pub(crate) fn is_empty(terms: &Terms, clause: &[Literal]) -> bool {
    clause.iter().all(|literal| literal.constant(terms) == Some(false))
}

impl Context {
    pub(crate) fn new(terms: Terms) -> Self {
        Self { terms, evaluator: Evaluator::new(), budget: Budget::new(), normal: FastMap::default() }
    }

    /// The only literal of a clause.
    pub(crate) fn unit(&self, clause: &[Literal]) -> Option<Literal> {
        match clause {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The two sides if the literal is an equation of two, with its sign.
    pub(crate) fn equation(&self, literal: Literal) -> Option<(Term, Term, bool)> {
        self.terms.pair(literal.atom, Op::Eq).map(|(a, b)| (a, b, literal.positive))
    }
}
