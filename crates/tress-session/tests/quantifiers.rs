//! Whole questions with quantifiers, each with the answer that follows by hand.

use tress_session::{Session, run};
use tress_solver::options::{Opt, Options};

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
fn formulas_that_define_a_function_are_macros() {
    let next = "(forall ((n Int)) (= (f n) (+ n 1)))";
    check(&[next, "(= (f (f m)) 7)"], "sat");
    check(&[next, "(= (f (f m)) 7)", "(distinct m 5)"], "unsat");
    check(&["(forall ((n Int)) (= (+ n m) (f n)))", "(= (f 2) 1)", "(> m 0)"], "unsat");
    check(&[next, "(forall ((n Int)) (=> (> n m) (> (f n) 4)))", "(< m 5)"], "sat");
    check(&[next, "(exists ((n Int)) (= (f n) n))"], "unsat");
    check(&[next, "(forall ((n Int)) (= (f n) (+ 1 n)))"], "sat");
    check(&[next, "(forall ((n Int)) (= (f n) (+ 2 n)))"], "unsat");
    check(&["(forall ((n Int)) (= (f n) (+ (f n) 1)))"], "unsat");
}

#[test]
fn models_tell_macros_by_their_terms() {
    let declared = "(declare-fun g (String Int) String)(declare-fun p (Int) Bool)(declare-const x!0 Int)
        (declare-fun q (Int) Bool)";
    let text = format!(
        "{declared}
        (assert (forall ((k Int) (w String)) (= (g w k) (str.++ (str.at w k) y (str.from_int (f m))))))
        (assert (forall ((n Int)) (= (f n) (+ n x!0))))
        (assert (forall ((n Int)) (= (> n 3) (p n))))
        (assert (forall ((n Int)) (not (q n))))
        (assert (= y \"-\"))(assert (= m 4))(assert (= x!0 2))
        (assert (= x (g \"abc\" 1)))(check-sat)(get-model)
        (get-value (x (g \"xyz\" 2) (f 3) (p 3) (p 4) (q 1) (g (g \"ab\" 0) (f (- 2)))))"
    );
    let expected = "sat
(
(define-fun x () String \"b-6\")
(define-fun y () String \"-\")
(define-fun m () Int 4)
(define-fun a () Bool false)
(define-fun r () Real 0.0)
(define-fun x!0 () Int 2)
(define-fun f ((x!1 Int)) Int (+ x!1 x!0))
(define-fun g ((x!0 String) (x!1 Int)) String (str.++ (str.at x!0 x!1) y (str.from_int (f m))))
(define-fun p ((x!0 Int)) Bool (> x!0 3))
(define-fun q ((x!0 Int)) Bool false)
)
((x \"b-6\") ((g \"xyz\" 2) \"z-6\") ((f 3) 5) ((p 3) false) ((p 4) true) ((q 1) false) ((g (g \"ab\" 0) (f (- 2))) \"a-6\"))";
    assert_eq!(answers(&text), expected);
}

#[test]
fn macros_end_with_their_level() {
    let text = "(push)(assert (forall ((n Int)) (= (f n) (+ n 1))))(assert (= (f m) 3))(check-sat)(get-value (m (f 7)))(pop)
        (declare-const later Int)(assert (= (f 1) 5))(check-sat)(get-value ((f 1)))
        (push)(assert (forall ((n Int)) (= (f n) (+ n later))))(check-sat)(get-value (later (f 7)))
        (declare-const last Int)(assert (= last 3))(check-sat)(get-value (last (f 7)))(pop)
        (check-sat-assuming ((= (f 1) 6)))(check-sat)(get-value ((f 1)))";
    let expected =
        "sat\n((m 2) ((f 7) 8))\nsat\n(((f 1) 5))\nsat\n((later 4) ((f 7) 11))\nsat\n((last 3) ((f 7) 11))
unsat\nsat\n(((f 1) 5))";
    assert_eq!(answers(text), expected);
}

#[test]
fn cores_name_the_macros_that_they_reach() {
    let text = "(set-option :produce-unsat-cores true)(set-option :produce-unsat-assumptions true)
        (declare-fun g (Int) Int)(declare-fun h (Int) Int)
        (assert (! (forall ((n Int)) (= (f n) (+ n 1))) :named F))
        (assert (! (forall ((n Int)) (= (g n) (f (f n)))) :named G))
        (assert (! (forall ((n Int)) (= (h n) (f n))) :named H))
        (push)(assert (! (= (g m) 4) :named A))(assert (! (> m 2) :named B))(assert (! (< m 9) :named C))
        (check-sat)(get-unsat-core)(pop)
        (push)(assert (! (= (f m) 4) :named D))
        (check-sat-assuming (a (! (> m 3) :named E)))(get-unsat-core)(get-unsat-assumptions)(pop)
        (assert (! (forall ((n Int)) (= (g n) (+ n 3))) :named I))(check-sat)(get-unsat-core)";
    let text = text.replace("(! (> m 3) :named E)", "(> m 3)");
    assert_eq!(answers(&text), "unsat\n(F G A B)\nunsat\n(F D)\n((> m 3))\nunsat\n(F G I)");
}

#[test]
fn macros_keep_to_the_alphabet() {
    let ask = |formula: &str| {
        let text = format!(
            "(set-option :alphabet 100)(declare-const x String)(declare-const m Int)
            (declare-const q (Seq String))(declare-fun f (Int) String)(declare-fun p (Int) Bool)
            (assert (forall ((i Int)) (= (p i) (> i (str.len x)))))(assert (p 3)){formula}(check-sat)"
        );
        let mut output = Vec::new();
        run(&mut Session::new(Options::default()), text.as_bytes(), &mut output)
            .expect("memory can be written");
        String::from_utf8_lossy(&output).trim().to_owned()
    };
    assert_eq!(ask(""), "sat");
    assert_eq!(ask("(assert (forall ((i Int)) (= (f i) (str.++ x (ite (p i) \"a\" \"b\")))))"), "sat");
    assert_eq!(
        ask("(assert (forall ((i Int)) (= (f i) (str.from_code i))))(assert (= (str.len (f 100)) 1))"),
        "unsat"
    );
    assert_eq!(ask("(assert (forall ((i Int)) (= (f i) (seq.nth q i))))"), "unknown");
}
