//! What is read of literals, and what is left out.

use tress_base::Budget;

use tress_rewrite::testing::Terms;

use super::*;

/// The reading of facts, whose origins are their indices.
fn reading(facts: &[&str]) -> Reading {
    let mut terms = Terms::new();
    let literals: Vec<(Term, bool, u32)> = facts
        .iter()
        .zip(0..)
        .map(|(fact, origin)| match fact.strip_prefix('!') {
            Some(fact) => (terms.term(fact), false, origin),
            None => (terms.term(fact), true, origin),
        })
        .collect();
    let conjunction = Conjunction::new(&terms.context.store, &literals);
    let budget = Budget::unlimited();
    read(&mut terms.context.env(&budget, 0), &conjunction).expect("the budget is unlimited")
}

/// The numbers of languages, equations, claims, sums and leftovers.
fn sizes(facts: &[&str]) -> [usize; 5] {
    let reading = reading(facts);
    let languages = reading.variables.iter().map(|variable| variable.languages.len()).sum();
    let (equations, claims) = (reading.equations.len(), reading.claims.len());
    [languages, equations, claims, reading.sums.len(), reading.leftovers.len()]
}

#[test]
fn relations_of_a_variable_and_a_word_are_languages() {
    for fact in ["(= x \"ab\")", "(= \"ab\" x)", "(str.prefixof \"a\" x)", "(str.contains x \"b\")"] {
        assert_eq!(sizes(&[fact]), [1, 0, 0, 0, 0], "{fact}");
        assert_eq!(sizes(&[&format!("!{fact}")]), [1, 0, 0, 0, 0], "not {fact}");
    }
    assert_eq!(sizes(&["(str.is_digit x)"]), [1, 0, 0, 0, 0]);
}

#[test]
fn other_relations_are_equations_or_claims() {
    for fact in ["(= x y)", "(str.prefixof x \"ab\")", "(str.contains x y)", "(= (str.++ x y) \"ab\")"] {
        assert_eq!(sizes(&[fact]), [0, 1, 0, 0, 0], "{fact}");
        assert_eq!(sizes(&[&format!("!{fact}")]), [0, 0, 1, 0, 0], "not {fact}");
    }
    assert_eq!(sizes(&["(str.in_re (str.++ x y) re.allchar)"]), [1, 1, 0, 0, 0]);
}

#[test]
fn functions_are_left_out() {
    assert_eq!(sizes(&["(= x (str.rev y))", "(= (str.len x) 2)"]), [0, 0, 0, 1, 1]);
    assert_eq!(reading(&["(= (str.len x) 2)", "(= x (str.rev y))"]).leftovers, [1]);
}

#[test]
fn a_number_that_is_not_looked_into_is_no_leftover() {
    let reading = reading(&["(= (str.len x) (str.to_int y))"]);
    assert!(reading.is_partial && reading.leftovers.is_empty() && reading.sums[0].numbers.len() == 1);
}
