//! Scripts and the replies they must get, word for word.

mod replies;

use replies::{check, replies};
use tress_session::{Session, run};
use tress_solver::options::Options;

/// The script's last reply must be an error with this position and text.
fn check_error(script: &str, place: &str, text: &str) {
    let got = replies(script);
    let line = got.lines().last().unwrap_or_default();
    assert!(line.starts_with(&format!("(error \"{place}: ")), "{script}\n{line}");
    assert!(line.contains(text), "{script}\n{line}");
}

#[test]
fn values_and_models() {
    check(
        "(declare-const x String)(declare-fun f (Int) Bool)(assert (= x \"a\"))(check-sat)(get-value (x (str.len x)  |x|))(get-model)",
        &[
            "sat",
            "((x \"a\") ((str.len x) 1) (|x| \"a\"))",
            "(",
            "(define-fun x () String \"a\")",
            "(define-fun f ((x!0 Int)) Bool false)",
            ")",
        ],
    );
}

#[test]
fn eliminated_and_unconstrained_symbols_have_values() {
    check(
        "(declare-const x String)(declare-const y String)(declare-const n Int)(declare-const r Real)
         (assert (= x (str.++ y \"b\")))(assert (= n (str.len x)))(check-sat)(get-value (x y n r))",
        &["sat", "((x \"b\") (y \"\") (n 1) (r 0.0))"],
    );
}

#[test]
fn declared_sorts_and_functions() {
    check(
        "(declare-sort S 0)(declare-const a S)(declare-const b S)(assert (distinct a b))(check-sat)(get-value (a b))",
        &["sat", "((a (as @S_0 S)) (b (as @S_1 S)))"],
    );
    check(
        "(declare-sort P 2)(define-sort Q (X) (P X Int))(declare-const a (Q Bool))(declare-const b (P Bool Int))(assert (= a b))(check-sat)",
        &["sat"],
    );
}

#[test]
fn scopes_take_assertions_and_names_with_them() {
    check(
        "(declare-const x Int)(push)(declare-const y Int)(assert (= x 1))(assert (= x 2))(check-sat)(pop)(check-sat)(assert (= y 1))",
        &["unsat", "sat", "(error \"1:119: unknown symbol y\")"],
    );
    check_error("(push 2)(pop 3)", "1:9", "pop goes below");
}

#[test]
fn global_declarations_survive() {
    check(
        "(set-option :global-declarations true)(push)(declare-const y Int)(pop)(assert (= y 1))(check-sat)(get-value (y))",
        &["sat", "((y 1))"],
    );
}

#[test]
fn cores_name_what_was_used() {
    check(
        "(declare-const x Int)(declare-const y Int)
         (assert (! (= x 1) :named one))(assert (! (= y 5) :named other))(assert (! (= x 2) :named two))
         (check-sat)(get-unsat-core)(get-model)",
        &["unsat", "(one two)", "(error \"3:37: model is not available\")"],
    );
    check(
        "(declare-const a Bool)(declare-const b Bool)(check-sat-assuming (a b (not a)))(get-unsat-assumptions)(check-sat)",
        &["unsat", "(a (not a))", "sat"],
    );
}

#[test]
fn labels_are_terms_and_stay_out_of_models() {
    check(
        "(declare-const a Bool)(assert (! a :named label))(assert label)(check-sat)(get-assignment)(get-model)",
        &["sat", "((label true))", "(", "(define-fun a () Bool true)", ")"],
    );
}

#[test]
fn definitions_are_expanded() {
    check(
        "(define-fun twice ((s String) (n Int)) String (str.++ s s))(define-const two Int 2)
         (declare-const x String)(assert (= x (twice \"a\" two)))(check-sat)(get-value (x))",
        &["sat", "((x \"aa\"))"],
    );
    check_error(
        "(define-fun f ((n Int)) Int n)(assert (= (f true) 1))",
        "1:42",
        "argument 1 of f has sort Bool",
    );
    check_error("(define-fun f ((n Int)) Int n)(assert (= (f 1 2) 1))", "1:42", "f takes 1 arguments, not 2");
}

#[test]
fn lets_bind_in_parallel_and_end() {
    check("(simplify (let ((a 1) (b 2)) (let ((a b) (b a)) (- a b))))", &["1"]);
    check_error("(assert (let ((q true)) q))(assert q)", "1:36", "unknown symbol q");
}

#[test]
fn older_spellings_are_read() {
    check(
        "(simplify (str.in.re \"aaa\" (re.loop (str.to.re \"a\") 1 3)))
         (simplify (str.to.int (int.to.str 12)))
         (simplify (str.in.re \"\" (re.complement re.nostr)))
         (simplify (str.replaceall \"aba\" \"a\" \"c\"))",
        &["true", "12", "true", "\"cbc\""],
    );
}

#[test]
fn escapes_of_older_solvers_need_the_flag() {
    check("(simplify (str.len \"\\x41\"))", &["4"]);
    check("(set-option :lenient-escapes true)(simplify \"\\x41\\n\")", &["\"A\\u{a}\""]);
}

#[test]
fn mixed_numbers() {
    check(
        "(simplify (+ 1 0.5))(simplify (/ 1 3))(simplify (- 4))(simplify (to_int (- 0.5)))",
        &["(/ 3.0 2.0)", "(/ 1.0 3.0)", "(- 4)", "(- 1)"],
    );
}

#[test]
fn division_by_zero_is_not_folded() {
    check("(simplify (div 1 0))", &["(div 1 0)"]);
    check("(declare-const n Int)(assert (= (div n 0) 0))(check-sat)", &["sat"]);
}

#[test]
fn quantifiers_are_decided_and_not_guessed() {
    check(
        "(declare-const n Int)(assert (exists ((v Int)) (= n (* v v))))(assert (< 3 n 8))\
         (check-sat)(get-value (n))(assert (forall ((v Int)) (not (= n (* v v)))))(check-sat)",
        &["sat", "((n 4))", "unsat"],
    );
    check(
        "(declare-fun f (Int) Int)(assert (forall ((n Int)) (< (f n) (f (+ n 1)))))(check-sat)\
         (get-info :reason-unknown)",
        &["unknown", "(:reason-unknown (incomplete quantifiers))"],
    );
    check(
        "(declare-const x String)(assert (forall ((w String)) (str.contains (str.++ w x) x)))(check-sat)\
         (get-value ((forall ((w String)) (str.contains w x))))",
        &["sat", "(error \"1:96: the term has no value: the value depends on a quantifier\")"],
    );
}

#[test]
fn cores_name_quantified_assertions() {
    check(
        "(set-option :produce-unsat-cores true)(declare-const x String)(declare-const y String)\
         (assert (! (= y \"b\") :named other))\
         (assert (! (forall ((w String)) (=> (str.prefixof w x) (str.in_re w (re.* (str.to_re \"a\"))))) :named all))\
         (assert (! (exists ((w String)) (= x (str.++ w y))) :named some))\
         (assert (! (str.contains x \"c\") :named letter))(check-sat)(get-unsat-core)",
        &["unsat", "(all letter)"],
    );
}

#[test]
fn multiples_need_no_quantifier() {
    check(
        "(declare-const n Int)(assert (exists ((v Int)) (= (* v 7) (+ n 3))))(assert (< 0 n 10))\
         (check-sat)(get-value (n))(assert (not (exists ((v Int)) (= n (* (- 2) v)))))(check-sat)",
        &["sat", "((n 4))", "unsat"],
    );
}

#[test]
fn languages_have_values() {
    check(
        "(declare-const r RegLan)(declare-const s RegLan)(declare-const x String)\
         (assert (str.in_re \"ab\" r))(assert (not (str.in_re x r)))(assert (= s (re.* (re.range \"a\" \"c\"))))\
         (check-sat)(get-value (r s (str.in_re x r)))",
        &["sat", "((r (str.to_re \"ab\")) (s (re.* (re.range \"a\" \"c\"))) ((str.in_re x r) false))"],
    );
}

#[test]
fn errors_have_places_and_the_session_goes_on() {
    check_error("(assert\n  (foo))", "2:4", "unknown symbol foo");
    check_error("(assert (str.lenn \"\"))", "1:10", "did you mean str.len?");
    check_error("(assert 1)", "1:9", "expected a term of sort Bool, this has sort Int");
    check_error("(assert (str.at \"a\" \"b\"))", "1:9", "argument 2 of str.at has sort String, expected Int");
    check_error("(declare-const x Strin)", "1:18", "did you mean String?");
    check_error("(declare-const and Int)", "1:16", "and is an operator of the language");
    check_error("(declare-const x Int)(declare-const x Int)", "1:37", "x is already declared");
    check_error("(frobnicate)", "1:2", "unknown command frobnicate");
    check_error("(declare-codatatypes () ())", "1:2", "declare-codatatypes is not supported");
    check_error("(assert |x y|)", "1:9", "unknown symbol x y");
    check_error("(assert \"abc\")", "1:9", "expected a term of sort Bool, this has sort String");
    check_error("(assert (= 1 #x10))", "1:9", "has sort (_ BitVec 8), expected Int");
    check_error("(assert ((_ re.loop 1 2 3) re.all))", "1:13", "re.loop does not take 3 indices");
    check_error("(assert (let () true))", "1:15", "a let needs at least one binding");
    check_error("(check-sat", "1:1", "the input ends inside of this command");
    check("(assert (foo))(check-sat)", &["(error \"1:10: unknown symbol foo\")", "unknown"]);
    check("foo)\n(check-sat)", &["(error \"1:1: expected a command, which begins with (\")", "unknown"]);
    check(")\n(check-sat)", &["(error \"1:1: expected a command, which begins with (\")", "sat"]);
    check_error("(asert true)", "1:2", "unknown command asert, did you mean assert?");
}

#[test]
fn a_failed_command_leaves_nothing_behind() {
    check(
        "(assert (let ((q true)) (! q :named l) (foo)))(declare-const l Int)(declare-const q Int)(check-sat)",
        &["(error \"1:40: expected ), the end of the let\")", "unknown"],
    );
}

#[test]
fn extension_names_may_be_declared() {
    check(
        "(declare-fun str.trim (String) Int)(declare-const x String)(assert (= 3 (str.trim x)))(check-sat)",
        &["sat"],
    );
}

#[test]
fn printed_assertions_are_read_back() {
    let script = "(declare-const x String)(declare-const n Int)
        (assert (and (= (str.len x) n) (= (str.len x) (+ n 1 (- 2)))))
        (assert ((_ divisible 3) n))(assert (str.in_re x ((_ re.loop 1 2) (re.range \"a\" \"\\u{5c}\"))))
        (assert (exists ((k Int)) (> k n)))(get-assertions)";
    let printed = replies(script);
    let inner = printed.trim().strip_prefix('(').and_then(|text| text.strip_suffix(')')).expect("a list");
    let again: String = inner.lines().map(|line| format!("(assert {line})")).collect();
    let twice = replies(&format!("(declare-const x String)(declare-const n Int){again}(get-assertions)"));
    assert_eq!(printed, twice);
}

#[test]
fn success_when_asked_for() {
    check(
        "(set-option :print-success true)(set-logic QF_SLIA)(set-info :status sat)(declare-const x Int)(push 1)(check-sat)(pop 1)(reset)(set-option :smt.bar 3)(exit)(check-sat)",
        &[
            "success", "success", "success", "success", "success", "sat", "success", "success", "success",
            "success",
        ],
    );
}

#[test]
fn information() {
    check(
        "(get-info :name)(get-info :error-behavior)(get-info :reason-unknown)(get-info :assertion-stack-levels)(get-info :foo)
         (get-option :print-success)(get-option :produce-models)(get-option :foo)(echo \"a \"\"b\"\"\")",
        &[
            "(:name \"tress\")",
            "(:error-behavior continued-execution)",
            "(:reason-unknown \"\")",
            "(:assertion-stack-levels 0)",
            "unsupported",
            "false",
            "true",
            "unsupported",
            "\"a \"\"b\"\"\"",
        ],
    );
}

#[test]
fn options_that_nobody_has_are_unsupported() {
    check("(set-option :foo 1)(set-option :foo.bar 1)", &["unsupported", "unsupported"]);
    check(
        "(set-option :strict true)(set-option :foo 1)(set-option :strings-exp true)",
        &["unsupported", "unsupported"],
    );
    check_error("(set-option :timeout soon)", "1:1", "timeout takes a number");
}

#[test]
fn safe_strings_survive_simple_readers() {
    check("(set-option :string-escape safe)(simplify \"(a\"\";|\")", &["\"\\u{28}a\\u{22}\\u{3b}\\u{7c}\""]);
}

#[test]
fn patterns_of_other_dialects_are_languages() {
    check(
        "(declare-const x String)(assert (str.in_re x (re.from_java \"[a-c]{2}&?\")))
         (assert (not (str.in_re x (re.from_glob \"a*\"))))(assert (str.suffixof \"&\" x))(check-sat)(get-value (x))
         (simplify (str.in_re \"ab12\" (re.from_ecma2020 \"\\u{5c}w+(?=\\u{5c}d)12\")))
         (simplify (str.in_re \"AB\" (re.from_python \"(?i)ab\")))",
        &["sat", "((x \"ba&\"))", "true", "true"],
    );
    check_error("(assert (str.in_re \"a\" (re.from_pcre \"(a)\\u{5c}1\")))", "1:24", "re.from_pcre: ");
    check_error(
        "(declare-const y String)(assert (str.in_re y (re.from_re2 y)))",
        "1:46",
        "re.from_re2 takes a string literal",
    );
}

#[test]
fn patterns_of_other_dialects_take_flags_and_are_searched_for() {
    check(
        "(simplify (str.in_re \"A\u{a}C\" (re.from_python \"a.c\" \"is\")))
         (simplify (str.in_re \"A\u{a}C\" (re.from_python \"a.c\" \"i\")))
         (simplify (str.in_re \"--B--\" (re.search_js \"^-|b$\" \"\")))
         (simplify (str.in_re \"--B--\" (re.search_go \"b\" \"i\")))
         (simplify (str.in_re \"--b--\" (re.from_perl \"b\")))
         (declare-const x String)(assert (str.in_re x (re.search_java \"ab\"))) (assert (= (str.len x) 2))
         (check-sat)(get-value (x))",
        &["true", "false", "true", "true", "false", "sat", "((x \"ab\"))"],
    );
    check_error("(simplify (str.in_re \"a\" (re.from_python \"a\" \"q\")))", "1:26", "no flag 'q'");
    check_error("(simplify (str.in_re \"a\" (re.from_python \"a\" \"i\" \"m\")))", "1:26", "not 3 arguments");
    check_error("(simplify (str.in_re \"a\" (re.search_glob \"a\")))", "1:27", "unknown symbol");
}

/// Later checks build on earlier ones: the answers are those of separate sessions, and the
/// statistics tell that a search and a model were used again.
#[test]
fn checks_build_on_each_other() {
    let base = "(declare-const x Int)(declare-const y Int)(declare-fun f (Int) Int)
        (assert (or (< x y) (< (f x) (f y))))(assert (<= 0 x 9))(assert (<= 0 y 9))(assert (= (mod (+ x y) 3) 1))";
    let passing =
        ["(= (f x) (f y))", "(> x 8)", "(and (> x 8) (= (f x) (f y)))", "(distinct y 1 4 7)", "(< x 8)"];
    let mut script = base.to_owned();
    let mut expected = Vec::new();
    for fact in passing {
        script.push_str(&format!("(push 1)(assert {fact})(check-sat)(pop 1)"));
        let alone = replies(&format!("{base}(assert {fact})(check-sat)"));
        expected.push(alone.trim().to_owned());
    }
    let got = replies(&format!("{script}(get-info :all-statistics)"));
    let lines: Vec<&str> = got.lines().collect();
    assert_eq!(lines[..passing.len()], expected);
    assert_eq!(expected, ["sat", "sat", "unsat", "sat", "sat"]);
    let reused = got.split(":searches-reused ").nth(1).and_then(|rest| rest.chars().next());
    assert!(reused.is_some_and(|count| count > '0') && got.contains(":models-remembered"), "{got}");
}

/// A level's terms are given back when it is closed, and their numbers are used again.
#[test]
fn closed_levels_leave_nothing_behind() {
    let mut session = Session::new(Options::default());
    let mut sizes = Vec::new();
    for round in 0..30 {
        let (sort, fact, expected) = match round % 3 {
            0 => ("String", format!("(= (str.++ a \"{round}\") (str.++ \"{round}\" a))"), "sat"),
            1 => ("Int", format!("(and (> a {round}) (< a {round}))"), "unsat"),
            _ => ("String", format!("(and (= (str.len a) {round}) (= a \"x\"))"), "unsat"),
        };
        let script = format!("(push 1)(declare-const a {sort})(assert {fact})(check-sat)(pop 1)");
        let mut output = Vec::new();
        run(&mut session, script.as_bytes(), &mut output).expect("memory can be written");
        assert_eq!(String::from_utf8_lossy(&output).trim(), expected, "{script}");
        sizes.push(session.solver.terms.len());
    }
    assert_eq!(sizes.first(), sizes.last(), "{sizes:?}");
}

/// Example 2.3 of Hooimeijer (2012): each language depends on the other.
const TWO_SOLUTIONS: &str = "(declare-const v1 String)(declare-const v2 String)
    (assert (str.in_re v1 (re.from_python \"x(yy)+\")))(assert (str.in_re v2 (re.from_python \"(yy)*z\")))
    (assert (str.in_re (str.++ v1 v2) (re.from_python \"xyyz|xyyyyz\")))";

#[test]
fn languages_hold_the_model_and_belong_together() {
    let script =
        format!("{TWO_SOLUTIONS}(assert (distinct v2 \"z\"))(check-sat)(get-value (v1 v2))(get-language v1)");
    check(
        &script,
        &["sat", "((v1 \"xyy\") (v2 \"yyz\"))", "(re.++ (str.to_re \"x\") ((_ re.^ 2) (str.to_re \"y\")))"],
    );
    let script = format!(
        "{TWO_SOLUTIONS}(check-sat-assuming ((distinct v1 \"xyy\")))(get-value (v1 v2))(get-language v1)(get-language v2)
         (get-language (str.++ v1 \"!\"))"
    );
    check(
        &script,
        &[
            "sat",
            "((v1 \"xyyyy\") (v2 \"z\"))",
            "(re.++ (str.to_re \"x\") ((_ re.^ 4) (str.to_re \"y\")))",
            "(str.to_re \"z\")",
            "(re.++ (str.to_re \"x\") ((_ re.^ 4) (str.to_re \"y\")) (str.to_re \"!\"))",
        ],
    );
}

#[test]
fn languages_of_strings_that_nothing_or_a_definition_limits() {
    check(
        "(declare-const x String)(declare-const y String)(declare-const z String)(declare-const c Unicode)
         (assert (= y (str.++ \"a\" x)))(assert (= (str.len x) 2))(check-sat)
         (get-language z)(get-language y)(get-language \"b\")",
        &["sat", "re.all", "(re.++ (str.to_re \"a\") ((_ re.^ 2) re.allchar))", "(str.to_re \"b\")"],
    );
}

/// The script's last reply must be an error with this text.
fn check_refusal(script: &str, text: &str) {
    let got = replies(script);
    let line = got.lines().last().unwrap_or_default();
    assert!(line.starts_with("(error \"1:") && line.contains(text), "{script}\n{line}");
}

#[test]
fn what_has_no_language_is_explained() {
    let start =
        "(declare-const x String)(declare-const y String)(declare-const n Int)(assert (str.in_re x re.all))";
    check_refusal(&format!("{start}(get-language x)"), "model is not available");
    let other = format!("{start}(assert (! (= (str.len x) n) :named lengths))(check-sat)(get-language x)");
    check_refusal(&other, "the assertion lengths says (= (str.len x) n): it is no membership");
    let other = format!("{start}(assert (str.contains x y))(check-sat)(get-language x)");
    check_refusal(&other, "assertion 2 says (str.contains x y): its language depends on a variable");
    let other = format!("{start}(check-sat-assuming ((str.< x y)))(get-language x)");
    check_refusal(&other, "assumption 1 says (str.< x y)");
    let term = format!("{start}(check-sat)(get-language (str.rev x))");
    check_refusal(&term, "(str.rev x) is no concatenation");
    check_refusal(&format!("{start}(check-sat)(get-language n)"), "String");
}
