//! Arrays, datatypes, bit-vectors and sequences: what is read, what is refused and where, what is printed.

mod replies;

use replies::{check, replies};

/// The script's only reply is an error with this position and text.
fn check_error(script: &str, place: &str, text: &str) {
    let got = replies(script);
    assert!(got.starts_with(&format!("(error \"{place}: ")), "{script}\n{got}");
    assert!(got.contains(text) && got.lines().count() == 1, "{script}\n{got}");
}

const LIST: &str = "(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))";

/// The value of a term is printed so, and read back it is the same.
fn round(declarations: &str, term: &str, printed: &str) {
    check(&format!("{declarations}(simplify {term})"), &[printed]);
    check(&format!("{declarations}(simplify {printed})(simplify (= {printed} {term}))"), &[printed, "true"]);
}

#[test]
fn values_are_read_as_they_are_printed() {
    round("", "(bvadd #x0f #x01)", "#x10");
    round("", "(bvnot #b101)", "#b010");
    round("", "(_ bv5 8)", "#x05");
    round("", "(seq.++ (seq.unit 1) (seq.unit (- 2)))", "(seq.++ (seq.unit 1) (seq.unit (- 2)))");
    round("", "(seq.at (seq.unit 1) 0)", "(seq.unit 1)");
    round("", "(seq.at (seq.unit 1) 7)", "(as seq.empty (Seq Int))");
    round(
        "",
        "(store ((as const (Array Int Real)) 0.5) 1 2)",
        "(store ((as const (Array Int Real)) (/ 1.0 2.0)) 1 2.0)",
    );
    round(
        "",
        "(store (store ((as const (Array String (_ BitVec 4))) #x0) \"b\" #x1) \"a\" #x2)",
        "(store (store ((as const (Array String (_ BitVec 4))) #x0) \"a\" #x2) \"b\" #x1)",
    );
    round(
        "",
        "(store ((as const (Array Bool Int)) 2) false 1)",
        "(store ((as const (Array Bool Int)) 1) true 2)",
    );
    round(LIST, "(cons 1 (as nil (List Int)))", "(cons 1 (as nil (List Int)))");
    round(LIST, "(tail (cons 1 (as nil (List Int))))", "(as nil (List Int))");
    round(LIST, "((as cons (List Real)) 1 (as nil (List Real)))", "(cons 1.0 (as nil (List Real)))");
    round("(declare-datatype |a b| ((|c d| (|e f| Int))))", "(|c d| 3)", "(|c d| 3)");
}

#[test]
fn open_terms_are_printed() {
    let symbols =
        format!("{LIST}(declare-const l (List Int))(declare-const a (Array Int Int))(declare-const i Int)");
    for term in [
        "(cons i l)",
        "(head l)",
        "((_ is cons) l)",
        "((_ update head) l i)",
        "(select a i)",
        "((as const (Array Int Int)) i)",
        "((_ int_to_bv 8) i)",
        "((_ extract 3 0) ((_ int_to_bv 8) i))",
        "(seq.unit i)",
    ] {
        check(&format!("{symbols}(simplify {term})"), &[term]);
    }
    check(&format!("{symbols}(simplify (is-cons l))"), &["((_ is cons) l)"]);
}

#[test]
fn matches_choose_by_constructor() {
    let match_it = |value: &str| {
        format!(
            "{LIST}(simplify (match {value} (((cons h t) (match t ((nil h) ((cons g _) (+ g h))))) (nil 0))))"
        )
    };
    check(&match_it("(as nil (List Int))"), &["0"]);
    check(&match_it("(cons 5 (as nil (List Int)))"), &["5"]);
    check(&match_it("(cons 5 (cons 6 (as nil (List Int))))"), &["11"]);
    check_error(
        &format!("{LIST}(simplify (match (as nil (List Int)) ((nil 0))))"),
        "1:93",
        "no case for cons",
    );
    check_error(&format!("{LIST}(simplify (match 1 ((nil 0))))"), "1:93", "datatype");
    check_error(
        &format!("{LIST}(simplify (match (as nil (List Int)) (((cons x) 0) (y 1))))"),
        "1:123",
        "cons has 2 fields, not 1",
    );
}

