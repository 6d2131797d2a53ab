//! Tests of sums and products of numbers, as they are read off terms.

use tress_base::{Budget, Rational};
use tress_term::term::{Monomials, Op, Term, monomials, sum_of};

use crate::testing::Terms;

fn check_sum(text: &str, expected: &str) {
    let mut terms = Terms::new();
    let term = terms.term(text);
    let sum = sum_of(&terms.context.store, &[(term, Rational::ONE)]);
    let mut shown: Vec<String> = sum
        .parts
        .iter()
        .map(|(part, coefficient)| {
            format!(
                "{coefficient}*{}",
                tress_term::print::term_text(&terms.context.store, *part, Default::default())
            )
        })
        .collect();
    shown.push(sum.constant.to_string());
    assert_eq!(shown.join(" + "), expected, "{text}");
}

#[test]
fn sums_are_collected() {
    check_sum("(+ m n m 3)", "2*m + 1*n + 3");
    check_sum("(- m n 1)", "1*m + -1*n + -1");
    check_sum("(- m)", "-1*m + 0");
    check_sum("(- m m)", "0");
    check_sum("(* 2 (+ m 1) 3)", "6*m + 6");
    check_sum("(* 2 3)", "6");
    check_sum("(/ (to_real (+ m 1)) 2.0)", "1/2*m + 1/2");
}

#[test]
fn what_is_not_linear_is_opaque() {
    check_sum("(+ (* m n) (div m 2))", "1*(* m n) + 1*(div m 2) + 0");
    check_sum("(/ r s)", "1*(/ r s) + 0");
}

#[test]
fn shared_parts_are_visited_once() {
    let mut terms = Terms::new();
    let mut term = terms.term("m");
    for _ in 0..200 {
        term = terms.context.store.app(Op::Add, &[term, term]).expect("numbers");
    }
    let sum = sum_of(&terms.context.store, &[(term, Rational::ONE)]);
    assert_eq!(sum.parts.len(), 1);
    assert_eq!(sum.parts[0].1.numerator().bit_len(), 201);
}

fn check_product(text: &str, expected: Option<&[(&str, i64)]>) {
    let mut terms = Terms::new();
    let found = {
        let term = terms.term(text);
        monomials(&terms.context.store, term, &Budget::unlimited())
    };
    let expected = expected.map(|rows| {
        let mut wanted = Monomials::new();
        for (names, coefficient) in rows {
            let mut factors: Vec<Term> = names.split_whitespace().map(|name| terms.term(name)).collect();
            factors.sort_unstable();
            wanted.insert(factors, Rational::from(*coefficient));
        }
        wanted
    });
    assert_eq!(found, expected, "{text}");
}

#[test]
fn products_of_sums_are_expanded() {
    check_product("(* (+ m 1) (- m 1))", Some(&[("m m", 1), ("", -1)]));
    check_product("(* n m 2 (* n 3))", Some(&[("m n n", 6)]));
    check_product("(* (+ m n) (+ m (* (- 1) n)))", Some(&[("m m", 1), ("n n", -1)]));
    check_product("(* (+ (* m n) 1) k)", Some(&[("m n k", 1), ("k", 1)]));
    check_product("(* (- m m) n)", Some(&[]));
}

#[test]
fn large_products_stay() {
    check_product("(* (+ m n k 1) (+ m n k 1) (+ m n k 1))", None);
}
