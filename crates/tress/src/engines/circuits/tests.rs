//! What circuits compute, against the evaluator; and what the engine finds.

use tress_base::Budget;

use super::*;
use crate::problem::Fact;
use crate::term::{SymbolId, Term, Value};
use crate::testing::Terms;

fn solve(terms: &mut Terms, facts: &[String]) -> (Problem, Outcome) {
    let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let facts = facts.into_iter().zip(0..).map(|(term, origin)| Fact { term, origin }).collect();
    let problem = Problem::new(&terms.workshop.store, facts);
    let budget = Budget::unlimited();
    let task = Task { problem: &problem, tracked: &|_| true, share: u64::MAX };
    let outcome = Circuits.solve(&mut terms.workshop.env(&budget, 0), &task).expect("no limit");
    (problem, outcome)
}

/// The model of the engine, under which the evaluator finds every fact true.
fn model(facts: &[&str]) -> Option<Box<Model>> {
    let mut terms = Terms::new();
    let facts: Vec<String> = facts.iter().map(|fact| (*fact).to_string()).collect();
    let (problem, outcome) = solve(&mut terms, &facts);
    let Outcome::Model(model) = outcome else { return None };
    let budget = Budget::unlimited();
    let mut env = terms.workshop.env(&budget, 0);
    for fact in &problem.facts {
        assert_eq!(env.eval(fact.term, &model), Ok(Value::Bool(true)), "{facts:?} {model:?}");
    }
    Some(model)
}

fn symbol(terms: &mut Terms, name: &str) -> SymbolId {
    let term = terms.term(name);
    terms.workshop.store.as_constant(term).expect("a constant")
}

const WORDS: [&str; 9] = ["", "a", "b", "ab", "ba", "aab", "7", "10", "B0a"];
const NUMBERS: [i64; 7] = [-2, -1, 0, 1, 2, 3, 10];

/// Holds x, y, m and n at values and asks the circuit for the value of a term.
fn check_term(text: &str, sort: &str, full: bool) {
    let mut terms = Terms::new();
    let term = terms.term(text);
    let out = match sort {
        "String" => "z",
        "Int" => "k",
        _ => "c",
    };
    let [x, y, m, n, out_symbol] = ["x", "y", "m", "n", out].map(|name| symbol(&mut terms, name));
    let mut count = 0;
    for (i, first) in WORDS.iter().enumerate() {
        for (j, second) in WORDS.iter().enumerate() {
            for (p, number) in NUMBERS.iter().enumerate() {
                count += 1;
                if !full && (i + j + p) % 3 != 0 {
                    continue;
                }
                let other = NUMBERS[(count * 5) % NUMBERS.len()];
                let facts = [
                    format!("(= x \"{first}\")"),
                    format!("(= y \"{second}\")"),
                    format!("(= m {number})"),
                    format!("(= n {other})"),
                    format!("(= {out} {text})"),
                ];
                let (_, outcome) = solve(&mut terms, &facts);
                let Outcome::Model(found) = outcome else { panic!("{facts:?}: no model") };
                let mut given = Model::new();
                given.set(x, Value::text(first));
                given.set(y, Value::text(second));
                given.set(m, Value::Int((*number).into()));
                given.set(n, Value::Int(other.into()));
                let budget = Budget::unlimited();
                let expected = terms.workshop.env(&budget, 0).eval(term, &given).expect("a value");
                assert_eq!(found.get(out_symbol), Some(&expected), "{facts:?}");
            }
        }
    }
}

#[test]
fn words_are_computed_like_the_evaluator_does() {
    for text in [
        "(str.++ x y)",
        "(str.at x m)",
        "(str.substr x m n)",
        "(str.replace x y \"cc\")",
        "(str.replace x y x)",
        "(str.replace_all x \"a\" \"c\")",
        "(str.rev x)",
        "(str.to_upper x)",
        "(str.to_lower x)",
        "(str.from_int m)",
        "(str.from_code (+ m 48))",
        "(ite (str.< x y) x y)",
    ] {
        check_term(text, "String", false);
    }
}

#[test]
fn numbers_of_words_are_computed_like_the_evaluator_does() {
    for text in [
        "(str.len (str.++ x y))",
        "(str.indexof x y m)",
        "(str.last_indexof x y)",
        "(str.to_int x)",
        "(str.to_code x)",
        "(+ (* 3 m) n (str.len x))",
        "(- m n)",
        "(* m n)",
        "(div m 3)",
        "(mod m (- 3))",
        "(abs m)",
    ] {
        check_term(text, "Int", false);
    }
}

#[test]
fn truths_of_words_are_computed_like_the_evaluator_does() {
    for text in [
        "(str.prefixof x y)",
        "(str.suffixof x y)",
        "(str.contains x y)",
        "(str.is_digit x)",
        "(str.<= x y)",
        "(= x y)",
        "(distinct m n 3)",
        "(str.in_re x (re.++ (re.* (re.range \"a\" \"b\")) (re.opt (str.to_re \"0\"))))",
        "(str.in_re (str.++ x y) (re.comp (re.++ re.all (str.to_re \"ab\") re.all)))",
        "((_ divisible 3) m)",
        "(=> (< m n) (xor (= x y) (>= m 2)))",
    ] {
        check_term(text, "Bool", false);
    }
}

#[test]
fn words_longer_than_the_first_bound_are_found() {
    assert!(
        model(&["(= (str.len x) 40)", "(str.suffixof \"ab\" x)", "(not (str.contains x \"aa\"))"]).is_some()
    );
    assert!(model(&["(= (str.to_int x) 123456789)", "(str.prefixof \"00\" x)"]).is_some());
    assert!(model(&["(= n 1000000)", "(= x (str.from_int (+ n m)))", "(str.prefixof \"77\" x)"]).is_some());
}

/// A sum of digits, every second one doubled, like those that guard card numbers.
#[test]
fn a_sum_of_digits_is_found() {
    let digit = |place: usize| format!("(str.to_int (str.at x {place}))");
    let doubled = |place: usize| {
        let d = digit(place);
        format!("(ite (< (* 2 {d}) 10) (* 2 {d}) (- (* 2 {d}) 9))")
    };
    let sum: Vec<String> = (0..12).map(|at| if at % 2 == 0 { doubled(at) } else { digit(at) }).collect();
    let checked = format!("(= 0 (mod (+ {}) 10))", sum.join(" "));
    let digits = "(str.in_re x ((_ re.^ 12) (re.range \"1\" \"9\")))";
    assert!(model(&[&checked, digits]).is_some());
}

#[test]
fn a_bound_refutes_nothing() {
    let mut terms = Terms::new();
    let (_, outcome) = solve(&mut terms, &["(= (str.len x) 1000)".to_string()]);
    assert!(matches!(outcome, Outcome::GaveUp(Reason::Incomplete)));
    let (_, outcome) = solve(&mut terms, &["(= x \"a\")".to_string(), "(= x \"b\")".to_string()]);
    assert!(matches!(outcome, Outcome::GaveUp(Reason::Incomplete)));
}

#[test]
fn what_has_no_circuit_is_left_to_others() {
    assert!(model(&["(= (str.replace_all x \"a\" \"bb\") \"bb\")"]).is_none());
    assert!(model(&["(str.in_re x (str.to_re y))"]).is_none());
}
