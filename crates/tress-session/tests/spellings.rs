//! What z3 and cvc5 write and the standard does not have.

mod answer;

use std::fs;
use std::path::{Path, PathBuf};

use answer::answer;

/// Milliseconds for one problem; most take a few.
const LIMIT: u64 = 20_000;

fn check(script: &str, expected: &[&str]) {
    let got = answer(script, LIMIT);
    assert_eq!(got.lines().collect::<Vec<_>>(), expected, "\nscript:\n{script}");
}

/// The script's last reply must be an error with this text.
fn check_error(script: &str, text: &str) {
    let got = answer(script, LIMIT);
    let line = got.lines().last().unwrap_or_default();
    assert!(line.starts_with("(error \"") && line.contains(text), "{script}\n{line}");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/z3py")
}

/// What `to_smt2()` writes is read, and answered as z3 did; `scripts/z3py_strings.py` wrote both.
#[test]
fn problems_that_z3py_writes_are_answered_as_z3_does() {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).expect("the folder").map(|entry| entry.expect("readable").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "smt2"));
    files.sort();
    assert_eq!(files.len(), 42);
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("problems are text");
        let status = text.split("(set-info :status ").nth(1).and_then(|rest| rest.split(')').next());
        let got = answer(&text, LIMIT);
        if Some(got.as_str()) != status {
            wrong.push(format!("{}: {got}, not {status:?}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Random terms without variables in z3's spellings have the values that z3 computes.
#[test]
fn operators_mean_what_z3_computes() {
    let equations = fs::read_to_string(folder().join("equations.txt")).expect("the equations");
    assert_eq!(equations.lines().count(), 400);
    for equation in equations.lines() {
        check(&format!("(simplify {equation})"), &["true"]);
    }
}

#[test]
fn other_names_of_operators_are_read() {
    for term in [
        "(= (seq.replace_all \"aba\" \"a\" \"c\") \"cbc\")",
        "(= (seq.rev \"abc\") \"cba\")",
        "(= (str.toLower \"AbC\") \"abc\" (str.to_lower \"aBc\"))",
        "(= (str.toUpper \"AbC\") \"ABC\")",
        "(= (seq.update \"abc\" 1 \"x\") \"axc\")",
        "(= (seq.replace_re \"xaay\" (re.+ (str.to_re \"a\")) \"b\") \"xbay\")",
        "(= (str.lastindexof \"abab\" \"ab\") 2)",
        "(str.in_re \"aa\" (as re.full (RegEx (Seq Unicode))))",
    ] {
        check(&format!("(simplify {term})"), &["true"]);
    }
    check(
        "(declare-const r (RegEx String))(declare-const w (Seq Unicode))(assert (str.in_re w r))
         (assert (= w \"a\"))(assert (not (str.in_re \"b\" r)))(check-sat)(get-value (w))",
        &["sat", "((w \"a\"))"],
    );
}

/// A problem that defines such a function itself means its own.
#[test]
fn other_names_may_be_declared() {
    check("(define-fun seq.len ((s String)) Int 7)(simplify (seq.len \"\"))", &["7"]);
    check(
        "(declare-sort Unicode 0)(declare-const c Unicode)(check-sat)(get-value (c))",
        &["sat", "((c (as @Unicode_0 Unicode)))"],
    );
    check_error("(declare-const str.len Int)", "str.len is an operator of the language");
}

#[test]
fn characters_have_a_sort_of_their_own() {
    let declared = "(declare-const c Unicode)(declare-const s String)";
    for (wrong, text) in [
        ("(assert (= c s))", "has sort String, expected Unicode"),
        ("(assert (= (str.len c) 1))", "argument 1 of str.len has sort Unicode, expected String"),
        ("(assert (= (seq.unit s) s))", "has sort String, expected (Seq String)"),
        ("(assert (= (seq.nth s 0) \"a\"))", "has sort String, expected Unicode"),
        ("(assert (char.<= c 5))", "argument 2 of char.<= has sort Int, expected Unicode"),
        ("(assert (char.<= c))", "char.<= takes 2 arguments, not 1"),
        ("(assert (ite true c s))", "has sort String, expected Unicode"),
        ("(define-fun f ((d Unicode)) Int 1)(assert (= (f s) 1))", "argument 1 of f has sort String"),
        ("(assert c)", "expected a term of sort Bool, this has sort Unicode"),
        ("(declare-fun f (Unicode) Int)", "functions over Unicode are not supported"),
        ("(assert (= c (_ Char 196608)))", "expected a code point from 0 to 196607"),
        (
            "(assert (= c (char.from_bv #b0)))",
            "char.from_bv is not supported: conversions of bit-vectors are missing",
        ),
        ("(assert (= s seq.empty))", "seq.empty needs its sort: (as seq.empty (Seq Int))"),
        ("(declare-const q (Array Int Unicode))", "sorts that are made of Unicode are not supported"),
    ] {
        check_error(&format!("{declared}{wrong}"), text);
    }
}

#[test]
fn characters_have_values() {
    check(
        "(declare-const c Unicode)(declare-const d Unicode)(declare-const s String)
         (assert (= s (seq.++ (seq.unit c) \"b\" (seq.unit d))))(assert (= c (_ Char 97)))(assert (distinct c d))
         (assert (char.<= d (_ Char 98)))(assert (char.<= (_ Char 98) d))
         (check-sat)(get-value (c s (char.to_int d) (seq.nth s 0)))(eval d)(get-model)",
        &[
            "sat",
            "((c (_ Char 97)) (s \"abb\") ((char.to_int d) 98) ((seq.nth s 0) (_ Char 97)))",
            "(_ Char 98)",
            "(",
            "(define-fun c () Unicode (_ Char 97))",
            "(define-fun d () Unicode (_ Char 98))",
            "(define-fun s () String \"abb\")",
            ")",
        ],
    );
    check(
        "(simplify (seq.unit (_ Char 65)))(simplify (let ((c (_ Char 65))) (char.to_int c)))",
        &["\"A\"", "65"],
    );
}

/// Every declared character is one, in every level and however it is declared.
#[test]
fn characters_are_words_of_length_one() {
    let one = "(assert (not (= 1 (str.len (seq.unit c)))))(check-sat)";
    check(&format!("(declare-const c Unicode){one}"), &["unsat"]);
    check(
        &format!("(push)(declare-fun c () Unicode)(push){one}(pop 2)(declare-const c String)(check-sat)"),
        &["unsat", "sat"],
    );
    check(
        &format!(
            "(set-option :global-declarations true)(push)(declare-const c Unicode)(pop){one}(reset-assertions){one}"
        ),
        &["unsat", "unsat"],
    );
    check(&format!("(define-const c Unicode (_ Char 5)){one}"), &["unsat"]);
    check(
        "(declare-const c Unicode)(declare-const a Bool)(assert (=> a (= \"\" (seq.unit c))))
         (check-sat-assuming (a))(get-unsat-assumptions)(check-sat)",
        &["unsat", "(a)", "sat"],
    );
    check("(assert (forall ((c Unicode)) (= 1 (str.len (seq.unit c)))))(check-sat)", &["sat"]);
    check("(assert (exists ((c Unicode)) (= \"\" (seq.unit c))))(check-sat)", &["unsat"]);
    check(
        "(define-fun next ((c Unicode) (d Unicode)) Bool (= (char.to_int d) (+ 1 (char.to_int c))))
         (define-fun same ((c Unicode)) Unicode c)(declare-const x Unicode)
         (assert (next (_ Char 97) (same x)))(check-sat)(get-value (x))",
        &["sat", "((x (_ Char 98)))"],
    );
}

/// Outside of the word `seq.nth` is any function of its arguments, and the model tells which.
#[test]
fn places_outside_of_a_word_have_any_character() {
    let script = "(declare-const s String)(declare-const t String)(declare-const n Int)(assert (= n 3))
        (assert (= (seq.nth s n) (_ Char 120)))(assert (= s \"abc\"))";
    let got =
        answer(&format!("{script}(check-sat)(get-value ((seq.nth s 3) (seq.nth s 0)))(get-model)"), LIMIT);
    assert!(got.starts_with("sat\n(((seq.nth s 3) (_ Char 120)) ((seq.nth s 0) (_ Char 97)))\n"), "{got}");
    assert!(got.contains("(define-fun seq.nth_u ((x!0 String) (x!1 Int)) String "), "{got}");
    check(
        &format!("{script}(assert (= t s))(assert (distinct (seq.nth t 3) (_ Char 120)))(check-sat)"),
        &["unsat"],
    );
    check(&format!("{script}(assert (distinct (seq.nth s (- 1)) (seq.nth s 4)))(check-sat)"), &["sat"]);
}

#[test]
fn tactics_are_our_own_business() {
    check(
        "(check-sat-using smt)(check-sat-using (then simplify (or-else smt sat)) :timeout 100)",
        &["sat", "sat"],
    );
    check("(assert false)(check-sat-using (par-or smt sat))", &["unsat"]);
    check_error("(check-sat-using)", "expected an expression");
}

#[test]
fn blocked_models_do_not_come_again() {
    let declared = "(declare-const n Int)(declare-const b Bool)(assert (<= 0 n 1))(check-sat)";
    let again = "(block-model :values)(check-sat)";
    check(&format!("{declared}{}", again.repeat(4)), &["sat", "sat", "sat", "sat", "unsat"]);
    check(
        &format!("{declared}{}", "(block-model-values (n))(check-sat)".repeat(2)),
        &["sat", "sat", "unsat"],
    );
    let sum = "(block-model-values ((+ n n) \"a\"))(check-sat)";
    check(&format!("{declared}{}", sum.repeat(2)), &["sat", "sat", "unsat"]);
    let literals = "(block-model :literals)(check-sat)";
    let either =
        "(declare-const n Int)(assert (or (> n 5) (= n 1) (and (< n 0) (not (= n (- 2))))))(check-sat)";
    check(&format!("{either}{}", literals.repeat(3)), &["sat", "sat", "sat", "unsat"]);
    check(&format!("(push){declared}(block-model)(pop)(check-sat)"), &["sat", "sat"]);
    check(
        "(declare-const c Unicode)(assert (char.<= c (_ Char 1)))(check-sat)(block-model)(check-sat)(block-model)(check-sat)",
        &["sat", "sat", "unsat"],
    );
    check("(assert (or true false))(check-sat)(block-model)(check-sat)", &["sat", "unsat"]);
}

/// The values of models that were blocked one by one are all there are.
#[test]
fn blocking_enumerates_all_models() {
    let step = "(get-value (s))(block-model)(check-sat)";
    let script = "(declare-const s String)(assert (str.in_re s (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"x\")))))(check-sat)";
    let got = answer(&format!("{script}{}", step.repeat(6)), LIMIT);
    let mut values: Vec<&str> = got.lines().filter(|line| line.starts_with("((s ")).collect();
    values.sort_unstable();
    let all = ["\"a\"", "\"ax\"", "\"b\"", "\"bx\"", "\"c\"", "\"cx\""].map(|value| format!("((s {value}))"));
    assert_eq!(values, all);
    assert_eq!(got.lines().last(), Some("unsat"));
}

#[test]
fn a_model_that_cannot_be_blocked_is_an_error() {
    check_error("(block-model)", "model is not available");
    check_error("(assert false)(check-sat)(block-model-values (1))", "model is not available");
    check_error("(check-sat)(block-model :both)", "expected :values or :literals");
    let unnamed = "(declare-sort S 0)(declare-const x S)(check-sat)(block-model)";
    check_error(unnamed, "values of sort S cannot be blocked");
    let after = answer(&format!("{unnamed}(check-sat)"), LIMIT);
    assert_eq!(after.lines().last(), Some("unknown"), "the next model would be the same");
}
