//! Terms of numbers as linear sums.
//!
//! Enters: a term of sort Int or Real. Leaves: a [`Linear`] whose variables are numbers of terms.
//! Arguments have smaller numbers than the terms they stand in, so the largest term is always the
//! next to take apart: every shared part is visited once, however deep the sum nests.

use std::collections::BTreeMap;

use tress_base::{Int, Rational};
use tress_lia::{Linear, Var};

use super::super::context::Context;
use super::Bounds;
use crate::term::{Op, Sort, Term, Value};

impl Context<'_> {
    /// The number of a literal.
    pub(in super::super) fn as_number(&self, term: Term) -> Option<Rational> {
        match self.store.as_value(term)? {
            Value::Int(n) => Some(Rational::from(n.clone())),
            Value::Real(n) => Some(n.clone()),
            _ => None,
        }
    }

    /// A sum of several terms, each with a coefficient, with sums and multiples taken apart.
    pub(in super::super) fn linear(&mut self, terms: &[(Term, Rational)]) -> Linear {
        self.sum(terms, false)
    }

    /// The same, where lengths of concatenations and literals are taken apart as well.
    pub(in super::super) fn length_linear(&mut self, terms: &[(Term, Rational)]) -> Linear {
        self.sum(terms, true)
    }

    fn sum(&mut self, terms: &[(Term, Rational)], lengths: bool) -> Linear {
        let mut open: BTreeMap<Term, Rational> = BTreeMap::new();
        for (term, coefficient) in terms {
            *open.entry(*term).or_default() += coefficient;
        }
        let mut constant = Rational::ZERO;
        let mut atoms = Vec::new();
        while let Some((term, coefficient)) = open.pop_last() {
            if coefficient.is_zero() {
                continue;
            }
            if let Some(number) = self.as_number(term) {
                constant += &(&number * &coefficient);
            } else if lengths && self.store.op(term) == Some(Op::Length) {
                self.take_length(term, &coefficient, &mut open, &mut atoms, &mut constant);
            } else if !self.take_apart(term, &coefficient, &mut open, &mut constant) {
                atoms.push((self.var(term), coefficient));
            }
        }
        Linear::from_terms(atoms, constant)
    }

    /// The variable that stands for a term.
    pub(in super::super) fn var(&mut self, term: Term) -> Var {
        let number = u32::try_from(term.index()).expect("terms are numbered with 32 bits");
        self.knowledge.atoms.insert(number, term);
        Var(number)
    }

    /// The term that a variable stands for.
    pub(in super::super) fn atom(&self, var: Var) -> Term {
        self.knowledge.atoms[&var.0]
    }

    /// Distributes a length over the parts of a word.
    fn take_length(
        &mut self,
        term: Term,
        coefficient: &Rational,
        open: &mut BTreeMap<Term, Rational>,
        atoms: &mut Vec<(Var, Rational)>,
        constant: &mut Rational,
    ) {
        let word = self.store.args(term)[0];
        if let Some(word) = self.as_word(word) {
            *constant += &(coefficient * &Rational::from(Int::from(word.len())));
        } else if self.store.op(word) == Some(Op::Concat) {
            // The length of a part may have a larger number than this term; it is not taken apart
            // again unless it is a length itself, so nothing is visited without end.
            for part in self.store.args(word).to_vec() {
                if let Some(word) = self.as_word(part) {
                    *constant += &(coefficient * &Rational::from(Int::from(word.len())));
                } else {
                    let length = self.len(part);
                    *open.entry(length).or_default() += coefficient;
                }
            }
        } else if let Bounds { low: Some(low), high: Some(high) } = self.bounds(word)
            && low == high
        {
            *constant += &(coefficient * &Rational::from(low));
        } else {
            atoms.push((self.var(term), coefficient.clone()));
        }
    }

    /// Distributes a coefficient over the arguments; false when the term is opaque.
    fn take_apart(
        &self,
        term: Term,
        coefficient: &Rational,
        open: &mut BTreeMap<Term, Rational>,
        constant: &mut Rational,
    ) -> bool {
        let mut add = |term: Term, coefficient: &Rational| *open.entry(term).or_default() += coefficient;
        let (Some(op), args) = self.open(term) else { return false };
        match (op, args) {
            (Op::Add, _) => args.iter().for_each(|arg| add(*arg, coefficient)),
            (Op::Sub, [arg]) => add(*arg, &-coefficient),
            (Op::Sub, [first, rest @ ..]) => {
                add(*first, coefficient);
                rest.iter().for_each(|arg| add(*arg, &-coefficient));
            }
            (Op::Mul, _) => {
                let mut factor = coefficient.clone();
                let mut variable = None;
                for arg in args {
                    match self.as_number(*arg) {
                        Some(number) => factor *= &number,
                        None if variable.is_none() => variable = Some(*arg),
                        None => return false,
                    }
                }
                match variable {
                    Some(variable) => add(variable, &factor),
                    None => *constant += &factor,
                }
            }
            (Op::RealDiv, [first, rest @ ..]) => {
                let mut factor = coefficient.clone();
                for divisor in rest {
                    match self.as_number(*divisor).and_then(|number| number.recip()) {
                        Some(inverse) => factor *= &inverse,
                        None => return false,
                    }
                }
                add(*first, &factor);
            }
            _ => return false,
        }
        true
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
