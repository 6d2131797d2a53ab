//! Whole questions with quantifiers, each with the answer that follows by hand.

use tress_base::Budget;

use super::fixed::fixed;
use super::table::Table;
use super::*;
use crate::options::{Opt, Options};
use crate::session::{Session, run};
use crate::smtlib::print::term_text;
use crate::testing::Terms;

/// Declarations that all questions share.
const DECLARED: &str = "(declare-const x String)(declare-const y String)(declare-const m Int)
    (declare-const a Bool)(declare-const r Real)(declare-fun f (Int) Int)";

/// Milliseconds for one question.
const LIMIT: u64 = 20_000;

fn answers(text: &str) -> String {
    let mut output = Vec::new();
    let mut options = Options::default();
    options.set_number(Opt::Timeout, LIMIT);
    run(&mut Session::new(options), format!("{DECLARED}{text}").as_bytes(), &mut output)
        .expect("memory can be written");
    String::from_utf8_lossy(&output).trim().to_owned()
}

fn check(formulas: &[&str], expected: &str) {
    let asserts: String = formulas.iter().map(|formula| format!("(assert {formula})")).collect();
    assert_eq!(answers(&format!("{asserts}(check-sat)")), expected, "{formulas:?}");
}

#[test]
fn universal_formulas_without_free_symbols_are_decided() {
    check(&["(forall ((w String)) (>= (str.len w) 0))"], "sat");
    check(&["(forall ((w String)) (> (str.len w) 0))"], "unsat");
    check(&["(forall ((n Int)) (=> (> n 3) (> (* 2 n) 7)))"], "sat");
    check(&["(forall ((s Real) (t Real)) (=> (< s t) (< (/ s 2.0) t)))"], "unsat");
    check(&["(forall ((p Bool)) (or p (not p)))"], "sat");
    check(
        &["(forall ((w String)) (=> (str.in_re w (re.+ (str.to_re \"ab\"))) (str.prefixof \"a\" w)))"],
        "sat",
    );
}

#[test]
fn values_of_free_symbols_are_found() {
    check(&["(forall ((w String)) (=> (str.prefixof w x) (str.in_re w (re.* (str.to_re \"a\")))))"], "sat");
    let first = "(forall ((i Int)) (=> (and (<= 0 i) (< i (str.len x))) (= (str.at x i) (str.at x 0))))";
    check(&[first, "(str.suffixof \"b\" x)", "(= (str.len x) 4)"], "sat");
    check(&[first, "(str.suffixof \"b\" x)", "(= (str.at x 2) \"a\")"], "unsat");
    check(&["(forall ((n Int)) (>= (abs n) m))", "(> m (- 4))"], "sat");
    check(&["(forall ((n Int)) (> n m))"], "unsat");
}

#[test]
fn parts_of_words_are_instances() {
    let turned = "(forall ((v String) (w String)) (=> (= (str.++ v w) x) (= (str.++ w v) x)))";
    check(&[turned, "(str.contains x \"ab\")"], "unsat");
    check(&[turned, "(str.contains x \"aa\")"], "sat");
    let ends = "(forall ((v String)) (=> (str.suffixof v x) (str.prefixof v x)))";
    check(&[ends, "(str.contains x \"ba\")"], "unsat");
}

#[test]
fn existential_formulas_have_witnesses() {
    check(
        &["(exists ((w String)) (and (= x (str.++ w w)) (= (str.len w) 2)))", "(= (str.len x) 5)"],
        "unsat",
    );
    check(&["(exists ((w String)) (and (= x (str.++ w w)) (= (str.len w) 2)))"], "sat");
    check(&["(not (forall ((w String)) (= w x)))"], "sat");
}

#[test]
fn quantifiers_stand_anywhere() {
    let all = "(forall ((w String)) (=> (str.prefixof w x) (str.prefixof w y)))";
    check(&[&format!("(= a {all})"), "a", "(not (str.prefixof x y))"], "unsat");
    check(&[&format!("(= a {all})"), "(not a)", "(str.prefixof x y)"], "unsat");
    check(&[&format!("(= a {all})"), "a", "(= (str.len x) 2)"], "sat");
    check(&[&format!("(xor a {all})"), "(not a)", "(= x \"ab\")"], "sat");
    check(&[&format!("(= m (ite {all} 1 2))"), "(= m 2)", "(= x \"\")"], "unsat");
    check(&[&format!("(or (= x \"a\") {all})"), "(= y \"b\")"], "sat");
}

