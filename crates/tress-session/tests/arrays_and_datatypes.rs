//! What the rules of arrays and datatypes decide, and what they leave satisfiable.
//!
//! Every case is asked with and without preprocessing, alone and on top of the others.

use tress_session::{Session, run};
use tress_solver::options::Options;

const HEAD: &str = "(declare-datatypes ((Color 0) (List 0) (Pair 0) (Tree 0)) (((red) (green) (blue)) \
    ((nil) (cons (head Int) (tail List))) ((pair (first Bool) (second Color))) \
    ((leaf (text String)) (node (left Tree) (right Tree)))))\n\
    (declare-const a (Array Int Int)) (declare-const b (Array Int Int)) (declare-const c (Array Int Int))\n\
    (declare-const i Int) (declare-const j Int) (declare-const k Int)\n\
    (declare-const few (Array Color Int)) (declare-const fewer (Array Bool Bool))\n\
    (declare-const deep (Array Int (Array Int Int))) (declare-const words (Array String String))\n\
    (declare-const x String) (declare-const y String) (declare-const p Bool) (declare-const q Bool)\n\
    (declare-const one Color) (declare-const two Color) (declare-const three Color) (declare-const four Color)\n\
    (declare-const l List) (declare-const m List) (declare-const n List)\n\
    (declare-const u Pair) (declare-const v Pair) (declare-const s Tree) (declare-const t Tree)\n\
    (declare-const narrow (Array (_ BitVec 1) Int)) (declare-const bit (_ BitVec 1))\n\
    (declare-fun f ((Array Int Int)) Int) (declare-fun g (List) Int)\n";

/// Problems, each a list of formulas with the answer to their conjunction.
fn check(cases: &[(&[&str], &str)]) {
    for preprocess in ["true", "false"] {
        let mut session = Session::new(Options::default());
        let mut ask = |text: &str| {
            let mut output = Vec::new();
            run(&mut session, text.as_bytes(), &mut output).expect("the script is read");
            String::from_utf8(output).expect("text").trim().to_owned()
        };
        ask(&format!("(set-option :preprocess {preprocess})\n(set-option :rlimit 3000000)\n{HEAD}"));
        for (formulas, expected) in cases {
            let assertions: String = formulas.iter().map(|formula| format!("(assert {formula})\n")).collect();
            let reply = ask(&format!("(push 1)\n{assertions}(check-sat)\n(pop 1)\n"));
            assert_eq!(reply, *expected, "{formulas:?}, preprocess {preprocess}");
        }
    }
}

#[test]
fn what_was_written_is_read() {
    check(&[
        (&["(not (= (select (store a i 5) i) 5))"], "unsat"),
        (&["(= (select (store a i 5) i) 5)"], "sat"),
        (&["(= b (store a i 5))", "(= i j)", "(distinct (select b j) 5)"], "unsat"),
    ]);
}

#[test]
fn stores_change_one_index() {
    check(&[
        (&["(= b (store a i 5))", "(distinct i j)", "(distinct (select b j) (select a j))"], "unsat"),
        (&["(= b (store a i 5))", "(distinct (select b j) (select a j))"], "sat"),
        (
            &["(= b (store a (+ i 1) 5))", "(= c (store b i 6))", "(= (select c (+ i 1)) k)", "(< k 5)"],
            "unsat",
        ),
        (
            &[
                "(= (store a i 1) (store b j 2))",
                "(= (select a k) 3)",
                "(distinct k i j)",
                "(= (select b k) 4)",
            ],
            "unsat",
        ),
        (&["(= (store a i 4) (store b j 2))", "(= (select a k) 3)", "(= (select b k) 4)"], "sat"),
    ]);
}

#[test]
fn constant_arrays_are_read() {
    check(&[
        (&["(= a ((as const (Array Int Int)) k))", "(distinct (select a i) k)"], "unsat"),
        (&["(= a ((as const (Array Int Int)) k))", "(distinct (select a i) i)"], "sat"),
        (&["(= (store a i 1) ((as const (Array Int Int)) 2))"], "unsat"),
        (&["(= (store a i 1) ((as const (Array Int Int)) 1))", "(= (select a i) 7)"], "sat"),
    ]);
}

#[test]
fn almost_everywhere_arrays_stay_the_same() {
    let zero = "(= a ((as const (Array Int Int)) 0))";
    check(&[
        (
            &[
                zero,
                "(= b ((as const (Array Int Int)) k))",
                "(= (store a i 1) (store b j 1))",
                "(distinct k 0)",
            ],
            "unsat",
        ),
        (&[zero, "(= b ((as const (Array Int Int)) k))", "(= (store a i 1) (store b j 1))"], "sat"),
        // Over two indices, two stores leave nothing.
        (
            &[
                "(= (store (store ((as const (Array Bool Bool)) p) true true) false true) ((as const (Array Bool Bool)) true))",
                "(not p)",
            ],
            "sat",
        ),
    ]);
}

#[test]
fn arrays_that_differ_do_so_somewhere() {
    check(&[
        (&["(= (store a i 1) (store b i 1))", "(= (select a i) (select b i))", "(distinct a b)"], "unsat"),
        (&["(= (store a i 1) (store b i 1))", "(distinct a b)"], "sat"),
        (&["(= (store a i (select a i)) b)", "(distinct a b)"], "unsat"),
        (&["(distinct (f a) (f b))", "(= a (store b i (select b i)))"], "unsat"),
        (&["(distinct (f a) (f (store a i 1)))", "(= (select a i) k)"], "sat"),
        (&["(= (select deep i) a)", "(= (select deep j) b)", "(distinct a b)", "(= i j)"], "unsat"),
    ]);
}

