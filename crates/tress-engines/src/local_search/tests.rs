//! What is computed, which words are tried, and what the engine finds with them.

use tress_base::Budget;

use super::candidates::Candidates;
use super::characters::Distinguished;
use super::definitions::Computed;
use super::*;
use tress_rewrite::problem::Fact;
use tress_rewrite::testing::Terms;
use tress_term::term::Term;

fn problem(facts: &[&str]) -> (Terms, Problem) {
    let mut terms = Terms::new();
    let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let facts = facts.into_iter().zip(0..).map(|(term, origin)| Fact { term, origin }).collect();
    let problem = Problem::new(&terms.context.store, facts);
    (terms, problem)
}

/// The names of the symbols that are left to guess; `None` when none is computed.
fn left(facts: &[&str]) -> Option<String> {
    let (mut terms, problem) = problem(facts);
    let computed = Computed::new(&mut terms.context.store, &problem, &Budget::unlimited())?;
    let names =
        computed.problem.symbols.iter().map(|symbol| terms.context.store.symbol(*symbol).name.clone());
    Some(names.collect::<Vec<_>>().join(" "))
}

#[test]
fn symbols_are_computed_from_what_is_left() {
    let cases = "(or (= x \"\") (and (not (= x \"\")) (= y (str.rev x))))";
    assert_eq!(left(&[cases]).as_deref(), Some("x"));
    let next = "(or (= y \"\") (= z (str.++ y \"a\")))";
    assert_eq!(left(&[cases, next]).as_deref(), Some("x"));
    assert_eq!(left(&[next, cases]).as_deref(), Some("x"));
    // In a circle, one symbol has to be guessed.
    assert_eq!(left(&[cases, "(or a (= x (str.to_lower y)))"]).as_deref(), Some("a x"));
}

#[test]
fn only_equations_that_may_hold_define() {
    assert_eq!(left(&["(not (= y (str.rev x)))"]), None);
    assert_eq!(left(&["(or a (= x (str.++ x \"a\")))"]), None);
    assert_eq!(left(&["(or a (= x \"b\"))"]), None);
    assert_eq!(left(&["(not (and a (not (= y (str.rev x)))))"]).as_deref(), Some("a x"));
}

#[test]
fn characters_are_those_of_the_functions() {
    let characters = |fact: &str| {
        let (terms, problem) = problem(&[fact]);
        let found = Distinguished::new(&terms.context.store, &problem, &Budget::unlimited())?;
        Some(found.characters.into_iter().filter_map(char::from_u32).collect::<String>())
    };
    assert_eq!(characters("(= (str.replace_all x \"<\" \"&l\") y)").as_deref(), Some("<&la"));
    assert_eq!(characters("(= (str.replace (str.to_lower x) \"a\" \"-\") y)").as_deref(), Some("aA-bB"));
    assert_eq!(characters("(= (str.++ x \"a\") y)"), None);
}

#[test]
fn words_for_functions_come_shortest_first() {
    let (terms, problem) = problem(&["(= (str.replace_all x \"<\" \"\") (str.++ y \"tea\"))"]);
    let candidates = Candidates::new(&terms.context.store, &problem, &Budget::unlimited());
    let words: Vec<Vec<Value>> = problem
        .symbols
        .iter()
        .map(|symbol| candidates.of(&terms.context.store, *symbol, Sort::String).to_vec())
        .collect();
    let text = |texts: &[&str]| texts.iter().map(|text| Value::text(text)).collect::<Vec<_>>();
    assert!(words[0].starts_with(&text(&["", "<", "a", "tea", "<<", "<a", "a<", "aa", "<<<"])));
    // No function reads the other symbol.
    assert!(words[1].starts_with(&text(&["", "<", "tea"])));
}

/// Three symbols in a chain of cases: the value of the last is far from every constant.
#[test]
fn a_chain_of_functions_is_followed() {
    let facts = [
        "(or (and (= x \"\") (= y \"\")) (and (not (= x \"\")) (= y (str.replace_all x \"<\" \"&lt;\"))))",
        "(or (and (= y \"\") (= z \"\")) (and (not (= y \"\")) (= z (str.replace_all y \"&\" \"&amp;\"))))",
        "(> (str.len z) (+ 1 (* 6 (str.len x))))",
    ];
    let (mut terms, problem) = problem(&facts);
    let budget = Budget::unlimited();
    let task = Task { problem: &problem, tracked: &|_| true, share: 100_000, depth: 0 };
    let outcome = LocalSearch.solve(&mut terms.context.env(&budget, 0), &task).expect("no limit");
    let Outcome::Model(model) = outcome else { panic!("x is <") };
    let values: Vec<Option<Value>> =
        problem.symbols.iter().map(|symbol| model.get(*symbol).cloned()).collect();
    assert_eq!(values, ["<", "&lt;", "&amp;lt;"].map(|word| Some(Value::text(word))));
}