#[test]
fn datatypes_are_refused_with_a_place() {
    check_error("(declare-datatype T ((c (s T))))", "1:19", "T has no value");
    check_error("(declare-datatypes ((T 0) (U 0)) (((c (s U))) ((d (t T)))))", "1:22", "T has no value");
    check_error("(declare-datatype T ((c) (c)))", "1:27", "c is already declared");
    check_error("(declare-datatype T ((c (s Int)) (d (s Int))))", "1:38", "s is already declared");
    check_error("(declare-datatypes ((T 0) (T 0)) (((c)) ((d))))", "1:28", "already declared");
    check_error("(declare-datatype Int ((c)))", "1:19", "already declared");
    check_error("(declare-datatype T ())", "1:22", "at least one constructor");
    check_error("(declare-datatype T ((c (s Foo))))", "1:28", "unknown sort Foo");
    check_error("(declare-datatype T ((c (s RegLan))))", "1:19", "RegLan");
    check_error("(declare-datatype T ((c (s Char))))", "1:19", "Unicode");
    check_error("(declare-datatypes ((T 1)) (((c))))", "1:30", "T has 1 parameters, not 0");
    check_error("(declare-datatype T ((c) (d (s (Array T Int)))))", "1:19", "index");
    check_error(
        "(declare-datatypes ((N 1)) ((par (X) ((e) (n (a X) (b (N (Array X X))))))))",
        "1:22",
        "too large",
    );
    check_error(
        "(declare-datatypes ((N 1)) ((par (X) ((e) (n (a X) (b (N (Seq X))))))))",
        "1:22",
        "never ends",
    );
    check_error(&format!("{LIST}(simplify nil)"), "1:93", "write (as nil");
    check_error(&format!("{LIST}(simplify (head 1))"), "1:93", "no constructor or selector head");
    check_error(&format!("{LIST}(simplify (as nil Int))"), "1:93", "nil does not make values of Int");
}

#[test]
fn sorts_are_refused_with_a_place() {
    check_error("(declare-const x (_ BitVec 0))", "1:28", "at least 1 bit");
    check_error("(declare-const x (_ BitVec 99999999999))", "1:28", "not supported");
    check_error("(declare-const x BitVec)", "1:18", "(_ BitVec 8)");
    check_error("(declare-const x (Array Int))", "1:19", "takes 2 arguments");
    check_error("(declare-const x (Array Int RegLan))", "1:18", "RegLan");
    check_error("(declare-const x (Seq RegLan))", "1:18", "RegLan");
    check_error("(declare-const x (Array Char Int))", "1:18", "Unicode");
    check_error("(simplify (bvadd #x01 #b1))", "1:11", "argument 2 of bvadd has sort (_ BitVec 1)");
    check_error("(simplify ((_ extract 8 0) #x01))", "1:11", "does not fit into 8 bits");
    check_error("(simplify (_ bv256 8))", "1:14", "does not fit");
    check_error("(simplify (select 1 2))", "1:11", "expected an array");
    check_error("(simplify ((as const Int) 2))", "1:16", "const makes arrays");
    check_error("(simplify (seq.len 2))", "1:11", "expected a sequence");
    check_error("(simplify seq.empty)", "1:11", "needs its sort");
}

#[test]
fn declarations_go_with_their_scope() {
    check(
        "(push)(declare-datatype T ((c) (d)))(simplify ((_ is c) d))(pop)(declare-datatype T ((d) (c)))
         (declare-const t T)(assert (= t c))(check-sat)(get-value (t))",
        &["false", "sat", "((t c))"],
    );
    check("(push)(declare-datatype T ((c)))(pop)(declare-const c Int)(assert (= c 1))(check-sat)", &["sat"]);
    check(
        "(set-option :global-declarations true)(push)(declare-datatype T ((c)))(pop)(declare-const x T)
         (assert (= x c))(check-sat)(get-model)",
        &["sat", "(", "(define-fun x () T c)", ")"],
    );
}

#[test]
fn older_spellings_are_read() {
    check(
        "(declare-datatypes () ((Color red green) (Box (box (inside Color)))))(simplify (inside (box green)))
         (simplify (is-red green))(simplify ((_ update-field inside) (box red) green))",
        &["green", "false", "(box green)"],
    );
    check("(simplify (bv2nat #xff))(simplify ((_ int2bv 4) 17))", &["255", "#x1"]);
}