#[test]
fn few_indices_are_all_read() {
    check(&[
        (&["(= (select few red) (select few green) (select few blue) 1)", "(= (select few one) 2)"], "unsat"),
        (
            &[
                "(distinct fewer ((as const (Array Bool Bool)) true))",
                "(select fewer true)",
                "(select fewer p)",
            ],
            "sat",
        ),
        (
            &[
                "(distinct fewer ((as const (Array Bool Bool)) true))",
                "(select fewer true)",
                "(select fewer false)",
            ],
            "unsat",
        ),
        (&["(= (select narrow #b0) 1)", "(= (select narrow #b1) 2)", "(= (select narrow bit) 3)"], "unsat"),
        (&["(= (select narrow #b0) 1)", "(= (select narrow #b1) 2)", "(= (select narrow bit) 2)"], "sat"),
    ]);
}

#[test]
fn arrays_of_strings() {
    check(&[
        (
            &[
                "(= (select words x) \"a\")",
                "(= (select words y) \"b\")",
                "(= (str.++ x \"c\") (str.++ y \"c\"))",
            ],
            "unsat",
        ),
        (&["(= (select words x) \"a\")", "(= (select words y) \"b\")", "(= (str.len x) (str.len y))"], "sat"),
        (&["(= (str.len (select (store words x \"ab\") y)) 3)", "(= x y)"], "unsat"),
        (&["(= (str.len (select (store words x \"ab\") y)) 3)"], "sat"),
    ]);
}

#[test]
fn constructors_are_injective_and_differ() {
    check(&[
        (&["(= (cons i l) (cons j m))", "(distinct l m)"], "unsat"),
        (&["(= (cons i l) (cons j m))", "(distinct i j)"], "unsat"),
        (&["(= (cons i l) (cons j m))", "(= i 3)"], "sat"),
        (&["(= (cons i l) m)", "(= m nil)"], "unsat"),
        (&["(= (node s t) (leaf x))"], "unsat"),
        (&["(= t (leaf x))", "(= s (leaf y))", "(= s t)", "(distinct x y)"], "unsat"),
    ]);
}

#[test]
fn selectors_read_fields() {
    check(&[
        (&["(= l (cons i m))", "(distinct (head l) i)"], "unsat"),
        (&["(= l (cons i m))", "(= (head l) 7)"], "sat"),
        // On other constructors they are functions of the value.
        (&["(= (head l) 5)", "(= l nil)"], "sat"),
        (&["(= (head l) 5)", "(= (head m) 6)", "(= l nil)", "(= m nil)"], "unsat"),
    ]);
}

#[test]
fn exactly_one_tester_holds() {
    check(&[
        (&["(not ((_ is nil) l))", "(not ((_ is cons) l))"], "unsat"),
        (&["((_ is nil) l)", "((_ is cons) l)"], "unsat"),
        (&["((_ is cons) l)", "(distinct l (cons (head l) (tail l)))"], "unsat"),
        (&["((_ is nil) l)", "(distinct l (cons (head l) (tail l)))"], "sat"),
        (&["((_ is pair) u)", "(distinct u (pair (first u) (second u)))"], "unsat"),
    ]);
}

#[test]
fn no_value_is_a_part_of_itself() {
    check(&[
        (&["(= l (cons i m))", "(= m (cons j l))"], "unsat"),
        (&["(= l (cons i m))", "(= m (cons j n))"], "sat"),
        (&["(= l (tail l))", "((_ is cons) l)"], "unsat"),
        (&["(= l (tail l))"], "sat"),
        (&["(= s (node t (leaf x)))", "(or (= t s) (= t (node (leaf y) s)))"], "unsat"),
    ]);
}

#[test]
fn few_values_are_counted() {
    check(&[
        (&["(distinct one two three four)"], "unsat"),
        (&["(distinct one two three)"], "sat"),
        (&["(distinct u v)", "(= (first u) (first v))", "(= (second u) (second v))"], "unsat"),
        (&["(distinct u v)", "(= (first u) (first v))"], "sat"),
    ]);
}

#[test]
fn updates_change_one_field() {
    check(&[
        (&["(= m ((_ update-field head) l 3))", "((_ is cons) l)", "(distinct (head m) 3)"], "unsat"),
        (&["(= m ((_ update-field head) l 3))", "(distinct (tail m) (tail l))"], "unsat"),
        (&["(= m ((_ update-field head) l 3))", "(distinct m l)"], "sat"),
        (&["(= m ((_ update-field head) l 3))", "((_ is nil) l)", "(distinct m l)"], "unsat"),
    ]);
}

#[test]
fn lists_differ_in_models() {
    check(&[
        (&["(distinct l m n nil)"], "sat"),
        (&["(distinct l m n nil (cons 0 nil) (cons i l))", "(= (tail m) l)"], "sat"),
        (&["(distinct (g l) (g m) (g n))"], "sat"),
        (
            &[
                "(distinct (g l) (g m))",
                "(= (head l) (head m))",
                "((_ is cons) l)",
                "((_ is cons) m)",
                "(= (tail l) (tail m))",
            ],
            "unsat",
        ),
    ]);
}

/// A core names what the conflict needs.
#[test]
fn cores() {
    let script = format!(
        "(set-option :produce-unsat-cores true)\n{HEAD}(assert (! (= l (cons i m)) :named A))\n\
        (assert (! (> i 3) :named B))\n(assert (! (= m (cons j l)) :named C))\n(check-sat)\n(get-unsat-core)\n"
    );
    let mut output = Vec::new();
    run(&mut Session::new(Options::default()), script.as_bytes(), &mut output).expect("the script is read");
    assert_eq!(String::from_utf8(output).expect("text").trim(), "unsat\n(A C)");
}
