//! Formulas against the evaluator: words satisfy a formula exactly when they satisfy its system.

use tress_base::Budget;

use super::{Failure, LanguageProblem, Why};
use tress_rewrite::env::SolveContext;
use tress_rewrite::testing::Terms;
use tress_term::model::Model;
use tress_term::term::{SymbolId, Term, Value};

/// The symbols `x`, `y` and `z`.
fn strings(terms: &mut Terms) -> [SymbolId; 3] {
    ["x", "y", "z"].map(|name| {
        let term = terms.term(name);
        terms.context.store.as_constant(term).expect("a constant")
    })
}

fn problem(terms: &mut Terms, formulas: &[&str]) -> (Vec<Term>, Result<LanguageProblem, Failure>) {
    let symbols = strings(terms);
    let formulas: Vec<Term> = formulas.iter().map(|text| terms.term(text)).collect();
    let SolveContext { store, evaluator, .. } = &mut terms.context;
    let made = LanguageProblem::new(store, evaluator, &formulas, &symbols, &Budget::unlimited());
    (formulas, made)
}

/// All words over `a` and `b` of at most two characters.
fn words() -> Vec<&'static str> {
    vec!["", "a", "b", "aa", "ab", "ba", "bb"]
}

/// Compares the system with the formulas on short words.
fn check(formulas: &[&str]) {
    let mut terms = Terms::new();
    let symbols = strings(&mut terms);
    let (formulas, made) = problem(&mut terms, formulas);
    let made = made.expect("it is of the form");
    let budget = Budget::unlimited();
    for x in words() {
        for y in words() {
            for z in words() {
                let mut model = Model::new();
                symbols
                    .iter()
                    .zip([x, y, z])
                    .for_each(|(symbol, word)| model.set(*symbol, Value::text(word)));
                let SolveContext { store, evaluator, .. } = &mut terms.context;
                let holds = formulas
                    .iter()
                    .all(|formula| evaluator.eval(store, *formula, &model, &budget) == Ok(Value::Bool(true)));
                let held =
                    made.system.around(&made.words(&model, &budget).unwrap(), &budget).unwrap().is_some();
                // A defined word is what its definition makes of the others.
                let defined = symbols.iter().zip([x, y, z]).all(|(symbol, word)| {
                    let pieces = made.pieces(*symbol, &budget).unwrap();
                    let spelled: String =
                        pieces.iter().map(|piece| spell(piece, &symbols, [x, y, z])).collect();
                    spelled == word
                });
                assert_eq!(held && defined, holds, "{x:?} {y:?} {z:?}");
            }
        }
    }
}

fn spell(piece: &super::Piece, symbols: &[SymbolId; 3], words: [&str; 3]) -> String {
    match piece {
        super::Piece::Text(word) => word.iter().filter_map(|c| char::from_u32(*c)).collect(),
        super::Piece::Symbol(symbol) => {
            symbols.iter().position(|other| other == symbol).map(|at| words[at].to_owned()).unwrap()
        }
    }
}

#[test]
fn memberships_of_concatenations() {
    check(&["(str.in_re (str.++ x \"b\" y) (re.+ (str.to_re \"ab\")))"]);
    check(&["(not (str.in_re (str.++ x y x) (re.* (str.to_re \"ab\"))))", "(str.in_re y re.allchar)"]);
    check(&["(str.in_re (str.++ x (str.replace \"cb\" \"c\" \"a\")) (str.to_re \"aab\"))"]);
}

#[test]
fn memberships_in_other_words() {
    for atom in [
        "(= (str.++ x \"b\") \"ab\")",
        "(distinct x \"ab\")",
        "(not (= \"ab\" (str.++ x y)))",
        "(str.prefixof \"a\" (str.++ x y))",
        "(str.suffixof \"ab\" x)",
        "(not (str.contains (str.++ x y) \"ba\"))",
        "(= (str.len x) 1)",
        "(distinct (str.len x) 1)",
        "(< (str.len (str.++ x y)) 2)",
        "(>= 2 (+ (str.len x) (str.len y)))",
        "(> (* 2 (str.len x)) 1)",
        "(<= 3 (* 2 (str.len x)))",
        "(> (- 1) (- (str.len x)))",
        "(< (str.len x) (- 1))",
        "(not (> (+ (str.len x) 1) 2))",
    ] {
        check(&[atom]);
    }
}

#[test]
fn combinations_about_one_concatenation() {
    check(&["(or (= x \"a\") (str.in_re x (re.* (str.to_re \"b\"))))"]);
    check(&["(xor (str.prefixof \"a\" x) (str.suffixof \"a\" x) (= x \"a\"))"]);
    check(&["(=> (str.prefixof \"a\" x) (= (str.len x) 2) (= x \"ab\"))"]);
    check(&["(ite (= x \"a\") false (= (str.len x) 1))"]);
    check(&["(= (str.prefixof \"a\" x) (str.suffixof \"b\" x))"]);
    check(&["(not (=> (= x \"a\") (= y \"b\")))"]);
    check(&["(and (= x \"a\") (not (or (= y \"a\") (= z \"b\"))))"]);
    check(&["true", "(or false (= 1 1))"]);
    check(&["(= x \"a\")", "(= 1 2)"]);
}

#[test]
fn definitions_are_put_in() {
    check(&["(= z (str.++ x y))", "(str.in_re z (re.+ (str.to_re \"ab\")))"]);
    check(&["(= (str.++ x \"a\") y)", "(= z y)", "(str.in_re z (re.* (str.to_re \"ba\")))"]);
    check(&["(= x y)", "(= y x)", "(= z \"a\")", "(distinct x \"b\")"]);
    check(&["(= x \"a\")", "(= x \"b\")"]);
    check(&["(= (str.++ x y) (str.++ y z))", "(= z x)", "(= y \"\")"]);
}

#[test]
fn what_says_something_else_is_named() {
    let why = |text: &str| {
        let mut terms = Terms::new();
        match problem(&mut terms, &["(= x \"a\")", text]).1 {
            Err(Failure::Misfit(number, misfit)) => (number, misfit.why),
            other => panic!("{text}: {other:?}"),
        }
    };
    for (text, expected) in [
        ("(str.< x y)", Why::Other),
        ("(> (str.len x) m)", Why::Other),
        ("(> (str.len x) (str.len y))", Why::Other),
        ("(str.in_re (str.replace x \"a\" \"b\") re.all)", Why::NoConcatenation),
        ("(str.in_re x (str.to_re y))", Why::NoConstant),
        ("(str.contains x y)", Why::NoConstant),
        ("(or (= x \"a\") (= y \"b\"))", Why::Mixed),
        ("(not (= y z))", Why::NoDefinition),
        ("(= (str.++ \"a\" y) (str.++ z \"b\"))", Why::NoDefinition),
        ("(= y (str.++ y z))", Why::NoDefinition),
        ("(< 1000000000000000000000000000000 (str.len x))", Why::TooLarge),
        ("(forall ((u String)) (= u x))", Why::Other),
        ("a", Why::Other),
    ] {
        assert_eq!(why(text), (1, expected), "{text}");
    }
}
