//! Terms of numbers as linear sums.
//!
//! Enters: a term of sort Int or Real. Leaves: a sum of opaque terms with coefficients. Arguments
//! have smaller numbers than the terms they stand in, so the largest term is always the next to
//! take apart: every shared part is visited once, with its whole coefficient, however deep the
//! sum nests.

use std::collections::BTreeMap;

use tress_base::Rational;

use crate::term::{Head, Op, Term, TermStore, Value};

/// A sum of opaque terms with coefficients, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sum {
    pub(crate) parts: Vec<(Term, Rational)>,
    pub(crate) constant: Rational,
}

/// The number that a literal stands for.
pub(crate) fn number(store: &TermStore, term: Term) -> Option<Rational> {
    match store.as_value(term)? {
        Value::Int(n) => Some(Rational::from(n.clone())),
        Value::Real(n) => Some(n.clone()),
        _ => None,
    }
}

/// The sum of several terms, each with a coefficient.
pub(crate) fn sum_of(store: &TermStore, terms: &[(Term, Rational)]) -> Sum {
    let mut open: BTreeMap<Term, Rational> = BTreeMap::new();
    for (term, coefficient) in terms {
        add(&mut open, *term, coefficient);
    }
    let mut sum = Sum::default();
    while let Some((term, coefficient)) = open.pop_last() {
        if coefficient.is_zero() {
            continue;
        }
        if let Some(number) = number(store, term) {
            sum.constant += &(&number * &coefficient);
        } else if !take_apart(store, term, &coefficient, &mut open) {
            sum.parts.push((term, coefficient));
        }
    }
    sum.parts.reverse();
    sum
}

fn add(open: &mut BTreeMap<Term, Rational>, term: Term, coefficient: &Rational) {
    *open.entry(term).or_default() += coefficient;
}

/// Distributes a coefficient over the arguments; false when the term is opaque.
fn take_apart(
    store: &TermStore,
    term: Term,
    coefficient: &Rational,
    open: &mut BTreeMap<Term, Rational>,
) -> bool {
    let Head::Op(op, _) = store.head(term) else { return false };
    let args = store.args(term);
    match op {
        Op::Add => args.iter().for_each(|arg| add(open, *arg, coefficient)),
        Op::Sub if args.len() == 1 => add(open, args[0], &-coefficient),
        Op::Sub => {
            add(open, args[0], coefficient);
            args[1..].iter().for_each(|arg| add(open, *arg, &-coefficient));
        }
        Op::ToReal => add(open, args[0], coefficient),
        Op::Mul => return scaled(store, args, coefficient, open),
        Op::RealDiv => {
            let mut factor = coefficient.clone();
            for divisor in &args[1..] {
                match number(store, *divisor).and_then(|number| number.recip()) {
                    Some(inverse) => factor *= &inverse,
                    None => return false,
                }
            }
            add(open, args[0], &factor);
        }
        _ => return false,
    }
    true
}

/// A product with at most one factor that is no literal.
fn scaled(
    store: &TermStore,
    args: &[Term],
    coefficient: &Rational,
    open: &mut BTreeMap<Term, Rational>,
) -> bool {
    let mut factor = coefficient.clone();
    let mut variable = None;
    for arg in args {
        match number(store, *arg) {
            Some(number) => factor *= &number,
            None if variable.is_none() => variable = Some(*arg),
            None => return false,
        }
    }
    if let Some(variable) = variable {
        add(open, variable, &factor);
        return true;
    }
    // All factors are literals; the constant goes through the literal one.
    let Some((first, rest)) = args.split_first() else { return false };
    let mut factor = coefficient.clone();
    for arg in rest {
        if let Some(number) = number(store, *arg) {
            factor *= &number;
        }
    }
    add(open, *first, &factor);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Terms;

    fn check(text: &str, expected: &str) {
        let mut terms = Terms::new();
        let term = terms.term(text);
        let sum = sum_of(&terms.store, &[(term, Rational::ONE)]);
        let mut shown: Vec<String> = sum
            .parts
            .iter()
            .map(|(part, coefficient)| {
                format!(
                    "{coefficient}*{}",
                    crate::smtlib::print::term_text(&terms.store, *part, Default::default())
                )
            })
            .collect();
        shown.push(sum.constant.to_string());
        assert_eq!(shown.join(" + "), expected, "{text}");
    }

    #[test]
    fn sums_are_collected() {
        check("(+ m n m 3)", "2*m + 1*n + 3");
        check("(- m n 1)", "1*m + -1*n + -1");
        check("(- m)", "-1*m + 0");
        check("(- m m)", "0");
        check("(* 2 (+ m 1) 3)", "6*m + 6");
        check("(* 2 3)", "6");
        check("(/ (to_real (+ m 1)) 2.0)", "1/2*m + 1/2");
    }

    #[test]
    fn what_is_not_linear_is_opaque() {
        check("(+ (* m n) (div m 2))", "1*(* m n) + 1*(div m 2) + 0");
        check("(/ r s)", "1*(/ r s) + 0");
    }

    #[test]
    fn shared_parts_are_visited_once() {
        let mut terms = Terms::new();
        let mut term = terms.term("m");
        for _ in 0..200 {
            term = terms.store.app(Op::Add, &[term, term]).expect("numbers");
        }
        let sum = sum_of(&terms.store, &[(term, Rational::ONE)]);
        assert_eq!(sum.parts.len(), 1);
        assert_eq!(sum.parts[0].1.numerator().bit_len(), 201);
    }
}
