//! Terms of numbers as linear sums.
//!
//! Enters: a term of sort Int or Real. Leaves: a [`Linear`] whose variables are numbers of terms.

use tress_base::{Int, Rational};
use tress_lia::{Linear, Var};

use super::super::context::Context;
use super::super::knowledge::Bounds;
use tress_term::term::{Op, Sort, SumWalk, Term, number};

/// Parts of a sum that are split between two looks at the budget.
const PARTS_PER_LOOK: usize = 1 << 10;

impl Context<'_> {
    /// The number of a literal.
    pub(in super::super) fn as_number(&self, term: Term) -> Option<Rational> {
        number(self.store, term)
    }

    /// A sum of several terms, each with a coefficient, with sums and multiples split.
    pub(in super::super) fn linear(&mut self, terms: &[(Term, Rational)]) -> Linear {
        self.sum(terms, false)
    }

    /// The same, where lengths of concatenations and literals are split as well.
    pub(in super::super) fn length_linear(&mut self, terms: &[(Term, Rational)]) -> Linear {
        self.sum(terms, true)
    }

    fn sum(&mut self, terms: &[(Term, Rational)], lengths: bool) -> Linear {
        let mut walk = SumWalk::new(terms).keeping_casts();
        let mut atoms = Vec::new();
        while let Some((term, coefficient)) = walk.next_opaque(self.store) {
            // Whatever this leads to is not used: the rewriter stops.
            if atoms.len() % PARTS_PER_LOOK == PARTS_PER_LOOK - 1 && self.stops() {
                break;
            }
            if lengths && self.store.op(term) == Some(Op::Length) {
                self.take_length(term, &coefficient, &mut walk, &mut atoms);
            } else {
                atoms.push((self.var(term), coefficient));
            }
        }
        Linear::from_terms(atoms, walk.constant)
    }

    /// The variable that represents a term.
    pub(in super::super) fn var(&mut self, term: Term) -> Var {
        let number = u32::try_from(term.index()).expect("terms are numbered with 32 bits");
        self.knowledge.atoms.insert(number, term);
        Var(number)
    }

    /// The term that a variable represents.
    pub(in super::super) fn atom(&self, var: Var) -> Term {
        self.knowledge.atoms[&var.0]
    }

    /// Distributes a length over the parts of a word.
    fn take_length(
        &mut self,
        term: Term,
        coefficient: &Rational,
        walk: &mut SumWalk,
        atoms: &mut Vec<(Var, Rational)>,
    ) {
        let word = self.store.args(term)[0];
        if let Some(word) = self.as_word(word) {
            walk.constant += &(coefficient * &Rational::from(Int::from(word.len())));
        } else if self.store.op(word) == Some(Op::Concat) {
            // The length of a part may have a larger number than this term; it is not split
            // again unless it is a length itself, so nothing is visited without end.
            for (index, part) in self.store.args(word).to_vec().into_iter().enumerate() {
                if index % PARTS_PER_LOOK == PARTS_PER_LOOK - 1 && self.stops() {
                    break;
                }
                if let Some(word) = self.as_word(part) {
                    walk.constant += &(coefficient * &Rational::from(Int::from(word.len())));
                } else {
                    let length = self.len(part);
                    walk.add(length, coefficient);
                }
            }
        } else if let Bounds { low: Some(low), high: Some(high) } = self.bounds(word)
            && low == high
        {
            walk.constant += &(coefficient * &Rational::from(low));
        } else {
            atoms.push((self.var(term), coefficient.clone()));
        }
    }

    /// The sum as a term: parts in the order of their numbers, the constant last.
    pub(in super::super) fn sum_term(&mut self, sum: &Linear, sort: Sort) -> Term {
        let mut parts = Vec::with_capacity(sum.terms().len() + 1);
        for (var, coefficient) in sum.terms() {
            let atom = self.atom(*var);
            parts.push(if coefficient.is_one() {
                atom
            } else {
                let factor = self.number_term(coefficient, sort);
                self.app(Op::Mul, &[factor, atom])
            });
        }
        if !sum.constant_part().is_zero() || parts.is_empty() {
            let constant = self.number_term(sum.constant_part(), sort);
            parts.push(constant);
        }
        match parts.as_slice() {
            [only] => *only,
            _ => self.app(Op::Add, &parts),
        }
    }

    /// A literal of sort Int or Real. Contract: for Int the number is whole.
    pub(in super::super) fn number_term(&mut self, number: &Rational, sort: Sort) -> Term {
        if sort == Sort::Int { self.store.int(number.floor()) } else { self.store.real(number.clone()) }
    }
}