#[test]
fn quantifiers_below_quantifiers() {
    check(&["(forall ((n Int)) (exists ((k Int)) (> k n)))"], "sat");
    check(&["(exists ((k Int)) (forall ((n Int)) (> k n)))"], "unsat");
    check(&["(forall ((v String)) (exists ((w String)) (and (str.prefixof v w) (not (= v w)))))"], "sat");
    check(&["(exists ((v String)) (forall ((w String)) (str.prefixof v w)))", "(= x \"\")"], "sat");
    check(
        &["(exists ((v String)) (and (not (= v \"\")) (forall ((w String)) (str.prefixof v w))))"],
        "unsat",
    );
}

#[test]
fn functions_have_values_below_quantifiers() {
    check(&["(= (f 1) 5)", "(forall ((n Int)) (<= (f n) 5))"], "sat");
    check(&["(= (f 1) 5)", "(forall ((n Int)) (< (f n) 5))"], "unsat");
}

#[test]
fn a_defined_formula_can_be_put_into_itself() {
    // The inner formula says that only "a" is "a", which is false; the outer one, that some word
    // and only "a" differ from it.
    let text = "(define-fun same ((p Bool)) Bool (forall ((z String)) (= p (= z \"a\"))))
        (push)(assert (same (same true)))(check-sat)(pop)
        (assert (not (same (not (same a)))))(check-sat)";
    assert_eq!(answers(text), "unsat\nsat");
}

#[test]
fn deep_nests_end() {
    // True when `a` is, which may be found or not.
    let mut text = String::from("(or a (= x y))");
    for place in 0..2000 {
        let quantifier = if place % 2 == 0 { "forall" } else { "exists" };
        text = format!(
            "({quantifier} ((v{place} String)) (or (str.contains x v{place}) (= y v{place} x) {text}))"
        );
        text = text.replace("(= x y)", &format!("(= x y v{place})"));
    }
    let answer = answers(&format!("(assert {text})(check-sat)"));
    assert!(["sat", "unknown"].contains(&answer.as_str()), "{answer}");
}

#[test]
fn what_cannot_be_shown_is_not_claimed() {
    check(&["(forall ((n Int)) (< (f n) (f (+ n 1))))"], "unknown");
}

#[test]
fn truth_values_stand_for_formulas() {
    let mut terms = Terms::new();
    let formula =
        terms.term("(or a (not (exists ((w String)) (and (= w x) (forall ((v String)) (= v w))))))");
    let mut table = Table::default();
    let image = table.image(&mut terms.workshop.store, &Budget::unlimited(), formula).expect("no limit");
    assert!(!occur(&terms.workshop.store, &[image]));
    assert_eq!(table.asked(), [0], "only the outer one, and as a universal formula");
    assert_eq!(table.unsettled(), None, "it can be false without a witness");
    let negated = terms.workshop.store.not(formula);
    table.image(&mut terms.workshop.store, &Budget::unlimited(), negated).expect("no limit");
    assert_eq!(table.unsettled(), Some(0));
}

#[test]
fn values_stand_for_free_symbols_only() {
    let mut terms = Terms::new();
    let formula = terms.term("(forall ((w String)) (= w (str.++ x y)))");
    let [w, x] = ["w", "x"].map(|name| {
        let is_named = |term: &Term| {
            terms
                .workshop
                .store
                .as_constant(*term)
                .is_some_and(|symbol| &*terms.workshop.store.symbol(symbol).name == name)
        };
        let part =
            post_order(&terms.workshop.store, &[formula]).into_iter().find(is_named).expect("it occurs");
        terms.workshop.store.as_constant(part).expect("a constant")
    });
    let mut model = Model::new();
    model.set(x, Value::text("a"));
    model.set(w, Value::text("b"));
    let bound = std::iter::once(w).collect();
    let new =
        fixed(&mut terms.workshop.store, &Budget::unlimited(), &model, &bound, formula).expect("no limit");
    let text = term_text(&terms.workshop.store, new, Default::default());
    assert_eq!(text, "(forall ((w String)) (= w (str.++ \"a\" y)))");
}