#[test]
fn strings_are_sequences_too() {
    check(
        "(simplify (seq.++ \"a\" \"b\"))(simplify (seq.len \"abc\"))(simplify (seq.indexof \"abc\" \"c\"))
         (simplify (seq.extract \"abc\" 1 1))(simplify (seq.rev \"abc\"))(simplify (= (as seq.empty (Seq Char)) \"\"))
         (simplify (seq.nth (seq.++ (seq.unit \"ab\") (seq.unit \"c\")) 0))",
        &["\"ab\"", "3", "2", "\"b\"", "\"cba\"", "true", "\"ab\""],
    );
}

#[test]
fn names_of_operators_may_be_declared() {
    check(
        "(declare-fun select (Int) Int)(declare-const store Int)(assert (= (select store) 1))(check-sat)",
        &["sat"],
    );
    check("(declare-sort Array 0)(declare-const a Array)(assert (= a a))(check-sat)", &["sat"]);
}

#[test]
fn models_have_values_of_all_sorts() {
    check(
        &format!(
            "{LIST}(declare-const a (Array Int Bool))(declare-const b (Array Int Bool))(declare-const v (_ BitVec 3))
             (declare-const s (Seq Int))(declare-const l (List Int))(declare-fun f ((List Int)) (_ BitVec 4))
             (assert (distinct a b))(check-sat)(get-value (a b v s l (f l)))"
        ),
        &[
            "sat",
            "((a ((as const (Array Int Bool)) false)) (b (store ((as const (Array Int Bool)) false) 0 true)) (v #b000) \
             (s (as seq.empty (Seq Int))) (l (as nil (List Int))) ((f l) #x0))",
        ],
    );
}

#[test]
fn finite_sorts_have_no_more_values_than_they_have() {
    for sort in ["(_ BitVec 1)", "Bool", "(Array Bool Unit)", "(Array (_ BitVec 1) Unit)", "Two"] {
        let script = format!(
            "(declare-datatype Unit ((unit)))(declare-datatype Two ((first) (second (of Unit))))
             (declare-const x {sort})(declare-const y {sort})(declare-const z {sort})
             (assert (distinct x y z))(check-sat)"
        );
        let got = replies(&script);
        assert!(matches!(got.trim(), "unknown" | "unsat"), "{sort}: {got}");
    }
    check(
        "(declare-const x (_ BitVec 1))(declare-const y (_ BitVec 1))(assert (distinct x y))(check-sat)",
        &["sat"],
    );
}

#[test]
fn what_is_left_open_is_a_function() {
    let unknown_or_unsat = |script: &str| {
        let got = replies(script);
        assert!(matches!(got.trim(), "unknown" | "unsat"), "{script}: {got}");
    };
    unknown_or_unsat(&format!(
        "{LIST}(assert (distinct (head (as nil (List Int))) (head (as nil (List Int)))))(check-sat)"
    ));
    unknown_or_unsat(
        "(declare-const s (Seq Int))(declare-const t (Seq Int))(assert (= s t))
         (assert (distinct (seq.nth s 5) (seq.nth t 5)))(check-sat)",
    );
    check(&format!("{LIST}(assert (= (head (as nil (List Int))) 7))(check-sat)"), &["sat"]);
    check("(assert (= (seq.nth (as seq.empty (Seq Int)) 3) 7))(check-sat)", &["sat"]);
}

#[test]
fn the_reason_for_no_answer_names_the_operator() {
    check(
        "(declare-datatype T ((leaf) (node (kids (Seq T)))))(declare-const t T)(assert ((_ is node) t))
         (assert (= (seq.len (kids t)) 3))(assert (= (seq.rev (kids t)) (seq.++ (kids t) (kids t))))
         (check-sat)(get-info :reason-unknown)",
        &[
            "unknown",
            "(:reason-unknown (incomplete (operator seq.++) (operator seq.len) (operator seq.rev)))",
        ],
    );
}

#[test]
fn arrays_are_decided_and_no_reason() {
    let script = "(set-option :engine kernel)(declare-const a (Array Int String))(declare-const i Int)
         (declare-const x String)(declare-const y String)
         (assert (= (str.rev (str.++ x y (str.rev y))) (str.++ y x (select a i))))
         (assert (not (= (select a (+ i 1)) (str.rev x))))(assert (> (str.len x) 3))
         (check-sat)(get-info :reason-unknown)";
    check(script, &["unknown", "(:reason-unknown (incomplete (operator str.rev)))"]);
}

#[test]
fn deep_values_are_values() {
    let count = 100_000;
    let text = format!("{}(as nil (List Int)){}", "(cons 1 ".repeat(count), ")".repeat(count));
    let script = format!(
        "{LIST}(declare-const l (List Int))(assert (= l {text}))(check-sat)(simplify (= {text} {text}))(get-value (l))"
    );
    assert_eq!(replies(&script), format!("sat\ntrue\n((l {text}))\n"));
}
